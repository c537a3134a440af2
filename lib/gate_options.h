/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gate_options.h - the command line of `cgpong gate`.
 */
#ifndef CGPONG_GATE_OPTIONS_H
#define CGPONG_GATE_OPTIONS_H

#include <stdint.h>

#include "gate.h"

#define CG_GATE_FILES_MAX 64
#define CG_GATE_WORDS_MAX 48

struct cg_gate_options {
	const char *baseline;
	struct cg_gate_limits limits;
	uint64_t budget_ns;
	enum cg_gate_format format;
	const char *report; /* NULL: the report goes to stdout */
	bool update;
	uint64_t nr_runs;     /* of --update */
	const char *workload; /* NULL: .files were measured before */
	size_t nr_words;
	const char *words[CG_GATE_WORDS_MAX]; /* the workload's arguments, borrowed from argv */
	size_t nr_files;
	const char *files[CG_GATE_FILES_MAX];
};

/**
 * cg_gate_options_parse() - read the command line
 * @options: filled; borrows from @argv
 * @argc, @argv: "gate", options, then a workload with its arguments, or results files
 *
 * What has a '/' or ends in ".json" is a file. Return: 0 or -EINVAL (usage).
 */
int cg_gate_options_parse(struct cg_gate_options *options, int argc, char **argv,
			  struct cg_error *error);

#endif
