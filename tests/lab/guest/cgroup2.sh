# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# cgroup2.sh - trees of cgroups on v2, as root, as somebody to whom a cgroup was delegated, as nobody, and
# after accidents.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

cgroups=/sys/fs/cgroup
chmod 777 /out

# quiet NAME: the state of cgroupfs, to be compared with that before the first run.
quiet()
{
	state >"/out/state.$1"
}

# who NAME: the cgroup of each of $children, CONTEXT/GROUP
who()
{
	for pid in $children; do
		echo "/proc/$pid/cgroup"
	done | xargs sed -n 's/^0:://p' | sed -E 's,/cgpong\.[0-9]+\.,,' | sort >"/out/$1.who"
}

# keys NAME FILE...: what stands in these files of the run's cgroups
keys()
{
	local name=$1 file

	shift
	for file in "$@"; do
		find $cgroups -path "*/cgpong.[0-9]*" -name "$file"
	done | sort | xargs grep '' /dev/null | sed -E 's,.*/cgpong\.[0-9]+\.,,; s/:/ /' >"/out/$name.keys"
}

quiet before
begin shorthands tcp-rr -n 4 -g root,inherit,leaf,deep:3,siblings:4,split
who shorthands
end shorthands
quiet shorthands

begin files tcp-rr -n 8 -g client-server,depth3,depth3-protected,limited-leaf,protected-parent,tenants
who files
keys files memory.min memory.low memory.high memory.max
cat $cgroups/cgroup.subtree_control >/out/files.enabled
end files
quiet files

printf '[top]\npids.max = 50\n[top/leaf]\nworkers = all\nmemory.max = 32M\n' >/tmp/pids.ini
begin pids null -g /tmp/pids.ini
keys pids pids.max memory.max
cat $cgroups/cgroup.subtree_control >/out/pids.enabled
end pids
quiet pids

printf '[leaf]\nworkers = all\nmemory.max = lots\n' >/tmp/wrong.ini
try wrong-value cgpong-null --no-count -g /tmp/wrong.ini
printf '[leaf]\nworkers = all\nmemory.maxx = 1\n' >/tmp/unknown.ini
try unknown-key cgpong-null --no-count -g /tmp/unknown.ini
quiet wrong

printf '[leaf]\nworkers = all\nmemory.max = 4M\n' >/tmp/small.ini
pong oom page-fault --no-count --map anon -s 32M -g /tmp/small.ini
pong oom-threads page-fault --no-count --map anon -s 32M -m thread -g /tmp/small.ini
quiet oom

# kill -9, and the run that finds what it left
begin killed tcp-rr -n 2 -g leaf,deep:2
kill -9 "$parent"
wait "$parent"
sleep 0.2
ls -d $cgroups/cgpong.* >/out/killed.left
echo "$children" | while read -r pid; do
	[ ! -e "/proc/$pid" ] || cat "/proc/$pid/stat"
done >/out/killed.alive
pong after-killed null --no-count -g leaf
quiet after-killed

# A cgroup of somebody's own
mkdir $cgroups/user
echo +memory >$cgroups/cgroup.subtree_control
chown nobody $cgroups/user $cgroups/user/cgroup.procs $cgroups/user/cgroup.subtree_control
quiet delegated-before
# as_nobody NAME CGROUP COMMAND: alone in CGROUP
as_nobody()
{
	try "$1" sh -c "echo 0 >$2/cgroup.procs && exec su nobody -s /bin/sh -c 'exec $3'"
}
as_nobody delegated $cgroups/user \
	'cgpong-tcp-rr -d 50ms -r 2 -w 0s -n 2 -g inherit,leaf,siblings:2 -o /out/delegated.json'
quiet delegated-after
as_nobody delegated-default $cgroups/user 'cgpong-null --no-count -d 50ms -r 2 -o /out/delegated-default.json'
# Here the shell stays in the cgroup.
try delegated-crowd sh -c "echo 0 >$cgroups/user/cgroup.procs
	su nobody -s /bin/sh -c 'cgpong-null --no-count -d 50ms -g leaf; exit \$?'"
try foreign-default su nobody -s /bin/sh -c \
	'cgpong-null -d 50ms -r 2 -w 0s -o /out/foreign-default.json'
try foreign-leaf su nobody -s /bin/sh -c 'cgpong-null --no-count -g leaf'
try foreign-root su nobody -s /bin/sh -c 'cgpong-null --no-count -g root'
quiet delegated-end
echo -memory >$cgroups/cgroup.subtree_control
rmdir $cgroups/user

mount -o remount,ro $cgroups
try read-only-default cgpong-null --no-count -d 50ms -r 2 -w 0s -o /out/read-only-default.json
try read-only-leaf cgpong-null --no-count -g leaf
exit 0
