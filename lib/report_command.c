// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_command.c - `cgpong report`. See report_command.h.
 */
#include "report_command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "report.h"
#include "report_html.h"
#include "report_plots.h"
#include "report_text.h"
#include "results.h"
#include "text.h"

static const char *const formats[] = { "html", "markdown", "lkp" };

enum format { FORMAT_HTML, FORMAT_MARKDOWN, FORMAT_LKP, NR_FORMATS };

/* The command line, read. */
struct request {
	enum format format;
	const char *output;
	size_t nr;
	char **paths;  /* into argv */
	size_t *sides; /* of each path */
};

/* ---- The command line ---- */

static int take_format(struct request *request, const char *name, struct cg_error *error)
{
	for (int f = 0; f < NR_FORMATS; f++) {
		if (strcmp(name, formats[f]) == 0) {
			request->format = (enum format)f;
			return 0;
		}
	}
	return cg_error_usage(error, "report: --format is html, markdown or lkp");
}

/* The value of option @name at argv[*i], or NULL if that is another word. */
static const char *value_of(const char *name, int argc, char **argv, int *i, bool *missing)
{
	size_t length = strlen(name);

	if (strncmp(argv[*i], name, length) != 0)
		return NULL;
	if (argv[*i][length] == '=' && name[1] == '-')
		return argv[*i] + length + 1;
	if (argv[*i][length] != '\0')
		return NULL;
	*missing = *i + 1 == argc;
	return *missing ? name : argv[++*i];
}

static int take_option(struct request *request, int argc, char **argv, int *i,
		       struct cg_error *error)
{
	static const char *const outputs[] = { "-o", "--output" };
	bool missing = false;
	const char *value = value_of("--format", argc, argv, i, &missing);

	if (value && !missing)
		return take_format(request, value, error);
	for (size_t k = 0; k < 2 && !value; k++) {
		value = value_of(outputs[k], argc, argv, i, &missing);
		if (value)
			request->output = value;
	}
	if (missing)
		return cg_error_usage(error, "report: %s needs a value", value);
	if (!value)
		return cg_error_usage(error, "report: unknown option '%.60s'", argv[*i]);
	return 0;
}

/*
 * Moves the paths to the front of argv. Between "--"s all files are of one side; without any, each
 * file is one.
 */
static int parse(struct request *request, int argc, char **argv, struct cg_error *error)
{
	size_t side = 0;
	bool divided = false;
	int result = 0;

	for (int i = 1; i < argc; i++)
		divided |= strcmp(argv[i], "--") == 0;
	request->paths = argv;
	request->sides = calloc((size_t)argc, sizeof(*request->sides));
	if (!request->sides)
		return cg_error_fail(error, ENOMEM, "read the command line");
	for (int i = 1; i < argc && !result; i++) {
		if (strcmp(argv[i], "--") == 0) {
			side++;
		} else if (argv[i][0] == '-' && argv[i][1]) {
			result = take_option(request, argc, argv, &i, error);
		} else {
			request->sides[request->nr] = divided ? side : request->nr;
			argv[request->nr++] = argv[i];
		}
	}
	if (result)
		return result;
	if (request->nr == 0)
		return cg_error_usage(error, "report: of which files?");
	if (!request->output && request->format == FORMAT_HTML)
		return cg_error_usage(error, "report: where to? -o FILE, or -o - for stdout");
	return 0;
}

/* ---- Writing it ---- */

static int put_html(FILE *out, struct cg_report *report, struct cg_error *error)
{
	struct cg_gnuplot gnuplot;
	int result = cg_gnuplot_open(&gnuplot, error);

	if (result)
		return result;
	cg_report_plot(&gnuplot, report);
	result = cg_gnuplot_run(&gnuplot, error);
	if (!result)
		cg_report_html(out, report, &gnuplot);
	cg_gnuplot_close(&gnuplot);
	return result;
}

/* The report is made in memory, and only then written: a file that is there stays if it fails. */
static int write_report(struct cg_report *report, const struct request *request,
			struct cg_error *error)
{
	struct cg_text text;
	FILE *out = cg_text_open(&text);
	size_t size;
	char *bytes;
	int result = 0;

	if (out && request->format == FORMAT_HTML)
		result = put_html(out, report, error);
	else if (out && request->format == FORMAT_MARKDOWN)
		cg_report_markdown(out, report);
	else if (out)
		cg_report_lkp(out, report);
	bytes = cg_text_close(&text, &size);
	if (!bytes && !result)
		result = cg_error_fail(error, ENOMEM, "make the report");
	if (!result)
		result = cg_output_write(request->output ? request->output : "-", bytes, size,
					 error);
	free(bytes);
	return result;
}

int cg_report_command(int argc, char **argv, struct cg_error *error)
{
	struct request request = { 0 };
	struct cg_report report = { 0 };
	int result = parse(&request, argc, argv, error);

	if (!result && request.output)
		result = cg_output_check_path(request.output, "--output", error);
	for (size_t i = 0; i < request.nr && !result && request.output; i++) {
		if (cg_output_is_file(request.output, request.paths[i]))
			result = cg_error_usage(error, "--output %s: is one of the files to report",
						request.output);
		cg_error_cure(error, "give another file");
	}
	for (size_t i = 0; i < request.nr && !result; i++)
		result = cg_report_add(&report, request.paths[i], request.sides[i], error);
	if (!result)
		result = cg_report_finish(&report, error);
	if (!result)
		result = write_report(&report, &request, error);
	cg_report_free(&report);
	free(request.sides);
	return result;
}
