// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_profile.c - samples land in the right functions, and none is lost in silence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cpulist.h"
#include "profile.h"

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

static void test_the_charge_path_is_known(void **state)
{
	static const char *const in[] = {
		"page_counter_try_charge",
		"page_counter_cancel",
		"try_charge_memcg",
		"try_charge",
		"charge_memcg",
		"drain_stock.isra.0",
		"drain_stock.isra.0.cold",
		"__refill_obj_stock",
		"refill_obj_stock.part.0",
		"obj_cgroup_uncharge_pages",
		"__memcg_slab_free_hook",
		"__mem_cgroup_uncharge_list",
		"uncharge_batch",
		"mem_cgroup_sk_uncharge",
		"css_rstat_updated",
	};
	static const char *const out[] = {
		"rdmacg_try_charge",
		"hugetlb_cgroup_charge_cgroup",
		"bpf_rstat_flush",
		"try_charge_memc",
		"drain_stocks",
		"get_mem_cgroup_from_mm",
		"mem_cgroup_iter",
		"mem_cgroup_out_of_memory",
		"power_supply_charge",
		"xpage_counter_try_charge",
		"__pfx_drain_stock",
		"shmem_charge",
		"try_to_free_mem_cgroup_pages",
		"",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(in) / sizeof(in[0]); i++)
		assert_true(cg_profile_is_charge_path(in[i]));
	for (size_t i = 0; i < sizeof(out) / sizeof(out[0]); i++)
		assert_false(cg_profile_is_charge_path(out[i]));
}

static void test_addresses_become_functions(void **state)
{
	uint64_t addresses[] = {
		0xffffffff81001050, /* drain_stock */
		0xffffffff81001000, /* drain_stock, its first byte */
		0xffffffff81001200, /* vfs_read */
		0xffffffffc0001180, /* drain_stock of a module */
		0xffffffff810010ff, /* drain_stock, its last byte */
		0xffffffff81001450, /* drain_stock, cold part of a clone */
		0xffffffff81001100, /* page_counter_uncharge, not its local alias */
		0xffffffff810011ff, /* page_counter_uncharge */
		0xffffffff81001350, /* vfs_read, cold part */
		0xffffffffc0001010, /* sctp_sendmsg */
		0xffffffff81001700, /* in data behind the last function */
		0x0000000000401000, /* below all functions */
		0xffffffffc0001200, /* a module's data */
		0xffffffff81001510, /* memcg_account_kmem */
	};
	static const struct {
		const char *symbol;
		uint64_t samples;
		bool is_charge_path;
	} wanted[] = {
		{ "drain_stock", 4, true },	      { "[unknown]", 3, false },
		{ "page_counter_uncharge", 2, true }, { "vfs_read", 2, false },
		{ "drain_stock", 1, false },	      { "memcg_account_kmem", 1, true },
		{ "sctp_sendmsg", 1, false },
	};
	struct cg_profile_result result;
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_profile_count(addresses, sizeof(addresses) / sizeof(addresses[0]),
					  TEST_DATA "/kallsyms-profile", &result, &error),
			 0);
	assert_int_equal(result.nr_functions, sizeof(wanted) / sizeof(wanted[0]));
	for (size_t i = 0; i < result.nr_functions; i++) {
		assert_string_equal(result.functions[i].symbol, wanted[i].symbol);
		assert_int_equal(result.functions[i].samples, wanted[i].samples);
		assert_int_equal(result.functions[i].is_charge_path, wanted[i].is_charge_path);
	}
	assert_int_equal(result.samples, 14);
	assert_int_equal(result.charge_path_samples, 7);
	assert_true(result.charge_path_share == 0.5);
	cg_profile_result_free(&result);
}

static void test_no_samples_are_no_share(void **state)
{
	struct cg_profile_result result;
	struct cg_error error = { 0 };
	uint64_t none;

	(void)state;
	assert_int_equal(cg_profile_count(&none, 0, TEST_DATA "/kallsyms-profile", &result, &error),
			 0);
	assert_int_equal(result.nr_functions, 0);
	assert_int_equal(result.samples, 0);
	assert_true(result.charge_path_share == 0);
	cg_profile_result_free(&result);
}

static void test_hidden_addresses_are_a_skip(void **state)
{
	static const char text[] = "0000000000000000 T vfs_read\n0000000000000000 t drain_stock\n";
	char path[] = "/tmp/cgpong-profile.XXXXXX";
	struct cg_profile_result result;
	struct cg_error error = { 0 };
	uint64_t address = 0xffffffff81001000;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	assert_int_equal(cg_profile_count(&address, 1, path, &result, &error), -EACCES);
	unlink(path);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_non_null(strstr(error.cure, "kptr_restrict"));
	assert_null(result.functions);
}

/* The CPU we run on now, for as long as the test lasts. */
static struct bitmask *pin_to_this_cpu(void)
{
	int cpu = sched_getcpu();
	struct bitmask *mask = cg_cpulist_mask((unsigned long)cpu + 1);
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
	assert_non_null(mask);
	numa_bitmask_setbit(mask, (unsigned int)cpu);
	return mask;
}

/* This thread's time in the kernel. */
static void spend_system_time(unsigned int milliseconds)
{
	static char buffer[65536];
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	struct timespec now, begin;

	assert_true(fd >= 0);
	assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin), 0);
	do {
		assert_int_equal(read(fd, buffer, sizeof(buffer)), sizeof(buffer));
		assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now), 0);
	} while ((now.tv_sec - begin.tv_sec) * 1000 + (now.tv_nsec - begin.tv_nsec) / 1000000 <
		 milliseconds);
	close(fd);
}

static struct cg_profile *open_or_skip(struct bitmask *mask, unsigned int frequency_hz)
{
	struct cg_profile *profile = NULL;
	struct cg_error error = { 0 };
	int result = cg_profile_open(&profile, mask, frequency_hz, &error);

	numa_bitmask_free(mask);
	if (result && error.kind == CG_ERROR_SKIPPED) {
		char text[1024];

		print_message("skipped: %s\n", cg_error_text(&error, text, sizeof(text)));
		assert_true(error.cure[0]);
		skip();
	}
	assert_int_equal(result, 0);
	return profile;
}

/* 0, or 1 where this kernel hides its addresses. */
static int resolve(struct cg_profile *profile, struct cg_profile_result *result)
{
	struct cg_error error = { 0 };
	int code = cg_profile_resolve(profile, result, &error);

	if (code && error.kind == CG_ERROR_SKIPPED) {
		char text[1024];

		print_message("skipped: %s\n", cg_error_text(&error, text, sizeof(text)));
		return 1;
	}
	assert_int_equal(code, 0);
	return 0;
}

static void test_this_kernel_is_sampled(void **state)
{
	struct cg_profile *profile = open_or_skip(pin_to_this_cpu(), 997);
	struct cg_profile_result result;
	struct cg_error error = { 0 };
	uint64_t sum = 0;

	(void)state;
	assert_int_equal(cg_profile_start(profile, &error), 0);
	spend_system_time(300);
	assert_int_equal(cg_profile_stop(profile, &error), 0);
	if (resolve(profile, &result)) {
		cg_profile_close(profile);
		skip();
	}
	print_message("%s: %ju samples, %ju lost, charge path %.1f %%, top %s\n", result.source,
		      (uintmax_t)result.samples, (uintmax_t)result.lost,
		      100 * result.charge_path_share,
		      result.nr_functions ? result.functions[0].symbol : "none");
	/* 300 ms at 997 Hz; a machine that steals time from us gives fewer, but not a tenth. */
	assert_true(result.samples > 30);
	assert_int_equal(result.lost, 0);
	for (size_t i = 0; i < result.nr_functions; i++) {
		sum += result.functions[i].samples;
		assert_true(i == 0 ||
			    result.functions[i].samples <= result.functions[i - 1].samples);
	}
	assert_int_equal(sum, result.samples);
	assert_string_not_equal(result.functions[0].symbol, "[unknown]");
	cg_profile_result_free(&result);

	/* Stopped and cleared, nothing is left and nothing more comes. */
	assert_int_equal(cg_profile_clear(profile, &error), 0);
	spend_system_time(50);
	assert_int_equal(cg_profile_drain(profile, &error), 0);
	assert_int_equal(resolve(profile, &result), 0);
	assert_int_equal(result.samples, 0);
	cg_profile_result_free(&result);
	cg_profile_close(profile);
}

static void test_a_full_ring_tells_what_it_lost(void **state)
{
	struct cg_profile *profile = open_or_skip(pin_to_this_cpu(), 9973);
	struct cg_profile_result result;
	struct cg_error error = { 0 };

	(void)state;
	/* About 9,000 samples, of which a ring of 64 KiB holds 4,096. */
	assert_int_equal(cg_profile_start(profile, &error), 0);
	spend_system_time(900);
	assert_int_equal(cg_profile_stop(profile, &error), 0);
	if (resolve(profile, &result)) {
		cg_profile_close(profile);
		skip();
	}
	print_message("%ju samples, %ju lost\n", (uintmax_t)result.samples, (uintmax_t)result.lost);
	assert_true(result.samples <= 4096);
	/* Where the timer is coarser than that, the ring did not fill and nothing was lost. */
	assert_true(result.lost > 0 || result.samples < 4000);
	cg_profile_result_free(&result);

	/* Cleared, the next stretch begins with no loss. */
	assert_int_equal(cg_profile_clear(profile, &error), 0);
	assert_int_equal(resolve(profile, &result), 0);
	assert_int_equal(result.lost, 0);
	cg_profile_result_free(&result);
	cg_profile_close(profile);
}

static void test_too_fast_is_an_error(void **state)
{
	struct bitmask *mask = pin_to_this_cpu();
	struct cg_profile *profile = NULL;
	struct cg_error error = { 0 };
	int result = cg_profile_open(&profile, mask, 2000000000, &error);

	(void)state;
	numa_bitmask_free(mask);
	assert_true(result < 0);
	assert_null(profile);
	if (error.kind == CG_ERROR_SKIPPED) {
		print_message("skipped: %s\n", error.what);
		skip();
	}
	assert_int_equal(result, -EINVAL);
	assert_non_null(strstr(error.cure, "perf_event_max_sample_rate"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_charge_path_is_known),
		cmocka_unit_test(test_addresses_become_functions),
		cmocka_unit_test(test_no_samples_are_no_share),
		cmocka_unit_test(test_hidden_addresses_are_a_skip),
		cmocka_unit_test(test_this_kernel_is_sampled),
		cmocka_unit_test(test_a_full_ring_tells_what_it_lost),
		cmocka_unit_test(test_too_fast_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
