# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# common.bash - what the tests of the command line share.
#
# Every test gets a cgroup of its own below which its runs create theirs, and a marker in the
# environment by which its processes are told from everybody else's. Afterwards neither a
# cgroup nor a process may be left.

bats_require_minimum_version 1.5.0

BIN=${CGPONG_BIN:-$BATS_TEST_DIRNAME/../../build/bin}
TEST_BIN=${CGPONG_TEST_BIN:-$BIN/../tests/bin}

# Short rounds, and no counting: whether the host could count is another matter.
QUICK=(--no-count --duration 20ms --warmup 0 --rounds 2)
# Not by way of a wrapper: tests call it often.
PYTHON=/usr/bin/python3
[[ -x $PYTHON ]] || PYTHON=python3
NOBODY=(setpriv --reuid=65534 --regid=65534 --clear-groups)

# The mount point of the memory controller, or nothing; v1 first, as the hybrid layout has it.
memory_mount() {
	awk '{ for (i = 7; $i != "-"; i++); }
	     $(i + 1) == "cgroup" && $(i + 3) ~ /(^|,)memory(,|$)/ { v1 = $5 }
	     $(i + 1) == "cgroup2" && !v2 { v2 = $5 }
	     END { print v1 ? v1 : v2 }' /proc/self/mountinfo
}

cgroup_version() {
	[[ -e $MOUNT/memory.limit_in_bytes || -e $MOUNT/memory.usage_in_bytes ]] && echo 1 || echo 2
}

need_root() {
	[[ $EUID == 0 ]] || skip "needs root"
}

need_cgroups() {
	[[ -n ${PARENT:-} ]] || skip "no memory cgroup can be created here"
}

need() {
	local command
	for command; do
		type -P "$command" >/dev/null || skip "needs $command"
	done
}

need_nobody() {
	need_root
	need setpriv
	"${NOBODY[@]}" test -x "$BIN/cgpong-null" || skip "nobody may not run $BIN/cgpong-null"
}

# Whether a private mount namespace can be had.
need_namespace() {
	need_root
	unshare "$@" true 2>/dev/null || skip "no namespace: unshare $*"
}

make_parent() {
	PARENT=
	MOUNT=$(memory_mount)
	VERSION=$(cgroup_version)
	[[ $EUID == 0 && -n $MOUNT ]] || return 0
	local path=$MOUNT/cgpong-test.$$.$BATS_TEST_NUMBER
	mkdir "$path" 2>/dev/null || return 0
	if [[ $VERSION == 2 ]] && ! grep -qw memory "$path/cgroup.controllers"; then
		rmdir "$path"
		return 0
	fi
	PARENT=$path
}

setup() {
	export CGPONG_TEST_MARK=cgpong-test-$$-$BATS_TEST_NUMBER
	TMP=$BATS_TEST_TMPDIR
	make_parent
	HOST_BEFORE=$(host_state)
	# Where runs create their cgroups; nothing where we may not.
	UNDER=(${PARENT:+--cgroup-parent "$PARENT"})
}

# Processes that carry this test's mark, by number and name; the test's own helpers are not meant.
marked_processes() {
	local environ pid name
	while read -r environ; do
		pid=${environ//[!0-9]/}
		read -r name 2>/dev/null <"/proc/$pid/comm" || continue
		[[ $name != cgpong-* ]] || echo "$pid $name"
	done < <(grep -lzsx "CGPONG_TEST_MARK=$CGPONG_TEST_MARK" /proc/[0-9]*/environ)
}

# The machine's settings that a run must not leave changed.
host_state() {
	grep -rs . /proc/sys/fs/mqueue /proc/sys/kernel/perf_event_paranoid /proc/sys/fs/nr_open
	cat /proc/self/mountinfo
	[[ -z ${MOUNT:-} ]] || grep -s . "$MOUNT/cgroup.subtree_control" "$MOUNT/memory.use_hierarchy"
	grep -v 'pending signals' /proc/self/limits
}

# A killed worker is gone when it is; give it a second.
nothing_left() {
	local left tries
	for ((tries = 0; tries < 20; tries++)); do
		left=$(marked_processes)
		[[ -z $left ]] && break
		sleep 0.05
	done
	if [[ -n $left ]]; then
		echo "processes left: $left"
		return 1
	fi
	[[ -n ${PARENT:-} ]] || return 0
	left=$(find "$PARENT" -mindepth 1 -type d)
	if [[ -n $left ]]; then
		echo "cgroups left: $left"
		return 1
	fi
}

# Only for tests that leave something on purpose, or failed.
teardown() {
	local pid directory status=0
	[[ $(host_state) == "$HOST_BEFORE" ]] || {
		echo "the machine's state has changed:"
		diff <(echo "$HOST_BEFORE") <(host_state)
		status=1
	}
	[[ -n $BATS_TEST_COMPLETED ]] && { nothing_left || status=1; }
	while read -r pid _; do
		[[ -z $pid ]] || kill -9 "$pid" 2>/dev/null || true
	done < <(marked_processes)
	if [[ -n ${PARENT:-} ]]; then
		sleep 0.05
		while read -r directory; do
			rmdir "$directory" || status=1
		done < <(find "$PARENT" -depth -type d)
	fi
	return $status
}

# Rounds of tests are few and short, and the machine has other things to do: what a run says of that is left
# out of stderr. tests/cli/warnings.bats is about just these.
drop_warnings_of_times() {
	local kinds='few-rounds|bimodal|drift|other-load|stolen-time|smt-sibling|governor|numa-balancing|throttled|crowded|thp'
	stderr=$(grep -vE "^warning: .* \[($kinds)\]$" <<<"${stderr:-}" || true)
	stderr_lines=()
	[[ -z $stderr ]] || mapfile -t stderr_lines <<<"$stderr"
}

# workload NAME [OPTION...] - run it below the test's cgroup, stdout and stderr apart.
workload() {
	local program=$BIN/cgpong-$1
	[[ $1 != liar ]] || program=$TEST_BIN/cgpong-liar
	shift
	run --separate-stderr timeout --kill-after=5 60 \
		"$program" "${QUICK[@]}" "${UNDER[@]}" "$@"
	drop_warnings_of_times
}

show() {
	echo "status $status"
	echo "stdout: $output"
	echo "stderr: ${stderr:-}"
}

# refused STATUS WORDS - the run ended so, with one line that has the words, and no results.
refused() {
	local expected=$1 words=$2
	drop_warnings_of_times
	show
	[[ $status == "$expected" ]]
	[[ -z $output ]]
	[[ ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == *"$words"* ]]
}

# measured - the run ended well, in silence on stderr, RESULT last.
measured() {
	drop_warnings_of_times
	show
	[[ $status == 0 ]]
	[[ -z ${stderr:-} ]]
	[[ ${lines[-1]} == "RESULT workload="*" status=measured "* ]]
}

# json FILE EXPRESSION - print a Python expression of the results file, r.
json() {
	"$PYTHON" -ISc 'import json, sys
r = json.load(open(sys.argv[1]))
print(eval("(" + sys.argv[2] + "\n)"))' "$1" "$2"
}

# Files that runs of this user would give a name for a moment.
shm_names() {
	find /dev/shm -maxdepth 1 -name 'cgpong*'
}

can_run() {
	run --separate-stderr "$BIN/cgpong-$1" --no-count --check
	[[ $status != 4 ]] || skip "${stderr#*skipped: }"
	[[ $status == 0 ]]
}

# all_modes NAME [OPTION...] - timed rounds and rounds of 100 ops, processes and threads, two
# instances, in a leaf and where we are.
all_modes() {
	local name=$1 mode shm
	shift
	can_run "$name"
	shm=$(shm_names)
	for mode in process thread; do
		QUICK=(--no-count -d 20ms -w 0 -r 2)
		workload "$name" -n 2 -m $mode -g inherit${PARENT:+,leaf} -o "$TMP/timed.json" "$@"
		measured
		[[ $(json "$TMP/timed.json" '{x["ops"] > 0 and sum(x["instance_ops"]) == x["ops"]
			for c in r["contexts"] for x in c["rounds"]}') == "{True}" ]]
		QUICK=(--no-count -i 100 -w 0 -r 2)
		workload "$name" -n 2 -m $mode -g inherit${PARENT:+,leaf} -o "$TMP/ops.json" "$@"
		measured
		[[ $(json "$TMP/ops.json" '{(r["options"]["mode"], x["ops"], tuple(x["instance_ops"]))
			for c in r["contexts"] for x in c["rounds"]}') == "{('$mode', 200, (100, 100))}" ]]
	done
	[[ $(shm_names) == "$shm" ]]
	nothing_left
}
