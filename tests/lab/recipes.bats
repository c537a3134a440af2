#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree, programs, results: of common.bash
#
# recipes.bats - recipes and `cgpong geometry` on kernels where the answer is known: released ones before
# and after a regression, and, where the cache has them, built ones with a planted fault. What is known
# comes from the kernels' sources and histories. With CGPONG_FULL=1 the whole matrix, which takes long.

bats_require_minimum_version 1.5.0
load common

# look GUEST RECIPES LAB_OPTION...: verdicts of one kernel, and with " geometry" behind RECIPES that too.
look()
{
	mkdir -p "$BATS_FILE_TMPDIR/$1"
	echo "$2" >"$BATS_FILE_TMPDIR/$1/recipes"
	boot "$1" recipes --nodes 2 --timeout 900 --add "$BATS_FILE_TMPDIR/$1/recipes" "${@:3}"
}

# look_built FAULT RECIPES
look_built()
{
	if [ -z "${CGPONG_FULL:-}" ] && ! "$tree/scripts/lab" build --cached --fault "$1" >/dev/null 2>&1; then
		mkdir -p "$BATS_FILE_TMPDIR/$1"
		echo "not in the cache: scripts/lab build --fault $1" >"$BATS_FILE_TMPDIR/$1/skip"
		return
	fi
	look "$1" "$2" --kernel "build:$1"
}

setup_file()
{
	look 6.1 "mq-objcg,sctp-uncharge,stock-slots geometry" --kernel 6.1
	look 7.0 mq-objcg,sctp-uncharge --kernel 7.0.13
	look 7.1 "mq-objcg,tcp-trim geometry" --kernel 7.1.13
	look 7.3 "mq-objcg,tcp-trim,stock-slots geometry" --kernel 7.3.4
	look_built trim tcp-trim,mq-objcg
	look_built unbatched sctp-uncharge,unix-uncharge
	look_built objstock1 "mq-objcg geometry"
	look_built onestock "stock-slots geometry"
	look_built batch16 "stock-off geometry"
}

# verdict GUEST RECIPE VERDICT [SIGNAL]: and the signal, to a tenth.
verdict()
{
	from "$1"
	holds verdicts "[(x['verdict'], ${4:-None} is None or near(x['signal'], ${4:-0})) for x in r['recipes']
		if x['recipe'] == '$2'] == [('$3', True)]"
}

# geometry GUEST PAGE_SLOTS OBJECT_SLOTS BATCH: all by count.
geometry()
{
	from "$1"
	holds geometry "[(r[k]['value'], r[k]['by']) for k in
		('page_slots', 'object_slots', 'batch')] == [($2, 'count'), ($3, 'count'), ($4, 'count')]"
}

@test "mq-objcg: regressed in 7.1, and in no release before and after it" {
	verdict 6.1 mq-objcg healthy 0
	verdict 7.0 mq-objcg healthy 0
	verdict 7.1 mq-objcg regressed 4
	verdict 7.3 mq-objcg healthy 0
}

@test "mq-objcg: regressed with one slot in the object stock" {
	verdict objstock1 mq-objcg regressed 4
}

@test "sctp-uncharge: healthy in 6.1; where there is no SCTP, skipped" {
	verdict 6.1 sctp-uncharge healthy 0
	verdict 7.0 sctp-uncharge skipped
	true_of verdicts 'any("SCTP" in (x["why"] or "") for x in r["recipes"])'
}

@test "sctp-uncharge, unix-uncharge: regressed where uncharges go past the stock" {
	verdict unbatched sctp-uncharge regressed
	true_of verdicts '[x["signal"] > 3.9 for x in r["recipes"] if x["recipe"] == "sctp-uncharge"] == [True]'
	verdict unbatched unix-uncharge regressed
}

@test "tcp-trim: regressed in all releases, healthy with the fix" {
	verdict 7.1 tcp-trim regressed
	verdict 7.3 tcp-trim regressed
	verdict trim tcp-trim healthy 0
}

@test "stock-slots: regressed before 6.16, and with one slot" {
	verdict 6.1 stock-slots regressed 1
	verdict 7.3 stock-slots healthy 0
	verdict onestock stock-slots regressed 1
}

@test "stock-off: four times the charges with a quarter of the batch" {
	verdict batch16 stock-off regressed 1
}

@test "geometry of the releases" {
	geometry 6.1 1 1 64
	geometry 7.1 7 1 64
	geometry 7.3 7 5 64
}

@test "geometry: another number of slots in the page stock" {
	geometry onestock 1 5 64
}

@test "geometry: another number of slots in the object stock" {
	geometry objstock1 7 1 64
}

@test "geometry: another batch" {
	geometry batch16 7 5 16
}

# The second time nothing boots: a QEMU that fails stands in for it.
@test "history: what is measured is not measured again" {
	from 7.1
	mkdir "$BATS_TEST_TMPDIR/bin"
	printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
	chmod +x "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
	run "$tree/scripts/lab" history --programs "$programs" --timeout 900 --recipe mq-objcg 7.1.13
	[ "$status" -eq 0 ]
	PATH=$BATS_TEST_TMPDIR/bin:$PATH run --separate-stderr \
		"$tree/scripts/lab" history --programs "$programs" --recipe mq-objcg 7.1.13
	[ "$status" -eq 0 ]
	[[ $output == *"7.1.13  4.00 regressed" ]]
}

@test "matrix: the reference is healthy, each fault is caught" {
	[ -n "${CGPONG_FULL:-}" ] || skip "takes long: CGPONG_FULL=1, or scripts/check --full"
	"$tree/scripts/lab" matrix --programs "$programs" --timeout 1800
}
