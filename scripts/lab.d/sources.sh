# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# sources.sh - the kernel trees that are built in.
#
# builds/trees/NAME is a kernel tree with its objects, NAME a Debian version (7.2.13-1) or, for a copy of
# a tree of the user's, that tree's name and a hash of its path. What is ours in it is in .cgpong/:
# `package` (the Debian version), pristine/ (see lab.d/plant), and what build.sh keeps there. A user's
# tree is copied, because faults are planted in what is built.

source_default=7.2
builds=$cache/builds
source_index=$cache/apt/sources		# lines: Debian version, package, bytes
source_commit=				# what of a user's git tree to build, if not its files

make_source_index()
{
	private_apt apt-cache dumpavail | awk '
		/^Package: linux-source-[0-9.]+$/ { package = $2 }
		/^Version: / && package { version = $2 }
		/^Size: / && package { print version, package, $2 }
		/^$/ { package = "" }' | sort -V >"$source_index.new" &&
		mv "$source_index.new" "$source_index"
}

list_sources()
{
	local file

	for file in "$builds"/trees/*/.cgpong/package; do
		[ ! -e "$file" ] || cat "$file"
	done | sort -V
}

# unpack_source VERSION PACKAGE: makes builds/trees/VERSION.
unpack_source()
{
	local log=$cache/apt/download.log

	need xz xz-utils
	mkdir -p "$builds/trees" || die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can"
	find "$builds/trees" -maxdepth 1 -name '.new.*' -mtime +0 -exec rm -rf {} +	# of killed ones
	partial=$(mktemp -d "$builds/trees/.new.XXXXXX") || die "$builds/trees cannot be written"
	mkdir -p "$partial/tree/.cgpong" || die "$builds/trees cannot be written"
	note "getting $2=$1"
	(cd "$partial" && private_apt apt-get download "$2=$1") >"$log" 2>&1 ||
		die "$2 could not be downloaded: $(grep -m1 '^E:' "$log" || echo "see $log")"
	dpkg-deb --fsys-tarfile "$partial"/*.deb | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' |
		xz -dc -T0 | tar -x --strip-components=1 -C "$partial/tree" && [ -s "$partial/tree/Makefile" ] ||
		die "$2 could not be unpacked into $builds/trees: is the disk full? (it needs 3 GB)"
	echo "$1" >"$partial/tree/.cgpong/package"
	chmod 755 "$partial/tree"
	mv -T "$partial/tree" "$builds/trees/$1" || die "$builds/trees/$1 could not be made"
	rm -rf "$partial"
	partial=
}

# pick_source SPEC: sets source and source_package: what is cached, else the newest that is offered. The
# default is there to be had as long as any source is.
pick_source()
{
	local line

	if [ "$1" != latest ] && line=$(list_sources | pick "$1"); then
		source=$line source_package=
		return
	fi
	if [ -n "$only_cached" ]; then
		[ "$1" = "$source_default" ] && source=$(list_sources | tail -n 1) && [ -n "$source" ] ||
			die "no source $1 is in the cache"
		return
	fi
	refresh_index
	if ! line=$({ [ ! -e "$source_index" ] || cat "$source_index"; } | pick "$1"); then
		[ "$1" = "$source_default" ] && line=$(tail -n 1 "$source_index" 2>/dev/null) && [ -n "$line" ] ||
			die "no source $1 is cached or offered now${trouble:+ ($trouble)}; offered:" \
				"$(cut -d ' ' -f 1 "$source_index" 2>/dev/null | tr '\n' ' ')"
		note "no source $1 is offered now: taking ${line%% *}"
	fi
	read -r source source_package _ <<<"$line"
}

# list_directory DIR: name, size and time of each source file. Objects of the user's are none, but only git
# knows for sure what else is not.
list_directory()
{
	(
		cd "$1" || exit
		if [ ! -e .git ] || ! git ls-files -co --exclude-standard 2>/dev/null; then
			find . -name .git -prune -o \( -type f -o -type l \) ! -name '*.o' ! -name '*.a' ! -name '*.ko' \
				! -name '*.cmd' -printf '%P\n'
		fi | grep -v '^\.config' | LC_ALL=C sort | xargs -d '\n' stat -c '%n	%s	%.Y' 2>/dev/null
	)
}

# name_commit DIR: sets source_stamp and commit_files, git's name of the directory as it is in the commit.
name_commit()
{
	commit_files=$(git -C "$1" rev-parse -q --verify "$source_commit^{commit}" 2>/dev/null) &&
		commit_files=$(git -C "$1" rev-parse -q --verify "$commit_files:./" 2>/dev/null) ||
		die "'$1' is not a git tree, or has no commit '$source_commit'"
	source_stamp="commit $commit_files"
}

# name_directory DIR: sets source and source_stamp, which changes when a file of DIR does.
name_directory()
{
	local path hash

	[ -f "$1/Kbuild" ] && [ -f "$1/mm/memcontrol.c" ] || die "'$1' is not a kernel tree"
	path=$(cd "$1" && pwd -P) || die "'$1' cannot be entered"
	hash=$(printf '%s' "$path" | md5sum)
	source=$(basename "$path" | tr -c 'A-Za-z0-9.\n' _)-${hash:0:8}
	if [ -n "$source_commit" ]; then
		name_commit "$path"
	else
		source_stamp=$(list_directory "$path" | md5sum)
	fi
}

# choose_source SPEC: sets source (a name), source_dir (the user's tree, or empty), source_package and
# source_stamp (what changes when the source does).
choose_source()
{
	source_dir='' source_package=''
	if [[ $1 == */* ]] || [ -d "$1" ]; then
		name_directory "$1"
		source_dir=$1
	else
		[ -z "$source_commit" ] || usage "build: --commit needs --source with the directory of a git tree"
		[[ $1 =~ ^(latest|[0-9][A-Za-z0-9.+~-]*)$ ]] ||
			usage "build: '$1' is neither a version nor a directory"
		pick_source "$1"
		source_stamp=$source
	fi
}

# write_commit DIR TREE: the files of commit_files into TREE, by content; prints their names. By an index of
# our own, so that DIR, its index and its HEAD are only read. (git writes no file that is as the index says.)
write_commit()
{
	(
		GIT_DIR=$(git -C "$1" rev-parse --absolute-git-dir) || exit
		GIT_WORK_TREE=$(cd "$2" && pwd -P) || exit
		GIT_INDEX_FILE=$GIT_WORK_TREE/.cgpong/index
		export GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
		cd "$2" && rm -f .cgpong/index && git read-tree "$commit_files" || exit
		git -c core.fsmonitor=false update-index -q --refresh >/dev/null	# its exit code tells that some differ
		git -c core.fsmonitor=false checkout-index -q -f -a && rm -f .cgpong/index &&
			git ls-tree -rz --name-only "$commit_files" | tr '\0' '\n' | grep -v '^\.config' | LC_ALL=C sort
	)
}

# copy_directory DIR TREE: by content, not by time, so that make sees what is new and nothing else; what DIR
# no longer has goes. The objects in TREE stay.
copy_directory()
{
	local files=$2/.cgpong/files

	mkdir -p "$2/.cgpong" && rm -rf "$2/.cgpong/pristine" || die "$2 cannot be written"
	if [ -n "$source_commit" ]; then
		write_commit "$1" "$2" >"$files.new"
	else
		need rsync rsync
		list_directory "$1" | cut -f 1 >"$files.new"
		rsync -lp --checksum --files-from="$files.new" "$1/" "$2/"
	fi || die "$1 could not be copied to $2: is the disk full? (it needs 3 GB)"
	[ ! -e "$files" ] || comm -23 "$files" "$files.new" | (cd "$2" && xargs -r -d '\n' rm -f)
	mv "$files.new" "$files"
}

# prepare_source: builds/trees/$source is there and up to date; sets source_tree.
prepare_source()
{
	source_tree=$builds/trees/$source
	if [ -n "$source_dir" ]; then
		copy_directory "$source_dir" "$source_tree"
	elif [ ! -d "$source_tree" ]; then
		unpack_source "$source" "$source_package"
	fi
}
