# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
# shellcheck disable=SC2015		# "this && that || usage": usage does not return
#
# options.sh - the command line.

# parse_options OPTION...: sets the opt_ variables.
parse_options()
{
	opt_recipe='' opt_kernels='' opt_log='' opt_resume='' opt_tree='' opt_here='' opt_programs='' opt_timeout=180
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
		--*=*)
			set -- "${1%%=*}" "${1#*=}" "${@:2}"
			continue
			;;
		--recipe | --kernels | --log | --resume | --tree | --programs | --timeout)
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
	--timeout)
		[[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || usage "--timeout: '$2' is not a number from 1 to 99999"
		opt_timeout=$2
		;;
	esac
}

# find_recipe: sets recipe_file, which exists.
find_recipe()
{
	[ -n "$opt_recipe" ] || usage "which recipe? --recipe is missing"
	recipe_file=$tree/recipes/$opt_recipe.recipe
	[[ $opt_recipe != */* && $opt_recipe != *.recipe ]] || recipe_file=$opt_recipe
	[ -f "$recipe_file" ] ||
		usage "there is no recipe '$opt_recipe': $(cd "$tree/recipes" && echo *.recipe | sed 's/\.recipe//g')"
}

make_work()
{
	work=$(mktemp -d "${TMPDIR:-/tmp}/cgpong-bisect.XXXXXX") || die "no temporary directory can be made"
}
