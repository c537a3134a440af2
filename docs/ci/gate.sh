#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gate.sh - gate several workloads, each against a baseline of its own; for any CI, and for a shell.
#
# usage: gate.sh BIN FORMAT BASELINES WORKLOAD|DIRECTORY/WORKLOAD.json...
#   BIN        where cgpong is
#   FORMAT     text, github, ktap, or junit: then memcg-WORKLOAD.xml is written here
#   BASELINES  directory with WORKLOAD.json; made by: cgpong gate --baseline BASELINES/WORKLOAD.json --update WORKLOAD
#   WORKLOAD   is measured; a result that was measured elsewhere is judged
# GATE_OPTIONS in the environment: further options of cgpong gate, such as "--clock cpu --budget 30s".
#
# Exit code: the worst of all: 70 or 64 a gate failed, 1 a regression, 3 something inconclusive, 4 skipped, 0 pass.
set -uo pipefail

if [[ $# -lt 4 ]]; then
	sed -n '5,10s/^# //p' "$0" >&2
	exit 64
fi
bin=$1 format=$2 baselines=$3
shift 3
read -ra options <<<"${GATE_OPTIONS:-}"

# The worse, the higher.
rank() {
	case $1 in
	0) echo 0 ;;
	4) echo 1 ;;
	3) echo 2 ;;
	1) echo 3 ;;
	*) echo 4 ;;
	esac
}

worst=0
for measured; do
	workload=$(basename "$measured" .json)
	report=()
	[[ $format != junit ]] || report=(-o "memcg-$workload.xml")
	status=0
	"$bin/cgpong" gate --baseline "$baselines/$workload.json" --format "$format" "${report[@]}" \
		"${options[@]}" "$measured" || status=$?
	[[ $(rank "$status") -le $(rank "$worst") ]] || worst=$status
done
exit "$worst"
