#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# A workload that goes wrong ends the run in bounded time, with the reason and the rounds so far.

load common

# Long enough that a worker of a busy machine is not taken for a stuck one.
STUCK=20s

# lie HOW MODE [OPTION...] - tell it. It comes in bounded time.
lie() {
	local how=$1 mode=$2
	shift 2
	SECONDS=0
	workload liar -m "$mode" --stuck $STUCK --lie "$how" -o "$TMP/r.json" "$@"
	show
	((SECONDS < 30))
}

# failed WORDS - exit 1 and one line, and nothing is left.
failed() {
	[[ $status == 1 ]]
	[[ ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == *"$1"* ]]
	[[ $(json "$TMP/r.json" 'r["error"]["exit_code"]') == 1 ]]
	[[ $(json "$TMP/r.json" 'r["error"]["text"]') == "${stderr#cgpong-liar: }" ]]
	nothing_left
}

both_modes() {
	local mode
	for mode in process thread; do
		"$@" $mode
	done
}

fail() {
	lie fail "$1" --at 50000 -r 1000
	failed "op 50000: Input/output error"
}

@test "an error, with errno" {
	both_modes fail
}

silent() {
	lie silent "$1" --at 50000 -r 1000
	failed "liar failed without saying why"
}

@test "an error without a record" {
	both_modes silent
}

die() {
	lie die "$1" --at 50000 -r 1000
	failed "of instance 0 (pid "
	[[ $stderr == *"died: Aborted"* ]]
}

@test "death by a signal" {
	both_modes die
}

leave() {
	lie exit "$1" --at 50000 -r 1000
	failed "exited with status 3"
}

@test "an exit of its own" {
	both_modes leave
}

hang() {
	lie hang "$1" --at 50000 -r 1000
	failed "member 1 of instance 0 (tid "
	[[ $stderr == *"is stuck: no progress for "*" s (if it is only slow, raise --stuck)" ]]
}

@test "a hang" {
	STUCK=2s
	both_modes hang
}

prepare() {
	lie prepare "$1" -r 2
	failed "is stuck: no progress for "
	[[ -z $output ]]
}

@test "a hang before the first round: nothing to report" {
	STUCK=1s
	both_modes prepare
}

forks() {
	lie fork "$1" --at 1000 -r 3 -g inherit${PARENT:+,leaf}
	[[ $status == 0 ]]
	nothing_left
}

@test "a child that outlives its worker is ended with it" {
	both_modes forks
}

@test "in the second of three instances: it is named" {
	lie fail process --at 1000 --who 1 -n 3 -r 1000
	failed "op 1000"
	lie die process --at 1000 --who 1 -n 3 -r 1000
	failed "member 1 of instance 1 (pid "
	lie hang process --at 1000 --who 2 -n 3 -r 1000 --stuck 1s
	failed "member 1 of instance 2 (tid "
}

@test "the rounds so far are kept and told" {
	QUICK=(--no-count -w 0 -i 1000)
	lie fail process --at 3500 -r 10
	failed "op 3500"
	[[ $(json "$TMP/r.json" '[[x["ops"] for x in c["rounds"]] for c in r["contexts"]]') == "[[1000, 1000, 1000]]" ]]
	[[ ${lines[-1]} == "RESULT workload=liar status=failed instances=1 rounds=3 "* ]]
}

@test "a context that fails does not cost the others' rounds" {
	need_cgroups
	QUICK=(--no-count -w 0 -i 1000)
	# Both contexts lie at the same op; the first to get there is the first of the third pair.
	lie fail process --at 2500 -r 10 -g leaf,inherit
	failed "op 2500"
	[[ $(json "$TMP/r.json" '[len(c["rounds"]) for c in r["contexts"]]') == "[2, 2]" ]]
	[[ $(json "$TMP/r.json" 'r["comparisons"][0]["ratio"] > 0') == True ]]
}

@test "killed for memory: said so" {
	need_cgroups
	local mode
	printf '[small]\nworkers = all\nmemory.max = 16M\n' >"$TMP/small.ini"
	for mode in process thread; do
		lie grow $mode --at 50000 -r 1000 -g "$TMP/small.ini"
		failed "died: Killed, killed for memory: its cgroup ran into its limit"
	done
}
