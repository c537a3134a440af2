/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * verdict.h - whether what a run said of itself is true: its exit code, its results, its words.
 */
#ifndef INJECT_VERDICT_H
#define INJECT_VERDICT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct verdict_files {
	const char *results, *output, *errors;
};

/**
 * verdict_of() - judge a run that has ended by itself
 * @sound: the results of a run in which nothing failed, with the same options
 * @exit_code: of the run
 * @why: gets the reason where the run has lied; @size bytes
 *
 * A run that says it measured must have results of the same shape as @sound, with as many ops
 * in each round; only what may be unknown may be null. One that says it did not must say why.
 * Whatever it says, the file of results is not there or is whole.
 *
 * Return: whether it told the truth.
 */
bool verdict_of(const json_t *sound, int exit_code, const struct verdict_files *files, char *why,
		size_t size);

#endif
