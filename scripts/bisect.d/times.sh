# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# times.sh - judges by time: a kernel by its distance from the old end, which is the baseline.
#
# One value is one run of the recipe's workload, each in a boot of its own (with --here: of the running
# kernel), because boots differ more than rounds do. `cgpong gate` judges, with the limit half-way
# between the ends, or where --max-slowdown says. All runs of a kernel are kept in a file beside the log.

looks=(5 8 12 18 27 40 60)	# after so many runs it is judged; as `cgpong gate` does, whose error rates count on it
limit=				# the slowdown, in percent, from which on a kernel is regressed
limit_from=			# the new end that it comes from
base_name=			# the old end
base_file=			# its runs
apart_below=			# under which ratio to the old end the new one is regressed
alike=				# the new end was measured and is not to be told from the old one
no_bytecode=(python3 -B)

# find_times_tools: what judging needs here.
find_times_tools()
{
	local tool

	find_host_programs
	[ -x "$host_programs/cgpong" ] || die "there is no $host_programs/cgpong: build it, or give --programs"
	for tool in python3 timeout; do
		command -v $tool >/dev/null || die "$tool is missing, and --metric needs it"
	done
	case $opt_metric in
	ops_per_sec) clock=wall ;;
	ops_per_cpu_sec) clock=cpu ;;
	esac
}

# times_file NAME: where the runs of a kernel are kept; in a log of several bisections, those of this one.
times_file()
{
	printf '%s/%s.json' "$log.times" "$(tr -c 'A-Za-z0-9.+_\n-' _ <<<"${section:+$section-}$1")"
}

# keep_runs FILE: the runs so far as one file.
keep_runs()
{
	mkdir -p "$(dirname "$1")" && rm -f "$1" &&
		"$host_programs/cgpong" gate --baseline "$1" --update "${runs[@]}" >/dev/null 2>"$work/err" ||
		die "$1 cannot be written: $(tail -n 1 "$work/err")"
}

# measure_once KERNEL FILE: one run, in a boot of KERNEL, or with --here of the running kernel. False with
# verdict and why.
measure_once()
{
	local command=("${words[@]}" --quiet --json)

	rm -rf "$work/once" && mkdir "$work/once" || die "$work cannot be written"
	if [ -n "$opt_here" ]; then
		run_here run "${command[@]}" "$work/once/run.json"
	else
		guest "$1" --out "$work/once" -- "${command[@]}" /out/run.json
	fi || return 1
	case $ended in
	0) ;;
	4)
		cannot_tell "skipped: $(last_error)"
		return 1
		;;
	*)
		cannot_tell "failed: no results, exit $ended: $(last_error)"
		return 1
		;;
	esac
	mv "$work/once/run.json" "$2" 2>/dev/null || {
		cannot_tell "no results came out of the guest"
		return 1
	}
}

# measure_runs KERNEL NR: until there are NR in runs. One that goes wrong is forgiven, because the guest of a
# busy machine may have been too slow; a second one is the kernel's.
measure_runs()
{
	local file

	while [ ${#runs[@]} -lt "$2" ]; do
		file=$work/run-${#runs[@]}.json
		if measure_once "$1" "$file"; then
			runs+=("$file")
		elif [ -n "$forgiven" ] || [[ $why == skipped:* ]]; then
			return 1
		else
			forgiven=$why
		fi
	done
}

# compare_runs: sets ratio, at_least, at_most (of the runs to the baseline; - if not known), base_median, median, and
# halfway, the slowdown in percent that is half of it on a logarithmic scale; empty if it is none.
compare_runs()
{
	local figures

	"$host_programs/cgpong" compare --format json "$base_file" -- "${runs[@]}" >"$work/compare" 2>"$work/err" &&
		figures=$("${no_bytecode[@]}" "$here/bisect.d/ratio.py" "$opt_metric" "$work/compare" 2>>"$work/err") ||
		return 1
	read -r ratio at_least at_most base_median median halfway <<<"$figures"
}

# gate_runs BASELINE FILE...: against the limit; sets gated: pass, regression, or anything else, and below, under which
# ratio the gate is sure: where the CPUs' speed is not known, far under the limit.
gate_runs()
{
	run_child "$host_programs/cgpong" gate --baseline "$1" --by time --clock "$clock" --max-slowdown "$limit%" "${@:2}"
	below=$(sed -n 's/.*a regression below \([0-9.]*\).*/\1/p' "$work/out")
	case $code in
	0) gated=pass ;;
	1) gated=regression ;;
	3 | 4) gated=open ;;
	130 | 143) exit "$code" ;;
	*) gated=wrong ;;
	esac
}

# figures: of compare_runs, for people.
figures()
{
	printf '%s [%s..%s] of the %s of the old end, in %s runs' "$ratio" "$at_least" "$at_most" "$opt_metric" ${#runs[@]}
}

# figures_apart: of a new end, which is not far enough from the old one.
figures_apart()
{
	printf '%s%s' "$(figures)" "${apart_below:+; to be regressed, all of it would have to be below $apart_below}"
}

# judge_runs: sets verdict, signal and why; false if more runs may tell.
judge_runs()
{
	if ! compare_runs; then
		# A baseline that was given may be any file.
		[ -z "$opt_here" ] || die "cannot go on: $(last_error)"
		cannot_tell "not to be compared: $(last_error)"
		return 0
	fi
	gate_runs "$base_file" "${runs[@]}"
	signal=$ratio why="$(figures); regressed is below ${below:-?}"
	case $gated in
	pass) verdict=healthy ;;
	regression) verdict=regressed ;;
	wrong)
		cannot_tell "not to be compared: $(last_error)"
		;;
	*)
		if grep -q 'another machine: times cannot be compared' "$work/out"; then
			cannot_tell "the baseline is of another machine"
			return 0
		fi
		cannot_tell "too noisy: $why"
		return 1
		;;
	esac
}

# at_looks KERNEL JUDGE: runs of KERNEL, until JUDGE returns true or there are as many as --runs allows. False if
# it could not be measured.
at_looks()
{
	local look

	runs=() forgiven=
	for look in "${looks[@]}" "$opt_runs"; do
		[ "$look" -le "$opt_runs" ] && [ "$look" -gt ${#runs[@]} ] || continue
		measure_runs "$1" "$look" || return 1
		! "$2" || break
	done
}

# judge_times KERNEL NAME: a kernel that is no end, or an end of which all is known already.
judge_times()
{
	at_looks "$1" judge_runs || return 0
	keep_runs "$(times_file "$2")"
}

# judge_old_end KERNEL NAME: the baseline, healthy because the user says so.
judge_old_end()
{
	runs=() forgiven=
	measure_runs "$1" "$opt_runs" || return 0
	base_name=$2 base_file=$(times_file "$2")
	keep_runs "$base_file"
	compare_runs || die "cannot go on: $base_file: $(last_error)"
	log_line "# baseline $2"
	verdict=healthy signal=1.000 why="the baseline: $median $opt_metric, in ${#runs[@]} runs"
}

# is_apart: the ends can be told apart, which is so if the judge, with the limit, takes each for what it is.
is_apart()
{
	apart_below=''
	compare_runs || return 1
	limit=${opt_slowdown:-$halfway}
	[ -n "$limit" ] || return 1
	gate_runs "$base_file" "${runs[@]}"
	apart_below=$below
	[ "$gated" = regression ] || return 1
	gate_runs "$base_file" "$base_file"
	[ "$gated" = pass ]
}

# judge_new_end KERNEL NAME: sets limit, or alike.
judge_new_end()
{
	alike=yes
	at_looks "$1" set_apart || {
		# A limit that was only tried is none.
		alike='' limit=''
		return 0
	}
	keep_runs "$(times_file "$2")"
	if [ -n "$alike" ]; then
		cannot_tell "not to be told from the old end: $(figures)"
		limit=
		return
	fi
	limit_from=$2
	log_line "# limit $limit% $2"
	verdict=regressed signal=$ratio why="$(figures); from now on, regressed is below $apart_below"
}

set_apart()
{
	is_apart && alike=
}

# apart_advice: what to do about ends that are alike.
apart_advice()
{
	printf '%s' "what may help: a count instead (no --metric), --runs $((opt_runs * 3 > 60 ? 60 : opt_runs * 3))," \
		" a machine that nobody else uses, a recipe with more rounds; or hardware: step --here"
}
