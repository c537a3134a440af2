#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What is reported: the results file worked out again in Python, and the line for grep.

load common

check_results() {
	"$PYTHON" "$BATS_TEST_DIRNAME/check_results.py" "$1"
}

contexts() {
	echo "inherit${PARENT:+,leaf,deep:3}"
}

@test "the results file: statistics, comparisons, workers (a pair)" {
	workload tcp-rr -r 5 -n 2 -g "$(contexts)" -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" 'r["workload"], r["instances"], r["members"], r["error"]') == \
		"('tcp-rr', 2, 2, None)" ]]
}

@test "the results file: an even number of rounds, threads" {
	workload pipe-pingpong -r 4 -m thread -g "$(contexts)" -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
}

@test "the results file: one round has no interval" {
	workload pipe-pingpong -r 1 -g "$(contexts)" -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" 'r["contexts"][0]["summary"]["ops_per_sec"]["low"]') == None ]]
}

@test "the results file: megabytes per second" {
	workload unix-stream --size 3000 -r 3 -g "$(contexts)" -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" '"megabytes_per_sec" in r["contexts"][0]["summary"]') == True ]]
}

@test "the results file: messages and system calls per second" {
	workload mq-pingpong -r 3 -g "$(contexts)" -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" '"mq_ops_per_sec" in r["contexts"][0]["summary"]') == True ]]
}

@test "root is what the others are compared with, wherever it stands" {
	need_cgroups
	workload null -g leaf,root -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" '[(c["cgroup"], c["baseline_cgroup"]) for c in r["comparisons"]]') == \
		"[('leaf', 'root')]" ]]
	[[ $output == *"leaf against root: ops_per_sec x "* ]]
}

@test "contexts are interleaved, A B B A" {
	need_cgroups
	workload null -q --progress=always -r 3 -g inherit,leaf
	show
	[[ $(grep -aoE '(inherit|leaf): round [0-9]+' <<<"${stderr//$'\r'/$'\n'}" | uniq | tr '\n' ' ') == \
		"inherit: round 1 leaf: round 1 leaf: round 2 inherit: round 2 inherit: round 3 leaf: round 3 " ]]
}

@test "options are told as they were understood" {
	QUICK=(--no-count)
	workload tcp-rr -d 1.5ms -w 0.5s -r 2 --stuck 1m -s 4k --reply-size 3000 -n 2 -p same-cpu -m thread \
		-o "$TMP/r.json"
	measured
	[[ $(json "$TMP/r.json" '[r["options"][k] for k in ("nr", "mode", "place", "duration_sec", "ops",
		"warmup_sec", "rounds", "stuck_sec", "size", "reply-size", "profile")]') == \
		"[2, 'thread', 'same-cpu', 0.0015, None, 0.5, 2, 60.0, 4096, 3000, False]" ]]
}

@test "the tree, its keys, and who lives where" {
	need_cgroups
	cat >"$TMP/sides.ini" <<-'E'
		# Client and server apart.
		[top]
		memory.max = 64M
		[top/client]
		workers = ping
		[top/server]
		workers = pong
		memory.max = 32M
	E
	workload tcp-rr -g "$TMP/sides.ini" -n 2 -o "$TMP/r.json"
	measured
	check_results "$TMP/r.json"
	[[ $(json "$TMP/r.json" '[(g["path"], g["keys"]) for g in r["contexts"][0]["tree"]]') == \
		"[('top', {'memory.max': '64M'}), ('top/client', {}), ('top/server', {'memory.max': '32M'})]" ]]
	[[ $(json "$TMP/r.json" '[w["group"] for w in r["contexts"][0]["workers"]]') == \
		"['top/client', 'top/server', 'top/client', 'top/server']" ]]
	[[ $(json "$TMP/r.json" 'r["contexts"][0]["file"]') == "$TMP/sides.ini" ]]
}

@test "memory charged shows in the deltas of memory.stat" {
	need_cgroups
	QUICK=(--no-count -i 1000 -w 0 -r 2)
	workload page-fault --map anon --size 1M -g leaf -o "$TMP/r.json"
	measured
	# 2 rounds of 1000 pages; a huge page or two would make it less.
	[[ $(json "$TMP/r.json" 'max(v for k, v in r["contexts"][0]["memory_stat"].items()
		if k in ("pgfault", "total_pgfault")) >= 1000') == True ]]
}

@test "the RESULT line is last, and has the medians of the results file" {
	need_cgroups
	workload tcp-rr -r 3 -g inherit,leaf -o "$TMP/r.json"
	measured
	"$PYTHON" - "$TMP/r.json" "${lines[-1]}" <<-'E'
	import json, math, sys
	r = json.load(open(sys.argv[1]))
	tag, *words = sys.argv[2].split(' ')
	line = dict(word.split('=') for word in words)
	assert tag == 'RESULT' and len(line) == len(words)
	assert (line['workload'], line['status'], line['instances'], line['rounds'], line['warnings']) \
	    == ('tcp-rr', 'measured', '1', '3', str(len(r['warnings'])))
	for c in r['contexts']:
	    for key, of in (('ops_per_sec', 'median'), ('low', 'low'), ('high', 'high')):
	        assert math.isclose(float(line[c['cgroup'] + '.' + key]), c['summary']['ops_per_sec'][of], rel_tol=1e-5)
	assert math.isclose(float(line['leaf.ratio']), r['comparisons'][0]['ratio'], rel_tol=1e-5)
	E
}

@test "what disturbs the reader of a line is not in it: blanks and '=' in a file's name" {
	need_cgroups
	printf '[a]\nworkers = all\n' >"$TMP/a b=c.ini"
	workload null -q -g "$TMP/a b=c.ini"
	measured
	[[ $output == *"/a_b_c.ini.ops_per_sec="* ]]
}
