// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rlimit.c - whether a kernel can have so many more tasks, by its limits as /proc shows them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rlimit.h"

static char proc[] = "/tmp/cgpong-test-rlimit.XXXXXX";

static void put(const char *name, const char *text)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", proc, name);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void what_there_is_counts(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	put("loadavg", "0.20 0.18 0.12 3/80 11206\n");
	put("sys/kernel/pid_max", "1000\n");
	put("sys/kernel/threads-max", "5000\n");
	assert_int_equal(cg_rlimit_check_tasks(proc, 920, &error), 0);
	assert_int_equal(cg_rlimit_check_tasks(proc, 921, &error), -EAGAIN);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_int_equal(error.code, 0);
	assert_non_null(strstr(error.cure, "sysctl kernel.pid_max=1001"));
}

static void threads_have_a_limit_of_their_own(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	put("sys/kernel/pid_max", "4194304\n");
	assert_int_equal(cg_rlimit_check_tasks(proc, 4921, &error), -EAGAIN);
	assert_non_null(strstr(error.what, "kernel.threads-max is 5000"));
}

static void nothing_known_nothing_refused(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_rlimit_check_tasks("/nowhere", 1000000, &error), 0);
	assert_int_equal(error.kind, CG_ERROR_NONE);
}

static int make_proc(void **state)
{
	char path[128];

	(void)state;
	if (!mkdtemp(proc))
		return -1;
	snprintf(path, sizeof(path), "%s/sys", proc);
	if (mkdir(path, 0700))
		return -1;
	strcat(path, "/kernel");
	return mkdir(path, 0700);
}

static int remove_proc(void **state)
{
	char command[160];

	(void)state;
	snprintf(command, sizeof(command), "rm -r '%s'", proc);
	/* NOLINTNEXTLINE(cert-env33-c): a path of our own */
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_there_is_counts),
		cmocka_unit_test(threads_have_a_limit_of_their_own),
		cmocka_unit_test(nothing_known_nothing_refused),
	};

	return cmocka_run_group_tests(tests, make_proc, remove_proc);
}
