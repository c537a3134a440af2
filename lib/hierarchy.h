/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hierarchy.h - which cgroup hierarchy of this machine has the memory controller, and where.
 *
 * Reads only; no mount is changed.
 */
#ifndef CGPONG_HIERARCHY_H
#define CGPONG_HIERARCHY_H

#include <stdbool.h>

#include "error.h"

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
 * is not an error. Of several mounts of one hierarchy the one that shows our own cgroup wins.
 *
 * Return: 0, -ENOMEM, or the -errno of a failed read of @proc.
 */
int cg_hierarchy_find(struct cg_hierarchy *hierarchy, const char *proc, struct cg_error *error);

/**
 * cg_hierarchy_own() - our own cgroup in the hierarchy of any controller
 * @controller: e.g. "cpu": of its v1 hierarchy if that is mounted, else of v2, whether it is enabled
 *	there or not
 * @proc: as for cg_hierarchy_find()
 * @mount, @own: set on success to new strings: the mount point, and our directory there
 * @error: see error.h
 *
 * Return: 0; -ENOENT, which is no error, if there is none or ours is not visible; -ENOMEM; or the
 * -errno of a failed read of @proc.
 */
int cg_hierarchy_own(const char *controller, const char *proc, char **mount, char **own,
		     struct cg_error *error);

/** cg_hierarchy_free() - release what cg_hierarchy_find() filled; a zeroed struct is fine */
void cg_hierarchy_free(struct cg_hierarchy *hierarchy);

#endif
