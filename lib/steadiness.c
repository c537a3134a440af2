// SPDX-License-Identifier: GPL-2.0-only
/*
 * steadiness.c - whether rounds are of one kind. See steadiness.h.
 */
#include "steadiness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inference.h"

#define BLOCKS_MAX 100

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The logarithms of @values, owned by the caller; NULL if one has none, or without memory. */
static double *logarithms(const double *values, size_t n)
{
	double *logs = malloc(n * sizeof(*logs));

	for (size_t i = 0; i < n && logs; i++) {
		logs[i] = log(values[i]);
		if (!isfinite(logs[i])) {
			free(logs);
			return NULL;
		}
	}
	return logs;
}

/* Where, in sorted @logs, the values above the widest gap begin that leaves @least on both sides. */
static size_t widest_gap(const double *logs, size_t n, size_t least)
{
	size_t widest = least;

	for (size_t i = least; i + least <= n; i++) {
		if (logs[i] - logs[i - 1] > logs[widest] - logs[widest - 1])
			widest = i;
	}
	return widest;
}

static bool judge_groups(double *logs, size_t n, struct cg_two_groups *groups)
{
	size_t least = (n + 4) / 5 > 2 ? (n + 4) / 5 : 2, above;
	double range, gap;

	qsort(logs, n, sizeof(*logs), compare_doubles);
	above = widest_gap(logs, n, least);
	range = logs[n - 1] - logs[0];
	gap = logs[above] - logs[above - 1];
	if (gap < log1p(CG_STEADINESS_EFFECT))
		return false;
	groups->p = (double)(n - 2 * least + 1) * pow(1 - gap / range, (double)(n - 2));
	groups->nr_low = above;
	groups->nr_high = n - above;
	groups->low = exp(cg_median(logs, above));
	groups->high = exp(cg_median(logs + above, n - above));
	return groups->p < CG_STEADINESS_LEVEL;
}

bool cg_steadiness_groups(const double *values, size_t n, struct cg_two_groups *groups)
{
	double *logs = n < CG_STEADINESS_ROUNDS_MIN ? NULL : logarithms(values, n);
	bool found = logs && judge_groups(logs, n, groups);

	free(logs);
	return found;
}

/*
 * A random order of i + 1 things has the inversions of a random order of i, and 0 to i more, all as
 * likely: the distribution for n is a running mean of that for n - 1, over and over.
 */
static double sum_of_orders(double *p, double *next, size_t n, size_t inversions)
{
	size_t most = n * (n - 1) / 2;
	double sum = 0;

	p[0] = 1;
	for (size_t i = 2; i <= n; i++) {
		double window = 0, *swap = p;

		for (size_t k = 0; k <= most; k++) {
			window += p[k] - (k >= i ? p[k - i] : 0);
			next[k] = window / (double)i;
		}
		p = next;
		next = swap;
	}
	for (size_t k = 0; k <= inversions && k <= most; k++)
		sum += p[k];
	return sum;
}

double cg_steadiness_orders(size_t n, size_t inversions)
{
	size_t room = n * (n - 1) / 2 + 1;
	double *p = calloc(room, sizeof(*p)), *next = calloc(room, sizeof(*next));
	double sum = p && next ? sum_of_orders(p, next, n, inversions) : (double)NAN;

	free(p);
	free(next);
	return sum;
}

/* Pairs in which the later is below the earlier; a tie is none. */
static size_t count_falls(const double *values, size_t n)
{
	size_t falls = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = i + 1; j < n; j++)
			falls += values[j] < values[i];
	}
	return falls;
}

static size_t count_rises(const double *values, size_t n)
{
	size_t rises = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = i + 1; j < n; j++)
			rises += values[j] > values[i];
	}
	return rises;
}

/* Means of as many neighbours, whole blocks only. Return: how many there are. */
static size_t make_blocks(double *values, size_t n)
{
	size_t length = (n + BLOCKS_MAX - 1) / BLOCKS_MAX, nr = n / length;

	for (size_t b = 0; b < nr; b++) {
		double sum = 0;

		for (size_t i = 0; i < length; i++)
			sum += values[b * length + i];
		values[b] = sum / (double)length;
	}
	return nr;
}

static bool judge_trend(double *logs, size_t n, double *change)
{
	double times[BLOCKS_MAX], slope;
	size_t falls, rises, against;

	n = make_blocks(logs, n);
	falls = count_falls(logs, n);
	rises = count_rises(logs, n);
	/* Ties count against a trend either way: with them it is found too rarely, never too often. */
	against = n * (n - 1) / 2 - (falls > rises ? falls : rises);
	if (!(2 * cg_steadiness_orders(n, against) < CG_STEADINESS_LEVEL))
		return false;
	for (size_t i = 0; i < n; i++)
		times[i] = (double)i;
	if (!cg_theil_sen(times, logs, n, 0, &slope))
		return false;
	*change = expm1(slope * (double)(n - 1));
	return fabs(slope * (double)(n - 1)) >= log1p(CG_STEADINESS_EFFECT);
}

bool cg_steadiness_trend(const double *values, size_t n, double *change)
{
	double *logs = n < 2 ? NULL : logarithms(values, n);
	bool found = logs && judge_trend(logs, n, change);

	free(logs);
	return found;
}
