#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# guest.sh - gate a kernel that was just built: boot it in a guest, run workloads there, and judge their counts.
#
# usage: guest.sh LAB BIN KERNEL FORMAT BASELINES WORKLOAD...
#   LAB        "cgpong lab", or scripts/lab of a source tree
#   BIN        where cgpong is
#   KERNEL     what `lab run --kernel` takes: the directory of a build, a bzImage, a version
#   FORMAT     text, github, ktap, or junit: then memcg-WORKLOAD.xml is written here
#   BASELINES  directory with WORKLOAD.json; or - : the results of this kernel become WORKLOAD.json here
# By counts alone: they do not depend on the machine, and a guest without KVM has no times worth the name.
#
# Exit code: 70 the kernel did not boot, or a workload or a gate failed; 4 this kernel cannot run one of the
# workloads, so none is judged; else that of gate.sh.
set -uo pipefail

if [[ $# -lt 6 ]]; then
	sed -n '5,14s/^# \{0,1\}//p' "$0" >&2
	exit 64
fi
read -ra lab <<<"$1"
bin=$2 kernel=$3 format=$4 baselines=$5
shift 5

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
status=0
# shellcheck disable=SC2016 # for the guest's shell
"${lab[@]}" run --kernel "$kernel" --nodes 2 --out "$out" -- sh -c 'for workload; do
	cgpong-$workload --cgroup leaf --rounds 1 --duration 100ms --count --quiet --json /out/$workload.json >&2 || exit
done' sh "$@" || status=$?
case $status in
0) ;;
4 | 64) exit "$status" ;;
*) exit 70 ;;
esac

results=()
for workload; do
	results+=("$out/$workload.json")
done
if [[ $baselines == - ]]; then
	cp "${results[@]}" . || exit 70
	exit 0
fi
GATE_OPTIONS="--by counts" "$(dirname "$0")/gate.sh" "$bin" "$format" "$baselines" "${results[@]}"
