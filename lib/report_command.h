/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_command.h - `cgpong report`.
 */
#ifndef CGPONG_REPORT_COMMAND_H
#define CGPONG_REPORT_COMMAND_H

#include "error.h"

/**
 * cg_report_command() - write a report of files
 * @argc, @argv: "report" and its arguments
 * @error: see error.h
 *
 * Return: 0 whatever the files say; -EINVAL (usage) for bad arguments or a file that is none of ours
 * or damaged; or -errno.
 */
int cg_report_command(int argc, char **argv, struct cg_error *error);

#endif
