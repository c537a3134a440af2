#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# 448 instances, 896 workers: the size of the machine where the regressions were found.

load common

NR=448
# Both from the contract. The one time limit of these tests; a busy machine gets three tries.
SET_UP_SEC=3
RSS_KIB=1536

# resident - the mean of a worker's private and shared memory, in KiB, of the run's processes,
# which are all but the first, its parent; per worker.
resident() {
	local pid=$1 workers=$2
	cat /proc/[0-9]*/status 2>/dev/null | awk -v parent="$pid" -v workers="$workers" '
		$1 == "PPid:" { ours = $2 == parent }
		$1 == "VmRSS:" && ours { sum += $2; nr++ }
		END { if (!nr) exit 1; printf "%d %d\n", nr, sum / workers }'
}

# scale NAME MODE [OPTION...] - run it; look at its workers in the middle.
scale() {
	local name=$1 mode=$2 run tries nr_hosts rss set_up
	shift 2
	for tries in 1 2 3; do
		"$BIN/cgpong-$name" --no-count -d 700ms -w 0 -r 1 -n $NR -m "$mode" --progress=always \
			"${UNDER[@]}" -q -o "$TMP/r.json" "$@" >"$TMP/out" 2>"$TMP/err" &
		run=$!
		for ((i = 0; i < 500; i++)); do
			grep -aq "round 1 of" "$TMP/err" && break
			sleep 0.02
		done
		read -r nr_hosts rss <<<"$(resident $run $((2 * NR)))"
		wait $run
		set_up=$(json "$TMP/r.json" 'r["set_up_sec"]')
		echo "$name, $mode: set up in $set_up s, $nr_hosts processes, $rss KiB a worker"
		awk "BEGIN { exit !($set_up < $SET_UP_SEC) }" && break
	done
	awk "BEGIN { exit !($set_up < $SET_UP_SEC) }"
	[[ $nr_hosts == $([[ $mode == process ]] && echo $((2 * NR)) || echo 1) ]]
	((rss < RSS_KIB))
	[[ $(tail -n 1 "$TMP/out") == "RESULT workload=$name status=measured instances=$NR "* ]]
	[[ $(json "$TMP/r.json" 'min(r["contexts"][0]["rounds"][0]["instance_ops"]) >= 1') == True ]]
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

@test "448 instances end in time when asked to" {
	local run began code=0
	"$BIN/cgpong-unix-stream" --no-count -d 1h -w 0 -r 2 -n $NR -s 64 --progress=always \
		"${UNDER[@]}" -q >"$TMP/out" 2>"$TMP/err" &
	run=$!
	for ((i = 0; i < 500; i++)); do
		grep -aq "round 1 of" "$TMP/err" && break
		sleep 0.02
	done
	began=$(date +%s%3N)
	kill $run
	wait $run || code=$?
	echo "after $(($(date +%s%3N) - began)) ms"
	[[ $code == 1 ]]
	(($(date +%s%3N) - began < 5000))
	nothing_left
}
