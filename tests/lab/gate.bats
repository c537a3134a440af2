#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree, programs, results: common.bash
#
# gate.bats - gates by count on real kernels: no false alarm, one charge_walk more per ten ops is caught
# every time, and so is the kernel with the regression. Three gates of a kind; with CGPONG_FULL=1 a hundred.

load common

setup_file()
{
	local options=(--add "$programs/../tests/bin/cgpong-liar:/usr/bin/cgpong-liar" --nodes 2 --timeout 600)

	[ -z "${CGPONG_FULL:-}" ] || {
		touch "$BATS_FILE_TMPDIR/full"
		options+=(--add "$BATS_FILE_TMPDIR/full" --timeout 3600)
	}
	boot old gate --kernel 6.1 "${options[@]}"
	[ ! -e "$BATS_FILE_TMPDIR/old/mq.json" ] ||
		cp "$BATS_FILE_TMPDIR/old/mq.json" "$BATS_FILE_TMPDIR/mq-other.json"
	[ ! -e "$BATS_FILE_TMPDIR/mq-other.json" ] || options+=(--add "$BATS_FILE_TMPDIR/mq-other.json")
	boot bad gate --kernel 7.1.13 "${options[@]}"
}

# all_exit NAME CODE
all_exit()
{
	echo "$1: $(cat "$results/$1.codes")"
	[ "$(cat "$results/$1.codes")" = "$(cat "$results/gates") $2" ]
}

@test "gate by counts: a kernel against itself passes every time" {
	for kernel in old bad; do
		from $kernel
		exits liar-update 0
		all_exit same 0
		exits mq-same 0
	done
}

@test "gate by counts: one walk more per ten ops is a regression every time" {
	for kernel in old bad; do
		from $kernel
		all_exit more 1
		grep -E '^ +leaf +charge_walk +regression +0\.(09|1)[0-9]* calls per op, then 0\.(19|2)' "$results/more.out"
	done
}

@test "gate by counts: 4 object-stock drains more on 7.1 than on 6.1" {
	from bad
	exits mq-other 1
	grep -E '^ +leaf +objcg_drain +regression +0\.00[0-9] calls per op, then (3\.9|4\.0)' "$results/mq-other.out"
	exits mq-compare 0
	says mq-compare.out "objcg_drain"
}

@test "gate by counts: nothing counted, nothing passed" {
	from old
	exits no-counts 3
	says no-counts.out "the baseline has counts, but here"
}
