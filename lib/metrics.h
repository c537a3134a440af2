/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * metrics.h - the figures that are summed up per context, by the names they have everywhere.
 */
#ifndef CGPONG_METRICS_H
#define CGPONG_METRICS_H

#include "run.h"
#include "stats.h"

#define CG_METRICS_MAX 16

struct cg_metric {
	char name[48]; /* as in JSON: "ops_per_sec" */
	double (*of)(const struct cg_round *round, double factor, size_t nr_workers);
	double factor;
	const char *unit; /* for people: what one is, or what 1 means */
};

/**
 * cg_metrics_of() - the metrics of a run's workload
 * @metrics: CG_METRICS_MAX entries
 * Return: how many there are; ops_per_sec is the first.
 */
size_t cg_metrics_of(const struct cg_run *run, struct cg_metric *metrics);

/**
 * cg_metric_values() - a metric of each of a context's rounds
 * @values: nr_rounds numbers; NAN where a round has none
 */
void cg_metric_values(const struct cg_run *run, const struct cg_context *context,
		      const struct cg_metric *metric, double *values);

/**
 * cg_metric_summary() - a metric over a context's rounds
 * Return: false if there is no round, no value in some round, or no memory.
 */
bool cg_metric_summary(const struct cg_run *run, const struct cg_context *context,
		       const struct cg_metric *metric, struct cg_summary *summary);

/** cg_baseline_of() - the context the others are compared with: root if there is one, else the
 * first */
size_t cg_baseline_of(const struct cg_run *run);

/** cg_compare_ops() - ops/sec of a context against another's, round by round */
struct cg_ratio cg_compare_ops(const struct cg_run *run, size_t context, size_t baseline);

#endif
