# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
# shellcheck disable=SC2015		# "this && that || usage": usage does not return
#
# options.sh - the command line.

timeout_default=180	# seconds
runs_default=12

# parse_options OPTION...: sets the opt_ variables.
parse_options()
{
	opt_recipe='' opt_kernels='' opt_log='' opt_resume='' opt_tree='' opt_here='' opt_programs=''
	opt_timeout=$timeout_default opt_metric='' opt_slowdown='' opt_runs='' opt_baseline='' opt_trust=''
	while [ $# -gt 0 ]; do
		case $1 in
		-h | --help)
			help_bisect
			# No verdict on a kernel, in case that git asked.
			exit $((exit_stop == 1 ? 0 : exit_stop))
			;;
		--here)
			opt_here=yes
			;;
		--trust-ends)
			opt_trust=yes
			;;
		--*=*)
			set -- "${1%%=*}" "${1#*=}" "${@:2}"
			continue
			;;
		--recipe | --kernels | --log | --resume | --tree | --programs | --timeout | --metric | \
			--max-slowdown | --runs | --baseline)
			[ $# -ge 2 ] && [ -n "$2" ] || usage "$1 needs a value"
			set_option "$1" "$2"
			shift
			;;
		*)
			usage "unknown option '$1'"
			;;
		esac
		shift
	done
}

# set_option NAME VALUE
set_option()
{
	case $1 in
	--recipe)
		[[ $2 != *[[:space:],]* ]] || usage "--recipe: '$2' is not one recipe"
		opt_recipe=$2
		;;
	--kernels)
		[[ $2 != *[[:space:]]* ]] || usage "--kernels: '$2' has a blank"
		opt_kernels=$2
		;;
	--log) opt_log=$2 ;;
	--resume) opt_resume=$2 ;;
	--tree)
		[ -d "$2" ] || usage "--tree: '$2' is not a directory"
		opt_tree=$2
		;;
	--programs)
		[ -d "$2" ] || usage "--programs: '$2' is not a directory"
		opt_programs=$2
		;;
	--metric)
		[[ $2 == ops_per_sec || $2 == ops_per_cpu_sec ]] ||
			usage "--metric: '$2' is neither ops_per_sec nor ops_per_cpu_sec; by count, leave it out"
		opt_metric=$2
		;;
	--max-slowdown)
		[[ $2 =~ ^([1-9]?[0-9](\.[0-9]{1,3})?)%$ ]] || usage "--max-slowdown: '$2' is not a percentage from 0% to 99%"
		opt_slowdown=${BASH_REMATCH[1]}
		;;
	--runs)
		# With fewer, no interval is narrow enough for a verdict.
		[[ $2 =~ ^[1-9][0-9]?$ && $2 -ge 8 && $2 -le 60 ]] || usage "--runs: '$2' is not a number from 8 to 60"
		opt_runs=$2
		;;
	--baseline) opt_baseline=$2 ;;
	--timeout)
		[[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || usage "--timeout: '$2' is not a number from 1 to 99999"
		opt_timeout=$2
		;;
	esac
}

# check_metric: what only means something together.
check_metric()
{
	if [ -z "$opt_metric" ]; then
		[ -z "$opt_slowdown$opt_runs$opt_baseline" ] || usage "--max-slowdown, --runs and --baseline are for --metric"
	else
		opt_runs=${opt_runs:-$runs_default}
		find_times_tools
	fi
}
