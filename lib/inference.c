// SPDX-License-Identifier: GPL-2.0-only
/*
 * inference.c - whether two samples differ, and by how much. See inference.h.
 */
#include "inference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Up to here all orders are counted: 6 million additions at most. */
#define EXACT_PAIRS_MAX 2500

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double cg_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare_doubles);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/*
 * In how many orders of m and n values each U from 0 to @last comes about; NULL without memory. The
 * greatest value is one of the m, which then is above all n, or one of the n, which adds nothing:
 * N(u; m, n) = N(u - n; m - 1, n) + N(u; m, n - 1). Only sums of positive numbers: as doubles
 * they are good to 15 digits.
 */
static double *count_orders(size_t m, size_t n, size_t last)
{
	size_t width = last + 1;
	double *rows = cg_memory_new((m + 1) * width, sizeof(*rows));

	if (!rows)
		return NULL;
	for (size_t i = 0; i <= m; i++)
		rows[i * width] = 1;
	for (size_t j = 1; j <= n; j++) {
		for (size_t i = 1; i <= m; i++) {
			for (size_t u = j; u < width; u++)
				rows[i * width + u] += rows[(i - 1) * width + u - j];
		}
	}
	memmove(rows, rows + m * width, width * sizeof(*rows));
	return rows;
}

/* How many orders there are: n + m over n. */
static double all_orders(size_t m, size_t n)
{
	double all = 1;

	for (size_t i = 1; i <= n; i++)
		all *= (double)(m + i) / (double)i;
	return all;
}

/* P(U <= u), which is also P(U >= m * n - u). Negative without memory. */
static double exact_tail(size_t m, size_t n, size_t u)
{
	double *orders = count_orders(m, n, u), below = 0;

	if (!orders)
		return -1;
	for (size_t i = 0; i <= u; i++)
		below += orders[i];
	free(orders);
	return below / all_orders(m, n);
}

static double normal_tail(double z)
{
	return erfc(z / sqrt(2)) / 2;
}

/* Sum of t^3 - t over the groups of equal values in both samples. Negative without memory. */
static double ties(const double *a, size_t m, const double *b, size_t n)
{
	size_t all = m + n;
	double *values = cg_memory_new(all, sizeof(*values)), sum = 0;

	if (!values)
		return -1;
	for (size_t i = 0; i < all; i++)
		values[i] = i < m ? a[i] : b[i - m];
	qsort(values, all, sizeof(*values), compare_doubles);
	for (size_t i = 0, next; i < all; i = next) {
		double t;

		for (next = i + 1; next < all && values[next] <= values[i]; next++)
			;
		t = (double)(next - i);
		sum += t * t * t - t;
	}
	free(values);
	return sum;
}

static double variance_of_u(size_t m, size_t n, double tied)
{
	double all = (double)(m + n);

	return (double)m * (double)n / 12 * (all + 1 - tied / (all * (all - 1)));
}

bool cg_mann_whitney(const double *a, size_t m, const double *b, size_t n, struct cg_u_test *test)
{
	double pairs = (double)m * (double)n, tied = ties(a, m, b, n), far, tail;

	*test = (struct cg_u_test){ .u = 0, .p = 1, .exact = false };
	for (size_t i = 0; i < m; i++) {
		for (size_t j = 0; j < n; j++)
			test->u += b[j] > a[i] ? 1 : b[j] < a[i] ? 0 : 0.5;
	}
	far = fmax(test->u, pairs - test->u);
	test->exact = tied <= 0 && m * n <= EXACT_PAIRS_MAX;
	if (test->exact) {
		tail = exact_tail(m, n, (size_t)(pairs - far));
	} else {
		double variance = variance_of_u(m, n, tied);

		/* All values are the same: nothing differs. */
		tail = variance > 0 ? normal_tail((far - pairs / 2 - 0.5) / sqrt(variance)) : 1;
	}
	test->p = fmin(1, 2 * tail);
	return tied >= 0 && tail >= 0;
}

/* z such that normal_tail(z) = tail, by halving: 60 steps are good to the last digit. */
static double normal_quantile(double tail)
{
	double low = -10, high = 10;

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (normal_tail(middle) > tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

/*
 * The greatest k such that P(U <= k - 1) <= tail: as many differences are cut off at either end,
 * but for the k-th itself. 0: not even one. Negative without memory.
 */
static long cut_off(size_t m, size_t n, double tail)
{
	double *orders, all, below = 0;
	long k = 0;

	if (m * n > EXACT_PAIRS_MAX) {
		double k_normal = (double)m * (double)n / 2 -
				  normal_quantile(tail) * sqrt(variance_of_u(m, n, 0));

		return k_normal < 1 ? 0 : (long)k_normal;
	}
	orders = count_orders(m, n, m * n / 2);
	if (!orders)
		return -1;
	all = all_orders(m, n);
	while ((size_t)k < m * n / 2 && (below += orders[k]) <= tail * all)
		k++;
	free(orders);
	return k;
}

bool cg_hodges_lehmann(const double *a, size_t m, const double *b, size_t n, double tail,
		       struct cg_shift *shift)
{
	size_t pairs = m * n;
	double *differences = cg_memory_new(pairs, sizeof(*differences));
	long k = cut_off(m, n, tail);

	*shift = (struct cg_shift){ NAN, NAN, NAN };
	if (!differences || k < 0) {
		free(differences);
		return false;
	}
	for (size_t i = 0; i < pairs; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): n is at least 1 */
		differences[i] = b[i % n] - a[i / n];
	shift->estimate = cg_median(differences, pairs);
	if (k > 0) {
		shift->low = differences[k - 1];
		shift->high = differences[pairs - (size_t)k];
	}
	free(differences);
	return true;
}

bool cg_theil_sen(const double *x, const double *y, size_t n, double apart, double *slope)
{
	double *slopes = cg_memory_new(n * n / 2 + 1, sizeof(*slopes));
	size_t nr = 0;

	for (size_t i = 0; i < n && slopes; i++) {
		for (size_t j = 0; j < i; j++) {
			if (fabs(x[i] - x[j]) > apart)
				slopes[nr++] = (y[i] - y[j]) / (x[i] - x[j]);
		}
	}
	if (nr >= n && nr > 0)
		*slope = cg_median(slopes, nr);
	free(slopes);
	return nr >= n && nr > 0;
}
