# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# judge.sh - one kernel: runs the recipe on it and sets verdict (healthy, regressed or unknown), signal and
# why. Only the VERDICT line of a `cgpong run` that ended well is a verdict. What has nothing to do with
# the kernel, such as a missing tool, ends the script: the next kernel would fare no better.

guest_nodes=2	# some recipes need two

# run_child COMMAND...: sets code; the output is in $work/out, the errors in $work/err. In the background,
# because a shell that waits for a child heeds no signal.
run_child()
{
	"$@" >"$work/out" 2>"$work/err" </dev/null &
	child=$!
	wait "$child"
	code=$?
	child=
}

# cannot_tell WHY...
cannot_tell()
{
	verdict=unknown signal=- why=$(tr -s '[:space:][:cntrl:]' ' ' <<<"$*" | cut -c 1-300)
	why=${why% }
}

# lab_stops WHAT: the lab could not even try, or was told to end.
lab_stops()
{
	case $code in
	130 | 143) exit "$code" ;;
	esac
	die "cannot go on: $1: $(lab_says)"
}

# The first line of the lab's that is not about progress, and what the kernel died of, if it did.
lab_says()
{
	local line

	line=$(grep -av '^lab: \(getting\|building\|waiting\|the first build\)' "$work/err" | head -n 1)
	printf '%s' "${line:-it ended with $code and said nothing}"
	sed -n '2,$ { s/.*\(Kernel panic - not syncing:.*\|BUG: .*\)/ \1/p; }' "$work/err" | head -n 1
}

# read_verdict CODE: of a `cgpong run --recipe` that ended with CODE and left $work/out.
read_verdict()
{
	local lines unjudged=' verdict=(skipped|failed) \((.*)\)$'
	local judged=' verdict=(healthy|regressed) signal=(-?[0-9]+\.[0-9]+) healthy=([^ ]+)$'

	mapfile -t lines < <(grep -a '^VERDICT recipe=' "$work/out")
	if [[ ${#lines[@]} == 1 && $1 == 0 && ${lines[0]} =~ $judged ]]; then
		verdict=${BASH_REMATCH[1]} signal=${BASH_REMATCH[2]} why="healthy is ${BASH_REMATCH[3]}"
	elif [[ ${#lines[@]} == 1 && ${lines[0]} =~ $unjudged ]]; then
		cannot_tell "${BASH_REMATCH[1]}: ${BASH_REMATCH[2]}"
	else
		cannot_tell "no verdict, exit $1: $(grep -av '^$' "$work/err" | tail -n 1)"
	fi
}

# judge_guest KERNEL: as `lab run --kernel` takes it.
judge_guest()
{
	local options=(--kernel "$1" --nodes "$guest_nodes" --timeout "$opt_timeout") recipe=$opt_recipe ended
	# shellcheck disable=SC2016	# expanded in the guest
	local script='cgpong run --recipe "$1"; echo "ENDED $?"'

	[ -z "$opt_programs" ] || options+=(--programs "$opt_programs")
	if [ "$recipe_file" = "$recipe" ]; then
		recipe=./${recipe_file##*/}
		options+=(--add "$recipe_file:/root/${recipe_file##*/}")
	fi
	run_child "$lab" run "${options[@]}" -- sh -c "$script" sh "$recipe"
	case $code in
	0) ;;
	1 | 64 | 126 | 127 | 130 | 143) lab_stops "lab run --kernel $1" ;;
	125)
		cannot_tell "$(lab_says)"
		return
		;;
	*)
		cannot_tell "the lab ended with $code"
		return
		;;
	esac
	ended=$(sed -n 's/^ENDED \([0-9]\{1,3\}\)$/\1/p' "$work/out")
	case $ended in
	64 | 126 | 127)
		die "cannot go on: cgpong in the guest: $(grep -av '^$' "$work/err" | tail -n 1)"
		;;
	esac
	read_verdict "${ended:-?}"
}

# judge_here: the running kernel.
judge_here()
{
	local dir=$opt_programs

	[ -n "$dir" ] || { [ -x "$tree/build/bin/cgpong" ] && dir=$tree/build/bin; } || dir=$tree/build-static/bin
	run_child timeout --kill-after=10 "$opt_timeout" "$dir/cgpong" run --recipe "$opt_recipe"
	case $code in
	64 | 126 | 127) die "cannot go on: $dir/cgpong: $(tail -n 1 "$work/err")" ;;
	124 | 137) cannot_tell "no verdict after $opt_timeout s (--timeout)" ;;
	130 | 143) exit "$code" ;;
	*) read_verdict "$code" ;;
	esac
}
