# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# common.sh - what the scripts have in common that the tests run in a guest.

# try NAME COMMAND [ARG]...: what it writes, and its exit code, to /out/NAME.out, .err and .rc.
try()
{
	local name=$1

	shift
	"$@" >"/out/$name.out" 2>"/out/$name.err"
	echo $? >"/out/$name.rc"
}

# pong NAME WORKLOAD [OPTION]...: a short run, with its results in /out/NAME.json.
pong()
{
	local name=$1 workload=$2

	shift 2
	try "$name" "cgpong-$workload" -d 50ms -r 2 -w 20ms --count-ops 400 -o "/out/$name.json" "$@"
}

# begin NAME WORKLOAD [OPTION]...: starts a long run in the background; sets parent (its pid) and
# children, when the first round has begun. The caller ends it with `end NAME`.
begin()
{
	local name=$1 workload=$2

	shift 2
	: >"/out/$name.err"
	"cgpong-$workload" -d 60s -r 1 -w 0s --no-count --progress=always -o "/out/$name.json" "$@" \
		>"/out/$name.out" 2>"/out/$name.err" &
	parent=$!
	until grep -q 'round 1 of' "/out/$name.err"; do
		kill -0 "$parent" || break
		sleep 0.05
	done
	# shellcheck disable=SC2034 # for the caller
	children=$(children_of "$parent")
}

# end NAME: SIGINT, as ^C does it.
end()
{
	kill -TERM "$parent"
	wait "$parent"
	echo $? >"/out/$1.rc"
}

# children_of PID
children_of()
{
	grep -l "^PPid:	$1\$" /proc/[0-9]*/status 2>/dev/null | sed 's,/proc/,,; s,/status,,'
}

# hundredths: of a second, since boot
hundredths()
{
	sed 's/\.//; s/ .*//' /proc/uptime
}

# state: everything of cgroupfs that a run could leave changed.
state()
{
	find /sys/fs/cgroup -type d | sort
	find /sys/fs/cgroup -name cgroup.subtree_control | sort | while read -r file; do
		echo "$file: $(cat "$file")"
	done
}
