// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_svg.c - what becomes of gnuplot's SVG, and what its script may not become.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gnuplot.h"
#include "svg.h"

static const char picture[] = "<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 7 2\">\n"
			      "<title>Gnuplot</title>\n<desc>by gnuplot</desc>\n"
			      "<g id=\"gnuplot_canvas\">\n<defs>\n<circle id='gpDot'/></defs>\n"
			      "<g fill=\"none\" stroke=\"rgb(  1,   1,  10)\">\n</g>\n"
			      "<path class=\"gridline\" stroke='rgb(  1,   1,   2)' d='M0,0'/>"
			      "<text fill=\"rgb(1,1,1)\">rgb(9, 9, 9)</text>\n</g>\n</svg>\nrest";

static void cleaned(const char *text, bool definitions, const char *expected)
{
	char *clean = cg_svg_clean(text, definitions);

	if (expected)
		assert_string_equal(clean, expected);
	else
		assert_null(clean);
	free(clean);
}

static void a_picture_is_made_fit_for_a_page(void **state)
{
	(void)state;
	cleaned(picture, false,
		"<svg aria-hidden=\"true\" \n viewBox=\"0 0 7 2\">\n\n\n<g>\n\n"
		"<path stroke='var(--p2)' d='M0,0'/>"
		"<text fill=\"var(--p1)\">rgb(9, 9, 9)</text>\n</g>\n</svg>\n");
}

static void one_picture_keeps_the_definitions(void **state)
{
	char *clean = cg_svg_clean(picture, true);

	(void)state;
	assert_non_null(strstr(clean, "<defs>\n<circle id='gpDot'/></defs>"));
	free(clean);
}

static void half_a_picture_is_none(void **state)
{
	(void)state;
	cleaned("", false, NULL);
	cleaned("<svg viewBox=\"0 0 1 1\"><g>", false, NULL);
	cleaned("</svg><svg", false, NULL);
	cleaned("<svg><defs></svg>", false, "<svg aria-hidden=\"true\"><defs></svg>\n");
	cleaned("<svg>rgb(1,1,</svg>", false, "<svg aria-hidden=\"true\">rgb(1,1,</svg>\n");
}

/* What is printed to the script by one call. */
static char *scripted(const char *word, double low, double high)
{
	struct cg_error error = { 0 };
	struct cg_gnuplot gnuplot;
	char *text = calloc(1, 4096);
	long before;

	assert_int_equal(cg_gnuplot_open(&gnuplot, &error), 0);
	fflush(gnuplot.script);
	before = ftell(gnuplot.script);
	if (word)
		cg_gnuplot_text(&gnuplot, word);
	else
		cg_gnuplot_axis(&gnuplot, 'y', low, high);
	fflush(gnuplot.script);
	assert_true(pread(fileno(gnuplot.script), text, 4095, before) > 0);
	cg_gnuplot_close(&gnuplot);
	return text;
}

static void text_cannot_leave_its_quotes(void **state)
{
	char *text = scripted("a'b`c\"$d\\e\n{f}@g", 0, 0);

	(void)state;
	assert_string_equal(text, "'a?b?c??d?e??f??g'");
	free(text);
	text = scripted("siblings:4 deep-1.2/x_y+z, 0123456789", 0, 0);
	assert_string_equal(text, "'siblings:4 deep-1.2/x_y+'");
	free(text);
}

static void axes_have_round_numbers(void **state)
{
	char *text = scripted(NULL, 100, 9000);

	(void)state;
	/* From 0, for 100 is far below 9000; steps of 2000 are five for a span of 9360. */
	assert_non_null(strstr(text, "set yrange [0:10000]"));
	assert_non_null(strstr(text, "('0' 0, '2 000' 2000, '4 000' 4000, "));
	free(text);
	/* Far from 0: the span counts. */
	text = scripted(NULL, 1000, 1010);
	assert_non_null(strstr(text, "set yrange [998:1012]"));
	free(text);
	/* Nothing at all is an axis, too. */
	text = scripted(NULL, 0, 0);
	assert_non_null(strstr(text, "set yrange [0:"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_picture_is_made_fit_for_a_page),
		cmocka_unit_test(one_picture_keeps_the_definitions),
		cmocka_unit_test(half_a_picture_is_none),
		cmocka_unit_test(text_cannot_leave_its_quotes),
		cmocka_unit_test(axes_have_round_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
