#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# front.bats - the front end: list, run, doctor, sweep, help; their output and exit codes.

load common

CGPONG=$BIN/cgpong

# front WORD... - run the front end, stdout and stderr apart.
front() {
	run --separate-stderr timeout --kill-after=5 60 "$CGPONG" "$@"
	drop_warnings_of_times
}

# A workload made of a few lines of shell, found in PATH. One op is nothing at all; what it says of
# --size 1 is measured, 2 skipped, 3 fails while it runs, 4 hangs until it is told to end.
make_fake() {
	mkdir -p "$TMP/path"
	cat >"$TMP/path/cgpong-fake" <<'END'
#!/bin/bash
about='{"name": "fake", "summary": "does nothing", "op": "nothing"}'
walks=0
while [[ $# -gt 0 ]]; do
	case $1 in
	--describe) echo "$about"; exit ;;
	--check) check=1 ;;
	--json) json=$2; shift ;;
	--size) size=$2; shift ;;
	--size=*) size=${1#*=} ;;
	*) echo "cgpong-fake: no option $1" >&2; exit 64 ;;
	esac
	shift
done
if [[ $size == 2 ]]; then
	echo "warning: not the reason" >&2
	echo "cgpong-fake: skipped: two is not to be had (take another)" >&2
	exit 4
fi
[[ -z $check ]] || exit 0
((size == 3)) && exit 1
if ((size == 4)); then
	trap 'touch "$FAKE_ENDED"; exit 1' TERM
	while :; do sleep 0.05; done
fi
((size >= 100 && size <= 300)) && walks=1.02
[ "$json" != - ] || json=/dev/stdout
cat >"$json" <<RESULT
{"schema": "cgpong/1", "contexts": [{"cgroup": "leaf",
 "summary": {"ops_per_sec": {"median": ${size}5, "low": ${size}1, "high": ${size}9}},
 "counts": {"valid": true, "events": {"charge_walk": {"per_op": $walks},
  "stock_drain": {"per_op": null}, "charge": {"per_op": 0.5}}}}]}
RESULT
END
	chmod +x "$TMP/path/cgpong-fake"
	export PATH=$TMP/path:$PATH FAKE_ENDED=$TMP/ended
}

# row N FIELD... - line N of stdout has just these words.
row() {
	local words
	read -ra words <<<"${lines[$1]}"
	shift
	[[ ${words[*]} == "$*" ]]
}

# ---- Words ----

@test "without a command: usage on stderr, 64" {
	front
	# shellcheck disable=SC2154	# bats sets it
	[[ $status == 64 && -z $output && ${stderr_lines[0]} == "Usage: cgpong "* ]]
}

@test "help, --help, --version, and help of each command" {
	local command
	for command in --help -h help; do
		front $command
		[[ $status == 0 && ${lines[0]} == "Usage: cgpong "* && -z $stderr ]]
	done
	front --version
	[[ $status == 0 && $output =~ ^cgpong\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
	for command in list run doctor sweep help; do
		front "$command" --help
		[[ $status == 0 && ${lines[0]} == "Usage: cgpong $command"* ]]
		front help "$command"
		[[ $status == 0 && ${lines[0]} == "Usage: cgpong $command"* ]]
	done
	front help null
	[[ $status == 0 && ${lines[0]} == "Usage: cgpong-null "* ]]
}

@test "unknown commands and arguments: one line, 64" {
	front frobnicate
	refused 64 "no command 'frobnicate'"
	front list --nonsense
	refused 64 "'--nonsense'"
	front doctor everything
	refused 64 "'everything'"
	front help null null
	refused 64 "one command or workload"
}

# ---- list ----

@test "list names every workload once, with summary and op, and nothing else" {
	local program name
	front list
	[[ $status == 0 && -z $stderr ]]
	for program in "$BIN"/cgpong-*; do
		name=${program##*/cgpong-}
		[[ $(grep -c "^$name  .*  op: [a-z]" <<<"$output") == 1 ]]
	done
	[[ $output != *liar* ]]
}

@test "list --json is what the workloads say of themselves" {
	front list --json
	[[ $status == 0 ]]
	echo "$output" >"$TMP/list.json"
	[[ $(json "$TMP/list.json" 'r["schema"]') == cgpong-list/1 ]]
	[[ $(json "$TMP/list.json" '[w["op"] for w in r["workloads"] if w["name"] == "tcp-rr"]') == "['round trip']" ]]
	[[ $(json "$TMP/list.json" '[o["name"] for w in r["workloads"] if w["name"] == "tcp-rr" for o in w["options"]][:2]') == "['size', 'reply-size']" ]]
}

@test "list finds workloads in PATH, and says which programs are none" {
	make_fake
	printf '#!/bin/sh\necho what?\n' >"$TMP/path/cgpong-babble"
	printf '#!/bin/sh\necho cgpong-broken: no library >&2\nexit 127\n' >"$TMP/path/cgpong-broken"
	printf '#!/bin/sh\n' >"$TMP/path/cgpong-plain-file"
	chmod +x "$TMP"/path/cgpong-b*
	front list
	show
	[[ $status == 0 ]]
	[[ $(grep -c '^fake .*does nothing .*op: nothing$' <<<"$output") == 1 ]]
	[[ $output != *babble* && $output != *broken* && $output != *plain-file* ]]
	[[ $stderr == *"$TMP/path/cgpong-babble is not listed: its answer"* ]]
	[[ $stderr == *"$TMP/path/cgpong-broken is not listed: "*"status 127: no library"* ]]
	[[ ${#stderr_lines[@]} == 2 ]]
}

@test "output that is lost is a failure" {
	local command
	for command in list "list --json" "doctor --json" --version; do
		run --separate-stderr bash -c "'$CGPONG' $command >/dev/full"
		[[ $status == 1 && $stderr == *"No space left on device"* ]]
	done
}

@test "the two options of list, in any order" {
	front list --recipes --json
	local one=$output
	front list --json --recipes
	[[ $status == 0 && $output == "$one" && $output == "["* ]]
}

# ---- survey ----

@test "survey finds the programs beside cgpong, and a signal leaves nothing of it" {
	mkdir "$TMP/tmp"
	run --separate-stderr env -i TMPDIR="$TMP/tmp" "$CGPONG" survey \
		--skip "$("$CGPONG" list | awk '$1 != "null" { printf "%s ", $1 }')" -r 2 -d 20ms -w 0 -g inherit
	[[ $status == 0 && ${#lines[@]} == 2 && ${lines[1]} == "null "* ]]
	local number
	for number in INT TERM HUP; do
		run timeout -s "$number" 1 env TMPDIR="$TMP/tmp" "$CGPONG" survey -r 20 -d 1s -g inherit
		[[ $status == 124 ]]
	done
	[[ -z $(ls "$TMP/tmp") ]]
}

# ---- run ----

@test "run is the workload: its output, its exit codes" {
	front run null "${QUICK[@]}" "${UNDER[@]}" --cgroup inherit
	measured
	front run null --size 1
	refused 64 "--size"
	front run
	refused 64 "which workload"
}

@test "run of an unknown workload names the nearest" {
	front run tcp-r
	refused 64 "'tcp-r' (nearest: "
	[[ $stderr == *tcp-rr* && $stderr != *page-fault* ]]
	front run sctp-rrr
	refused 64 "(nearest: sctp-rr"
	front run xyzzy
	refused 64 "see cgpong list"
	front run ../bin/cgpong-null
	refused 64 "no workload"
}

# ---- doctor ----

@test "doctor looks at everything, and every gap has its cure" {
	local name
	front doctor --json
	[[ $status == 0 ]]
	echo "$output" >"$TMP/doctor.json"
	[[ $(json "$TMP/doctor.json" 'r["schema"]') == cgpong-doctor/1 ]]
	for name in kernel cgroup "cgroup trees" "root memcg" counts cycles profile cpus cross-node \
		"memory of nodes" smt sctp mqueue io_uring "open files" "numa balancing" governor \
		thp /dev/shm null page-fault sctp-rr; do
		[[ $(json "$TMP/doctor.json" "[f['what'] for f in r['findings']].count('$name')") == 1 ]]
	done
	# A workload's reason has its cure in itself. Some events exist on no kernel of a kind.
	run json "$TMP/doctor.json" '[f for f in r["findings"] if f["state"] != "ok"
		and not f["cure"] and "(" not in f["detail"]]'
	echo "$output"
	[[ $output == "[]" ]]
}

@test "doctor prints a line for each" {
	local line
	front doctor
	[[ $status == 0 && -z $stderr ]]
	[[ ${#lines[@]} -gt 20 ]]
	for line in "${lines[@]}"; do
		[[ $line =~ ^(ok|warn|no)\ +[^\ ].*\ —\  ]]
	done
	[[ $output == *"— $(uname -r) "* ]]
}

@test "doctor without any privilege still looks" {
	need_nobody
	run --separate-stderr "${NOBODY[@]}" "$CGPONG" doctor
	show
	[[ $status == 0 && ${#lines[@]} -gt 20 ]]
	[[ $output == *$'\nno    cgroup trees'* ]]
	[[ $output == *$'\nno    counts '* ]]
}

@test "doctor does not judge a hierarchy that something else is mounted over" {
	need_namespace -m
	[[ $VERSION == 1 ]] || skip "cgroup v2 has no kmem files to look for"
	# shellcheck disable=SC2016
	run --separate-stderr unshare -m sh -c 'mount -t tmpfs none "$1" && "$2" doctor' - "${MOUNT%/*}" "$CGPONG"
	[[ $status == 0 && $output == *"kernel memory"*"not known: there is no $MOUNT/"* ]]
}

@test "doctor sees CPUs that are kept from us" {
	[[ $(nproc) -gt 1 ]] || skip "needs two CPUs"
	need taskset
	local cpu
	cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
	run --separate-stderr taskset -c "$cpu" "$CGPONG" doctor
	[[ $status == 0 ]]
	[[ $output =~ warn\ +cpus\ +—\ 1\ may\ be\ used\ \($cpu\) ]]
}

@test "doctor says why a workload cannot run, and which has gone wrong" {
	make_fake
	# shellcheck disable=SC2016	# for the program
	printf '#!/bin/sh\n[ "$1" = --check ] && exit 4\n' >"$TMP/path/cgpong-mute"
	cat >"$TMP/path/cgpong-poor" <<-'END'
		#!/bin/sh
		[ "$1" = --describe ] && echo '{"name": "poor", "summary": "s", "op": "o"}' && exit
		echo "cgpong-poor: skipped: no coin (earn one)" >&2
		exit 4
	END
	chmod +x "$TMP"/path/*
	front doctor
	show
	[[ $status == 0 ]]
	[[ $output =~ no\ +poor\ +—\ no\ coin\ \(earn\ one\) ]]
	[[ $output =~ ok\ +fake\ +—\ can\ run ]]
	[[ $output =~ warn\ +mute\ +— ]]
}

# ---- sweep ----

@test "sweep prints a row a step, marks the range, collects the results" {
	make_fake
	front sweep fake --size 50..400 --json "$TMP/sweep.json"
	show
	[[ $status == 0 && -z $stderr ]]
	row 0 "fake by size: ops/sec (median, 95 % interval), charge-path calls per op"
	row 1 "size context ops/sec from to charge_walk uncharge_walk charge objcg_drain"
	row 2 "50 leaf 505.0 501.0 509.0 0.00 n/a 0.50 n/a"
	row 3 "100 leaf 1005 1001 1009 1.02 n/a 0.50 n/a"
	row 4 "200 leaf 2005 2001 2009 1.02 n/a 0.50 n/a"
	row 5 "400 leaf 4005 4001 4009 0.00 n/a 0.50 n/a"
	[[ ${lines[6]} == "charge_walk: 1.02 per op from size 100 to 200 (0.00 at 50, 0.00 at 400), below 0.25 elsewhere" ]]
	[[ ${#lines[@]} == 7 ]]
	[[ $(json "$TMP/sweep.json" 'r["schema"], r["workload"], r["option"], r["interrupted"]') == "('cgpong-sweep/1', 'fake', 'size', False)" ]]
	[[ $(json "$TMP/sweep.json" '[(s["value"], s["exit_code"], s["why"]) for s in r["steps"]]') == "[(50, 0, None), (100, 0, None), (200, 0, None), (400, 0, None)]" ]]
	[[ $(json "$TMP/sweep.json" 'r["steps"][1]["result"]["schema"]') == cgpong/1 ]]
}

@test "sweep marks a range by value, in whatever order it was measured" {
	make_fake
	front sweep fake --size=400,100,50,300,250 --events charge_walk
	[[ $status == 0 ]]
	row 1 "size context ops/sec from to charge_walk"
	[[ ${lines[-1]} == "charge_walk: 1.02 per op from size 100 to 300 (0.00 at 50, 0.00 at 400), below 0.25 elsewhere" ]]
}

@test "sweep goes on after steps that are skipped or fail" {
	make_fake
	front sweep fake --size 1..3+1 -o "$TMP/sweep.json"
	show
	[[ $status == 1 ]]
	row 2 "1 leaf 15.00 11.00 19.00 0.00 n/a 0.50 n/a"
	row 3 "2 skipped: two is not to be had (take another)"
	row 4 "3 failed: no results, exit status 1"
	[[ $(json "$TMP/sweep.json" '[(s["exit_code"], s["result"] is None) for s in r["steps"]]') == "[(0, False), (4, True), (1, True)]" ]]
	front sweep fake --size 2,1
	[[ $status == 0 ]]
	front sweep fake --size 2,2
	[[ $status == 4 && ${#lines[@]} == 2 ]]
}

@test "sweep on a signal: the workload is told, what is there is written, 1" {
	make_fake
	mkdir "$TMP/tmp"
	TMPDIR=$TMP/tmp "$CGPONG" sweep fake --size 1,4,5 -o "$TMP/sweep.json" >"$TMP/out" 2>"$TMP/err" 3>&- &
	local pid=$! tries status=0
	for ((tries = 0; tries < 100; tries++)); do
		grep -q '^ *1 ' "$TMP/out" && break
		sleep 0.1
	done
	sleep 0.3
	kill -TERM "$pid"
	wait "$pid" || status=$?
	cat "$TMP/out" "$TMP/err"
	[[ $status == 1 && -e $FAKE_ENDED ]]
	grep -q '^ *1  leaf ' "$TMP/out"
	grep -q '^cgpong: interrupted by SIGTERM$' "$TMP/err"
	[[ -z $(ls -A "$TMP/tmp") ]]
	[[ $(json "$TMP/sweep.json" 'r["interrupted"], [s["value"] for s in r["steps"]]') == "(True, [1, 4])" ]]
}

@test "sweep leaves no file behind" {
	make_fake
	mkdir "$TMP/tmp"
	TMPDIR=$TMP/tmp front sweep fake --size 1,2,3
	[[ $status == 1 ]]
	[[ -z $(ls -A "$TMP/tmp") ]]
}

@test "sweep of a real workload, in contexts with a depth" {
	need_cgroups
	front sweep pipe-pingpong "${QUICK[@]}" "${UNDER[@]}" --place same-cpu --cgroup leaf,deep:1..3 \
		-o "$TMP/sweep.json"
	show
	[[ $status == 0 && -z $stderr ]]
	[[ $(json "$TMP/sweep.json" '[s["value"] for s in r["steps"]]') == "['deep:1', 'deep:2', 'deep:3']" ]]
	[[ $(json "$TMP/sweep.json" '[c["cgroup"] for c in r["steps"][1]["result"]["contexts"]]') == "['leaf', 'deep:2']" ]]
	[[ $(grep -c '^ *deep:3  deep:3 ' <<<"$output") == 1 ]]
	[[ $(grep -c '^ *deep:3  leaf ' <<<"$output") == 1 ]]
	nothing_left
}

@test "sweep of percentages and of listed words" {
	local cpus
	cpus=$(nproc)
	front sweep null "${QUICK[@]}" --cgroup inherit -n 1..200% -o "$TMP/sweep.json"
	[[ $status == 0 ]]
	[[ $(json "$TMP/sweep.json" 'r["option"], r["steps"][0]["value"], r["steps"][-1]["value"]') == "('nr', 1, $((2 * cpus)))" ]]
	[[ $(json "$TMP/sweep.json" 'r["steps"][-1]["result"]["instances"]') == $((2 * cpus)) ]]
	front sweep null "${QUICK[@]}" --cgroup inherit --place={} --values none,same-cpu -o "$TMP/sweep.json"
	[[ $status == 0 ]]
	[[ $(json "$TMP/sweep.json" '[(s["value"], s["result"]["options"]["place"]) for s in r["steps"]]') == "[('none', 'none'), ('same-cpu', 'same-cpu')]" ]]
}

@test "sweep refuses what it cannot vary, before anything runs" {
	front sweep
	refused 64 "which workload"
	front sweep tcp-r --nr 1..2
	refused 64 "nearest: "
	front sweep null
	refused 64 "no option has a range"
	front sweep null --nr 4
	refused 64 "no option has a range"
	front sweep null --nr 1..4 --rounds 1..2
	refused 64 "--nr and --rounds vary"
	front sweep null --nr 1..4x
	refused 64 "--nr 1..4x: '4x' is not a number"
	front sweep null --nr 4..1
	refused 64 "--nr 4..1"
	front sweep null --rounds 1..200%
	refused 64 "'200%' is not a number"
	front sweep null 1..4
	refused 64 "'1..4' belongs to no option"
	front sweep null -- 1..4
	refused 64 "'1..4' belongs to no option"
	front sweep null --place {}
	refused 64 "needs --values"
	front sweep null --nr 1..4 --values 1,2
	refused 64 "--values goes with"
	front sweep null --place {} --values same-cpu,,none
	refused 64 "an empty value"
	front sweep null --nr 1..4 --events walks
	refused 64 "'walks' is no charge-path event"
	front sweep null --nr 1..4 --json
	refused 64 "--json needs a value"
	front sweep null --nr 1..4000+1
	refused 64 "more than 1000 steps"
	# What the workload itself refuses, even for a later step only.
	front sweep null --rounds 1..200000
	refused 64 "--rounds: '131072' is not a number from 1 to 100000"
	front sweep null --nr 1..2 --mode=sideways
	refused 64 "'sideways'"
	front sweep null --nr 1..2 --js "$TMP/x"
	refused 64 "--json is for a run by itself"
	front sweep null --nr 1..2 --check
	refused 64 "--check is for a run by itself"
	front sweep null --nr 1..2 --json "$TMP/no/such/directory.json"
	refused 1 "No such file or directory"
}

@test "sweep whose results are lost has failed" {
	make_fake
	front sweep fake --size 1,5 --json /dev/full
	[[ $status == 1 && $stderr == *"No space left on device"* ]]
	run --separate-stderr bash -c "'$CGPONG' sweep fake --size 1,5 >/dev/full"
	[[ $status == 1 && $stderr == *"No space left on device"* ]]
	front sweep fake --size 1,5 --json -
	[[ $status == 0 ]]
	echo "$output" >"$TMP/sweep.json"
	[[ $(json "$TMP/sweep.json" 'len(r["steps"])') == 2 ]]
}
