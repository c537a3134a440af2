# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# search.sh - `bisect --recipe R --kernels K`: a binary search among kernels that are ready made.
#
# states[i] is the verdict on names[i], or empty. All the time names[low] is healthy and names[high]
# regressed, both measured; what cannot be judged in between never moves either.

# measure I [ROLE]: sets states[I], and verdict, signal and why; ROLE as of judge.
measure()
{
	local name=${names[$1]} from=''

	if [ -n "${known[$name]-}" ]; then
		read -r verdict signal why <<<"${known[$name]}"
		from=", from the log"
	else
		if get_kernel "$1"; then
			judge "$name" "$name" "${2-}"
		else
			cannot_tell "cannot be had: $(lab_says)"
		fi
		if [ -n "$alike" ]; then
			# Not for --resume, which may have to judge it with other ends.
			log_line "# $name: $why"
		else
			log_verdict "$name"
		fi
	fi
	states[$1]=$verdict
	if [ "$verdict" = unknown ]; then
		note "${labels[$1]} cannot be judged: $why$from"
	else
		note "${labels[$1]} is $verdict: $signal, $why$from"
	fi
}

# refuse WHY...: in the log too.
refuse()
{
	log_line "# refused: $*"
	die "$*"
}

# known_bad: the newest kernel between the ends on which the recipe itself says it is regressed; sets high.
known_bad()
{
	local version bad i

	bad=$(sed -n 's/^bad *= *//p' "$recipe_file")
	for ((i = high - 1; i > low; i--)); do
		for version in $bad; do
			[[ ${labels[i]} == "$version" || ${labels[i]} == "$version".* ]] || continue
			high=$i
			return 0
		done
	done
	return 1
}

# take_new_end: sets high to the kernel that the log's limit comes from. An end that was newer is not in the log, and
# measured again it would take the limit away.
take_new_end()
{
	local i

	for ((i = high; i > low; i--)); do
		[ "${names[i]}" != "$limit_from" ] || high=$i
	done
}

# measure_ends: sets low and high, or refuses. An end that cannot be judged gives way to its neighbour.
measure_ends()
{
	local oldest newest=''

	low=0 high=$((${#names[@]} - 1))
	measure $low "old end"
	while [ "${states[low]}" = unknown ] && [ $((low + 1)) -lt $high ]; do
		low=$((low + 1))
		measure $low "old end"
	done
	oldest="${labels[low]} is ${states[low]}"
	# By time nothing can be said of the new end without the old one.
	[ -z "$opt_metric" ] || [ "${states[low]}" = healthy ] || refuse "nothing to search: $oldest and cannot be" \
		"measured: $why"
	take_new_end
	measure $high "new end"
	while [ "${states[high]}" = unknown ] && [ -z "$alike" ] && [ $((high - 1)) -gt $low ]; do
		high=$((high - 1))
		measure $high "new end"
	done
	newest="${labels[high]} is ${states[high]}"
	[ "${states[low]}" = healthy ] ||
		refuse "nothing to search: the old end must be healthy, and ${oldest/unknown/not to be judged};" \
			"the new end, $newest"
	if [[ ${states[high]} == healthy || -n $alike ]] && known_bad; then
		note "${newest/is healthy/is healthy again}: the recipe knows ${labels[high]} as bad, searching up to there"
		measure $high "new end"
	fi
	[ -z "$alike" ] || refuse "nothing to search: by $opt_metric the ends cannot be told apart:" \
		"${labels[high]} has $(figures_apart); $(apart_advice)"
	[ "${states[high]}" = regressed ] ||
		refuse "nothing to search: the new end must be regressed, and ${newest/unknown/not to be judged};" \
			"the old end, $oldest"
}

# choose TRY: sets middle, a kernel between the ends that was not measured; false if there is none left. The
# first try is in the middle. If that cannot be judged, its neighbours are likely to be no better, so the
# next ones are a quarter away, three quarters, an eighth and so on.
choose()
{
	local left=() i at bits=$(($1 + 1)) part=0 parts=1 nr nearest

	for ((i = low + 1; i < high; i++)); do
		[ -n "${states[i]-}" ] || left+=("$i")
	done
	nr=${#left[@]}
	[ "$nr" -gt 0 ] || return 1
	while [ $bits -gt 0 ]; do
		part=$((part * 2 + bits % 2)) parts=$((parts * 2)) bits=$((bits / 2))
	done
	at=$((nr * part / parts))
	middle=${left[at]}
	# A download takes longer than a boot: one in the cache is as good, if it is not far off.
	nearest=$((nr / 4 + 1))
	for ((i = 0; i < nr; i++)); do
		[ "${cached[${left[i]}]}" = yes ] || [ -n "${known[${names[${left[i]}]}]-}" ] || continue
		[ $((i > at ? i - at : at - i)) -lt $nearest ] || continue
		nearest=$((i > at ? i - at : at - i)) middle=${left[i]}
	done
}

narrow()
{
	local try=0

	while choose $try; do
		measure "$middle"
		case ${states[middle]} in
		healthy) low=$middle try=0 ;;
		regressed) high=$middle try=0 ;;
		*) try=$((try + 1)) ;;
		esac
	done
}

# git_hint BAD GOOD: how to go on among the commits between two versions. Mainline has no point releases.
git_hint()
{
	local version='^[0-9]+\.[0-9]+(\.[0-9]+)*$' bad_series good_series

	[[ $1 =~ $version && $2 =~ $version ]] || return 0
	bad_series=$(cut -d . -f 1,2 <<<"$1") good_series=$(cut -d . -f 1,2 <<<"$2")
	echo "To go on among the commits, in a kernel tree:"
	[ "$bad_series" = "$good_series" ] ||
		echo "  git bisect start v$bad_series v$good_series    # mainline"
	[ "$1 $2" = "$bad_series $good_series" ] ||
		echo "  git bisect start v$1 v$2    # the stable tree"
	echo "  git bisect run$(step_words)"
}

# step_words: the command line of a step that judges as this search did, for any working directory.
step_words()
{
	local words=("$here/bisect" step --recipe)

	is_recipe_path && words+=("$(realpath -s "$opt_recipe")") || words+=("$opt_recipe")
	[ -z "$opt_metric" ] || words+=(--metric "$opt_metric")
	[ "${opt_runs:-$runs_default}" = "$runs_default" ] || words+=(--runs "$opt_runs")
	[ -z "$opt_slowdown" ] || words+=(--max-slowdown "$opt_slowdown%")
	[ -z "$opt_programs" ] || words+=(--programs "$(realpath -s "$opt_programs")")
	[ "$opt_timeout" = "$timeout_default" ] || words+=(--timeout "$opt_timeout")
	printf ' %q' "${words[@]}"
}

report()
{
	local answer="first bad: ${labels[high]}, last good: ${labels[low]}" unjudged=$((high - low - 1))

	case $unjudged in
	0) ;;
	1) answer+="; 1 kernel in between could not be judged" ;;
	*) answer+="; $unjudged kernels in between could not be judged" ;;
	esac
	log_line "# $answer"
	echo "$answer"
	git_hint "${labels[high]}" "${labels[low]}"
}

search()
{
	parse_options "$@"
	[ -z "$opt_here$opt_tree$opt_trust$opt_baseline" ] ||
		usage "--here, --tree, --trust-ends and --baseline are for step"
	if [ -n "$opt_resume" ]; then
		[ -z "$opt_recipe$opt_kernels$opt_log$opt_metric$opt_slowdown$opt_runs" ] ||
			usage "--resume: the log says all: leave out what it says"
		log=$opt_resume
		log_read "$log"
	fi
	find_recipe
	check_metric
	[ -n "$opt_kernels" ] || usage "among which kernels? --kernels is missing"
	make_work cgpong-bisect
	list_kernels
	if [ -z "$opt_resume" ]; then
		log=${opt_log:-cgpong-bisect.log}
		log_start
	fi
	states=()
	measure_ends
	narrow
	report
}
