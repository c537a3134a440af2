#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # results: from() of common.bash
#
# cgroup2.bats - trees of cgroups on v2: workers are where they should be, limits are written, and everything
# is afterwards as it was before, whoever we are and whatever happens.

load common

setup_file()
{
	boot v2 cgroup2
	boot nomem nomem --append cgroup_disable=memory
}

# lives NAME COUNT CGROUP: so many workers were in CGROUP.
lives()
{
	[ "$(grep -Fxc -- "$3" "$results/$1.who")" -eq "$2" ] || {
		uniq -c "$results/$1.who"
		return 1
	}
}

# key NAME LINE
key()
{
	grep -Fxq -- "$2" "$results/$1.keys" || {
		cat "$results/$1.keys"
		return 1
	}
}

@test "each shorthand puts each worker into its cgroup" {
	from v2
	# Four pairs in six contexts; root and inherit are both the root here.
	[ "$(wc -l <"$results/shorthands.who")" -eq 48 ]
	lives shorthands 16 /
	lives shorthands 8 0/leaf
	lives shorthands 8 1/level.1/level.2/level.3
	lives shorthands 2 2/leaf.0
	lives shorthands 2 2/leaf.1
	lives shorthands 2 2/leaf.2
	lives shorthands 2 2/leaf.3
	lives shorthands 4 3/client
	lives shorthands 4 3/server
}

@test "the topology files put each worker into its cgroup" {
	from v2
	# Eight pairs in six contexts.
	[ "$(wc -l <"$results/files.who")" -eq 96 ]
	lives files 8 0/pod/client
	lives files 8 0/pod/server
	lives files 16 1/a/b/c
	lives files 16 2/a/b/c
	lives files 16 3/leaf
	lives files 8 4/top/client
	lives files 8 4/top/server
	for tenant in 0 1 2 3 4 5 6 7; do
		lives files 2 5/host/tenant.$tenant
	done
}

@test "the limits of the topology files are in the kernel's files, and only those" {
	from v2
	key files '2/a/memory.min 1048576'
	key files '2/a/memory.low 2097152'
	key files '3/leaf/memory.max 4294967296'
	key files '4/top/memory.min 67108864'
	key files '4/top/server/memory.high 1073741824'
	[ "$(grep -Evc ' (0|max)$' "$results/files.keys")" -eq 5 ]
}

@test "the controller of a key is enabled down to the key, and only during the run" {
	from v2
	[ "$(cat "$results/files.enabled")" = memory ]
	[ "$(cat "$results/pids.enabled")" = 'memory pids' ]
	key pids '0/top/pids.max 50'
	key pids '0/top/leaf/memory.max 33554432'
	same state.before state.pids
}

@test "a run leaves no cgroup and no enabled controller" {
	from v2
	grep -Fx '/sys/fs/cgroup/cgroup.subtree_control: ' "$results/state.before"
	same state.before state.shorthands
	same state.before state.files
}

@test "a value that the kernel refuses, and a key it does not have: one line, nothing left" {
	from v2
	exits wrong-value 1
	says wrong-value.err 'write "lots" to memory.max of [leaf]: Invalid argument'
	exits unknown-key 1
	says unknown-key.err 'memory.maxx of [leaf]'
	[ "$(wc -l <"$results/wrong-value.err")" -eq 1 ]
	[ "$(wc -l <"$results/unknown-key.err")" -eq 1 ]
	same state.before state.wrong
}

@test "a worker killed for memory is reported as such, with memory.events" {
	from v2
	for name in oom oom-threads; do
		exits $name 1
		says $name.err 'killed for memory'
		true_of $name '"killed for memory" in r["error"]["text"]'
		true_of $name 'r["contexts"][0]["memory_events"]["oom_kill"] == 1'
		true_of $name 'r["contexts"][0]["memory_events"]["max"] >= 1'
	done
	same state.before state.oom
}

@test "after kill -9 no worker lives, and the next run removes what was left and only then measures" {
	from v2
	[ ! -s "$results/killed.alive" ]
	# Two contexts, and the mark of the controller that was enabled.
	[ "$(wc -l <"$results/killed.left")" -eq 3 ]
	grep -q '/cgpong\.enabled\.memory$' "$results/killed.left"
	exits after-killed 0
	same state.before state.after-killed
}

@test "nobody with a delegated cgroup: all contexts below it, and it is afterwards as it was" {
	from v2
	holds delegated 'r["options"]["cgroup_parent"] == "/sys/fs/cgroup/user"'
	holds delegated '[len(c["rounds"]) for c in r["contexts"]] == [2, 2, 2]'
	holds delegated 'workers("siblings:2", "group") == ["leaf.0", "leaf.0", "leaf.1", "leaf.1"]'
	holds delegated 'context("leaf")["path"].startswith("/sys/fs/cgroup/user/cgpong.")'
	holds delegated 'context("leaf")["memory_stat"] is not None'
	holds delegated-default '[c["cgroup"] for c in r["contexts"]] == ["leaf"]'
	same state.delegated-before state.delegated-after
}

@test "a delegated cgroup in which others live: skipped, with the cure" {
	from v2
	exits delegated-crowd 4
	says delegated-crowd.err 'other processes live in /sys/fs/cgroup/user'
	says delegated-crowd.err 'systemd-run --user --scope -p Delegate=yes'
}

@test "nobody without a cgroup: a leaf and root are skipped with the cure, the default measures in place" {
	from v2
	exits foreign-leaf 4
	says foreign-leaf.err 'systemd-run --user --scope -p Delegate=yes'
	exits foreign-root 4
	says foreign-root.err 'run as root'
	holds foreign-default '[c["cgroup"] for c in r["contexts"]] == ["inherit"]'
	says foreign-default.err 'warning: no cgroup can be created, measuring where we are'
	same state.delegated-before state.delegated-end
}

@test "a read-only cgroupfs: a leaf fails with the cure, the default measures in place" {
	from v2
	exits read-only-leaf 1
	says read-only-leaf.err 'Read-only file system'
	says read-only-leaf.err 'read-write'
	[ "$(wc -l <"$results/read-only-leaf.err")" -eq 1 ]
	holds read-only-default '[c["cgroup"] for c in r["contexts"]] == ["inherit"]'
	says read-only-default.err 'Read-only file system'
}

@test "without a memory controller: leaf and root are skipped with the cure, inherit measures" {
	from nomem
	exits leaf 4
	says leaf.err 'cgroup_disable=memory'
	exits root 4
	says root.err cgroup_disable=memory
	holds inherit 'len(r["contexts"][0]["rounds"]) == 2'
	holds default '[c["cgroup"] for c in r["contexts"]] == ["inherit"]'
	says default.err 'offers no memory controller'
}
