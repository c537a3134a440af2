/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * baseline.h - several runs in one file, to compare later ones with; schema "cgpong-baseline/1".
 */
#ifndef CGPONG_BASELINE_H
#define CGPONG_BASELINE_H

#include <stdbool.h>
#include <stdio.h>

#include "results_read.h"

/**
 * cg_baseline_check_path() - whether a baseline may be written to @path, before measuring
 * @path: what is there already must be a baseline or a results file of ours
 * @old: filled with its runs; freed by the caller with cg_runs_free(), also after a failure
 *
 * Return: 0, -EINVAL (usage) if something else is there, or -errno.
 */
int cg_baseline_check_path(const char *path, struct cg_runs *old, struct cg_error *error);

/**
 * cg_baseline_write() - write runs as a baseline, whole or not at all, and say what it replaced
 * @out: where people read
 * @old: of cg_baseline_check_path()
 *
 * Return: 0 or -errno.
 */
int cg_baseline_write(FILE *out, const char *path, const struct cg_runs *runs,
		      const struct cg_runs *old, struct cg_error *error);

#endif
