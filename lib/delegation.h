/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * delegation.h - the cgroup below which this process may create its own.
 */
#ifndef CGPONG_DELEGATION_H
#define CGPONG_DELEGATION_H

#include "error.h"
#include "hierarchy.h"

/**
 * cg_trees_parent() - the directory in which a run would create its cgroups
 * @hierarchy: from cg_hierarchy_find()
 * @wanted: the user's --cgroup-parent (absolute below the mount point, or relative to it), or
 *	NULL: the cgroup we are in if it was delegated to us (we are not root and may create in
 *	it, or it bears systemd's "delegate" extended attribute), else the hierarchy's root. If a
 *	run that started us has put us aside in a "cgpong.<pid>.self", that run's parent
 * @path: a new string on success, freed by the caller
 * @error: see error.h
 *
 * Nothing is created. Return: 0; -errno (skipped) with the cure: no hierarchy, not writable, not
 * delegated, `memory` not offered there; -EROFS (failed) on a read-only cgroupfs; a @wanted that
 * does not exist, is no cgroup or not in the hierarchy is a usage error.
 */
int cg_trees_parent(const struct cg_hierarchy *hierarchy, const char *wanted, char **path,
		    struct cg_error *error);

#endif
