/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare.h - two sides, A and B, metric by metric and event by event; says, does not judge.
 */
#ifndef CGPONG_COMPARE_H
#define CGPONG_COMPARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "comparable.h"
#include "inference.h"
#include "samples.h"

#define CG_COMPARE_SCHEMA "cgpong-compare/1"

/* From so many runs on either side on, runs are compared and not rounds. */
#define CG_COMPARE_RUNS_MIN 3

/* A change of an event's calls per op is one if it is above both. */
#define CG_CALLS_ABSOLUTE 0.05 /* calls per op: half of one call in ten ops */
#define CG_CALLS_RELATIVE 0.01 /* of A's */

/* A time, or a figure made of times. */
struct cg_metric_comparison {
	bool known;   /* both sides have it */
	double a, b;  /* medians */
	size_t m, n;  /* values on either side */
	double ratio; /* B / A: exp of the Hodges-Lehmann shift of logarithms; NAN with a zero */
	double low, high; /* its 95 % interval; NAN: too few values */
	struct cg_u_test test;
	bool differs; /* the interval excludes 1, and p < 0.05 */
};

/* An event of the charge path. */
struct cg_calls_comparison {
	bool known;
	struct cg_sample_calls a, b;
	double change; /* median of B less median of A, calls per op */
	bool differs;
};

struct cg_context_comparison {
	const char *cgroup; /* borrowed from the runs */
	struct cg_metric_comparison metrics[CG_NR_SAMPLE_METRICS];
	struct cg_calls_comparison calls[CG_NR_EVENTS];
};

struct cg_comparison {
	const struct cg_runs *a, *b; /* borrowed */
	bool by_run;		     /* values are medians of runs; else rounds */
	size_t nr_contexts;
	struct cg_context_comparison *contexts;
	size_t nr_differences;
	struct cg_difference differences[CG_DIFFERENCES_MAX];
};

/**
 * cg_compare() - compare two sides
 * @comparison: filled; freed by the caller with cg_comparison_free(), before the runs
 * @a, @b: at least one run each; outlive @comparison
 * @error: see error.h
 *
 * Return: 0, -EINVAL (usage) if they are not comparable, or -ENOMEM.
 */
int cg_compare(struct cg_comparison *comparison, const struct cg_runs *a, const struct cg_runs *b,
	       struct cg_error *error);

void cg_comparison_free(struct cg_comparison *comparison);

/** cg_compare_metric() - one metric of one context; .known is false if a side does not have it */
struct cg_metric_comparison cg_compare_metric(const struct cg_runs *a, const struct cg_runs *b,
					      size_t context, enum cg_sample_metric metric,
					      bool by_run);

/** cg_compare_calls() - one event of one context */
struct cg_calls_comparison cg_compare_calls(const struct cg_runs *a, const struct cg_runs *b,
					    size_t context, enum cg_event event,
					    double max_extra_calls);

/** cg_comparison_print() - for people; as Markdown with @markdown */
void cg_comparison_print(FILE *out, const struct cg_comparison *comparison, bool markdown);

/** cg_comparison_json() - as a new JSON object, or NULL without memory */
json_t *cg_comparison_json(const struct cg_comparison *comparison);

#endif
