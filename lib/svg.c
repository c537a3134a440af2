// SPDX-License-Identifier: GPL-2.0-only
/*
 * svg.c - gnuplot's SVG made fit for a page. See svg.h.
 */
#include "svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static bool begins(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

/* Behind the end of what is left out at @at, or @at. */
static const char *skip(const char *at, bool definitions)
{
	static const struct {
		const char *from, *to;
	} parts[] = { { "<title>", "</title>" },
		      { "<desc>", "</desc>" },
		      { "<defs>", "</defs>" },
		      { " id=\"gnuplot_", "\"" },
		      { " class=\"gridline\"", "" } };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		const char *end;

		if (!begins(at, parts[i].from) || (definitions && begins(at, "<defs>")))
			continue;
		end = strstr(at + strlen(parts[i].from), parts[i].to);
		if (!end)
			return at;
		return end + strlen(parts[i].to);
	}
	return at;
}

/* "<g ...>\n</g>\n": behind it, or @at. */
static const char *skip_empty_group(const char *at)
{
	const char *end;

	if (!begins(at, "<g "))
		return at;
	end = strchr(at, '>');
	return end && begins(end, ">\n</g>\n") ? end + strlen(">\n</g>\n") : at;
}

/* One of our colours at @at: prints what it is in the page. Returns behind it, or @at. */
static const char *put_colour(FILE *out, const char *at)
{
	int length = 0;
	unsigned int number;

	/* NOLINTNEXTLINE(cert-err34-c): four digits fit */
	if (!begins(at, "rgb(") || sscanf(at, "rgb( 1, 1, %4u)%n", &number, &length) != 1 ||
	    length == 0)
		return at;
	fprintf(out, "var(--p%u)", number);
	return at + length;
}

char *cg_svg_clean(const char *text, bool definitions)
{
	const char *at = strstr(text, "<svg"), *end = strstr(text, "</svg>");
	struct cg_text clean;
	FILE *out;

	if (!at || !end || end < at)
		return NULL;
	out = cg_text_open(&clean);
	if (!out)
		return cg_text_close(&clean, NULL);
	fputs("<svg aria-hidden=\"true\"", out);
	at += strlen("<svg");
	while (at < end) {
		const char *next = skip(at, definitions);

		if (next == at)
			next = skip_empty_group(at);
		if (next == at)
			next = put_colour(out, at);
		if (next == at)
			fputc(*next++, out);
		at = next;
	}
	fputs("</svg>\n", out);
	return cg_text_close(&clean, NULL);
}
