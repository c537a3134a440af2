/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * script.h - the scripts that are commands of cgpong: lab, bisect, survey.
 */
#ifndef CGPONG_SCRIPT_H
#define CGPONG_SCRIPT_H

#include "error.h"

/**
 * cg_script_execute() - become the script called argv[0]
 * @argv: its name and arguments, NULL-terminated
 * @error: see error.h
 *
 * It is looked for in the directories of datadir.h, kind "scripts".
 *
 * Return: only if it could not be executed, -errno; -ENOENT where it is not installed.
 */
int cg_script_execute(char **argv, struct cg_error *error);

#endif
