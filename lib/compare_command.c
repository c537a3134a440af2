// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare_command.c - `cgpong compare`. See compare_command.h.
 */
#include "compare_command.h"

#include <errno.h>
#include <string.h>

#include "compare.h"

static const char *const formats[] = { "text", "markdown", "json" };

enum format { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_JSON, NR_FORMATS };

/* The command line, read. argv[1] to argv[argc - 1] without options. */
struct request {
	enum format format;
	size_t nr;
	char **paths; /* into argv */
	size_t nr_a;  /* how many of them are of side A */
};

static int take_format(struct request *request, const char *name, struct cg_error *error)
{
	for (int f = 0; f < NR_FORMATS; f++) {
		if (name && strcmp(name, formats[f]) == 0) {
			request->format = (enum format)f;
			return 0;
		}
	}
	return cg_error_usage(error, "compare: --format is text, markdown or json");
}

/* Moves the paths to the front of argv. */
static int parse(struct request *request, int argc, char **argv, struct cg_error *error)
{
	bool divided = false;
	int result = 0;

	request->paths = argv;
	for (int i = 1; i < argc && !result; i++) {
		if (strcmp(argv[i], "--") == 0 && !divided) {
			divided = true;
			request->nr_a = request->nr;
		} else if (strcmp(argv[i], "--format") == 0) {
			i++;
			result = take_format(request, i < argc ? argv[i] : NULL, error);
		} else if (strncmp(argv[i], "--format=", 9) == 0) {
			result = take_format(request, argv[i] + 9, error);
		} else if (argv[i][0] == '-') {
			result = cg_error_usage(error, "compare: unknown option '%.60s'", argv[i]);
		} else {
			argv[request->nr++] = argv[i];
		}
	}
	if (result)
		return result;
	if (!divided && request->nr == 2)
		request->nr_a = 1;
	if (request->nr_a == 0 || request->nr_a == request->nr)
		return cg_error_usage(error, "compare: takes A.json B.json, or A.json... -- "
					     "B.json...");
	return 0;
}

static int print(FILE *out, const struct cg_comparison *comparison, enum format format,
		 struct cg_error *error)
{
	int lost = 0;

	errno = 0;
	if (format != FORMAT_JSON) {
		cg_comparison_print(out, comparison, format == FORMAT_MARKDOWN);
	} else {
		json_t *json = cg_comparison_json(comparison);

		lost = !json || json_dumpf(json, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) ||
		       fputc('\n', out) == EOF;
		json_decref(json);
	}
	return lost ? cg_error_fail(error, errno ? errno : ENOMEM, "print the comparison") : 0;
}

int cg_compare_command(FILE *out, int argc, char **argv, struct cg_error *error)
{
	struct request request = { 0 };
	struct cg_runs sides[2] = { 0 };
	struct cg_comparison comparison = { 0 };
	int result = parse(&request, argc, argv, error);

	for (size_t i = 0; i < request.nr && !result; i++)
		result = cg_runs_read(&sides[i >= request.nr_a], request.paths[i], error);
	if (!result)
		result = cg_compare(&comparison, &sides[0], &sides[1], error);
	if (!result)
		result = print(out, &comparison, request.format, error);
	cg_comparison_free(&comparison);
	cg_runs_free(&sides[0]);
	cg_runs_free(&sides[1]);
	return result;
}
