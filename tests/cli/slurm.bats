#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# `scripts/lab history --slurm` with a real Slurm of two nodes on loopback (../lab/slurm.bash), and the kernels
# and the QEMU made up, as in history.bats. Real kernels, and a node that dies, are in lab/slurm.bats.

load made_up_lab
# shellcheck source=tests/lab/slurm.bash
. "$tree/tests/lab/slurm.bash"

setup_file() {
	# Arrays of three tasks at most.
	cluster_or_reason "$BATS_FILE_TMPDIR/cluster" 4
}

teardown_file() {
	cluster_end
}

setup() {
	[[ -z $no_cluster ]] || skip "$no_cluster"
	make_lab
}

teardown() {
	scancel -u "$(id -un)" 2>/dev/null || true
}

# until COMMAND... - waits until it is so.
until_true() {
	local tries
	for ((tries = 0; tries < 200; tries++)); do
		! "$@" >/dev/null 2>&1 || return 0
		sleep 0.1
	done
	echo "never: $*"
	squeue -r -t all
	return 1
}

# queued STATE N - N tasks are in that state.
queued() {
	[[ $(squeue -h -r -t "$1" -o %K | wc -l) == "$2" ]]
}

no_jobs() {
	[[ -z $(ls "$cache/jobs") ]]
}

@test "one cell a task, in arrays as long as they may be; the table is the one made here" {
	kernel 9.1.1 regressed
	kernel 9.2.1 skipped
	history --slurm --recipe mq-objcg,tcp-trim 9.1 9.2
	[[ $status == 0 && $stderr == *"cells submitted: 4,"* ]]
	booted 4
	no_jobs
	table "kernel mq-objcg tcp-trim" "9.1.1 4.00 regressed 4.00 regressed" "9.2.1 skipped [1] skipped [1]" \
		"[1] no SCTP sockets on this machine"
	# Arrays of three and of one.
	[[ $(squeue -h -r -t all -o %A | sort -u | wc -l) -ge 2 ]]
	XDG_CACHE_HOME=$PWD/other
	mkdir "$XDG_CACHE_HOME"
	mkdir "$XDG_CACHE_HOME/cgpong"
	cp -r "$cache"/{apt,kernels} "$XDG_CACHE_HOME/cgpong/"
	by_slurm=$output
	history --recipe mq-objcg,tcp-trim 9.1 9.2
	booted 2
	[[ $output == "$by_slurm" ]]
}

@test "what is measured, here or there, is not submitted; --again is" {
	kernel 9.1.1 healthy
	history --recipe mq-objcg 9.1
	booted 1
	history --slurm --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 && $stderr == *"cells submitted: 1,"* ]]
	booted 1
	history --slurm --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 && -z $stderr ]]
	booted 0
	echo regressed >"$cache/kernels/9.1.1-cloud-amd64/vmlinuz"
	history --slurm --again --boots 2 --recipe mq-objcg 9.1
	table "kernel mq-objcg" "9.1.1 4.00 regressed 2/2"
	booted 2
}

@test "a guest that dies is said, and why; the next call submits this one only" {
	kernel 9.1.1 panics-in-tcp-trim
	history --slurm --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 1 ]]
	table "kernel mq-objcg tcp-trim" "9.1.1 0.01 healthy failed [1]" "[1] Kernel panic - not syncing: made up"
	[[ ${stderr_lines[-1]} == *"9.1.1 tcp-trim boot 1, task "*": Kernel panic"*"/2.log)" ]]
	log=${stderr_lines[-1]##*(see }
	grep -q "tcp-trim boot 1: failed (Kernel panic" "${log%)}"
	booted 2
	echo healthy >"$cache/kernels/9.1.1-cloud-amd64/vmlinuz"
	history --slurm --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 ]]
	booted 1
	no_jobs
}

@test "a kernel that is not to be had is no task" {
	kernel 9.1.1 healthy
	mkdir empty
	history --slurm --recipe mq-objcg 9.1 ./empty
	[[ $status == 1 ]]
	table "kernel mq-objcg" "9.1.1 0.01 healthy" "./empty failed [1]" "[1] no kernel is in it"
	booted 1
}

@test "a task that is cancelled is said; the next call completes the table" {
	kernel 9.1.1 healthy
	kernel 9.2.1 hangs
	"$lab" history --programs programs --slurm --recipe mq-objcg 9.1 9.2 >out 2>err 3>&- &
	until_true grep -rq healthy "$cache/history"
	until_true queued RUNNING 1
	scancel "$(squeue -h -r -t RUNNING -o %F_%K)"
	status=0
	wait $! || status=$?
	cat out err
	[[ $status == 1 ]]
	output=$(<out) table "kernel mq-objcg" "9.1.1 0.01 healthy" "9.2.1 failed [1]" "[1] Slurm: CANCELLED"
	[[ $(tail -n 1 err) == "lab: 9.2.1 mq-objcg boot 1, task "*"_2: Slurm: CANCELLED (see "*"/2.log)" ]]
	# It was ended, and nothing of it is left.
	run ! grep -lsz "BOOTS=$BOOTS" /proc/[0-9]*/environ --exclude="/proc/$$/environ" --exclude=/proc/self/environ
	: >boots
	history --gather --recipe mq-objcg 9.1 9.2
	[[ $status == 1 && $output == *"[1] Slurm: CANCELLED" ]]
	echo healthy >"$cache/kernels/9.2.1-cloud-amd64/vmlinuz"
	history --slurm --recipe mq-objcg 9.1 9.2
	[[ $status == 0 ]]
	booted 1
	no_jobs
}

@test "--submit-only, and what later calls make of it" {
	kernel 9.1.1 healthy
	history --slurm --submit-only --slurm-options --hold --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 && -z $output ]]
	history --gather --recipe mq-objcg,tcp-trim,depth 9.1
	[[ $status == 1 ]]
	table "kernel mq-objcg tcp-trim depth" "9.1.1 missing [1] missing [1] missing [2]" \
		"[1] Slurm: PENDING" "[2] not measured yet"
	# Not again, not even by --again, but waited for.
	history --slurm --submit-only --again --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 && $stderr == *"cells submitted: 0, with Slurm since before: 2"* ]]
	scontrol release "$(squeue -h -o %F)"
	history --slurm --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 ]]
	table "kernel mq-objcg tcp-trim" "9.1.1 0.01 healthy 0.01 healthy"
	booted 2
	history --recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 ]]
	booted 0
}

@test "interrupted: the tasks go on, and the next call waits for them" {
	kernel 9.1.1 healthy
	env --default-signal=INT "$lab" history --programs programs --slurm --slurm-options=--begin=now+3 \
		--recipe mq-objcg 9.1 >out 2>err 3>&- &
	until_true grep -q "pending" err
	kill -INT $!
	status=0
	wait $! || status=$?
	[[ $status == 130 ]]
	grep -q "the tasks go on: .* scancel [0-9]* ends them" err
	history --slurm --recipe mq-objcg 9.1
	[[ $status == 0 && $stderr == *"cells submitted: 0, with Slurm since before: 1"* ]]
	booted 1
}

@test "options for sbatch, and at most so many at once" {
	kernel 9.1.1 healthy
	history --slurm --submit-only --at-once 1 --slurm-options '--hold --nice=7' --slurm-options '--comment="two words"' \
		--recipe mq-objcg,tcp-trim 9.1
	[[ $status == 0 ]]
	scontrol show job "$(squeue -h -o %F)" >shown
	grep -q 'ArrayTaskThrottle=1' shown
	grep -q 'Comment=two words' shown
	grep -q 'Nice=7' shown
	# Five minutes more than the ten of a guest.
	grep -q 'TimeLimit=00:15:00' shown
}

@test "wrong usage" {
	local words
	kernel 9.1.1 healthy
	# shellcheck disable=SC2089 # a quote that nobody closes
	for words in --submit-only "--at-once 2" "--slurm-options --hold" "--slurm --gather" "--slurm --cells x" \
		"--slurm --at-once 0" "--slurm --slurm-options --array=1-3" "--slurm --slurm-options -a1" \
		"--slurm --slurm-options \""; do
		# shellcheck disable=SC2086,SC2090 # words
		history $words --recipe mq-objcg 9.1
		[[ $status == 64 && -z $output && ${#stderr_lines[@]} == 1 && $stderr == "lab: history: "* ]]
	done
}

@test "what Slurm refuses leaves nothing behind" {
	kernel 9.1.1 healthy
	history --slurm --slurm-options --partition=none --recipe mq-objcg 9.1
	[[ $status == 1 && ${#stderr_lines[@]} == 1 && $stderr == "lab: history: sbatch: "*"nvalid partition"* ]]
	no_jobs
}

@test "Slurm does not answer" {
	kernel 9.1.1 healthy
	history --slurm --submit-only --slurm-options --hold --recipe mq-objcg 9.1
	sed 's/^SlurmctldPort=.*/SlurmctldPort=1\nMessageTimeout=2/' "$SLURM_CONF" >away.conf
	SLURM_CONF=$PWD/away.conf history --gather --recipe mq-objcg 9.1
	[[ $status == 1 && $output == *"[1] Slurm: it does not answer" ]]
}

@test "a task on a machine that does not see the list" {
	kernel 9.1.1 healthy
	history --slurm --submit-only --slurm-options --hold --recipe mq-objcg 9.1
	mv "$cache"/jobs/*/cells .
	scontrol release "$(squeue -h -o %F)"
	until_true queued PENDING,RUNNING,COMPLETING 0
	mv cells "$cache"/jobs/*/
	history --gather --recipe mq-objcg 9.1
	[[ $status == 1 && $output == *"[1] Slurm: FAILED, last words: cell: "*"does this machine see the same files"* ]]
}

@test "a task that takes longer than it may" {
	[[ ${CGPONG_FULL:-} ]] || skip "takes two minutes: CGPONG_FULL=1"
	kernel 9.1.1 hangs
	sed -i 's/sleep 60/sleep 600/' bin/qemu-system-x86_64
	history --slurm --slurm-options --time=1 --recipe mq-objcg 9.1
	[[ $status == 1 ]]
	table "kernel mq-objcg" "9.1.1 failed [1]" "[1] Slurm: TIMEOUT"
}

@test "a result that never comes to our cache" {
	[[ ${CGPONG_FULL:-} ]] || skip "takes a minute: CGPONG_FULL=1"
	kernel 9.1.1 healthy
	history --slurm --submit-only --recipe mq-objcg 9.1
	until_true queued COMPLETED,COMPLETING 1
	rm -r "$cache/history"
	history --slurm --recipe mq-objcg 9.1
	[[ $status == 1 && $output == *"[1] Slurm: COMPLETED, but no result has come to $cache: do all nodes share it?" ]]
}
