/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place.h - the placement policies by name; placement.h says what is done with them.
 */
#ifndef CGPONG_PLACE_H
#define CGPONG_PLACE_H

enum cg_place {
	CG_PLACE_DEFAULT = 0, /* cross-node with two nodes, else same-node */
	CG_PLACE_CROSS_NODE,  /* neighbours in an instance on different nodes */
	CG_PLACE_SAME_NODE, /* an instance on one node, its workers on different cores if there are */
	CG_PLACE_SMT,	    /* neighbours on the threads of one core */
	CG_PLACE_SAME_CPU, /* an instance on one CPU */
	CG_PLACE_SPREAD,   /* worker after worker over all CPUs, alternating nodes */
	CG_PLACE_NONE,	   /* not pinned */
};

#endif
