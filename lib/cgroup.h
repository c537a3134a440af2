/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - the memory cgroup hierarchy of this machine, and the tree a run creates in it.
 *
 * Works on v2 (as root, or in a delegated cgroup without root), on v1 with the memory
 * controller mounted (hybrid too), and knows when there is neither. No mount of the host is
 * changed. Everything a run creates is a directory "cgpong.<pid>.<n>" below one parent; it
 * is held by a lock (flock on the directory) for as long as the run lives, so that the next
 * run can tell what is left over, across pid namespaces and pid reuse, and remove only that.
 */
#ifndef CGPONG_CGROUP_H
#define CGPONG_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "error.h"
#include "topology.h"

/* Where the memory controller is. */
struct cg_hierarchy {
	int version;   /* 2, 1, or 0: none can be used */
	bool hybrid;   /* both a v1 memory mount and a v2 mount exist */
	bool has_root; /* @mount is the machine's root memcg, not a container's */
	char *mount;   /* the mount point, e.g. /sys/fs/cgroup or /sys/fs/cgroup/memory */
	char *own; /* the directory of the cgroup we are in, below @mount; NULL if not visible */
	char *why_none; /* with version 0: the reason, in a few words */
};

/**
 * cg_hierarchy_find() - find the hierarchy that has the memory controller
 * @hierarchy: filled; freed by the caller with cg_hierarchy_free()
 * @proc: where procfs is mounted; NULL for /proc (tests pass a directory with self/mountinfo
 *	and self/cgroup)
 * @error: see error.h
 *
 * v2 wins if its root offers `memory`; else a v1 mount with `memory`; else version 0, which
 * is not an error.
 *
 * Return: 0, -ENOMEM, or the -errno of a failed read of @proc.
 */
int cg_hierarchy_find(struct cg_hierarchy *hierarchy, const char *proc, struct cg_error *error);

/** cg_hierarchy_free() - release what cg_hierarchy_find() filled; a zeroed struct is fine */
void cg_hierarchy_free(struct cg_hierarchy *hierarchy);

/* What a run creates: one per run, with one subtree per context. */
struct cg_trees;

/**
 * cg_trees_parent() - the directory in which a run would create its cgroups
 * @hierarchy: from cg_hierarchy_find()
 * @wanted: the user's --cgroup-parent (absolute below the mount point, or relative to it), or
 *	NULL: the cgroup we are in if it was delegated to us (we are not root and may create in
 *	it, or it bears systemd's "delegate" extended attribute), else the hierarchy's root
 * @path: a new string on success, freed by the caller
 * @error: see error.h
 *
 * Nothing is created. Return: 0, or -errno (skipped) with the cure: no hierarchy, no such
 * directory, not writable, not delegated, `memory` not offered there, read-only cgroupfs.
 */
int cg_trees_parent(const struct cg_hierarchy *hierarchy, const char *wanted, char **path,
		    struct cg_error *error);

/**
 * cg_trees_sweep() - remove what runs that were killed have left below @parent
 * @hierarchy: from cg_hierarchy_find()
 * @parent: from cg_trees_parent()
 *
 * Only "cgpong.<pid>.<n>" directories whose pid is dead, that nobody holds locked and that no
 * process lives in; and v2 controllers that a killed run enabled in @parent's subtree_control
 * (a marker cgroup "cgpong.enabled.<controller>" remembers that), when no other run needs them.
 *
 * Return: how many directories were removed.
 */
size_t cg_trees_sweep(const struct cg_hierarchy *hierarchy, const char *parent);

/**
 * cg_trees_open() - get ready to create trees below @parent
 * @trees: set on success; the caller ends it with cg_trees_destroy()
 * @hierarchy: must outlive @trees
 * @parent: from cg_trees_parent(); copied
 * @error: see error.h
 *
 * Sweeps first. On v2 enables the controllers in @parent's subtree_control where they are not,
 * behind a marker. If @parent is the cgroup we are in and is not the root, first moves this
 * process into "cgpong.<pid>.self" below it, because a cgroup with controllers for children
 * may hold no process.
 *
 * Return: 0 or -errno; EBUSY (other processes in @parent) comes with the systemd-run line
 * that gives us a cgroup of our own.
 */
int cg_trees_open(struct cg_trees **trees, const struct cg_hierarchy *hierarchy, const char *parent,
		  struct cg_error *error);

/**
 * cg_trees_add() - create the subtree of one context
 * @trees: from cg_trees_open()
 * @topology: what to create; ROOT and INHERIT create nothing
 * @error: see error.h; a key that cannot be written is named with its section
 *
 * The run's own cgroup of the context is "<parent>/cgpong.<pid>.<n>" with n = 0, 1, ... in
 * order of the calls. On v1 memory.max becomes memory.limit_in_bytes ("max" becomes -1); a v2
 * key without a v1 twin is an error that says so.
 *
 * Return: n on success, or -errno; whatever was created stays for cg_trees_destroy().
 */
int cg_trees_add(struct cg_trees *trees, const struct cg_topology *topology,
		 struct cg_error *error);

/**
 * cg_trees_path() - the directory of one group of one context
 * @context: what cg_trees_add() returned
 * @group: index of the group in the topology; -1 for the run's own cgroup
 * @path: filled, terminated
 *
 * Return: 0 or -ENAMETOOLONG.
 */
int cg_trees_path(const struct cg_trees *trees, int context, int group, char *path, size_t size);

/**
 * cg_trees_close_locks() - let go of the locks in a forked child, which must not hold the
 * trees beyond its parent's death
 */
void cg_trees_close_locks(struct cg_trees *trees);

/**
 * cg_trees_destroy() - kill what still runs in the trees, remove them, put @parent's
 * subtree_control and our own cgroup back as they were, free @trees
 * @trees: from cg_trees_open(), or NULL
 * @error: see error.h
 *
 * Waits up to two seconds for dying processes to leave. Everything that can be removed is, even
 * after a failure. Return: 0 or the -errno of the first thing that could not be removed.
 */
int cg_trees_destroy(struct cg_trees *trees, struct cg_error *error);

/**
 * cg_cgroup_attach() - move a process with all its threads into a cgroup
 * @directory: the cgroup
 * @pid: the process
 * @error: see error.h
 *
 * Return: 0 or the -errno of open or write on its cgroup.procs.
 */
int cg_cgroup_attach(const char *directory, pid_t pid, struct cg_error *error);

/**
 * cg_cgroup_read_keyed() - one number of a "key value" interface file, found by whole key
 * @directory: the cgroup
 * @file: e.g. memory.stat, memory.events
 * @key: e.g. "oom_kill"
 * @value: set on success only
 *
 * Return: 0, -ENOENT if the file or the key is not there, -EINVAL if its value is no number.
 */
int cg_cgroup_read_keyed(const char *directory, const char *file, const char *key, uint64_t *value);

/**
 * cg_cgroup_oom_kills() - how many processes were killed for memory in a cgroup, ever
 *
 * memory.events (v2) or memory.oom_control (v1), key oom_kill. Return: 0, or as
 * cg_cgroup_read_keyed().
 */
int cg_cgroup_oom_kills(const struct cg_hierarchy *hierarchy, const char *directory,
			uint64_t *kills);

#endif
