// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_progress.c - how long a run will take, and the line that says so.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "progress.h"

#define SECOND 1000000000ull

static void by_what_was_asked_for(void **state)
{
	struct cg_progress p = { .nr_rounds = 10, .round_sec = 2, .before_sec = 0.5 };
	char line[128];

	(void)state;
	assert_true(isnan(cg_progress_left(&p, 100 * SECOND)));
	assert_string_equal(cg_progress_line(&p, "creating", 100 * SECOND, line, sizeof(line)),
			    "creating");
	p.began_ns = 100 * SECOND;
	assert_true(fabs(cg_progress_left(&p, 100 * SECOND) - 20.5) < 1e-9);
	p.after_sec = 4;
	assert_true(fabs(cg_progress_left(&p, 101 * SECOND) - 23.5) < 1e-9);
	p.round_sec = NAN;
	assert_true(isnan(cg_progress_left(&p, 101 * SECOND)));
}

static void by_what_is_done(void **state)
{
	struct cg_progress p = {
		.nr_rounds = 10,
		.nr_done = 4,
		.round_sec = NAN,
		.began_ns = 90 * SECOND,
		.first_ns = 100 * SECOND,
		.ended_ns = 112 * SECOND,
	};
	char line[128], small[12];

	(void)state;
	/* 3 s a round, 6 to go, of which one has taken 1 s so far. */
	assert_true(fabs(cg_progress_left(&p, 113 * SECOND) - 17) < 1e-9);
	assert_string_equal(
		cg_progress_line(&p, "leaf: round 3 of 5", 113 * SECOND, line, sizeof(line)),
		"leaf: round 3 of 5, 4 of 10 rounds done, 17 s left");
	assert_string_equal(
		cg_progress_line(&p, "leaf: round 3 of 5", 113 * SECOND, small, sizeof(small)),
		"leaf: round");
	/* Never less than nothing. */
	assert_true(cg_progress_left(&p, 200 * SECOND) == 0);
	p.nr_rounds = 1000;
	assert_string_equal(cg_progress_line(&p, "x", 112 * SECOND, line, sizeof(line)),
			    "x, 4 of 1000 rounds done, 50 min left");
	p.nr_done = 1000;
	assert_string_equal(cg_progress_line(&p, "counting", 112 * SECOND, line, sizeof(line)),
			    "counting");
}

static void of_steps(void **state)
{
	char line[64], small[12];

	(void)state;
	assert_string_equal(cg_progress_steps("step 1 of 4", 0, 4, 0, line, sizeof(line)),
			    "step 1 of 4");
	/* 2.5 s a step, three to go. */
	assert_string_equal(
		cg_progress_steps("step 2 of 4", 1, 4, 5 * SECOND / 2, line, sizeof(line)),
		"step 2 of 4, about 8 s left");
	assert_string_equal(
		cg_progress_steps("step 2 of 4", 1, 4, 5 * SECOND / 2, small, sizeof(small)),
		"step 2 of 4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_what_was_asked_for),
		cmocka_unit_test(by_what_is_done),
		cmocka_unit_test(of_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
