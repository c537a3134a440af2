#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Whatever fails once, whoever is killed, however often: no crash, no hang, nothing left, no false result.
# A sample; with CGPONG_FULL=1 each system call and each allocation, 200 kills and 1000 runs. The same with
# probes and SCTP, in a guest: lab/inject.bats. docs/testing.md says what is judged and how.

load common

# inject MODE NAME [OPTION OF INJECT]... -- [OPTION OF THE WORKLOAD]...: with mqueues and /dev/shm of its own,
# so that what others do there is not taken for what a run has left.
inject() {
	local mode=$1 program=$2 options=()
	shift 2
	while [[ $1 != -- ]]; do
		options+=("$1")
		shift
	done
	shift
	need_namespace -im
	need_cgroups
	[[ -x $TEST_BIN/inject ]] || skip "tests/inject is for x86-64, and not built here"
	mkdir -p "$TMP/mqueue" "$TMP/own"
	# shellcheck disable=SC2016
	run --separate-stderr unshare -im sh -c 'mount -t tmpfs tmpfs /dev/shm && mount -t mqueue mqueue "$0" && exec "$@"' \
		"$TMP/mqueue" "$TEST_BIN/inject" "$mode" --dir "$TMP/own" --watch /dev/shm --watch "$TMP/mqueue" \
		--watch "$PARENT" "${options[@]}" -- "$program" "${UNDER[@]}" -g root,leaf -i 3 -r 2 -w 0 \
		--stuck 2s --no-count "$@"
	show
	echo "# $mode ${program##*/}: ${lines[-1]}" >&3
	[[ $status == 0 ]]
	# At least so many runs did what they were for.
	[[ ${lines[-1]} =~ ^"inject $mode: "([0-9]+)" runs, "([0-9]+)" of them missed, " ]]
	((BASH_REMATCH[1] - BASH_REMATCH[2] >= 8))
}

# sample N FULL - how much of it.
sample() {
	[[ -n ${CGPONG_FULL:-} ]] && echo "$2" || echo "$1"
}

# main() begins with an fcntl(); what comes before is the C library's.
@test "each system call of a run fails once: mq-pingpong" {
	inject calls "$BIN/cgpong-mq-pingpong" --from fcntl --every "$(sample 97 1)" --
}

@test "each system call of a run fails once: tcp-rr" {
	inject calls "$BIN/cgpong-tcp-rr" --from fcntl --every "$(sample 101 1)" --first 1 --
}

@test "each system call of a run fails once: page-fault" {
	inject calls "$BIN/cgpong-page-fault" --from fcntl --every "$(sample 103 1)" --first 2 --
}

@test "each system call of a run with threads fails once" {
	inject calls "$BIN/cgpong-mq-pingpong" --from fcntl --every "$(sample 127 1)" --first 3 -- -m thread -n 2
}

@test "each allocation of a run fails once" {
	inject allocations "$BIN/cgpong-mq-pingpong" --shim "$TEST_BIN/inject_shim.so" --every "$(sample 89 1)" --
}

# short_of_memory CODE OUTPUT COMMAND... - whatever allocation fails, it ends with CODE and says so, or as ever.
short_of_memory() {
	[[ -e $TEST_BIN/inject_shim.so ]] || skip "tests/inject is for x86-64, and not built here"
	run --separate-stderr "$PYTHON" "$BATS_TEST_DIRNAME/short_of_memory.py" "$TEST_BIN/inject_shim.so" "$1" \
		"$(sample 37 1)" "${@:2}"
	show
	echo "# ${*:4:1}: $output" >&3
	[[ $status == 0 ]]
}

@test "each allocation of a verdict or a report fails once: no other verdict, no half a page" {
	"$PYTHON" "$BATS_TEST_DIRNAME/make_results.py" "$TMP/base.json" --runs 8 --walks 0.016
	"$PYTHON" "$BATS_TEST_DIRNAME/make_results.py" "$TMP/fresh.json" --runs 8 --walks 0.2 --ops 90000
	short_of_memory 70 - "$BIN/cgpong" gate --baseline "$TMP/base.json" "$TMP/base.json"
	short_of_memory 70 - "$BIN/cgpong" gate --baseline "$TMP/base.json" --format junit "$TMP/fresh.json"
	short_of_memory 1 - "$BIN/cgpong" compare "$TMP/base.json" "$TMP/fresh.json"
	short_of_memory 1 "$TMP/report.html" "$BIN/cgpong" report "$TMP/base.json" -- "$TMP/fresh.json" -o "$TMP/report.html"
}

@test "each allocation of a list fails once: no name is missing" {
	short_of_memory 1 - "$BIN/cgpong" list --recipes --json
	short_of_memory 1 - "$BIN/cgpong" list --json
}

@test "killed at random moments, the parent or a worker: nothing left after the next run" {
	inject kill "$BIN/cgpong-mq-pingpong" --times "$(sample 8 200)" --
	inject kill "$BIN/cgpong-file-churn" --times "$(sample 8 200)" --seed 7 -- --dir "$TMP/own"
}

@test "again and again: nothing left" {
	inject repeat "$BIN/cgpong-mq-pingpong" --times "$(sample 15 1000)" --
}

# What the C library keeps for each thread counts as in use, so it is told to keep nothing.
@test "again and again in one process: no memory, descriptor, child or cgroup is kept" {
	need_cgroups
	[[ -x $TEST_BIN/soak ]] || skip "tests/inject is for x86-64, and not built here"
	GLIBC_TUNABLES=glibc.malloc.tcache_count=0 run --separate-stderr timeout 300 "$TEST_BIN/soak" "$(sample 30 1000)" \
		"${UNDER[@]}" -g root,leaf -i 3 -r 2 -w 0 --no-count
	show
	echo "# $output" >&3
	[[ $status == 0 ]]
	nothing_left
}

# In a QEMU made up here (data/qemu), which "hangs".
@test "scripts/lab killed with -9: its QEMU ends with it, and the next one removes its directory" {
	local lab=$BATS_TEST_DIRNAME/../../scripts/lab killed tries
	need busybox cpio
	! ldd "$(type -P busybox)" >/dev/null 2>&1 || skip "needs a static busybox"
	cd "$TMP" || return
	mkdir -p bin programs tmp
	cp "$BATS_TEST_DIRNAME/../data/qemu" bin/qemu-system-x86_64
	chmod +x bin/qemu-system-x86_64
	echo hangs >kernel
	: >boots
	export XDG_CACHE_HOME=$TMP/cache BOOTS=$TMP/boots PATH=$TMP/bin:$PATH TMPDIR=$TMP/tmp
	"$lab" run --accel tcg --kernel ./kernel --programs programs --timeout 50 -- cgpong list 3>&- &
	killed=$!
	for ((tries = 0; tries < 500; tries++)); do
		[[ ! -s boots ]] || break
		sleep 0.02
	done
	[[ -s boots && -n $(qemus) ]]
	kill -9 $killed
	for ((tries = 0; tries < 100; tries++)); do
		[[ -n $(qemus) ]] || break
		sleep 0.02
	done
	[[ -z $(qemus) ]]
	[[ $(find tmp -mindepth 1 -maxdepth 1 | wc -l) == 1 ]]
	run "$lab" run --accel tcg --kernel ./kernel --programs programs --timeout 1 -- cgpong list
	[[ -z $(find tmp -mindepth 1) ]]
}

# The QEMUs of this test, and what waits for them: they have its mark.
qemus() {
	grep -lzsx "CGPONG_TEST_MARK=$CGPONG_TEST_MARK" /proc/[0-9]*/environ | while read -r environ; do
		tr '\0' ' ' 2>/dev/null <"${environ%environ}cmdline" | grep -o 'qemu-system-x86_64.*' || true
	done
}
