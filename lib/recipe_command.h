/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recipe_command.h - `cgpong run --recipe` and `cgpong list --recipes`.
 */
#ifndef CGPONG_RECIPE_COMMAND_H
#define CGPONG_RECIPE_COMMAND_H

#include <stdio.h>

#include "error.h"

/**
 * cg_recipe_command_run() - run recipes, print each verdict as it is known
 * @out: where people read
 * @argc, @argv: NAME[,NAME...] or "all", then options: -o/--json FILE, -q/--quiet, and
 *	whatever the workloads take
 * @error: see error.h
 *
 * Return: the exit code (0, 1, 4), or -errno with @error filled.
 */
int cg_recipe_command_run(FILE *out, int argc, char **argv, struct cg_error *error);

/**
 * cg_recipe_command_list() - one line per recipe found
 * @json: as a JSON array instead
 * Return: 0 or -errno.
 */
int cg_recipe_command_list(FILE *out, bool json, struct cg_error *error);

#endif
