#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The man pages: all are there, say what --help and docs/ say, and are sound roff.

load common

setup() {
	TMP=$BATS_TEST_TMPDIR
	TREE=$BATS_TEST_DIRNAME/../..
	PAGES=$BIN/../man
	compgen -G "$PAGES/*.1" >/dev/null || skip "this build has no man pages (python3 was not found)"
}

teardown() {
	:
}

# A page as plain text, options and all with the minus of ASCII.
text_of() {
	mandoc -T ascii -O width=200 "$1" | col -b
}

@test "every command and every workload has a page, every page a command or a workload" {
	local expected
	expected=$({
		echo cgpong.1
		"$BIN/cgpong" --help | awk '/^  / && $1 != "help" { print "cgpong-" $1 ".1" }'
		"$BIN/cgpong" list | awk '{ print "cgpong-" $1 ".1" }'
		printf 'cgpong-%s.5\n' topology recipe results
	} | LC_ALL=C sort)
	diff <(echo "$expected") <(cd "$PAGES" && LC_ALL=C ls)
}

@test "pages are sound: mandoc -T lint and man --warnings have nothing to say" {
	need mandoc
	run mandoc -T lint -W style "$PAGES"/*.[15]
	# Pages that are not installed here are not found.
	output=$(grep -v 'referenced manual not found' <<<"$output" || true)
	echo "$output"
	[[ -z $output ]]
	type -P man >/dev/null && man --version | grep -q '^man [0-9]' || return 0
	for page in "$PAGES"/*.[15]; do
		output=$({ man --warnings --local-file "$page" >/dev/null; } 2>&1)
		[[ -z $output ]]
	done
}

@test "a page has every option of --help, with its text" {
	need mandoc col
	local workload page option text
	for workload in $("$BIN/cgpong" list | awk '{ print $1 }'); do
		page=$(text_of "$PAGES/cgpong-$workload.1" | tr -s ' \n' ' ')
		while read -r option text; do
			[[ $page == *" --$option"*"$text"* ]] || {
				echo "cgpong-$workload.1 lacks --$option, $text"
				return 1
			}
		done < <("$BIN/cgpong-$workload" --help |
			sed -nE 's/^ {2}(-., |    )--([a-z-]+)( [A-Z][^ ]*)? +(.*)/\2 \4/p')
	done
}

@test "a page has the opening comment, the usage and the exit codes" {
	need mandoc col
	run -0 text_of "$PAGES/cgpong-tcp-rr.1"
	[[ $output == *"One op is one round trip: member 0 sends a request"* ]]
	[[ $output == *"cgpong-tcp-rr [OPTION]..."* ]]
	[[ $output == *"0 measured, 1 failed, 4 skipped"* ]]
	[[ $output == *"$("$BIN/cgpong" --version | sed 's/cgpong/cgpong-tcp-rr/')"* ]]
	run -0 text_of "$PAGES/cgpong-bisect.1"
	[[ $output == *"cgpong bisect --resume FILE"* ]]
}

@test "the pages of section 5 have every section and every table of docs/" {
	need mandoc col
	local pair page title key
	for pair in topology=topologies recipe=recipes results=results; do
		page=$(text_of "$PAGES/cgpong-${pair%=*}.5")
		while read -r title; do
			[[ ${page^^} == *"${title^^}"* ]]
		done < <(sed -nE 's/^##+ //p' "$TREE/docs/${pair#*=}.md" | tr -d '`')
		# The first column of every table, in code.
		while read -r key; do
			[[ $page == *"$key"* ]] || {
				echo "cgpong-${pair%=*}.5 lacks $key"
				return 1
			}
		done < <(sed -nE 's/^\| `([^`]+)`.*/\1/p' "$TREE/docs/${pair#*=}.md")
		# Nothing of Markdown is left.
		[[ $page != *'**'* && $page != *']('* && $page != *'|--'* ]]
	done
}

@test "a page can be made again as it was" {
	export SOURCE_DATE_EPOCH=86400
	run -0 "$TREE/scripts/man-page" format cgpong-recipe "$TREE/docs/recipes.md"
	[[ ${lines[1]} == '.TH CGPONG\-RECIPE 5 1970-01-02 "cgpong" "Memory cgroup performance"' ]]
	[[ $output == "$("$TREE/scripts/man-page" format cgpong-recipe "$TREE/docs/recipes.md")" ]]
	run -64 --separate-stderr "$TREE/scripts/man-page" format
	[[ $stderr == usage:* ]]
}

@test "man finds them where cmake --install puts them" {
	need man
	DESTDIR='' cmake --install "$BIN/.." --prefix "$TMP/prefix" >/dev/null
	for page in 1:cgpong 1:cgpong-tcp-rr 1:cgpong-gate 5:cgpong-results; do
		MANPATH=$TMP/prefix/share/man run -0 man -w "${page%:*}" "${page#*:}"
		[[ $output == "$TMP/prefix/share/man/man${page%:*}/"* ]]
	done
}
