/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * results.h - a run as JSON, schema "cgpong/1". docs/results.md documents every key.
 */
#ifndef CGPONG_RESULTS_H
#define CGPONG_RESULTS_H

#include <jansson.h>

#include "run.h"

#define CG_RESULTS_SCHEMA "cgpong/1"

/**
 * cg_results_json() - everything that is known of a run
 * @run: ended, perhaps early
 * @error: what ended it, or a record of kind NONE
 *
 * Return: a new JSON object, or NULL without memory.
 */
json_t *cg_results_json(const struct cg_run *run, const struct cg_error *error);

/**
 * cg_results_write() - write JSON to a file, whole or not at all
 * @path: replaced by renaming "<path>.cgpong-tmp"; a device or a pipe is written
 *	directly; "-" is stdout
 *
 * Return: 0, or -errno (a full disk, too).
 */
int cg_results_write(json_t *results, const char *path, struct cg_error *error);

#endif
