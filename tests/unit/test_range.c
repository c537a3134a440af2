// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_range.c - the values of a sweep: both ends, no value twice, nothing guessed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "range.h"

#define NR_MAX 16

struct range_case {
	const char *text;
	size_t nr_cpus, nr;
	uint64_t values[NR_MAX];
};

static void check(const struct range_case *one)
{
	struct cg_error error = { 0 };
	struct cg_range range;

	if (cg_range_parse(&range, one->text, one->nr_cpus, &error))
		fail_msg("\"%s\": %s", one->text, error.what);
	if (range.nr != one->nr)
		fail_msg("\"%s\" has %zu values, not %zu", one->text, range.nr, one->nr);
	for (size_t i = 0; i < one->nr; i++) {
		if (range.values[i] != one->values[i])
			fail_msg("\"%s\": value %zu is %ju, not %ju", one->text, i,
				 (uintmax_t)range.values[i], (uintmax_t)one->values[i]);
	}
	cg_range_free(&range);
}

#define CHECK_ALL(cases)                                                                           \
	for (size_t c = 0; c < sizeof(cases) / sizeof((cases)[0]); c++)                            \
	check(&(cases)[c])

static void test_doubling(void **state)
{
	static const struct range_case cases[] = {
		{ "1..16", 0, 5, { 1, 2, 4, 8, 16 } },
		{ "64..64K",
		  0,
		  11,
		  { 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536 } },
		{ "1..12", 0, 5, { 1, 2, 4, 8, 12 } },
		{ "3..3", 0, 1, { 3 } },
		{ "5..6", 0, 2, { 5, 6 } },
		{ "9223372036854775807..18446744073709551615",
		  0,
		  3,
		  { 9223372036854775807u, 18446744073709551614u, 18446744073709551615u } },
	};

	(void)state;
	CHECK_ALL(cases);
}

static void test_steps(void **state)
{
	static const struct range_case cases[] = {
		/* 1, 10, 100, 1000: the third root of 1000 is 10. */
		{ "1..1000:4", 0, 4, { 1, 10, 100, 1000 } },
		/* 2^(1/2) = 1.414, 2, 2.83, 4, 5.66: 1 (twice), 2, 3, 4, 6, 8. */
		{ "1..8:7", 0, 6, { 1, 2, 3, 4, 6, 8 } },
		{ "4..4:3", 0, 1, { 4 } },
		{ "1k..4k:2", 0, 2, { 1024, 4096 } },
		{ "0..4+1", 0, 5, { 0, 1, 2, 3, 4 } },
		{ "1..10+4", 0, 4, { 1, 5, 9, 10 } },
		{ "1..2+1M", 0, 2, { 1, 2 } },
		{ "18446744073709551614..18446744073709551615+9",
		  0,
		  2,
		  { 18446744073709551614u, 18446744073709551615u } },
	};

	(void)state;
	CHECK_ALL(cases);
}

static void test_lists(void **state)
{
	static const struct range_case cases[] = {
		{ "64,3000,4096,6000", 0, 4, { 64, 3000, 4096, 6000 } },
		{ "4k,1,1", 0, 3, { 4096, 1, 1 } },
		{ "7", 0, 1, { 7 } },
		{ "50%,1", 4, 2, { 2, 1 } },
	};

	(void)state;
	CHECK_ALL(cases);
}

static void test_percent(void **state)
{
	static const struct range_case cases[] = {
		{ "1..200%", 2, 3, { 1, 2, 4 } },
		{ "1..200%", 3, 4, { 1, 2, 4, 6 } },
		{ "50%..200%", 8, 3, { 4, 8, 16 } },
		{ "1%..100%", 2, 2, { 1, 2 } }, /* never less than one */
		{ "1..75%", 2, 2, { 1, 2 } },	/* 1.5 is rounded up */
	};

	(void)state;
	CHECK_ALL(cases);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text;
		size_t nr_cpus;
	} cases[] = {
		{ "", 0 },
		{ "x", 0 },
		{ "1..", 0 },
		{ "..4", 0 },
		{ "1..x", 0 },
		{ "1..4x", 0 },
		{ "1...4", 0 },
		{ "1..4..8", 0 },
		{ "8..4", 0 },
		{ "0..8", 0 },
		{ "0..8:3", 0 },
		{ "1..8:1", 0 },
		{ "1..8:0", 0 },
		{ "1..8:", 0 },
		{ "1..8:x", 0 },
		{ "1..8:1001", 0 },
		{ "1..8+0", 0 },
		{ "1..8+", 0 },
		{ "1..8+-1", 0 },
		{ "1..8:2+1", 0 },
		{ "1,,2", 0 },
		{ "1,2,", 0 },
		{ "1,2x", 0 },
		{ "-1..4", 0 },
		{ "1..200%", 0 },
		{ "1..0%", 4 },
		{ "1..%", 4 },
		{ "1..200%%", 4 },
		{ "1..1001+1", 0 },
		{ "1.5..4", 0 },
		{ "1..2000000%", 4 },
		{ "1..18446744073709551616", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cg_error error = { 0 };
		struct cg_range range;

		if (cg_range_parse(&range, cases[i].text, cases[i].nr_cpus, &error) != -EINVAL ||
		    error.kind != CG_ERROR_USAGE)
			fail_msg("\"%s\" is not refused as bad usage", cases[i].text);
	}
}

static void test_limit(void **state)
{
	struct cg_error error = { 0 };
	struct cg_range range;

	(void)state;
	assert_int_equal(cg_range_parse(&range, "1..1000+1", 0, &error), 0);
	assert_int_equal(range.nr, 1000);
	assert_int_equal(range.values[999], 1000);
	cg_range_free(&range);
}

static void test_meant(void **state)
{
	(void)state;
	assert_true(cg_range_is_meant("1..x"));
	assert_true(cg_range_is_meant("1,2"));
	assert_false(cg_range_is_meant("1"));
	assert_false(cg_range_is_meant("200%"));
	assert_false(cg_range_is_meant("../trees/a.ini"));
	assert_false(cg_range_is_meant("root,leaf"));
	assert_false(cg_range_is_meant(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_doubling), cmocka_unit_test(test_steps),
		cmocka_unit_test(test_lists),	 cmocka_unit_test(test_percent),
		cmocka_unit_test(test_refused),	 cmocka_unit_test(test_limit),
		cmocka_unit_test(test_meant),
	};

	return cmocka_run_group_tests_name("range", tests, NULL, NULL);
}
