// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_yardstick.c - the CPU's own speed, against a loop that the test times itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "yardstick.h"

#define TURNS 200000
#define TRIES 200

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Turns of a loop per microsecond. */
static double loop(void)
{
	double start = seconds();

	for (int turn = 0; turn < TURNS; turn++)
		__asm__ volatile("");
	return TURNS / (seconds() - start) / 1e6;
}

/* Alternately, the best of each: a neighbour slows down both, but not in all of the tries. */
static void agrees_with_another_loop(void **state)
{
	double best = 0, best_loop = 0;

	(void)state;
	for (int i = 0; i < TRIES; i++) {
		double speed = cg_yardstick(), other = loop();

		assert_true(speed > 0);
		best = speed > best ? speed : best;
		best_loop = other > best_loop ? other : best_loop;
	}
	print_message("%.0f turns/us, another loop %.0f\n", best, best_loop);
	/* Two turns of a loop a cycle, or one, as its code happens to lie. */
	assert_true(best > best_loop / 2.5 && best < best_loop * 2.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_another_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
