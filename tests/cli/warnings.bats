#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Warnings: each when it is due, in one line with its cure and its name, on stderr and in the results.

load common

# warns KIND WORDS - stderr has just one line of this kind, with the words; so have the results.
warns() {
	echo "$stderr"
	[[ $status == 0 ]]
	[[ $(grep -c "\[$1\]$" <<<"$stderr") == 1 ]]
	grep -qE "^warning: .*$2.* \(.+\) \[$1\]$" <<<"$stderr"
	[[ $(json "$TMP/r.json" "sum(w.endswith(\"[$1]\") for w in r[\"warnings\"])") == 1 ]]
}

# silent KIND
silent() {
	echo "$stderr"
	[[ $status == 0 && $stderr != *"[$1]"* ]]
}

# measure NAME OPTION... - as workload() does, with all that is said, and results in r.json.
measure() {
	run --separate-stderr timeout 60 "$BIN/cgpong-$1" --no-count -w 0 -o "$TMP/r.json" "${@:2}"
}

# changed SCRIPT NAME OPTION... - the same in a mount namespace, where the script may bind files over others.
changed() {
	need_namespace --mount
	run --separate-stderr unshare --mount sh -ec "$1"'
		shift
		exec timeout 60 "$@"' sh "$TMP" "$BIN/cgpong-$2" --no-count -w 0 -o "$TMP/r.json" "${@:3}"
}

@test "every kind is in docs/results.md, and no other" {
	local tree=$BATS_TEST_DIRNAME/../..
	diff <(sed -nE 's/^\t\[CG_WARNING_[A-Z_]+\] = \{ "([a-z-]+)".*/\1/p' "$tree/lib/warnings.c" | sort) \
		<(sed -n '/^## Warnings/,/^## /s/^| `\([a-z-]*\)` |.*/\1/p' "$tree/docs/results.md" | sort)
}

@test "few rounds" {
	measure null -g inherit -d 10ms -r 3
	warns few-rounds '3 rounds: too few'
	measure null -g inherit -d 10ms -r 4
	silent few-rounds
}

@test "a run that fails or is refused warns of no rounds" {
	run --separate-stderr "$TEST_BIN/cgpong-liar" --no-count -w 0 -d 50ms -r 2 -g inherit --lie fail --at 1
	[[ $status == 1 && $stderr != *few-rounds* ]]
}

@test "too many workers for the CPUs" {
	measure null -g inherit -d 10ms -r 4 -n $((33 * $(nproc)))
	warns crowded '33 workers on each CPU'
	measure null -g inherit -d 10ms -r 4 -n $((2 * $(nproc)))
	silent crowded
}

@test "other load on our CPUs" {
	local cpu hog
	need taskset
	cpu=$(taskset -pc $$ | sed 's/.*[ ,-]//')
	CGPONG_TEST_MARK=none taskset -c "$cpu" sh -c 'while :; do :; done' &
	hog=$!
	run --separate-stderr timeout 60 taskset -c "$cpu" "$BIN/cgpong-null" --no-count -w 0 -d 500ms -r 4 -g inherit \
		-o "$TMP/r.json"
	kill "$hog"
	warns other-load "other tasks used [3-9][0-9] % of our CPUs' time"
}

@test "a busy sibling" {
	local hog
	(($(nproc) >= 2)) || skip "needs two CPUs"
	taskset -c 0,1 true || skip "needs CPUs 0 and 1"
	CGPONG_TEST_MARK=none taskset -c 1 sh -c 'while :; do :; done' &
	hog=$!
	local siblings='
		echo 0-1 >"$1/siblings"
		mount --bind "$1/siblings" /sys/devices/system/cpu/cpu0/topology/thread_siblings_list'
	changed "$siblings" null -g inherit -d 500ms -r 4 --place same-cpu
	warns smt-sibling 'CPU 1 was busy for [0-9]+ % of the time, on one core with our CPU 0'
	# Both are ours.
	changed "$siblings" null -g inherit -d 500ms -r 4 --place spread -n 2
	silent smt-sibling
	kill "$hog"
}

@test "the governor" {
	local governor cpu0='
		mkdir -p "$1/cpu0/cpufreq"
		cp -r /sys/devices/system/cpu/cpu0/topology "$1/cpu0" 2>&-
		mount --bind "$1/cpu0" /sys/devices/system/cpu/cpu0'
	mkdir -p "$TMP/cpu0/cpufreq"
	echo powersave >"$TMP/cpu0/cpufreq/scaling_governor"
	changed "$cpu0" null -g inherit -d 10ms -r 4 --place same-cpu
	warns governor 'CPU 0 is governed by powersave'
	echo performance >"$TMP/cpu0/cpufreq/scaling_governor"
	changed "$cpu0" null -g inherit -d 10ms -r 4 --place same-cpu
	silent governor
}

@test "NUMA balancing, with workers on two nodes" {
	[[ -d /sys/devices/system/node/node0 ]] || skip "needs a kernel with nodes"
	(($(nproc) >= 2)) || skip "needs two CPUs"
	local nodes='
		mkdir -p "$1/node/node0" "$1/node/node1"
		echo 0-1 | tee "$1/node/online" >"$1/node/has_memory"
		echo 0 >"$1/node/node0/cpulist"
		echo 1 >"$1/node/node1/cpulist"
		mount --bind "$1/node" /sys/devices/system/node
		echo $BALANCING >"$1/balancing"
		mount --bind "$1/balancing" /proc/sys/kernel/numa_balancing'
	[[ -e /proc/sys/kernel/numa_balancing ]] || skip "needs a kernel with NUMA balancing"
	BALANCING=1 changed "$nodes" pipe-pingpong -g inherit -d 10ms -r 4
	warns numa-balancing 'NUMA balancing is on'
	BALANCING=0 changed "$nodes" pipe-pingpong -g inherit -d 10ms -r 4
	silent numa-balancing
	# All on one node: nothing can move.
	BALANCING=1 changed "$nodes" pipe-pingpong -g inherit -d 10ms -r 4 --place same-node
	silent numa-balancing
}

@test "huge pages on tmpfs, where ops allocate pages of it" {
	local huge='mkdir -p "$1/shm"; mount -t tmpfs -o size=64m,huge=$HUGE none "$1/shm"'
	need_namespace --mount
	HUGE=always changed "$huge || exit 77" null -g inherit -d 10ms -r 4
	[[ $status != 77 && $status != 32 ]] || skip "no huge pages on tmpfs here"
	HUGE=always changed "$huge" shmem-fallocate --dir "$TMP/shm" -g inherit -d 10ms -r 4
	warns thp 'the files of shmem-fallocate get huge pages'
	HUGE=never changed "$huge" shmem-fallocate --dir "$TMP/shm" -g inherit -d 10ms -r 4
	silent thp
	# Its mapping opts out.
	HUGE=always changed "$huge" page-fault --size 1M --dir "$TMP/shm" -g inherit -d 10ms -r 4
	silent thp
}

# Where limits on CPU time are set, v1 or v2, for a cgroup of this test; empty if we may not.
cpu_group() {
	need_root
	local mount
	mount=$(awk '$(NF - 2) == "cgroup" && $NF ~ /(^|,)cpu(,|$)/ { print $5; exit }' /proc/self/mountinfo)
	[[ -n $mount ]] || mount=$PARENT
	[[ -n $mount ]] || skip "no cgroup with a cpu controller"
	GROUP=$mount/cgpong-test-cpu.$$
	mkdir "$GROUP"
	[[ -e $GROUP/cpu.max || -e $GROUP/cpu.cfs_quota_us ]] || {
		rmdir "$GROUP"
		skip "the cpu controller is not enabled in $mount"
	}
}

# limited LIMIT - 100 ms periods, LIMIT us in each.
limited() {
	if [[ -e $GROUP/cpu.max ]]; then
		echo "$1 100000" >"$GROUP/cpu.max"
	else
		echo "$1" >"$GROUP/cpu.cfs_quota_us"
	fi
	run --separate-stderr timeout 60 sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$GROUP" \
		"$BIN/cgpong-null" --no-count -w 0 -g inherit -d 300ms -r 4 -o "$TMP/r.json"
}

@test "throttled by a limit on CPU time" {
	cpu_group
	limited 20000
	warns throttled 'a limit on CPU time stopped us [0-9]+ times'
	limited $((1000000 * $(nproc)))
	silent throttled
	rmdir "$GROUP"
}
