// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_inference.c - ranks, intervals and p-values against figures that were worked out elsewhere.
 *
 * U and p: scipy 1.10.1, scipy.stats.mannwhitneyu(b, a), method="exact" where there are no ties and
 * "asymptotic" with use_continuity=True where there are. The ends of intervals: by counting, in
 * Python, the U of every way to choose b's ranks (itertools.combinations); for the large samples
 * by scipy.stats.norm.ppf.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "inference.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static const double five_a[] = { 12.1, 11.4, 13.0, 12.7, 11.9 };
static const double five_b[] = { 13.2, 12.9, 14.1, 13.6, 12.5 };
static const double seven[] = { 103, 98, 110, 95, 101, 99, 120 };
static const double nine[] = { 97, 108, 112, 105, 118, 125, 96, 130, 109 };
static const double tied_a[] = { 3, 3, 4, 5, 5, 6 };
static const double tied_b[] = { 4, 5, 5, 7, 8, 8, 3 };
static const double same[] = { 2, 2, 2 };

static void near(double is, double should)
{
	assert_true(fabs(is - should) <= 1e-9 * fmax(1, fabs(should)));
}

static void check_test(const double *a, size_t m, const double *b, size_t n, double u, double p,
		       int exact)
{
	struct cg_u_test test;

	assert_true(cg_mann_whitney(a, m, b, n, &test));
	near(test.u, u);
	near(test.p, p);
	assert_int_equal(test.exact, exact);
	/* The other way round: the same p, the other U. */
	assert_true(cg_mann_whitney(b, n, a, m, &test));
	near(test.u, (double)(m * n) - u);
	near(test.p, p);
}

static void u_test_is_exact_without_ties(void **state)
{
	(void)state;
	check_test(five_a, 5, five_b, 5, 22, 0.05555555555555555, 1);
	check_test(seven, 7, nine, 9, 43, 0.2522727272727273, 1);
	check_test((double[]){ 1, 2, 3, 4 }, 4, (double[]){ 5, 6, 7, 8 }, 4, 16,
		   0.02857142857142857, 1);
	check_test((double[]){ 1, 2, 3 }, 3, (double[]){ 4, 5, 6 }, 3, 9, 0.1, 1);
	/* One against one: either order is as likely. */
	check_test((double[]){ 1 }, 1, (double[]){ 2 }, 1, 1, 1, 1);
}

static void u_test_corrects_for_ties(void **state)
{
	(void)state;
	check_test(tied_a, 6, tied_b, 7, 29.5, 0.24247032305427596, 0);
	check_test(same, 3, same, 3, 4.5, 1, 0);
}

static void fill_large(double *a, double *b)
{
	for (int i = 1; i <= 60; i++)
		a[i - 1] = (37 * i * i + 11 * i) % 1009;
	for (int i = 1; i <= 70; i++)
		b[i - 1] = (53 * i * i + 7 * i) % 1013 + 60.5;
}

static void u_test_of_large_samples(void **state)
{
	double a[70], b[70];

	(void)state;
	fill_large(a, b);
	check_test(a, 60, b, 70, 2458, 0.0950031428393375, 0);
	for (int i = 1; i <= 50; i++) {
		a[i - 1] = i * 1.5;
		b[i - 1] = i * 1.5 + 0.25 + (i % 7) * 2 + i * 0.001;
	}
	check_test(a, 50, b, 50, 1447.0, 0.17630148247768346, 1);
	for (int i = 0; i < 50; i++)
		b[i] += 9;
	check_test(a, 50, b, 50, 1704.0, 0.0015769198790295893, 1);
}

static void check_shift(const double *a, size_t m, const double *b, size_t n, double tail,
			double estimate, double low, double high)
{
	struct cg_shift shift;

	assert_true(cg_hodges_lehmann(a, m, b, n, tail, &shift));
	near(shift.estimate, estimate);
	if (isnan(low)) {
		assert_true(isnan(shift.low) && isnan(shift.high));
		return;
	}
	near(shift.low, low);
	near(shift.high, high);
}

static void shift_has_the_interval_of_u(void **state)
{
	(void)state;
	check_shift(five_a, 5, five_b, 5, 0.025, 1.1, -0.1, 2.2);
	check_shift(five_a, 5, five_b, 5, 0.005, 1.1, -0.5, 2.7);
	check_shift(seven, 7, nine, 9, 0.025, 8, -4, 20);
	check_shift(seven, 7, nine, 9, 0.001, 8, -14, 30);
	check_shift(tied_a, 6, tied_b, 7, 0.025, 1.5, -1, 4);
}

static void shift_of_few_values_has_no_interval(void **state)
{
	(void)state;
	/* 3 against 3 have 20 orders: not even all of them apart is 1 in 40. */
	check_shift((double[]){ 1, 2, 3 }, 3, (double[]){ 4, 5, 6 }, 3, 0.025, 3, NAN, NAN);
	check_shift((double[]){ 1, 2, 3, 4 }, 4, (double[]){ 5, 6, 7, 8 }, 4, 0.025, 4, 1, 7);
	check_shift((double[]){ 1, 2, 3, 4 }, 4, (double[]){ 5, 6, 7, 8 }, 4, 0.005, 4, NAN, NAN);
	check_shift((double[]){ 1 }, 1, (double[]){ 3 }, 1, 0.025, 2, NAN, NAN);
}

static void shift_of_large_samples(void **state)
{
	double a[70], b[70];

	(void)state;
	fill_large(a, b);
	check_shift(a, 60, b, 70, 0.025, 81.5, -16.5, 196.5);
	check_shift(a, 60, b, 70, 0.001, 81.5, -79.5, 264.5);
}

static void slope_is_not_moved_by_an_outlier(void **state)
{
	const double x[] = { 0, 1, 2, 3, 4 }, y[] = { 1, 3, 5, 7, 900 };
	double slope = 0;

	(void)state;
	/* Six of the ten pairs have a slope of 2, the rest more: the median is between two of the six. */
	assert_true(cg_theil_sen(x, y, 5, 0.5, &slope));
	near(slope, 2);
	/* Three pairs are three apart or more; that is too few for five values. */
	assert_false(cg_theil_sen(x, y, 5, 2.5, &slope));
	assert_false(cg_theil_sen(x, y, 0, 0, &slope));
}

static void median_of_even_and_odd(void **state)
{
	(void)state;
	near(cg_median((double[]){ 3, 1, 2 }, 3), 2);
	near(cg_median((double[]){ 4, 1, 3, 2 }, 4), 2.5);
	near(cg_median((double[]){ 7 }, 1), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u_test_is_exact_without_ties),
		cmocka_unit_test(u_test_corrects_for_ties),
		cmocka_unit_test(u_test_of_large_samples),
		cmocka_unit_test(shift_has_the_interval_of_u),
		cmocka_unit_test(shift_of_few_values_has_no_interval),
		cmocka_unit_test(shift_of_large_samples),
		cmocka_unit_test(slope_is_not_moved_by_an_outlier),
		cmocka_unit_test(median_of_even_and_odd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
