#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # what common.bash and bats set
#
# bisect.bats - scripts/bisect finds what is known: the release that brought per-node objcgs, and, with
# CGPONG_FULL=1, the commit that plants a fault in a git tree made here. That takes the time of some nine small
# builds, and 5 GB below TMPDIR.

# shellcheck source=tests/lab/common.bash
load common
bats_require_minimum_version 1.5.0

have_programs()
{
	[ -d "$programs" ] || skip "no static programs in $programs: build them with -DCGPONG_STATIC=ON"
}

@test "among released kernels: the first bad one that is on offer" {
	local version

	have_programs
	cd "$BATS_TEST_TMPDIR" || return
	"$tree/scripts/lab" kernels >offered || skip "no kernel is known"
	for version in 6.16.12 7.0.13 7.1.13 7.3.4; do
		grep -q "^$version.* yes  *-$" offered || skip "$version is not in the cache: scripts/lab fetch $version"
	done
	run --separate-stderr "$tree/scripts/bisect" --recipe mq-objcg --kernels 6.16.12,7.0.13,7.1.13,7.3.4 \
		--programs "$programs" --timeout 300
	echo "$output"
	echo "$stderr"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "first bad: 7.1.13, last good: 7.0.13" ]
	grep -q '^7.1.13[^ ]* *regressed *4.0' cgpong-bisect.log
}

# slow_lab KERNEL: a lab in whose guests of KERNEL an op of the liar costs a hundred times as much. What a kernel does
# not know of its command line becomes the environment.
slow_lab()
{
	cat >slow-lab <<-END
		#!/bin/bash
		[ "\$1 \$2 \$3" != "run --kernel $1" ] || set -- run --append CGPONG_LIAR_WORK=99000 "\${@:2}"
		exec "$tree/scripts/lab" "\$@"
	END
	chmod +x slow-lab
}

@test "by time, in real boots: the kernel on which an op costs a hundred times as much" {
	local liar=$programs/../tests/bin/cgpong-liar

	[ -n "${CGPONG_FULL:-}" ] || skip "only with CGPONG_FULL=1: some twenty boots"
	have_programs
	[ -x "$liar" ] || skip "there is no static $liar"
	cd "$BATS_TEST_TMPDIR" || return
	mkdir programs
	cp "$programs/cgpong" "$liar" programs
	printf '%s\n' 'summary = ops that cost more' 'commit = none' 'workload = liar' \
		'options = --members 1 --duration 200ms --warmup 50ms' 'cgroup = leaf' \
		'signal = calls charge in leaf' 'healthy = 0..1' >liar.recipe
	slow_lab build:objstock1
	run --separate-stderr env CGPONG_LAB="$PWD/slow-lab" "$tree/scripts/bisect" --recipe ./liar.recipe \
		--kernels build,build:trim,build:objstock1 --metric ops_per_cpu_sec --runs 8 \
		--programs "$PWD/programs" --timeout 300
	echo "$output"
	echo "$stderr"
	cat cgpong-bisect.log
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "first bad: build:objstock1, last good: build:trim" ]
	# The root of a hundredth is a tenth: a limit of 90 %, give or take the noise.
	grep -qE '^# limit (8|9)[0-9]\.[0-9]+% build:objstock1$' cgpong-bisect.log
}

# make_tree: a git tree of the cached source, in linux/.
make_tree()
{
	local sources=("${XDG_CACHE_HOME:-$HOME/.cache}"/cgpong/builds/trees/[0-9]*)

	cp -a --reflink=auto "${sources[-1]}" linux
	cd linux || return
	cp -r .cgpong/pristine/. .
	rm -rf .cgpong
	# Debian's own rules ignore the whole of the source.
	sed -i '/^# Debian packaging/,$d' .gitignore
	git init -q -b main
	git config core.compression 0
	git config gc.auto 0
	git config user.name test
	git config user.email test@example.org
	git add -A
	git commit -qm "Linux"
	git clean -fdxq
}

# seed_cache: the objects that are there already, in the place of those of linux/. What differs is built anew;
# objtool, on which all depends, would be too, for its own place is in what its build has noted.
seed_cache()
{
	local sources=("${XDG_CACHE_HOME:-$HOME/.cache}"/cgpong/builds/trees/[0-9]*) path seed

	path=$(cd linux && pwd -P)
	seed=$BATS_TEST_TMPDIR/cache/cgpong/builds/trees/linux-$(printf '%s' "$path" | md5sum | cut -c 1-8)
	mkdir -p "${seed%/*}"
	cp -a --reflink=auto "${sources[-1]}" "$seed"
	find "$seed/tools" -name '.*.cmd' -exec sed -i "s|${sources[-1]}/|$seed/|g" {} +
}

# end_is HASH VERDICT: what the log says of it, and says once.
end_is()
{
	[ "$(grep -c "^$(git rev-parse --short=12 "$1") *$2 " .git/cgpong-bisect.log)" -eq 1 ]
}

@test "among commits: the one that plants a fault; not those that do not build, nor the one that crashes" {
	local culprit

	[ -n "${CGPONG_FULL:-}" ] || skip "only with CGPONG_FULL=1: builds a kernel from scratch"
	have_programs
	type -P git rsync >/dev/null || skip "needs git and rsync"
	cd "$BATS_TEST_TMPDIR" || return
	"$tree/scripts/lab" build >/dev/null
	make_tree
	(cd .. && seed_cache)
	culprit=$("$BATS_TEST_DIRNAME/history.sh" . objstock1)
	XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
	export XDG_CACHE_HOME
	git bisect start HEAD HEAD~16
	run git bisect run "$tree/scripts/bisect" step --recipe mq-objcg --programs "$programs" --timeout 300
	echo "$output"
	cat .git/cgpong-bisect.log
	[ "$status" -eq 0 ]
	[[ $output == *"$culprit is the first bad commit"* ]]
	[ -z "$(git status --porcelain)" ]
	end_is main regressed
	end_is main~16 healthy
	# Ends that are alike: git stops, and has skipped nothing. That the 13th is regressed is in the log.
	git bisect reset
	git bisect start main main~3
	# Not by `run`, which warns of 127: git's own code for a step that stopped it.
	status=0
	output=$(git bisect run "$tree/scripts/bisect" step --recipe mq-objcg --programs "$programs" --timeout 300 2>&1) ||
		status=$?
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"is said to be good, but it is regressed: 4.000"* && $output != *building* ]]
	[[ $(git bisect log) != *skip* ]]
}
