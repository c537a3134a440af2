// SPDX-License-Identifier: GPL-2.0-only
/*
 * marks.c - finds the range that stands out in the figures of a sweep. See marks.h.
 */
#include "marks.h"

#include <stdbool.h>

static bool stands_out(const double *figures, size_t nr, const struct cg_mark *mark)
{
	if (mark->first == 0 && mark->last == nr - 1)
		return false;
	if (mark->first > 0 && figures[mark->first - 1] >= CG_MARK_LOW)
		return false;
	return mark->last == nr - 1 || figures[mark->last + 1] < CG_MARK_LOW;
}

size_t cg_marks_find(const double *figures, size_t nr, struct cg_mark *marks)
{
	size_t nr_marks = 0, i = 0;

	while (i < nr) {
		struct cg_mark mark = { i, i, figures[i], figures[i] };

		if (figures[i++] < CG_MARK_HIGH)
			continue;
		for (; i < nr && figures[i] >= CG_MARK_HIGH; i++) {
			mark.last = i;
			mark.min = figures[i] < mark.min ? figures[i] : mark.min;
			mark.max = figures[i] > mark.max ? figures[i] : mark.max;
		}
		if (stands_out(figures, nr, &mark))
			marks[nr_marks++] = mark;
	}
	return nr_marks;
}
