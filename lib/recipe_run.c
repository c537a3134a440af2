// SPDX-License-Identifier: GPL-2.0-only
/*
 * recipe_run.c - runs recipes on the running kernel. See recipe_run.h.
 */
#include "recipe_run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "ink.h"
#include "json_number.h"
#include "plain.h"
#include "text.h"

#define MORE_MAX 24

/* The whole command line, as it can be typed again. */
static int keep_command(struct cg_recipe_run *run, const char *const *words, size_t nr,
			struct cg_error *error)
{
	struct cg_text text;
	FILE *out = cg_text_open(&text);

	if (out)
		fprintf(out, "cgpong-%s", run->recipe.workload);
	for (size_t i = 0; i < nr && out; i++)
		fprintf(out, " %s", words[i]);
	run->command = cg_text_close(&text, NULL);
	if (!run->command)
		return cg_error_fail(error, ENOMEM, "keep the command line of %s",
				     run->recipe.name);
	cg_plain_line(run->command);
	return 0;
}

int cg_recipe_run(struct cg_recipe_run *run, struct cg_measure *measure, const char *const *more,
		  size_t nr_more, struct cg_error *error)
{
	const char *words[CG_RECIPE_WORDS_MAX + MORE_MAX];
	char *storage = NULL;
	int nr = cg_recipe_words(&run->recipe, words, &storage), result;

	if (nr < 0 || nr_more > MORE_MAX) {
		free(storage);
		return cg_error_fail(error, nr < 0 ? -nr : E2BIG, "run recipe %s",
				     run->recipe.name);
	}
	for (size_t i = 0; i < nr_more; i++)
		words[nr++] = more[i];
	result = keep_command(run, words, (size_t)nr, error);
	if (result) {
		free(storage);
		return result;
	}
	result = cg_measure(measure, run->recipe.workload, words, (size_t)nr, &run->outcome, error);
	free(storage);
	if (result)
		return result;
	if (run->outcome.status == 0) {
		run->diagnosis = cg_recipe_judge(&run->recipe, run->outcome.results);
	} else {
		run->diagnosis = (struct cg_diagnosis){ CG_HEALTH_FAILED, NAN, NAN, NAN, "" };
		if (run->outcome.status == CG_ERROR_SKIPPED)
			run->diagnosis.health = CG_HEALTH_SKIPPED;
		snprintf(run->diagnosis.why, sizeof(run->diagnosis.why), "%s", run->outcome.why);
	}
	return 0;
}

static void print_signal(FILE *out, const struct cg_signal *signal)
{
	switch (signal->kind) {
	case CG_SIGNAL_CALLS:
		fprintf(out, "%s per op in %s", signal->event, signal->context);
		break;
	case CG_SIGNAL_DIFFERENCE:
		fprintf(out, "%s per op in %s less in %s", signal->event, signal->context,
			signal->baseline);
		break;
	case CG_SIGNAL_TIME:
		fprintf(out, "ops/sec in %s over %s", signal->context, signal->baseline);
		break;
	}
}

static void print_details(FILE *out, const struct cg_recipe_run *run)
{
	const struct cg_recipe *r = &run->recipe;

	fprintf(out, "%s: %s\n", r->name, r->summary);
	fprintf(out, "  broken by %s\n", r->commit);
	if (r->fix)
		fprintf(out, "  mended by %s\n", r->fix);
	fprintf(out, "  workload %s\n  ", run->command);
	print_signal(out, &r->signal);
	if (isnan(run->diagnosis.signal))
		fprintf(out, ": not known: %s\n", run->diagnosis.why);
	else
		fprintf(out, ": %.2f, healthy is %g to %g\n", run->diagnosis.signal, r->low,
			r->high);
}

static enum cg_ink ink_of(enum cg_health health)
{
	return health == CG_HEALTH_HEALTHY     ? CG_INK_GREEN
	       : health == CG_HEALTH_REGRESSED ? CG_INK_RED
					       : CG_INK_YELLOW;
}

void cg_recipe_run_print(FILE *out, const struct cg_recipe_run *run, bool quiet)
{
	const struct cg_diagnosis *d = &run->diagnosis;
	struct utsname kernel = { 0 };

	uname(&kernel);
	if (!quiet)
		print_details(out, run);
	fprintf(out, "VERDICT recipe=%s kernel=%s verdict=%s%s%s", run->recipe.name, kernel.release,
		cg_ink(out, ink_of(d->health)), cg_health_name(d->health),
		cg_ink(out, CG_INK_NONE));
	if (isnan(d->signal))
		fprintf(out, " (%s)\n", d->why);
	else
		fprintf(out, " signal=%.3f healthy=%g..%g\n", d->signal, run->recipe.low,
			run->recipe.high);
}

static json_t *run_json(const struct cg_recipe_run *run)
{
	const struct cg_diagnosis *d = &run->diagnosis;

	return json_pack("{s:s, s:s, s:o, s:o, s:o, s:f, s:f, s:o, s:O?}", "recipe",
			 run->recipe.name, "verdict", cg_health_name(d->health), "signal",
			 cg_json_number(d->signal), "low", cg_json_number(d->low), "high",
			 cg_json_number(d->high), "healthy_low", run->recipe.low, "healthy_high",
			 run->recipe.high, "why",
			 isnan(d->signal) ? json_string(d->why) : json_null(), "results",
			 run->outcome.results);
}

json_t *cg_recipe_runs_json(const struct cg_recipe_run *runs, size_t nr)
{
	json_t *all = json_array();
	struct utsname kernel = { 0 };

	uname(&kernel);
	for (size_t i = 0; i < nr; i++)
		json_array_append_new(all, run_json(&runs[i]));
	return json_pack("{s:s, s:s, s:s, s:o}", "schema", CG_RECIPES_SCHEMA, "version",
			 CGPONG_VERSION, "kernel", kernel.release, "recipes", all);
}

int cg_recipe_runs_status(const struct cg_recipe_run *runs, size_t nr)
{
	size_t nr_skipped = 0;

	for (size_t i = 0; i < nr; i++) {
		int status = runs[i].outcome.status;

		if (status != 0 && status != CG_ERROR_SKIPPED)
			return status == CG_ERROR_USAGE ? CG_ERROR_USAGE : CG_ERROR_FAILED;
		nr_skipped += runs[i].diagnosis.health == CG_HEALTH_SKIPPED;
	}
	return nr_skipped == nr ? CG_ERROR_SKIPPED : 0;
}

void cg_recipe_run_free(struct cg_recipe_run *run)
{
	json_decref(run->outcome.results);
	free(run->command);
	cg_recipe_free(&run->recipe);
	*run = (struct cg_recipe_run){ 0 };
}
