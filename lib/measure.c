// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure.c - runs a workload's program and brings its results back. See measure.h.
 */
#include "measure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"

#define WORDS_MAX 64

int cg_measure_open(struct cg_measure *measure, struct cg_error *error)
{
	const char *base = getenv("TMPDIR");
	int result = cg_catalog_find(&measure->catalog, error);

	if (!result)
		result = cg_watch_open(&measure->watch, error);
	if (result)
		goto no_watch;
	snprintf(measure->directory, sizeof(measure->directory), "%s/cgpong-measure.XXXXXX",
		 base && *base ? base : "/tmp");
	if (mkdtemp(measure->directory))
		return 0;
	result = cg_error_fail(error, errno, "mkdtemp %s", measure->directory);
	cg_watch_close(&measure->watch);
no_watch:
	cg_catalog_free(&measure->catalog);
	return result;
}

void cg_measure_close(struct cg_measure *measure)
{
	rmdir(measure->directory);
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

int cg_measure(struct cg_measure *measure, const char *workload, const char *const *words,
	       size_t nr_words, struct cg_outcome *outcome, struct cg_error *error)
{
	const struct cg_catalog_entry *entry = cg_catalog_entry(&measure->catalog, workload, error);
	char file[PATH_MAX + 16], part[PATH_MAX + 32];
	const char *argv[WORDS_MAX + 4];
	struct cg_child child = { .capture = true };
	struct cg_child_end end = { 0 };
	size_t nr = 0;
	int result;

	*outcome = (struct cg_outcome){ 0 };
	if (!entry)
		return -EINVAL;
	if (nr_words > WORDS_MAX)
		return cg_error_fail(error, E2BIG, "run %s", workload);
	snprintf(file, sizeof(file), "%s/result", measure->directory);
	snprintf(part, sizeof(part), "%s.cgpong-tmp", file);
	argv[nr++] = strrchr(entry->program, '/') + 1;
	argv[nr++] = "--json";
	argv[nr++] = file;
	for (size_t i = 0; i < nr_words; i++)
		argv[nr++] = words[i];
	argv[nr] = NULL;
	child.program = entry->program;
	child.argv = (char *const *)argv;
	result = cg_child_run(&child, &measure->watch, &end, error);
	if (!result || result == -EINTR) {
		outcome->results = json_load_file(file, 0, NULL);
		take_outcome(outcome, &end, argv[0], &measure->watch);
	}
	cg_child_end_free(&end);
	unlink(file);
	unlink(part);
	return result;
}
