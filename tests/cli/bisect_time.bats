#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# scripts/bisect by time: with kernels that were never measured, whose figures are therefore known; and with --here
# for real, a workload whose ops cost more than before.

load bisect

# by_time OPTION... - among the kernels of the table.
by_time() {
	search --recipe mq-objcg --programs "$programs" --metric ops_per_sec --runs 8 "$@"
}

# says KERNEL VERDICT SIGNAL - the log does; SIGNAL is a regular expression.
says() {
	grep -qE "^$1-cloud-amd64 +$2 +$3 " cgpong-bisect.log
}

runs_of() {
	grep -c "^run --kernel $1-" calls || true
}

@test "the first slow kernel is found, by either clock" {
	kernels ops1000 ops690
	by_time --kernels 7.0..7.1 --metric ops_per_cpu_sec
	found 7.1 7.0 0
	[[ $output == *"bisect step --recipe mq-objcg --metric ops_per_cpu_sec --runs 8 --programs "* ]]
	: >calls
	kernels ops1000 ops990 ops700 ops690
	by_time --kernels 7.0..7.3
	found 7.2 7.1 0
	says 7.0 healthy 1.000
	says 7.1 healthy '0.9[89][0-9]'
	says 7.2 regressed '0.(69|70)[0-9]'
	# The root of 0.69 is 0.831.
	grep -qE '^# limit (16\.[89]|17\.0)[0-9]*% 7.3-cloud-amd64$' cgpong-bisect.log
	[[ $(<cgpong-bisect.log) == *"# metric ops_per_sec"$'\n'"# runs 8"* ]]
	# Each run is a boot; what is clear takes five.
	[[ $(runs_of 7.0) == 8 && $(runs_of 7.1) == 5 && $(runs_of 7.2) == 5 && $(runs_of 7.3) == 5 ]]
	# The recipe's workload, where its signal is looked for; not counted.
	[[ $(grep '^run' calls) == *" mq-pingpong --cgroup leaf --place cross-node --rounds 2 --duration 100ms "*" --count-ops 400 --rounds 9 --no-count --quiet --json /out/run.json"* ]]
	# The runs are kept.
	"$programs/cgpong" compare cgpong-bisect.log.times/7.{0,3}-cloud-amd64.json | grep -q '0\.69'
}

@test "of a recipe with several contexts, that of the signal" {
	kernels ops1000 ops700
	by_time --recipe depth --kernels 7.0..7.1
	[[ $status == 0 && $(<calls) == *"shmem-fallocate --cgroup deep:8 --rounds 2"* && $(<calls) != *deep:1* ]]
	printf '%s\n' 'summary = x' 'commit = x' 'workload = page-fault' 'options = --rounds 20' 'cgroup = root,leaf' \
		'signal = time of leaf over root' 'healthy = 0.9..1.1' >mine.recipe
	: >calls
	by_time --recipe ./mine.recipe --kernels 7.0..7.1
	# Its rounds are meant for time.
	[[ $status == 0 && $(<calls) == *"page-fault --cgroup leaf --rounds 20 --no-count"* ]]
}

@test "ends that cannot be told apart are refused, with the figures and what helps" {
	kernels ops1000 ops1000 ops1003
	by_time --kernels 7.0..7.2
	refused 1 "nothing to search: by ops_per_sec the ends cannot be told apart: 7.2 has 1.00"
	[[ $stderr == *"what may help: a count instead (no --metric), --runs 24, "*"--here"* ]]
	[[ $(runs_of 7.1) == 0 && $(tail -n 1 cgpong-bisect.log) == "# refused: "* ]]
	# Slower by a tenth, with noise of three times as much.
	kernels ops1000~300 ops1000 ops900~300
	by_time --kernels 7.0..7.2
	refused 1 "7.2 has 0."
	# A limit that the new end does not reach.
	kernels ops1000 ops1000 ops900
	by_time --kernels 7.0..7.2 --max-slowdown 20%
	refused 1 "cannot be told apart"
	# None can be measured.
	kernels crash skipped crash
	by_time --kernels 7.0..7.2
	refused 1 "and cannot be measured"
}

@test "where it was mended, what the recipe knows as bad is the new end; with --resume, too" {
	printf '%s\n' '7.0.13 ops1000' '7.0.20 ops990' '7.1.13 ops700' '7.3.4 ops1000' >kernels
	by_time --kernels 7.0..7.3
	found 7.1.13 7.0.20 0
	sed -i '/^7.0.20-/d' cgpong-bisect.log
	: >calls
	search --resume cgpong-bisect.log --programs "$programs"
	found 7.1.13 7.0.20 0
	[[ $(runs_of 7.0.20) == 5 && $(grep -c '^run' calls) == 5 ]]
}

@test "where the speed of the CPUs is not known, the ends must be further apart, and it says how far" {
	local round unknown=()
	for round in 0 1 2; do
		unknown+=(--set "contexts.0.rounds.$round.cpu_speed=null")
	done
	python3 "$BATS_TEST_DIRNAME/make_results.py" results --ops 1000000 "${unknown[@]}"
	# The root of 0.7, less the allowance of exp(-0.25): 0.652.
	kernels ops1000 ops700
	by_time --kernels 7.0..7.1
	refused 1 "cannot be told apart: 7.1 has 0.70"
	[[ $stderr == *"to be regressed, all of it would have to be below 0.65"* ]]
	# Of 0.4: 0.493.
	kernels ops1000 ops550 ops400
	by_time --kernels 7.0..7.2
	found 7.2 7.0 1
	[[ $(<cgpong-bisect.log) == *"from now on, regressed is below 0.49"* ]]
	[[ $(<cgpong-bisect.log) == *"too noisy: 0.5"*"regressed is below 0.49"* ]]
}

@test "--max-slowdown moves the limit" {
	kernels ops1000 ops900 ops700
	by_time --kernels 7.0..7.2
	found 7.2 7.1 0
	by_time --kernels 7.0..7.2 --max-slowdown 5%
	found 7.1 7.0 0
	grep -qx '# max-slowdown 5%' cgpong-bisect.log
	grep -qx '# limit 5% 7.2-cloud-amd64' cgpong-bisect.log
}

@test "what is too noisy, crashes or is skipped is not blamed; one boot that fails is forgiven" {
	kernels ops1000 crash skipped ops830~400 guest1 silent ops700
	by_time --kernels 7.0..7.6
	found 7.6 7.0 5
	[[ $(grep -c ' unknown ' cgpong-bisect.log) == 5 && $stderr == *"too noisy: "* ]]
	kernels ops1000 flaky-ops1000 ops700
	by_time --kernels 7.0..7.2
	found 7.2 7.1 0
	[[ -e flaked && $(runs_of 7.1) -ge 6 ]]
	# An end that cannot be measured gives way.
	kernels crash ops1000 ops700 crash
	by_time --kernels 7.0..7.3
	found 7.2 7.1 0
}

@test "--resume: ends and limit come from the log, and only what they hold for is kept" {
	kernels ops1000 ops990 ops700 ops690
	by_time --kernels 7.0..7.3
	cp -r cgpong-bisect.log.times times
	cp cgpong-bisect.log log
	: >calls
	sed -i '/^7.1-/d' cgpong-bisect.log
	search --resume cgpong-bisect.log --programs "$programs"
	found 7.2 7.1 0
	[[ $(runs_of 7.1) == 5 && $(grep -c '^run' calls) == 5 ]]
	# Without the limit's kernel, all but the baseline.
	cp log cgpong-bisect.log
	: >calls
	sed -i '/^7.3-/d' cgpong-bisect.log
	search --resume cgpong-bisect.log --programs "$programs"
	found 7.2 7.1 0
	[[ $(runs_of 7.0) == 0 && $(runs_of 7.1) == 5 && $(runs_of 7.3) == 5 ]]
	# What was too noisy was so by that baseline.
	cp log cgpong-bisect.log
	: >calls
	sed -i '/^7.0-/d; s/^\(7.1-[^ ]* *\)healthy.*/\1unknown - too noisy: 0.9/' cgpong-bisect.log
	search --resume cgpong-bisect.log --programs "$programs"
	found 7.2 7.1 0
	[[ $(runs_of 7.0) == 8 && $(runs_of 7.1) == 5 ]]
	# Without the baseline's runs, all.
	cp log cgpong-bisect.log
	: >calls
	rm -r cgpong-bisect.log.times
	search --resume cgpong-bisect.log --programs "$programs"
	found 7.2 7.1 0
	[[ $(runs_of 7.0) == 8 && $(runs_of 7.3) == 5 ]]
	# A new search takes them along.
	by_time --kernels 7.0..7.3
	[[ -s cgpong-bisect.log.old.times/7.0-cloud-amd64.json && -s cgpong-bisect.log.times/7.0-cloud-amd64.json ]]
}

@test "what is asked wrongly is refused before anything is measured" {
	local words
	kernels ops1000 ops700
	: >file
	for words in '--metric ops' '--runs 7' '--runs 61' '--max-slowdown 5' '--max-slowdown 100%' '--baseline file' \
		'--trust-ends'; do
		# shellcheck disable=SC2086	# several words
		by_time --kernels 7.0..7.1 $words
		[[ $status == 64 && -z $output && ${#stderr_lines[@]} == 1 ]]
	done
	for words in '--max-slowdown 5%' '--runs 20'; do
		# shellcheck disable=SC2086	# several words
		search --recipe mq-objcg --kernels 7.0..7.1 $words
		[[ $status == 64 && $stderr == *"are for --metric"* ]]
	done
	for words in '' '--metric ops_per_sec' '--metric ops_per_sec --baseline file --tree .' '--baseline file'; do
		# shellcheck disable=SC2086	# several words
		search baseline --recipe mq-objcg $words
		[[ $status == 64 && ${#stderr_lines[@]} == 1 ]]
	done
	for words in '--here --metric ops_per_sec' '--here --metric ops_per_sec --baseline nosuch' '--here --trust-ends' \
		'--here --baseline file' '--metric ops_per_sec --baseline file'; do
		# shellcheck disable=SC2086	# several words
		search step --recipe mq-objcg $words
		[[ $status == 129 && ${#stderr_lines[@]} == 1 ]]
	done
	[[ $(<calls) != *run* && ! -e cgpong-bisect.log ]]
}

# What others take of the CPUs is not in the CPU time, so this is right on a busy machine, or says nothing.
@test "step --here by time: the same kernel is healthy, one with dearer ops regressed" {
	local liar=${CGPONG_TEST_BIN:-$tree/build/tests/bin}/cgpong-liar by=(--recipe ./liar.recipe --metric ops_per_cpu_sec)
	[[ -x $liar ]] || skip "there is no $liar"
	mkdir bin
	cp "$programs/cgpong" "$liar" bin/
	printf '%s\n' 'summary = ops that cost more' 'commit = none' 'workload = liar' \
		'options = --members 1 --place none --duration 30ms --warmup 10ms' 'cgroup = inherit' \
		'signal = calls charge in inherit' 'healthy = 0..1' >liar.recipe
	by+=(--programs "$PWD/bin")
	search baseline "${by[@]}" --baseline good.json --runs 8
	[[ $status == 0 && $output == *"8 runs of liar"* ]]
	# Of another boot, to the same file.
	search baseline "${by[@]}" --baseline good.json --runs 8
	[[ $status == 0 && $output == *"16 runs of liar"* ]]
	search step --here "${by[@]}" --baseline good.json --max-slowdown 50% --log log
	[[ $status == 0 || ($status == 125 && $stderr == *"too noisy"*) ]]
	# An op is 1000 turns: it takes four times as long, or half or twice that if a neighbour came or went.
	CGPONG_LIAR_WORK=3000 search step --here "${by[@]}" --baseline good.json --max-slowdown 50% --log log
	[[ $status == 1 || ($status == 125 && $stderr == *"too noisy"*) ]]
	grep -qE "^$(uname -r) +(regressed|unknown) +0\.[1-4][0-9]+ |too noisy: 0\.[1-4]" log
	[[ -z $(ls tmp) ]]
	# A baseline of something else is no verdict on a kernel.
	python3 "$BATS_TEST_DIRNAME/make_results.py" other.json --runs 8
	search step --here "${by[@]}" --baseline other.json --log log
	[[ $status == 129 && $stderr == *"not comparable"* ]]
}
