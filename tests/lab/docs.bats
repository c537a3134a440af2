#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The examples of the documentation that need a guest, or boot one: see tests/cli/examples.py.

load common

bats_require_minimum_version 1.5.0

# examples WHERE; $tree and $programs are those of common.bash.
# shellcheck disable=SC2154
examples()
{
	[ -n "${CGPONG_STATIC_BIN:-}" ] || [ -d "$programs" ] ||
		skip "no static programs in $programs: build them with -DCGPONG_STATIC=ON"
	run python3 "$tree/tests/cli/examples.py" run "$tree" "${CGPONG_BIN:-$tree/build/bin}" "$1" "$programs"
	grep -E ': (skipped|failed): ' <<<"$output" | sed 's/^/# /' >&3 || true
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "examples that run in a guest end well, and print what the page shows" {
	examples guest
}

@test "examples that boot a guest end well, and print what the page shows" {
	examples lab
}
