/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare_command.h - `cgpong compare`.
 */
#ifndef CGPONG_COMPARE_COMMAND_H
#define CGPONG_COMPARE_COMMAND_H

#include <stdio.h>

#include "error.h"

/**
 * cg_compare_command() - compare results files
 * @out: where people, or programs, read
 * @argc, @argv: "compare", then A B, or A... -- B..., and --format text, markdown or json
 * @error: see error.h
 *
 * Return: 0 however they compare, or -errno with @error filled.
 */
int cg_compare_command(FILE *out, int argc, char **argv, struct cg_error *error);

#endif
