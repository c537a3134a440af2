#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # what common.bash and bats set
#
# bisect.bats - scripts/bisect finds what is known: the release that brought per-node objcgs, and, with
# CGPONG_FULL=1, the commit that plants a fault in a git tree made here. That takes the time of one build
# from scratch and some seven small ones, and 5 GB below TMPDIR.

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

@test "among commits: the one that plants a fault; not those that do not build, nor the one that crashes" {
	local culprit

	[ -n "${CGPONG_FULL:-}" ] || skip "only with CGPONG_FULL=1: builds a kernel from scratch"
	have_programs
	type -P git rsync >/dev/null || skip "needs git and rsync"
	cd "$BATS_TEST_TMPDIR" || return
	"$tree/scripts/lab" build >/dev/null
	make_tree
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
}
