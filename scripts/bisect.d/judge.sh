# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# judge.sh - one kernel: runs the recipe on it and sets verdict (healthy, regressed or unknown), signal and
# why. By count, only the VERDICT line of a `cgpong run` that ended well is a verdict; by time, times.sh
# judges. What has nothing to do with the kernel, such as a missing tool, ends the script: the next kernel
# would fare no better.

guest_nodes=2	# some recipes need two

# run_child COMMAND...: sets code; the output is in $work/out, the errors in $work/err. In the background,
# because a shell that waits for a child heeds no signal. It does not outlive us, even if we are killed with -9.
run_child()
{
	setpriv --pdeathsig TERM "$@" >"$work/out" 2>"$work/err" </dev/null &
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

# The last line of what was said on standard error.
last_error()
{
	grep -av '^$' "$work/err" | tail -n 1
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
		cannot_tell "no verdict, exit $1: $(last_error)"
	fi
}

# guest KERNEL LAB_OPTION... -- WORD...: `cgpong run WORD...` in a guest; sets ended, its exit code, ? if none
# came out. False, with verdict and why, if the guest itself came to no end.
guest()
{
	local options=(--kernel "$1" --nodes "$guest_nodes" --timeout "$opt_timeout")
	# shellcheck disable=SC2016	# expanded in the guest
	local script='cgpong run "$@"; echo "ENDED $?"'

	shift
	[ -z "$opt_programs" ] || options+=(--programs "$opt_programs")
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	run_child "$lab" run "${options[@]}" -- sh -c "$script" sh "$@"
	case $code in
	0) ;;
	1 | 64 | 126 | 127 | 130 | 143) lab_stops "lab run ${options[*]:0:2}" ;;
	125)
		cannot_tell "$(lab_says)"
		return 1
		;;
	*)
		cannot_tell "the lab ended with $code"
		return 1
		;;
	esac
	ended=$(sed -n 's/^ENDED \([0-9]\{1,3\}\)$/\1/p' "$work/out")
	ended=${ended:-?}
	case $ended in
	64 | 126 | 127) die "cannot go on: cgpong in the guest: $(last_error)" ;;
	esac
}

# find_host_programs: sets host_programs, where those are that run here.
find_host_programs()
{
	host_programs=$opt_programs
	[ -z "$host_programs" ] || return 0
	host_programs=$tree/build/bin
	[ -x "$host_programs/cgpong" ] || host_programs=$tree/build-static/bin
}

# run_here WORD...: `cgpong WORD...` on the running kernel; as guest.
run_here()
{
	run_child timeout --kill-after=10 "$opt_timeout" "$host_programs/cgpong" "$@"
	ended=$code
	case $code in
	64 | 126 | 127) die "cannot go on: $host_programs/cgpong: $(last_error)" ;;
	124 | 137)
		cannot_tell "no verdict after $opt_timeout s (--timeout)"
		return 1
		;;
	130 | 143) exit "$code" ;;
	esac
}

# judge_count_here: of the running kernel. A burst of someone else's charges may look like a regression, but not
# twice.
judge_count_here()
{
	find_host_programs
	run_here run --recipe "$opt_recipe" || return 0
	read_verdict "$ended"
	[ "$verdict" = regressed ] || return 0
	run_here run --recipe "$opt_recipe" || return 0
	read_verdict "$ended"
	[ "$verdict" != healthy ] || cannot_tell "too noisy: regressed in one run, and then $signal"
}

# judge_count KERNEL: by the recipe's own signal, in a guest.
judge_count()
{
	local recipe=$opt_recipe add=()

	if is_recipe_path; then
		recipe=./${recipe_file##*/}
		add=(--add "$recipe_file:/root/${recipe_file##*/}")
	fi
	guest "$1" "${add[@]}" -- --recipe "$recipe" || return 0
	read_verdict "$ended"
}

# judge KERNEL NAME ROLE: KERNEL as the lab takes it, NAME as the log has it, ROLE: old end, new end, or empty.
judge()
{
	case $opt_metric:$3 in
	:*) if [ -n "$opt_here" ]; then judge_count_here; else judge_count "$1"; fi ;;
	*:"old end") judge_old_end "$1" "$2" ;;
	*:"new end") judge_new_end "$1" "$2" ;;
	*) judge_times "$1" "$2" ;;
	esac
}
