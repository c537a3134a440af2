/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stats.h - what is said about a handful of rounds. docs/statistics.md says why.
 */
#ifndef CGPONG_STATS_H
#define CGPONG_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* A sample's summary. NAN where it cannot be computed (an interval of one value). */
struct cg_summary {
	size_t n;
	double median, min, max;
	double mad;	  /* median absolute deviation from the median, unscaled; NAN if n < 2 */
	double low, high; /* 95 % interval of the geometric mean; NAN if n < 2 or a value <= 0 */
};

/**
 * cg_summarize() - the summary of a sample
 * @values: n numbers, n >= 1
 *
 * The interval is Student's t on the logarithms, transformed back.
 *
 * Return: false without memory.
 */
bool cg_summarize(const double *values, size_t n, struct cg_summary *summary);

/* How one sample relates to another. */
struct cg_ratio {
	double ratio;	  /* geometric mean of the paired ratios */
	double low, high; /* its 95 % interval; NAN if n < 2 */
};

/**
 * cg_paired_ratio() - a[i] / b[i], where a[i] and b[i] were measured next to each other
 * @a, @b: n positive numbers each, n >= 1
 *
 * Student's t on log(a[i] / b[i]): drift that both share cancels out. All NAN if a number is
 * not positive.
 */
struct cg_ratio cg_paired_ratio(const double *a, const double *b, size_t n);

/**
 * cg_jain() - Jain's fairness index, 1 when all are equal, 1/n when one has everything
 *
 * Jain, Chiu, Hawe: A Quantitative Measure Of Fairness And Discrimination (DEC-TR-301, 1984).
 * Return: the index; NAN if all are 0.
 */
double cg_jain(const double *values, size_t n);

/**
 * cg_student_t975() - the 97.5 % quantile of Student's t distribution
 * @df: degrees of freedom, >= 1
 */
double cg_student_t975(size_t df);

#endif
