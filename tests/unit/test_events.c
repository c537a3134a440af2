// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_events.c - each event finds its function in a kernel's symbol list, and nothing that only
 * looks like it.
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
#include <unistd.h>

#include "events.h"
#include "kallsyms.h"

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

/* A temporary file with @text; its name is in @path. */
static void write_file(char *path, const char *text)
{
	int fd;

	strcpy(path, "/tmp/cgpong-events.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void test_events_are_found_by_whole_name(void **state)
{
	(void)state;
	assert_int_equal(cg_event_find("charge"), CG_EVENT_CHARGE);
	assert_int_equal(cg_event_find("charge_walk"), CG_EVENT_CHARGE_WALK);
	assert_int_equal(cg_event_find("stat_flush"), CG_EVENT_STAT_FLUSH);
	assert_int_equal(cg_event_find("charg"), -1);
	assert_int_equal(cg_event_find("charge_"), -1);
	assert_int_equal(cg_event_find(""), -1);
	for (int i = 0; i < CG_NR_EVENTS; i++) {
		assert_int_equal(cg_event_find(cg_events[i].name), i);
		assert_non_null(cg_events[i].symbols[0]);
		assert_true(strlen(cg_events[i].meaning) > 0);
	}
}

/* What tests/data/kallsyms, written by hand, must give. */
static const struct {
	enum cg_event event;
	const char *symbol, *why;
} expected[CG_NR_EVENTS] = {
	/* plain, beside its .cold part, its padding and a module's function of that name */
	{ CG_EVENT_CHARGE_WALK, "page_counter_try_charge", "" },
	/* only a .cold part, a longer name, data, and a module's function */
	{ CG_EVENT_UNCHARGE_WALK, "", "no such symbol" },
	{ CG_EVENT_STOCK_DRAIN, "drain_stock.isra.0", "" },
	{ CG_EVENT_STOCK_REFILL, "refill_stock.part.0.constprop.12.isra.0", "" },
	/* the older name, beside other functions that end like it */
	{ CG_EVENT_CHARGE, "try_charge", "" },
	/* the newest name wins, though only with a suffix, and later in the file */
	{ CG_EVENT_OBJCG_DRAIN, "drain_obj_stock_slot.constprop.0", "" },
	/* the newest name is data here */
	{ CG_EVENT_OBJCG_REFILL, "refill_obj_stock", "" },
	/* .cold behind a good suffix */
	{ CG_EVENT_SLAB_CHARGE, "", "no such symbol" },
	/* twice in the kernel, so neither it nor the older name is meant for sure */
	{ CG_EVENT_SLAB_UNCHARGE, "", "2 functions are called __memcg_slab_free_hook" },
	/* weak; a suffix without a number; with junk behind it; of another kind */
	{ CG_EVENT_SOCK_CHARGE, "", "no such symbol" },
	{ CG_EVENT_SOCK_UNCHARGE, "", "2 functions are called mem_cgroup_sk_uncharge" },
	/* plain, though a part of it comes first */
	{ CG_EVENT_DRAIN_ALL, "drain_all_stock", "" },
	/* the newest of three */
	{ CG_EVENT_STAT_UPDATE, "__css_rstat_updated", "" },
	/* the newest name is a module's */
	{ CG_EVENT_STAT_FLUSH, "cgroup_rstat_flush", "" },
};

static void test_symbols_are_resolved(void **state)
{
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	struct cg_error error = { 0 };

	(void)state;
	memset(symbols, 'x', sizeof(symbols));
	assert_int_equal(cg_events_resolve(TEST_DATA "/kallsyms", symbols, &error), 0);
	for (size_t i = 0; i < CG_NR_EVENTS; i++) {
		assert_string_equal(symbols[expected[i].event].symbol, expected[i].symbol);
		assert_string_equal(symbols[expected[i].event].why, expected[i].why);
	}
}

static void test_hidden_addresses_do_not_matter(void **state)
{
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	struct cg_error error = { 0 };
	char path[64];

	(void)state;
	write_file(path, "0000000000000000 T page_counter_uncharge\n"
			 "0000000000000000 t refill_stock\n");
	assert_int_equal(cg_events_resolve(path, symbols, &error), 0);
	unlink(path);
	assert_string_equal(symbols[CG_EVENT_UNCHARGE_WALK].symbol, "page_counter_uncharge");
	assert_string_equal(symbols[CG_EVENT_STOCK_REFILL].symbol, "refill_stock");
	assert_string_equal(symbols[CG_EVENT_CHARGE].symbol, "");
}

static void test_lists_that_are_none_are_errors(void **state)
{
	static const char *const texts[] = {
		"ffffffff81000010 T page_counter_uncharge", /* cut short */
		"ffffffff81000010 T \n",
		"ffffffff81000010 T\n",
		"ffffffff81000010 page_counter_uncharge\n",
		"fffffffff81000010 T page_counter_uncharge\n", /* 17 digits */
		"0xffffffff81000010 T page_counter_uncharge\n",
		" T page_counter_uncharge\n",
		"\n",
		"ffffffff81000010 T page_counter_uncharge [other]\n",
		"ffffffff81000010 T page_counter_uncharge\tother\n",
		"ffffffff81000010 T page_counter_uncharge\t[other\n",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cg_event_symbol symbols[CG_NR_EVENTS];
		struct cg_error error = { 0 };
		char path[64];

		write_file(path, texts[i]);
		assert_int_equal(cg_events_resolve(path, symbols, &error), -EINVAL);
		unlink(path);
		assert_int_equal(error.kind, CG_ERROR_FAILED);
		assert_non_null(strstr(error.what, "line 1"));
	}
}

static void test_no_list_is_a_skip(void **state)
{
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_events_resolve("/nonexistent/kallsyms", symbols, &error), -ENOENT);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_non_null(strstr(error.what, "/nonexistent/kallsyms"));
	assert_true(error.cure[0]);
}

static int stop_at_third(void *data, const struct cg_kernel_symbol *symbol)
{
	int *calls = data;

	if (++*calls < 3)
		return 0;
	assert_string_equal(symbol->name, "page_counter_try_charge.cold");
	assert_int_equal(symbol->length, 28);
	assert_int_equal(symbol->address, 0xffffffff81000020);
	assert_int_equal(symbol->type, 't');
	assert_false(symbol->in_module);
	return 42;
}

static void test_a_reader_ends_the_reading(void **state)
{
	struct cg_error error = { 0 };
	int calls = 0;

	(void)state;
	assert_int_equal(cg_kallsyms_each(TEST_DATA "/kallsyms", stop_at_third, &calls, &error),
			 42);
	assert_int_equal(calls, 3);
	assert_int_equal(error.kind, CG_ERROR_NONE);
}

/* Every kernel has its list, and each symbol that is found must be in it, by grep's word. */
static void test_this_kernels_own_list(void **state)
{
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	struct cg_error error = { 0 };
	char command[256];

	(void)state;
	if (access("/proc/kallsyms", R_OK)) {
		print_message("skipped: no /proc/kallsyms\n");
		skip();
	}
	assert_int_equal(cg_events_resolve(NULL, symbols, &error), 0);
	for (size_t i = 0; i < CG_NR_EVENTS; i++) {
		print_message("%s: %s%s\n", cg_events[i].name, symbols[i].symbol, symbols[i].why);
		if (!symbols[i].symbol[0])
			continue;
		snprintf(command, sizeof(command), "grep -qi '^[0-9a-f]* t %.127s$' /proc/kallsyms",
			 symbols[i].symbol);
		/* NOLINTNEXTLINE(cert-env33-c): another program's opinion is the point */
		assert_int_equal(system(command), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events_are_found_by_whole_name),
		cmocka_unit_test(test_symbols_are_resolved),
		cmocka_unit_test(test_hidden_addresses_do_not_matter),
		cmocka_unit_test(test_lists_that_are_none_are_errors),
		cmocka_unit_test(test_no_list_is_a_skip),
		cmocka_unit_test(test_a_reader_ends_the_reading),
		cmocka_unit_test(test_this_kernels_own_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
