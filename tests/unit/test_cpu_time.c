// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_cpu_time.c - what CPUs and a process were busy with, from files as proc(5) describes them, and how
 * a cgroup's limits stopped it.
 */
#include <math.h>
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
#include <unistd.h>

#include "cpu_time.h"
#include "throttle.h"

static char directory[] = "/tmp/cgpong-test-cpu-time.XXXXXX";
static char path[128];

static const char *write_file(const char *text)
{
	FILE *file;

	snprintf(path, sizeof(path), "%s/file", directory);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	return path;
}

static void cpus_by_number(void **state)
{
	struct cg_cpu_time times[5] = { [1] = { 9, 9, 9 } };

	(void)state;
	assert_int_equal(cg_cpu_time_read(write_file("cpu  9999 0 0 0 0 0 0 0 0 0\n"
						     "cpu0 10 2 30 400 5 6 7 8 0 0\n"
						     "cpu3 1 1 1 1\n"
						     "cpu12 7 7 7 7 7 7 7 7 7 7\n"
						     "intr 12345 0 0\ncpufreq what\n"),
					  times, 5),
			 0);
	assert_int_equal(times[0].tasks, 42);
	assert_int_equal(times[0].interrupts, 13);
	assert_int_equal(times[0].stolen, 8);
	assert_int_equal(times[1].tasks, 0);
	assert_int_equal(times[3].tasks, 3);
	assert_int_equal(times[3].stolen, 0);
}

static void cpus_that_are_no_numbers(void **state)
{
	struct cg_cpu_time times[1];

	(void)state;
	assert_int_equal(cg_cpu_time_read(write_file("cpu0 1 2 x 4\n"), times, 1), -EINVAL);
	assert_int_equal(cg_cpu_time_read(write_file("cpu0 1 2 3\n"), times, 1), -EINVAL);
	assert_int_equal(cg_cpu_time_read(write_file("cpu0x 1 2 3 4\n"), times, 1), -EINVAL);
	assert_int_equal(cg_cpu_time_read("/nowhere/stat", times, 1), -ENOENT);
}

static void a_process_whatever_its_name(void **state)
{
	uint64_t ticks;

	(void)state;
	assert_int_equal(
		cg_cpu_time_of_process(write_file("42 (a) b) S 1 42 42 0 -1 4194560 1 2 3 4 "
						  "100 20 3 4 20 0 1 0 99 8192 200\n"),
				       42, &ticks),
		0);
	assert_int_equal(ticks, 127);
	assert_int_equal(cg_cpu_time_of_process(write_file("42 (a S 1 42\n"), 42, &ticks), -EINVAL);
	assert_int_equal(cg_cpu_time_of_process(write_file("42 (a) S 1 42\n"), 42, &ticks),
			 -EINVAL);
	assert_int_equal(cg_cpu_time_of_process(NULL, getpid(), &ticks), 0);
}

static void which_share_is_noise(void **state)
{
	(void)state;
	/* 2.5 / sqrt(100 * 10) */
	assert_true(fabs(cg_cpu_time_limit(10) - 0.0790569415) < 1e-9);
	assert_true(fabs(cg_cpu_time_limit(25) - 0.05) < 1e-12);
	assert_true(fabs(cg_cpu_time_limit(10000) - 0.05) < 1e-12);
	/* 2.5 / sqrt(25) = 0.5 */
	assert_true(fabs(cg_cpu_time_limit(0.25) - 0.5) < 1e-12);
	assert_true(isinf(cg_cpu_time_limit(0.2)));
	assert_true(isinf(cg_cpu_time_limit(0)));
}

static void put(const char *below, const char *text)
{
	char name[256];
	FILE *file;

	snprintf(name, sizeof(name), "%s%s/cpu.stat", directory, below);
	file = fopen(name, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void limits_of_all_cgroups_above(void **state)
{
	struct cg_throttle sum;
	char mount[128], leaf[160];

	(void)state;
	snprintf(mount, sizeof(mount), "%s/m", directory);
	snprintf(leaf, sizeof(leaf), "%s/a", mount);
	mkdir(mount, 0700);
	mkdir(leaf, 0700);
	put("", "nr_throttled 1000\nthrottled_usec 1000\n"); /* above the mount */
	put("/m", "usage_usec 5\nnr_periods 9\nnr_throttled 2\nthrottled_usec 150000\n");
	put("/m/a", "nr_periods 9\nnr_throttled 3\nthrottled_time 7000000\n"); /* v1: ns */
	sum = cg_throttle_read(mount, leaf);
	assert_int_equal(sum.times, 5);
	assert_int_equal(sum.time_us, 157000);
	sum = cg_throttle_read(mount, mount);
	assert_int_equal(sum.times, 2);
	sum = cg_throttle_read(mount, "/elsewhere");
	assert_int_equal(sum.times, 0);
}

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	char command[160];

	(void)state;
	snprintf(command, sizeof(command), "rm -r '%s'", directory);
	/* NOLINTNEXTLINE(cert-env33-c): a path of our own */
	return system(command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpus_by_number),
		cmocka_unit_test(cpus_that_are_no_numbers),
		cmocka_unit_test(a_process_whatever_its_name),
		cmocka_unit_test(which_share_is_noise),
		cmocka_unit_test(limits_of_all_cgroups_above),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
