/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gate_command.h - `cgpong gate`: measures if it must, judges, reports.
 */
#ifndef CGPONG_GATE_COMMAND_H
#define CGPONG_GATE_COMMAND_H

#include <stdio.h>

#include "error.h"

/* The exit code of a gate that failed: 1 is a regression. EX_SOFTWARE of sysexits.h. */
#define CG_GATE_FAILED 70

/**
 * cg_gate_command() - run a gate
 * @out: where people read
 * @argc, @argv: "gate" and its arguments; see gate_options.h
 * @error: see error.h; a record of kind FAILED is for exit code CG_GATE_FAILED
 *
 * Return: the exit code (0 pass or baseline written, 1 regression, 3 inconclusive, 4 skipped), or
 * -errno with @error filled.
 */
int cg_gate_command(FILE *out, int argc, char **argv, struct cg_error *error);

#endif
