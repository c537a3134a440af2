#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# report: every figure of the page is one of the files, whatever the files say stays text, and what is no
# file of ours is refused.

load common

DATA=$BATS_TEST_DIRNAME/../data/report
TABLES=$BATS_TEST_DIRNAME/../../docs/tables
ALL=("$DATA"/mq-6.1.json "$DATA"/mq-7.1.13.json "$DATA"/recipes-7.1.13.json "$DATA"/sweep-7.1.13.json
	"$TABLES"/history.json "$TABLES"/matrix.json)

make() {
	local file=$TMP/$1
	shift
	"$PYTHON" "$BATS_TEST_DIRNAME/make_results.py" "$file" "$@"
}

report() {
	run --separate-stderr "$BIN/cgpong" report "$@"
}

# with_path DIRECTORY [ARGUMENT...] - only what is there can be found.
with_path() {
	run --separate-stderr env "PATH=$1" "$BIN/cgpong" report "${@:2}"
}

# written - it was, in silence.
written() {
	show
	[[ $status == 0 && -z $stderr && -z $output ]]
}

# checked PAGE FILE... - the figures of the page are those of the files.
checked() {
	"$PYTHON" "$BATS_TEST_DIRNAME/check_report.py" "$BIN/cgpong" "$@"
}

# browse PAGE OUTPUT [OPTION...] - the page as Chromium has read it; fails if it has anything to complain about.
browse() {
	local page=$1 output=$2
	shift 2
	timeout --kill-after=5 100 "$CHROMIUM" --headless --no-sandbox --disable-gpu --disable-quic \
		--no-first-run --disable-background-networking --disable-component-update --disable-sync \
		--user-data-dir="$TMP/browser" --enable-logging=stderr --v=0 "$@" --dump-dom "file://$page" \
		>"$output" 2>"$TMP/browser.log" </dev/null
	if grep CONSOLE "$TMP/browser.log"; then
		return 1
	fi
}

need_chromium() {
	CHROMIUM=$(type -P chromium || type -P chromium-browser || type -P google-chrome) ||
		skip "needs chromium"
}

@test "report: a results file: every figure is the file's, and every dot where it belongs" {
	need gnuplot
	report -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	run -0 checked "$TMP/r.html" "$DATA/mq-6.1.json"
	[[ $output == *" 1 pictures" ]]
}

@test "report: the check of figures finds a wrong one, a missing one and one that is shown wrong" {
	report -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	sed '0,/<data value="\([0-9]\)/s//<data value="9\1/' "$TMP/r.html" >"$TMP/wrong.html"
	run -1 checked "$TMP/wrong.html" "$DATA/mq-6.1.json"
	sed '0,/<data value="[^>]*at="1.contexts.0.counts[^>]*>[^<]*<.data>/s///' "$TMP/r.html" >"$TMP/less.html"
	run -1 checked "$TMP/less.html" "$DATA/mq-6.1.json"
	sed '0,/<\/data>/s//7<\/data>/' "$TMP/r.html" >"$TMP/shown.html"
	run -1 checked "$TMP/shown.html" "$DATA/mq-6.1.json"
}

@test "report: every kind of file in one page, and sides compared as compare does" {
	"$BIN/cgpong" compare --format json "${ALL[@]:0:2}" >"$TMP/c.json"
	report -o "$TMP/r.html" "${ALL[@]}" "$TMP/c.json"
	written
	run -0 checked "$TMP/r.html" "${ALL[@]}" "$TMP/c.json"
	# The verdicts come first, and the worst of them.
	grep -o '<li class="[a-z]*"\|<h2' "$TMP/r.html" >"$TMP/order"
	[[ $(sed -n 1p "$TMP/order") == '<li class="bad"' ]]
	grep -q '>recipe mq-objcg on 7.1.13+deb13-cloud-amd64<' "$TMP/r.html"
	grep -q 'regressed on 7.1.3, 7.1.13; 10 healthy' "$TMP/r.html"
	grep -q 'tcp-rr: charge_walk in leaf, reply-size 4096<' "$TMP/r.html"
}

@test "report: in a browser: no complaint, nothing loaded, the same figures; light and dark differ" {
	need_chromium
	report -o "$TMP/r.html" "${ALL[@]}"
	written
	browse "$TMP/r.html" "$TMP/dom.html" --hide-scrollbars --window-size=1200,1600 \
		--screenshot="$TMP/light.png"
	run -0 checked "$TMP/dom.html" "${ALL[@]}"
	browse "$TMP/r.html" "$TMP/dom.html" --hide-scrollbars --window-size=1200,1600 \
		--screenshot="$TMP/dark.png" --blink-settings=preferredColorScheme=0
	[[ -s $TMP/light.png && -s $TMP/dark.png ]]
	run ! cmp -s "$TMP/light.png" "$TMP/dark.png"
}

@test "report: the complaints of a browser are heard" {
	need_chromium
	echo '<!DOCTYPE html><title>x</title><script>console.log("heard")</script>' >"$TMP/x.html"
	run ! browse "$TMP/x.html" "$TMP/dom.html"
}

@test "report: without gnuplot, or with one that fails, tables alone and a note" {
	mkdir "$TMP/empty" "$TMP/bad"
	with_path "$TMP/empty" -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	grep -q 'No pictures: gnuplot is not installed' "$TMP/r.html"
	run -0 checked "$TMP/r.html" "$DATA/mq-6.1.json"
	[[ $output == *" 0 pictures" ]]
	printf '#!/bin/sh\necho "line 7: no such thing" >&2\nexit 1\n' >"$TMP/bad/gnuplot"
	chmod +x "$TMP/bad/gnuplot"
	with_path "$TMP/bad" -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	grep -q 'No pictures: gnuplot failed: line 7: no such thing' "$TMP/r.html"
	run -0 checked "$TMP/r.html" "$DATA/mq-6.1.json"
	printf '#!/bin/sh\nexit 3\n' >"$TMP/bad/gnuplot"
	with_path "$TMP/bad" -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	grep -q 'No pictures: gnuplot failed: exit status 3' "$TMP/r.html"
	printf '#!/bin/sh\nexit 0\n' >"$TMP/bad/gnuplot"
	with_path "$TMP/bad" -o "$TMP/r.html" "$DATA/mq-6.1.json"
	written
	grep -q 'No pictures: gnuplot did not draw picture' "$TMP/r.html"
	run -0 checked "$TMP/r.html" "$DATA/mq-6.1.json"
}

@test "report: what a file says stays text: in HTML, in gnuplot, in Markdown, in names" {
	local text='<script>alert(1)</script>`touch pwned`\n</svg>$(touch pwned)|@all [x](http://x) ~/é'
	cd "$TMP"
	make h.json --walks 0.5 --set "environment.kernel=\"$text\"" --set "contexts.0.cgroup=\"$text\"" \
		--set "warnings=[\"$text\u0007\"]" --set "contexts.0.summary={\"$text\":{\"median\":1e300,\"low\":-1,\"high\":null}}" \
		--set "environment.x=[{\"$text\":\"$text\"}]" --set "op=\"$text\"" --set "started_at=\"$text\"" \
		--set "contexts.0.rounds.0.ops_per_sec=1e200"
	report -o r.html h.json
	written
	[[ ! -e pwned ]]
	run -0 checked r.html h.json
	report --format markdown -o r.md h.json
	written
	# All of it is in code spans: nothing is left of it outside.
	run ! grep -E 'script|touch|@all|http' <(sed 's/`[^`]*`//g' r.md)
	report --format lkp h.json
	run ! grep -vE '^[A-Za-z0-9._-]+: -?[0-9.e+-]+$' <<<"$output"
}

@test "report: Markdown has the verdicts, one of each side, calls and warnings" {
	report --format markdown "${ALL[@]:0:4}"
	show
	[[ $status == 0 && -z $stderr ]]
	[[ $output == *'| **regressed** | `recipe mq-objcg on 7.1.13+deb13-cloud-amd64` | signal 4.000'* ]]
	[[ $output == *'| **more calls** | `mq-pingpong in leaf: calls per op` | stock_refill 0.000 to 2.000'* ]]
	[[ $output == *'| objcg_drain | 0.000 | 0.000 | 0.000 | 4.000 |'* ]]
}

@test "report: lkp has a figure a line, as they are in the file" {
	report --format lkp "$DATA/mq-7.1.13.json" "$TABLES/history.json" "$DATA/sweep-7.1.13.json"
	[[ $status == 0 && -z $stderr ]]
	run ! grep -vE '^[A-Za-z0-9._-]+: -?[0-9.e+-]+$' <<<"$output"
	report --format=lkp "$DATA/mq-7.1.13.json" "$TABLES/history.json" "$DATA/sweep-7.1.13.json"
	grep -qx 'mq-pingpong.leaf.objcg_drain_per_op: 4' <<<"$output"
	grep -qx 'recipe.mq-objcg.7.1.13.regressed: 1' <<<"$output"
	grep -qx 'recipe.mq-objcg.7.2.12.regressed: 0' <<<"$output"
	grep -qE '^tcp-rr\.reply-size-4096\.leaf\.charge_walk_per_op: 1\.0' <<<"$output"
	local median
	median=$(json "$DATA/mq-7.1.13.json" 'r["contexts"][1]["summary"]["ops_per_sec"]["median"]')
	"$PYTHON" -c 'import sys
assert any(abs(float(line.split()[1]) / float(sys.argv[1]) - 1) < 1e-9 for line in sys.stdin
           if line.startswith("mq-pingpong.leaf.ops_per_sec:"))' "$median" <<<"$output"
}

@test "report: files between -- are one side" {
	make a1.json
	make a2.json --ops 100500
	make a3.json --ops 100900
	make b1.json --ops 50000
	make b2.json --ops 50300
	make b3.json --ops 50500
	report --format markdown "$TMP"/a?.json -- "$TMP"/b?.json
	show
	# Three runs on either side cannot be told apart at five percent: two of twenty orders.
	[[ $(grep -c 'in leaf: ops/sec' <<<"$output") == 1 ]]
	[[ $output == *"b1.json and 2 more (6.1.0) against "*"a1.json and 2 more (6.1.0)"* ]]
	report --format markdown "$TMP"/a?.json "$TMP"/b?.json
	[[ $(grep -c 'in leaf: ops/sec' <<<"$output") == 5 ]]
}

@test "report: a slower side is worse, a faster one better, another workload is not compared" {
	make base.json --runs 8
	make slow.json --runs 8 --ops 50000
	make fast.json --runs 8 --ops 200000
	make other.json --runs 8 --ops 1000 --set 'workload="tcp-rr"'
	report --format markdown "$TMP/base.json" "$TMP/slow.json" "$TMP/fast.json" "$TMP/other.json"
	show
	[[ $(grep -c '^| ' <<<"${output%%###*}") == 3 ]]
	[[ $output == *'| **slower** | `null in leaf: ops/sec` | ratio 0.500'* ]]
	[[ $output == *'| faster | `null in leaf: ops/sec` | ratio 2.000'* ]]
}

@test "report: what is no file of ours, or damaged, is refused with one line" {
	echo '{"schema": "cgpong/1"' >"$TMP/x.json"
	report -o "$TMP/r.html" "$DATA/mq-6.1.json" "$TMP/x.json"
	refused 64 "x.json: not JSON: line"
	echo '{"schema": "fio/1"}' >"$TMP/x.json"
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "its schema is 'fio/1', which no report can show"
	echo '[]' >"$TMP/x.json"
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "x.json: not a file that cgpong wrote"
	make x.json --set 'contexts.0.rounds.1.ops=0'
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "'ops' is missing or out of range"
	make x.json --set 'error={"text":"killed"}'
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "did not come to its end"
	echo '{"schema":"cgpong-history/1","recipes":[],"kernels":[{"kernel":"6.1","cells":[{"recipe":1}]}]}' >"$TMP/x.json"
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "'recipe' is missing"
	sed 's/"exit_code":0/"exit_code":"0"/' "$DATA/sweep-7.1.13.json" >"$TMP/x.json"
	report -o "$TMP/r.html" "$TMP/x.json"
	refused 64 "'exit_code' is missing"
	report -o "$TMP/r.html" "$TMP/none.json"
	refused 64 "none.json: No such file"
	[[ ! -e $TMP/r.html ]]
}

@test "report: usage" {
	report
	refused 64 "of which files?"
	report "$DATA/mq-6.1.json"
	refused 64 "where to?"
	report --format xml -o "$TMP/r" "$DATA/mq-6.1.json"
	refused 64 "html, markdown or lkp"
	report -o
	refused 64 "-o needs a value"
	report --outputs x "$DATA/mq-6.1.json"
	refused 64 "unknown option '--outputs'"
	run -0 "$BIN/cgpong" report --help
	[[ $output == "Usage: cgpong report"* ]]
	run -0 "$BIN/cgpong" help
	[[ $output == *"  report "* ]]
}

@test "report: lost output is a failure, and what was there stays" {
	report --format lkp -o /dev/full "$DATA/mq-6.1.json"
	refused 1 "/dev/full: No space left"
	echo before >"$TMP/r.html"
	report -o "$TMP/r.html" "$TMP/none.json"
	[[ $(<"$TMP/r.html") == before ]]
	report -o "$TMP" "$DATA/mq-6.1.json"
	refused 1 "Is a directory"
	report -o - "$DATA/mq-6.1.json"
	[[ $status == 0 && $output == "<!DOCTYPE html>"*"</html>" ]]
}
