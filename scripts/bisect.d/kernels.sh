# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/bisect
#
# kernels.sh - which kernels are searched: names (what the lab takes), labels (versions for people) and
# cached (yes, or not), three arrays with the oldest kernel first.

# offered: lines "release version cached" of Debian's kernels, oldest first, each version once: the one in the
# cache, else the newest package of it.
offered()
{
	awk '
		$1 !~ /^[0-9]/ { next }
		{
			version = $2
			sub(/-.*/, "", version)
			if (!(version in line))
				order[++count] = version
			if (!(version in line) || $4 == "yes" || line[version] !~ / yes$/)
				line[version] = $1 " " version " " $4
		}
		END { for (i = 1; i <= count; i++) print line[order[i]] }' "$work/kernels"
}

# between FIRST LAST: of such lines those from FIRST to LAST, LAST's own point releases included.
between()
{
	awk -v first="$1" -v last="$2" '
		# Below, at or above 0; a version is at its own series.
		function compare(a, b, at, as, bs, nr) {
			split(a, as, ".")
			nr = split(b, bs, ".")
			for (at = 1; at <= nr; at++)
				if (as[at] + 0 != bs[at] + 0)
					return as[at] - bs[at]
			return 0
		}
		compare($2, first) >= 0 && compare($2, last) <= 0'
}

# newest SPEC: of such lines the last whose release or version is SPEC or begins with it.
newest()
{
	awk -v spec="$1" '
		function begins(text) {
			return index(text, spec) == 1 && substr(text, length(spec) + 1) ~ /^([.+-]|$)/
		}
		begins($1) || begins($2) { found = $0 }
		END { if (found) print found }'
}

# add_kernels: of lines "release version cached" on stdin.
add_kernels()
{
	local name label is_cached

	while read -r name label is_cached; do
		names+=("$name") labels+=("$label") cached+=("$is_cached")
	done
}

# add_spec SPEC: an element of --kernels.
add_spec()
{
	local before=${#names[@]}

	if [[ $1 =~ ^([0-9]+(\.[0-9]+)*)\.\.([0-9]+(\.[0-9]+)*)$ ]]; then
		add_kernels < <(offered | between "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}")
	elif [[ $1 =~ ^[0-9][A-Za-z0-9.+~-]*$ && $1 != *..* ]]; then
		add_kernels < <(offered | newest "$1")
	elif [[ $1 == build || $1 == build[:@]* || -e $1 ]]; then
		add_kernels <<<"$1 $1 yes"
	else
		usage "--kernels: '$1' is neither a version, a range (7.0..7.2), a build nor a file"
	fi
	[ ${#names[@]} -gt "$before" ] || die "no kernel '$1' is cached or offered now: see scripts/lab kernels"
}

# list_kernels: of opt_kernels.
list_kernels()
{
	local specs=() spec

	names=() labels=() cached=()
	IFS=, read -r -a specs <<<"$opt_kernels"
	if [[ ,$opt_kernels =~ ,[0-9] ]]; then
		run_child "$lab" kernels
		[ "$code" -eq 0 ] || lab_stops "lab kernels"
		mv "$work/out" "$work/kernels"
	fi
	for spec in "${specs[@]}"; do
		add_spec "$spec"
	done
	spec=$(printf '%s\n' "${names[@]}" | sort | uniq -d | head -n 1)
	[ -z "$spec" ] || usage "--kernels: $spec is named twice"
	[ ${#names[@]} -ge 2 ] || usage "--kernels: '$opt_kernels' is one kernel, and a search needs two"
}

# get_kernel I: it is in the cache. False with $code and the lab's words if it cannot be had.
get_kernel()
{
	[[ ${cached[$1]} != yes ]] || return 0
	note "getting ${names[$1]}"
	run_child "$lab" fetch "${names[$1]}"
	case $code in
	0) ;;
	1) return 1 ;;
	*) lab_stops "lab fetch ${names[$1]}" ;;
	esac
}
