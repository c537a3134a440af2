/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * leftovers.h - removes what runs that were killed have left.
 */
#ifndef CGPONG_LEFTOVERS_H
#define CGPONG_LEFTOVERS_H

#include <stdbool.h>
#include <stddef.h>

#include "hierarchy.h"

/**
 * cg_trees_sweep() - remove what runs that were killed have left below @parent
 * @hierarchy: from cg_hierarchy_find()
 * @parent: from cg_trees_parent()
 *
 * Only "cgpong.<pid>.<n>" and "cgpong.<pid>.self" directories whose pid is dead (or ours: then
 * it was somebody else's before), that nobody holds locked and that no process lives in; and v2
 * controllers that a killed run enabled in @parent's subtree_control (a marker cgroup
 * "cgpong.enabled.<controller>" remembers that), when no other run needs them.
 *
 * Return: how many directories were removed.
 */
size_t cg_trees_sweep(const struct cg_hierarchy *hierarchy, const char *parent);

/**
 * cg_leftovers_clear() - the same for a directory that is open
 * @directory: its descriptor, not locked by the caller
 * @version: of the hierarchy
 * @restored: set to whether no controller of ours is enabled there any more; may be NULL
 */
size_t cg_leftovers_clear(int directory, int version, bool *restored);

#endif
