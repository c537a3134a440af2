#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The workloads that have no test of their own in workloads.bats pass the same one.

load common

@test "whatever else is there" {
	local program
	for program in "$BIN"/cgpong-*; do
		grep -q "all_modes ${program##*/cgpong-}\b" "$BATS_TEST_DIRNAME/workloads.bats" && continue
		run --separate-stderr "$program" --no-count --check
		[[ $status == 4 ]] || all_modes "${program##*/cgpong-}"
	done
}
