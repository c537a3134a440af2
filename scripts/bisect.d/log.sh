# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
# shellcheck disable=SC2015		# "this && that || usage": usage does not return
#
# log.sh - what was measured, for people and for --resume.
#
# Remarks begin with #; of these, "# recipe R" and others named as options tell what is searched, and by time,
# "# baseline KERNEL" and "# limit P% KERNEL" which kernels are the ends. Any other line is KERNEL VERDICT SIGNAL
# WHY..., the verdict healthy, regressed or unknown. A line is written at once and when it is known, so a search
# that was killed has at most its last line unfinished.

declare -A known	# by kernel: verdict, signal and why, of a log that is gone on with
section=		# of step's log: which one we are in

log_line()
{
	printf '%s\n' "$*" >>"$log" || die "$log cannot be written"
}

# log_verdict KERNEL: with verdict, signal and why.
log_verdict()
{
	log_line "$(printf '%-34s %-9s %7s  %s' "$1" "$verdict" "$signal" "$why")"
}

# log_start: a new log. What --metric keeps beside one goes with it.
log_start()
{
	if [ -e "$log" ]; then
		mv -f -- "$log" "$log.old" && rm -rf "$log.old.times" &&
			{ [ ! -e "$log.times" ] || mv -T -- "$log.times" "$log.old.times"; } ||
			die "$log is of an earlier search and cannot be renamed"
		note "the log of an earlier search is $log.old now"
	fi
	log_line "# cgpong bisect, $(date -u +'%F %H:%M') UTC"
	log_line "# recipe $opt_recipe"
	log_line "# kernels $opt_kernels"
	[ -n "$opt_metric" ] || return 0
	log_line "# metric $opt_metric"
	log_line "# runs $opt_runs"
	[ -z "$opt_slowdown" ] || log_line "# max-slowdown $opt_slowdown%"
}

# log_cut FILE: its last line, if it is not ended, was not written to the end.
log_cut()
{
	[ -z "$(tail -c 1 "$1")" ] || sed -i '$d' "$1" || die "$1 cannot be written"
}

# log_forget_verdicts: by time they hold only together with the ends that they were given by; of the unknown, only that
# a kernel could not be measured holds without.
log_forget_verdicts()
{
	local name compared='^unknown - (too noisy|not to be compared|the baseline)'

	for name in "${!known[@]}"; do
		[[ ${known[$name]} == unknown* && ! ${known[$name]} =~ $compared ]] || unset "known[$name]"
	done
	limit='' limit_from=''
}

# log_take LINE: sets what is known by it: known, base_name, limit, limit_from. False if it is no such line.
log_take()
{
	local name verdict signal why

	case $1 in
	'# baseline '*)
		# What was judged before was by another one.
		log_forget_verdicts
		base_name=${1#\# baseline } base_file=$(times_file "${1#\# baseline }")
		;;
	'# limit '*)
		read -r _ _ limit limit_from <<<"$1"
		limit=${limit%\%}
		;;
	'#'* | '') ;;
	*)
		read -r name verdict signal why <<<"$1"
		[[ $verdict =~ ^(healthy|regressed|unknown)$ && $signal =~ ^(-|-?[0-9.]+)$ ]] || return 1
		known[$name]="$verdict $signal $why"
		;;
	esac
}

# log_check_ends: by time, those that are known are whole: a line may have been deleted, or never written.
log_check_ends()
{
	local base=${known[${base_name:-/}]-}

	[ -n "$opt_metric" ] || return 0
	if [[ $base != healthy* || ! -e $base_file ]]; then
		log_forget_verdicts
		base_name='' base_file=''
	elif [[ ${known[${limit_from:-/}]-} != regressed* ]]; then
		log_forget_verdicts
		known["$base_name"]=$base
	fi
}

# log_read FILE: of an earlier search; sets the options and what is known.
log_read()
{
	local number=0 line

	[ -f "$1" ] && [ -r "$1" ] || usage "--resume: '$1' is not a file that can be read"
	log_cut "$1"
	while IFS= read -r line; do
		number=$((number + 1))
		case $line in
		'# recipe '* | '# kernels '* | '# metric '* | '# runs '* | '# max-slowdown '*)
			line=${line#\# }
			set_option "--${line%% *}" "${line#* }"
			;;
		*) log_take "$line" || usage "$1:$number: not a line of a bisect log" ;;
		esac
	done <"$1"
	[ -n "$opt_recipe" ] && [ -n "$opt_kernels" ] ||
		usage "--resume: '$1' does not say what was searched (# recipe, # kernels)"
	log_check_ends
}

# log_section HEAD: of `step`, whose log has several bisections. What is known is what stands below HEAD; begins
# such a section if the last one is another. A line that is none of ours is let be. Sets section, a word for HEAD.
log_section()
{
	local line head=''

	section=$(cksum <<<"$1" | cut -d ' ' -f 1)
	: >>"$log" || die "$log cannot be written"
	log_cut "$log"
	while IFS= read -r line; do
		case $line in
		'# recipe '*) head=$line ;;
		*) [ "$head" != "$1" ] || log_take "$line" || true ;;
		esac
	done <"$log"
	log_check_ends
	[ "$head" = "$1" ] || log_line "$1"
}
