# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2034	# variables are shared among the parts of scripts/lab
# shellcheck disable=SC2015		# "this && that || die": die does not return
#
# initramfs.sh - what the guest's memory holds at boot.
#
# Two archives one after the other, which the kernel unpacks as one: the base (init, busybox, a few
# files of /etc), cached because it hardly ever changes, and that of this run (modules, programs, the
# command, added files). Neither is compressed: the guest would spend longer unpacking than copying.

# pack DIR: DIR as a cpio archive on stdout.
pack()
{
	(cd "$1" && find . | cpio -o -H newc --quiet -R 0:0)
}

# Sets: busybox.
find_busybox()
{
	busybox=$(command -v busybox) || die "busybox is missing: apt-get install busybox-static"
	! ldd "$busybox" >/dev/null 2>&1 ||
		die "$busybox is not static and cannot run in the guest: apt-get install busybox-static"
}

fill_base()
{
	local root=$1 applet

	mkdir -p "$root"/{bin,dev,etc,lab,mnt,out,proc,root,run,sbin,sys,tmp,usr/bin,usr/sbin} || return 1
	cp "$here/lab.d/init" "$root/init" && chmod 755 "$root/init" || return 1
	cp "$busybox" "$root/bin/busybox" || return 1
	for applet in $("$busybox" --list); do
		[ "$applet" = busybox ] || ln -s busybox "$root/bin/$applet" || return 1
	done
	ln -s ../../bin/busybox "$root/usr/bin/env"
	printf '%s\n' 'root:x:0:0:root:/root:/bin/sh' 'nobody:x:65534:65534:nobody:/tmp:/bin/sh' \
		>"$root/etc/passwd"
	printf '%s\n' 'root:x:0:' 'nogroup:x:65534:' >"$root/etc/group"
	printf '%s\n' '127.0.0.1 localhost lab' >"$root/etc/hosts"
}

# Sets: base, the cached archive. Machines that share the cache may make it at the same time.
make_base()
{
	local key new

	find_busybox
	need cpio cpio
	key=$(cat "$here/lab.d/init" "$here/lab.d/initramfs.sh" "$busybox" | md5sum) || exit 1
	base=$cache/lab/base-${key%% *}.cpio
	# Being used keeps it from being cleared away.
	[ ! -e "$base" ] || { touch -c "$base" && return 0; }
	mkdir -p "$cache/lab" || die "$cache cannot be written: set XDG_CACHE_HOME to a directory that can"
	find "$cache/lab" -name 'base-*' -mtime +7 -delete
	fill_base "$work/base" && pack "$work/base" >"$work/base.cpio" &&
		new=$(mktemp "$base.XXXXXX") && chmod 644 "$new" &&
		cp "$work/base.cpio" "$new" && mv "$new" "$base" ||
		die "the guest's base archive could not be made in $cache/lab: is the disk full?"
}

# quote WORD...: as one line for a shell, byte for byte.
quote()
{
	local word

	for word; do
		printf " '%s'" "${word//\'/\'\\\'\'}"
	done
	echo
}

# add_programs DIR ROOT: our static programs, stripped. What is not static cannot run in the guest.
add_programs()
{
	local program

	mkdir -p "$2/usr/bin"
	for program in "$1"/cgpong "$1"/cgpong-*; do
		[ -f "$program" ] && [ -x "$program" ] || continue
		! ldd "$program" >/dev/null 2>&1 || die "$program is not static: build it with -static"
		strip -o "$2/usr/bin/${program##*/}" "$program" 2>/dev/null ||
			cp "$program" "$2/usr/bin/" || die "$program cannot be read"
	done
}

# add_data ROOT: the topology files and recipes of the tree, and the user's, which go before those of the same name.
add_data()
{
	local pair source

	for pair in cgroups:ini recipes:recipe; do
		for source in {"$tree","${CGPONG_DATADIR:-$tree}"}/"${pair%:*}"/*."${pair#*:}"; do
			[ -f "$source" ] || continue
			mkdir -p "$1/usr/share/cgpong/${pair%:*}"
			cp "$source" "$1/usr/share/cgpong/${pair%:*}/" || die "$source cannot be read"
		done
	done
}

# add_file FILE[:PATH] ROOT: placed by init once everything is mounted, so that PATH may be anywhere.
add_file()
{
	local file=$1 path=/root/

	if [[ ! -e $file && $file == *:/* ]]; then
		path=/${file##*:/}
		file=${file%:/*}
	fi
	[ -e "$file" ] || usage "run: --add: there is no '$file'"
	[[ /$path/ != */../* ]] || usage "run: --add: '$path' must not have '..'"
	[[ $path != */ ]] || path=$path$(basename "$file")
	mkdir -p "$2/lab/add/$(dirname "$path")" && cp -rLp "$file" "$2/lab/add/$path" ||
		die "'$file' could not be added"
}

# add_modules DIR ROOT
add_modules()
{
	[ -s "$1/order" ] || return 0
	mkdir -p "$2/lab/modules" && cp "$1/order" "$1"/*.ko "$2/lab/modules/" ||
		die "the modules in $1 cannot be read"
}

# add_command ROOT COMMAND...
add_command()
{
	local root=$1

	shift
	mkdir -p "$root/lab"
	printf 'exec%s\n' "$(quote "$@")" >"$root/lab/command"
}

# join_initramfs ROOT FILE
join_initramfs()
{
	{ cat "$base" && pack "$1"; } >"$2" || die "$2 could not be written: is the disk full?"
}
