#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# Asked to end, or killed: what was measured is reported, and nothing is left.

load common

# How long ending may take here. The contract says 2 s; a busy machine may add to it.
BOUND_MS=5000

now_ms() {
	date +%s%3N
}

# wait_for FILE TEXT - until a file of progress has the text.
wait_for() {
	local tries
	for ((tries = 0; tries < 500; tries++)); do
		grep -aq "$2" "$1" 2>/dev/null && return
		sleep 0.02
	done
	echo "no '$2' in $1:"
	cat "$1"
	return 1
}

# start NAME [OPTION...] - in the background, with the paths of its output in $TMP.
start() {
	local name=$1
	shift
	rm -f "$TMP"/{out,err,r.json}
	"$BIN/cgpong-$name" --no-count -w 0 --progress=always "${UNDER[@]}" -o "$TMP/r.json" "$@" \
		>"$TMP/out" 2>"$TMP/err" &
	RUN=$!
}

# ended_by SIGNAL SINCE - the run, told so at that time, ends soon with exit 1 and its results.
ended_by() {
	local signal=$1 began=$2 code=0 took rounds
	wait $RUN || code=$?
	took=$(($(now_ms) - began))
	echo "exit $code after $took ms"
	cat "$TMP/out" "$TMP/err"
	[[ $code == 1 ]]
	((took < BOUND_MS))
	grep -aq "interrupted by $signal" "$TMP/err"
	rounds=$(rounds_so_far)
	((rounds >= 1))
	[[ $(tail -n 1 "$TMP/out") == "RESULT workload="*" status=failed "*" rounds=$rounds "* ]]
	[[ $(json "$TMP/r.json" 'r["error"]["exit_code"], r["error"]["text"]') == "(1, 'interrupted by $signal')" ]]
	nothing_left
}

rounds_so_far() {
	json "$TMP/r.json" 'min(len(c["rounds"]) for c in r["contexts"])'
}

# interrupt SIGNAL - in the middle of the second round, or of a later one if we are slow.
interrupt() {
	local signal=$1 began mode
	for mode in process thread; do
		start tcp-rr -n 4 -m $mode -d 500ms -r 1000
		wait_for "$TMP/err" "round 2 of"
		began=$(now_ms)
		kill -"$signal" $RUN
		ended_by "SIG$signal" "$began"
	done
}

@test "SIGINT in the middle of a round" {
	interrupt INT
}

@test "SIGTERM in the middle of a round" {
	interrupt TERM
}

@test "SIGHUP in the middle of a round" {
	interrupt HUP
}

@test "a round of any length is not waited for" {
	local began code=0
	start null -d 1h -r 2 -n 2
	wait_for "$TMP/err" "round 1 of"
	began=$(now_ms)
	kill $RUN
	wait $RUN || code=$?
	(($(now_ms) - began < BOUND_MS))
	[[ $code == 1 ]]
	nothing_left
}

@test "SIGTERM before anything is measured: no results" {
	start null -d 10s -r 2
	wait_for "$TMP/err" "round 1 of"
	kill $RUN
	local code=0
	wait $RUN || code=$?
	[[ $code == 1 && ! -s $TMP/out ]]
	grep -aq "interrupted by SIGTERM" "$TMP/err"
	[[ $(json "$TMP/r.json" 'r["contexts"][0]["rounds"]') == "[]" ]]
	nothing_left
}

@test "SIGTERM while 200 workers are being started" {
	local delay code
	for delay in 0.01 0.03 0.06; do
		start pipe-pingpong -n 100 -d 10s -r 2
		sleep $delay
		kill $RUN
		code=0
		wait $RUN || code=$?
		# Before the run began, the signal has its default effect, and nothing was made yet.
		[[ $code == 1 || $code == 143 ]]
		nothing_left
	done
}

@test "asked twice in a row, it still reports" {
	local began
	start tcp-rr -d 300ms -r 1000
	wait_for "$TMP/err" "round 2 of"
	began=$(now_ms)
	kill -INT $RUN
	# It may have ended before it is asked again.
	kill -INT $RUN || true
	kill -TERM $RUN || true
	ended_by SIGINT "$began"
}

@test "^C on a terminal reaches the run, not its workers" {
	need python3
	"$PYTHON" - "$BIN/cgpong-tcp-rr" "$TMP" "${UNDER[@]}" <<-'E'
	import os, pty, sys, time
	program, tmp, *under = sys.argv[1:]
	pid, terminal = pty.fork()
	if pid == 0:
	    os.execv(program, [program, '--no-count', '-d', '300ms', '-w', '0', '-r', '1000', '-n', '2',
	                       '-o', tmp + '/r.json', *under])
	seen, began = b'', 0.0
	while True:
	    try:
	        seen += os.read(terminal, 4096)
	    except OSError:  # its last descriptor was closed
	        break
	    if not began and b'round 2 of' in seen:
	        began = time.monotonic()
	        os.write(terminal, b'\x03')
	status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
	took = time.monotonic() - began
	print(seen.decode(errors='replace'))
	assert status == 1, status
	assert took < 5, took
	assert b'interrupted by SIGINT' in seen and b'RESULT workload=tcp-rr status=failed' in seen
	E
	[[ $(json "$TMP/r.json" 'r["error"]["text"]') == "interrupted by SIGINT" ]]
	nothing_left
}

@test "nohup: a hangup is not heard" {
	need nohup
	nohup "$BIN/cgpong-null" --no-count -w 0 --progress=always "${UNDER[@]}" -d 400ms -r 2 \
		>"$TMP/out" 2>"$TMP/err" &
	local run=$!
	wait_for "$TMP/err" "round 1 of"
	kill -HUP $run
	wait $run
	grep -q "RESULT workload=null status=measured" "$TMP/out"
}

@test "started by one who ignores SIGCHLD, a death is noticed all the same" {
	run --separate-stderr timeout 20 sh -c 'trap "" CHLD; exec "$@"' sh "$TEST_BIN/cgpong-liar" "${QUICK[@]}" \
		"${UNDER[@]}" --lie die --at 1000 --stuck 1m -q
	show
	[[ $status == 1 && $stderr == *"died: Aborted"* ]]
}

@test "kill -9 of the parent: the workers die with it, in both modes" {
	local mode tries
	for mode in process thread; do
		start tcp-rr -m $mode -n 4 -d 10s -r 2 -g inherit${PARENT:+,leaf}
		wait_for "$TMP/err" "round 1 of"
		[[ $(marked_processes | wc -l) -gt 1 ]]
		kill -9 $RUN
		wait $RUN || true
		for ((tries = 0; tries < 100; tries++)); do
			[[ -z $(marked_processes) ]] && break
			sleep 0.02
		done
		[[ -z $(marked_processes) ]]
		[[ ! -e $TMP/r.json && ! -e $TMP/r.json.cgpong-tmp ]]
	done
	# What is left of cgroups, the next run clears.
	workload null
	measured
	nothing_left
}
