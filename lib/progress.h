/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * progress.h - how far a run is, and how long it will take.
 */
#ifndef CGPONG_PROGRESS_H
#define CGPONG_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

struct cg_progress {
	size_t nr_done, nr_rounds; /* timed rounds of all contexts */
	double round_sec;	   /* as it was asked for; NAN if it is so many ops long */
	double before_sec;	   /* of warm-ups, before the first round */
	double after_sec;	   /* of what comes after the last */
	uint64_t began_ns;	   /* the first warm-up, on cg_clock_ns()'s clock; 0: not yet */
	uint64_t first_ns;	   /* the first round; 0: not yet */
	uint64_t ended_ns;	   /* the last round that is done */
};

/**
 * cg_progress_left() - how many seconds are left until the last round and what is known to follow
 *
 * By the rounds that are done, and before the first by what was asked for. Return: NAN where there is
 * nothing to go by.
 */
double cg_progress_left(const struct cg_progress *progress, uint64_t now_ns);

/**
 * cg_progress_line() - what is being done, how many rounds are done, how long it will take
 * @doing: "leaf: round 2 of 5"
 *
 * Return: @line.
 */
char *cg_progress_line(const struct cg_progress *progress, const char *doing, uint64_t now_ns,
		       char *line, size_t size);

/**
 * cg_progress_steps() - what is being done, and how long this step and those after it will take about
 * @doing: "step 2 of 5, nr 4"
 * @nr_done, @nr: steps
 * @elapsed_ns: that those done have taken
 *
 * Return: @line.
 */
char *cg_progress_steps(const char *doing, size_t nr_done, size_t nr, uint64_t elapsed_ns,
			char *line, size_t size);

#endif
