# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# inject.sh - in a guest, where there are probes and SCTP: each system call and each allocation of a run fails
# once, runs are killed at random moments, and the library is driven again and again. settings.sh says how
# much of it: EVERY_CALL, EVERY_ALLOCATION, KILLS, REPEATS.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh
# shellcheck source=/dev/null
. ./settings.sh

tracing=/sys/kernel/tracing
mkdir /tmp/inject
# Adding and removing a probe waits for every CPU, twice: sooner, so that there is time for more of them.
echo 1 >/sys/kernel/rcu_expedited
# Programs that are not static, with all they need beside them.
preloadable=./dynamic/ld-linux-x86-64.so.2

# inject NAME MODE [OPTION]... -- COMMAND...: with a fixed, small number of ops, counted
inject()
{
	local name=$1 mode=$2

	shift 2
	try "$name" ./inject "$mode" --dir /tmp/inject --timeout 120 --watch /dev/shm --watch /dev/mqueue \
		--watch /sys/fs/cgroup --watch /sys/kernel/tracing/instances "$@" \
		-g leaf -i 3 -r 1 -w 0 --count-ops 20 --count --stuck 10s
}

for workload in $WORKLOADS; do
	inject "calls-$workload" calls --from fcntl --every "$EVERY_CALL" -- "cgpong-$workload"
done
inject allocations allocations --every "$EVERY_ALLOCATION" --shim ./dynamic/inject_shim.so -- \
	$preloadable --library-path ./dynamic ./dynamic/cgpong-mq-pingpong
inject kill kill --times "$KILLS" -- cgpong-mq-pingpong
inject repeat repeat --times "$REPEATS" -- cgpong-mq-pingpong

# What the C library keeps for each thread counts as in use, so it is told to keep nothing.
export GLIBC_TUNABLES=glibc.malloc.tcache_count=0
left_before=$(ls $tracing/instances && cat $tracing/kprobe_events && state)
try soak $preloadable --library-path ./dynamic ./dynamic/soak "$REPEATS" -g leaf -i 3 -r 1 -w 0 --count-ops 20 --count
left_after=$(ls $tracing/instances && cat $tracing/kprobe_events && state)
[ "$left_before" = "$left_after" ] || echo "$left_after" >/out/soak.left
exit 0
