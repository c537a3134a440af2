# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2034	# work: of the programs that use this
#
# work.sh - the temporary directory of a lab, or of a bisect; and what killed ones have left.

# sweep_work NAME: removes that of the dead. A living one holds the lock in its directory, and so does whatever it
# has started; between the making of the two there is no lock yet, for a moment.
sweep_work()
{
	local dir lock

	for dir in "${TMPDIR:-/tmp}/$1".??????; do
		if [ ! -d "$dir" ] || [ -L "$dir" ] || [ ! -O "$dir" ]; then
			continue
		elif [ ! -e "$dir/lock" ]; then
			find "$dir" -maxdepth 0 -mmin +60 -exec rm -rf {} +
		elif exec {lock}<"$dir/lock"; then
			! flock -n "$lock" || rm -rf "$dir"
			exec {lock}<&-
		fi
	done 2>/dev/null
}

# check_disk DIR: dies if nothing can be written there any more. What was being written says so nowhere else: QEMU
# drops what a guest prints, and a log of a full disk has no line of it.
check_disk()
{
	head -c 65536 /dev/zero 2>/dev/null >"$1/.probe" || { rm -f "$1/.probe" && die "the disk of $1 is full"; }
	rm -f "$1/.probe"
}

# make_work NAME: sets work, a directory NAME.XXXXXX for the caller's trap to remove. Locked, and still there: a
# sweep may have come between.
make_work()
{
	local lock

	command -v flock >/dev/null || die "flock is missing: apt-get install util-linux"
	sweep_work "$1"
	while :; do
		work=$(mktemp -d "${TMPDIR:-/tmp}/$1.XXXXXX") || die "no temporary directory can be made"
		exec {lock}>"$work/lock" || die "$work cannot be written"
		flock -n "$lock" && [ -e "$work/lock" ] && break
		exec {lock}>&-
	done
}
