/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inference.h - whether two samples differ, and by how much, without assuming a distribution.
 *
 * Noise of a shared machine is skewed and has outliers and several modes, so everything here works on
 * ranks. docs/statistics.md says what that assumes and what it cannot do.
 */
#ifndef CGPONG_INFERENCE_H
#define CGPONG_INFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* The most values of a side that are looked at: all pairs are formed. */
#define CG_INFERENCE_MAX 1000

/* Mann and Whitney's test, two-sided. */
struct cg_u_test {
	double u;   /* pairs in which b is above a; a tie is half a pair */
	double p;   /* of a U so far from its middle or farther, if nothing differs */
	bool exact; /* by counting all orders; else normal with corrections for ties and continuity */
};

/**
 * cg_mann_whitney() - are the values of @b higher or lower than those of @a?
 * @a: @m numbers, 1 to CG_INFERENCE_MAX; @b: @n numbers likewise
 *
 * Exact where there are no ties and m * n <= 2500. H. B. Mann, D. R. Whitney: On a Test of Whether
 * one of Two Random Variables is Stochastically Larger than the Other (Ann. Math. Statist. 18, 1947).
 *
 * Return: false without memory.
 */
bool cg_mann_whitney(const double *a, size_t m, const double *b, size_t n, struct cg_u_test *test);

/* How far @b is above @a. */
struct cg_shift {
	double estimate;  /* median of all differences b[j] - a[i] */
	double low, high; /* NAN where so few values cannot give an interval of that confidence */
};

/**
 * cg_hodges_lehmann() - the shift between two samples, with the interval that belongs to U
 * @a, @m, @b, @n: as for cg_mann_whitney()
 * @tail: the probability, at most, that the shift lies below .low; and above .high: 0.025 for a
 *	95 % interval
 *
 * The interval's ends are two of the differences, counted by the distribution of U without ties:
 * with ties it is wider than need be, never narrower. J. L. Hodges, E. L. Lehmann:
 * Estimates of Location Based on Rank Tests (Ann. Math. Statist. 34, 1963).
 *
 * Return: false without memory.
 */
bool cg_hodges_lehmann(const double *a, size_t m, const double *b, size_t n, double tail,
		       struct cg_shift *shift);

/**
 * cg_theil_sen() - the slope of @y over @x, which outliers do not move: the median of all pairs' slopes
 * @x, @y: @n numbers each
 * @apart: pairs whose x differ by no more say nothing
 * @slope: set on success
 *
 * P. K. Sen: Estimates of the Regression Coefficient Based on Kendall's Tau (J. Am. Statist. Assoc. 63,
 * 1968).
 *
 * Return: false if fewer than @n pairs say something, or without memory.
 */
bool cg_theil_sen(const double *x, const double *y, size_t n, double apart, double *slope);

/** cg_median() - of @n numbers, n >= 1, which are sorted in place */
double cg_median(double *values, size_t n);

#endif
