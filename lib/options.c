// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - the command line of a workload. See options.h.
 *
 * Common options and a workload's own have the same kind of table, and one function reads,
 * checks and explains both.
 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

#define SECOND_NS 1000000000ull
#define HOUR_NS	  (3600 * SECOND_NS)

enum common {
	OPT_NR,
	OPT_MODE,
	OPT_PLACE,
	OPT_CGROUP,
	OPT_CGROUP_PARENT,
	OPT_DURATION,
	OPT_OPS,
	OPT_WARMUP,
	OPT_ROUNDS,
	OPT_STUCK,
	OPT_COUNT,
	OPT_NO_COUNT,
	OPT_COUNT_OPS,
	OPT_PROFILE,
	OPT_JSON,
	OPT_QUIET,
	OPT_PROGRESS,
	OPT_CHECK,
	OPT_DESCRIBE,
	OPT_VERSION,
	OPT_HELP,
	NR_COMMON
};

static const char *const modes[] = { "process", "thread", NULL };
static const char *const progress_choices[] = { "auto", "always", "never", NULL };

/* Durations and the like are TEXT here: their own parsers run in take_common(). */
static const struct cg_option common_options[NR_COMMON + 1] = {
	[OPT_NR] = { "nr", 'n', CG_OPTION_TEXT, "N|P%", "1", 0, 0, NULL,
		     "instances, or percent of the CPUs we may use" },
	[OPT_MODE] = { "mode", 'm', CG_OPTION_CHOICE, "MODE", "process", 0, 0, modes,
		       "what workers are: process or thread" },
	[OPT_PLACE] = { "place", 'p', CG_OPTION_TEXT, "POLICY", NULL, 0, 0, NULL,
			"cross-node, same-node, smt, same-cpu, spread or none" },
	[OPT_CGROUP] = { "cgroup", 'g', CG_OPTION_TEXT, "SPEC,...", NULL, 0, 0, NULL,
			 "contexts: root, inherit, leaf, deep:N, siblings:N, split or a file" },
	[OPT_CGROUP_PARENT] = { "cgroup-parent", 0, CG_OPTION_TEXT, "PATH", NULL, 0, 0, NULL,
				"where cgroups are created" },
	[OPT_DURATION] = { "duration", 'd', CG_OPTION_TEXT, "TIME", "1s", 0, 0, NULL,
			   "length of a timed round" },
	[OPT_OPS] = { "ops", 'i', CG_OPTION_NUMBER, "N", NULL, 1, 1000000000000, NULL,
		      "rounds of N ops per instance instead" },
	[OPT_WARMUP] = { "warmup", 'w', CG_OPTION_TEXT, "TIME", "200ms", 0, 0, NULL,
			 "before the first round of each context" },
	[OPT_ROUNDS] = { "rounds", 'r', CG_OPTION_NUMBER, "N", "5", 1, 100000, NULL,
			 "rounds per context" },
	[OPT_STUCK] = { "stuck", 0, CG_OPTION_TEXT, "TIME", "10s", 0, 0, NULL,
			"give up when a worker makes no progress for so long" },
	[OPT_COUNT] = { "count", 'c', CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			"count the charge path; default: where possible" },
	[OPT_NO_COUNT] = { "no-count", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			   "do not count the charge path" },
	[OPT_COUNT_OPS] = { "count-ops", 0, CG_OPTION_NUMBER, "N", "1000", 10, 1000000000, NULL,
			    "ops per instance to count over" },
	[OPT_PROFILE] = { "profile", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			  "sample the kernel during one more round" },
	[OPT_JSON] = { "json", 'o', CG_OPTION_TEXT, "FILE", NULL, 0, 0, NULL,
		       "write the results there; - for stdout" },
	[OPT_QUIET] = { "quiet", 'q', CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			"only the RESULT line on stdout" },
	[OPT_PROGRESS] = { "progress", 0, CG_OPTION_CHOICE, "WHEN", "auto", 0, 0, progress_choices,
			   "auto, always or never" },
	[OPT_CHECK] = { "check", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			"only say whether this machine can run it" },
	[OPT_DESCRIBE] = { "describe", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			   "print what the workload is, as JSON" },
	[OPT_VERSION] = { "version", 'V', CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL,
			  "print the version" },
	[OPT_HELP] = { "help", 'h', CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL, "print this" },
};

static size_t count_options(const struct cg_option *table)
{
	size_t nr = 0;

	while (table && table[nr].name)
		nr++;
	return nr;
}

static int check_choice(const struct cg_option *option, const char *text, struct cg_error *error)
{
	char names[128] = "";

	for (size_t i = 0; option->choices[i]; i++) {
		if (strcmp(option->choices[i], text) == 0)
			return 0;
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
			 i ? ", " : "", option->choices[i]);
	}
	return cg_error_usage(error, "--%s: '%.60s' is none of %s", option->name, text, names);
}

int cg_option_check_value(const struct cg_option *option, const char *text, uint64_t *number,
			  struct cg_error *error)
{
	int result = 0;

	switch (option->type) {
	case CG_OPTION_FLAG:
	case CG_OPTION_TEXT:
		return 0;
	case CG_OPTION_CHOICE:
		return check_choice(option, text, error);
	case CG_OPTION_NUMBER:
		result = cg_parse_u64(text, option->min, option->max, number);
		break;
	case CG_OPTION_BYTES:
		result = cg_parse_bytes(text, option->min, option->max, number);
		break;
	}
	if (!result)
		return 0;
	return cg_error_usage(error, "--%s: '%.60s' is not a number from %" PRIu64 " to %" PRIu64,
			      option->name, text, option->min, option->max);
}

/* ---- The common options ---- */

static int take_duration(enum common which, const char *text, uint64_t min_ns, uint64_t *value_ns,
			 struct cg_error *error)
{
	if (cg_parse_duration(text, min_ns, 24 * HOUR_NS, value_ns) == 0)
		return 0;
	return cg_error_usage(
		error,
		"--%s: '%.60s' is not a time such as 200ms, 1s or 1.5m, from %g ms to "
		"24 h",
		common_options[which].name, text, (double)min_ns / 1e6);
}

static int take_nr(struct cg_settings *settings, const char *text, struct cg_error *error)
{
	char digits[32];
	size_t length = strlen(text);

	settings->nr_percent = length > 1 && text[length - 1] == '%';
	snprintf(digits, sizeof(digits), "%.*s", (int)(length - settings->nr_percent), text);
	if (length < sizeof(digits) && cg_parse_u64(digits, 1, 100000, &settings->nr) == 0)
		return 0;
	return cg_error_usage(error,
			      "--nr: '%.60s' is neither a number from 1 to 100000 nor a "
			      "percentage such as 200%%",
			      text);
}

static int take_common(struct cg_settings *settings, enum common which, const char *text,
		       struct cg_error *error)
{
	const struct cg_option *option = &common_options[which];

	switch (which) {
	case OPT_NR:
		return take_nr(settings, text, error);
	case OPT_MODE:
		settings->threads = strcmp(text, "thread") == 0;
		return check_choice(option, text, error);
	case OPT_PLACE:
		return cg_place_parse(text, &settings->place, error);
	case OPT_CGROUP:
		settings->contexts = text;
		return *text ? 0 : cg_error_usage(error, "--cgroup: no context given");
	case OPT_CGROUP_PARENT:
		settings->cgroup_parent = text;
		return *text ? 0 : cg_error_usage(error, "--cgroup-parent: no path given");
	case OPT_DURATION:
		return take_duration(which, text, SECOND_NS / 1000, &settings->duration_ns, error);
	case OPT_WARMUP:
		return take_duration(which, text, 0, &settings->warmup_ns, error);
	case OPT_STUCK:
		return take_duration(which, text, SECOND_NS / 10, &settings->stuck_ns, error);
	case OPT_OPS:
		return cg_option_check_value(option, text, &settings->ops, error);
	case OPT_ROUNDS:
		return cg_option_check_value(option, text, &settings->rounds, error);
	case OPT_COUNT_OPS:
		return cg_option_check_value(option, text, &settings->count_ops, error);
	case OPT_COUNT:
		settings->count = CG_ON;
		return 0;
	case OPT_NO_COUNT:
		settings->count = CG_OFF;
		return 0;
	case OPT_PROFILE:
		settings->profile = true;
		return 0;
	case OPT_JSON:
		settings->json = text;
		return *text ? 0 : cg_error_usage(error, "--json: no file given");
	case OPT_QUIET:
		settings->quiet = true;
		return 0;
	case OPT_PROGRESS:
		settings->progress = *text == 'a' && text[1] == 'l' ? CG_ON
				     : *text == 'n'		    ? CG_OFF
								    : CG_AUTO;
		return check_choice(option, text, error);
	case OPT_CHECK:
		settings->only_check = true;
		return 0;
	case OPT_DESCRIBE:
		settings->only_describe = true;
		return 0;
	case OPT_VERSION:
		settings->version = true;
		return 0;
	case OPT_HELP:
		settings->help = true;
		return 0;
	case NR_COMMON:
		break;
	}
	return cg_error_usage(error, "unknown option");
}

/* ---- The workload's own ---- */

static int take_own(struct cg_option_values *values, size_t which, const char *text,
		    struct cg_error *error)
{
	const struct cg_option *option = &values->table[which];

	values->texts[which] = text;
	if (option->type == CG_OPTION_FLAG)
		values->numbers[which] = 1;
	return cg_option_check_value(option, text, &values->numbers[which], error);
}

static size_t find_own(const struct cg_option_values *options, const char *name)
{
	size_t i = 0;

	while (options->table && options->table[i].name) {
		if (strcmp(options->table[i].name, name) == 0)
			return i;
		i++;
	}
	/* The workload asks for what is not in its own table: a bug that the first run shows. */
	abort();
}

uint64_t cg_option_u64(const struct cg_option_values *options, const char *name)
{
	return options->numbers[find_own(options, name)];
}

const char *cg_option_text(const struct cg_option_values *options, const char *name)
{
	return options->texts[find_own(options, name)];
}

bool cg_option_is(const struct cg_option_values *options, const char *name, const char *text)
{
	return strcmp(cg_option_text(options, name), text) == 0;
}

/* ---- What a workload's author may get wrong ---- */

static bool is_common(const char *name)
{
	for (size_t i = 0; i < NR_COMMON; i++) {
		if (strcmp(common_options[i].name, name) == 0)
			return true;
	}
	return false;
}

static int check_own(const struct cg_workload *workload, size_t i, struct cg_error *error)
{
	const struct cg_option *option = &workload->options[i];

	if (is_common(option->name))
		return cg_error_fail(error, 0, "%s: every workload has an option --%s already",
				     workload->name, option->name);
	for (size_t j = 0; j < i; j++) {
		if (strcmp(workload->options[j].name, option->name) == 0)
			return cg_error_fail(error, 0, "%s: its option --%s is there twice",
					     workload->name, option->name);
	}
	if (option->letter && (option->letter != 's' || strcmp(option->name, "size") != 0))
		return cg_error_fail(error, 0,
				     "%s: --%s cannot be -%c: only --size has a letter, s",
				     workload->name, option->name, option->letter);
	if (option->type == CG_OPTION_CHOICE && !option->choices)
		return cg_error_fail(error, 0, "%s: its option --%s has no choices", workload->name,
				     option->name);
	return 0;
}

static int check_table(const struct cg_workload *workload, struct cg_error *error)
{
	size_t nr = count_options(workload->options);
	bool has_members = workload->members > 0;
	int result = 0;

	if (nr > CG_OPTIONS_MAX)
		return cg_error_fail(error, 0, "%s: more than %d options of its own",
				     workload->name, CG_OPTIONS_MAX);
	for (size_t i = 0; i < nr && !result; i++) {
		result = check_own(workload, i, error);
		if (!has_members && workload->members_option &&
		    strcmp(workload->options[i].name, workload->members_option) == 0)
			has_members = workload->options[i].type == CG_OPTION_NUMBER;
	}
	if (!result && !has_members)
		return cg_error_fail(error, 0,
				     "%s: neither .members nor a number in .members_option",
				     workload->name);
	return result;
}

/* ---- getopt ---- */

static int set_defaults(struct cg_settings *settings, const struct cg_workload *workload,
			struct cg_error *error)
{
	size_t nr_own = count_options(workload->options);
	int result = check_table(workload, error);

	*settings = (struct cg_settings){
		.place = workload->place,
		.values.table = workload->options,
	};
	for (size_t i = 0; i < NR_COMMON && !result; i++) {
		if (common_options[i].fallback)
			result = take_common(settings, (enum common)i, common_options[i].fallback,
					     error);
	}
	for (size_t i = 0; i < nr_own && !result; i++) {
		if (workload->options[i].fallback)
			result = take_own(&settings->values, i, workload->options[i].fallback,
					  error);
	}
	return result;
}

/* getopt's value for option @index of both tables laid end to end; never a character. */
#define LONG_ONLY 1000

static void describe_for_getopt(const struct cg_option *table, size_t nr, size_t first,
				struct option *longs, char *shorts)
{
	for (size_t i = 0; i < nr; i++) {
		bool takes_value = table[i].type != CG_OPTION_FLAG;

		longs[first + i] = (struct option){ table[i].name, takes_value, NULL,
						    LONG_ONLY + (int)(first + i) };
		if (table[i].letter)
			snprintf(shorts + strlen(shorts), 4, "%c%s", table[i].letter,
				 takes_value ? ":" : "");
	}
}

static size_t index_of_letter(const struct cg_option *table, size_t nr, int letter)
{
	for (size_t i = 0; i < nr; i++) {
		if (table[i].letter == letter)
			return i;
	}
	return nr;
}

const char *cg_options_name_of_letter(char letter)
{
	size_t i = letter ? index_of_letter(common_options, NR_COMMON, letter) : NR_COMMON;

	return common_options[i].name; /* that of the table's end is NULL */
}

/* Those that make a run something else than a part of another command. */
static bool is_for_itself(size_t i)
{
	return i == OPT_JSON || i == OPT_CHECK || i == OPT_DESCRIBE || i == OPT_VERSION ||
	       i == OPT_HELP;
}

/* The option for itself that @word gives; NR_COMMON if it gives none. */
static size_t find_for_itself(const char *word)
{
	size_t i, length = word[0] == '-' && word[1] == '-' ? strcspn(word + 2, "=") : 0;

	for (i = 0; i < NR_COMMON && length > 0; i++) {
		if (is_for_itself(i) && strncmp(common_options[i].name, word + 2, length) == 0)
			return i;
	}
	if (word[0] != '-' || word[1] == '-')
		return NR_COMMON;
	/* A bundle of letters ends at the first that takes a value, or is the workload's. */
	while (*++word) {
		i = index_of_letter(common_options, NR_COMMON, *word);
		if (is_for_itself(i))
			return i;
		if (i == NR_COMMON || common_options[i].type != CG_OPTION_FLAG)
			break;
	}
	return NR_COMMON;
}

int cg_options_check_part(const char *word, const char *command, struct cg_error *error)
{
	size_t i = find_for_itself(word);

	if (i == NR_COMMON)
		return 0;
	cg_error_usage(error, "%s: '%.40s': --%s is for a run by itself", command, word,
		       common_options[i].name);
	cg_error_cure(error, "leave it out: %s takes the results", command);
	return -EINVAL;
}

static int unknown_option(const struct cg_workload *workload, char **argv, int got,
			  struct cg_error *error)
{
	const char *word = argv[optind - 1];

	if (got == ':')
		cg_error_usage(error, "option '%.60s' needs a value", word);
	else if (optopt && optopt < LONG_ONLY)
		cg_error_usage(error, "%s has no option '-%c'", workload->name, optopt);
	else if (optopt)
		cg_error_usage(error, "option '%.60s' takes no value", word);
	else
		cg_error_usage(error, "%s has no option '%.60s', or it is ambiguous",
			       workload->name, word);
	cg_error_cure(error, "see cgpong-%s --help", workload->name);
	return -EINVAL;
}

static int check_together(const struct cg_settings *settings, bool duration_given,
			  struct cg_error *error)
{
	if (settings->ops && duration_given)
		return cg_error_usage(error, "--ops and --duration exclude each other");
	return 0;
}

int cg_options_parse(struct cg_settings *settings, const struct cg_workload *workload, int argc,
		     char **argv, struct cg_error *error)
{
	size_t nr_own = count_options(workload->options), index;
	struct option longs[NR_COMMON + CG_OPTIONS_MAX + 1] = { 0 };
	char shorts[4 * (NR_COMMON + CG_OPTIONS_MAX) + 2] = ":";
	bool duration_given = false;
	int got, result = set_defaults(settings, workload, error);

	if (result)
		return result;
	describe_for_getopt(common_options, NR_COMMON, 0, longs, shorts);
	describe_for_getopt(workload->options, nr_own, NR_COMMON, longs, shorts);
	optind = 0; /* glibc: start afresh, argv may be another one than before */
	while (!result && (got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (got == '?' || got == ':')
			return unknown_option(workload, argv, got, error);
		if (got >= LONG_ONLY)
			index = (size_t)(got - LONG_ONLY);
		else
			index = index_of_letter(common_options, NR_COMMON, got);
		if (index == NR_COMMON && got < LONG_ONLY)
			index += index_of_letter(workload->options, nr_own, got);
		if (index == OPT_DURATION)
			duration_given = true;
		result = index < NR_COMMON
				 ? take_common(settings, (enum common)index, optarg, error)
				 : take_own(&settings->values, index - NR_COMMON, optarg, error);
		if (settings->help || settings->version)
			return 0;
	}
	if (!result && optind < argc) {
		cg_error_usage(error, "%s takes no argument '%.60s'", workload->name, argv[optind]);
		cg_error_cure(error, "see cgpong-%s --help", workload->name);
		return -EINVAL;
	}
	return result ? result : check_together(settings, duration_given, error);
}

static void help_table(FILE *out, const struct cg_option *table)
{
	for (; table && table->name; table++) {
		char left[64];

		snprintf(left, sizeof(left), "%s%c%s --%s%s%s", table->letter ? "-" : " ",
			 table->letter ? table->letter : ' ', table->letter ? "," : " ",
			 table->name, table->value_name ? " " : "",
			 table->value_name ? table->value_name : "");
		fprintf(out, "  %-28s %s", left, table->help);
		if (table->fallback)
			fprintf(out, " [%s]", table->fallback);
		fputc('\n', out);
	}
}

void cg_options_help(FILE *out, const struct cg_workload *workload)
{
	fprintf(out, "Usage: cgpong-%s [OPTION]...\n%s. One op is one %s.\n", workload->name,
		workload->summary, workload->op);
	if (workload->options) {
		fputs("\nOptions of this workload:\n", out);
		help_table(out, workload->options);
	}
	fputs("\nOptions of all workloads:\n", out);
	help_table(out, common_options);
	fputs("\nTIME: 200ms, 1s, 1.5m; BYTES: 64, 4k, 1M.\n"
	      "Tables are coloured on a terminal only, and not with NO_COLOR set.\n"
	      "Exit status: 0 measured, 1 failed, 4 skipped (this machine cannot), 64 usage.\n",
	      out);
}
