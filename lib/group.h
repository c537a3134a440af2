/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * group.h - builds the list of groups of a topology, and knows what a path and a key may be.
 *
 * For topology.c and topology_file.c; whoever only reads a topology needs topology.h.
 */
#ifndef CGPONG_GROUP_H
#define CGPONG_GROUP_H

#include "topology.h"

/**
 * cg_group_path_fault() - whether a group's path stays inside the run's own cgroup
 * @path: components separated by single slashes
 *
 * Return: NULL if it does, else why not, in a few words.
 */
const char *cg_group_path_fault(const char *path);

/**
 * cg_group_key_fault() - whether a name can be an interface file that a topology may set
 * @name: e.g. "memory.high"
 *
 * Only the form is checked, and that it is none of the files by which the tree itself is
 * handled (cgroup.procs and its like). Return: NULL if it can, else why not.
 */
const char *cg_group_key_fault(const char *name);

/** cg_group_find() - index of the group with exactly this path, or -1 */
int cg_group_find(const struct cg_topology *topology, const char *path);

/**
 * cg_group_add() - append an empty group, and the parents it lacks before it
 * @path: checked by the caller; copied
 * @line: of its section; parents that had to be added get 0
 *
 * A group with this path must not be there yet.
 *
 * Return: its index, -ENOMEM, or -E2BIG beyond CG_TOPOLOGY_MAX_GROUPS.
 */
int cg_group_add(struct cg_topology *topology, const char *path, unsigned int line);

/** cg_group_add_key() - append a key, both strings copied. Return: 0 or -ENOMEM */
int cg_group_add_key(struct cg_group *group, const char *name, const char *value,
		     unsigned int line);

/**
 * cg_group_spread() - turn one group with residents each/N into N groups "path.0", "path.1" ...
 * @index: the group; the first of the N takes its place, the rest are appended
 *
 * Every one gets a copy of the keys. Return: 0, -ENOMEM, -E2BIG, or -EEXIST if the topology has
 * a group of such a name already.
 */
int cg_group_spread(struct cg_topology *topology, size_t index);

/** cg_group_free() - release what a group owns */
void cg_group_free(struct cg_group *group);

#endif
