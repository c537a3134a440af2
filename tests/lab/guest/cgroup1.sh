# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# cgroup1.sh - the memory controller on v1, the others on v2 beside it.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

memory=/sys/fs/cgroup/memory

v1_state()
{
	find $memory /sys/fs/cgroup/unified -type d | sort
	cat /sys/fs/cgroup/unified/cgroup.subtree_control
}

v1_state >/out/state.before
begin trees tcp-rr -n 2 -g root,leaf,deep:2,siblings:2,split,limited-leaf
for pid in $children; do
	sed -n 's/^[0-9]*:memory://p' "/proc/$pid/cgroup"
done | sed -E 's,/cgpong\.[0-9]+\.,,' | sort >/out/trees.who
cat $memory/cgpong.*.4/leaf/memory.limit_in_bytes >/out/limit
cat $memory/cgpong.*.0/leaf/memory.limit_in_bytes >/out/unlimited
end trees
v1_state >/out/state.trees

pong counts mq-pingpong --count -g root,leaf
printf '[leaf]\nworkers = all\nmemory.max = max\n' >/tmp/max.ini
pong max null --no-count -g /tmp/max.ini
printf '[leaf]\nworkers = all\nmemory.soft_limit_in_bytes = 64M\n' >/tmp/soft.ini
pong soft null --no-count -g /tmp/soft.ini
pong high tcp-rr --no-count -g protected-parent
printf '[leaf]\nworkers = all\npids.max = 9\n' >/tmp/pids.ini
pong pids null --no-count -g /tmp/pids.ini
printf '[leaf]\nworkers = all\nmemory.max = 4M\n' >/tmp/small.ini
pong oom page-fault --no-count --map anon -s 32M -g /tmp/small.ini
v1_state >/out/state.limits

begin killed tcp-rr -n 2 -g leaf,deep:2
kill -9 "$parent"
wait "$parent"
sleep 0.2
ls -d $memory/cgpong.* >/out/killed.left
pong after-killed null --no-count -g leaf
v1_state >/out/state.after-killed
exit 0
