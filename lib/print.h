/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * print.h - a run as a person reads it, and its one line for grep.
 */
#ifndef CGPONG_PRINT_H
#define CGPONG_PRINT_H

#include <stdio.h>

#include "run.h"

/** cg_print_run() - what was measured, contexts beside each other: times, then counts */
void cg_print_run(FILE *out, const struct cg_run *run);

/** cg_print_result() - the line "RESULT key=value ..."; values have no blanks */
void cg_print_result(FILE *out, const struct cg_run *run, const struct cg_error *error);

/** cg_print_warning() - a line "warning: ..." */
void cg_print_warning(FILE *out, const char *text);

/**
 * cg_print_progress() - what is going on, in place of the last such line
 * @out: on a terminal one line that changes, no longer than it is wide; elsewhere a line each
 * @who: "tcp-rr"
 */
void cg_print_progress(FILE *out, const char *who, const char *line);

/** cg_print_progress_end() - take the line away, before something else is printed */
void cg_print_progress_end(FILE *out);

/**
 * cg_print_rate() - a number with as many digits as its size deserves: 1234567, 12345, 1.234
 * Return: @text.
 */
char *cg_print_rate(char *text, size_t size, double value);

#endif
