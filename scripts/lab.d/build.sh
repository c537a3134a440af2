# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# build.sh - `lab build`: the small guest kernel, healthy or with faults planted.
#
# A result is a directory builds/SOURCE or builds/SOURCE-FAULT+FAULT with vmlinux, its config, and key: a
# hash of all that went into it. It comes into being by one rename. The trees (sources.sh) are built in one
# after the other, under a lock, because they are shared and because one build takes all CPUs.

faults_dir=$here/faults
only_cached=	# build nothing
# What gcc, collect2, make and the shell say of a program that a signal 9 has ended.
killed_tool='Killed signal terminated program|terminated with signal 9|\*\*\* .* Error 137$|\*\*\* .* Killed$'

# Everything a build needs that Debian does not have in build-essential, at once.
need_for_build()
{
	local tool missing=()

	for tool in make gcc flex bison bc perl python3; do
		command -v $tool >/dev/null || missing+=("$tool")
	done
	if command -v gcc >/dev/null; then
		echo '#include <gelf.h>' | gcc -E - >/dev/null 2>&1 || missing+=(libelf-dev)
	fi
	[ ${#missing[@]} -eq 0 ] || die "to build kernels, do: apt-get install ${missing[*]}"
}

# name_faults NAME...: sets faults, their files in the order in which they are planted, and faults_name.
name_faults()
{
	local name sorted

	faults=() faults_name=
	[ $# -gt 0 ] || return 0
	mapfile -t sorted < <(printf '%s\n' "$@" | sort)
	for name in "${sorted[@]}"; do
		[[ $name =~ ^[a-z0-9]+$ ]] && [ -f "$faults_dir/$name" ] ||
			usage "build: there is no fault '$name': scripts/lab build --help lists them"
		faults+=("$faults_dir/$name")
	done
	[ -z "$(printf '%s\n' "${sorted[@]}" | uniq -d)" ] || usage "build: a fault is named twice"
	faults_name=-$(IFS=+ && echo "${sorted[*]}")
}

# Sets key: what the result depends on, the compiler included, remarks left out.
make_key()
{
	local fault

	key=$({
		echo "$source_stamp"
		gcc --version 2>/dev/null | head -n 1
		grep -E '^(# )?CONFIG_' "$here/lab.d/guest.config"
		for fault in "${faults[@]}"; do
			sed -n '/^in /,$p' "$fault"
		done
	} | md5sum) || exit 1
	key=${key%% *}
}

is_built()
{
	[ -e "$builds/$result/vmlinux" ] && [ "$(cat "$builds/$result/key" 2>/dev/null)" = "$key" ]
}

# cannot_build REASON...: what does not build is the source, not this machine. A bisect passes over it.
cannot_build()
{
	note "$*"
	exit 125
}

# run_make ARG...: in the tree, into its log. In the background, because a shell that waits for a child
# heeds no signal; a make that is ended removes what it has half made. In a process group of its own,
# because it does not end what it has started through a shell. What the user has set for kernel builds of
# his own is not for this one.
run_make()
{
	setsid env -u MAKEFLAGS -u ARCH -u CROSS_COMPILE -u KBUILD_OUTPUT -u KCONFIG_CONFIG -u LOCALVERSION \
		make -C "$source_tree" -j"$(nproc)" KBUILD_BUILD_USER=cgpong KBUILD_BUILD_HOST=lab \
		KBUILD_BUILD_TIMESTAMP="$(date -u -r "$source_tree/Makefile")" \
		KBUILD_BUILD_VERSION="1$faults_name" "$@" >>"$source_tree/.cgpong/log" 2>&1 </dev/null &
	build_pid=$!
	wait "$build_pid" || {
		build_pid=
		check_disk "$source_tree/.cgpong"
		! grep -q 'No space left on device' "$source_tree/.cgpong/log" ||
			die "$result could not be built: the disk is full"
		! grep -qE "$killed_tool" "$source_tree/.cgpong/log" ||
			die "$result could not be built: a compiler was killed: is there too little memory?"
		cannot_build "$result could not be built:" \
			"$(grep -m1 -E 'error|\*\*\*' "$source_tree/.cgpong/log") (see $source_tree/.cgpong/log)"
	}
	build_pid=
}

# What guest.config asks for is there, but for what this source does not know.
check_config()
{
	local option

	while read -r option; do
		! grep -qrE --include='Kconfig*' "^(menu)?config ${option#CONFIG_}$" "$source_tree" ||
			cannot_build "$source does not take $option, which lab.d/guest.config has"
	done < <(grep '^CONFIG_' "$here/lab.d/guest.config" | grep -vxFf "$source_tree/.config" | sed 's/=.*//')
}

# A tree of the user's may have other options than it had, which a build asks for. A .config that does
# not change is not written.
configure()
{
	local done=$source_tree/.cgpong/guest.config

	[ -n "$source_dir" ] || ! cmp -s "$here/lab.d/guest.config" "$done" || return 0
	rm -f "$done"
	run_make KCONFIG_ALLCONFIG="$here/lab.d/guest.config" allnoconfig
	check_config
	cp "$here/lab.d/guest.config" "$done" || die "$source_tree cannot be written"
}

# A build that was killed, or went down with the machine, may have left half an object that make takes for
# whole: `building` is there from before the first one was made until the last was complete.
clear_unfinished()
{
	local mark=$source_tree/.cgpong/building

	[ ! -e "$mark" ] || find "$source_tree" -newer "$mark" -type f \
		\( -name '*.o' -o -name '*.a' -o -name 'vmlinux*' -o -name '.tmp_*' \) -delete
	[ -e "$mark" ] || : >"$mark" || die "$source_tree cannot be written: is the disk full?"
}

publish()
{
	partial=$(mktemp -d "$builds/.new.XXXXXX") || die "$builds cannot be written"
	cp "$source_tree/vmlinux" "$partial/vmlinux" && cp "$source_tree/.config" "$partial/config" &&
		echo "$key" >"$partial/key" ||
		die "$builds/$result could not be made: is the disk full?"
	chmod 755 "$partial"
	rm -rf "${builds:?}/$result" && mv -T "$partial" "$builds/$result" ||
		die "$builds/$result could not be made"
	partial=
}

# build_kernel SOURCE [FAULT]...: sets result; builds/$result/vmlinux is there. With source_commit set, of that
# commit of SOURCE, a git tree.
build_kernel()
{
	local lock

	name_faults "${@:2}"
	choose_source "$1"
	result=$source$faults_name
	make_key
	! is_built || return 0
	[ -z "$only_cached" ] || die "$result is not built"
	need_for_build
	mkdir -p "$builds" || die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can"
	exec {lock}>"$builds/lock"
	flock -n "$lock" || { note "waiting for another build to end" && flock "$lock"; }
	if ! is_built; then
		find "$builds" -maxdepth 1 -name '.new.*' -mtime +0 -exec rm -rf {} +	# of killed ones
		prepare_source
		: >"$source_tree/.cgpong/log" || die "$source_tree cannot be written: is the disk full?"
		[ -e "$source_tree/vmlinux" ] || note "the first build of a source takes some 10 minutes"
		note "building $result"
		clear_unfinished
		"$here/lab.d/plant" "$source_tree/.cgpong/pristine" "$source_tree" "${faults[@]}" ||
			die "$result cannot be built from $source"
		configure
		run_make vmlinux
		rm "$source_tree/.cgpong/building"
		publish
	fi
	exec {lock}>&-
}

# list_builds: lines as those of `lab kernels`, for what is built from Debian's sources. A name says its
# source only where it is not the one that it stands for without.
list_builds()
{
	local line usual version dir name

	usual=$(list_sources | pick "$source_default")
	while read -r version; do
		for dir in "$builds/$version" "$builds/$version"-[a-z]*; do
			[ -e "$dir/vmlinux" ] || continue
			name=${dir#"$builds/$version"}
			line=build
			[ "$version" = "$usual" ] || line+=@$version
			echo "$line${name:+:${name#-}} $version yes -"
		done
	done < <(list_sources)
}

# build_by_name NAME: build[@SOURCE][:FAULT[+FAULT]...], as --kernel takes it.
build_by_name()
{
	local spec=$1 names=()

	[[ $spec != *:* ]] || IFS=+ read -r -a names <<<"${spec#*:}"
	spec=${spec%%:*}
	spec=${spec#build}
	spec=${spec#@}
	build_kernel "${spec:-$source_default}" "${names[@]}"
}

lab_build()
{
	local spec=$source_default names=()

	source_commit=
	while [ $# -gt 0 ]; do
		case $1 in
		-h | --help)
			help_build
			return
			;;
		--*=*)
			set -- "${1%%=*}" "${1#*=}" "${@:2}"
			continue
			;;
		--cached)
			only_cached=yes
			;;
		--source | --commit | --fault)
			[ $# -ge 2 ] && [ -n "$2" ] || usage "build: $1 needs a value"
			case $1 in
			--source) spec=$2 ;;
			--commit) source_commit=$2 ;;
			--fault) names+=("$2") ;;
			esac
			shift
			;;
		*)
			usage "build: unknown option '$1'"
			;;
		esac
		shift
	done
	build_kernel "$spec" "${names[@]}"
	echo "$builds/$result/vmlinux"
}
