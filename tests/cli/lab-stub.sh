#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# lab-stub.sh - scripts/lab as far as scripts/bisect can tell, out of a table.
#
# $STUB/kernels has lines "VERSION OUTCOME [CACHED]", oldest first; the release is VERSION-cloud-amd64. A
# source's outcome is in the tree's own file `outcome`. Each call is noted in $STUB/calls.
#
# OUTCOME opsN~S is a run by time: N ops per second, and from one run to the next up to S thousandths more or less.

echo "$*" >>"$STUB/calls"
echo $$ >"$STUB/pid"

outcome_of() {
	case $1 in
	*/vmlinux) cat "$1" ;;
	*) awk -v name="${1%-cloud-amd64}" '$1 "" == name { print $2 }' "$STUB/kernels" ;;
	esac
}

# verdict TEXT STATUS - what `cgpong run --recipe` says in the guest, and its exit code.
verdict() {
	echo "a line for people"
	echo "VERDICT recipe=mq-objcg kernel=6.6.6 verdict=$1"
	echo "ENDED $2"
}

run() {
	case $1 in
	healthy) verdict 'healthy signal=0.000 healthy=0..0.2' 0 ;;
	regressed) verdict 'regressed signal=4.000 healthy=0..0.2' 0 ;;
	skipped) verdict 'skipped (there is (here) no such thing)' 4 ;;
	failed) verdict 'failed (the workload failed)' 1 ;;
	crash)
		printf 'lab: the guest did not boot; its last words:\n[ 0.1] Kernel panic - not syncing: no\n' >&2
		exit 125
		;;
	garbage) head -c 2000 "$BASH" ;;
	silent) ;;
	half) echo "VERDICT recipe=mq-objcg kernel=6.6.6 verdict=regr" ;;
	# One word of the line is no verdict, and neither is a verdict of a run that failed or was cut off.
	twice) verdict 'regressed signal=4.000 healthy=0..0.2' 0 && verdict 'regressed signal=4.000 healthy=0..0.2' 0 ;;
	regressed-failed) verdict 'regressed signal=4.000 healthy=0..0.2' 1 ;;
	regressed-cut) verdict 'regressed signal=4.000 healthy=0..0.2' 0 | grep -v ENDED ;;
	nan) verdict 'regressed signal=nan healthy=0..0.2' 0 ;;
	ops*) results "${1#ops}" && echo "ENDED 0" ;;
	# Only the first time.
	flaky-*)
		[ -e "$STUB/flaked" ] && run "${1#flaky-}" && return
		touch "$STUB/flaked"
		exit 125
		;;
	# So many times, and then no more.
	few*-*)
		echo >>"$STUB/few"
		local times=${1#few}
		[ "$(wc -l <"$STUB/few")" -le "${times%%-*}" ] || exit 125
		run "${1#few*-}"
		;;
	exit*) exit "${1#exit}" ;;
	guest*) echo "ENDED ${1#guest}" ;;
	slow*)
		trap 'kill $!; exit 143' TERM
		sleep "${1#slow}" &
		wait $!
		verdict 'healthy signal=0.000 healthy=0..0.2' 0
		;;
	*)
		echo "lab: cannot: $1" >&2
		exit 1
		;;
	esac
}

# results N[~S] - into the directory of --out.
results() {
	local ops=${1%~*} spread=${1#*~} number
	[ "$spread" != "$1" ] || spread=2
	number=$(grep -c '^run' "$STUB/calls")
	# Above and below in turn, and no two alike.
	ops=$((ops * (1000000 + (number % 2 * 2 - 1) * (number * 7919 % 1000) * spread) / 1000000))
	# Of three rounds at a million, made once: Python takes longer to start than all the rest.
	[ -e "$STUB/results" ] || python3 "$(dirname "$0")/make_results.py" "$STUB/results" --ops 1000000
	sed "s/ 990000\b/ $((ops * 99 / 100))/g; s/ 1000000\b/ $ops/g; s/ 1010000\b/ $((ops * 101 / 100))/g" \
		"$STUB/results" >"$out/run.json"
}

command=$1
shift
case $command in
kernels)
	echo "RELEASE VERSION SCTP CACHED MB"
	awk '{ print $1 "-cloud-amd64", $1 "-1", "no", $3 ? $3 : "yes", "-" }' "$STUB/kernels"
	echo "build:trim 7.2.13-1 yes yes -"
	;;
fetch)
	if [ "$(outcome_of "$1")" = gone ]; then
		echo "lab: $1 could not be downloaded" >&2
		exit 1
	fi
	;;
build)
	outcome=$(if [ "${3-}" = --commit ]; then git -C "$2" show "$4:outcome"; else cat "$2/outcome"; fi)
	case $outcome in
	nobuild)
		echo "lab: building it" >&2
		echo "lab: it could not be built: mm/x.c: error" >&2
		exit 125
		;;
	nodisk)
		echo "lab: the disk is full" >&2
		exit 1
		;;
	esac
	mkdir -p "$STUB/built"
	echo "$outcome" >"$STUB/built/vmlinux"
	echo "$STUB/built/vmlinux"
	;;
run)
	[ "$1" = --kernel ] || exit 64
	out=$(sed -n 's/.* --out \([^ ]*\) .*/\1/p' <<<" $*")
	run "$(outcome_of "$2")"
	;;
esac
