#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What a run does as asked, where its output goes, and what it does when it cannot go there.

load common

@test "16 instances in 16 siblings, processes and threads" {
	need_cgroups
	local mode
	for mode in process thread; do
		workload pipe-pingpong -n 16 -m $mode -g siblings:16,split -o "$TMP/r.json"
		measured
		[[ $(json "$TMP/r.json" 'len({w["group"] for w in r["contexts"][0]["workers"]})') == 16 ]]
		[[ $(json "$TMP/r.json" 'len({w["group"] for w in r["contexts"][1]["workers"]})') == 2 ]]
	done
	nothing_left
}

@test "an odd number of ops, and one only" {
	local ops
	QUICK=(--no-count -w 0 -r 2)
	for ops in 1 7 4097; do
		workload tcp-rr -n 3 -i $ops -o "$TMP/r.json"
		measured
		[[ $(json "$TMP/r.json" '{o for c in r["contexts"] for x in c["rounds"] for o in x["instance_ops"]}') == "{$ops}" ]]
	done
}

@test "a warm-up before rounds of N ops is no part of them" {
	QUICK=(--no-count -w 20ms -r 2)
	workload null -i 1000 -o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" '{x["ops"] for c in r["contexts"] for x in c["rounds"]}') == "{1000}" ]]
}

@test "no queue is left, nor one of a killed run" {
	need_namespace --mount --ipc
	mkdir "$TMP/mqueue"
	cat >"$TMP/queues" <<-'E'
		mount -t mqueue none "$1" || exit 4
		touch "$1/cgpong-0"
		"$2"/cgpong-mq-pingpong --no-count -d 20ms -w 0 -r 1 -n 8 -q || exit 1
		ls "$1"
	E
	run -0 --separate-stderr unshare --mount --ipc sh "$TMP/queues" "$TMP/mqueue" "$BIN"
	show
	[[ ${#lines[@]} == 1 && $output == RESULT* ]]
}

@test "-q prints the RESULT line alone; the last line is RESULT without it, too" {
	workload null -q
	measured
	[[ ${#lines[@]} == 1 ]]
	workload null
	measured
	[[ ${#lines[@]} -gt 5 ]]
}

@test "progress: on stderr, when asked for or on a terminal, never on stdout" {
	workload null -q --progress=always -g inherit
	show
	[[ $status == 0 && ${#lines[@]} == 1 ]]
	[[ $stderr == *"null: inherit: round 2 of 2"* ]]
	workload null -q --progress=auto
	measured
	workload null -q --progress=never
	measured
	need script
	export TERM=xterm
	script -qec "'$BIN/cgpong-null' --no-count -d 20ms -w 0 -r 2 -g inherit -q" "$TMP/typescript" >/dev/null
	grep -q "null: inherit: round 1 of 2" "$TMP/typescript"
	script -qec "'$BIN/cgpong-null' --progress=never --no-count -d 20ms -w 0 -r 2 -g inherit -q" "$TMP/typescript" >/dev/null
	run -1 grep "round 1 of 2" "$TMP/typescript"
}

@test "stdout closed" {
	run --separate-stderr sh -c '"$@" >&-' sh "$BIN/cgpong-null" "${QUICK[@]}"
	refused 1 "stdout is closed"
	run --separate-stderr sh -c '"$@" >&-' sh "$BIN/cgpong-null" "${QUICK[@]}" -o "$TMP/r.json"
	refused 1 "stdout is closed"
	[[ ! -e $TMP/r.json ]]
	run --separate-stderr sh -c '"$@" >&-' sh "$BIN/cgpong-null" --help
	refused 1 "stdout is closed"
}

@test "stdout on a full disk" {
	run --separate-stderr sh -c '"$@" >/dev/full' sh "$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}"
	refused 1 "write to stdout: No space left on device"
	run --separate-stderr sh -c '"$@" >/dev/full' sh "$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}" -o -
	refused 1 "write the results to stdout: No space left on device"
	run --separate-stderr sh -c '"$@" >/dev/full' sh "$BIN/cgpong-null" --help
	refused 1 "No space left on device"
	run --separate-stderr sh -c '"$@" >/dev/full' sh "$BIN/cgpong-null" --describe
	refused 1 "No space left on device"
}

@test "a reader that leaves early does not cost the results file" {
	run --separate-stderr bash -c '"$@" | true' sh "$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}" -o "$TMP/r.json"
	show
	[[ $(json "$TMP/r.json" 'r["error"]') == None ]]
}

@test "stdin and stderr closed" {
	run -0 sh -c '"$@" <&- 2>&-' sh "$BIN/cgpong-tcp-rr" -d 20ms -w 0 -r 1 "${UNDER[@]}" -q
	[[ ${#lines[@]} == 1 && $output == "RESULT workload=tcp-rr status=measured "* ]]
}

@test "--json to stdout is JSON and nothing else" {
	local to
	for to in - /dev/stdout; do
		workload null -o $to
		show
		[[ $status == 0 && -z $stderr ]]
		echo "$output" >"$TMP/out.json"
		[[ $(json "$TMP/out.json" 'r["schema"]') == cgpong/1 ]]
		echo before >"$TMP/appended"
		"$BIN/cgpong-null" "${QUICK[@]}" "${UNDER[@]}" -o $to >>"$TMP/appended"
		[[ $(head -n 1 "$TMP/appended") == before ]]
		tail -n +2 "$TMP/appended" >"$TMP/out.json"
		[[ $(json "$TMP/out.json" 'r["schema"]') == cgpong/1 ]]
	done
	[[ ! -f /dev/stdout || -L /dev/stdout ]]
}

@test "--json where nothing can be written: told before anything is measured" {
	workload null -o "$TMP/no/such/directory.json"
	refused 1 "No such file or directory"
	workload null -o "$TMP"
	refused 1 "Is a directory"
	workload null -o ''
	refused 64 "--json: no file given"
	workload null -o /etc/passwd/x
	refused 1 "--json /etc/passwd/x: "
}

@test "--json to a full device: the results are still printed" {
	workload null -o /dev/full
	show
	[[ $status == 1 && ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == *"write /dev/full: No space left on device" ]]
	[[ ${lines[-1]} == RESULT* ]]
}

@test "--json to a full disk: what was there stays, and no half file" {
	need_namespace --mount
	mkdir "$TMP/disk"
	cat >"$TMP/full" <<-'E'
		mount -t tmpfs -o size=16k none "$1" || exit 4
		echo precious >"$1/r.json"
		head -c 12k /dev/zero >"$1/ballast" 2>&-
		cd "$1"
		"$2"/cgpong-null --no-count -d 20ms -w 0 -r 20 -g inherit,inherit -q -o "$1/r.json" >/dev/null
		echo "exit $?"
		ls "$1"
		cat "$1/r.json"
	E
	run --separate-stderr unshare --mount sh "$TMP/full" "$TMP/disk" "$BIN"
	drop_warnings_of_times
	show
	[[ ${#stderr_lines[@]} == 1 && $stderr == *"r.json: No space left on device"* ]]
	[[ $output == $'exit 1\nballast\nr.json\nprecious' ]]
}

@test "--json through a symbolic link leaves the link" {
	echo old >"$TMP/target.json"
	ln -s target.json "$TMP/link.json"
	workload null -o "$TMP/link.json"
	measured
	[[ -L $TMP/link.json ]]
	[[ $(json "$TMP/target.json" 'r["workload"]') == null ]]
}
