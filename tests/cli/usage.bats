#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What the command line accepts, and the one line it answers to what it does not.

load common

@test "help lists every option and the exit codes" {
	run -0 "$BIN/cgpong-tcp-rr" --help
	local option
	for option in nr mode place cgroup cgroup-parent duration ops warmup rounds size reply-size \
		stuck count no-count count-ops profile json quiet progress check describe version help; do
		grep -Eq -- "^ +(-[a-zA-Z],)? +--$option( |$)" <<<"$output" || {
			echo "--$option is not in the help"
			return 1
		}
	done
	[[ $output == *"0 measured, 1 failed, 4 skipped"*"64 usage"* ]]
	run -0 "$BIN/cgpong-tcp-rr" -h
}

@test "every workload has a help and a version" {
	local program
	for program in "$BIN"/cgpong-*; do
		run -0 "$program" --help
		[[ ${lines[0]} == "Usage: ${program##*/} "* ]]
		run -0 "$program" --version
		[[ $output =~ ^${program##*/}\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
		run -0 "$program" -V
	done
}

@test "--describe is JSON: name, summary, op, members, options" {
	local program
	for program in "$BIN"/cgpong-*; do
		"$program" --describe >"$TMP/describe.json"
		[[ cgpong-$(json "$TMP/describe.json" 'r["name"]') == "${program##*/}" ]]
		json "$TMP/describe.json" 'r["summary"], r["op"], r["members"], r["options"]'
	done
	"$BIN/cgpong-tcp-rr" --describe >"$TMP/describe.json"
	[[ $(json "$TMP/describe.json" '[o["name"] for o in r["options"]]') == \
		"['size', 'reply-size']" ]]
	[[ $(json "$TMP/describe.json" 'r["members"]') == 2 ]]
}

@test "--check says nothing and measures nothing where the workload can run" {
	workload null --check
	show
	[[ $status == 0 && -z $output && -z $stderr ]]
}

@test "nonsense for the number of instances" {
	local value
	for value in -1 0 12x x 1.5 +1 ' 1' 0x10 '' % 0% -50% 50%% 100001 99999999999999999999; do
		workload null -n "$value"
		refused 64 "--nr: '$value'"
	done
}

@test "nonsense for sizes" {
	local value
	for value in 99999999999 0 -1 64kk 64KiB 1e3 0x40 '' ' 4' 4G 18446744073709551616 \
		18014398509481985k; do
		workload tcp-rr -s "$value"
		refused 64 "--size: '$value' is not a number from 1 to 1073741824"
	done
	workload tcp-rr --reply-size -5
	refused 64 "--reply-size: '-5'"
}

@test "nonsense for times, rounds and ops" {
	local value
	for value in -1s 1d s '' 0 1.s .5s 25h 1us 1s2 99999999999999999999h; do
		workload null -d "$value"
		refused 64 "--duration: '$value' is not a time"
	done
	workload null -w -1ms
	refused 64 "--warmup: '-1ms'"
	workload null --stuck 1ms
	refused 64 "--stuck: '1ms'"
	for value in 0 -1 1.5 x 100001; do
		workload null -r "$value"
		refused 64 "--rounds: '$value'"
	done
	QUICK=(--no-count)
	for value in 0 -1 1k x 1000000000001; do
		workload null -i "$value"
		refused 64 "--ops: '$value'"
	done
	workload null --count-ops 3
	refused 64 "--count-ops: '3'"
}

@test "choices that do not exist name those that do" {
	workload null -p moon
	refused 64 "cross-node, same-node, smt, same-cpu, spread, none"
	workload null -m fibre
	refused 64 "--mode: 'fibre' is none of process, thread"
	workload page-fault --map heap
	refused 64 "--map: 'heap' is none of private-file, anon, shared-file"
	workload null --progress=perhaps
	refused 64 "--progress: 'perhaps' is none of auto, always, never"
	workload null --mode ''
	refused 64 "--mode: ''"
}

@test "unknown options, missing values, stray arguments" {
	workload null --frobnicate
	refused 64 "no option '--frobnicate'"
	workload null --reply-size=4
	refused 64 "no option '--reply-size=4'"
	workload null -Z
	refused 64 "no option '-Z'"
	workload null -qZ
	refused 64 "no option '-Z'"
	workload null -s 4
	refused 64 "no option '-s'"
	workload null -n
	refused 64 "option '-n' needs a value"
	workload null --nr
	refused 64 "option '--nr' needs a value"
	workload null --quiet=yes
	refused 64 "'--quiet=yes' takes no value"
	workload null --co
	refused 64 "'--co'"
	workload null stray
	refused 64 "takes no argument 'stray'"
	workload null -- -n
	refused 64 "takes no argument '-n'"
	workload null ''
	refused 64 "takes no argument ''"
}

@test "a timed round and a number of ops exclude each other" {
	workload null -d 1s -i 5
	refused 64 "--ops and --duration exclude each other"
	workload null -i 5 -d 1s
	refused 64 "--ops and --duration exclude each other"
}

@test "where nothing can be counted --count still measures time, warns once, and leaves counts null" {
	[[ ! -e /sys/kernel/tracing/kprobe_events && ! -e /sys/kernel/debug/tracing/kprobe_events ]] ||
		skip "this machine has tracefs"
	QUICK=(-d 20ms -w 0 -r 1)
	workload null --count -o "$BATS_TEST_TMPDIR/r.json"
	[[ $status == 0 && ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == "warning: the charge path is not counted: "*@(tracefs|kprobe events)*" [not-counted]" ]]
	python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); \
		assert all(c["counts"] is None and c["rounds"] for c in r["contexts"]); \
		assert "tracefs" in r["no_counts"] or "kprobe events" in r["no_counts"]' "$BATS_TEST_TMPDIR/r.json"
}

@test "a kernel without CONFIG_KPROBES measures time, warns once, and leaves counts null" {
	# shellcheck disable=SC2016 # for the inner shell
	run --separate-stderr unshare -m sh -c 'mount -t tracefs nodev /sys/kernel/tracing || exit 77
		[ ! -e /sys/kernel/tracing/kprobe_events ] || exit 77
		exec "$0" -d 20ms -w 0 -r 1 -g inherit -o "$1"' "$BIN/cgpong-null" "$BATS_TEST_TMPDIR/r.json"
	((status != 77)) || skip "no tracefs of our own, or this kernel has kprobes"
	drop_warnings_of_times
	[[ $status == 0 && ${#stderr_lines[@]} == 1 && $stderr == *CONFIG_KPROBE_EVENTS* ]]
	python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); \
		assert all(c["counts"] is None and c["rounds"] for c in r["contexts"])' "$BATS_TEST_TMPDIR/r.json"
}

@test "a name of 10,000 characters is cut in the message, not in the judgement" {
	local long
	printf -v long '%10000s' ''
	long=${long// /x}
	workload null -g "$long"
	refused 64 'cgroup "xxx'
	[[ ${#stderr} -lt 1100 ]]
	workload null -n "$long"
	refused 64 "--nr: 'xxx"
	workload null --cgroup-parent "$long"
	refused 64 "--cgroup-parent"
	workload null -o "/tmp/$long"
	refused 1 "File name too long"
	workload null "--$long"
	refused 64 "no option '--xxx"
	printf '[%s]\nworkers = all\n' "$long" >"$TMP/long.ini"
	workload null -g "$TMP/long.ini"
	refused 64 "long.ini:1: [xxx"
}

@test "control characters do not reach the terminal" {
	workload null -g $'le\e[31m\naf'
	refused 64 'le?[31m?af'
}

@test "contexts that do not exist" {
	local spec
	for spec in nosuch '' , leaf, leaf,,leaf deep deep:0 deep:-1 deep:33 deep:x deep:1x siblings:0 \
		siblings: split:2 Leaf root:1 /nonexistent.ini ./nonexistent.ini; do
		workload null -g "$spec"
		refused 64 ""
	done
	spec=$(printf 'inherit,%.0s' {1..65})
	workload null -g "${spec%,}"
	refused 64 "more than 64 contexts"
}

@test "split needs both sides of a pair" {
	need_cgroups
	workload null -g split
	refused 64 ""
}

# bad_file WORDS STATUS - the topology file on stdin is refused for that.
bad_file() {
	cat >"$TMP/bad.ini"
	workload null -g "$TMP/bad.ini"
	refused "${2:-64}" "$1"
}

@test "topology files with paths that lead elsewhere" {
	bad_file "bad.ini:1: [../x]" <<<$'[../x]\nworkers = all'
	bad_file "bad.ini:1: [a/../../x]" <<<$'[a/../../x]\nworkers = all'
	bad_file "bad.ini:1: [/x]" <<<$'[/x]\nworkers = all'
	bad_file "bad.ini:1: [a//b]" <<<$'[a//b]\nworkers = all'
	bad_file "bad.ini:1: [.]" <<<$'[.]\nworkers = all'
	[[ ! -e ${PARENT:-/nonexistent}/x ]]
}

@test "topology files with nonsense in them" {
	bad_file "no section has workers" </dev/null
	bad_file "no section has workers" <<<'[a]'
	bad_file "bad.ini:1: a section is" <<<$'[a\nworkers = all'
	bad_file "bad.ini:1: a key before" <<<'workers = all'
	bad_file "bad.ini:2: workers must be" <<<$'[a]\nworkers = some'
	bad_file "bad.ini:2: workers must be" <<<$'[a]\nworkers = each/0'
	bad_file "bad.ini:2: neither a [section]" <<<$'[a]\nhello'
	bad_file "bad.ini:4: memory.max is in line 3" <<<$'[a]\nworkers = all\nmemory.max = 1G\nmemory.max = 2G'
	bad_file "bad.ini:3: [a] is in line 1" <<<$'[a]\nworkers = all\n[a]'
	bad_file "this interface file is not" <<<$'[a]\nworkers = all\ncgroup.procs = 1'
	bad_file 'a key is an interface file' <<<$'[a]\nworkers = all\nmemory/../../x.y = 1'
	bad_file "can have no groups below it" <<<$'[a]\nworkers = all\n[a/b]\nworkers = all'
}

@test "topology files that are no text, no file, too large" {
	bad_file "a control character (0x00)" < <(head -c 4096 /dev/zero)
	cp "$BIN/cgpong-null" "$TMP/binary.ini"
	truncate -s 4096 "$TMP/binary.ini"
	workload null -g "$TMP/binary.ini"
	refused 64 "binary.ini:1:"
	bad_file "larger than 64 KiB" < <(yes '# comment' | head -c 70000)
	workload null -g "$TMP/"
	refused 64 "not a regular file"
	mkfifo "$TMP/fifo.ini"
	workload null -g "$TMP/fifo.ini"
	refused 64 "not a regular file"
}

@test "a topology file that may not be read" {
	need_nobody
	printf '[a]\nworkers = all\n' >"$TMP/secret.ini"
	chmod 600 "$TMP/secret.ini"
	chmod 755 "$TMP"
	cp "$TMP/secret.ini" /tmp/cgpong-secret.$$.ini
	chmod 600 /tmp/cgpong-secret.$$.ini
	run --separate-stderr "${NOBODY[@]}" "$BIN/cgpong-null" "${QUICK[@]}" -g /tmp/cgpong-secret.$$.ini
	rm /tmp/cgpong-secret.$$.ini
	refused 64 "Permission denied"
}

@test "a topology that needs a controller that is not there" {
	need_cgroups
	bad_file "frobnicate" 1 <<<$'[a]\nworkers = all\nfrobnicate.max = 1'
	bad_file "memory.frobnicate of [a]" 1 <<<$'[a]\nworkers = all\nmemory.frobnicate = 1'
	[[ $VERSION == 1 ]] || skip "the rest is about cgroup v1"
	bad_file "cpu.max: on cgroup v1 only memory keys" 1 <<<$'[a]\nworkers = all\ncpu.max = 1000 10000'
	bad_file "memory.high of [a] has no twin on cgroup v1" 1 <<<$'[a]\nworkers = all\nmemory.high = 1G'
}

@test "a value that the kernel refuses is told with its line" {
	need_cgroups
	bad_file 'write "lots" to memory.max of [a]' 1 <<<$'[a]\nworkers = all\nmemory.max = lots'
	[[ $stderr == *"correct line 3 of"* ]]
}

@test "a parent cgroup that is none" {
	need_cgroups
	local path
	for path in /tmp /etc ../.. "$MOUNT/../.." "$PARENT/nosuch" /nonexistent '' "$PARENT/cgroup.procs"; do
		UNDER=(--cgroup-parent "$path")
		workload null -g leaf
		refused 64 ""
	done
}

@test "a read-only cgroup filesystem" {
	need_cgroups
	need_namespace --mount
	run --separate-stderr unshare --mount sh -c '
		mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"' sh "$MOUNT" \
		"$BIN/cgpong-null" "${QUICK[@]}" -g leaf
	refused 1 "Read-only file system (mount the cgroup filesystem read-write, or use --cgroup inherit)"
}

@test "a read-only cgroup filesystem, no context asked for: where we are, and a warning" {
	need_cgroups
	need_namespace --mount
	run --separate-stderr unshare --mount sh -c '
		mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"' sh "$MOUNT" \
		"$BIN/cgpong-null" "${QUICK[@]}"
	show
	drop_warnings_of_times
	[[ $status == 0 && ${#stderr_lines[@]} == 1 ]]
	[[ $stderr == "warning: no cgroup can be created, measuring where we are: "*"Read-only"* ]]
	[[ ${lines[-1]} == *" inherit.ops_per_sec="* ]]
}
