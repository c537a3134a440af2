/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * samples.h - the numbers that are compared: metrics of rounds, or of runs, from results read back.
 */
#ifndef CGPONG_SAMPLES_H
#define CGPONG_SAMPLES_H

#include <stdbool.h>

#include "events.h"
#include "results_read.h"

enum cg_sample_metric {
	CG_SAMPLE_OPS_PER_SEC,	   /* of wall time */
	CG_SAMPLE_OPS_PER_CPU_SEC, /* of the workers' own CPU time: what others take is not in it */
	CG_SAMPLE_CPU_SHARE,	   /* of wall time that the workers ran */
	CG_SAMPLE_USER_SHARE,
	CG_SAMPLE_SYSTEM_SHARE,
	CG_SAMPLE_SWITCHES_PER_OP,
	CG_SAMPLE_CYCLES_PER_OP,
	CG_SAMPLE_INSTRUCTIONS_PER_OP,
	CG_SAMPLE_CPU_SPEED, /* turns of an empty loop per us around the round, see yardstick.h */
	CG_NR_SAMPLE_METRICS
};

/** cg_sample_name() - as in JSON: "ops_per_sec" */
const char *cg_sample_name(enum cg_sample_metric metric);

/* One number per run or per round. */
struct cg_sample {
	size_t n;	/* at most CG_INFERENCE_MAX: more rounds are thinned evenly */
	double *values; /* owned */
};

/* What the CPUs' own speed has to be for a round to take part. */
struct cg_speed_band {
	double low, top, high; /* turns per us */
};

/**
 * cg_speed_band_of() - the speed at which the CPUs ran when nothing slowed them down
 * @runs: checked, at least one
 *
 * That is the highest that a round had, give or take 5 %. On a processor with two threads a core,
 * one of them runs at 0.5 to 0.6 of it while the other is busy (docs/statistics.md).
 *
 * Return: false without memory, or where some round does not have its speed.
 */
bool cg_speed_band_of(const struct cg_runs *runs, size_t context, struct cg_speed_band *band);

/**
 * cg_sample_take() - a metric of one context
 * @runs: checked, at least one
 * @context: index; the runs must have it
 * @by_run: one number per run: the median of its rounds (ops_per_sec, cpu_speed) or that of its rounds
 *	taken together (the rest); else one per round
 * @band: rounds at another speed do not take part, nor runs with less than three that do; NULL: all do
 * @sample: filled; freed by the caller with free(sample->values)
 *
 * Return: false without memory, or where some round does not have the figure: then .n is 0.
 */
bool cg_sample_take(const struct cg_runs *runs, size_t context, enum cg_sample_metric metric,
		    bool by_run, const struct cg_speed_band *band, struct cg_sample *sample);

/** cg_sample_log() - take logarithms in place. Return: false if some value has none */
bool cg_sample_log(struct cg_sample *sample);

/** cg_sample_had_company() - whether another cgpong's charges are among a run's counts */
bool cg_sample_had_company(const json_t *run);

/* An event's calls per op over runs. */
struct cg_sample_calls {
	size_t nr; /* runs that counted it */
	double min, median, max;
	double background; /* median of what was taken off */
};

/**
 * cg_sample_background() - calls per op that were taken off an event's count, for what others do
 * @counts: "counts" of a context
 * @event: its name
 *
 * It was counted in another stretch of time than the ops, so the count may be wrong by as much.
 * Return: the figure; 0 where the file does not say.
 */
double cg_sample_background(const json_t *counts, const char *event);

/**
 * cg_sample_calls() - how often an event came per op
 *
 * Runs that did not count, had company, or whose counts are not valid do not take part. Return: false if none does.
 */
bool cg_sample_calls(const struct cg_runs *runs, size_t context, enum cg_event event,
		     struct cg_sample_calls *calls);

/** cg_sample_context() - a context of one run */
const json_t *cg_sample_context(const json_t *run, size_t context);

#endif
