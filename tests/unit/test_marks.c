// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_marks.c - the range that stands out, on figures measured on real kernels and made-up ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "marks.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))

/* tcp-rr on Linux 7.2, charge_walk at reply sizes 64, 3000, 4096, 6000, 8000, 16384, 32768. */
static void test_inside(void **state)
{
	static const double figures[] = { 0.01, 0.01, 1.0, 1.02, 0.13, 0.24, 0.46 };
	struct cg_mark marks[4];

	(void)state;
	assert_int_equal(cg_marks_find(figures, NR(figures), marks), 1);
	assert_int_equal(marks[0].first, 2);
	assert_int_equal(marks[0].last, 3);
	assert_true(marks[0].min == 1.0 && marks[0].max == 1.02);
}

/* tcp-ring on Linux 7.3: the stock has seven slots, so rings of eight and more miss. */
static void test_to_the_end(void **state)
{
	static const double figures[] = { 0, 0, 0, 0, 1.0, 1.0 };
	struct cg_mark marks[3];

	(void)state;
	assert_int_equal(cg_marks_find(figures, NR(figures), marks), 1);
	assert_int_equal(marks[0].first, 4);
	assert_int_equal(marks[0].last, 5);
}

static void test_two(void **state)
{
	static const double figures[] = { 4.0, 0.0, 0.5, 0.9, 0.249 };
	struct cg_mark marks[3];

	(void)state;
	assert_int_equal(cg_marks_find(figures, NR(figures), marks), 2);
	assert_int_equal(marks[0].first, 0);
	assert_int_equal(marks[0].last, 0);
	assert_int_equal(marks[1].first, 2);
	assert_int_equal(marks[1].last, 3);
	assert_true(marks[1].min == 0.5 && marks[1].max == 0.9);
}

static void test_none(void **state)
{
	static const double all[] = { 2.0, 2.0, 2.0 }, low[] = { 0.0, 0.49, 0.0 },
			    slope[] = { 0.0, 0.1, 0.3, 0.6, 1.2 }, one[] = { 5.0 },
			    falling[] = { 1.0, 0.25 };
	struct cg_mark marks[3];

	(void)state;
	assert_int_equal(cg_marks_find(all, NR(all), marks), 0);
	assert_int_equal(cg_marks_find(low, NR(low), marks), 0);
	assert_int_equal(cg_marks_find(slope, NR(slope), marks), 0);
	assert_int_equal(cg_marks_find(one, NR(one), marks), 0);
	assert_int_equal(cg_marks_find(falling, NR(falling), marks), 0);
	assert_int_equal(cg_marks_find(NULL, 0, marks), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inside),
		cmocka_unit_test(test_to_the_end),
		cmocka_unit_test(test_two),
		cmocka_unit_test(test_none),
	};

	return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
