/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_sweep.h - a sweep's file as curves: steps in the order of what varies, contexts, and the
 * ranges in which the charge path is walked.
 */
#ifndef CGPONG_REPORT_SWEEP_H
#define CGPONG_REPORT_SWEEP_H

#include <stdbool.h>

#include "events.h"
#include "json_node.h"

struct cg_report_step {
	struct cg_json_node node;
	char label[64]; /* what the option was; plain text */
	double number;	/* the same, or NAN if it is none */
	int exit_code;
};

struct cg_report_mark {
	int event;
	size_t context, first, last; /* steps */
};

struct cg_report_sweep {
	char workload[80], option[80]; /* plain text */
	bool interrupted, is_numeric;
	size_t nr_steps, nr_failed;
	struct cg_report_step *steps;
	size_t nr_contexts;
	size_t nr_marks;
	struct cg_report_mark *marks;
	size_t rates_plot, calls_plots; /* the latter: the first of one per context */
};

/* The events whose curves are shown; as `cgpong sweep` does unless told otherwise. */
#define CG_REPORT_SWEEP_EVENTS 4
extern const enum cg_event cg_report_sweep_events[CG_REPORT_SWEEP_EVENTS];

/**
 * cg_report_sweep_read() - out of a file that was checked
 * @sweep: filled; freed by the caller with cg_report_sweep_free()
 * Return: false without memory.
 */
bool cg_report_sweep_read(struct cg_report_sweep *sweep, const struct cg_json_node *top);

/** cg_report_sweep_context() - what a context is called, by the first step that has it */
const char *cg_report_sweep_context(const struct cg_report_sweep *sweep, size_t context);

/** cg_report_sweep_rate() - "median", "low" or "high" of a step's ops/sec */
struct cg_json_node cg_report_sweep_rate(const struct cg_report_sweep *sweep, size_t step,
					 size_t context, const char *key);

/** cg_report_sweep_calls() - an event's calls per op in a step */
struct cg_json_node cg_report_sweep_calls(const struct cg_report_sweep *sweep, size_t step,
					  size_t context, enum cg_event event);

void cg_report_sweep_free(struct cg_report_sweep *sweep);

#endif
