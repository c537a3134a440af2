# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# step.sh - `bisect step`: one commit, or the running kernel, judged for `git bisect run`.

# build_commit: sets kernel; false with verdict and why if the tree cannot be built.
build_commit()
{
	note "building $commit"
	run_child "$lab" build --source "$opt_tree"
	case $code in
	0) ;;
	125)
		cannot_tell "$(lab_says)"
		return 1
		;;
	*) lab_stops "lab build" ;;
	esac
	kernel=$(tail -n 1 "$work/out")
	[ -f "$kernel" ] || die "cannot go on: lab build names no kernel, but '$kernel'"
}

# name_commit: sets commit, its hash and subject, or what else the tree is called; and log.
name_commit()
{
	commit=$(git -C "$opt_tree" log -1 --format=%h --abbrev=12 2>/dev/null) || commit=
	subject=$(git -C "$opt_tree" log -1 --format=%s 2>/dev/null) || subject=
	log=$opt_log
	if [ -z "$commit" ]; then
		commit=$(basename "$(cd "$opt_tree" && pwd -P)")
	elif [ -z "$log" ]; then
		# Not among the sources, where it would be one that changes each time.
		log=$(git -C "$opt_tree" rev-parse --absolute-git-dir)/cgpong-bisect.log
	fi
	log=${log:-cgpong-bisect.log}
}

step_commit()
{
	opt_tree=${opt_tree:-.}
	name_commit
	: >>"$log" || die "$log cannot be written"
	! build_commit || judge_guest "$kernel"
}

step_here()
{
	commit=$(uname -r) subject='' log=${opt_log:-cgpong-bisect.log}
	: >>"$log" || die "$log cannot be written"
	judge_here
}

step()
{
	parse_options "$@"
	[ -z "$opt_kernels$opt_resume" ] || usage "--kernels and --resume are not for step"
	[ -z "$opt_here" ] || [ -z "$opt_tree" ] || usage "--here or --tree: which one?"
	find_recipe
	make_work
	if [ -n "$opt_here" ]; then
		step_here
	else
		step_commit
	fi
	why+=${subject:+ ($subject)}
	log_verdict "$commit"
	note "$commit: $verdict, $signal, $why"
	decided=yes
	case $verdict in
	healthy) exit 0 ;;
	regressed) exit 1 ;;
	*) exit 125 ;;
	esac
}
