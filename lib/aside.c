// SPDX-License-Identifier: GPL-2.0-only
/*
 * aside.c - the front end steps aside. See aside.h.
 */
#include "aside.h"

#include <stdlib.h>
#include <string.h>

#include "delegation.h"

void cg_aside_step(struct cg_aside *aside)
{
	struct cg_error ignored = { 0 };
	char *parent = NULL;

	*aside = (struct cg_aside){ 0 };
	if (cg_hierarchy_find(&aside->hierarchy, NULL, &ignored) || aside->hierarchy.version != 2 ||
	    cg_trees_parent(&aside->hierarchy, NULL, &parent, &ignored))
		return;
	if (aside->hierarchy.own && strcmp(parent, aside->hierarchy.own) == 0 &&
	    cg_trees_open(&aside->trees, &aside->hierarchy, parent, &ignored))
		aside->trees = NULL;
	free(parent);
}

void cg_aside_return(struct cg_aside *aside)
{
	struct cg_error ignored = { 0 };

	cg_trees_destroy(aside->trees, &ignored);
	cg_hierarchy_free(&aside->hierarchy);
	*aside = (struct cg_aside){ 0 };
}
