/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gate.h - a verdict on fresh runs against a baseline: what a CI job acts on.
 *
 * False alarms are the danger: a gate that cries wolf is switched off. So a regression needs
 * an interval that lies beyond the limit as a whole, a pass one that lies within, and whatever
 * the machine's noise leaves open is inconclusive. docs/statistics.md has the figures.
 */
#ifndef CGPONG_GATE_H
#define CGPONG_GATE_H

#include <stdbool.h>
#include <stdio.h>

#include "compare.h"

enum cg_verdict {
	CG_VERDICT_PASS,
	CG_VERDICT_REGRESSION,
	CG_VERDICT_INCONCLUSIVE,
	CG_VERDICT_SKIPPED
};

/* By what a slowdown is judged. */
enum cg_gate_clock {
	CG_CLOCK_BOTH, /* a regression by CPU time that wall time does not refute */
	CG_CLOCK_WALL, /* ops/sec alone: for a machine nobody else uses */
	CG_CLOCK_CPU,  /* ops per second of CPU time alone: for a machine that is always shared */
};

/* What is judged. */
enum cg_gate_by {
	CG_BY_BOTH,
	CG_BY_TIME,
	CG_BY_COUNTS, /* where time says nothing, as under emulation */
};

struct cg_gate_limits {
	double max_slowdown;	/* 0.05: a twentieth of the baseline's ops/sec may be lost */
	double max_extra_calls; /* per op, above the baseline */
	enum cg_gate_clock clock;
	enum cg_gate_by by;
};

/* One thing that was judged. */
struct cg_gate_item {
	char context[64];
	char what[32]; /* "time", or an event */
	enum cg_verdict verdict;
	char why[320]; /* figures and limit, or why there is no verdict; plain text */
};

struct cg_gate {
	enum cg_verdict verdict;
	bool open;     /* more runs may settle it */
	char why[512]; /* of SKIPPED */
	char workload[80];
	size_t nr_base, nr_fresh; /* runs */
	size_t nr_items;
	struct cg_gate_item *items;
	size_t nr_differences;
	struct cg_difference differences[CG_DIFFERENCES_MAX];
};

/* From so many runs on either side on, runs are compared, and else rounds, with an allowance. */
#define CG_GATE_RUNS_MIN 4

/* More are not measured. */
#define CG_GATE_RUNS_MAX 90

/**
 * cg_gate_is_look() - whether a gate that measures judges after so many runs: not after each, for
 * each look is a chance of a false alarm
 */
bool cg_gate_is_look(size_t nr_runs);

/**
 * cg_gate_judge() - compare, and judge
 * @gate: filled; freed by the caller with cg_gate_free()
 * @base, @fresh: at least one run each
 * @error: see error.h
 *
 * Return: 0, -EINVAL (usage) if they are not comparable, or -ENOMEM.
 */
int cg_gate_judge(struct cg_gate *gate, const struct cg_runs *base, const struct cg_runs *fresh,
		  const struct cg_gate_limits *limits, struct cg_error *error);

/**
 * cg_gate_part() - the verdict on the times alone, or on the counts alone
 *
 * Return: the worst of its items; SKIPPED where nothing of it could be compared.
 */
enum cg_verdict cg_gate_part(const struct cg_gate *gate, bool times);

/** cg_gate_free() - release it; a zeroed one is fine */
void cg_gate_free(struct cg_gate *gate);

/** cg_verdict_name() - "pass", "regression", "inconclusive", "skipped" */
const char *cg_verdict_name(enum cg_verdict verdict);

enum cg_gate_format { CG_GATE_TEXT, CG_GATE_KTAP, CG_GATE_JUNIT, CG_GATE_GITHUB };

/** cg_gate_print() - for people, kselftest, JUnit's readers or GitHub's log */
void cg_gate_print(FILE *out, const struct cg_gate *gate, enum cg_gate_format format);

#endif
