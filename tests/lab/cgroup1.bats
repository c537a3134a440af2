#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# cgroup1.bats - the memory controller on cgroup v1, with v2 mounted beside it for the others.

load common

setup_file()
{
	boot v1 cgroup1 --v1
}

# lives COUNT CGROUP: so many workers were in CGROUP.
lives()
{
	[ "$(grep -Fxc -- "$2" "$results/trees.who")" -eq "$1" ] || {
		uniq -c "$results/trees.who"
		return 1
	}
}

@test "each topology puts each worker into its cgroup" {
	from v1
	lives 4 /
	lives 4 0/leaf
	lives 4 1/level.1/level.2
	lives 2 2/leaf.0
	lives 2 2/leaf.1
	lives 2 3/client
	lives 2 3/server
	lives 4 4/leaf
}

@test "memory.max becomes memory.limit_in_bytes, and max no limit" {
	from v1
	[ "$(cat "$results/limit")" -eq 4294967296 ]
	[ "$(cat "$results/unlimited")" -gt 1000000000000000000 ]
	exits max 0
}

@test "v1's own keys work, keys of v2 alone and other controllers fail with the cure" {
	from v1
	exits soft 0
	exits high 1
	says high.err 'memory.min of [top] has no twin on cgroup v1'
	says high.err 'cgroup v2'
	exits pids 1
	says pids.err 'pids.max'
}

@test "charges are counted in a leaf and not in root" {
	from v1
	holds counts 'near(per_op("leaf", "objcg_refill"), 2) and per_op("leaf", "objcg_drain") < 0.05'
	holds counts 'largest("root", "slab_charge", "slab_uncharge") < 0.05'
	holds counts 'r["environment"]["cgroup"]["version"] == 1 and r["environment"]["cgroup"]["hybrid"]'
	holds counts 'context("leaf")["memory_stat"] is not None'
}

@test "a worker killed for memory is reported as such" {
	from v1
	exits oom 1
	says oom.err 'killed for memory'
	true_of oom 'r["contexts"][0]["memory_events"]["oom_kill"] == 1'
	true_of oom 'r["contexts"][0]["memory_events"]["failcnt"] > 0'
}

@test "nothing is left, and the run after kill -9 removes what was" {
	from v1
	same state.before state.trees
	same state.before state.limits
	[ "$(wc -l <"$results/killed.left")" -eq 2 ]
	exits after-killed 0
	same state.before state.after-killed
}
