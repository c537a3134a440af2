#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# kselftest.sh - one gate as a kselftest: KTAP on stdout, and an exit code that its runner understands.
#
# usage: kselftest.sh        put it in TEST_PROGS; CGPONG, BASELINE and WORKLOAD say what
#
# The runner knows 0 (passed), 4 (skipped) and failed; 2 it would take for an expected failure, so it
# never comes. What is inconclusive was not tested, which is a skip.
set -uo pipefail

"${CGPONG:-cgpong}" gate --format ktap --baseline "${BASELINE:-tcp-rr.json}" "${WORKLOAD:-tcp-rr}"
status=$?
[[ $status != 3 ]] || status=4
exit "$status"
