// SPDX-License-Identifier: GPL-2.0-only
/*
 * report.c - fuzzes the files that a report is made of, in every format: what they say stays text, in
 * the page, and for gnuplot, which can run commands.
 */
#include "report.h"

#include <sys/mman.h>

#include "fuzz.h"
#include "gnuplot.h"
#include "report_html.h"
#include "report_plots.h"
#include "report_text.h"

/* Nothing of a file's becomes an element, and nothing is no text. */
static void check_html(char *text, size_t size)
{
	REQUIRE(strlen(text) == size);
	REQUIRE(!strcasestr(text, "<script") && !strcasestr(text, "<img"));
	REQUIRE(!strcasestr(text, "<iframe") && !strcasestr(text, "<a href=\"javascript"));
	for (const char *c = text; *c; c++)
		REQUIRE(!iscntrl((unsigned char)*c) || *c == '\n' || *c == '\t');
}

/* "name: number", and no more. */
static void check_lkp(char *text, size_t size)
{
	REQUIRE(strlen(text) == size);
	for (char *line, *rest = text; (line = strsep(&rest, "\n")) && rest;) {
		char *colon = strchr(line, ':'), *end;

		REQUIRE(colon && colon > line && colon[1] == ' ');
		(void)strtod(colon + 2, &end);
		REQUIRE(end > colon + 2 && *end == '\0');
		for (const char *c = line; c < colon; c++)
			REQUIRE(isalnum((unsigned char)*c) || strchr("-_.", *c));
	}
}

static void print(const struct cg_report *report, const struct cg_gnuplot *gnuplot, int format)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	REQUIRE(out);
	if (format == 0)
		cg_report_html(out, report, gnuplot);
	else if (format == 1)
		cg_report_lkp(out, report);
	else
		cg_report_markdown(out, report);
	REQUIRE(fclose(out) == 0);
	if (format == 0)
		check_html(text, size);
	else if (format == 1)
		check_lkp(text, size);
	free(text);
}

/* What is between backticks gnuplot gives to a shell. */
static void require_no_command(FILE *script)
{
	size_t length = (size_t)ftell(script);
	char *text = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fileno(script), 0);

	REQUIRE(text != MAP_FAILED);
	REQUIRE(!memchr(text, '`', length));
	munmap(text, length);
}

static void print_all(struct cg_report *report)
{
	struct cg_gnuplot gnuplot;
	struct cg_error error = { 0 };

	REQUIRE(cg_gnuplot_open(&gnuplot, &error) == 0);
	cg_report_plot(&gnuplot, report);
	REQUIRE(fflush(gnuplot.script) == 0);
	require_no_command(gnuplot.script);
	cg_gnuplot_close(&gnuplot);
	/* Without its pictures: gnuplot itself is not what is tested. */
	REQUIRE(cg_gnuplot_open(&gnuplot, &error) == 0);
	for (int format = 0; format < 3; format++)
		print(report, &gnuplot, format);
	cg_gnuplot_close(&gnuplot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file file;
	struct cg_report report = { 0 };
	struct cg_error error = { 0 };
	int result = 0;

	fuzz_file_set(&file, data, size);
	for (size_t side = 0; side < 2 && !result; side++)
		result = cg_report_add(&report, file.path, side, &error);
	if (!result)
		result = cg_report_finish(&report, &error);
	fuzz_check_error(result, &error);
	if (!result)
		print_all(&report);
	cg_report_free(&report);
	return 0;
}
