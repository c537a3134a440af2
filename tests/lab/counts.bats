#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# counts.bats - what the charge path does per op is known for these workloads on these kernels, from
# measurements by other means and from the reports of the regressions; cgpong must find the same, to a
# tenth of a call. What each figure means is in the opening comment of the workload.

load common

setup_file()
{
	boot 6.1 counts --kernel 6.1 --nodes 2
	boot 7.1 counts --kernel 7.1.13 --nodes 2
	boot 7.3 counts --kernel 7.3.4 --nodes 2
}

# root_is_free NAME: in the root memcg nothing is charged. The slab hooks may be called all the same: they
# look for themselves whether there is anything to charge.
root_is_free()
{
	holds "$1" 'largest("root", "slab_charge", "slab_uncharge") < 0.05'
}

# pinned_first NAME HOSTS WORKERS: each of HOSTS processes was moved after all of its workers, WORKERS in
# all, had been pinned.
pinned_first()
{
	exits "$1" 0
	python3 - "$results/$1.trace" "$2" "$3" <<-'EOF'
	import collections, re, sys

	pinned = collections.defaultdict(set)
	moved = {}
	for line in open(sys.argv[1]):
	    pin = re.search(r"-(\d+) +\( *(\d+)\).*: sys_sched_setaffinity -> 0x0$", line.rstrip())
	    move = re.search(r": cgroup_attach_task: .*dst_path=/cgpong\.\S+ pid=(\d+) ", line)
	    if pin:
	        pinned[int(pin[2])].add(int(pin[1]))
	    if move:
	        moved[int(move[1])] = len(pinned[int(move[1])])
	print("process: its workers pinned when it was moved:", moved)
	sys.exit(len(moved) != int(sys.argv[2]) or sum(moved.values()) != int(sys.argv[3]))
	EOF
}

@test "each worker is pinned before it is moved into its cgroup, in process mode" {
	from 6.1
	pinned_first order-process 4 4
}

@test "each worker is pinned before it is moved into its cgroup, in thread mode" {
	from 6.1
	pinned_first order-thread 2 4
}

@test "sctp-rr: four charges a round trip, all absorbed by the stock, nothing in root" {
	for kernel in 6.1 7.3; do
		from $kernel
		holds sctp 'near(per_op("leaf", "charge"), 4) and near(per_op("leaf", "stock_refill"), 4)'
		holds sctp 'near(per_op("leaf", "sock_charge"), 4) and near(per_op("leaf", "sock_uncharge"), 4)'
		holds sctp 'per_op("leaf", "charge_walk") < 0.05 and per_op("leaf", "uncharge_walk") < 0.05'
		root_is_free sctp
	done
}

@test "mq-pingpong across nodes, 6.1: the object stock holds" {
	from 6.1
	holds mq 'per_op("leaf", "objcg_drain") < 0.05 and near(per_op("leaf", "objcg_refill"), 2)'
	root_is_free mq
}

@test "mq-pingpong across nodes, 7.1: the object stock is drained four times a round trip" {
	from 7.1
	holds mq 'near(per_op("leaf", "objcg_drain"), 4) and near(per_op("leaf", "objcg_refill"), 4)'
	root_is_free mq
}

@test "mq-pingpong across nodes with threads, 7.1: the same" {
	from 7.1
	holds mq-threads 'near(per_op("leaf", "objcg_drain"), 4)'
}

@test "mq-pingpong across nodes, 7.3: the object stock holds again" {
	from 7.3
	holds mq 'per_op("leaf", "objcg_drain") < 0.05 and near(per_op("leaf", "objcg_refill"), 2)'
	root_is_free mq
}

@test "mq-pingpong on one CPU: the object stock holds on every kernel" {
	for kernel in 6.1 7.1 7.3; do
		from $kernel
		holds mq-same-cpu 'per_op("leaf", "objcg_drain") < 0.05 and near(per_op("leaf", "objcg_refill"), 2)'
	done
}

@test "tcp-rr with a reply of 4096 bytes on two CPUs: one walk each way a round trip" {
	# Both kernels have this one: the page stock fills up and is emptied, again and again. Whatever
	# disturbs the rhythm of the messages leaves a walk out; so of three counts one has to be exact, and
	# none may look healthy.
	for kernel in 6.1 7.3; do
		from $kernel
		exact=no
		for i in 1 2 3; do
			holds tcp-4096-$i 'per_op("leaf", "charge_walk") > 0.6 and per_op("leaf", "uncharge_walk") > 0.6'
			! holds tcp-4096-$i 'near(per_op("leaf", "charge_walk"), 1) and near(per_op("leaf", "uncharge_walk"), 1)' ||
				exact=yes
		done
		[ $exact = yes ]
	done
}

@test "tcp-rr with equal sizes, or on one CPU: no walk" {
	for kernel in 6.1 7.3; do
		from $kernel
		holds tcp-64 'per_op("leaf", "charge_walk") < 0.05 and per_op("leaf", "uncharge_walk") < 0.05'
		holds tcp-64 'near(per_op("leaf", "charge"), 2)'
		root_is_free tcp-64
	done
	from 6.1
	holds tcp-same-cpu 'per_op("leaf", "charge_walk") < 0.05 and per_op("leaf", "uncharge_walk") < 0.05'
	holds tcp-same-cpu 'near(per_op("leaf", "charge"), 4)'
}

@test "unix-stream: four uncharge walks for 64 KiB, none for 64 bytes" {
	from 6.1
	holds unix-64k 'near(per_op("leaf", "uncharge_walk"), 4) and near(per_op("leaf", "charge_walk"), 0.26)'
	holds unix-64 'per_op("leaf", "uncharge_walk") < 0.05'
	root_is_free unix-64k
}

@test "null, pipe-pingpong and file-lock, the controls: nothing" {
	from 6.1
	holds null 'largest("leaf") < 0.02'
	holds pipe 'largest("leaf") < 0.02'
	holds lock 'largest("leaf") < 0.02'
}

@test "tcp-ring: the cliff is behind one cgroup on 6.1, behind seven on 7.3" {
	from 6.1
	holds tcp-ring-1 'per_op("siblings:1", "charge_walk") < 0.05'
	holds tcp-ring-2 'near(per_op("siblings:2", "charge_walk"), 1)'
	from 7.3
	holds tcp-ring-7 'per_op("siblings:7", "charge_walk") < 0.05'
	# One too many: from a quarter of the hops on, by how the ring falls into step with the slots.
	holds tcp-ring-8 'per_op("siblings:8", "charge_walk") > 0.15'
}

@test "mq-ring: the cliff is behind one cgroup on 6.1 and 7.1, behind five on 7.3" {
	for kernel in 6.1 7.1; do
		from $kernel
		holds mq-ring-1 'per_op("siblings:1", "objcg_drain") < 0.05'
		holds mq-ring-2 'near(per_op("siblings:2", "objcg_drain"), 1)'
	done
	from 7.3
	holds mq-ring-5 'per_op("siblings:5", "objcg_drain") < 0.05'
	holds mq-ring-6 'per_op("siblings:6", "objcg_drain") > 0.15'
}

@test "page-fault: one charge a page, two where the file is filled as well, none in root" {
	from 6.1
	holds page-fault 'near(per_op("leaf", "charge"), 1) and per_op("leaf", "uncharge_walk") < 0.05'
	holds page-fault-anon 'near(per_op("leaf", "charge"), 1) and per_op("leaf", "uncharge_walk") < 0.05'
	holds page-fault-fresh 'near(per_op("leaf", "charge"), 2) and near(per_op("leaf", "uncharge_walk"), 0.07, 0.02)'
	# 64 pages are taken from the counter at a time.
	holds page-fault 'near(per_op("leaf", "charge_walk"), 1 / 64, 0.01)'
	holds page-fault-fresh 'near(per_op("leaf", "charge_walk"), 2 / 64, 0.01)'
	root_is_free page-fault
}

@test "unix-rr: two objects each way a round trip, no walk" {
	from 6.1
	holds unix-rr 'near(per_op("leaf", "objcg_refill"), 4) and per_op("leaf", "uncharge_walk") < 0.05'
	root_is_free unix-rr
}

@test "uring-rr: two objects each way a round trip for the messages, no walk" {
	from 6.1
	holds uring-rr 'near(per_op("leaf", "objcg_refill"), 4) and per_op("leaf", "uncharge_walk") < 0.05'
	root_is_free uring-rr
}

@test "tcp-stream: writes of 64 bytes are merged, so few of them charge" {
	from 6.1
	holds tcp-stream 'largest("leaf") < 0.5 and per_op("leaf", "charge") > 0'
	root_is_free tcp-stream
}

@test "file-churn: a page a file, uncharged alone" {
	from 6.1
	holds file-churn '1 <= per_op("leaf", "charge") < 3 and near(per_op("leaf", "uncharge_walk"), 1)'
	root_is_free file-churn
}

@test "shmem-fallocate: sixteen pages charged from batches of 64" {
	from 6.1
	holds shmem '16 <= per_op("leaf", "charge") < 17 and near(per_op("leaf", "charge_walk"), 0.25, 0.05)'
	holds shmem '0.9 < per_op("leaf", "uncharge_walk") < 2.1'
	root_is_free shmem
}

@test "fork-exit: charges in the tens, few of them walk" {
	from 6.1
	holds fork '10 < per_op("leaf", "charge") < 100'
	holds fork 'per_op("leaf", "charge_walk") < 0.1 * per_op("leaf", "charge")'
	root_is_free fork
}
