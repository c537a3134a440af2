# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # tree: of common.bash
#
# debian.bash - a clean Debian 12 to install packages in, for debian.bats.
#
# What is fetched is kept in the cache, in chroots/: bookworm.tar, made by debootstrap once, and archives/, the
# packages that ours depend on. The mirror is apt's own, as for the lab's kernels.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cgpong/chroots
suite=bookworm

note()
{
	printf '# debian: %s\n' "$*" >&3
}

# cannot REASON...: tests skip, and say why.
cannot()
{
	echo "$*" >"$BATS_FILE_TMPDIR/skip"
	return 1
}

die()
{
	cannot "$*"
	exit 1
}

can_be_root()
{
	[ "$EUID" -eq 0 ] || cannot "a chroot needs root" || return
	unshare --mount --pid --fork --mount-proc true 2>/dev/null ||
		cannot "no mount and pid namespaces can be had" || return
	type -P debootstrap >/dev/null || cannot "needs debootstrap" || return
}

# make_base: chroots/bookworm.tar is there.
make_base()
{
	local partial

	[ ! -e "$cache/$suite.tar" ] || return 0
	find_mirror || return
	mkdir -p "$cache"
	partial=$(mktemp -d "$cache/.new.XXXXXX") || return
	note "getting Debian 12, once: some minutes"
	if ! debootstrap --variant=minbase "$suite" "$partial/root" "$mirror" >"$partial/log" 2>&1 3>&-; then
		cannot "debootstrap failed: $(tail -n 1 "$partial/log")"
		rm -rf "$partial"
		return 1
	fi
	rm -rf "$partial"/root/var/cache/apt/archives/*.deb "$partial"/root/var/lib/apt/lists/*
	: >"$partial/root/etc/apt/sources.list"
	tar -C "$partial/root" -cf "$partial/tar" . && mv "$partial/tar" "$cache/$suite.tar"
	rm -rf "$partial"
}

# fetch_dependencies ROOT DEB...: chroots/archives has what these depend on and ROOT does not have.
fetch_dependencies()
{
	local root=$1 names

	shift
	names=$(for deb; do dpkg-deb -f "$deb" Depends; done | tr ',' '\n' | awk '{ print $1 }' |
		grep -v '^libcgpong' | sort -u | tr '\n' ' ')
	[ "$names" != "$(cat "$cache/archives/names" 2>/dev/null)" ] || return 0
	find_mirror || return
	note "getting $names"
	rm -rf "$cache/archives"
	mkdir -p "$cache/apt/lists/partial" "$cache/archives/partial"
	echo "deb [arch=amd64] $mirror $suite main" >"$cache/apt/sources.list"
	# shellcheck disable=SC2086 # names are words
	if ! { private_apt apt-get update && private_apt apt-get install -y --no-install-recommends --download-only \
		-o Dir::State::status="$root/var/lib/dpkg/status" -o Dir::Cache::archives="$cache/archives" \
		$names; } >"$cache/apt/log" 2>&1; then
		cannot "what the packages depend on could not be fetched: $(grep -m1 '^E:' "$cache/apt/log")"
		return 1
	fi
	echo "$names" >"$cache/archives/names"
}

# make_root ROOT DEB...: a clean Debian 12, with a repository of ours, of DEBs and what they depend on.
make_root()
{
	local root=$1

	shift
	can_be_root || return
	need() { type -P "$1" >/dev/null || cannot "needs $1"; }
	# shellcheck source=scripts/lab.d/kernels.sh
	source "$tree/scripts/lab.d/kernels.sh"
	make_base || return
	mkdir -p "$root"
	tar -C "$root" -xf "$cache/$suite.tar"
	fetch_dependencies "$root" "$@" || return
	mkdir "$root/repository"
	cp "$@" "$cache"/archives/*.deb "$root/repository/"
	(cd "$root/repository" && dpkg-scanpackages . >Packages 2>/dev/null)
	echo 'deb [trusted=yes] file:/repository ./' >"$root/etc/apt/sources.list"
}

# as_root ROOT COMMAND...: in the chroot, with the machine's proc, sys and dev.
as_root()
{
	# shellcheck disable=SC2016 # of that shell
	unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" &&
		mount --rbind /sys "$0/sys" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$@" 3>&-
}

# in_sandbox ROOT COMMAND...: as nobody in namespaces of its own, everything but /tmp read-only.
in_sandbox()
{
	local root=$1

	shift
	setpriv --reuid=65534 --regid=65534 --clear-groups \
		bwrap --unshare-all --die-with-parent --ro-bind "$root" / --proc /proc --dev /dev --ro-bind /sys /sys \
		--tmpfs /tmp --chdir /tmp -- "$@" 3>&-
}
