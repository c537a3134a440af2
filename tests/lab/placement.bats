#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# placement.bats - each worker runs where it was put: on machines with two nodes, hardware threads, nodes
# without memory or without CPUs, CPUs that are offline, and where only some CPUs are ours.

load common

setup_file()
{
	boot two placement --nodes 2 --cpus 4 --smt
	# Linux numbers nodes with CPUs first: the middle one here becomes node 2.
	boot odd nodes --node-spec 'cpus=0-1,mem=768M;mem=256M;cpus=2-3'
}

# numa_maps CPU NODE: the buffers of the worker on CPU (2 of 256 KiB, 64 pages each) are on NODE.
buffers_on()
{
	grep -E "anon=(128|129) " "$results/numa_maps.$1" | grep -Eq " N$2=(128|129) " || {
		cat "$results/numa_maps.$1"
		return 1
	}
}

# policies_are_local CPU
policies_are_local()
{
	! awk '{ print $2 }' "$results/numa_maps.$1" | grep -vx local
}

@test "with two nodes the members of a pair are on different nodes unless told otherwise" {
	from two
	holds default 'r["options"]["place"] == "cross-node"'
	holds default 'len(set(workers("leaf", "node"))) == 2'
	holds default 'workers("leaf", "ran_on") == workers("leaf", "cpu")'
}

@test "cross-node: four pairs on four CPUs, each across, in both modes" {
	from two
	for name in cross cross-threads; do
		holds $name 'workers("leaf", "ran_on") == workers("leaf", "cpu")'
		holds $name 'all(a != b for a, b in zip(workers("leaf", "node")[::2], workers("leaf", "node")[1::2]))'
		holds $name 'sorted(workers("leaf", "cpu")) == [0, 0, 1, 1, 2, 2, 3, 3]'
		holds $name 'all((cpu in (2, 3)) == (node == 1) for cpu, node in zip(workers("leaf", "cpu"), workers("leaf", "node")))'
	done
}

@test "same-node: a pair stays on its node, pairs take nodes in turn" {
	from two
	holds same-node 'workers("leaf", "node") in ([0, 0, 1, 1], [1, 1, 0, 0])'
	holds same-node 'workers("leaf", "ran_on") == workers("leaf", "cpu")'
}

@test "smt: a pair on the two threads of one core" {
	from two
	holds smt 'sorted(map(sorted, zip(workers("leaf", "ran_on")[::2], workers("leaf", "ran_on")[1::2]))) == [[0, 1], [2, 3]]'
}

@test "the memory of a worker is on its own node, by a local policy" {
	from two
	policies_are_local 0
	policies_are_local 2
	buffers_on 0 0
	buffers_on 2 1
}

@test "a CPU that is offline is neither used nor counted" {
	from two
	holds offline 'r["instances"] == 6'
	holds offline 'set(workers("leaf", "ran_on")) == {0, 2, 3}'
}

@test "smt leaves out a core whose other thread is offline" {
	from two
	holds offline-smt 'sorted(workers("leaf", "ran_on")) == [2, 2, 3, 3]'
}

@test "an affinity mask with a hole is respected, and percentages are of its CPUs" {
	from two
	holds sparse 'r["instances"] == 4 and sorted(workers("leaf", "ran_on")) == [0, 0, 3, 3]'
	holds sparse-pair 'sorted(workers("leaf", "ran_on")) == [0, 3]'
	holds sparse-pair 'r["options"]["place"] == "cross-node"'
}

@test "an affinity mask within one node: no cross-node, with the reason and the cure" {
	from two
	holds one-node 'r["options"]["place"] == "same-node" and sorted(workers("leaf", "ran_on")) == [0, 1]'
	exits one-node-cross 4
	says one-node-cross.err 'needs two nodes with CPUs we may use'
	says one-node-cross.err 'taskset'
}

@test "a cpuset is respected" {
	from two
	holds cpuset-inherit 'r["instances"] == 8 and sorted(workers("inherit", "ran_on")) == [1] * 4 + [3] * 4'
}

@test "a worker keeps its pin when it moves into another cpuset" {
	from two
	holds cpuset-leaf 'sorted(workers("leaf", "ran_on")) == [1] * 4 + [3] * 4'
	holds cpuset-key 'workers("/tmp/cpuset.ini", "ran_on") == [2]'
}

@test "a node without memory is a node to run on, a node without CPUs is not" {
	from odd
	[ "$(cat "$results/nodes")" = $'0-1\n0,2' ]
	holds default 'r["options"]["place"] == "cross-node" and sorted(workers("leaf", "node")) == [0, 1]'
	holds default '[(n["id"], n["memory"], n["cpus"]) for n in r["environment"]["nodes"]] == [(0, True, [0, 1]), (1, False, [2, 3])]'
	holds many 'workers("leaf", "ran_on") == workers("leaf", "cpu") and set(workers("leaf", "node")) == {0, 1}'
	holds page-fault 'sorted(workers("leaf", "ran_on")) == [0, 1, 2, 3]'
	holds no-cpu-node 'r["options"]["place"] == "same-node"'
}

@test "on a node without memory the policy is local all the same" {
	from odd
	policies_are_local 0
	policies_are_local 2
	buffers_on 0 0
}
