# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# nodes.sh - CPUs 0 and 1 on node 0; CPUs 2 and 3 on node 1, which has no memory; node 2 has no CPU.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

cat /sys/devices/system/node/has_cpu /sys/devices/system/node/has_memory >/out/nodes
pong default tcp-rr --no-count
pong many mq-pingpong --no-count -n 200%
pong page-fault page-fault -s 1M --no-count -p spread -n 4
try no-cpu-node taskset 3 cgpong-tcp-rr -d 50ms -r 1 -w 0s --no-count -o /out/no-cpu-node.json
begin memory tcp-rr -p cross-node -s 256k --reply-size 256k
for pid in $children; do
	cpu=$(awk '/^Cpus_allowed_list/ { print $2 }' "/proc/$pid/status")
	cp "/proc/$pid/numa_maps" "/out/numa_maps.$cpu"
done
end memory
exit 0
