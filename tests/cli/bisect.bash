# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2034,SC2154 # what bats, and the tests, set and use
# bisect.bash - what the tests of scripts/bisect share: a lab that answers from a table (lab-stub.sh), and toy trees.

bats_require_minimum_version 1.5.0

tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
bisect=$tree/scripts/bisect
programs=${CGPONG_BIN:-$tree/build/bin}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	mkdir tmp
	export STUB=$PWD TMPDIR=$PWD/tmp CGPONG_LAB=$BATS_TEST_DIRNAME/lab-stub.sh
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
	: >calls
}

# kernels OUTCOME... - of 7.0, 7.1 and so on.
kernels() {
	local number=0 outcome
	for outcome; do
		echo "7.$number $outcome"
		number=$((number + 1))
	done >kernels
}

search() {
	run --separate-stderr "$bisect" "$@"
	echo "$status: $output"
	echo "$stderr"
}

# found BAD GOOD UNJUDGED - what the search must say, in its answer and in the log.
found() {
	local answer="first bad: $1, last good: $2"
	case $3 in
	0) ;;
	1) answer+="; 1 kernel in between could not be judged" ;;
	*) answer+="; $3 kernels in between could not be judged" ;;
	esac
	[[ $status == 0 && ${lines[0]} == "$answer" ]]
	[[ $(tail -n 1 cgpong-bisect.log) == "# $answer" ]]
}

# refused STATUS WORDS - one line more than the measurements, and no answer.
refused() {
	[[ $status == "$1" && -z $output && ${stderr_lines[-1]} == *"$2"* ]]
}

# toy_history FIRST [NUMBER=OUTCOME]... - sixteen commits, regressed from FIRST on.
toy_history() {
	local number outcome first=$1 pair
	shift
	rm -rf repo
	git init -q repo
	git -C repo config user.name test
	git -C repo config user.email test@example.org
	for number in {0..16}; do
		((number < first)) && outcome=healthy || outcome=regressed
		for pair; do
			[[ ${pair%=*} != "$number" ]] || outcome=${pair#*=}
		done
		printf '%s\n' "$outcome" >repo/outcome
		echo "$number" >repo/number
		git -C repo add .
		git -C repo commit -qm "commit $number"
		git -C repo tag "c$number"
	done
}

# bisect_toy OPTION...
bisect_toy() {
	git -C repo bisect start c16 c0 >/dev/null
	# Not by `run`, which warns of 127: git's own code for a step that stopped it.
	status=0
	output=$(git -C repo bisect run "$bisect" step --recipe mq-objcg --programs "$programs" "$@" 2>&1) || status=$?
	echo "$output"
}

need_git() {
	type -P git >/dev/null || skip "needs git"
}
