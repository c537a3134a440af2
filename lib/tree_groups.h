/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tree_groups.h - creates the groups of a topology below a run's own cgroup. For trees.c only.
 */
#ifndef CGPONG_TREE_GROUPS_H
#define CGPONG_TREE_GROUPS_H

#include "error.h"
#include "topology.h"

/* Where a run creates its cgroups. */
struct cg_tree_place {
	int version; /* of the hierarchy */
	int parent;  /* descriptor of the parent cgroup */
	const char *parent_path;
};

/**
 * cg_tree_groups_controllers() - see what controllers a topology needs and enable them in the
 * parent
 * @controllers: set on success to what is to be written to subtree_control below it, e.g.
 *	"+memory +cpu"; freed by the caller
 *
 * Return: 0, -ENOMEM, -ENOTSUP for what is not offered, or -errno.
 */
int cg_tree_groups_controllers(const struct cg_tree_place *place,
			       const struct cg_topology *topology, char **controllers,
			       struct cg_error *error);

/**
 * cg_tree_groups_create() - create the groups and write their keys
 * @directory: descriptor of the run's own cgroup
 * @controllers: from cg_tree_groups_controllers()
 *
 * Return: 0 or -errno.
 */
int cg_tree_groups_create(const struct cg_tree_place *place, int directory,
			  const struct cg_topology *topology, const char *controllers,
			  struct cg_error *error);

#endif
