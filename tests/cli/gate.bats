#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# compare and gate: every exit code, every format, hostile files, and that nothing passes unmeasured.

load common

make() {
	local file=$TMP/$1
	shift
	"$PYTHON" "$BATS_TEST_DIRNAME/make_results.py" "$file" "$@"
}

gate() {
	run --separate-stderr "$BIN/cgpong" gate --baseline "$TMP/base.json" "$@"
}

# gives CODE TEXT: the exit code, and TEXT on stdout or stderr.
gives() {
	local code=$1 text=$2
	echo "status $status, stdout: $output, stderr: $stderr"
	[[ $status == "$code" && "$output$stderr" == *"$text"* ]]
}

one_line_on_stderr() {
	[[ $(wc -l <<<"$stderr") == 1 ]]
}

@test "gate: runs against themselves pass" {
	make base.json --runs 8 --walks 0.016
	gate "$TMP/base.json"
	gives 0 "verdict=pass time=pass counts=pass runs=8"
}

@test "gate: one run against itself passes, unless its rounds are too few for an interval" {
	make base.json --walks 0.016 --rounds 5
	gate "$TMP/base.json"
	gives 0 "verdict=pass"
	make base.json --walks 0.016 --rounds 3
	gate "$TMP/base.json"
	gives 3 "too few"
}

@test "gate: 10 % slower is a regression, 1 % is not" {
	make base.json --runs 15
	make slow.json --runs 8 --ops 90000
	gate "$TMP/slow.json"
	gives 1 "verdict=regression"
	gate --max-slowdown 20% "$TMP/slow.json"
	gives 0 "verdict=pass"
	make near.json --runs 8 --ops 99000
	gate "$TMP/near.json"
	gives 0 "verdict=pass"
}

@test "gate: half the ops with half the CPU time is no regression, and no pass" {
	make base.json --runs 15
	make busy.json --runs 8 --ops 50000 --cpu 0.45
	gate "$TMP/busy.json"
	gives 3 "others were busy"
	gate --clock wall "$TMP/busy.json"
	gives 1 "verdict=regression"
	gate --clock cpu "$TMP/busy.json"
	gives 0 "verdict=pass"
}

@test "gate: several files are several runs" {
	make base.json --runs 15
	local files=() i
	for i in 1 2 3 4 5 6 7 8; do
		make "$i.json" --ops "9000$i"
		files+=("$TMP/$i.json")
	done
	gate "${files[@]}"
	gives 1 "runs=8 baseline_runs=15"
}

@test "gate: one charge_walk more per ten ops is a regression by count" {
	make base.json --runs 5 --walks 0.016
	make more.json --runs 5 --walks 0.116
	gate "$TMP/more.json"
	gives 1 "charge_walk     regression"
	gate --max-extra-calls 0.2 "$TMP/more.json"
	gives 0 "verdict=pass"
	# One file is enough for a count.
	make more.json --walks 0.116
	gate "$TMP/more.json"
	gives 1 "charge_walk     regression"
}

@test "gate: counts that are lost do not pass" {
	make base.json --runs 5 --walks 0.016
	make lost.json --runs 5 --set 'no_counts="no kprobes"'
	gate "$TMP/lost.json"
	gives 3 "the baseline has counts, but here: no kprobes"
}

@test "gate: the verdict says what it rests on" {
	make base.json --runs 8 --walks 0.016
	gate "$TMP/base.json"
	gives 0 "verdict=pass time=pass counts=pass"
	gate --by counts "$TMP/base.json"
	gives 0 "verdict=pass time=skipped counts=pass"
	gate --by time "$TMP/base.json"
	gives 0 "verdict=pass time=pass counts=skipped"
	make base.json --runs 8
	gate "$TMP/base.json"
	gives 0 "verdict=pass time=pass counts=skipped"
}

@test "gate: --by counts has no eye for time, and passes nothing uncounted" {
	make base.json --runs 15 --walks 0.016
	make slow.json --runs 8 --ops 50000 --walks 0.016
	gate --by counts "$TMP/slow.json"
	gives 0 "verdict=pass time=skipped counts=pass"
	make more.json --runs 5 --walks 0.116
	gate --by counts "$TMP/more.json"
	gives 1 "counts=regression"
	gate --by time "$TMP/more.json"
	gives 0 "time=pass counts=skipped"
	make base.json --runs 15
	gate --by counts "$TMP/slow.json"
	gives 3 "the baseline has no counts"
	gate --by taste "$TMP/slow.json"
	gives 64 "--by: 'taste' is not both, time or counts"
}

@test "gate: rounds of another length get an allowance" {
	make base.json --runs 15 --set options.duration_sec=1
	make slow.json --runs 8 --ops 90000 --set options.duration_sec=1
	gate "$TMP/slow.json"
	gives 1 "verdict=regression"
	make slow.json --runs 8 --ops 90000 --set options.duration_sec=0.2
	gate "$TMP/slow.json"
	gives 3 "not of the same length"
	make slow.json --runs 8 --ops 50000 --set options.duration_sec=0.2
	gate "$TMP/slow.json"
	gives 1 "verdict=regression"
}

@test "gate: fresh runs are measured as the baseline's were" {
	mkdir "$TMP/bin"
	printf '#!/bin/sh\necho "$*" >>"%s"\nexec "%s/cgpong-liar" "$@"\n' "$TMP/words" "$TEST_BIN" >"$TMP/bin/cgpong-liar"
	chmod +x "$TMP/bin/cgpong-liar"
	export PATH=$TMP/bin:$PATH
	cgpong-liar --cgroup inherit --no-count --duration 10ms --warmup 0 --rounds 4 --json "$TMP/one.json" -q
	gate --update "$TMP/one.json"
	gives 0 "baseline written"
	rm "$TMP/words"
	gate --budget 1s liar --cgroup inherit
	[[ $status == 0 || $status == 1 || $status == 3 ]]
	grep -q -- '--rounds 4 --duration 10000000ns --warmup 0ns .*--cgroup inherit' "$TMP/words"
	[[ $(grep -c -- '--rounds 4 --duration 10000000ns --warmup 0ns' "$TMP/words") == $(wc -l <"$TMP/words") ]]
}

@test "gate: a slowdown has to stand for a quarter of the budget" {
	export PATH=$TEST_BIN:$PATH
	local shape=(--cgroup inherit --no-count --duration 10ms --warmup 0 --rounds 4)
	gate --update --runs 8 liar "${shape[@]}"
	gives 0 "baseline written"
	SECONDS=0
	# Ops that are twenty times as dear leave no doubt after five runs.
	CGPONG_LIAR_WORK=19000 gate --budget 12s liar --cgroup inherit
	gives 1 "time=regression"
	[[ $SECONDS -ge 3 ]]
}

@test "gate: CPUs that are slower for reasons of their own are no slower kernel" {
	make base.json --runs 15
	make slow.json --runs 8 --ops 55000 --speed 1900
	gate "$TMP/slow.json"
	gives 3 "too few rounds at full CPU speed"
	[[ $output == *"CPU speed 0.54"* ]]
}

@test "gate: an event that is no longer counted does not pass" {
	make base.json --runs 5 --walks 0.016 --set 'contexts.0.counts.events.charge={"per_op": 1.0}'
	make lost.json --runs 5 --walks 0.016
	gate --by counts "$TMP/lost.json"
	gives 3 "in the baseline, but cannot be counted here"
	[[ $output == *"verdict=inconclusive"* ]]
}

@test "gate, report: what is read is not written over, and links are followed" {
	make base.json --runs 8
	make a.json
	cp "$TMP/base.json" "$TMP/kept.json"
	gate --format junit -o "$TMP/base.json" "$TMP/a.json"
	gives 64 "is the baseline"
	gate --format junit -o "$TMP/a.json" "$TMP/a.json"
	gives 64 "is what is to be judged"
	cmp "$TMP/base.json" "$TMP/kept.json"
	run --separate-stderr "$BIN/cgpong" report -o "$TMP/a.json" "$TMP/a.json"
	gives 64 "is one of the files"
	ln -s a.json "$TMP/link.json"
	run --separate-stderr "$BIN/cgpong" report --format markdown -o "$TMP/link.json" "$TMP/base.json"
	gives 0 ""
	[[ -L $TMP/link.json && ! -L $TMP/a.json ]]
	[[ $(head -c 1 "$TMP/a.json") == "#" ]]
}

@test "gate: a baseline of slowed-down CPUs is warned of, and passes nothing" {
	local files=() i
	for i in 1 2 3 4 5 6; do
		make "$i.json" --speed 1900
		files+=("$TMP/$i.json")
	done
	make 7.json --speed 3500
	gate --update "${files[@]}" "$TMP/7.json"
	gives 0 "in 1 of 7 runs only were the CPUs at full speed"
	make fast.json --runs 8 --speed 3500
	gate "$TMP/fast.json"
	gives 3 "too few rounds at full CPU speed"
}

@test "gate: another machine's times are not judged" {
	make base.json --runs 15
	make other.json --runs 8 --set 'environment.cpu_model="Y"'
	gate "$TMP/other.json"
	gives 3 "another machine"
}

@test "gate: another workload, option, topology is refused by name" {
	make base.json --runs 5
	make other.json --set 'workload="tcp-rr"'
	gate "$TMP/other.json"
	gives 64 "workload is null on one side and tcp-rr on the other"
	make other.json --set 'options.place="smt"'
	gate "$TMP/other.json"
	gives 64 "place is none"
	make other.json --set 'contexts.0.cgroup="root"'
	gate "$TMP/other.json"
	gives 64 "topology"
}

@test "gate: a run that ended early, or measured nothing, is refused" {
	make base.json
	make other.json --set 'error={"text": "killed"}'
	gate "$TMP/other.json"
	gives 64 "did not come to its end"
	make other.json --set 'contexts.0.rounds=[]'
	gate "$TMP/other.json"
	gives 64 "'rounds'"
	make other.json --set 'contexts=[]'
	gate "$TMP/other.json"
	gives 64 "'contexts'"
	make other.json --set 'contexts.0.rounds.1.ops=0'
	gate "$TMP/other.json"
	gives 64 "'ops'"
}

@test "gate: hostile and foreign baselines: one line, never a pass" {
	local text
	make good.json
	for text in '' '{' '[]' 'null' '"cgpong/1"' '{"schema": "cgpong/1"}' '{"schema": "cgpong/0"}' \
		'{"schema": "cgpong-baseline/1"}' '{"schema": "cgpong-baseline/1", "runs": []}' \
		'{"schema": "cgpong-baseline/1", "runs": [{}]}' \
		'{"schema": "cgpong-baseline/2", "runs": []}' '{"fio version": "3.33"}' \
		'{"schema": "cgpong/1", "schema": "cgpong/1"}' '{"schema": NaN}' '{"schema": 1e999}' \
		'{"schema": 99999999999999999999999999}' $'{"schema": "cgpong/1\n"}'; do
		printf '%s' "$text" >"$TMP/base.json"
		gate "$TMP/good.json"
		gives 64 ""
		one_line_on_stderr
		[[ -z $output ]]
	done
}

@test "gate: a truncated, a deeply nested, a binary and a huge baseline" {
	make good.json
	head -c 300 "$TMP/good.json" >"$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "not JSON"
	"$PYTHON" -c 'print("[" * 1000000)' >"$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "not JSON"
	head -c 100000 /dev/urandom >"$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "not JSON"
	one_line_on_stderr
	truncate -s 100M "$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "longer than 64 MiB"
	rm "$TMP/base.json"
	mkdir "$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "Is a directory"
	rmdir "$TMP/base.json"
	gate "$TMP/good.json"
	gives 64 "No such file"
}

@test "gate: figures out of range in a baseline" {
	local value
	make good.json
	for value in contexts.0.rounds.0.seconds=0 contexts.0.rounds.0.seconds=-1 contexts.0.rounds.0.ops=1.5 \
		contexts.0.rounds.0.ops='"1"' contexts.0.rounds.0.user_sec=null instances=0 members=-1 \
		contexts.0.rounds=7 contexts.0.counts=7 environment=7 options=7; do
		make base.json --set "$value"
		gate "$TMP/good.json"
		gives 64 "damaged"
	done
}

@test "gate: usage" {
	run --separate-stderr "$BIN/cgpong" gate
	gives 64 "needs --baseline"
	make base.json
	gate
	gives 64 "which workload"
	gate --max-slowdown 5 x.json
	gives 64 "not a percentage"
	gate --max-slowdown 5.% x.json
	gives 64 "not a percentage"
	gate --max-slowdown=-5% x.json
	gives 64 "not a percentage"
	gate --max-extra-calls nan x.json
	gives 64 "not a number"
	gate --budget -1 x.json
	gives 64 "not a time"
	gate --format xml x.json
	gives 64 "--format"
	gate --frob x.json
	gives 64 "unknown option"
	gate --baseline
	gives 64 "needs a value"
	gate --update --output "$TMP/report" null
	gives 64 "--output: --update writes a baseline, not a report"
	gate --runs 5 null
	gives 64 "--runs: is for --update WORKLOAD"
	gate --update --runs 5 "$TMP/base.json"
	gives 64 "--runs: is for --update WORKLOAD"
	gate no-such-workload
	gives 64 "no-such-workload"
	run --separate-stderr "$BIN/cgpong" gate --baseline '' null
	gives 64 "--baseline: no file given"
	gate -o '' null
	gives 64 "--output: no file given"
}

@test "gate: its runs hand over their results, and do nothing but measure" {
	local words
	make base.json
	cd "$TMP"
	for words in "--json x" --json=x "--js x" "-o x" -ox "-qo x" --check --chec --describe --version -V -qV --help -h; do
		# shellcheck disable=SC2086
		gate null --cgroup inherit $words
		gives 64 "is for a run by itself"
		one_line_on_stderr
	done
	[[ ! -e x ]]
}

@test "gate: why a workload failed is its last word that is no warning" {
	mkdir "$TMP/path"
	printf '#!/bin/sh\necho "cgpong-fake: no such luck" >&2\necho "warning: it rains" >&2\nexit 1\n' \
		>"$TMP/path/cgpong-fake"
	chmod +x "$TMP/path/cgpong-fake"
	make base.json --set 'workload="fake"'
	PATH=$TMP/path:$PATH gate fake
	gives 70 "fake: no such luck"
	[[ $stderr != *rains* ]]
}

@test "gate: a profile, which is a round of its own, does not part runs" {
	make base.json --runs 8 --set options.profile=true
	make fresh.json --runs 8 --set options.profile=false
	gate "$TMP/fresh.json"
	gives 0 "time=pass"
}

@test "gate: no share of the CPU is shown where there is none" {
	make base.json --runs 8 --cpu 0
	gate "$TMP/base.json"
	[[ $output != *inf* && $output != *nan* && $output != *"CPU share"* ]]
	gives 0 "ops/CPU-sec unknown"
}

@test "gate: another workload's baseline is refused before anything is measured, or skipped" {
	make base.json --runs 5 --set 'workload="tcp-rr"'
	gate null --place cross-node
	gives 64 "not comparable: workload is tcp-rr on one side and null on the other"
}

@test "gate: --update names the option that cannot be written" {
	make good.json
	run --separate-stderr "$BIN/cgpong" gate --baseline "$TMP/no/base.json" --update "$TMP/good.json"
	gives 70 "--baseline $TMP/no/base.json"
}

@test "gate: lost output is a failure, not a verdict" {
	make base.json --runs 8
	[[ -w /dev/full ]] || skip "no /dev/full"
	run --separate-stderr bash -c '"$1" gate --baseline "$2" "$2" >/dev/full' - "$BIN/cgpong" "$TMP/base.json"
	gives 70 "No space left"
	gate -o /dev/full "$TMP/base.json"
	gives 70 "No space left"
}

@test "gate: JUnit is XML, and says what failed" {
	make base.json --runs 15 --set 'contexts.0.cgroup="<\"&\u0001\u00e9>"'
	make slow.json --runs 8 --ops 90000 --set 'contexts.0.cgroup="<\"&\u0001\u00e9>"'
	gate --format junit -o "$TMP/junit.xml" "$TMP/slow.json"
	gives 1 "verdict=regression"
	"$PYTHON" - "$TMP/junit.xml" <<-'END'
		import sys, xml.etree.ElementTree as tree
		suite = tree.parse(sys.argv[1]).getroot()
		assert suite.tag == "testsuite" and suite.get("failures") == "1", suite.attrib
		assert int(suite.get("tests")) == len(suite.findall("testcase")) == 2
		assert len(suite.findall("testcase/failure")) == 1
		assert len(suite.findall("testcase/skipped")) == int(suite.get("skipped")) == 1
	END
}

@test "gate: KTAP has its plan, and inconclusive is a skip" {
	make base.json --runs 15 --walks 0
	make busy.json --runs 8 --ops 50000 --cpu 0.45 --walks 1
	gate --format ktap "$TMP/busy.json"
	gives 1 ""
	[[ ${lines[0]} == "KTAP version 1" && ${lines[1]} == "1..2" ]]
	grep -qx 'ok 1 null.leaf.time # SKIP inconclusive' <<<"$output"
	grep -qx 'not ok 2 null.leaf.charge_walk' <<<"$output"
	# No other line may look like a result.
	[[ $(grep -cE '^(not )?ok ' <<<"$output") == 2 ]]
}

@test "gate: GitHub's log" {
	make base.json --runs 15
	make slow.json --runs 8 --ops 90000
	gate --format github "$TMP/slow.json"
	gives 1 "::error title=cgpong gate::null leaf time: regression"
	gate --format github "$TMP/base.json"
	gives 0 "::notice title=cgpong gate::null: pass"
}

@test "gate: --update says what it replaces, and replaces nothing else" {
	make a.json --runs 5 --walks 0
	gate --update "$TMP/a.json"
	gives 0 "baseline written"
	[[ $output != *replaced* ]]
	make b.json --runs 5 --ops 50000 --walks 1
	gate --update "$TMP/b.json"
	gives 0 "replaced: 5 runs of null"
	gives 0 "ratio 0.500"
	gives 0 "charge_walk 1.000 calls per op, was 0.000"
	gate "$TMP/b.json"
	gives 0 "verdict=pass"
	echo precious >"$TMP/base.json"
	gate --update "$TMP/a.json"
	gives 64 "remove it first"
	[[ $(<"$TMP/base.json") == precious ]]
}

@test "gate: measures a baseline and itself, and settles for what it knows" {
	rm -f "$TMP/base.json"
	gate --update --runs 4 null --cgroup inherit --no-count --duration 20ms --warmup 0
	gives 0 "4 runs of null"
	gate --budget 2s null --cgroup inherit --no-count --duration 20ms --warmup 0
	# Whatever the machine's noise makes of it, but not a failure.
	[[ $status == 0 || $status == 1 || $status == 3 ]]
	[[ $output == *"VERDICT workload=null"* ]]
	gate --budget 2s null --mode thread --cgroup inherit --no-count --duration 20ms
	gives 64 "mode is process"
}

@test "gate: a workload that is skipped is skipped, one that fails fails: neither passes" {
	export PATH=$TEST_BIN:$PATH
	make base.json --runs 5 --set 'workload="liar"'
	gate liar --cgroup inherit --no-count --lie fail --at 1
	gives 70 "op 1"
	[[ -z $output ]]
	# Where there is one node, there is no other to cross to.
	make base.json --runs 5
	gate null --place cross-node --cgroup inherit --nr 1
	local nodes=(/sys/devices/system/node/node[0-9]*)
	[[ ${#nodes[@]} -eq 1 ]] || return 0
	gives 4 "verdict=skipped time=skipped counts=skipped runs=0 baseline_runs=5"
	gate --format ktap null --place cross-node --cgroup inherit --nr 1
	gives 4 "ok 1 null.workload # SKIP"
	gate --format junit null --place cross-node --cgroup inherit --nr 1
	gives 4 'name="workload"'
}

@test "gate: a signal ends it with 70" {
	make base.json --runs 5
	run --separate-stderr timeout -s INT 1 "$BIN/cgpong" gate --baseline "$TMP/base.json" null --cgroup \
		inherit --no-count --duration 20s
	gives 124 "interrupted by SIGINT"
}

@test "docs/ci: gate.sh gives the worst code, kselftest.sh a skip for what is not known" {
	local ci=$BATS_TEST_DIRNAME/../../docs/ci
	mkdir "$TMP/baselines"
	"$BIN/cgpong" gate --baseline "$TMP/baselines/null.json" --update --runs 2 null --cgroup inherit \
		--no-count --duration 20ms --warmup 0
	cd "$TMP"
	export GATE_OPTIONS="--budget 1s"
	run --separate-stderr "$ci/gate.sh" "$BIN" junit "$TMP/baselines" tcp-rr null
	gives 64 "No such file"
	# The second one had its turn all the same: it was made in another cgroup than the default one.
	[[ ! -e memcg-tcp-rr.xml && ${#stderr_lines[@]} == 2 ]] || [[ -s memcg-null.xml ]]
	run --separate-stderr "$ci/gate.sh" "$BIN" text "$TMP/baselines"
	gives 64 "usage"
	# What is refused is not taken for a skip.
	make base.json --runs 5 --set 'workload="tcp-rr"'
	CGPONG="$BIN/cgpong" BASELINE="$TMP/base.json" WORKLOAD=null run --separate-stderr "$ci/kselftest.sh"
	gives 64 "not comparable"
}

@test "docs/ci: the GitHub job is red for a regression and a failure, not for what is not known" {
	local pair
	cd "$TMP"
	mkdir -p docs/ci bin
	sed -n '/name: Gate/,$ s/^ \{10\}//p' "$BATS_TEST_DIRNAME/../../docs/ci/github.yml" >step
	# shellcheck disable=SC2016
	printf '#!/bin/sh\nexec env "$@"\n' >bin/sudo
	# shellcheck disable=SC2016
	printf '#!/bin/sh\necho "$GATE_OPTIONS $*" >called\nexit "$CODE"\n' >docs/ci/gate.sh
	chmod +x bin/sudo docs/ci/gate.sh
	for pair in 0:0 1:1 3:0 4:0 64:64 70:70; do
		# As GitHub runs a step.
		CODE=${pair%:*} PATH=$TMP/bin:$PATH run bash -e step
		[[ $status == "${pair#*:}" ]]
	done
	[[ $(<called) == "--clock cpu build/bin github ci/baselines/github tcp-rr unix-stream page-fault" ]]
}

@test "compare: text, Markdown and JSON" {
	make a.json --runs 5 --walks 0.016
	make b.json --runs 5 --ops 50000 --walks 1.016 --set 'environment.governor="powersave"'
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP/b.json"
	gives 0 "-50.0%"
	gives 0 "+1.000"
	gives 0 "Environment differs: governor: null / powersave"
	run --separate-stderr "$BIN/cgpong" compare --format markdown "$TMP/a.json" "$TMP/b.json"
	gives 0 "| ops_per_sec"
	run --separate-stderr "$BIN/cgpong" compare --format json "$TMP/a.json" "$TMP/b.json"
	gives 0 ""
	"$PYTHON" -c '
import json, sys
r = json.loads(sys.argv[1])
time = r["contexts"][0]["times"]["ops_per_sec"]
assert r["level"] == "runs" and time["differs"] and abs(time["ratio"] - 0.5) < 1e-3
assert time["u"] == 0 and abs(time["p"] - 2 / 252) < 1e-12
assert abs(r["contexts"][0]["counts"]["charge_walk"]["change"] - 1) < 1e-9
' "$output"
}

@test "compare: no difference is ~, few runs are said to be few, sides are divided by --" {
	make a.json
	make b.json
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP/b.json"
	gives 0 "Fewer than 3 runs"
	gives 0 "ratio is the median of B / A over all pairs of a round of B and one of A"
	grep -qE 'ops_per_sec .* ~ ' <<<"$output"
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP/b.json" "$TMP/a.json" -- "$TMP/b.json"
	gives 0 "A: 3 runs, 9 rounds"
}

@test "compare: refused, and usage" {
	make a.json
	make b.json --set 'options.nr=2'
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP/b.json"
	gives 64 "nr is 1 on one side and 2 on the other"
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json"
	gives 64 "takes A.json B.json"
	run --separate-stderr "$BIN/cgpong" compare --format xml "$TMP/a.json" "$TMP/a.json"
	gives 64 "--format"
	run --separate-stderr "$BIN/cgpong" compare -- "$TMP/a.json"
	gives 64 "takes A.json B.json"
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP/none.json"
	gives 64 "open $TMP/none.json: No such file or directory"
	run --separate-stderr "$BIN/cgpong" compare "$TMP/a.json" "$TMP"
	gives 64 "Is a directory"
}
