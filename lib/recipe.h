/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recipe.h - a named reproduction of one regression: what to run, which figure tells, and what that
 * figure is on a healthy kernel. docs/recipes.md documents the file.
 */
#ifndef CGPONG_RECIPE_H
#define CGPONG_RECIPE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#define CG_RECIPE_WORDS_MAX 32

enum cg_signal_kind {
	CG_SIGNAL_CALLS,      /* an event's calls per op in one context */
	CG_SIGNAL_DIFFERENCE, /* calls per op in one context less those in another */
	CG_SIGNAL_TIME,	      /* ops/sec in one context over ops/sec in another */
};

struct cg_signal {
	enum cg_signal_kind kind;
	char *event;		  /* of CALLS and DIFFERENCE */
	char *context, *baseline; /* as in --cgroup; baseline of DIFFERENCE and TIME */
};

struct cg_recipe {
	char *name; /* the file's, without .recipe */
	char *summary;
	char *commit;	 /* what broke it, for people */
	char *fix;	 /* what mended it, or NULL */
	char *reference; /* in the catalogue of public reports, or NULL */
	char *workload;
	char *options;	  /* words for the workload's command line, or NULL */
	char *cgroup;	  /* --cgroup */
	char *place;	  /* --place, or NULL */
	char *good, *bad; /* releases, for people and tests, or NULL */
	struct cg_signal signal;
	double low, high; /* healthy: low <= signal <= high */
};

/**
 * cg_recipe_read() - read a recipe
 * @recipe: filled on success; freed with cg_recipe_free()
 * @path: the file, <name>.recipe
 * @error: a usage error "FILE:LINE: ..." for whatever is not as docs/recipes.md says
 *
 * Return: 0 or -errno.
 */
int cg_recipe_read(struct cg_recipe *recipe, const char *path, struct cg_error *error);

/** cg_recipe_free() - release a recipe; a zeroed struct is fine */
void cg_recipe_free(struct cg_recipe *recipe);

/**
 * cg_recipe_find() - find a recipe by name
 * @name: a name, or a path (has a '/' or ends in ".recipe")
 * @directories: NULL-terminated
 *
 * Return: as cg_recipe_read(); -ENOENT (usage) if there is none of that name.
 */
int cg_recipe_find(struct cg_recipe *recipe, const char *name, const char *const *directories,
		   struct cg_error *error);

/**
 * cg_recipe_words() - the recipe as arguments of its workload, without the program's name
 * @words: CG_RECIPE_WORDS_MAX pointers into @storage
 * @storage: filled with a copy; freed by the caller
 *
 * Return: how many words, or -ENOMEM; -E2BIG if there are more.
 */
int cg_recipe_words(const struct cg_recipe *recipe, const char **words, char **storage);

enum cg_health {
	CG_HEALTH_HEALTHY,
	CG_HEALTH_REGRESSED,
	CG_HEALTH_SKIPPED, /* cannot be told; why says why */
	CG_HEALTH_FAILED,  /* the workload failed: may be told another time */
};

struct cg_diagnosis {
	enum cg_health health;
	double signal;	  /* NAN if skipped or failed */
	double low, high; /* its 95 % interval, of TIME; else NAN */
	char why[512];
};

/**
 * cg_recipe_judge() - what a results file says of the kernel it was measured on
 * @recipe: the recipe
 * @results: a results object (results.h) of its workload
 *
 * Counts are exact: outside the healthy range is regressed. A time is regressed only if the whole of
 * its interval is outside. A context that did not charge at all tells nothing.
 */
struct cg_diagnosis cg_recipe_judge(const struct cg_recipe *recipe, const json_t *results);

/** cg_health_name() - "healthy", "regressed", "skipped", "failed" */
const char *cg_health_name(enum cg_health health);

#endif
