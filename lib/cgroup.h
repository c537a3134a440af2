/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup.h - memory cgroups: the one header for whoever uses them.
 *
 * Works on v2 (as root, or in a delegated cgroup without root), on v1 with the memory
 * controller mounted (hybrid too), and knows when there is neither. No mount of the host is
 * changed.
 */
#ifndef CGPONG_CGROUP_H
#define CGPONG_CGROUP_H

#include <stdint.h>
#include <sys/types.h>

#include "delegation.h" /* cg_trees_parent() */
#include "error.h"
#include "hierarchy.h" /* cg_hierarchy_find(), _free() */
#include "leftovers.h" /* cg_trees_sweep() */
#include "trees.h"     /* cg_trees_open(), _add(), _path(), _close_locks(), _destroy() */

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
 * Return: 0, -ENOENT if the file or the key is not there, -EINVAL if its value is no number, or
 * the -errno of reading the file.
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
