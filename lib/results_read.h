/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results_read.h - results files and baselines, read back: strictly, for they come from anywhere.
 *
 * Whoever gets a run from here may rely on the types and ranges that docs/results.md gives for
 * what comparing needs, and on rounds in every context; on nothing else.
 */
#ifndef CGPONG_RESULTS_READ_H
#define CGPONG_RESULTS_READ_H

#include <jansson.h>
#include <stddef.h>

#include "error.h"

#define CG_BASELINE_SCHEMA "cgpong-baseline/1"

/* Above a results file of a thousand workers and a hundred rounds. */
#define CG_RESULTS_BYTES_MAX (64 << 20)

/* Runs of one kind: the fresh ones, or those of a baseline. Zeroed: none. */
struct cg_runs {
	size_t nr;
	json_t **items; /* owned references */
};

/**
 * cg_results_load() - a JSON file of at most CG_RESULTS_BYTES_MAX, no key twice in an object
 * Return: the value, a new reference, whatever it is; or NULL with @error filled (usage, where it can be read
 * but is no JSON).
 */
json_t *cg_results_load(const char *path, struct cg_error *error);

/**
 * cg_runs_read() - add the run of a results file, or the runs of a baseline file
 * @runs: added to; freed by the caller with cg_runs_free(), also after a failure
 * @path: a file of schema cgpong/1 or cgpong-baseline/1, at most CG_RESULTS_BYTES_MAX
 * @error: see error.h
 *
 * Return: 0; -errno if it cannot be read; -EINVAL (usage) if it is something else, is damaged, or
 * has a run that did not come to its end or measured nothing.
 */
int cg_runs_read(struct cg_runs *runs, const char *path, struct cg_error *error);

/**
 * cg_runs_add() - check one run, and add it
 * @results: schema cgpong/1; the caller keeps its own reference
 * @name: what to call it in messages
 *
 * Return: as cg_runs_read().
 */
int cg_runs_add(struct cg_runs *runs, json_t *results, const char *name, struct cg_error *error);

void cg_runs_free(struct cg_runs *runs);

#endif
