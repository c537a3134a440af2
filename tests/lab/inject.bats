#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree, results: common.bash
#
# inject.bats - what cli/inject.bats does, where there are cgroup v2, probes and SCTP: whatever fails once,
# whoever is killed, nothing is left in tracefs either, and no result is false. A sample; a larger one with
# CGPONG_FULL=1, for a run takes seconds in an emulated guest.

load common

tests=${CGPONG_TEST_BIN:-$tree/build/tests/bin}
dynamic=${CGPONG_BIN:-$tree/build/bin}/cgpong-mq-pingpong

setup_file()
{
	local beside=$BATS_FILE_TMPDIR/dynamic settings=$BATS_FILE_TMPDIR/settings.sh timeout=900
	local kernel=()

	if [ ! -x "$tests/inject" ]; then
		mkdir -p "$BATS_FILE_TMPDIR/inject"
		echo "tests/inject is for x86-64, and not built here" >"$BATS_FILE_TMPDIR/inject/skip"
		return
	fi
	mkdir -p "$beside"
	cp "$tests/inject_shim.so" "$tests/soak" "$dynamic" "$beside"
	# With its libraries and the loader, for what is preloaded into a static program has no effect.
	ldd "$dynamic" | grep -o '/[^ ]*' | xargs cp -t "$beside"
	echo WORKLOADS=sctp-rr EVERY_CALL=307 EVERY_ALLOCATION=251 KILLS=4 REPEATS=2 >"$settings"
	[ -z "${CGPONG_FULL:-}" ] || {
		echo WORKLOADS="'sctp-rr mq-pingpong'" EVERY_CALL=5 EVERY_ALLOCATION=10 KILLS=200 REPEATS=50 >"$settings"
		timeout=7000
	}
	# With a tenth of the symbols it runs much faster.
	! "$tree/scripts/lab" build --cached >/dev/null 2>&1 || kernel=(--kernel build)
	boot inject inject "${kernel[@]}" --nodes 2 --timeout $timeout --add "$settings" --add "$tests/inject" --add "$beside"
}

# sound NAME: no problem, and a whole word of it.
sound()
{
	tail -n 1 "$results/$1.out" | sed "s/^/# $1: /" >&3
	exits "$1" 0
	tail -n 1 "$results/$1.out" | grep -qE '^inject [a-z]+: [0-9]+ runs, .* 0 problems; exit'
}

@test "each system call of a counted run fails once" {
	from inject
	for name in "$results"/calls-*.out; do
		sound "$(basename "$name" .out)"
	done
}

@test "each allocation of a counted run fails once" {
	from inject
	sound allocations
}

@test "killed at random moments, with probes on or not: nothing left after the next run" {
	from inject
	sound kill
}

@test "counted again and again: nothing left" {
	from inject
	sound repeat
}

@test "counted again and again in one process: no memory, descriptor, probe or cgroup is kept" {
	from inject
	sed 's/^/# /' "$results/soak.out" >&3
	exits soak 0
	[ ! -e "$results/soak.left" ]
}
