// SPDX-License-Identifier: GPL-2.0-only
/*
 * html.c - text and figures as HTML. See html.h.
 */
#include "html.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NARROW_SPACE "\xe2\x80\xaf"

/* Puts @group between the digits of a whole number. */
static void group_digits(char *text, size_t size, const char *digits, const char *group)
{
	size_t length = strlen(digits), at = 0;

	text[0] = '\0';
	for (size_t i = 0; i < length; i++) {
		bool between = i > 0 && digits[i - 1] != '-' && (length - i) % 3 == 0;
		int put = snprintf(text + at, size - at, "%s%c", between ? group : "", digits[i]);

		if (put < 0 || (size_t)put >= size - at)
			return;
		at += (size_t)put;
	}
}

char *cg_figure_text(char *text, size_t size, double value, enum cg_figure figure,
		     const char *group)
{
	double magnitude = fabs(value);
	char digits[64];
	int decimals = 3;

	if (figure == CG_FIGURE_PLAIN)
		decimals = magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : 3;
	if (figure == CG_FIGURE_COUNT)
		decimals = 0;
	if (isnan(value)) {
		snprintf(text, size, "n/a");
	} else if (magnitude >= 1e15 || figure == CG_FIGURE_SHORT) {
		snprintf(text, size, "%.4g", value);
	} else if (decimals == 0) {
		snprintf(digits, sizeof(digits), "%.0f", value);
		group_digits(text, size, digits, group);
	} else {
		snprintf(text, size, "%.*f", decimals, value);
	}
	return text;
}

void cg_html_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '&')
			fputs("&amp;", out);
		else if (c == '<')
			fputs("&lt;", out);
		else if (c == '>')
			fputs("&gt;", out);
		else if (c == '"')
			fputs("&quot;", out);
		else if (c == '\'')
			fputs("&#39;", out);
		else if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			fputc('?', out);
		else
			fputc(c, out);
	}
}

/* As few digits as give the same number when read back. */
static void put_exact(FILE *out, double value)
{
	char text[40];

	snprintf(text, sizeof(text), "%.15g", value);
	if (strtod(text, NULL) < value || strtod(text, NULL) > value)
		snprintf(text, sizeof(text), "%.17g", value);
	fputs(text, out);
}

void cg_html_value(FILE *out, double value, enum cg_figure figure, const char *at)
{
	char text[128];

	if (isnan(value)) {
		fputs("<span class=\"na\">n/a</span>", out);
		return;
	}
	fputs("<data value=\"", out);
	put_exact(out, value);
	fputs("\" data-at=\"", out);
	cg_html_text(out, at);
	fprintf(out, "\">%s</data>",
		cg_figure_text(text, sizeof(text), value, figure, NARROW_SPACE));
}

void cg_html_figure(FILE *out, const struct cg_json_node *node, enum cg_figure figure)
{
	cg_html_value(out, cg_json_node_number(node), figure, node->at);
}
