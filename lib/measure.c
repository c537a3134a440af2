// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure.c - runs a workload's program and brings its results back. See measure.h.
 */
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "memory.h"

#define WORDS_MAX 64

int cg_measure_open(struct cg_measure *measure, struct cg_error *error)
{
	int result = cg_catalog_find(&measure->catalog, error);

	if (!result)
		result = cg_watch_open(&measure->watch, error);
	if (result)
		cg_catalog_free(&measure->catalog);
	else
		cg_aside_step(&measure->aside);
	return result;
}

void cg_measure_close(struct cg_measure *measure)
{
	cg_aside_return(&measure->aside);
	cg_watch_close(&measure->watch);
	cg_catalog_free(&measure->catalog);
}

static void take_outcome(struct cg_outcome *outcome, struct cg_child_end *end, const char *name,
			 const struct cg_watch *watch)
{
	const char *text = json_string_value(
		json_object_get(json_object_get(outcome->results, "error"), "text"));
	const char *words = cg_child_last_words(end, name);

	outcome->status = end->status;
	if (end->status == 0 && outcome->results && !watch->interrupted)
		return;
	if (end->status != CG_ERROR_SKIPPED && end->status != CG_ERROR_USAGE)
		outcome->status = CG_ERROR_FAILED;
	if (watch->interrupted)
		snprintf(outcome->why, sizeof(outcome->why), "interrupted by SIG%s",
			 sigabbrev_np(watch->interrupted));
	else if (text || *words)
		snprintf(outcome->why, sizeof(outcome->why), "%s", text ? text : words);
	else if (end->status > 128)
		snprintf(outcome->why, sizeof(outcome->why), "killed by signal %d",
			 end->status - 128);
	else
		snprintf(outcome->why, sizeof(outcome->why), "no results, exit status %d",
			 end->status);
}

int cg_measure_program(struct cg_watch *watch, const char *program, char *const *argv,
		       bool keep_err, struct cg_outcome *outcome, struct cg_error *error)
{
	struct cg_child child = {
		.program = program,
		.argv = argv,
		.keep_out = true,
		.keep_err = keep_err,
	};
	struct cg_child_end end = { 0 };
	int result = cg_child_run(&child, watch, &end, error);

	*outcome = (struct cg_outcome){ 0 };
	if (!result || result == -EINTR) {
		outcome->results = json_loads(end.out ? end.out : "", 0, NULL);
		take_outcome(outcome, &end, argv[0], watch);
	}
	/* jansson may have left out a letter here and there. */
	if (!result && cg_memory_was_short()) {
		json_decref(outcome->results);
		outcome->results = NULL;
		result = cg_error_fail(error, ENOMEM, "read the results of %s", argv[0]);
	}
	cg_child_end_free(&end);
	return result;
}

int cg_measure(struct cg_measure *measure, const char *workload, const char *const *words,
	       size_t nr_words, struct cg_outcome *outcome, struct cg_error *error)
{
	const struct cg_catalog_entry *entry = cg_catalog_entry(&measure->catalog, workload, error);
	const char *argv[WORDS_MAX + 4];
	size_t nr = 0;

	*outcome = (struct cg_outcome){ 0 };
	if (!entry)
		return -EINVAL;
	if (nr_words > WORDS_MAX)
		return cg_error_fail(error, E2BIG, "run %s", workload);
	argv[nr++] = strrchr(entry->program, '/') + 1;
	argv[nr++] = "--json";
	argv[nr++] = "-";
	for (size_t i = 0; i < nr_words; i++)
		argv[nr++] = words[i];
	argv[nr] = NULL;
	return cg_measure_program(&measure->watch, entry->program, (char *const *)argv, true,
				  outcome, error);
}
