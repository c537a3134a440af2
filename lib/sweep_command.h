/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sweep_command.h - `cgpong sweep`.
 */
#ifndef CGPONG_SWEEP_COMMAND_H
#define CGPONG_SWEEP_COMMAND_H

#include <stdio.h>

#include "error.h"

/**
 * cg_sweep_command() - run a workload for every value of one option
 * @out: where the table goes, row by row; warnings and progress go to stderr
 * @help: what to print there if --help is among the arguments
 * @argc, @argv: "sweep", the workload, its options and the sweep's own
 * @error: see error.h
 *
 * Return: the exit code, see cg_sweep_status(); or -errno with @error filled.
 */
int cg_sweep_command(FILE *out, const char *help, int argc, char **argv, struct cg_error *error);

#endif
