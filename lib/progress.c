// SPDX-License-Identifier: GPL-2.0-only
/*
 * progress.c - how far a run is, and how long it will take. See progress.h.
 */
#include "progress.h"

#include <math.h>
#include <stdio.h>

double cg_progress_left(const struct cg_progress *progress, uint64_t now_ns)
{
	const struct cg_progress *p = progress;
	double left;

	if (!p->began_ns || p->nr_done == p->nr_rounds)
		return NAN;
	if (p->nr_done == 0)
		left = p->before_sec + (double)p->nr_rounds * p->round_sec -
		       (double)(now_ns - p->began_ns) / 1e9;
	else
		left = (double)(p->nr_rounds - p->nr_done) *
			       ((double)(p->ended_ns - p->first_ns) / 1e9 / (double)p->nr_done) -
		       (double)(now_ns - p->ended_ns) / 1e9;
	left += p->after_sec;
	return left < 0 ? 0 : left;
}

char *cg_progress_line(const struct cg_progress *progress, const char *doing, uint64_t now_ns,
		       char *line, size_t size)
{
	double left = cg_progress_left(progress, now_ns);
	int used = snprintf(line, size, "%s", doing);

	if (used < 0 || (size_t)used >= size || isnan(left))
		return line;
	if (left < 100)
		snprintf(line + used, size - (size_t)used, ", %zu of %zu rounds done, %.0f s left",
			 progress->nr_done, progress->nr_rounds, ceil(left));
	else
		snprintf(line + used, size - (size_t)used,
			 ", %zu of %zu rounds done, %.0f min left", progress->nr_done,
			 progress->nr_rounds, ceil(left / 60));
	return line;
}

char *cg_progress_steps(const char *doing, size_t nr_done, size_t nr, uint64_t elapsed_ns,
			char *line, size_t size)
{
	double left_sec = (double)elapsed_ns / 1e9 / (double)nr_done * (double)(nr - nr_done);

	if (nr_done == 0)
		snprintf(line, size, "%s", doing);
	else
		snprintf(line, size, "%s, about %.0f s left", doing, ceil(left_sec));
	return line;
}
