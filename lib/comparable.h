/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comparable.h - whether two runs may be compared at all, and what their machines do not share.
 */
#ifndef CGPONG_COMPARABLE_H
#define CGPONG_COMPARABLE_H

#include <stdbool.h>

#include "results_read.h"

/**
 * cg_comparable() - whether all runs measured the same thing
 * @a, @b: checked, at least one run each
 * @error: names the field that differs
 *
 * Workload, instances and members, every option but those that only say how long or how often to
 * measure, contexts with their trees, and which worker sat on which node and in which group.
 *
 * Return: 0 or -EINVAL (usage).
 */
int cg_comparable(const struct cg_runs *a, const struct cg_runs *b, struct cg_error *error);

/* One thing in which the environments differ. */
struct cg_difference {
	char field[64]; /* "governor", "mitigations.spectre_v2" */
	char a[96], b[96];
	bool decides; /* times of such machines cannot be compared at all */
};

#define CG_DIFFERENCES_MAX 32

/**
 * cg_differences() - in what the environments of two runs differ; kernels are expected to
 * @differences: CG_DIFFERENCES_MAX entries
 * Return: how many were filled.
 */
size_t cg_differences(const json_t *a, const json_t *b, struct cg_difference *differences);

#endif
