/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trees.h - the cgroups a run creates, one subtree for each of its contexts.
 *
 * Everything is a directory "cgpong.<pid>.<n>" below one parent; it is held by a lock (flock on
 * the directory) for as long as the run lives, so that the next run can tell what is left over,
 * across pid namespaces and pid reuse, and remove only that.
 */
#ifndef CGPONG_TREES_H
#define CGPONG_TREES_H

#include <stddef.h>

#include "error.h"
#include "hierarchy.h"
#include "topology.h"

/* What a run creates: one per run, with one subtree per context. */
struct cg_trees;

/**
 * cg_trees_open() - get ready to create trees below @parent
 * @trees: set on success; the caller ends it with cg_trees_destroy()
 * @hierarchy: must outlive @trees
 * @parent: from cg_trees_parent(); copied
 * @error: see error.h
 *
 * Sweeps first. On v2 enables `memory` in @parent's subtree_control where it is not, behind a
 * marker. If @parent is the cgroup we are in and is not the root, first moves this process into
 * "cgpong.<pid>.self" below it, because a cgroup with controllers for children may hold no
 * process.
 *
 * Return: 0 or -errno; EBUSY (other processes in @parent) comes with the systemd-run line
 * that gives us a cgroup of our own.
 */
int cg_trees_open(struct cg_trees **trees, const struct cg_hierarchy *hierarchy, const char *parent,
		  struct cg_error *error);

/**
 * cg_trees_add() - create the subtree of one context
 * @trees: from cg_trees_open()
 * @topology: what to create; ROOT and INHERIT create nothing. Not needed afterwards
 * @error: see error.h; a key that cannot be written is named with its section
 *
 * The run's own cgroup of the context is "<parent>/cgpong.<pid>.<n>" with n = 0, 1, ... in
 * order of the calls (the next free number if a run of another pid namespace has our pid).
 * On v2 every controller a key belongs to is enabled down to the key's group. On v1
 * memory.max becomes memory.limit_in_bytes ("max" becomes -1), other keys are written as they
 * stand, and a v2 key without a v1 twin is an error that says so.
 *
 * Return: 0, 1, ... (the context) on success, or -errno; -ENOTSUP (skipped) for ROOT where
 * the machine's root cgroup is not visible. Whatever was created stays for cg_trees_destroy().
 */
int cg_trees_add(struct cg_trees *trees, const struct cg_topology *topology,
		 struct cg_error *error);

/**
 * cg_trees_path() - the directory of one group of one context
 * @context: what cg_trees_add() returned
 * @group: index of the group in the topology; -1 for the run's own cgroup. For ROOT it is the
 *	root cgroup, for INHERIT the cgroup this process is in
 * @path: filled, terminated
 *
 * Return: 0, -ENAMETOOLONG, or -ENOENT if there is no such group (or INHERIT's is not visible).
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
 * @trees: from cg_trees_open(), or NULL. In a forked child it is only freed
 * @error: see error.h
 *
 * Waits up to two seconds for dying processes to leave. Everything that can be removed is, even
 * after a failure. If this process itself is in one of the trees it is moved out first.
 * Return: 0 or the -errno of the first thing that could not be removed.
 */
int cg_trees_destroy(struct cg_trees *trees, struct cg_error *error);

#endif
