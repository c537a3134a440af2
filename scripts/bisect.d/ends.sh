# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# ends.sh - the ends of a git bisection, measured before anything between them is.
#
# What git calls good and bad now, each must have been measured by us: on the first call of a bisection that is
# what the user has said, later on it is also what we have answered, which the log has. So nothing is measured
# twice, whoever moves the ends, and the log is all the memory there is.

# find_ends: sets goods and bad, full hashes; false if no bisection with both runs in the tree.
find_ends()
{
	local dir terms=(bad good)

	dir=$(git -C "$opt_tree" rev-parse --absolute-git-dir 2>/dev/null) || return 1
	[ ! -e "$dir/BISECT_TERMS" ] || mapfile -t terms <"$dir/BISECT_TERMS"
	bad_term=${terms[0]} good_term=${terms[1]}
	bad=$(git -C "$opt_tree" rev-parse -q --verify "refs/bisect/$bad_term") || return 1
	mapfile -t goods < <(git -C "$opt_tree" for-each-ref --format='%(objectname)' "refs/bisect/$good_term-*")
	[ ${#goods[@]} -gt 0 ]
}

# end_name HASH
end_name()
{
	git -C "$opt_tree" log -1 --format=%h --abbrev=12 "$1"
}

# measure_end HASH ROLE TERM: sets verdict, signal and why, and end, its name; measured unless the log knows it.
measure_end()
{
	end=$(end_name "$1") || die "cannot go on: git has no commit $1"
	if [ -n "${known[$end]-}" ]; then
		read -r verdict signal why <<<"${known[$end]}"
		return
	fi
	note "building $end, which is said to be $3"
	! build_commit "$1" || judge "$kernel" "$end" "$2"
	[ -z "$alike" ] || return 0
	why+=" (the $3 end: $(subject_of "$1"))"
	log_verdict "$end"
	known["$end"]="$verdict $signal $why"
	note "$end, which is said to be $3, is $verdict: $signal, $why"
}

# no_search WHY...: git stops.
no_search()
{
	log_line "# refused: $*"
	die "nothing to search: $*"
}

# is_our_baseline: the log's is an end of this bisection, not of one before it.
is_our_baseline()
{
	local good

	for good in "${goods[@]}"; do
		[ "$(end_name "$good")" != "$base_name" ] || return 0
	done
	return 1
}

measure_good_ends()
{
	local good

	for good in "${goods[@]}"; do
		if [ -n "$opt_metric" ] && [ -z "$base_name" ]; then
			measure_end "$good" "old end" "$good_term"
			[ -n "$base_name" ] ||
				no_search "by time all is compared with the $good_term end, and $end cannot be measured: $why"
		else
			measure_end "$good" '' "$good_term"
		fi
		[ "$verdict" != regressed ] ||
			no_search "$end is said to be $good_term, but it is regressed: $signal, $why (see --trust-ends)"
		[ "$verdict" = unknown ] || nr_judged=$((nr_judged + 1))
	done
}

# check_ends: of the bisection, if there is one. One that cannot be judged is no reason to stop: many a good
# end is too old for the compiler at hand, and git's word for it is the user's. Of two, it is.
check_ends()
{
	local goods bad good_term bad_term end nr_judged=0

	if ! find_ends; then
		[ -z "$opt_metric" ] || usage "step --metric: begin with git bisect start BAD GOOD: the ends are measured first"
		return
	fi
	if [ -n "$base_name" ] && ! is_our_baseline; then
		log_forget_verdicts
		base_name='' base_file=''
	fi
	measure_good_ends
	if [ -n "$limit" ] || [ -z "$opt_metric" ]; then
		measure_end "$bad" '' "$bad_term"
	else
		measure_end "$bad" "new end" "$bad_term"
	fi
	[ -z "$alike" ] ||
		no_search "by $opt_metric the ends cannot be told apart: $end has $(figures_apart); $(apart_advice)"
	[ "$verdict" != healthy ] ||
		no_search "$end is said to be $bad_term, but it is healthy: $signal, $why: the ends cannot be told apart" \
			"(git bisect reset and start with other ones; or --trust-ends)"
	[ "$verdict" = unknown ] || nr_judged=$((nr_judged + 1))
	[ $nr_judged -gt 0 ] || no_search "none of the ends can be judged: $end: $why (see --trust-ends)"
	limit=${limit:-$opt_slowdown}
	[ -z "$opt_metric" ] || [ -n "$limit" ] ||
		no_search "by time the limit comes from the $bad_term end, and $end cannot be measured: $why (see --max-slowdown)"
}
