// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_memory.c - an allocation that failed is remembered, and what is not whole is not written.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "memory.h"
#include "results.h"

/* It would end the test where an allocation is too large. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the sanitizer's */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static void is_zeroed_and_not_short(void **state)
{
	char *memory = cg_memory_new(3, 5);

	(void)state;
	assert_non_null(memory);
	for (int i = 0; i < 15; i++)
		assert_int_equal(memory[i], 0);
	free(memory);
	assert_false(cg_memory_was_short());
}

static void a_failure_is_remembered_until_the_next_watch(void **state)
{
	(void)state;
	assert_null(cg_memory_new(SIZE_MAX / 4, 8));
	assert_true(cg_memory_was_short());
	free(cg_memory_new(1, 1));
	assert_true(cg_memory_was_short());
	cg_memory_watch();
	assert_false(cg_memory_was_short());
}

static void results_that_may_lack_something_are_not_written(void **state)
{
	char directory[] = "/tmp/cgpong-test-memory.XXXXXX", path[64];
	struct cg_error error = { 0 };
	json_t *results = json_object();

	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/results.json", directory);
	cg_memory_missed();
	assert_int_equal(cg_results_write(results, path, &error), -ENOMEM);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_int_equal(access(path, F_OK), -1);
	cg_memory_watch();
	error = (struct cg_error){ 0 };
	assert_int_equal(cg_results_write(results, path, &error), 0);
	assert_int_equal(access(path, F_OK), 0);
	json_decref(results);
	unlink(path);
	/* And no other file is left beside it. */
	assert_int_equal(rmdir(directory), 0);
}

static int watch(void **state)
{
	(void)state;
	cg_memory_watch();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(is_zeroed_and_not_short, watch),
		cmocka_unit_test_setup(a_failure_is_remembered_until_the_next_watch, watch),
		cmocka_unit_test_setup(results_that_may_lack_something_are_not_written, watch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
