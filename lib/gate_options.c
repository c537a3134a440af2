// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate_options.c - the command line of `cgpong gate`. See gate_options.h.
 *
 * Not getopt: behind the workload's name everything is the workload's.
 */
#include "gate_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "parse.h"

#define SECOND_NS 1000000000ull

enum gate_option {
	OPT_BASELINE,
	OPT_SLOWDOWN,
	OPT_CALLS,
	OPT_BUDGET,
	OPT_BY,
	OPT_CLOCK,
	OPT_FORMAT,
	OPT_OUTPUT,
	OPT_RUNS,
	OPT_UPDATE,
	NR_OPTIONS
};

static const char *const names[NR_OPTIONS] = {
	[OPT_BASELINE] = "--baseline",
	[OPT_SLOWDOWN] = "--max-slowdown",
	[OPT_CALLS] = "--max-extra-calls",
	[OPT_BUDGET] = "--budget",
	[OPT_BY] = "--by",
	[OPT_CLOCK] = "--clock",
	[OPT_FORMAT] = "--format",
	[OPT_OUTPUT] = "--output",
	[OPT_RUNS] = "--runs",
	[OPT_UPDATE] = "--update",
};

static const char *const bys[] = { "both", "time", "counts", NULL };
static const char *const clocks[] = { "both", "wall", "cpu", NULL };
static const char *const formats[] = { "text", "ktap", "junit", "github", NULL };

/* A plain decimal number from 0 to @max, with @unit behind it. */
static int parse_number(const char *text, const char *unit, double max, double *value)
{
	size_t digits = strspn(text, "0123456789."), length = strlen(text);
	char *end;

	if (digits == 0 || strcmp(text + digits, unit) != 0 || length > 20 ||
	    text[digits - 1] == '.' || text[0] == '.')
		return -1;
	*value = strtod(text, &end);
	return end == text + digits && *value <= max ? 0 : -1;
}

static int parse_choice(const char *text, const char *const *choices)
{
	for (int i = 0; choices[i]; i++) {
		if (strcmp(choices[i], text) == 0)
			return i;
	}
	return -1;
}

static const char *choices_of(enum gate_option option)
{
	if (option == OPT_BY)
		return "both, time or counts";
	return option == OPT_CLOCK ? "both, wall or cpu" : "text, ktap, junit or github";
}

static int take(struct cg_gate_options *o, enum gate_option option, const char *value,
		struct cg_error *error)
{
	int choice = 0;

	switch (option) {
	case OPT_BASELINE:
		o->baseline = value;
		return *value ? 0 : cg_error_usage(error, "--baseline: no file given");
	case OPT_OUTPUT:
		o->report = value;
		return 0;
	case OPT_SLOWDOWN:
		if (parse_number(value, "%", 99, &o->limits.max_slowdown))
			return cg_error_usage(error,
					      "--max-slowdown: '%.40s' is not a percentage "
					      "from 0%% to 99%%",
					      value);
		o->limits.max_slowdown /= 100;
		return 0;
	case OPT_CALLS:
		if (parse_number(value, "", 1e6, &o->limits.max_extra_calls))
			return cg_error_usage(error,
					      "--max-extra-calls: '%.40s' is not a number "
					      "from 0 to 1000000",
					      value);
		return 0;
	case OPT_BUDGET:
		if (cg_parse_duration(value, SECOND_NS / 10, 86400 * SECOND_NS, &o->budget_ns))
			return cg_error_usage(error,
					      "--budget: '%.40s' is not a time from 100ms to "
					      "24h",
					      value);
		return 0;
	case OPT_RUNS:
		if (cg_parse_u64(value, 1, 1000, &o->nr_runs))
			return cg_error_usage(error,
					      "--runs: '%.40s' is not a number from 1 to "
					      "1000",
					      value);
		return 0;
	case OPT_BY:
		choice = parse_choice(value, bys);
		o->limits.by = choice < 0 ? CG_BY_BOTH : (enum cg_gate_by)choice;
		break;
	case OPT_CLOCK:
		choice = parse_choice(value, clocks);
		o->limits.clock = choice < 0 ? CG_CLOCK_BOTH : (enum cg_gate_clock)choice;
		break;
	case OPT_FORMAT:
		choice = parse_choice(value, formats);
		o->format = choice < 0 ? CG_GATE_TEXT : (enum cg_gate_format)choice;
		break;
	case OPT_UPDATE:
	case NR_OPTIONS:
		break;
	}
	if (choice < 0)
		return cg_error_usage(error, "%s: '%.40s' is not %s", names[option], value,
				      choices_of(option));
	return 0;
}

/* An option, at argv[*i], with its value. Returns 0 or -EINVAL. */
static int take_option(struct cg_gate_options *o, int argc, char **argv, int *i,
		       struct cg_error *error)
{
	const char *word = strcmp(argv[*i], "-o") == 0 ? names[OPT_OUTPUT] : argv[*i];
	const char *equals = strchr(word, '=');
	size_t length = equals ? (size_t)(equals - word) : strlen(word);

	for (int k = 0; k < NR_OPTIONS; k++) {
		if (strlen(names[k]) != length || strncmp(names[k], word, length) != 0)
			continue;
		if (k == OPT_UPDATE && !equals) {
			o->update = true;
			return 0;
		}
		if (k == OPT_UPDATE)
			return cg_error_usage(error, "--update: takes no value");
		if (equals)
			return take(o, (enum gate_option)k, equals + 1, error);
		if (++*i == argc)
			return cg_error_usage(error, "%s: needs a value", names[k]);
		return take(o, (enum gate_option)k, argv[*i], error);
	}
	return cg_error_usage(error, "gate: unknown option '%.60s'", argv[*i]);
}

static bool is_file(const char *word)
{
	size_t length = strlen(word);

	return strchr(word, '/') || (length > 5 && strcmp(word + length - 5, ".json") == 0);
}

static int take_words(struct cg_gate_options *o, int argc, char **argv, struct cg_error *error)
{
	o->workload = argv[0];
	if (argc - 1 > CG_GATE_WORDS_MAX)
		return cg_error_usage(error, "gate: more than %d arguments for the workload",
				      CG_GATE_WORDS_MAX);
	for (int i = 1; i < argc; i++) {
		if (cg_options_check_part(argv[i], "gate", error))
			return -EINVAL;
		o->words[o->nr_words++] = argv[i];
	}
	return 0;
}

#define RUNS_USUAL 30

/* What is only right or wrong together. */
static int check(struct cg_gate_options *o, struct cg_error *error)
{
	if (!o->baseline)
		return cg_error_usage(error, "gate: needs --baseline FILE");
	if (!o->workload && o->nr_files == 0)
		return cg_error_usage(error, "gate: which workload, or which results file?");
	if (o->update && o->report)
		return cg_error_usage(error, "--output: --update writes a baseline, not a report");
	if (o->nr_runs && !(o->update && o->workload))
		return cg_error_usage(error, "--runs: is for --update WORKLOAD; a gate's runs are "
					     "limited by --budget");
	o->nr_runs = o->nr_runs ? o->nr_runs : RUNS_USUAL;
	return 0;
}

int cg_gate_options_parse(struct cg_gate_options *options, int argc, char **argv,
			  struct cg_error *error)
{
	int result = 0;

	*options = (struct cg_gate_options){
		.limits = { .max_slowdown = 0.05, .max_extra_calls = CG_CALLS_ABSOLUTE },
		.budget_ns = 60 * SECOND_NS,
	};
	for (int i = 1; i < argc && !result; i++) {
		if (argv[i][0] == '-')
			result = take_option(options, argc, argv, &i, error);
		else if (!is_file(argv[i]) && options->nr_files == 0)
			return take_words(options, argc - i, argv + i, error)
				       ? -EINVAL
				       : check(options, error);
		else if (options->nr_files == CG_GATE_FILES_MAX)
			result = cg_error_usage(error, "gate: more than %d files",
						CG_GATE_FILES_MAX);
		else
			options->files[options->nr_files++] = argv[i];
	}
	return result ? result : check(options, error);
}
