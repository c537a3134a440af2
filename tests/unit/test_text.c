// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_text.c - a text in memory is whole or not there; cli/inject shows that with each allocation failing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "text.h"

static void an_empty_text_is_one(void **state)
{
	struct cg_text text;
	size_t length = 1;
	char *bytes;

	(void)state;
	assert_non_null(cg_text_open(&text));
	bytes = cg_text_close(&text, &length);
	assert_string_equal(bytes, "");
	assert_int_equal(length, 0);
	free(bytes);
}

/* Over the first room, byte by byte and in pieces that are larger than what there is. */
static void it_grows(void **state)
{
	struct cg_text text;
	char piece[10001] = "", *bytes;
	size_t length;

	(void)state;
	memset(piece, 'x', sizeof(piece) - 1);
	assert_non_null(cg_text_open(&text));
	for (int i = 0; i < 5000; i++)
		fputc('a' + i % 26, text.stream);
	for (int i = 0; i < 20; i++)
		fputs(piece, text.stream);
	fputs("end", text.stream);
	bytes = cg_text_close(&text, &length);
	assert_int_equal(length, 5000 + 20 * 10000 + 3);
	assert_int_equal(strlen(bytes), length);
	for (int i = 0; i < 5000; i++)
		assert_int_equal(bytes[i], 'a' + i % 26);
	assert_int_equal(strspn(bytes + 5000, "x"), 200000);
	assert_string_equal(bytes + 205000, "end");
	free(bytes);
}

static void bytes_of_any_kind(void **state)
{
	struct cg_text text;
	char *bytes;
	size_t length;

	(void)state;
	assert_non_null(cg_text_open(&text));
	fwrite("a\0b", 1, 3, text.stream);
	bytes = cg_text_close(&text, &length);
	assert_int_equal(length, 3);
	assert_memory_equal(bytes, "a\0b", 4);
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_text_is_one),
		cmocka_unit_test(it_grows),
		cmocka_unit_test(bytes_of_any_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
