// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_html.c - text and figures as HTML, and the places they come from.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "html.h"

static void shows(double value, enum cg_figure figure, const char *expected)
{
	char text[64];

	assert_string_equal(cg_figure_text(text, sizeof(text), value, figure, ","), expected);
}

static void figures_are_rounded_for_the_eye(void **state)
{
	(void)state;
	shows(9511.76, CG_FIGURE_PLAIN, "9,512");
	shows(999.94, CG_FIGURE_PLAIN, "999.9");
	shows(12.345, CG_FIGURE_PLAIN, "12.35");
	shows(0.25, CG_FIGURE_PLAIN, "0.250");
	shows(0, CG_FIGURE_PLAIN, "0.000");
	shows(-1234567, CG_FIGURE_COUNT, "-1,234,567");
	shows(-123456, CG_FIGURE_COUNT, "-123,456");
	shows(100, CG_FIGURE_COUNT, "100");
	shows(1.0156, CG_FIGURE_CALLS, "1.016");
	shows(1234.5, CG_FIGURE_CALLS, "1234.500");
	shows(0.2, CG_FIGURE_SHORT, "0.2");
	shows(1e300, CG_FIGURE_COUNT, "1e+300");
	shows(NAN, CG_FIGURE_RATIO, "n/a");
}

static void a_figure_that_does_not_fit_is_cut(void **state)
{
	char text[5];

	(void)state;
	cg_figure_text(text, sizeof(text), 123456789, CG_FIGURE_COUNT, ",");
	assert_true(strlen(text) < sizeof(text));
}

/* What @print prints of @node, or of @text. */
static char *printed(const struct cg_json_node *node, const char *text)
{
	char *all = NULL;
	size_t size;
	FILE *out = open_memstream(&all, &size);

	assert_non_null(out);
	if (node)
		cg_html_figure(out, node, CG_FIGURE_PLAIN);
	else
		cg_html_text(out, text);
	assert_int_equal(fclose(out), 0);
	return all;
}

static void text_stays_text(void **state)
{
	char *text = printed(NULL, "a<b>&\"'\x01\x7f\n\xc3\xa9");

	(void)state;
	assert_string_equal(text, "a&lt;b&gt;&amp;&quot;&#39;??\n\xc3\xa9");
	free(text);
}

static void a_figure_has_its_exact_value_and_its_place(void **state)
{
	json_t *top = json_pack("{s:[{s:f, s:s, s:n}]}", "a/b~", "<m>", 0.1 + 0.2, "t", "x", "n");
	struct cg_json_node node = cg_json_node_file(top, 3), value;
	char *text;

	(void)state;
	node = cg_json_node_key(&node, "a/b~");
	node = cg_json_node_index(&node, 0);
	value = cg_json_node_key(&node, "<m>");
	text = printed(&value, NULL);
	/* 0.1 + 0.2 needs all 17 digits to be read back. */
	assert_string_equal(text, "<data value=\"0.30000000000000004\" "
				  "data-at=\"3/a~1b~0/0/&lt;m&gt;\">0.300</data>");
	free(text);
	value = cg_json_node_key(&node, "n");
	text = printed(&value, NULL);
	assert_string_equal(text, "<span class=\"na\">n/a</span>");
	free(text);
	json_decref(top);
}

static void nodes_that_are_not_there_are_null(void **state)
{
	json_t *top = json_pack("{s:{s:[i]}}", "a", "b", 7);
	struct cg_json_node node = cg_json_node_file(top, 1), child;

	(void)state;
	child = cg_json_node_path(&node, "a/b");
	child = cg_json_node_index(&child, 0);
	assert_string_equal(child.at, "1/a/b/0");
	assert_float_equal(cg_json_node_number(&child), 7, 0);
	child = cg_json_node_key(&child, "of a number");
	assert_null(child.json);
	child = cg_json_node_path(&node, "a/none/deeper");
	assert_null(child.json);
	assert_true(isnan(cg_json_node_number(&child)));
	assert_string_equal(cg_json_node_text(&child, "x", "otherwise"), "otherwise");
	json_decref(top);
}

static void a_place_that_does_not_fit_is_cut(void **state)
{
	char key[1000];
	struct cg_json_node node = { .at = "1" };

	(void)state;
	memset(key, '~', sizeof(key) - 1);
	key[sizeof(key) - 1] = '\0';
	for (int i = 0; i < 3; i++) {
		node = cg_json_node_key(&node, key);
		assert_true(strlen(node.at) < sizeof(node.at));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_rounded_for_the_eye),
		cmocka_unit_test(a_figure_that_does_not_fit_is_cut),
		cmocka_unit_test(text_stays_text),
		cmocka_unit_test(a_figure_has_its_exact_value_and_its_place),
		cmocka_unit_test(nodes_that_are_not_there_are_null),
		cmocka_unit_test(a_place_that_does_not_fit_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
