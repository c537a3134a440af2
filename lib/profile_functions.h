/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * profile_functions.h - from sampled addresses to functions of the kernel, and which of these
 * are the charge path.
 */
#ifndef CGPONG_PROFILE_FUNCTIONS_H
#define CGPONG_PROFILE_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* One function and the samples in its own code (not in what it calls). */
struct cg_profile_function {
	char symbol[128]; /* without the compiler's suffixes; "[unknown]" outside all symbols */
	uint64_t samples;
	bool is_charge_path; /* as cg_profile_is_charge_path(); false in modules */
};

struct cg_profile_result {
	const char *source; /* "cycles" or "cpu-clock" */
	uint64_t samples;   /* kept, in all */
	uint64_t lost;	    /* taken, but not kept: the rings were full */
	uint64_t charge_path_samples;
	double charge_path_share; /* of @samples, 0 to 1; 0 without samples */
	size_t nr_functions;
	struct cg_profile_function *functions; /* most samples first, then by name */
};

/**
 * cg_profile_count() - say which functions sampled addresses lie in
 * @addresses, @nr_addresses: sampled instruction addresses; sorted by the call
 * @kallsyms: the file to read; NULL for /proc/kallsyms
 * @result: samples, charge path and functions are filled; freed with cg_profile_result_free()
 * @error: see error.h; SKIPPED with the cure where @kallsyms hides its addresses from us
 *
 * Return: 0 or -errno.
 */
int cg_profile_count(uint64_t *addresses, size_t nr_addresses, const char *kallsyms,
		     struct cg_profile_result *result, struct cg_error *error);

/** cg_profile_result_free() - release a result; a zeroed struct is fine */
void cg_profile_result_free(struct cg_profile_result *result);

/**
 * cg_profile_is_charge_path() - whether a kernel function belongs to the charge path
 * @symbol: its name; the compiler's suffixes do not matter
 *
 * The functions that charge and uncharge, the page and object stocks, the page counters, and
 * what hands statistics to rstat. What a limit leads to (reclaim, throttling, OOM) does not count.
 */
bool cg_profile_is_charge_path(const char *symbol);

#endif
