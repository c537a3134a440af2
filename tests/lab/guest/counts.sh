# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0-only
#
# counts.sh - calls of the charge path per op: workloads with known answers, on two nodes with a CPU each.
# Which of them depends on the kernel, by what is known of it.
# shellcheck source=tests/lab/guest/common.sh
. ./common.sh

tracing=/sys/kernel/tracing

# count NAME WORKLOAD [OPTION]...: hardly a round, then what matters here. 300 ops are few, for where CPUs
# are emulated on a busy machine a round trip can take milliseconds.
count()
{
	local name=$1 workload=$2

	shift 2
	try "$name" "cgpong-$workload" -d 10ms -r 1 -w 0s --count --count-ops 300 -o "/out/$name.json" "$@"
}

everywhere()
{
	count mq mq-pingpong -g root,leaf
	count mq-same-cpu mq-pingpong -g leaf -p same-cpu
}

# The stock has to fill up first, which takes some thirty round trips.
sockets()
{
	count sctp sctp-rr -g root,leaf
	# A delayed packet breaks the rhythm for a while, so this one is counted three times.
	for i in 1 2 3; do
		count tcp-4096-$i tcp-rr -g leaf --reply-size 4096 --count-ops 600
	done
	count tcp-64 tcp-rr -g root,leaf
}

one_slot()
{
	count mq-ring-1 mq-ring --ring 1 -g siblings:1
	count mq-ring-2 mq-ring --ring 2 -g siblings:2
}

only_6_1()
{
	count tcp-same-cpu tcp-rr -g leaf -p same-cpu --reply-size 4096
	count unix-64k unix-stream -g root,leaf --count-ops 200
	count unix-64 unix-stream -g leaf -s 64
	count null null -g leaf
	count pipe pipe-pingpong -g leaf
	count tcp-ring-1 tcp-ring --ring 1 -g siblings:1
	count tcp-ring-2 tcp-ring --ring 2 -g siblings:2
	count page-fault page-fault -s 4M -g root,leaf
	count page-fault-fresh page-fault -s 4M --fresh-file -g leaf
	count page-fault-anon page-fault -s 4M --map anon -g leaf
	count unix-rr unix-rr -g root,leaf -p same-cpu
	count uring-rr uring-rr -g root,leaf -p same-cpu
	count tcp-stream tcp-stream -g root,leaf
	count file-churn file-churn -g root,leaf
	count shmem shmem-fallocate -g root,leaf
	count fork fork-exit -g root,leaf
	count lock file-lock -g root,leaf
	trace_order process
	trace_order thread
}

only_7_3()
{
	count tcp-ring-7 tcp-ring --ring 7 -g siblings:7
	count tcp-ring-8 tcp-ring --ring 8 -g siblings:8
	count mq-ring-5 mq-ring --ring 5 -g siblings:5
	count mq-ring-6 mq-ring --ring 6 -g siblings:6
}

# trace_order MODE: when each worker was pinned and when it was moved, as the kernel saw it.
trace_order()
{
	local instance=$tracing/instances/test

	mkdir $instance
	echo 1 >$instance/options/record-tgid
	echo 1 >$instance/events/cgroup/cgroup_attach_task/enable
	echo 1 >$instance/events/syscalls/sys_exit_sched_setaffinity/enable
	try "order-$1" cgpong-tcp-rr -d 10ms -r 1 -w 0s --no-count -m "$1" -n 2 -g split
	cat $instance/trace >"/out/order-$1.trace"
	rmdir $instance
}

everywhere
case $(uname -r) in
6.1.*) sockets && one_slot && only_6_1 ;;
7.1.*) one_slot && count mq-threads mq-pingpong -g leaf -m thread ;;
7.3.*) sockets && only_7_3 ;;
esac
exit 0
