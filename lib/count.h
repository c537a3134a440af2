/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * count.h - what the kernel's charge path did per op, in a round of a fixed number of ops.
 *
 * The window is exact: all workers have prepared and done a round before, and wait at the barrier when
 * the first reading is taken; they wait there again at the second. So nothing of set-up
 * and exit is in it. What the rest of the machine did is estimated by an idle stretch of
 * the same length, reported as background, and taken off the per-op figure.
 */
#ifndef CGPONG_COUNT_H
#define CGPONG_COUNT_H

#include <stdbool.h>

#include "crew.h"
#include "probes.h"

struct cg_count {
	uint64_t ops; /* of all instances; 0: nothing was counted */
	double seconds;
	double background_seconds;
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	uint64_t hits[CG_NR_EVENTS];
	uint64_t missed
		[CG_NR_EVENTS]; /* calls from inside another probe: the kernel counts them apart */
	uint64_t background[CG_NR_EVENTS]; /* in background_seconds */
};

/**
 * cg_count_round() - count one round of one crew
 * @count: filled on success
 * @probes: open, disabled; disabled again afterwards
 * @crew: prepared and warm
 * @ops: per instance
 * @error: see error.h
 *
 * Return: 0, -EINTR, or -errno.
 */
int cg_count_round(struct cg_count *count, struct cg_probes *probes, struct cg_crew *crew,
		   uint64_t ops, struct cg_error *error);

/**
 * cg_count_per_op() - calls per op: hits and missed hits, background taken off
 * Return: the figure, never negative; NAN if the event has no symbol or nothing was counted.
 */
double cg_count_per_op(const struct cg_count *count, enum cg_event event);

/**
 * cg_count_background_per_op() - calls per op that were taken off as background
 * Return: the figure; NAN as cg_count_per_op().
 */
double cg_count_background_per_op(const struct cg_count *count, enum cg_event event);

/**
 * cg_count_has_charge() - whether the ops charged anything at all
 *
 * Any event of the charge path is evidence, uncharges too: on a kernel that inlines its slab hooks
 * an object's refill is all there is to see.
 */
bool cg_count_has_charge(const struct cg_count *count);

#endif
