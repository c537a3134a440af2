# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# placement.sh - two nodes with memory, each one core with two threads: CPUs 0 and 1, 2 and 3.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

pong default tcp-rr --no-count
pong cross mq-pingpong -p cross-node --no-count -n 4
pong cross-threads tcp-rr -p cross-node --no-count -m thread -n 4
pong same-node tcp-rr -p same-node --no-count -n 2
pong smt tcp-rr -p smt --no-count -n 2

# Where the memory of the workers is, and by which policy.
begin memory tcp-rr -p cross-node -s 256k --reply-size 256k
for pid in $children; do
	cpu=$(awk '/^Cpus_allowed_list/ { print $2 }' "/proc/$pid/status")
	cp "/proc/$pid/numa_maps" "/out/numa_maps.$cpu"
done
end memory

echo 0 >/sys/devices/system/cpu/cpu1/online
pong offline null --no-count -n 200%
pong offline-smt tcp-rr --no-count -p smt -n 2
echo 1 >/sys/devices/system/cpu/cpu1/online

# CPUs 0 and 3, then 0 and 1, which are one node.
try sparse taskset 9 cgpong-null -d 50ms -r 1 -w 0s --no-count -n 200% -o /out/sparse.json
try sparse-pair taskset 9 cgpong-tcp-rr -d 50ms -r 1 -w 0s --no-count -o /out/sparse-pair.json
try one-node taskset 3 cgpong-tcp-rr -d 50ms -r 1 -w 0s --no-count -o /out/one-node.json
try one-node-cross taskset 3 cgpong-tcp-rr -p cross-node -d 50ms -r 1 -w 0s --no-count

cd /sys/fs/cgroup || exit 1
echo +cpuset >cgroup.subtree_control
mkdir set
echo 1,3 >set/cpuset.cpus
for context in inherit leaf; do
	# The shell is the one that is moved, and becomes the program.
	try "cpuset-$context" sh -c "echo 0 >set/cgroup.procs && exec cgpong-null -d 100ms -r 3 -w 0s \
		--no-count -n 400% -g $context -o /out/cpuset-$context.json"
done
# A cpuset among the keys of a topology: the workers enter it after they were pinned.
printf '[leaf]\nworkers = all\ncpuset.cpus = 2-3\n' >/tmp/cpuset.ini
try cpuset-key taskset 4 cgpong-null -d 100ms -r 3 -w 0s --no-count -g /tmp/cpuset.ini -o /out/cpuset-key.json
exit 0
