/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sweep_print.h - a sweep as a person reads it: a table that grows step by step.
 */
#ifndef CGPONG_SWEEP_PRINT_H
#define CGPONG_SWEEP_PRINT_H

#include <stdio.h>

#include "sweep.h"

/** cg_sweep_print_step() - the lines of one step, one for each context; the head before the first
 * that was measured */
void cg_sweep_print_step(FILE *out, const struct cg_sweep *sweep, size_t step);

/** cg_sweep_print_marks() - for each event of the table, the range of steps that stands out, if any
 * does */
void cg_sweep_print_marks(FILE *out, const struct cg_sweep *sweep);

/** cg_sweep_print_warnings() - what a step warns of, if no step before it did */
void cg_sweep_print_warnings(FILE *out, const struct cg_sweep *sweep, size_t step);

/** cg_sweep_print_repeats() - how many steps warned of what was printed once, where it was not all */
void cg_sweep_print_repeats(FILE *out, const struct cg_sweep *sweep);

#endif
