/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sweep.h - runs a workload once for every value of one option.
 */
#ifndef CGPONG_SWEEP_H
#define CGPONG_SWEEP_H

#include <jansson.h>

#include "measure.h"
#include "sweep_plan.h"

#define CG_SWEEP_SCHEMA "cgpong-sweep/1"

struct cg_sweep {
	const struct cg_sweep_plan *plan;
	size_t nr_done;
	struct cg_outcome *steps; /* [plan->nr_steps] */
	int interrupted;	  /* the signal that ended it early, or 0 */
	/* Called before each step that is measured, and after each step; or NULL. */
	void (*on_begin)(void *data, const struct cg_sweep *sweep, size_t step);
	void (*on_step)(void *data, const struct cg_sweep *sweep, size_t step);
	void *on_step_data;
};

/**
 * cg_sweep_run() - run it, one step after the other
 * @sweep: zeroed but for .plan and the callbacks; filled; freed by the caller with cg_sweep_free()
 * @error: see error.h
 *
 * First every step is checked (--check), so that a value the workload does not take is a
 * usage error before anything is measured. A step that is skipped or fails does not end the
 * sweep. A signal that asks us to end does: the workload is ended and what it
 * has measured is in its step.
 *
 * Return: 0, also if steps failed and after a signal; -EINVAL with the workload's usage error;
 * or -errno.
 */
int cg_sweep_run(struct cg_sweep *sweep, struct cg_error *error);

/**
 * cg_sweep_status() - the exit code of a sweep: 1 if a step failed or a signal ended it, 4 if all
 * steps were skipped, else 0
 */
int cg_sweep_status(const struct cg_sweep *sweep);

/** cg_sweep_json() - all results so far as a new JSON object, or NULL without memory */
json_t *cg_sweep_json(const struct cg_sweep *sweep);

void cg_sweep_free(struct cg_sweep *sweep);

#endif
