/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gate_shape.h - how long and how often a baseline's runs were measured, as options for more of
 * them: a round of a second and one of a tenth differ in what they find warm.
 */
#ifndef CGPONG_GATE_SHAPE_H
#define CGPONG_GATE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "results_read.h"

#define CG_GATE_SHAPE_WORDS 6

struct cg_gate_shape {
	char text[CG_GATE_SHAPE_WORDS / 2][32];
	const char *words[CG_GATE_SHAPE_WORDS]; /* "--rounds", "3", ...; point into .text */
};

/**
 * cg_gate_shape_of() - the shape to measure in
 * @shape: filled; not to be copied
 * @base: the first run decides. None, or one that does not tell: many short runs, 3 rounds of
 *	200 ms after 100 ms, for runs differ more than rounds do
 */
void cg_gate_shape_of(struct cg_gate_shape *shape, const struct cg_runs *base);

/** cg_gate_shape_is_same() - whether all runs of both sides were measured in one shape */
bool cg_gate_shape_is_same(const struct cg_runs *a, const struct cg_runs *b);

#endif
