#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # tree: common.bash; stderr: run
#
# ci.bats - docs/ci/guest.sh: a kernel's counts against a baseline from a guest.

bats_require_minimum_version 1.5.0
load common

# guest KERNEL FORMAT BASELINES WORKLOAD...
guest()
{
	run --separate-stderr "$tree/docs/ci/guest.sh" "$tree/scripts/lab" "$CGPONG_BIN" "$@"
}

@test "docs/ci/guest.sh: the good kernel passes, the bad one does not, and what does not boot or run is neither" {
	mkdir "$BATS_TEST_TMPDIR/baselines"
	cd "$BATS_TEST_TMPDIR/baselines"
	guest 6.1 text - tcp-rr mq-pingpong
	[ "$status" -ne 70 ] || ! grep -Eq 'apt-get install|no kernel|cannot be (had|got|fetched)' <<<"$stderr" ||
		skip "$stderr"
	[ "$status" -eq 0 ]
	[ "$(echo ./*)" = "./mq-pingpong.json ./tcp-rr.json" ]
	cd "$BATS_TEST_TMPDIR"

	guest 6.1 text baselines tcp-rr mq-pingpong
	echo "$output$stderr"
	[ "$status" -eq 0 ]
	[ "$(grep -c '^VERDICT .*verdict=pass time=skipped counts=pass' <<<"$output")" -eq 2 ]

	guest 7.1.13 junit baselines mq-pingpong
	echo "$output$stderr"
	[ "$status" -eq 1 ]
	grep -q 'objcg_drain' memcg-mq-pingpong.xml

	# A file that is no kernel.
	echo nothing >bzImage
	guest "$PWD/bzImage" text baselines mq-pingpong
	[ "$status" -eq 70 ]
	guest 6.1 text baselines nonsense
	[ "$status" -eq 70 ]
	guest 6.1 text baselines
	[ "$status" -eq 64 ]
}
