# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# step.sh - `bisect step`: one commit, or the running kernel, judged for `git bisect run`.

# build_commit REV: a commit of the tree, or if empty its files as they are; sets kernel. False with verdict and
# why if they cannot be built.
build_commit()
{
	run_child "$lab" build --source "$opt_tree" ${1:+--commit "$1"}
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

# subject_of REV
subject_of()
{
	git -C "$opt_tree" log -1 --format=%s "$1" 2>/dev/null
}

# name_commit: sets commit, its hash and subject, or what else the tree is called; and log.
name_commit()
{
	commit=$(git -C "$opt_tree" log -1 --format=%h --abbrev=12 2>/dev/null) || commit=
	subject=$(subject_of HEAD) || subject=
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
	local by=count

	name_commit
	[ -z "$opt_metric" ] || by="$opt_metric, $opt_runs runs${opt_slowdown:+, max-slowdown $opt_slowdown%}"
	log_section "# recipe $opt_recipe ($(cksum <"$recipe_file" | cut -d ' ' -f 1)), by $by"
	[ -n "$opt_trust" ] || check_ends
	note "building $commit"
	! build_commit '' || judge "$kernel" "$commit" ''
}

# Of the ends nothing is known here: they ran in other boots.
step_here()
{
	commit=$(uname -r) subject='' log=${opt_log:-cgpong-bisect.log}
	: >>"$log" || die "$log cannot be written"
	base_file=$opt_baseline limit=${opt_slowdown:-5}
	judge '' "$commit" ''
}

check_step()
{
	[ -z "$opt_kernels$opt_resume" ] || usage "--kernels and --resume are not for step"
	[ -z "$opt_here" ] || [ -z "$opt_tree" ] || usage "--here or --tree: which one?"
	[ -z "$opt_here" ] || [ -z "$opt_trust" ] || usage "--trust-ends: with --here there are none to trust"
	[ -n "$opt_here" ] || [ -z "$opt_baseline" ] || usage "--baseline is for --here: in a tree the good end is measured"
	[ -z "$opt_metric" ] || [ -z "$opt_trust" ] ||
		usage "--trust-ends: by time the good end has to be measured, everything is compared with it"
	[ -z "$opt_here" ] || [ -z "$opt_metric" ] || [ -f "$opt_baseline" ] ||
		usage "--here --metric: --baseline '$opt_baseline' is not a file: make one on the good kernel, with" \
			"scripts/bisect baseline"
	find_recipe
	check_metric
	opt_tree=${opt_tree:-.}
}

step()
{
	parse_options "$@"
	check_step
	make_work cgpong-bisect
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

# baseline: measures the running kernel for later calls of `step --here`.
baseline()
{
	local before=()

	parse_options "$@"
	[ -z "$opt_kernels$opt_resume$opt_tree$opt_trust$opt_slowdown$opt_log" ] ||
		usage "baseline takes --recipe, --metric, --baseline, --runs, --programs and --timeout"
	[ -n "$opt_metric" ] || usage "baseline: which --metric? by count, none is needed"
	[ -n "$opt_baseline" ] || usage "baseline: into which file? --baseline is missing"
	find_recipe
	check_metric
	make_work cgpong-bisect
	opt_here=yes runs=() forgiven=
	measure_runs '' "$opt_runs" || die "this kernel cannot be measured: $why"
	# A name without a slash would be a workload's.
	[ ! -e "$opt_baseline" ] || before=("$(dirname "$opt_baseline")/$(basename "$opt_baseline")")
	"$host_programs/cgpong" gate --baseline "$opt_baseline" --update "${before[@]}" "${runs[@]}" 2>"$work/err" ||
		die "$opt_baseline cannot be written: $(last_error)"
}
