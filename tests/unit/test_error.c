// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_error.c - a failure is recorded once, where it happened, and fits on one line.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "error.h"

static void test_each_kind_is_its_exit_code(void **state)
{
	struct cg_error failed = { 0 }, skipped = { 0 }, usage = { 0 };

	(void)state;
	assert_int_equal(cg_error_fail(&failed, EACCES, "open %s", "/x"), -EACCES);
	assert_int_equal(failed.kind, 1);
	assert_int_equal(failed.code, EACCES);
	assert_string_equal(failed.what, "open /x");
	assert_string_equal(failed.cure, "");

	assert_int_equal(cg_error_skip(&skipped, EPROTONOSUPPORT, "socket %s", "SCTP"),
			 -EPROTONOSUPPORT);
	assert_int_equal(skipped.kind, 4);
	assert_int_equal(skipped.code, EPROTONOSUPPORT);

	assert_int_equal(cg_error_usage(&usage, "size '%s'", "12x"), -EINVAL);
	assert_int_equal(usage.kind, 64);
	assert_int_equal(usage.code, 0);
	assert_string_equal(usage.what, "size '12x'");
}

static void test_without_errno_the_result_is_einval(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_error_fail(&error, 0, "short read"), -EINVAL);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_int_equal(error.code, 0);
}

static void test_the_first_failure_stays(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	cg_error_fail(&error, ENOSPC, "mkdir a");
	assert_int_equal(cg_error_skip(&error, EBUSY, "rmdir a"), -EBUSY);
	assert_int_equal(cg_error_usage(&error, "nonsense"), -EINVAL);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_int_equal(error.code, ENOSPC);
	assert_string_equal(error.what, "mkdir a");
}

static void test_the_first_cure_stays_and_needs_a_failure(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	cg_error_cure(&error, "too early");
	assert_string_equal(error.cure, "");
	cg_error_skip(&error, 0, "no SCTP");
	cg_error_cure(&error, "modprobe %s", "sctp");
	cg_error_cure(&error, "something else");
	assert_string_equal(error.cure, "modprobe sctp");
}

static void test_text_is_one_line(void **state)
{
	struct cg_error error = { 0 }, bare = { 0 };
	char text[256];

	(void)state;
	cg_error_fail(&error, ENOENT, "open /a\nb\tc\x7f");
	assert_ptr_equal(cg_error_text(&error, text, sizeof(text)), text);
	assert_string_equal(text, "open /a?b?c?: No such file or directory");
	cg_error_cure(&error, "mount\rit");
	assert_string_equal(cg_error_text(&error, text, sizeof(text)),
			    "open /a?b?c?: No such file or directory (mount?it)");

	cg_error_usage(&bare, "size 'caf\xc3\xa9'");
	assert_string_equal(cg_error_text(&bare, text, sizeof(text)), "size 'caf\xc3\xa9'");
}

static void test_text_ends_within_its_buffer(void **state)
{
	struct cg_error error = { 0 };
	char text[8] = "#######";

	(void)state;
	cg_error_fail(&error, ENOENT, "open /abc");
	assert_string_equal(cg_error_text(&error, text, 6), "open ");
	assert_int_equal(text[6], '#');
	assert_string_equal(cg_error_text(&error, text, 1), "");
}

static void test_a_cut_text_shows_it(void **state)
{
	struct cg_error error = { 0 }, fits = { 0 };
	char name[1001];

	(void)state;
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	cg_error_fail(&error, 0, "%s", name);
	cg_error_cure(&error, "%s", name);
	assert_int_equal(strlen(error.what), 511);
	assert_string_equal(error.what + 507, "n...");
	assert_int_equal(strlen(error.cure), 383);
	assert_string_equal(error.cure + 379, "n...");

	cg_error_fail(&fits, 0, "%.511s", name);
	assert_int_equal(strlen(fits.what), 511);
	assert_string_equal(fits.what + 507, "nnnn");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_kind_is_its_exit_code),
		cmocka_unit_test(test_without_errno_the_result_is_einval),
		cmocka_unit_test(test_the_first_failure_stays),
		cmocka_unit_test(test_the_first_cure_stays_and_needs_a_failure),
		cmocka_unit_test(test_text_is_one_line),
		cmocka_unit_test(test_text_ends_within_its_buffer),
		cmocka_unit_test(test_a_cut_text_shows_it),
	};

	return cmocka_run_group_tests_name("error", tests, NULL, NULL);
}
