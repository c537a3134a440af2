/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure.h - runs a workload's program and brings its results back as JSON: for whatever needs
 * more than one run to say something (recipes, the geometry).
 */
#ifndef CGPONG_MEASURE_H
#define CGPONG_MEASURE_H

#include <jansson.h>
#include <stdbool.h>

#include "aside.h"
#include "catalog.h"
#include "error.h"
#include "watch.h"

struct cg_measure {
	struct cg_aside aside;
	struct cg_catalog catalog;
	struct cg_watch watch;
};

/* How one run ended. */
struct cg_outcome {
	int status;	 /* 0, 1, 4 or 64 */
	char why[512];	 /* if not 0 */
	json_t *results; /* owned; NULL if there are none */
};

/**
 * cg_measure_open() - find the programs and watch for signals
 * @measure: filled; ended with cg_measure_close()
 * Return: 0 or -errno.
 */
int cg_measure_open(struct cg_measure *measure, struct cg_error *error);

/**
 * cg_measure() - run a workload once
 * @workload: its name
 * @words: its arguments, without the program's name; --json is added
 * @nr_words: how many, at most 60
 * @outcome: filled; .results is the caller's to json_decref()
 * @error: see error.h
 *
 * A workload that fails or is skipped is no error here: @outcome says so. Return: 0; -EINTR when a
 * signal asked us to end; -EINVAL (usage) if there is no such workload; or -errno.
 */
int cg_measure(struct cg_measure *measure, const char *workload, const char *const *words,
	       size_t nr_words, struct cg_outcome *outcome, struct cg_error *error);

/**
 * cg_measure_program() - the same for a program and a whole argv, which asks for "--json -"
 * @keep_err: keep its stderr, for .why; else it is ours
 *
 * Return: 0, -EINTR, or -errno.
 */
int cg_measure_program(struct cg_watch *watch, const char *program, char *const *argv,
		       bool keep_err, struct cg_outcome *outcome, struct cg_error *error);

void cg_measure_close(struct cg_measure *measure);

#endif
