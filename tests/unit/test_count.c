// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_count.c - calls per op, from hits, missed hits and background.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "count.h"
#include "file.h"
#include "memory_files.h"

static struct cg_count counted(void)
{
	struct cg_count c = { .ops = 1000, .seconds = 2, .background_seconds = 1 };

	for (int e = 0; e < CG_NR_EVENTS; e++)
		strcpy(c.symbols[e].symbol, "some_function");
	return c;
}

static void plain_hits(void **state)
{
	struct cg_count c = counted();

	(void)state;
	c.hits[CG_EVENT_CHARGE] = 4060;
	assert_true(fabs(cg_count_per_op(&c, CG_EVENT_CHARGE) - 4.06) < 1e-9);
	assert_true(cg_count_per_op(&c, CG_EVENT_CHARGE_WALK) == 0);
}

/* 10 in one idle second are 20 in the two that the ops took. */
static void background_is_scaled_and_taken_off(void **state)
{
	struct cg_count c = counted();

	(void)state;
	c.hits[CG_EVENT_CHARGE] = 1020;
	c.background[CG_EVENT_CHARGE] = 10;
	assert_true(fabs(cg_count_per_op(&c, CG_EVENT_CHARGE) - 1) < 1e-9);
	c.background[CG_EVENT_CHARGE] = 1000;
	assert_true(cg_count_per_op(&c, CG_EVENT_CHARGE) == 0);
}

static void missed_hits_are_calls(void **state)
{
	struct cg_count c = counted();

	(void)state;
	c.hits[CG_EVENT_CHARGE] = 900;
	c.missed[CG_EVENT_CHARGE] = 100;
	assert_true(fabs(cg_count_per_op(&c, CG_EVENT_CHARGE) - 1) < 1e-9);
}

static void no_symbol_is_no_number(void **state)
{
	struct cg_count c = counted();

	(void)state;
	c.symbols[CG_EVENT_CHARGE].symbol[0] = '\0';
	assert_true(isnan(cg_count_per_op(&c, CG_EVENT_CHARGE)));
	c.ops = 0;
	assert_true(isnan(cg_count_per_op(&c, CG_EVENT_CHARGE_WALK)));
}

static void what_counts_as_a_charge(void **state)
{
	struct cg_count c = counted();

	(void)state;
	assert_false(cg_count_has_charge(&c));
	c.hits[CG_EVENT_STAT_FLUSH] = c.hits[CG_EVENT_STAT_UPDATE] = c.hits[CG_EVENT_DRAIN_ALL] =
		9999;
	assert_false(cg_count_has_charge(&c));
	c.hits[CG_EVENT_CHARGE] = 9;
	assert_false(cg_count_has_charge(&c));
	c.hits[CG_EVENT_CHARGE] = 10;
	assert_true(cg_count_has_charge(&c));
}

/* ---- memory.stat and memory.events ---- */

static const struct cg_memory_value *find(const struct cg_memory_file *file, const char *key)
{
	for (size_t i = 0; i < file->nr; i++) {
		if (strcmp(file->values[i].key, key) == 0)
			return &file->values[i];
	}
	return NULL;
}

static void write_file(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static void reads_memory_files(void **state)
{
	struct cg_memory_files now, before;

	(void)state;
	cg_memory_files_read(&now, TEST_DATA "/memcg", 2);
	assert_int_equal(find(&now.stat, "anon")->value, 4096);
	assert_int_equal(find(&now.stat, "file_thp")->value, 0);
	assert_null(find(&now.stat, "file"));
	assert_null(find(&now.stat, "odd"));
	assert_int_equal(find(&now.events, "oom_kill")->value, 3);
	before = now;
	before.events.values[0].value = 1;
	cg_memory_files_subtract(&now, &before);
	assert_int_equal(find(&now.stat, "anon")->value, 0);
	assert_int_equal(now.events.values[0].value, 4);
	/* Of what was read at one end only there is no difference. */
	now = before;
	before.stat.values[0].key[0] = 'A';
	cg_memory_files_subtract(&now, &before);
	assert_int_equal(now.stat.nr, before.stat.nr - 1);
	assert_string_equal(now.stat.values[0].key, before.stat.values[1].key);
	assert_int_equal(now.stat.values[0].value, 0);
	cg_memory_files_read(&now, "/nowhere", 2);
	assert_int_equal(now.stat.nr, 0);
	cg_memory_files_read(&now, NULL, 2);
	assert_int_equal(now.version, 0);
}

static void keys_are_whole_words(void **state)
{
	uint64_t value = 7;

	(void)state;
	assert_int_equal(cg_file_read_keyed(TEST_DATA "/memcg/memory.events", "oom", &value), 0);
	assert_int_equal(value, 2);
	assert_int_equal(cg_file_read_keyed(TEST_DATA "/memcg/memory.events", "oo", &value),
			 -ENOENT);
	assert_int_equal(cg_file_read_keyed(TEST_DATA "/memcg/memory.stat", "odd", &value),
			 -EINVAL);
	assert_int_equal(cg_file_read_keyed("/nowhere", "x", &value), -ENOENT);
	assert_int_equal(value, 2);
}

/* In a file of our own: what no kernel writes must not be read as something else. */
static void odd_files_are_read_exactly(void **state)
{
	static const char twice[] = "oom_kill 9223372036854775807\noom_kill 9223372036854775807\n"
				    "oom_kill 9223372036854775807\nkey";
	char directory[] = "/tmp/cgpong-test-count.XXXXXX", path[64];
	struct cg_memory_files files, same;
	uint64_t value = 7;

	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/memory.stat", directory);
	write_file(path, twice, sizeof(twice) - 1);
	cg_memory_files_read(&files, directory, 2);
	same = files;
	cg_memory_files_subtract(&same, &files);
	assert_int_equal(same.stat.nr, 3);
	for (size_t i = 0; i < same.stat.nr; i++)
		assert_int_equal(same.stat.values[i].value, 0);
	/* A key at the end of the file, and nothing behind it. */
	assert_int_equal(cg_file_read_keyed(path, "key", &value), -EINVAL);
	write_file(path, "4\0002\n", 4);
	assert_int_equal(cg_file_read_u64(path, &value), -EINVAL);
	assert_int_equal(value, 7);
	write_file(path, "42\n", 3);
	assert_int_equal(cg_file_read_u64(path, &value), 0);
	assert_int_equal(value, 42);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_hits),
		cmocka_unit_test(background_is_scaled_and_taken_off),
		cmocka_unit_test(missed_hits_are_calls),
		cmocka_unit_test(no_symbol_is_no_number),
		cmocka_unit_test(what_counts_as_a_charge),
		cmocka_unit_test(reads_memory_files),
		cmocka_unit_test(keys_are_whole_words),
		cmocka_unit_test(odd_files_are_read_exactly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
