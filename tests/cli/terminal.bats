#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# What a person at a terminal sees: tables, colour, progress, and nothing that a terminal obeys but ours.

load common

ESC=$'\033'

# at_terminal COLUMNS WORD... - run in a pseudo terminal; what it shows is in $TMP/shown.
at_terminal() {
	local columns=$1 command
	shift
	need script
	printf -v command '%q ' "$@"
	script -qec "stty cols $columns; $command" "$TMP/typescript" >/dev/null </dev/null || true
	# Without the lines that script(1) adds itself.
	sed '1d;$d' "$TMP/typescript" | tr -d '\r' >"$TMP/shown"
	cat -v "$TMP/shown"
}

null=("$BIN/cgpong-null" --no-count -d 20ms -w 0 -r 2 -g "inherit,inherit")

@test "colour on a terminal; not with NO_COLOR, not with TERM=dumb or none, not elsewhere" {
	export TERM=xterm
	at_terminal 100 "${null[@]}"
	grep -qF "${ESC}[1mmedian of rounds" "$TMP/shown"
	grep -qF "${ESC}[33mwarning:${ESC}[0m 2 rounds" "$TMP/shown"
	at_terminal 100 "$BIN/cgpong" doctor
	grep -qF "${ESC}[32mok  ${ESC}[0m  kernel" "$TMP/shown"
	at_terminal 100 "$BIN/cgpong" nonsense
	grep -qF "cgpong: ${ESC}[31mthere is no command 'nonsense'" "$TMP/shown"
	NO_COLOR='' at_terminal 100 "${null[@]}"
	grep -qF "${ESC}[1m" "$TMP/shown"
	local way
	for way in NO_COLOR=1 TERM=dumb TERM=; do
		at_terminal 100 env "$way" "${null[@]}"
		grep -qF "warning: 2 rounds" "$TMP/shown"
		run -1 grep -qE "$ESC\[[0-9;]*m" "$TMP/shown"
	done
	at_terminal 100 env NO_COLOR=1 "$BIN/cgpong" doctor
	run -1 grep -qF "$ESC" "$TMP/shown"
	"${null[@]}" >"$TMP/out" 2>"$TMP/err"
	"$BIN/cgpong" doctor >>"$TMP/out" 2>>"$TMP/err"
	run -1 grep -qF "$ESC" "$TMP/out" "$TMP/err"
}

@test "progress on a terminal: what, how many rounds are done, what is left; one line, no wider than it" {
	export TERM=xterm
	at_terminal 100 "$BIN/cgpong-null" --no-count -d 300ms -w 0 -r 4 -g inherit,inherit -q
	grep -qE 'null: inherit: round 1 of 4, 0 of 8 rounds done, [23] s left' "$TMP/shown"
	grep -qE 'null: inherit#2: round 4 of 4, [67] of 8 rounds done, 1 s left' "$TMP/shown"
	# All of them in the first line, and the last taken away.
	[[ $(grep -c 'rounds done' "$TMP/shown") == 1 ]]
	grep -qE 'finishing'"$ESC"'\[K'"$ESC"'\[K' "$TMP/shown"
	at_terminal 30 "$BIN/cgpong-null" --no-count -d 20ms -w 0 -r 4 -g inherit -q
	grep -qF "null: inherit: round 2 of 4, ${ESC}[K" "$TMP/shown"
	at_terminal 100 env TERM=dumb "$BIN/cgpong-null" --no-count -d 20ms -w 0 -r 4 -g inherit -q
	run -1 grep -q 'round 2 of 4' "$TMP/shown"
}

@test "progress into a file: a line each, no escapes" {
	"$BIN/cgpong-null" --no-count -d 20ms -w 0 -r 2 -g inherit -q --progress=always 2>"$TMP/err" >/dev/null
	run -1 grep -q "[$ESC"$'\r]' "$TMP/err"
	grep -qx 'null: inherit: round 2 of 2, 1 of 2 rounds done, 1 s left' "$TMP/err"
}

@test "progress of a sweep and of recipes; no warning is said twice" {
	export TERM=xterm
	at_terminal 100 "$BIN/cgpong" sweep null --ops 10..80 -w 0 -r 2 -g inherit
	grep -qF 'null: step 1 of 4, ops 10' "$TMP/shown"
	grep -qE 'null: step 3 of 4, ops 40, about [0-9]+ s left' "$TMP/shown"
	[[ $(grep -c 'too few to show' "$TMP/shown") == 1 ]]
	[[ $(grep -c 'the charge path is not counted' "$TMP/shown") -le 1 ]]
	run --separate-stderr "$BIN/cgpong" sweep null --ops 10..80 -w 0 -r 2 -g inherit -o "$TMP/sweep.json"
	show
	[[ $(grep -c 'few-rounds' <<<"$stderr") == 1 ]]
	[[ $(json "$TMP/sweep.json" '{sum("[few-rounds]" in w for w in s["result"]["warnings"]) for s in r["steps"]}') == "{1}" ]]
	run -1 grep -q 'step 1 of' <<<"$stderr"
}

@test "progress of a gate, and of its baseline" {
	export TERM=xterm
	local run=(null -g inherit --no-count -d 20ms -w 0 -r 3)
	at_terminal 100 "$BIN/cgpong" gate --baseline "$TMP/base.json" --update --runs 3 "${run[@]}"
	grep -qE 'null: run 1 of 3'"$ESC" "$TMP/shown"
	grep -qE 'null: run 2 of 3, about [1-9] s left' "$TMP/shown"
	at_terminal 100 "$BIN/cgpong" gate --baseline "$TMP/base.json" --budget 1s "${run[@]}"
	grep -qE 'null: run 1, at most 1 s left' "$TMP/shown"
	run --separate-stderr "$BIN/cgpong" gate --baseline "$TMP/base.json" --budget 1s "${run[@]}"
	[[ -z $stderr ]]
}

@test "columns are as wide as the names of their contexts, figures below them, a unit behind" {
	local long=a-topology-with-a-rather-long-name.ini
	need_cgroups
	printf '[leaf]\nworkers = all\n' >"$TMP/$long"
	cd "$TMP"
	workload null -g "inherit,./$long"
	measured
	"$PYTHON" - "$output" "./$long" <<-'E'
	import sys
	lines = sys.argv[1].split('\n')
	head = next(l for l in lines if l.startswith('median of rounds'))
	assert head.endswith(' ' + sys.argv[2]), head
	row = next(l for l in lines if l.startswith('ops_per_sec'))
	for end in head.index('inherit') + len('inherit'), len(head):
	    assert row[end - 1].isdigit() and row[end] == ' ', row
	assert row[len(head):] == '  per second; one op is one empty op', row
	E
}

@test "a context beside itself has a name of its own" {
	workload null -g inherit,inherit,inherit -q --json "$TMP/r.json"
	measured
	[[ $output == *" inherit.ops_per_sec="*" inherit#2.ops_per_sec="*" inherit#3.ops_per_sec="*" inherit#2.ratio="* ]]
	"$PYTHON" -c '
import sys
keys = [w.split("=")[0] for w in sys.argv[1].split()[1:]]
assert len(keys) == len(set(keys)), keys' "$output"
	[[ $(json "$TMP/r.json" '[c["cgroup"] for c in r["contexts"]]') == "['inherit', 'inherit#2', 'inherit#3']" ]]
	[[ $(json "$TMP/r.json" '[c["cgroup"] for c in r["comparisons"]]') == "['inherit#2', 'inherit#3']" ]]
	"$BIN/cgpong" report --format lkp "$TMP/r.json" | cut -d: -f1 | sort >"$TMP/names"
	[[ -s $TMP/names && -z $(uniq -d "$TMP/names") ]]
}

# shown_safely - nothing that a terminal obeys, on either stream; one line of error.
shown_safely() {
	show | cat -v
	[[ $status == 64 && ${#stderr_lines[@]} == 1 ]]
	run -1 grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' <<<"$output$stderr"
}

@test "what files and arguments hold is not obeyed by the terminal" {
	local name text=$'\033]0;title\a\033[2J\302\2331m\177'
	run --separate-stderr "$BIN/cgpong" run --recipe "$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong" "$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong" sweep null --nr "1..$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong" compare "$text" "$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong-null" "--$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong-null" -g "$text"
	shown_safely
	run --separate-stderr "$BIN/cgpong-null" --place "$text"
	shown_safely
	for name in "$text" $'\200\201' $'summ\303\274ry'; do
		printf '%s = %s\n' "$name" "$name" >"$TMP/odd.recipe"
		run --separate-stderr "$BIN/cgpong" run --recipe "$TMP/odd.recipe"
		shown_safely
		printf '[%s]\n' "$name" >"$TMP/odd.ini"
		run --separate-stderr "$BIN/cgpong-null" -g "$TMP/odd.ini"
		shown_safely
	done
	head -c 4000 "$BIN/cgpong-null" >"$TMP/odd.recipe"
	run --separate-stderr "$BIN/cgpong" run --recipe "$TMP/odd.recipe"
	shown_safely
}

@test "a file that is not there is a mistake in the command, 64, wherever it is named" {
	local words
	for words in "compare $TMP/none $TMP/none" "gate --baseline $TMP/none null" "run --recipe $TMP/none.recipe" \
		"run null --cgroup $TMP/none.ini" "report $TMP/none -o $TMP/r.html"; do
		# shellcheck disable=SC2086 # words
		run --separate-stderr "$BIN/cgpong" $words
		refused 64 "No such file or directory"
	done
}

@test "more workers than the kernel can have are refused at once" {
	local max
	max=$(</proc/sys/kernel/pid_max)
	((max < 100000)) || skip "kernel.pid_max is $max, and --nr goes up to 100000"
	workload null --nr 100000
	refused 4 "kernel.pid_max is $max (use fewer instances or contexts, or sysctl kernel.pid_max="
}

@test "a recipe's line has what was run, with what was added" {
	run --separate-stderr "$BIN/cgpong" run --recipe mq-objcg --count-ops 17 --rounds 1 -d 10ms --place none
	show
	[[ $output == *"  workload cgpong-mq-pingpong --cgroup "*" --count-ops 17 --rounds 1 -d 10ms --place none"$'\n'* ]]
}
