// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats.c - the summary of a handful of rounds. Expected values come from Python's statistics
 * module and the printed t table, not from our own output.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stats.h"

#define NEAR(a, b) assert_true(fabs((a) - (b)) < 1e-6)

static void five_rounds(void **state)
{
	const double values[] = { 10, 12, 11, 15, 9 };
	struct cg_summary s;

	(void)state;
	assert_true(cg_summarize(values, 5, &s));
	assert_int_equal(s.n, 5);
	NEAR(s.median, 11);
	NEAR(s.mad, 1);
	NEAR(s.min, 9);
	NEAR(s.max, 15);
	NEAR(s.low, 8.818626043);
	NEAR(s.high, 14.287694425);
}

static void an_even_number(void **state)
{
	const double values[] = { 8, 2 };
	struct cg_summary s;

	(void)state;
	assert_true(cg_summarize(values, 2, &s));
	NEAR(s.median, 5);
	NEAR(s.mad, 3);
	/* exp(ln 4 -+ 12.706 ln 2): 4 / 2^12.706 and 4 * 2^12.706 */
	NEAR(s.low, 4 / pow(2, 12.706));
	assert_true(fabs(s.high / (4 * pow(2, 12.706)) - 1) < 1e-9);
}

static void one_round_has_no_interval(void **state)
{
	const double value = 7;
	struct cg_summary s;

	(void)state;
	assert_true(cg_summarize(&value, 1, &s));
	NEAR(s.median, 7);
	assert_true(isnan(s.mad));
	assert_true(isnan(s.low) && isnan(s.high));
}

static void zero_has_no_logarithm(void **state)
{
	const double values[] = { 0, 1, 2 };
	struct cg_summary s;

	(void)state;
	assert_true(cg_summarize(values, 3, &s));
	NEAR(s.median, 1);
	assert_true(isnan(s.low) && isnan(s.high));
}

static void equal_rounds_have_a_point_interval(void **state)
{
	const double values[] = { 3, 3, 3 };
	struct cg_summary s;

	(void)state;
	assert_true(cg_summarize(values, 3, &s));
	NEAR(s.low, 3);
	NEAR(s.high, 3);
}

static void paired_ratio(void **state)
{
	const double a[] = { 90, 95, 88, 92 }, b[] = { 100, 100, 100, 101 };
	struct cg_ratio r = cg_paired_ratio(a, b, 4);

	(void)state;
	NEAR(r.low, 0.864524613);
	NEAR(r.ratio, 0.909868878);
	NEAR(r.high, 0.957591446);
}

static void shared_drift_cancels_out(void **state)
{
	const double a[] = { 50, 100, 200 }, b[] = { 100, 200, 400 };
	struct cg_ratio r = cg_paired_ratio(a, b, 3);

	(void)state;
	NEAR(r.ratio, 0.5);
	NEAR(r.low, 0.5);
	NEAR(r.high, 0.5);
}

static void no_ratio_to_nothing(void **state)
{
	const double a[] = { 1, 2 }, b[] = { 1, 0 };

	(void)state;
	assert_true(isnan(cg_paired_ratio(a, b, 2).ratio));
}

static void fairness(void **state)
{
	const double equal[] = { 5, 5, 5 }, one[] = { 0, 0, 9, 0 }, slope[] = { 1, 2, 3, 4 };
	const double none[] = { 0, 0 };

	(void)state;
	NEAR(cg_jain(equal, 3), 1);
	NEAR(cg_jain(one, 4), 0.25);
	NEAR(cg_jain(slope, 4), 100.0 / 120);
	assert_true(isnan(cg_jain(none, 2)));
}

/* Against the table of the NIST/SEMATECH e-Handbook, three decimals; df 100 from the same page. */
static void t_quantiles(void **state)
{
	(void)state;
	assert_true(fabs(cg_student_t975(1) - 12.706) < 0.0005);
	assert_true(fabs(cg_student_t975(4) - 2.776) < 0.0005);
	assert_true(fabs(cg_student_t975(30) - 2.042) < 0.0005);
	assert_true(fabs(cg_student_t975(40) - 2.021) < 0.0006);
	assert_true(fabs(cg_student_t975(100) - 1.984) < 0.0006);
	assert_true(fabs(cg_student_t975(100000) - 1.960) < 0.0006);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(five_rounds),
		cmocka_unit_test(an_even_number),
		cmocka_unit_test(one_round_has_no_interval),
		cmocka_unit_test(zero_has_no_logarithm),
		cmocka_unit_test(equal_rounds_have_a_point_interval),
		cmocka_unit_test(paired_ratio),
		cmocka_unit_test(shared_drift_cancels_out),
		cmocka_unit_test(no_ratio_to_nothing),
		cmocka_unit_test(fairness),
		cmocka_unit_test(t_quantiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
