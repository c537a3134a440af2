/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * round.h - the figures of one round of one context, gathered from its workers.
 */
#ifndef CGPONG_ROUND_H
#define CGPONG_ROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "placement.h"
#include "shared.h"

struct cg_round {
	uint64_t ops;		/* of all instances */
	double seconds;		/* from the first leader's first op to the last leader's last */
	double ops_per_sec;	/* ops / seconds */
	uint64_t *instance_ops; /* [instance], owned */
	double fairness;	/* Jain's index over the instances' own rates; NAN if none ran */
	double user_sec, system_sec; /* of all workers, from getrusage(): as of the last tick */
	double cpu_sec;		     /* of all workers, user and system, exact */
	uint64_t voluntary_switches, involuntary_switches;
	bool has_counters;
	uint64_t cycles, instructions;
	double cpu_speed; /* of the slowest worker's CPU: turns of an empty loop per us */
};

/**
 * cg_round_gather() - the figures of the round that has just ended
 * @round: filled; freed with cg_round_free()
 * @shared: of the context; all workers have arrived
 * @seats: [worker] where each was pinned
 * @error: see error.h; a worker that did not run where it was pinned, members that did not do the
 *	same number of ops, and a round without an op are failures
 *
 * Return: 0 or -errno.
 */
int cg_round_gather(struct cg_round *round, const struct cg_shared *shared,
		    const struct cg_seat *seats, struct cg_error *error);

/** cg_round_free() - release what cg_round_gather() filled */
void cg_round_free(struct cg_round *round);

#endif
