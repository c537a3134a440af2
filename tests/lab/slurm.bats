#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree, programs: of common.bash; cluster, no_cluster: of slurm.bash
#
# slurm.bats - a history by Slurm on real kernels, one of whose two nodes dies in the middle, against the same
# history made here. How failures, cancelled tasks and the options behave is tested in cli/slurm.bats.

bats_require_minimum_version 1.5.0
load common
load slurm

setup_file()
{
	cluster_or_reason "$BATS_FILE_TMPDIR/cluster" 4
}

teardown_file()
{
	cluster_end
}

# The kernels of the cache, but no verdicts. Sets kernels: small ones where they are built, else Debian's.
setup()
{
	local caches=${XDG_CACHE_HOME:-$HOME/.cache}/cgpong part

	[ -z "$no_cluster" ] || skip "$no_cluster"
	[ -d "$programs" ] || skip "no static programs in $programs: build them with -DCGPONG_STATIC=ON"
	kernels=(7.0.13 7.1.13)
	if "$tree/scripts/lab" build --cached >/dev/null 2>&1 &&
		"$tree/scripts/lab" build --cached --fault objstock1 >/dev/null 2>&1; then
		kernels=(build build:objstock1)
	else
		for part in "${kernels[@]}"; do
			"$tree/scripts/lab" fetch "$part" || skip "the kernel $part is not to be had"
		done
	fi
	for part in here there; do
		mkdir -p "$BATS_TEST_TMPDIR/$part/cgpong"
		ln -s "$caches"/{apt,builds,kernels,lab} "$BATS_TEST_TMPDIR/$part/cgpong/"
	done
	cd "$BATS_TEST_TMPDIR" || return
}

# history HOME OPTION...: small, in a cache of its own.
history()
{
	XDG_CACHE_HOME=$BATS_TEST_TMPDIR/$1 nice -n 19 "$tree/scripts/lab" history --programs "$programs" \
		--recipe mq-objcg,stock-slots "${@:2}" "${kernels[@]}"
}

# verdicts FILE: of a table in JSON; 2 kernels, 2 recipes, and the signals to a tenth.
verdicts()
{
	python3 -c 'import json, sys
for kernel in json.load(open(sys.argv[1]))["kernels"]:
	for cell in kernel["cells"]:
		print(kernel["kernel"], cell["recipe"], cell["verdict"], round(cell["signal"], 1))' "$1"
}

# processes_of NODE: the numbers of what the tasks there have started.
processes_of()
{
	local file

	grep -lsz "^SLURMD_NODENAME=$1\$" /proc/[0-9]*/environ | while read -r file; do
		! grep -qsz "^SLURM_CONF=$SLURM_CONF\$" "$file" || echo "${file//[!0-9]/}"
	done
}

# crash NODE: its slurmd, and all that it has started, go at once, as when the power fails: nothing of it
# may see the rest die, and report that.
crash()
{
	local pid parent pids=("$(<"$cluster/$1.number")")

	for pid in $(processes_of "$1"); do
		pids+=("$pid")
		parent=$(sed -n 's/^PPid:\t//p' "/proc/$pid/status" 2>/dev/null) || continue
		[[ $(<"/proc/$parent/comm") != slurmstepd ]] || pids+=("$parent")
	done
	kill -STOP "${pids[@]}" || true	# one may be over
	kill -KILL "${pids[@]}" || true
	rm "$cluster/$1.number"
}

# in_guest NODE: a task there has come so far that it has a guest.
in_guest()
{
	local pid

	for pid in $(processes_of "$1"); do
		[[ $(cat "/proc/$pid/comm" 2>/dev/null) != qemu-system-* ]] || return 0
	done
	return 1
}

@test "a node dies in the middle: the other takes its task, and the table is the one made here" {
	local tries status=0

	history there --slurm --out there.d >out 2>err 3>&- &
	for ((tries = 0; tries < 600; tries++)); do
		! in_guest n2 || break
		sleep 0.1
	done
	in_guest n2
	crash n2
	# Slurm would find out by itself, in a minute.
	scontrol update NodeName=n2 State=DOWN Reason=crashed
	wait $! || status=$?
	cat out err
	grep "requeue job .* due to failure of node n2" "$cluster/slurmctld.log"
	# A guest may fail, too, on a busy machine: then once more, as the user would.
	[ "$status" -eq 0 ] || history there --slurm --out there.d
	history here --out here.d
	verdicts here.d/history.json >here.txt
	verdicts there.d/history.json >there.txt
	diff here.txt there.txt
	[ "$(wc -l <here.txt)" -eq 4 ]
	grep -q "${kernels[1]}.* mq-objcg regressed 4.0" here.txt
}
