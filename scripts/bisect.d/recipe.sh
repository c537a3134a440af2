# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# recipe.sh - what of a recipe's file (docs/recipes.md) is read here. cgpong itself checks the rest.

# find_recipe: sets recipe_file, which exists. One of the user's goes before ours of the same name, as in cgpong.
find_recipe()
{
	[ -n "$opt_recipe" ] || usage "which recipe? --recipe is missing"
	recipe_file=${CGPONG_DATADIR:+$CGPONG_DATADIR/recipes/$opt_recipe.recipe}
	[ -f "$recipe_file" ] || recipe_file=$tree/recipes/$opt_recipe.recipe
	! is_recipe_path || recipe_file=$opt_recipe
	[ -f "$recipe_file" ] ||
		usage "there is no recipe '$opt_recipe': $(cd "$tree/recipes" && echo *.recipe | sed 's/\.recipe//g')"
	[ -z "$opt_metric" ] || recipe_by_time
}

# is_recipe_path: --recipe is a file, not a name.
is_recipe_path()
{
	[[ $opt_recipe == */* || $opt_recipe == *.recipe ]]
}

# recipe_value KEY
recipe_value()
{
	sed -n "s/^[[:blank:]]*$1[[:blank:]]*=[[:blank:]]*//p" "$recipe_file" | sed 's/[[:space:]]*$//'
}

# recipe_by_time: sets context, that in which the signal is looked for, and words, the command line with which
# its workload measures time there. What a signal is compared with is left out: the other end of the
# bisection takes its place. A recipe that counts measures time only in passing, so it gets more rounds.
recipe_by_time()
{
	local signal options place

	read -r -a signal <<<"$(recipe_value signal)"
	read -r -a options <<<"$(recipe_value options)"
	place=$(recipe_value place)
	case ${signal[0]-} in
	calls)
		context=${signal[3]-}
		options+=(--rounds 9)
		;;
	time)
		context=${signal[2]-}
		;;
	*)
		usage "$recipe_file: no signal that can be read"
		;;
	esac
	words=("$(recipe_value workload)" --cgroup "$context" ${place:+--place "$place"} "${options[@]}" --no-count)
}
