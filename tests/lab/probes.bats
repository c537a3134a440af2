#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# probes.bats - counting is exact, cheap and repeatable, leaves nothing behind and everything of others as it
# was, and where it is not possible the rest of a run is.

load common

setup_file()
{
	boot probes probes --nodes 2
	boot sixteen sixteen --cpus 16
	boot locked locked --append lockdown=confidentiality
}

# spread_below LIMIT NAME...: the figures of all contexts of these runs, event by event, differ by less.
# The kernel flushes statistics by timer, however long the ops take.
spread_below()
{
	(cd "$results" && python3 - "$@") <<-'EOF'
	import json, sys

	counts = [c["counts"] for name in sys.argv[2:] for c in json.load(open(name + ".json"))["contexts"]]
	assert len(counts) == 10, len(counts)
	bad = 0
	for event in counts[0]["events"]:
	    figures = [c["events"][event]["per_op"] for c in counts]
	    if event == "stat_flush" or figures == [None] * 10:
	        continue
	    if max(figures) - min(figures) >= float(sys.argv[1]):
	        print(event, figures)
	        bad = 1
	sys.exit(bad)
	EOF
}

# uncounted NAME TEXT: timed rounds, no counts, and one warning, which says TEXT.
uncounted()
{
	holds "$1" 'all(len(c["rounds"]) == 2 and c["counts"] is None for c in r["contexts"])'
	[ "$(grep -c 'the charge path is not counted' "$results/$1.err")" -eq 1 ]
	says "$1.err" "$2"
}

@test "ten counted rounds differ by less than 0.02 calls per op" {
	from probes
	for workload in tcp-rr mq-pingpong; do
		exits repeat-$workload-1 0
		exits repeat-$workload-2 0
		spread_below 0.02 repeat-$workload-1 repeat-$workload-2
	done
}

@test "a run leaves nothing in tracefs, and somebody else's probes and instance as they were" {
	from probes
	grep -Fx 'p:mine/charge try_charge_memcg' "$results/left.before"
	for end in run-1 run-2 profile; do
		same left.before left.$end
	done
	# Theirs counts what ours counts: two pages for each round trip of 2 runs of 5 contexts of 2000 ops.
	[ "$(cat "$results/foreign.after")" -gt 39000 ]
}

@test "a signal while probes are on: nothing left" {
	from probes
	for signal in INT TERM HUP; do
		exits signal-$signal 1
		says signal-$signal.err "interrupted by SIG$signal"
		same left.before left.signal-$signal
	done
}

@test "kill -9 while probes are on: the next run removes what was left, and only that" {
	from probes
	grep -q '^cgpong\.' "$results/killed.instances"
	[ "$(cat "$results/killed.events")" -gt 0 ]
	exits after-killed 0
	# What the killed one left is no company.
	! grep 'other-count' "$results/after-killed.err" || false
	same left.before left.killed
}

@test "two at once: both finish with their own events, nothing left" {
	from probes
	# An op of null is so short that whatever else is counted vanishes.
	holds two-long 'largest("leaf") < 0.02'
	holds two-short 'near(per_op("leaf", "objcg_refill"), 2)'
	same left.before left.two
	# Counts are of the whole kernel: each says that the other was there, also the one that outlasts it.
	for name in two-long two-short; do
		[ "$(grep -c 'another cgpong, pid [0-9]*, ran while this one counted.*\[other-count\]$' "$results/$name.err")" -eq 1 ]
	done
	holds both-a 'context("leaf")["counts"]["ops"] == 300'
	holds both-b 'context("leaf")["counts"]["ops"] == 300'
	same left.before left.both
}

@test "a quiet guest: counted alone, nothing to warn of but the few rounds" {
	from probes
	exits alone 0
	cat "$results/alone.err"
	! grep -E '^warning: ' "$results/alone.err" | grep -vE '\[(few-rounds|numa-balancing)\]$' || false
	# Somebody charges all the time while we count.
	exits noisy 0
	says noisy.err '[background]'
}

@test "a profile: samples, the hottest functions, the share of the charge path" {
	from probes
	for name in root leaf; do
		holds profile "context('$name')['profile']['samples'] > 50"
		holds profile "0 <= context('$name')['profile']['charge_path_share'] < 0.5"
		holds profile "1 <= len(context('$name')['profile']['top']) <= 10"
		holds profile "sum(f['share'] for f in context('$name')['profile']['top']) <= 1.0001"
	done
}

@test "without tracefs, with it read-only, with probes switched off, as nobody: timed all the same" {
	from probes
	uncounted unmounted 'mount -t tracefs nodev /sys/kernel/tracing'
	uncounted read-only 'mount -o remount,rw'
	uncounted disabled 'sysctl kernel.ftrace_enabled=1'
	uncounted nobody 'run as root'
}

@test "asked to count where that is not possible: the same" {
	from probes
	uncounted unmounted-count 'mount -t tracefs'
	from locked
	uncounted count lockdown=none
}

@test "lockdown, from the start or later: timed all the same, with the reason" {
	from probes
	uncounted locked-later lockdown=none
	from locked
	grep -qF '[confidentiality]' "$results/lockdown"
	uncounted default lockdown=none
}

@test "16 CPUs: no descriptor for each event and CPU" {
	from sixteen
	[ "$(cat "$results/counted.fds")" -le $(($(cat "$results/timed.fds") + 4)) ]
}

@test "16 CPUs: the probes are there within two seconds" {
	from sixteen
	local limit=200 speed

	# Reading the symbols takes 0.2 s or less on an idle machine. On a busy one everything takes longer.
	speed=$(sort -n "$results/speed" | head -n 1)
	[ "$speed" -le 20 ] || limit=$((10 * speed))
	echo "symbols $speed, limit $limit, probes:"
	cat "$results/cost"
	[ "$(wc -l <"$results/cost")" -eq 3 ]
	[ "$(sort -n "$results/cost" | head -n 1)" -lt "$limit" ]
}

@test "16 CPUs: sixteen pairs counted at once" {
	from sixteen
	holds all 'r["instances"] == 16 and context("leaf")["counts"]["ops"] == 1600'
	holds all 'near(per_op("leaf", "objcg_refill"), 2)'
}
