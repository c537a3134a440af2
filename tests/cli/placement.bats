#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Where workers run: only where we may, and where the results say.

load common

# cpus - the CPUs that workers were pinned to and those they ran on, as sets.
cpus() {
	json "$TMP/r.json" 'sorted({w["cpu"] for c in r["contexts"] for w in c["workers"]}),
		sorted({w["ran_on"] for c in r["contexts"] for w in c["workers"]})'
}

last_cpu() {
	local list
	list=$(awk '/^Cpus_allowed_list:/ { print $2 }' /proc/self/status)
	echo "${list##*[,-]}"
}

@test "an affinity mask of one CPU is respected, in both modes" {
	need taskset
	local cpu mode
	cpu=$(last_cpu)
	for mode in process thread; do
		run -0 --separate-stderr taskset -c "$cpu" "$BIN/cgpong-pipe-pingpong" "${QUICK[@]}" \
			"${UNDER[@]}" -m $mode -n 3 -o "$TMP/r.json"
		[[ $(cpus) == "([$cpu], [$cpu])" ]]
		[[ $(json "$TMP/r.json" 'r["environment"]["cpus_allowed"]') == "$cpu" ]]
	done
}

@test "200% is two instances for each CPU allowed to us" {
	need taskset
	run -0 --separate-stderr taskset -c "$(last_cpu)" "$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}" \
		-n 200% -o "$TMP/r.json"
	[[ $(json "$TMP/r.json" 'r["instances"]') == 2 ]]
	workload null -n 200% -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" 'r["instances"]') == $((2 * $(nproc))) ]]
	workload null -n 1% -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" 'r["instances"]') == 1 ]]
}

@test "a cpuset is respected" {
	need_root
	local cpuset=/sys/fs/cgroup/cpuset cpu
	[[ -e $cpuset/cpuset.cpus ]] || skip "no cpuset hierarchy of cgroup v1"
	cpu=$(last_cpu)
	cpuset=$cpuset/cgpong-test.$$
	mkdir "$cpuset"
	cat "${cpuset%/*}/cpuset.mems" >"$cpuset/cpuset.mems"
	echo "$cpu" >"$cpuset/cpuset.cpus"
	run --separate-stderr sh -c 'echo $$ >"$0/tasks" && exec "$@"' "$cpuset" \
		"$BIN/cgpong-pipe-pingpong" "${QUICK[@]}" "${UNDER[@]}" -n 200% -o "$TMP/r.json"
	rmdir "$cpuset"
	show
	[[ $status == 0 ]]
	[[ $(cpus) == "([$cpu], [$cpu])" ]]
	[[ $(json "$TMP/r.json" 'r["instances"]') == 2 ]]
}

@test "every policy pins every worker, and it runs there" {
	local place mode
	for place in same-node same-cpu spread; do
		for mode in process thread; do
			workload pipe-pingpong -n 3 -m $mode -p $place -o "$TMP/r.json"
			measured
			[[ $(json "$TMP/r.json" 'all(w["cpu"] == w["ran_on"] >= 0 and w["node"] is not None
				for c in r["contexts"] for w in c["workers"])') == True ]]
		done
	done
}

@test "same-node: two workers of an instance on different CPUs; same-cpu: on one" {
	[[ $(nproc) -ge 2 ]] || skip "needs two CPUs"
	workload pipe-pingpong -n 2 -p same-node -g inherit -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" '[len({w["cpu"] for w in r["contexts"][0]["workers"] if w["instance"] == i})
		for i in (0, 1)]') == "[2, 2]" ]]
	workload pipe-pingpong -n 2 -p same-cpu -g inherit -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" '[len({w["cpu"] for w in r["contexts"][0]["workers"] if w["instance"] == i})
		for i in (0, 1)]') == "[1, 1]" ]]
	[[ $(json "$TMP/r.json" 'len({w["cpu"] for w in r["contexts"][0]["workers"]})') == 2 ]]
}

@test "none: not pinned, and the results say where they ran" {
	workload pipe-pingpong -n 2 -p none -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" '{(w["cpu"], w["node"]) for c in r["contexts"] for w in c["workers"]}') == "{(None, None)}" ]]
	[[ $(json "$TMP/r.json" 'all(w["ran_on"] >= 0 for c in r["contexts"] for w in c["workers"])') == True ]]
}

@test "cross-node on a machine of one node: skipped, with the cure" {
	local nodes=(/sys/devices/system/node/node[0-9]*)
	[[ ${#nodes[@]} == 1 ]] || skip "this machine has ${#nodes[@]} nodes"
	workload tcp-rr -p cross-node
	refused 4 "skipped: "
	[[ $stderr == *"("*")" ]]
}

@test "smt on a machine without: skipped, with the cure" {
	! grep -qs 1 /sys/devices/system/cpu/smt/active || skip "this machine has SMT"
	workload tcp-rr -p smt
	refused 4 "skipped: "
	[[ $stderr == *"("*")" ]]
}

traced() {
	need_cgroups
	need strace
	run --separate-stderr strace -f -y -qq -e trace=clone,clone3,fork,vfork,sched_setaffinity,write \
		-e signal=none -o "$TMP/trace" "$BIN/cgpong-pipe-pingpong" "${QUICK[@]}" "${UNDER[@]}" -i 5 \
		-g leaf -n 3 "$@"
	[[ $status == 0 ]] || skip "strace does not work here: ${stderr_lines[0]}"
}

@test "pin, then join: every process is pinned before it is moved to its cgroup" {
	QUICK=(--no-count -w 0 -r 1)
	traced -m process
	run -0 "$PYTHON" "$BATS_TEST_DIRNAME/check_trace.py" "$TMP/trace"
	[[ $output == "6 moved 6 pinned" ]]
}

@test "pin, then join: all threads are pinned before their process is moved" {
	QUICK=(--no-count -w 0 -r 1)
	traced -m thread
	run -0 "$PYTHON" "$BATS_TEST_DIRNAME/check_trace.py" "$TMP/trace"
	[[ $output == "1 moved 6 pinned" ]]
}
