#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# `cgpong list --recipes` and `cgpong run --recipe`. What the recipes say of kernels is tested in the lab.

load common

recipe() {
	run --separate-stderr timeout --kill-after=5 120 "$BIN/cgpong" run --recipe "$@"
	show
}

# written LINE... - a recipe of these lines, toy.recipe.
written() {
	printf '%s\n' "$@" >"$TMP/toy.recipe"
}

# good [KEY VALUE] - the same, whole, with one key another.
good() {
	declare -A key=([summary]=toy [commit]=none [workload]=null [options]="--rounds 2 --duration 20ms --warmup 0"
		[cgroup]=inherit [signal]="calls charge in inherit" [healthy]=0..1)
	local name lines=()
	[[ $# == 0 ]] || key[$1]=$2
	for name in "${!key[@]}"; do
		lines+=("$name = ${key[$name]}")
	done
	written "${lines[@]}"
}

@test "every recipe of the tree is listed, with its workload and what it shows" {
	local file name summary workload count=0
	run --separate-stderr "$BIN/cgpong" list --recipes
	show
	[[ $status == 0 && -z $stderr ]]
	for file in "$BATS_TEST_DIRNAME"/../../recipes/*.recipe; do
		name=$(basename "$file" .recipe)
		summary=$(sed -n 's/^summary = //p' "$file")
		workload=$(sed -n 's/^workload = //p' "$file")
		[[ $output =~ (^|$'\n')"$name"\ +"$workload"\ +"$summary"($|$'\n') ]]
		count=$((count + 1))
	done
	[[ ${#lines[@]} == "$count" ]]
}

@test "the list as JSON" {
	"$BIN/cgpong" list --recipes --json >"$TMP/list.json"
	[[ $(json "$TMP/list.json" '[(x["workload"], x["reference"], x["healthy_high"]) for x in r
		if x["name"] == "mq-objcg"]') == "[('mq-pingpong', 'R27', 0.2)]" ]]
}

@test "the workload of every recipe is there" {
	local workload
	"$BIN/cgpong" list --recipes --json >"$TMP/list.json"
	for workload in $(json "$TMP/list.json" '" ".join(x["workload"] for x in r)'); do
		[[ -x $BIN/cgpong-$workload ]]
	done
}

# No counting, so no count to judge by: on any machine, with or without probes.
@test "what cannot be told is skipped, with the reason, and exit 4" {
	good
	recipe "$TMP/toy.recipe" --no-count
	[[ $status == 4 && -z $stderr ]]
	[[ ${lines[0]} == "toy: toy" ]]
	[[ ${lines[-1]} == "VERDICT recipe=toy kernel=$(uname -r) verdict=skipped ("*")" ]]
}

@test "-q leaves the verdict alone" {
	good
	recipe "$TMP/toy.recipe" -q --no-count
	[[ $status == 4 && ${#lines[@]} == 1 && $output == VERDICT* ]]
}

@test "--recipe=NAME, --json=FILE; what is not a recipe's is refused" {
	local words
	good
	run --separate-stderr "$BIN/cgpong" run --recipe="$TMP/toy.recipe" -q --no-count --json="$TMP/r.json"
	[[ $status == 4 && $output == "VERDICT recipe=toy "* && -s $TMP/r.json ]]
	run --separate-stderr "$BIN/cgpong" run --recipe=
	refused 64 "which?"
	for words in "--js x" "-qo x" --check --help --describe -V; do
		# shellcheck disable=SC2086
		recipe "$TMP/toy.recipe" $words
		refused 64 "is for a run by itself"
	done
	recipe "$TMP/toy.recipe" -o ''
	refused 64 "--json: no file given"
}

@test "more recipes than there may be are refused, not left out" {
	local number
	good
	mkdir -p "$TMP/data/recipes"
	for number in {1..129}; do
		cp "$TMP/toy.recipe" "$TMP/data/recipes/toy$number.recipe"
	done
	CGPONG_DATADIR=$TMP/data run --separate-stderr "$BIN/cgpong" list --recipes
	refused 64 "more than 128 recipes"
}

@test "--json to stdout by any of its names has it alone" {
	local name
	good
	for name in - /dev/stdout; do
		run --separate-stderr "$BIN/cgpong" run --recipe "$TMP/toy.recipe" --no-count --json $name
		[[ $status == 4 ]]
		"$PYTHON" -c 'import json, sys; json.loads(sys.argv[1])' "$output"
	done
}

@test "a lost verdict is said, whatever the exit code" {
	good
	run --separate-stderr bash -c '"$1" run --recipe "$2" -q --no-count >/dev/full' - "$BIN/cgpong" "$TMP/toy.recipe"
	[[ $status == 4 && $stderr == *"write to stdout: "* ]]
}

@test "-o writes the verdict, why, and the results" {
	good
	recipe "$TMP/toy.recipe" -q -o "$TMP/r.json" --no-count
	[[ $status == 4 ]]
	[[ $(json "$TMP/r.json" 'r["schema"], r["kernel"], len(r["recipes"])') == "('cgpong-recipes/1', '$(uname -r)', 1)" ]]
	[[ $(json "$TMP/r.json" '[(x["recipe"], x["verdict"], x["signal"]) for x in r["recipes"]]') == "[('toy', 'skipped', None)]" ]]
	[[ $(json "$TMP/r.json" 'bool(r["recipes"][0]["why"]), r["recipes"][0]["results"]["workload"]') == "(True, 'null')" ]]
}

@test "-o - is the JSON and nothing else" {
	good
	recipe "$TMP/toy.recipe" -o - --no-count
	[[ $status == 4 && ${lines[0]} == "{" && $output != *VERDICT* ]]
}

@test "a workload that fails is no verdict, and no skip: exit 1" {
	good workload liar
	sed -i 's/^options.*/& --lie fail/' "$TMP/toy.recipe"
	PATH=$TEST_BIN:$PATH recipe "$TMP/toy.recipe" -q
	[[ $status == 1 && ${#lines[@]} == 1 ]]
	[[ $output == "VERDICT recipe=toy kernel=$(uname -r) verdict=failed ("?*")" ]]
}

@test "an unknown recipe" {
	recipe no-such-recipe
	refused 64 "no recipe is called 'no-such-recipe'"
	recipe mq-objcg,no-such-recipe
	refused 64 "no recipe is called 'no-such-recipe'"
}

@test "no name; no file behind -o" {
	recipe
	refused 64 "which?"
	recipe mq-objcg -o
	refused 64 "-o needs a file"
	recipe mq-objcg -o "$TMP/none/r.json"
	[[ $status == 64 || $status == 1 ]]
	[[ -z $output && $stderr == *"$TMP/none/r.json"* ]]
}

@test "a bad recipe is refused with file and line" {
	written "summary = toy" "" "# remark" "sumary = toy"
	recipe "$TMP/toy.recipe"
	refused 64 "$TMP/toy.recipe:4: unknown key 'sumary'"
	written "summary = toy" "summary = toy"
	recipe "$TMP/toy.recipe"
	refused 64 "$TMP/toy.recipe:2: second key 'summary'"
	written "signal = calls nothing_of_the_kind in leaf"
	recipe "$TMP/toy.recipe"
	refused 64 "$TMP/toy.recipe:1: no charge-path event is called 'nothing_of_the_kind'"
	written "healthy = 2..1"
	recipe "$TMP/toy.recipe"
	refused 64 "$TMP/toy.recipe:1: not a range LOW..HIGH: '2..1'"
	written "summary = toy"
	recipe "$TMP/toy.recipe"
	refused 64 "$TMP/toy.recipe: no key 'commit'"
}

@test "a workload that does not exist" {
	good workload no-such-workload
	recipe "$TMP/toy.recipe"
	refused 64 "no-such-workload"
}
