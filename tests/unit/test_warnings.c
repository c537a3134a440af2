// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_warnings.c - a warning is one line with a cure and a name, said once, and safe to print.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <string.h>

#include "plain.h"
#include "warnings.h"

static void a_line_has_text_cure_and_name(void **state)
{
	struct cg_warnings warnings = { 0 };

	(void)state;
	cg_warn(&warnings, CG_WARNING_FEW_ROUNDS, "%d rounds", 2);
	cg_warn(&warnings, CG_WARNING_NOT_COUNTED, "not counted (mount it)");
	assert_int_equal(warnings.nr, 2);
	assert_string_equal(warnings.texts[0], "2 rounds (use --rounds 5 or more) [few-rounds]");
	assert_string_equal(warnings.texts[1], "not counted (mount it) [not-counted]");
	cg_warnings_free(&warnings);
	assert_int_equal(warnings.nr, 0);
}

static void the_same_is_said_once(void **state)
{
	struct cg_warnings warnings = { 0 };

	(void)state;
	for (int i = 0; i < 3; i++)
		cg_warn(&warnings, CG_WARNING_DRIFT, "leaf");
	cg_warn(&warnings, CG_WARNING_DRIFT, "root");
	cg_warn(&warnings, CG_WARNING_BIMODAL, "leaf");
	assert_int_equal(warnings.nr, 3);
	cg_warnings_free(&warnings);
}

static void names_are_words_and_unique(void **state)
{
	(void)state;
	for (int i = 0; i < CG_NR_WARNINGS; i++) {
		const char *name = cg_warning_name((enum cg_warning)i);

		assert_non_null(name);
		for (const char *c = name; *c; c++)
			assert_true(islower((unsigned char)*c) || *c == '-');
		for (int j = 0; j < i; j++)
			assert_string_not_equal(name, cg_warning_name((enum cg_warning)j));
	}
}

static void nothing_a_terminal_obeys(void **state)
{
	struct cg_warnings warnings = { 0 };

	(void)state;
	cg_warn(&warnings, CG_WARNING_DRIFT, "%s", "a\033[2Jb\nc");
	assert_memory_equal(warnings.texts[0], "a?[2Jb?c (", 10);
	cg_warnings_free(&warnings);
}

static void plain_lines(void **state)
{
	static const struct {
		const char *text, *plain;
	} cases[] = {
		{ "", "" },
		{ "plain ~", "plain ~" },
		{ "\t\r\n\x7f\x1b", "?????" },
		{ "Gr\xc3\xbc\xc3\x9f"
		  "e \xe2\x82\xac \xf0\x9f\x98\x80",
		  "Gr\xc3\xbc\xc3\x9f"
		  "e \xe2\x82\xac \xf0\x9f\x98\x80" },
		{ "\x9b"
		  "1m",
		  "?1m" }, /* CSI in Latin-1, not UTF-8 */
		{ "\xc2\x9b"
		  "1m",
		  "??1m" },			       /* CSI as UTF-8 */
		{ "\xc0\x9b \xe0\x80\x9b", "?? ???" }, /* ESC, written too long */
		{ "\xed\xa0\x80", "???" },	       /* a surrogate */
		{ "\xf4\x90\x80\x80\xf8", "?????" },   /* above U+10FFFF, and never */
		{ "\xe2\x82", "??" },		       /* cut off */
		/* NOLINTNEXTLINE(misc-misleading-bidirectional): that is what is tested */
		{ "a\xe2\x80\xae"
		  "b\xe2\x81\xa6",
		  "a???b???" }, /* right-to-left override, isolate */
	};
	char text[64];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strcpy(text, cases[i].text);
		assert_ptr_equal(cg_plain_line(text), text);
		assert_string_equal(text, cases[i].plain);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_has_text_cure_and_name),
		cmocka_unit_test(the_same_is_said_once),
		cmocka_unit_test(names_are_words_and_unique),
		cmocka_unit_test(nothing_a_terminal_obeys),
		cmocka_unit_test(plain_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
