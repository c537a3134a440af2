#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# 448 instances, 896 workers: the size of the machine where the regressions were found.

load common

NR=448
# Both from the contract, the time limit with three tries for a busy machine. 1.5 MB.
SET_UP_SEC=3
RSS_KIB=1464

# await_round_1 - until the run in the background measures.
await_round_1() {
	local tries
	for ((tries = 0; tries < 3000; tries++)); do
		grep -aq "round 1 of" "$TMP/err" && return
		sleep 0.02
	done
	cat "$TMP/err"
	return 1
}

# hosts_of PID - how many processes a run has, and their resident memory in KiB, all together.
hosts_of() {
	cat /proc/[0-9]*/status 2>/dev/null | awk -v parent="$1" '
		$1 == "PPid:" { ours = $2 == parent }
		$1 == "VmRSS:" && ours { sum += $2; nr++ }
		END { print nr + 0, sum + 0 }'
}

# sets_up_soon NAME MODE [OPTION...] - a run comes to its end, and was set up in time.
sets_up_soon() {
	local name=$1 mode=$2 tries set_up
	shift 2
	for tries in 1 2 3; do
		run -0 --separate-stderr "$BIN/cgpong-$name" --no-count -d 300ms -w 0 -r 1 -n $NR -m "$mode" \
			"${UNDER[@]}" -q -o "$TMP/r.json" "$@"
		[[ $output == "RESULT workload=$name status=measured instances=$NR "* ]]
		[[ $(json "$TMP/r.json" 'min(r["contexts"][0]["rounds"][0]["instance_ops"]) >= 1') == True ]]
		set_up=$(json "$TMP/r.json" 'r["set_up_sec"]')
		echo "try $tries: $name, $mode: set up in $set_up s"
		[[ $(json "$TMP/r.json" "r['set_up_sec'] < $SET_UP_SEC") == True ]] && return
	done
	return 1
}

# stays_small NAME MODE [OPTION...] - the workers of a run in its course; then it is told to end.
stays_small() {
	local name=$1 mode=$2 pid nr kib began code=0
	shift 2
	"$BIN/cgpong-$name" --no-count -d 1h -w 0 -r 2 -n $NR -m "$mode" --progress=always \
		"${UNDER[@]}" -q "$@" >"$TMP/out" 2>"$TMP/err" &
	pid=$!
	await_round_1
	sleep 0.3
	read -r nr kib <<<"$(hosts_of $pid)"
	echo "$name, $mode: $nr processes, $((kib / 2 / NR)) KiB a worker"
	began=$(date +%s%3N)
	kill $pid
	wait $pid || code=$?
	echo "ended with $code after $(($(date +%s%3N) - began)) ms"
	[[ $code == 1 ]]
	(($(date +%s%3N) - began < 5000))
	[[ $nr == $([[ $mode == process ]] && echo $((2 * NR)) || echo 1) ]]
	((kib / 2 / NR < RSS_KIB))
}

scale() {
	sets_up_soon "$@"
	nothing_left
	stays_small "$@"
	nothing_left
}

@test "mq-pingpong, 896 processes" {
	((2 * NR <= $(cat /proc/sys/fs/mqueue/queues_max))) || need_namespace --ipc
	scale mq-pingpong process
}

@test "mq-pingpong, 896 threads" {
	((2 * NR <= $(cat /proc/sys/fs/mqueue/queues_max))) || need_namespace --ipc
	scale mq-pingpong thread
}

@test "unix-stream of 64 bytes, 896 processes" {
	scale unix-stream process -s 64
}

@test "unix-stream of 64 bytes, 896 threads" {
	scale unix-stream thread -s 64
}

@test "every instance in a cgroup of its own" {
	need_cgroups
	scale unix-stream process -s 64 -g siblings:$NR
}
