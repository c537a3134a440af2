#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# scripts/bisect by count: the search, the log, and what a step answers.

load bisect

# Each boundary among eight kernels.
@test "the first bad kernel is found, wherever it is, in few boots" {
	local first all number
	for first in {1..7}; do
		all=()
		for number in {0..7}; do
			((number < first)) && all+=(healthy) || all+=(regressed)
		done
		kernels "${all[@]}"
		: >calls
		search --recipe mq-objcg --kernels 7.0..7.7
		found "7.$first" "7.$((first - 1))" 0
		# Two ends, and six in between by halves.
		[[ $(grep -c '^run' calls) -le 5 ]]
	done
}

# Each boundary, with each kernel in turn, and each pair of neighbours, out of order in some way.
@test "a kernel that cannot be judged is never blamed and never hides the boundary" {
	local outcomes=(skipped crash garbage exit77 failed) first broken wide number all bad good between
	for first in {1..5}; do
		for broken in {0..5}; do
			for wide in 1 2; do
				all=()
				for number in {0..5}; do
					((number < first)) && all+=(healthy) || all+=(regressed)
				done
				for ((number = broken; number < broken + wide && number < 6; number++)); do
					all[number]=${outcomes[(first + number) % 5]}
				done
				# What is to be found: the last healthy before the first regressed.
				good='' bad=''
				for number in {0..5}; do
					[[ ${all[number]} != healthy ]] || good=$number
					[[ ${all[number]} != regressed || -n $bad ]] || bad=$number
				done
				kernels "${all[@]}"
				search --recipe mq-objcg --kernels 7.0..7.5
				if [[ -z $good || -z $bad ]]; then
					refused 1 "nothing to search"
				else
					between=$((bad - good - 1))
					found "7.$bad" "7.$good" $between
				fi
			done
		done
	done
}

@test "many that cannot be judged in the middle are jumped over" {
	local all=(healthy healthy healthy) number
	for number in {1..20}; do all+=(crash); done
	all+=(healthy healthy regressed regressed)
	kernels "${all[@]}"
	search --recipe mq-objcg --kernels 7.0..7.99
	found 7.25 7.24 0
	[[ $(grep -c '^run' calls) -le 12 ]]
}

@test "one that cannot be had is not judged; one in the cache is preferred" {
	printf '%s\n' '7.0 healthy' '7.1 gone no' '7.2 healthy no' '7.3 regressed' '7.4 regressed no' '7.5 regressed' >kernels
	search --recipe mq-objcg --kernels 7.0..7.5
	found 7.3 7.2 0
	[[ $(grep -c '^fetch' calls) == 1 ]]
	[[ $(<calls) == *"fetch 7.2-cloud-amd64"* ]]
	printf '%s\n' '7.0 healthy' '7.1 gone no' '7.2 gone no' '7.3 regressed' >kernels
	search --recipe mq-objcg --kernels 7.0,7.1,7.2,7.3
	found 7.3 7.0 2
	[[ $(<cgpong-bisect.log) == *"7.1-cloud-amd64 "*"unknown "*"cannot be had: lab: 7.1-cloud-amd64 could not be downloaded"* ]]
}

@test "ends that cannot be told apart are refused, and it says which is wrong" {
	kernels healthy healthy healthy
	search --recipe sctp-uncharge --kernels 7.0..7.2
	refused 1 "nothing to search: the new end must be regressed, and 7.2 is healthy; the old end, 7.0 is healthy"
	[[ $(grep -c '^run' calls) == 2 && $(tail -n 1 cgpong-bisect.log) == "# refused: nothing to search"* ]]
	kernels regressed healthy regressed
	search --recipe mq-objcg --kernels 7.0..7.2
	refused 1 "the old end must be healthy, and 7.0 is regressed; the new end, 7.2 is regressed"
	kernels regressed regressed healthy
	search --recipe mq-objcg --kernels 7.0..7.2
	refused 1 "the old end must be healthy, and 7.0 is regressed; the new end, 7.2 is healthy"
	kernels crash skipped garbage
	search --recipe mq-objcg --kernels 7.0..7.2
	refused 1 "7.1 is not to be judged"
}

# The recipe has: bad = 7.1.3 7.1.13.
@test "where the regression was mended in between, what the recipe knows as bad is the new end" {
	printf '%s\n' '6.16.12 healthy' '7.0.13 healthy' '7.1.3 regressed' '7.1.13 regressed' '7.2.6 healthy' '7.3.4 healthy' >kernels
	search --recipe mq-objcg --kernels 6.16..7.3
	found 7.1.3 7.0.13 0
	[[ $stderr == *"7.3.4 is healthy again: the recipe knows 7.1.13 as bad"* ]]
	[[ $output == *"git bisect start v7.1 v7.0 "*"git bisect start v7.1.3 v7.0.13 "*"bisect step --recipe mq-objcg" ]]
	search --recipe mq-objcg --kernels 7.0..7.1,7.2.6
	found 7.1.3 7.0.13 0
	# Known to the recipe, and measured all the same.
	printf '%s\n' '7.0.13 healthy' '7.1.13 healthy' '7.3.4 healthy' >kernels
	search --recipe mq-objcg --kernels 7.0..7.3
	refused 1 "the new end must be regressed"
}

# begin CALL - a search among all kernels of the table, in the background, as far as this call of the lab. Sets pid.
begin() {
	local tries
	"$bisect" --recipe mq-objcg --kernels 7.0..7.9 2>stderr 3>&- &
	pid=$!
	for ((tries = 0; tries < 100; tries++)); do
		! grep -q "$1" calls || break
		sleep 0.1
	done
}

@test "a search that was killed goes on where it was" {
	local pid before
	kernels healthy healthy slow30 regressed
	begin 'run --kernel 7.2'
	kill -9 $pid
	wait $pid || true
	before=$(grep -c '^run' calls)
	printf '7.2-cloud-amd64  regres' >>cgpong-bisect.log
	# The ends are known, and are not asked again.
	kernels exit1 healthy regressed exit1
	search --resume cgpong-bisect.log
	found 7.2 7.1 0
	[[ $(grep -c '^run' calls) == $((before + 2)) ]]
	# And once more, when all is known.
	search --resume cgpong-bisect.log
	found 7.2 7.1 0
	[[ $(grep -c '^run' calls) == $((before + 2)) ]]
}

@test "a search that is ended ends its guest and leaves nothing" {
	local pid code=0
	kernels slow60 regressed
	begin '^run'
	kill $pid
	wait $pid || code=$?
	[[ $code == 143 && -z $(ls tmp) ]]
}

@test "a search that is killed with -9: its lab ends with it, and the next one removes its directory" {
	local pid tries
	kernels slow60 regressed
	begin '^run'
	kill -9 $pid
	wait $pid || true
	for ((tries = 0; tries < 100; tries++)); do
		kill -0 "$(<pid)" 2>/dev/null || break
		sleep 0.1
	done
	run ! kill -0 "$(<pid)"
	[[ $(find tmp -mindepth 1 -maxdepth 1 | wc -l) == 1 ]]
	kernels healthy regressed
	search --recipe mq-objcg --kernels 7.0..7.1
	found 7.1 7.0 0
	[[ -z $(ls tmp) ]]
}

@test "a recipe of CGPONG_DATADIR, which goes before ours of that name" {
	kernels healthy regressed
	mkdir -p data/recipes
	sed 's/^summary = .*/summary = mine/' "$tree/recipes/mq-objcg.recipe" >data/recipes/mine.recipe
	search --recipe mine --kernels 7.0..7.1
	[[ $status == 64 && $stderr == *"there is no recipe 'mine'"* ]]
	export CGPONG_DATADIR=$PWD/data
	search --recipe mine --kernels 7.0..7.1
	found 7.1 7.0 0
	grep -q -- '--recipe mine$' calls
	# What becomes of the ends is asked of the user's own.
	printf '%s\n' '7.0.1 healthy' '7.1.1 regressed' '7.3.1 healthy' >kernels
	sed 's/^bad = .*/bad = 7.9/' "$tree/recipes/mq-objcg.recipe" >data/recipes/mq-objcg.recipe
	search --recipe mq-objcg --kernels 7.0..7.3
	refused 1 "the new end must be regressed"
}

@test "what is printed to go on with judges as the search did, wherever it is called" {
	kernels healthy regressed
	mkdir "my recipes"
	cp "$tree/recipes/mq-objcg.recipe" "my recipes/mine.recipe"
	(cd "my recipes" && search --recipe ./mine.recipe --kernels 7.0..7.1 --timeout 300 &&
		[[ ${lines[-1]} == *"/bisect step --recipe ${PWD// /\\ }/mine.recipe --timeout 300" ]])
	kernels ops1000 ops700
	search --recipe mq-objcg --kernels 7.0..7.1 --metric ops_per_sec --runs 8 --max-slowdown 9.5% --programs "$programs"
	[[ ${lines[-1]} == *"/bisect step --recipe mq-objcg --metric ops_per_sec --runs 8 --max-slowdown 9.5% --programs /"* ]]
}

@test "a lab that cannot run stops the search, which can be gone on with" {
	kernels healthy healthy exit1 regressed
	search --recipe mq-objcg --kernels 7.0..7.3
	refused 1 "cannot go on"
	kernels healthy healthy regressed regressed
	search --resume cgpong-bisect.log
	found 7.2 7.1 0
	CGPONG_LAB=/nonexistent search --recipe mq-objcg --kernels 7.0..7.3
	refused 1 "cannot go on"
}

@test "the log of an earlier search is kept" {
	kernels healthy regressed
	search --recipe mq-objcg --kernels 7.0..7.1
	cp cgpong-bisect.log before
	search --recipe mq-objcg --kernels 7.0..7.1
	cmp before cgpong-bisect.log.old
	search --recipe mq-objcg --kernels 7.0..7.1 --log other.log
	grep -q '^7.1-cloud-amd64  *regressed  *4.000  healthy is 0..0.2$' other.log
}

@test "what is asked wrongly is refused with 64, before anything is measured" {
	local words
	kernels healthy regressed
	: >empty.log
	printf '# recipe mq-objcg\n# kernels 7.0..7.1\n7.0-cloud-amd64 good\n' >wrong.log
	for words in '' '--recipe mq-objcg' '--kernels 7.0..7.1' '--recipe nosuch --kernels 7.0..7.1' \
		'--recipe mq-objcg --kernels 7.0' '--recipe mq-objcg --kernels x:y' '--recipe mq-objcg,tcp-trim --kernels 7.0..7.1' \
		'--recipe mq-objcg --kernels 7.0..7.1,7.1' '--recipe mq-objcg --kernels 7.0..7.1 --timeout 0' \
		'--recipe mq-objcg --kernels 7.0..7.1 --here' '--nonsense' 'word' '--recipe' '--programs /nonexistent' \
		'--resume /nonexistent' '--resume empty.log' '--resume wrong.log' '--resume wrong.log --recipe mq-objcg'; do
		# shellcheck disable=SC2086	# several words
		search $words
		[[ $status == 64 && -z $output && -n $stderr && $stderr != *$'\n'* ]]
	done
	search --recipe mq-objcg --kernels 5.0..5.9
	refused 1 "no kernel '5.0..5.9' is cached or offered now"
	[[ $(<calls) != *"run --kernel"* ]]
	[[ ! -e cgpong-bisect.log ]]
}

@test "help" {
	run -0 --separate-stderr "$bisect" --help
	[[ -z $stderr && $output == Usage:* && $output == *"125 cannot be told"* ]]
}

# step_ends OUTCOME STATUS VERDICT
step_ends() {
	echo "$1" >source/outcome
	search step --recipe mq-objcg --tree source --log log
	[[ $status == "$2" && -z $output && $(tail -n 1 log) == "source "*" $3 "* ]]
}

@test "step: 0 and 1 only for a verdict, 125 for whatever else becomes of a kernel" {
	local outcome
	mkdir source
	step_ends healthy 0 healthy
	step_ends regressed 1 regressed
	for outcome in skipped failed nobuild crash garbage silent half twice regressed-failed regressed-cut nan \
		exit2 exit77 exit125 exit137 exit255 guest0 guest1 guest4 guest125 guest139; do
		step_ends $outcome 125 unknown
	done
	[[ $(<log) == *"the guest did not boot; its last words: Kernel panic - not syncing: no"* ]]
	[[ $(<log) == *"it could not be built: mm/x.c: error"* ]]
	[[ $(<log) == *"failed: the workload failed"* ]]
	[[ $(<log) == *"skipped: there is (here) no such thing"* ]]
}

@test "step: what has nothing to do with the commit stops git with 129" {
	local outcome words
	mkdir source
	for outcome in nodisk exit1 exit64 exit126 exit127 guest64 guest127; do
		echo $outcome >source/outcome
		search step --recipe mq-objcg --tree source --log log
		[[ $status == 129 && -z $output && $stderr == *"cannot go on"* ]]
	done
	run ! grep -v '^# recipe ' log
	for words in '' '--recipe nosuch' '--recipe mq-objcg --tree /nonexistent' '--recipe mq-objcg --kernels 7.0..7.1' \
		'--recipe mq-objcg --here --tree source' '--nonsense' '--recipe mq-objcg --log /nonexistent/log' '--help'; do
		# shellcheck disable=SC2086	# several words
		search step $words
		[[ $status == 129 ]]
	done
	echo healthy >source/outcome
	TMPDIR=/nonexistent search step --recipe mq-objcg --tree source --log log
	[[ $status == 129 ]]
	# Even a script that is broken itself.
	cp -r "$tree/scripts" "$tree/recipes" .
	# shellcheck disable=SC2016
	echo 'judge_count() { : "$nosuch"; }' >>scripts/bisect.d/step.sh
	search() { run --separate-stderr scripts/bisect "$@"; }
	search step --recipe mq-objcg --tree source --log log
	[[ $status == 129 && $stderr == *nosuch* ]]
}

@test "step --here takes the verdict of the running kernel" {
	local dir=$PWD/bin outcome code
	mkdir bin
	# shellcheck disable=SC2016
	printf '%s\n' '#!/bin/bash' 'echo "$*" >>"$STUB/calls"' 'cat "$STUB/say"; exit "$(<"$STUB/code")"' >bin/cgpong
	chmod +x bin/cgpong
	while read -r outcome code expected; do
		echo "VERDICT recipe=mq-objcg kernel=6.6.6 verdict=${outcome//_/ }" >say
		echo "$code" >code
		search step --here --recipe mq-objcg --programs "$dir" --log log
		[[ $status == "$expected" && $(tail -n 1 calls) == "run --recipe mq-objcg" ]]
	done <<-END
		healthy_signal=0.000_healthy=0..0.2 0 0
		regressed_signal=4.000_healthy=0..0.2 0 1
		skipped_(needs_root) 4 125
		regressed_signal=4.000_healthy=0..0.2 1 125
		healthy_signal=0.000_healthy=0..0.2 139 125
		healthy 64 129
		healthy 127 129
	END
	[[ $(tail -n 1 log) == "$(uname -r) "* ]]
	# Regressed is what is so twice: a burst of others' charges is not. Healthy is at once.
	# shellcheck disable=SC2016
	printf '%s\n' '#!/bin/bash' 'echo "$*" >>"$STUB/calls"' \
		'[ "$(wc -l <"$STUB/calls")" = 1 ] && say=regressed signal=4.000 || say=healthy signal=0.000' \
		'echo "VERDICT recipe=mq-objcg kernel=6.6.6 verdict=$say signal=$signal healthy=0..0.2"' >bin/cgpong
	: >calls
	search step --here --recipe mq-objcg --programs "$dir" --log log
	[[ $status == 125 && $stderr == *"too noisy: regressed in one run, and then 0.000"* && $(wc -l <calls) == 2 ]]
	search step --here --recipe mq-objcg --programs "$dir" --log log
	[[ $status == 0 && $(wc -l <calls) == 3 ]]
	printf '%s\n' '#!/bin/bash' 'exec sleep 30' >bin/cgpong
	search step --here --recipe mq-objcg --programs "$dir" --log log --timeout 1
	[[ $status == 125 && $stderr == *"no verdict after 1 s"* ]]
}

@test "git bisect run names the commit, with some that do not build and one that crashes" {
	local first
	need_git
	# Not beside the one that is looked for: then nobody could tell.
	for first in 3 7 11 15; do
		toy_history $first 5=nobuild 9=nobuild 13=crash
		bisect_toy
		[[ $status == 0 && $output == *"$(git -C repo rev-parse c$first) is the first bad commit"* ]]
		# Each with its hash, verdict and subject; and nothing among the sources.
		grep -q "^$(git -C repo rev-parse --short=12 c$first) *regressed  *4.000  healthy is 0..0.2 (commit $first)$" \
			repo/.git/cgpong-bisect.log
		git -C repo bisect reset
		[[ -z $(git -C repo status --porcelain) ]]
	done
}

@test "git bisect run does not blame one that cannot be judged beside the culprit" {
	need_git
	toy_history 8 7=nobuild
	bisect_toy
	[[ $status != 0 && $output != *"is the first bad commit"* ]]
	[[ $output == *"$(git -C repo rev-parse c7)"* && $output == *"$(git -C repo rev-parse c8)"* ]]
}

@test "git bisect run stops where nothing can be judged, and skips nothing" {
	need_git
	toy_history 8 8=nodisk
	bisect_toy
	[[ $status != 0 && $output == *"cannot go on"* ]]
	[[ $(git -C repo bisect log) != *skip* ]]
}
