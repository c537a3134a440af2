# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# kernels.sh - the cache of Debian kernels, and what the suites offer.
#
# A kernel of the cache is a directory kernels/RELEASE with vmlinuz, modules/ and a line `package`:
# its Debian version. It comes into being by one rename, so it is whole or not there. What is offered
# is read through an apt configuration of our own: no list, source or key of the system is touched.
# apt/index has a line for each kernel: release, Debian version, sctp yes or no, bytes, packages.

kernel_default=6.1
index=$cache/apt/index
trouble=	# why the suites could not be read

# The modules wanted, in the order in which they can be loaded.
module_names="udp_tunnel ip6_udp_tunnel libcrc32c sctp"

# Debian's own mirror as apt has it: the one that has the installed suite's component main.
# Sets: mirror, security (empty when apt has none).
find_mirror()
{
	local suite uri release component

	need apt-get apt apt-cache apt dpkg-deb dpkg
	mirror=${CGPONG_LAB_MIRROR-}
	security=
	suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	# shellcheck disable=SC2016	# the $(...) are apt's
	while read -r uri release component; do
		case $component/$release in
		main/*-security)
			security=$uri
			;;
		main/"$suite" | main/stable | main/oldstable | main/testing | main/sid | main/unstable)
			mirror=${mirror:-$uri}
			;;
		esac
	done < <(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' 2>/dev/null)
	[ -n "$mirror" ] ||
		die "apt has no Debian mirror configured: set CGPONG_LAB_MIRROR to the URI of one"
}

write_sources()
{
	local suite key=/usr/share/keyrings/debian-archive-keyring.gpg

	[ -r $key ] || die "$key is missing: apt-get install debian-archive-keyring"
	for suite in bookworm bookworm-updates bookworm-backports trixie-backports forky sid; do
		echo "deb [arch=amd64 signed-by=$key] $mirror $suite main"
	done
	[ -z "$security" ] ||
		echo "deb [arch=amd64 signed-by=$key] $security bookworm-security main"
}

# private_apt TOOL ARG...: the system's apt settings (proxies), but our sources, lists and cache.
private_apt()
{
	local tool=$1

	shift
	"$tool" -q -o Dir::Etc::sourcelist="$cache/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
		-o Dir::State::lists="$cache/apt/lists" -o Dir::State::status=/dev/null \
		-o Dir::Cache="$cache/apt/cache" -o APT::Architecture=amd64 -o APT::Architectures::=amd64 \
		-o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none -o Acquire::Retries=1 \
		-o APT::Update::Error-Mode=any "$@"
}

# Since 6.19 linux-image- is an empty package, the kernel is in linux-binary-, and the modules, where
# they are published, in linux-modules-.
make_index()
{
	private_apt apt-cache dumpavail | awk '
		function add(part) {
			want[release] = want[release] " " part "-" release "=" version[part, release]
			bytes[release] += size[part, release]
		}
		/^Package: linux-(image|binary|modules)-[0-9]+\.[0-9]+\.[0-9].*-cloud-amd64$/ {
			part = $2
			sub(/-[0-9].*/, "", part)
			release = substr($2, length(part) + 2)
		}
		/^Version: / && release { version[part, release] = $2; seen[release] }
		/^Size: / && release { size[part, release] = $2 }
		/^$/ { release = "" }
		END {
			for (release in seen) {
				main = ("linux-binary", release) in version ? "linux-binary" : "linux-image"
				modules = ("linux-modules", release) in version
				if (!((main, release) in version))
					continue
				add(main)
				if (modules)
					add("linux-modules")
				print release, version[main, release],
					main == "linux-image" || modules ? "yes" : "no",
					bytes[release] want[release]
			}
		}' | sort -V -k 2,2 >"$index.new"
	[ -s "$index.new" ] && make_source_index && mv "$index.new" "$index"
}

# refresh_index [now]: reads what the suites offer, at most once a day unless told "now".
# Returns 1 and sets trouble when that failed, even in part; what is known stays, to be tried again.
refresh_index()
{
	local lock log=$cache/apt/update.log

	[ "${1-}" = now ] || [ ! -e "$source_index" ] || [ -z "$(find "$index" -mmin -1440 2>/dev/null)" ] ||
		return 0
	find_mirror
	mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache/archives/partial" ||
		die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can"
	exec {lock}>"$cache/apt/lock" && flock "$lock"
	write_sources >"$cache/apt/sources.list"
	# A suite that cannot be read does not spoil the others.
	if ! private_apt apt-get update >"$log" 2>&1; then
		trouble="the suites could not be read: $(grep -m1 '^E:' "$log" || echo 'apt-get update failed')"
		make_index && touch -d '2 days ago' "$index"
		exec {lock}>&-
		return 1
	fi
	make_index
	exec {lock}>&-
}

# pick SPEC: of lines "release version ..." on stdin, oldest first, the newest that SPEC names.
pick()
{
	awk -v spec="$1" '
		function begins(text) {
			return index(text, spec) == 1 && substr(text, length(spec) + 1) ~ /^([.+-]|$)/
		}
		spec == "latest" || begins($1) || begins($2) { found = $0 }
		END { if (found) print found; else exit 1 }'
}

list_cached()
{
	local dir

	for dir in "$cache"/kernels/*/; do
		[ -e "$dir/package" ] || continue
		printf '%s %s\n' "$(basename "$dir")" "$(cat "$dir/package")"
	done | sort -V -k 2,2
}

# pick_cached SPEC: sets release.
pick_cached()
{
	local line

	line=$(list_cached | pick "$1") || return 1
	release=${line%% *}
}

pick_offered()
{
	[ -e "$index" ] && pick "$1" <"$index"
}

# unpack_modules TREE DIR: the modules wanted, decompressed, and `order`, in DIR.
unpack_modules()
{
	local name file

	mkdir -p "$2" && : >"$2/order" || return 1
	for name in $module_names; do
		file=$(find "$1" -name "$name.ko*" -print -quit)
		case $file in
		'')
			continue
			;;
		*.ko)
			cp "$file" "$2/$name.ko"
			;;
		*.ko.xz)
			need xz xz-utils
			xz -dc "$file" >"$2/$name.ko"
			;;
		*.ko.zst)
			need zstd zstd
			zstd -q -dc "$file" >"$2/$name.ko"
			;;
		*)
			die "$file is compressed in a way this script does not know"
			;;
		esac || return 1
		echo "$name" >>"$2/order"
	done
}

# download RELEASE VERSION PACKAGE=VERSION...: makes kernels/RELEASE.
download()
{
	local release=$1 version=$2 deb image log=$cache/apt/download.log

	shift 2
	need apt-get apt dpkg-deb dpkg
	mkdir -p "$cache/kernels" || die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can"
	find "$cache/kernels" -maxdepth 1 -name '.new.*' -mtime +0 -exec rm -rf {} +	# of killed ones
	partial=$(mktemp -d "$cache/kernels/.new.XXXXXX") || die "$cache/kernels cannot be written"
	mkdir "$partial/entry" "$partial/tree"
	note "getting $*"
	(cd "$partial" && private_apt apt-get download "$@") >"$log" 2>&1 ||
		die "$release could not be downloaded: $(grep -m1 '^E:' "$log" || echo "see $log")"
	for deb in "$partial"/*.deb; do
		dpkg-deb -x "$deb" "$partial/tree" || die "$(basename "$deb") could not be unpacked: is the disk full?"
	done
	image=$(find "$partial/tree" -name 'vmlinuz*' -type f -print -quit)
	[ -n "$image" ] || die "the packages of $release have no vmlinuz: choose another kernel"
	cp "$image" "$partial/entry/vmlinuz" && echo "$version" >"$partial/entry/package" &&
		unpack_modules "$partial/tree" "$partial/entry/modules" ||
		die "$release could not be put into $cache/kernels: is the disk full?"
	chmod 755 "$partial/entry"
	# Fails when another process was faster; then its entry is as good.
	mv -T "$partial/entry" "$cache/kernels/$release" 2>/dev/null
	rm -rf "$partial"
	partial=
	[ -e "$cache/kernels/$release/vmlinuz" ] || die "$cache/kernels/$release could not be made"
}

no_kernel()
{
	[ -z "$trouble" ] || die "no kernel '$1' is cached, and $trouble"
	die "no kernel '$1' is offered now: scripts/lab kernels lists those that are"
}

# fetch_kernel SPEC: gets the newest kernel that SPEC names; sets release.
fetch_kernel()
{
	local line fields

	release=$1
	[ ! -e "$cache/kernels/$release/vmlinuz" ] || return 0
	refresh_index
	if ! line=$(pick_offered "$1"); then
		pick_cached "$1" && return 0
		[ -n "$trouble" ] || refresh_index now
		line=$(pick_offered "$1") || no_kernel "$1"
	fi
	read -r -a fields <<<"$line"
	release=${fields[0]}
	[ -e "$cache/kernels/$release/vmlinuz" ] || download "$release" "${fields[1]}" "${fields[@]:4}"
}

# list_range FIRST LAST: of lines "release version ..." on stdin, oldest first, the releases from FIRST to
# LAST, LAST's own point releases included. Between two series (7.0, 7.2) that is the newest of each one;
# else the newest package of each version.
list_range()
{
	awk -v first="$1" -v last="$2" '
		function number(text, at, part) {
			split(text, part, ".")
			return part[at] + 0
		}
		# Below, at or above 0; a version is at its own series.
		function compare(a, b, at) {
			for (at = 1; at <= split(b, unused, "."); at++)
				if (number(a, at) != number(b, at))
					return number(a, at) - number(b, at)
			return 0
		}
		BEGIN { series = first ~ /^[0-9]+[.][0-9]+$/ && last ~ /^[0-9]+[.][0-9]+$/ }
		{
			version = $2
			sub(/[^0-9.].*/, "", version)
			if (compare(version, first) < 0 || compare(version, last) > 0)
				next
			group = version
			if (series)
				sub(/[.][0-9]+$/, "", group)
			if (!(group in newest))
				order[++count] = group
			newest[group] = $1
		}
		END {
			for (i = 1; i <= count; i++)
				print newest[order[i]]
			exit !count
		}'
}

# fetch_range FIRST LAST: gets each, and prints it as soon as it is there.
fetch_range()
{
	local releases

	[[ $1 =~ ^[0-9]+(\.[0-9]+)+$ && $2 =~ ^[0-9]+(\.[0-9]+)+$ ]] ||
		usage "fetch: '$1..$2' is not a range of versions, such as 7.0..7.2"
	refresh_index || note "$trouble"
	releases=$({ list_cached && { [ ! -e "$index" ] || cat "$index"; }; } | sort -V -k 2,2 | list_range "$1" "$2") ||
		die "no kernel from $1 to $2 is cached or offered now: scripts/lab kernels lists those that are"
	for release in $releases; do
		fetch_kernel "$release"
		echo "$release"
	done
}

lab_fetch()
{
	case ${1-} in
	-h | --help)
		help_fetch
		return
		;;
	-*)
		usage "fetch: unknown option '$1'"
		;;
	esac
	[ $# -le 1 ] || usage "fetch takes one kernel or range"
	[[ ${1-$kernel_default} =~ ^(latest|[0-9][A-Za-z0-9.+~-]*)$ ]] ||
		usage "fetch: '$1' is not a kernel version"
	if [[ ${1-} == *..* ]]; then
		fetch_range "${1%%..*}" "${1#*..}"
		return
	fi
	fetch_kernel "${1-$kernel_default}"
	echo "$release"
}

lab_kernels()
{
	local release version sctp bytes rest

	case ${1-} in
	-h | --help)
		help_kernels
		return
		;;
	esac
	[ $# -eq 0 ] || usage "kernels takes no argument"
	refresh_index || note "$trouble"
	{
		list_cached | while read -r release version; do
			sctp=no
			[ ! -e "$cache/kernels/$release/modules/sctp.ko" ] || sctp=yes
			echo "$release $version $sctp -"
		done
		[ ! -e "$index" ] || while read -r release version sctp bytes rest; do
			[ -e "$cache/kernels/$release/package" ] ||
				echo "$release $version $sctp $(((bytes + 999999) / 1000000))"
		done <"$index"
		list_builds
	} | sort -V -k 2,2 | awk '
		NR == 1 { printf "%-34s %-22s %-4s  %-6s  %3s\n", "RELEASE", "VERSION", "SCTP", "CACHED", "MB" }
		{ printf "%-34s %-22s %-4s  %-6s  %3s\n", $1, $2, $3, $4 == "-" ? "yes" : "no", $4 }
		END { exit NR == 0 }' || die "no kernel is known: check the network and try again"
}
