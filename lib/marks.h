/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * marks.h - finds, in the figures of a sweep, the range in which the charge path is walked.
 *
 * A charge-path event that goes with every op counts about 1 (or 2, or 4); one that the stocks
 * absorb counts about 1/64. So a range stands out without any statistics, and these two
 * levels are far from both.
 */
#ifndef CGPONG_MARKS_H
#define CGPONG_MARKS_H

#include <stddef.h>

#define CG_MARK_HIGH 0.5  /* per op: at least this in a marked range */
#define CG_MARK_LOW  0.25 /* per op: less than this right beside it */

/* Steps @first to @last, whose figures lie from @min to @max. */
struct cg_mark {
	size_t first, last;
	double min, max;
};

/**
 * cg_marks_find() - the ranges that stand out
 * @figures: one number per step, none of them NAN, in the order of what varies
 * @nr: how many
 * @marks: room for (nr + 1) / 2
 *
 * A range is as long as it can be; where the figures rise slowly to it, it does not stand
 * out. All steps together do not either: there is nothing beside them.
 *
 * Return: how many there are.
 */
size_t cg_marks_find(const double *figures, size_t nr, struct cg_mark *marks);

#endif
