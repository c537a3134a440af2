// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_cpulist.c - the kernel's list format is read exactly and written back the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpulist.h"

static void test_lists_are_read(void **state)
{
	static const struct {
		const char *text;
		unsigned long size;
		unsigned int weight;
		int in[4], out[4];
	} cases[] = {
		{ "", 1, 0, { -1 }, { 0, 1, 63, -1 } },
		{ "\n", 1, 0, { -1 }, { 0, -1 } },
		{ "0", 1, 1, { 0, -1 }, { 1, -1 } },
		{ "0-1\n", 2, 2, { 0, 1, -1 }, { 2, -1 } },
		{ "0-3,8,10-11\n", 12, 7, { 0, 3, 8, 11 }, { 4, 7, 9, 12 } },
		{ "5,1", 6, 2, { 1, 5, -1 }, { 0, 2, 6, -1 } },
		{ "2-4,3-6", 7, 5, { 2, 6, -1 }, { 1, 7, -1 } },
		{ "64", 65, 1, { 64, -1 }, { 0, 63, 65, -1 } },
		{ "1100-1131\n", 1132, 32, { 1100, 1131, -1 }, { 0, 76, 1099, 1132 } },
		{ "1048575", 1048576, 1, { 1048575, -1 }, { 1048574, 1048576, -1 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bitmask *mask;

		if (cg_cpulist_parse(cases[i].text, &mask))
			fail_msg("\"%s\" is refused", cases[i].text);
		assert_int_equal(mask->size, cases[i].size);
		assert_int_equal(numa_bitmask_weight(mask), cases[i].weight);
		for (int j = 0; j < 4 && cases[i].in[j] >= 0; j++)
			assert_true(cg_cpulist_has(mask, cases[i].in[j]));
		for (int j = 0; j < 4 && cases[i].out[j] >= 0; j++)
			assert_false(cg_cpulist_has(mask, cases[i].out[j]));
		numa_bitmask_free(mask);
	}
}

static void test_other_texts_are_refused(void **state)
{
	static const struct {
		const char *text;
		int result;
	} cases[] = {
		{ "3-1", -EINVAL },	   { "a", -EINVAL },
		{ "1x", -EINVAL },	   { "1-", -EINVAL },
		{ "-1", -EINVAL },	   { "-", -EINVAL },
		{ "1--2", -EINVAL },	   { "1-2-3", -EINVAL },
		{ "1,", -EINVAL },	   { ",1", -EINVAL },
		{ "1,,2", -EINVAL },	   { " 1", -EINVAL },
		{ "1 ", -EINVAL },	   { "0, 1", -EINVAL },
		{ "0-15:2/4", -EINVAL },   { "1\n\n", -EINVAL },
		{ "1\n2", -EINVAL },	   { "0x1", -EINVAL },
		{ "+1", -EINVAL },	   { "all", -EINVAL },
		{ "1048576", -ERANGE },	   { "0-1048576", -ERANGE },
		{ "4294967296", -ERANGE }, { "18446744073709551616", -ERANGE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bitmask *mask = NULL;
		int result = cg_cpulist_parse(cases[i].text, &mask);

		if (result != cases[i].result)
			fail_msg("\"%s\": %d, not %d", cases[i].text, result, cases[i].result);
		assert_null(mask);
	}
}

static void test_format_writes_what_the_kernel_would(void **state)
{
	static const struct {
		const char *text, *formatted;
	} cases[] = {
		{ "", "" },
		{ "0", "0" },
		{ "0-1", "0-1" },
		{ "0,1,2,3,8,10,11\n", "0-3,8,10-11" },
		{ "5,1", "1,5" },
		{ "2-4,3-6", "2-6" },
		{ "0,2,4", "0,2,4" },
		{ "62-65", "62-65" },
		{ "63,127", "63,127" },
		{ "1100-1131", "1100-1131" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct bitmask *mask;
		char *text;

		assert_int_equal(cg_cpulist_parse(cases[i].text, &mask), 0);
		text = cg_cpulist_format(mask);
		assert_non_null(text);
		assert_string_equal(text, cases[i].formatted);
		free(text);
		numa_bitmask_free(mask);
	}
}

static void test_has_is_false_outside_the_mask(void **state)
{
	struct bitmask *mask;

	(void)state;
	assert_int_equal(cg_cpulist_parse("0-2", &mask), 0);
	assert_false(cg_cpulist_has(mask, -1));
	assert_false(cg_cpulist_has(mask, 3));
	assert_false(cg_cpulist_has(mask, 64));
	assert_false(cg_cpulist_has(mask, INT32_MAX));
	numa_bitmask_free(mask);
}

static void test_next_walks_the_mask(void **state)
{
	struct bitmask *mask;

	(void)state;
	assert_int_equal(cg_cpulist_parse("2,64-65", &mask), 0);
	assert_int_equal(cg_cpulist_next(mask, 0), 2);
	assert_int_equal(cg_cpulist_next(mask, 2), 2);
	assert_int_equal(cg_cpulist_next(mask, 3), 64);
	assert_int_equal(cg_cpulist_next(mask, 65), 65);
	assert_int_equal(cg_cpulist_next(mask, 66), -1);
	assert_int_equal(cg_cpulist_next(mask, 5000), -1);
	numa_bitmask_free(mask);
}

static void test_a_new_mask_is_empty_and_has_its_size(void **state)
{
	struct bitmask *mask = cg_cpulist_mask(1131);

	(void)state;
	assert_non_null(mask);
	assert_int_equal(mask->size, 1131);
	assert_int_equal(numa_bitmask_weight(mask), 0);
	numa_bitmask_setbit(mask, 1130);
	assert_true(cg_cpulist_has(mask, 1130));
	numa_bitmask_free(mask);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lists_are_read),
		cmocka_unit_test(test_other_texts_are_refused),
		cmocka_unit_test(test_format_writes_what_the_kernel_would),
		cmocka_unit_test(test_has_is_false_outside_the_mask),
		cmocka_unit_test(test_next_walks_the_mask),
		cmocka_unit_test(test_a_new_mask_is_empty_and_has_its_size),
	};

	return cmocka_run_group_tests_name("cpulist", tests, NULL, NULL);
}
