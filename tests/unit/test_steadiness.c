// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_steadiness.c - rounds of one kind, in two groups, with a trend. The probabilities are worked out
 * by hand: shares of a range, and orders counted by their inversions (OEIS A008302).
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "steadiness.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-9)

static void two_groups_of_five_rounds(void **state)
{
	/* log2: 0, 1, 20, 20, 21 */
	const double values[] = { 1 << 20, 1, 1 << 21, 2, 1 << 20 };
	struct cg_two_groups groups;

	(void)state;
	assert_true(cg_steadiness_groups(values, 5, &groups));
	assert_int_equal(groups.nr_low, 2);
	assert_int_equal(groups.nr_high, 3);
	NEAR(groups.low, sqrt(2)); /* the median of two logarithms is halfway */
	assert_true(fabs(groups.high - (1 << 20)) < 1e-3);
	/* The gap is 19 of 21, at one of two places. */
	NEAR(groups.p, 2 * pow(2.0 / 21, 3));
}

static void how_likely_a_gap_is(void **state)
{
	/* log2: 0, 1, 13, 13, 14: a gap of 12 of 14, so p = 2 (2/14)^3 = 2/343 < 1 %. */
	const double apart[] = { 8192, 2, 1, 16384, 8192 };
	/* log2: 0, 1, 6, 6, 7: a gap of 5 of 7, p = 2 (2/7)^3 = 16/343. */
	const double near[] = { 64, 2, 1, 128, 64 };
	struct cg_two_groups groups;

	(void)state;
	assert_true(cg_steadiness_groups(apart, 5, &groups));
	NEAR(groups.p, 2.0 / 343);
	assert_false(cg_steadiness_groups(near, 5, &groups));
}

static void an_outlier_is_no_group(void **state)
{
	const double values[] = { 100, 101, 100.5, 101.5, 5000 };
	struct cg_two_groups groups;

	(void)state;
	assert_false(cg_steadiness_groups(values, 5, &groups));
}

static void too_few_to_tell(void **state)
{
	const double values[] = { 1, 1.001, 1000, 1001 };
	struct cg_two_groups groups;

	(void)state;
	for (size_t n = 0; n <= 4; n++)
		assert_false(cg_steadiness_groups(values, n, &groups));
}

static void a_small_gap_is_nobodys_business(void **state)
{
	/* As clear as can be, and 4 %. */
	const double quiet[] = { 100, 100.001, 104, 104.001, 104.002 };
	const double loud[] = { 100, 100.001, 106, 106.001, 106.002 };
	struct cg_two_groups groups;

	(void)state;
	assert_false(cg_steadiness_groups(quiet, 5, &groups));
	assert_true(cg_steadiness_groups(loud, 5, &groups));
}

static void equal_rounds_and_zeros(void **state)
{
	const double equal[] = { 5, 5, 5, 5, 5, 5 }, zero[] = { 0, 0, 0, 7, 7, 7 };
	struct cg_two_groups groups;
	double change;

	(void)state;
	assert_false(cg_steadiness_groups(equal, 6, &groups));
	assert_false(cg_steadiness_groups(zero, 6, &groups));
	assert_false(cg_steadiness_trend(equal, 6, &change));
	assert_false(cg_steadiness_trend(zero, 6, &change));
}

static void a_fifth_is_needed_on_either_side(void **state)
{
	double values[20];
	struct cg_two_groups groups;

	(void)state;
	for (int i = 0; i < 20; i++)
		values[i] = 100 + 0.1 * i;
	values[7] = values[8] = values[9] = 200;
	assert_false(cg_steadiness_groups(values, 20, &groups));
	values[10] = 200;
	assert_true(cg_steadiness_groups(values, 20, &groups));
	assert_int_equal(groups.nr_high, 4);
}

static void orders_by_inversions(void **state)
{
	(void)state;
	NEAR(cg_steadiness_orders(1, 0), 1);
	NEAR(cg_steadiness_orders(5, 0), 1.0 / 120);
	NEAR(cg_steadiness_orders(6, 1), 6.0 / 720);
	/* 1, 6, 20 of 7 things; 1, 7, 27, 76 of 8 */
	NEAR(cg_steadiness_orders(7, 2), 27.0 / 5040);
	NEAR(cg_steadiness_orders(8, 3), 111.0 / 40320);
	NEAR(cg_steadiness_orders(8, 28), 1);
}

static void five_rounds_have_no_trend(void **state)
{
	const double values[] = { 100, 200, 300, 400, 500, 600 };
	double change;

	(void)state;
	/* 2/120 is more than 1 %, 2/720 less. */
	for (size_t n = 0; n <= 5; n++)
		assert_false(cg_steadiness_trend(values, n, &change));
	assert_true(cg_steadiness_trend(values, 6, &change));
}

static void a_trend_and_its_size(void **state)
{
	const double falls[] = { 64, 32, 16, 8, 4, 2, 1 };
	/* One neighbour out of order: 2 * 7/5040 = 0.28 %; three: 2 * (1+6+20+49)/5040 = 3 %. */
	const double nearly[] = { 1, 2, 8, 4, 16, 32, 64 };
	const double hardly[] = { 2, 1, 8, 4, 32, 16, 64 };
	double change;

	(void)state;
	assert_true(cg_steadiness_trend(falls, 7, &change));
	NEAR(change, 1.0 / 64 - 1);
	assert_true(cg_steadiness_trend(nearly, 7, &change));
	assert_true(change > 0);
	assert_false(cg_steadiness_trend(hardly, 7, &change));
}

static void a_small_trend_is_nobodys_business(void **state)
{
	double values[10], change;

	(void)state;
	for (int i = 0; i < 10; i++)
		values[i] = 100 + 0.4 * i; /* 3.6 % */
	assert_false(cg_steadiness_trend(values, 10, &change));
	for (int i = 0; i < 10; i++)
		values[i] = 100 + 0.8 * i; /* 7.2 % */
	assert_true(cg_steadiness_trend(values, 10, &change));
}

static void many_rounds(void **state)
{
	double values[1050], change;

	(void)state;
	for (int i = 0; i < 1050; i++)
		values[i] = i % 2 ? 150 : 100;
	assert_false(cg_steadiness_trend(values, 1050, &change));
	for (int i = 0; i < 1050; i++)
		values[i] = exp(0.001 * i) * (i % 2 ? 1.01 : 1);
	assert_true(cg_steadiness_trend(values, 1050, &change));
	/* 95 blocks of 11 from the first's middle to the last's: 94 * 11 * 0.001 */
	assert_true(fabs(change - expm1(1.034)) < 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_groups_of_five_rounds),
		cmocka_unit_test(how_likely_a_gap_is),
		cmocka_unit_test(an_outlier_is_no_group),
		cmocka_unit_test(too_few_to_tell),
		cmocka_unit_test(a_small_gap_is_nobodys_business),
		cmocka_unit_test(equal_rounds_and_zeros),
		cmocka_unit_test(a_fifth_is_needed_on_either_side),
		cmocka_unit_test(orders_by_inversions),
		cmocka_unit_test(five_rounds_have_no_trend),
		cmocka_unit_test(a_trend_and_its_size),
		cmocka_unit_test(a_small_trend_is_nobodys_business),
		cmocka_unit_test(many_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
