/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * range.h - the values that a sweep goes through, as people write them.
 *
 *	A..B	A, 2A, 4A, ... B
 *	A..B:N	N values from A to B, each the same factor above the one before, rounded
 *	A..B+S	A, A+S, A+2S, ... B
 *	A,B,C	these
 *
 * The end is always among them, also where the last step to it is a shorter one. Numbers may
 * have a suffix k, M or G; where percentages are allowed, P% is P percent of the CPUs.
 */
#ifndef CGPONG_RANGE_H
#define CGPONG_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

#define CG_RANGE_VALUES_MAX 1000

struct cg_range {
	size_t nr;
	uint64_t *values;
};

/** cg_range_is_meant() - whether @text begins with a digit and has ".." or a comma */
bool cg_range_is_meant(const char *text);

/**
 * cg_range_parse() - the values of a range
 * @range: filled on success; freed by the caller with cg_range_free()
 * @text: as above
 * @nr_cpus: what percentages are of; 0: they are not allowed
 * @error: see error.h
 *
 * Values that come out equal after rounding are one; those of a list stay as they are given.
 *
 * Return: 0, -EINVAL with a usage error (also for more than CG_RANGE_VALUES_MAX values, and
 * where B is below A), or -ENOMEM.
 */
int cg_range_parse(struct cg_range *range, const char *text, size_t nr_cpus,
		   struct cg_error *error);

void cg_range_free(struct cg_range *range);

#endif
