/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * aside.h - the front end steps aside, so that the workloads it runs can create cgroups.
 *
 * In a delegated v2 cgroup controllers can be enabled for children only while no process is in
 * it: neither the workload, which moves itself, nor the front end that waits for it.
 */
#ifndef CGPONG_ASIDE_H
#define CGPONG_ASIDE_H

#include "hierarchy.h"
#include "trees.h"

struct cg_aside {
	struct cg_hierarchy hierarchy;
	struct cg_trees *trees; /* NULL: there was no need, or no way */
};

/**
 * cg_aside_step() - leave the cgroup we are in if that is where workloads will create theirs
 * @aside: filled; undone with cg_aside_return()
 *
 * Where it cannot be done the workload itself will say what is wrong.
 */
void cg_aside_step(struct cg_aside *aside);

void cg_aside_return(struct cg_aside *aside);

#endif
