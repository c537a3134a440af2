/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recipe_run.h - runs recipes on the running kernel and says what came of it.
 */
#ifndef CGPONG_RECIPE_RUN_H
#define CGPONG_RECIPE_RUN_H

#include <jansson.h>
#include <stdio.h>

#include "measure.h"
#include "recipe.h"

#define CG_RECIPES_SCHEMA "cgpong-recipes/1"

/* One recipe that was run. */
struct cg_recipe_run {
	struct cg_recipe recipe;
	char *command; /* what was run, in full; NULL: nothing yet */
	struct cg_outcome outcome;
	struct cg_diagnosis diagnosis;
};

/**
 * cg_recipe_run() - run one recipe
 * @run: .recipe is set; the rest is filled; freed with cg_recipe_run_free()
 * @measure: open
 * @more: arguments for the workload behind the recipe's own, which they override
 * @nr_more: how many, at most 24
 * @error: see error.h
 *
 * A workload that is skipped or fails makes a diagnosis SKIPPED or FAILED, with its reason. Return: 0, -EINTR,
 * or -errno.
 */
int cg_recipe_run(struct cg_recipe_run *run, struct cg_measure *measure, const char *const *more,
		  size_t nr_more, struct cg_error *error);

/** cg_recipe_run_print() - what was run and what it shows, and the line "VERDICT key=value ..." */
void cg_recipe_run_print(FILE *out, const struct cg_recipe_run *run, bool quiet);

/** cg_recipe_runs_json() - several as a new JSON object, or NULL without memory */
json_t *cg_recipe_runs_json(const struct cg_recipe_run *runs, size_t nr);

/**
 * cg_recipe_runs_status() - the exit code: 0 if any was judged, 4 if all were skipped, 64 if a
 * workload refused its command line, 1 if it failed otherwise
 */
int cg_recipe_runs_status(const struct cg_recipe_run *runs, size_t nr);

void cg_recipe_run_free(struct cg_recipe_run *run);

#endif
