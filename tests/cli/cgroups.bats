#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Cgroups, with and without root: created where one may, and always removed.

load common

# inhabited RUN - whether the leaf of a run has processes. (Files of cgroupfs have no size.)
inhabited() {
	[[ -n $(cat "$PARENT/cgpong.$1.0/leaf/cgroup.procs" 2>/dev/null) ]]
}

@test "workers live in the leaf during the run, with the parent outside" {
	need_cgroups
	"$BIN/cgpong-pipe-pingpong" --no-count -d 60s -w 0 -r 2 -n 2 -g leaf "${UNDER[@]}" -q >/dev/null &
	local parent=$! tries procs=
	for ((tries = 0; tries < 100; tries++)); do
		procs=$(cat "$PARENT"/cgpong.$parent.0/leaf/cgroup.procs 2>/dev/null || true)
		[[ $(wc -w <<<"$procs") == 4 ]] && break
		sleep 0.02
	done
	[[ $(wc -w <<<"$procs") == 4 ]]
	[[ ! $procs =~ (^|[[:space:]])$parent($|[[:space:]]) ]]
	kill $parent
	wait $parent || true
}

@test "deep:8 is eight levels, siblings:3 three leaves" {
	need_cgroups
	local run tries
	"$BIN/cgpong-null" --no-count -d 60s -w 0 -r 1 -n 3 -g deep:8,siblings:3 "${UNDER[@]}" -q >/dev/null &
	run=$!
	for ((tries = 0; tries < 100; tries++)); do
		[[ $(find "$PARENT" -mindepth 1 -type d | wc -l) == 13 ]] && break
		sleep 0.02
	done
	find "$PARENT" -mindepth 1 -type d | sort
	[[ $(find "$PARENT" -mindepth 2 -type d | wc -l) == 11 ]]
	[[ $(find "$PARENT" -mindepth 9 -type d | wc -l) == 1 ]]
	kill $run
	wait $run || true
}

@test "64 contexts at once" {
	need_cgroups
	local specs
	specs=$(printf 'leaf,%.0s' {1..64})
	workload null -g "${specs%,}" -r 1 -d 1ms -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" 'len(r["contexts"])') == 64 ]]
}

@test "leftovers of a killed run are cleared by the next, and only they" {
	need_cgroups
	local killed live tries
	mkdir "$PARENT/cgpong.999999.0x" "$PARENT/cgpong.1" "$PARENT/someone" "$PARENT/xcgpong.999999.0"
	mkdir -p "$PARENT/cgpong.4194301.0/leaf" # nobody has such a pid, as a rule
	"$BIN/cgpong-null" --no-count -d 60s -w 0 -r 1 -g leaf "${UNDER[@]}" -q >/dev/null &
	killed=$!
	"$BIN/cgpong-null" --no-count -d 60s -w 0 -r 1 -g leaf "${UNDER[@]}" -q >/dev/null &
	live=$!
	for ((tries = 0; tries < 200; tries++)); do
		inhabited $killed && inhabited $live && break
		sleep 0.02
	done
	kill -9 $killed
	wait $killed || true
	[[ -d $PARENT/cgpong.$killed.0 ]]
	# Its workers die with it.
	for ((tries = 0; tries < 100; tries++)); do
		inhabited $killed || break
		sleep 0.02
	done
	! inhabited $killed || return 1
	inhabited $live
	workload null -g leaf
	measured
	[[ ! -e $PARENT/cgpong.$killed.0 && ! -e $PARENT/cgpong.4194301.0 ]]
	[[ -d $PARENT/cgpong.$live.0/leaf && -d $PARENT/cgpong.999999.0x && -d $PARENT/cgpong.1 ]]
	[[ -d $PARENT/someone && -d $PARENT/xcgpong.999999.0 ]]
	kill $live
	wait $live || true
	rmdir "$PARENT/cgpong.999999.0x" "$PARENT/cgpong.1" "$PARENT/someone" "$PARENT/xcgpong.999999.0"
}

@test "two runs at once do not disturb each other" {
	need_cgroups
	"$BIN/cgpong-null" --no-count -d 100ms -w 0 -r 2 -g leaf,leaf "${UNDER[@]}" -q >"$TMP/one" &
	local one=$!
	"$BIN/cgpong-null" --no-count -d 100ms -w 0 -r 2 -g leaf,leaf "${UNDER[@]}" -q >"$TMP/two" &
	wait $!
	wait $one
	grep -q status=measured "$TMP/one"
	grep -q status=measured "$TMP/two"
}

@test "nobody, no context asked for: where we are, and a warning" {
	need_nobody
	run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-null" "${QUICK[@]}"
	show
	drop_warnings_of_times
	[[ $status == 0 && ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == "warning: no cgroup can be created, measuring where we are: "*"("*") [no-cgroup]" ]]
	[[ ${lines[-1]} == *" warnings="[1-9]*" inherit.ops_per_sec="* ]]
}

@test "nobody asks for a leaf, or for root: skipped, with the cure" {
	need_nobody
	need_cgroups
	local context
	for context in leaf root deep:3 inherit,leaf; do
		run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-null" "${QUICK[@]}" -g $context
		refused 4 "skipped: "
		[[ $stderr == *"(run as root"* ]]
	done
	run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}" -g leaf
	refused 4 "skipped: "
}

@test "nobody with a cgroup given to them" {
	need_nobody
	need_cgroups
	local mode
	chown 65534:65534 "$PARENT" "$PARENT/cgroup.procs"
	[[ $VERSION == 1 ]] || chown 65534:65534 "$PARENT/cgroup.subtree_control" "$PARENT/cgroup.threads"
	[[ $VERSION == 1 ]] || skip "on v2 they would have to live in it: tested in the lab"
	for mode in process thread; do
		run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-tcp-rr" "${QUICK[@]}" "${UNDER[@]}" \
			-m $mode -g leaf,split
		measured
	done
	nothing_left
}

@test "a hard limit of 20 descriptors: raised as root, else skipped with the cure" {
	need_nobody
	need prlimit
	run --separate-stderr "${NOBODY[@]}" prlimit --nofile=20:20 "$BIN/cgpong-tcp-rr" "${QUICK[@]}" -n 100
	[[ $status == 4 && -z $output ]]
	[[ ${stderr_lines[-1]} == *"skipped: "*RLIMIT_NOFILE*"(ulimit -n "* ]]
	prlimit --nofile=20:20 prlimit --nofile=100:100 true 2>/dev/null ||
		skip "root may not raise hard limits here; the skip was tested"
	run --separate-stderr prlimit --nofile=20:20 "$BIN/cgpong-tcp-rr" "${QUICK[@]}" "${UNDER[@]}" -n 100
	measured
}

@test "a soft limit is raised by itself" {
	need_nobody
	need prlimit
	run --separate-stderr "${NOBODY[@]}" prlimit --nofile=20: "$BIN/cgpong-tcp-rr" "${QUICK[@]}" \
		-g inherit -n 20 -m thread
	measured
}

@test "too few bytes for message queues: skipped with the cure as nobody, raised as root" {
	need_nobody
	need prlimit
	run --separate-stderr "${NOBODY[@]}" prlimit --msgqueue=1000:1000 "$BIN/cgpong-mq-pingpong" \
		"${QUICK[@]}" -g inherit -n 10
	refused 4 "RLIMIT_MSGQUEUE"
	[[ $stderr == *"(ulimit -q "* ]]
	prlimit --msgqueue=1000:1000 prlimit --msgqueue=5000:5000 true 2>/dev/null ||
		skip "root may not raise hard limits here; the skip was tested"
	run --separate-stderr prlimit --msgqueue=1000:1000 "$BIN/cgpong-mq-pingpong" "${QUICK[@]}" \
		"${UNDER[@]}" -n 10
	measured
}

@test "too few processes: skipped with the cure, and nobody is left" {
	need_nobody
	need prlimit
	local mode uid=65533
	# A user who has no other processes, so that the limit is ours alone.
	! pgrep -u $uid >/dev/null || skip "user $uid has processes"
	for mode in process thread; do
		run --separate-stderr setpriv --reuid=$uid --regid=$uid --clear-groups prlimit --nproc=8:8 \
			"$BIN/cgpong-null" "${QUICK[@]}" -g inherit -n 20 -m $mode
		refused 4 "Resource temporarily unavailable"
		[[ $stderr == *"ulimit -u"* ]]
		nothing_left
	done
}

@test "more queues than fs.mqueue.queues_max: had, and the machine's own stays" {
	need_namespace --ipc
	local max
	max=$(cat /proc/sys/fs/mqueue/queues_max)
	((max <= 1000)) || skip "queues_max is $max"
	workload mq-pingpong -n $((max / 2 + 1)) -d 50ms -r 1 -q
	measured
	[[ $(cat /proc/sys/fs/mqueue/queues_max) == "$max" ]]
}

@test "more queues than fs.mqueue.queues_max as nobody: skipped with the cure" {
	need_nobody
	local max
	max=$(cat /proc/sys/fs/mqueue/queues_max)
	((max <= 1000)) || skip "queues_max is $max"
	run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-mq-pingpong" "${QUICK[@]}" -g inherit -n $((max / 2 + 1))
	refused 4 "fs.mqueue.queues_max is $max, $((max / 2 * 2 + 2)) needed"
	[[ $stderr == *"sysctl fs.mqueue.queues_max="* ]]
}

@test "a directory that cannot be written to" {
	workload page-fault --dir /nonexistent
	refused 4 "cannot make files in /nonexistent"
	need_nobody
	run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-page-fault" "${QUICK[@]}" -g inherit --dir /root
	refused 4 "cannot make files in /root"
}

@test "more memory than there is" {
	workload page-fault --size 1024G -n 64
	refused 4 "MiB of memory"
}
