/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * options.h - the command line of a workload: common options and its own.
 */
#ifndef CGPONG_OPTIONS_H
#define CGPONG_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "error.h"
#include "placement.h"
#include "workload.h"

#define CG_OPTIONS_MAX 12 /* options a workload may have of its own */

/* The values of a workload's own options, in the order of its table. */
struct cg_option_values {
	const struct cg_option *table; /* NULL-name terminated, or NULL */
	const char *texts[CG_OPTIONS_MAX];
	uint64_t numbers[CG_OPTIONS_MAX];
};

enum cg_tristate {
	CG_AUTO,
	CG_ON,
	CG_OFF,
};

/* What the user asked for. Texts are borrowed from argv. */
struct cg_settings {
	struct cg_option_values values;
	uint64_t nr;	 /* instances, or percent of the CPUs we may use */
	bool nr_percent; /* which of the two */
	bool threads;	 /* --mode=thread */
	enum cg_place place;
	const char *contexts; /* NULL: not given */
	const char *cgroup_parent;
	uint64_t duration_ns; /* of a timed round */
	uint64_t ops;	      /* per instance and round; 0: timed rounds */
	uint64_t warmup_ns;
	uint64_t rounds;
	uint64_t stuck_ns;
	enum cg_tristate count;
	uint64_t count_ops; /* per instance */
	bool profile;
	const char *json; /* file, "-" for stdout, or NULL */
	bool quiet;
	enum cg_tristate progress;
	bool only_check;    /* --check */
	bool only_describe; /* --describe */
	bool help, version;
};

/**
 * cg_options_parse() - read a command line
 * @settings: filled with defaults and what @argv says
 * @workload: whose own options are accepted beside the common ones
 * @argc, @argv: as main() has them; argv is reordered
 * @error: a usage error that names the option and what it takes
 *
 * With --help or --version nothing else is looked at. Return: 0 or -EINVAL.
 */
int cg_options_parse(struct cg_settings *settings, const struct cg_workload *workload, int argc,
		     char **argv, struct cg_error *error);

/** cg_options_name_of_letter() - the long name of a common option, or NULL if none has @letter */
const char *cg_options_name_of_letter(char letter);

/**
 * cg_options_check_part() - see that a word keeps to a run whose results another command takes
 * @word: one argument for a workload
 * @command: that takes the results, for the message
 *
 * Such a run must neither write its results elsewhere nor do something else than measure: no --json,
 * --check, --describe, --version or --help, abbreviated or bundled (-qo) as getopt allows.
 * Return: 0 or -EINVAL with a usage error.
 */
int cg_options_check_part(const char *word, const char *command, struct cg_error *error);

/** cg_options_help() - write the help text of a workload. */
void cg_options_help(FILE *out, const struct cg_workload *workload);

/**
 * cg_option_check_value() - see that a text is a value of an option of any type but FLAG
 * @number: set for BYTES and NUMBER
 * Return: 0 or -EINVAL with a usage error.
 */
int cg_option_check_value(const struct cg_option *option, const char *text, uint64_t *number,
			  struct cg_error *error);

#endif
