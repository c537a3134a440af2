# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
# shellcheck disable=SC2015		# "this && that || usage": usage does not return
#
# log.sh - what was measured, for people and for --resume.
#
# Remarks begin with #; of these, "# recipe R" and "# kernels LIST" tell what is searched. Any other line is
# KERNEL VERDICT SIGNAL WHY..., the verdict healthy, regressed or unknown. A line is written at once and
# when it is known, so a search that was killed has at most its last line unfinished.

declare -A known	# by kernel: verdict, signal and why of a log that is resumed

log_line()
{
	printf '%s\n' "$*" >>"$log" || die "$log cannot be written"
}

# log_verdict KERNEL: with verdict, signal and why.
log_verdict()
{
	log_line "$(printf '%-34s %-9s %7s  %s' "$1" "$verdict" "$signal" "$why")"
}

log_start()
{
	if [ -e "$log" ]; then
		mv -f -- "$log" "$log.old" || die "$log is of an earlier search and cannot be renamed"
		note "the log of an earlier search is $log.old now"
	fi
	log_line "# cgpong bisect, $(date -u +'%F %H:%M') UTC"
	log_line "# recipe $opt_recipe"
	log_line "# kernels $opt_kernels"
}

# log_read FILE: sets opt_recipe, opt_kernels and known.
log_read()
{
	local number=0 line name verdict signal why

	[ -f "$1" ] && [ -r "$1" ] || usage "--resume: '$1' is not a file that can be read"
	# The last line, if it is not ended, was not written to the end.
	if [ -n "$(tail -c 1 "$1")" ]; then
		sed -i '$d' "$1" || die "$1 cannot be written"
	fi
	while IFS= read -r line; do
		number=$((number + 1))
		case $line in
		'# recipe '*) set_option --recipe "${line#\# recipe }" ;;
		'# kernels '*) set_option --kernels "${line#\# kernels }" ;;
		'#'* | '') ;;
		*)
			read -r name verdict signal why <<<"$line"
			[[ $verdict =~ ^(healthy|regressed|unknown)$ && $signal =~ ^(-|-?[0-9.]+)$ ]] ||
				usage "$1:$number: not a line of a bisect log"
			known[$name]="$verdict $signal $why"
			;;
		esac
	done <"$1"
	[ -n "$opt_recipe" ] && [ -n "$opt_kernels" ] ||
		usage "--resume: '$1' does not say what was searched (# recipe, # kernels)"
}
