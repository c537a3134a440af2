/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * geometry.h - the geometry of the per-CPU stocks of the running kernel, measured from user space:
 * how many memcgs the page stock holds, how many object cgroups the object stock holds, and how
 * many pages are charged at once.
 *
 * A ring of k workers on one CPU, each in a cgroup of its own, charges k memcgs in turn. While the
 * stock has a slot for each of them no hop walks the hierarchy; the first ring that does not fit
 * shows the number of slots. By count where probes work; else by time, where hops in cgroups of
 * their own must become slower than hops in one.
 */
#ifndef CGPONG_GEOMETRY_H
#define CGPONG_GEOMETRY_H

#include <jansson.h>
#include <stdbool.h>

#include "measure.h"

enum cg_known {
	CG_KNOWN_NOT,	/* unknown: .why */
	CG_KNOWN_COUNT, /* exact */
	CG_KNOWN_TIME,	/* estimated from time */
};

/* One number of the geometry, and how it was found. */
struct cg_geometry_number {
	enum cg_known known;
	bool at_least; /* no cliff up to the largest ring: the true number is this or more */
	unsigned int value;
	double before, after; /* the figure at @value, and at the first ring that does not fit */
	double low, high;     /* by time: 95 % interval of @after */
	char why[512];
};

struct cg_geometry {
	struct cg_geometry_number page_slots;	/* memcgs in the page stock of a CPU */
	struct cg_geometry_number object_slots; /* object cgroups in the object stock of a CPU */
	struct cg_geometry_number batch;	/* pages charged at once */
};

/**
 * cg_geometry_measure() - find out
 * @geometry: filled
 * @measure: open
 * @max_ring: largest ring to try, 2 to 64
 * @by_time: do not count even where it is possible
 * @error: see error.h
 *
 * What cannot be found out is unknown, with the reason. Return: 0, -EINTR, or -errno.
 */
int cg_geometry_measure(struct cg_geometry *geometry, struct cg_measure *measure,
			unsigned int max_ring, bool by_time, struct cg_error *error);

/** cg_geometry_json() - a new JSON object, schema "cgpong-geometry/1", or NULL without memory */
json_t *cg_geometry_json(const struct cg_geometry *geometry);

/** cg_geometry_print() - three lines, and how sure each is */
void cg_geometry_print(FILE *out, const struct cg_geometry *geometry);

/** cg_geometry_status() - the exit code: 0, or 4 if nothing is known */
int cg_geometry_status(const struct cg_geometry *geometry);

#endif
