/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * steadiness.h - whether rounds are of one kind, or fall into two groups, or go up or down with time.
 *
 * Both tests are exact, so that they mean something at five rounds, and find nothing where there are
 * too few rounds to tell. docs/statistics.md says what they assume.
 */
#ifndef CGPONG_STEADINESS_H
#define CGPONG_STEADINESS_H

#include <stdbool.h>
#include <stddef.h>

/* So rarely does either test find something in rounds that have nothing but noise. */
#define CG_STEADINESS_LEVEL 0.01
/* A smaller effect, as a share, is found by no one: cgpong gate lets pass as much. */
#define CG_STEADINESS_EFFECT 0.05
/* Fewer rounds than these do not fall into groups. */
#define CG_STEADINESS_ROUNDS_MIN 5

struct cg_two_groups {
	size_t nr_low, nr_high; /* how many values are in the lower group, and in the higher */
	double low, high;	/* medians of the groups */
	double p;		/* of so wide a gap, at most, if there is one group only */
};

/**
 * cg_steadiness_groups() - do the values fall into two groups, with nothing in between?
 * @values: @n positive numbers in any order
 *
 * Looks for the widest gap on the logarithmic scale that leaves a fifth of the values, and two, on
 * either side. The null hypothesis is an even spread between the lowest and the highest: the gaps
 * of n values then divide the range as n - 2 cuts at random would, and one given gap is wider than the
 * share g of it with probability (1 - g)^(n - 2). Whatever crowds towards a middle leaves narrower
 * gaps there.
 *
 * Return: whether p < CG_STEADINESS_LEVEL and the gap is no less than CG_STEADINESS_EFFECT; @groups
 * is filled then.
 */
bool cg_steadiness_groups(const double *values, size_t n, struct cg_two_groups *groups);

/**
 * cg_steadiness_trend() - do the values rise or fall with time?
 * @values: @n positive numbers in the order they were measured
 * @change: of the last against the first by the trend, as a share: -0.1 is 10 % less
 *
 * Mann and Kendall's test by the exact distribution of inversions, two-sided; the change is Sen's
 * slope. Beyond 100 values their means in blocks are taken. H. B. Mann: Nonparametric Tests Against
 * Trend (Econometrica 13, 1945).
 *
 * Return: whether p < CG_STEADINESS_LEVEL and the change is no less than CG_STEADINESS_EFFECT; with
 * 5 values or fewer p cannot be so small. @change is filled then.
 */
bool cg_steadiness_trend(const double *values, size_t n, double *change);

/**
 * cg_steadiness_orders() - the probability of @inversions or fewer in a random order of @n
 * @n: 1 to 100
 *
 * Return: NAN without memory.
 */
double cg_steadiness_orders(size_t n, size_t inversions);

#endif
