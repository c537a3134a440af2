#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# scripts/bisect step measures the ends that git was given, before anything between them, and once.

load bisect

setup_file() {
	type -P git >/dev/null || skip "needs git"
}

# measured NUMBER - so often was this commit measured, as the log has it.
measured() {
	grep -c "^$(git -C repo rev-parse --short=12 "c$1") " repo/.git/cgpong-bisect.log || true
}

# stopped WORDS - git stopped, with one line that has the words, and is where it was.
stopped() {
	[[ $status != 0 && $output == *"bisect: nothing to search: "*"$1"* ]]
	[[ $(grep -c 'nothing to search' <<<"$output") == 1 && $(git -C repo bisect log) != *skip* ]]
	[[ $(grep -c '^# refused: ' repo/.git/cgpong-bisect.log) -ge 1 ]]
}

@test "both ends are measured on the first step and not again; the tree is only read" {
	toy_history 9
	echo mine >repo/uncommitted
	bisect_toy
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first bad commit"* ]]
	[[ $(measured 0) == 1 && $(measured 16) == 1 && $(measured 9) == 1 ]]
	# First of all.
	[[ $(sed -n '2s/ .*//p' repo/.git/cgpong-bisect.log) == "$(git -C repo rev-parse --short=12 c0)" ]]
	[[ $(sed -n '3s/ .*//p' repo/.git/cgpong-bisect.log) == "$(git -C repo rev-parse --short=12 c16)" ]]
	[[ $(sed -n 1p repo/.git/cgpong-bisect.log) == "# recipe mq-objcg ("*"), by count" ]]
	[[ $(<repo/uncommitted) == mine ]]
	# A second bisection with the same ends has them in the log.
	git -C repo bisect reset
	bisect_toy
	[[ $status == 0 && $(measured 0) == 1 && $(measured 16) == 1 ]]
}

@test "a bad end that is healthy, and a good one that is regressed, stop git" {
	toy_history 20
	bisect_toy
	stopped "is said to be bad, but it is healthy: 0.000"
	[[ $output == *"the ends cannot be told apart"* && $output == *"exit code 129"* && $(measured 0) == 1 ]]
	# Again: from the log, at once.
	: >calls
	bisect_toy
	stopped "is said to be bad"
	[[ ! -s calls ]]
	toy_history 0
	bisect_toy
	stopped "is said to be good, but it is regressed: 4.000"
	# Mended, it can be gone on with.
	toy_history 20 16=regressed
	bisect_toy
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c16) is the first bad commit"* ]]
}

@test "one end that cannot be judged stops nothing, two do" {
	toy_history 9 0=nobuild
	bisect_toy
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first bad commit"* ]]
	[[ $output == *"which is said to be good, is unknown: "*"it could not be built"* && $(measured 0) == 1 ]]
	toy_history 9 16=crash
	bisect_toy
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first bad commit"* && $(measured 16) == 1 ]]
	toy_history 9 0=skipped 16=crash
	bisect_toy
	stopped "none of the ends can be judged"
	[[ $(measured 8) == 0 ]]
}

@test "a lab that cannot run is not an end's fault" {
	toy_history 9 0=nodisk
	bisect_toy
	[[ $status != 0 && $output == *"cannot go on"* && $(measured 0) == 0 ]]
}

@test "--trust-ends takes git's word; so does a step without a bisection" {
	toy_history 20
	bisect_toy --trust-ends
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c16) is the first bad commit"* && $(measured 0) == 0 ]]
	git -C repo bisect reset
	search step --recipe mq-objcg --tree repo
	[[ $status == 0 && $(measured 0) == 0 ]]
}

@test "git's other words for good and bad; several good ends; another recipe" {
	toy_history 9
	git -C repo bisect start --term-old=fast --term-new=slow >/dev/null
	git -C repo bisect slow c16 >/dev/null
	git -C repo bisect fast c0 >/dev/null
	git -C repo bisect fast c2 >/dev/null
	status=0
	output=$(git -C repo bisect run "$bisect" step --recipe mq-objcg 2>&1) || status=$?
	echo "$output"
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first slow commit"* ]]
	[[ $output == *"which is said to be fast, is healthy"* && $(measured 0) == 1 && $(measured 2) == 1 ]]
	# What one recipe says is not what another would.
	git -C repo bisect reset
	git -C repo bisect start c16 c0 >/dev/null
	git -C repo bisect run "$bisect" step --recipe tcp-trim >/dev/null 2>&1
	[[ $(measured 0) == 2 && $(measured 16) == 2 ]]
}

@test "by time: the good end is the baseline, and half-way to the bad one is the limit" {
	local all=() number
	# 0 to 8 at 1000, 9 and later at 700 ops/sec.
	for number in {0..16}; do
		((number < 9)) && all+=("$number=ops1000") || all+=("$number=ops700")
	done
	toy_history 0 "${all[@]}" 5=nobuild
	bisect_toy --metric ops_per_sec --runs 8
	[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first bad commit"* ]]
	grep -qE "^$(git -C repo rev-parse --short=12 c9) +regressed +0\.(69|70)" repo/.git/cgpong-bisect.log
	grep -qE "^# limit 16\.[0-9]+% $(git -C repo rev-parse --short=12 c16)$" repo/.git/cgpong-bisect.log
	[[ $(measured 0) == 1 && $(measured 16) == 1 ]]
	[[ -s $(echo repo/.git/cgpong-bisect.log.times/*-"$(git -C repo rev-parse --short=12 c0)".json) ]]
	# Another good end is another baseline.
	git -C repo bisect reset
	git -C repo bisect start c16 c3 >/dev/null
	git -C repo bisect run "$bisect" step --recipe mq-objcg --programs "$programs" --metric ops_per_sec --runs 8 >/dev/null 2>&1
	[[ $(measured 3) == 1 && $(measured 16) == 2 ]]
	[[ $(grep -c '^# baseline' repo/.git/cgpong-bisect.log) == 2 ]]
}

@test "by time: each recipe has a baseline of its own" {
	local all=() number recipe
	for number in {0..16}; do
		((number < 9)) && all+=("$number=ops1000") || all+=("$number=ops700")
	done
	toy_history 0 "${all[@]}"
	for recipe in mq-objcg tcp-trim mq-objcg; do
		bisect_toy --recipe $recipe --metric ops_per_sec --runs 8
		[[ $status == 0 && $output == *"$(git -C repo rev-parse c9) is the first bad commit"* ]]
		git -C repo bisect reset
	done
	[[ $(find repo/.git/cgpong-bisect.log.times -name "*-$(git -C repo rev-parse --short=12 c0).json" | wc -l) == 2 ]]
}

@test "by time: a limit that was only tried, before the bad end crashed, is none" {
	toy_history 0 0=ops1000~300 16=few5-ops700~300
	bisect_toy --metric ops_per_sec --runs 8
	stopped "by time the limit comes from the bad end"
	[[ $(wc -l <few) == 7 ]]
}

@test "by time: ends that are alike, or a good end that cannot be measured, stop git" {
	toy_history 0 0=ops1000~50 16=ops990~50
	bisect_toy --metric ops_per_sec --runs 8
	stopped "by ops_per_sec the ends cannot be told apart"
	[[ $output == *"in 8 runs; to be regressed, all of it would have to be below 0.99"*"; what may help: a count instead"* ]]
	toy_history 0 0=nobuild 16=ops700
	bisect_toy --metric ops_per_sec --runs 8
	stopped "cannot be measured: lab: it could not be built"
	toy_history 0 0=ops1000 16=crash
	bisect_toy --metric ops_per_sec --runs 8
	stopped "(see --max-slowdown)"
	# With it, the bad end is not needed.
	git -C repo bisect reset
	search step --recipe mq-objcg --tree repo --metric ops_per_sec
	[[ $status == 129 && $stderr == *"begin with git bisect start"* ]]
	search step --recipe mq-objcg --tree repo --metric ops_per_sec --trust-ends
	[[ $status == 129 && $stderr == *"has to be measured"* ]]
}
