// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_judges.c - the verdicts that files bring with them: recipes, sweeps, comparisons, histories.
 * See report_verdict.h.
 */
#include <string.h>

#include "plain.h"
#include "report_verdict.h"

static double member(const struct cg_json_node *node, const char *key)
{
	struct cg_json_node value = cg_json_node_key(node, key);

	return cg_json_node_number(&value);
}

/* ---- Files with verdicts of their own ---- */

static enum cg_tone tone_of_health(const char *word)
{
	if (strcmp(word, "healthy") == 0)
		return CG_TONE_GOOD;
	if (strcmp(word, "regressed") == 0)
		return CG_TONE_BAD;
	return strcmp(word, "skipped") == 0 ? CG_TONE_SKIPPED : CG_TONE_ODD;
}

static void judge_recipes(struct cg_verdict_list *list, const struct cg_json_node *top)
{
	/* The file's own words end with it; these do not. */
	static const char *const words[CG_NR_TONES] = { "regressed", "failed", "healthy", "",
							"skipped" };
	struct cg_json_node all = cg_json_node_key(top, "recipes");

	for (size_t i = 0; i < json_array_size(all.json); i++) {
		struct cg_json_node one = cg_json_node_index(&all, i);
		enum cg_tone tone = tone_of_health(cg_json_node_text(&one, "verdict", ""));
		struct cg_report_verdict *verdict =
			cg_verdict_add(list, tone, words[tone], "recipe %s on %s",
				       cg_json_node_text(&one, "recipe", ""),
				       cg_json_node_text(top, "kernel", ""));

		cg_verdict_member(verdict, "signal", &one, "signal");
		cg_verdict_member(verdict, "from", &one, "healthy_low");
		cg_verdict_member(verdict, "to", &one, "healthy_high");
		verdict->shape = CG_REPORT_FIGURES_SIGNAL;
		cg_plain(cg_json_node_text(&one, "why", ""), verdict->why, sizeof(verdict->why));
	}
}

static void judge_compared_calls(struct cg_verdict_list *list, const struct cg_json_node *counts,
				 const char *about, bool more)
{
	struct cg_report_verdict *verdict = NULL;

	for (int e = 0; e < CG_NR_EVENTS; e++) {
		struct cg_json_node calls = cg_json_node_key(counts, cg_events[e].name);

		if (!json_is_true(json_object_get(calls.json, "differs")) ||
		    (member(&calls, "change") > 0) != more)
			continue;
		verdict = verdict ? verdict : cg_verdict_calls(list, about, more);
		cg_verdict_member(verdict, cg_events[e].name, &calls, "a");
		cg_verdict_member(verdict, cg_events[e].name, &calls, "b");
	}
}

static void judge_compared_context(struct cg_verdict_list *list, const char *workload,
				   const struct cg_json_node *context)
{
	struct cg_json_node time = cg_json_node_path(context, "times/ops_per_sec");
	struct cg_json_node counts = cg_json_node_key(context, "counts");
	const char *cgroup = cg_json_node_text(context, "cgroup", "");
	struct cg_report_verdict *verdict;
	char about[160];

	if (json_is_object(time.json)) {
		bool differs = json_is_true(json_object_get(time.json, "differs"));
		bool slower = member(&time, "ratio") < 1;

		verdict = cg_verdict_add(list,
					 !differs ? CG_TONE_SAME
					 : slower ? CG_TONE_BAD
						  : CG_TONE_GOOD,
					 !differs ? "no difference"
					 : slower ? "slower"
						  : "faster",
					 "%s in %s: ops/sec, B against A", workload, cgroup);
		cg_verdict_ratio(verdict, &time);
	}
	snprintf(about, sizeof(about), "%.64s in %.64s, B against A", workload, cgroup);
	judge_compared_calls(list, &counts, about, true);
	judge_compared_calls(list, &counts, about, false);
}

static void judge_comparison(struct cg_verdict_list *list, const struct cg_json_node *top)
{
	struct cg_json_node contexts = cg_json_node_key(top, "contexts");

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		judge_compared_context(list, cg_json_node_text(top, "workload", ""), &context);
	}
}

/* ---- The history: a recipe over kernels ---- */

struct tally {
	size_t healthy, regressed, skipped, failed;
	char kernels[512]; /* those that regressed */
};

static void tally_cell(struct tally *tally, const json_t *cell, const char *kernel)
{
	const char *word = json_string_value(json_object_get(cell, "verdict"));
	size_t length = strlen(tally->kernels);

	switch (tone_of_health(word)) {
	case CG_TONE_GOOD:
		tally->healthy++;
		break;
	case CG_TONE_BAD:
		tally->regressed++;
		snprintf(tally->kernels + length, sizeof(tally->kernels) - length, "%s%.60s",
			 length ? ", " : "", kernel);
		break;
	case CG_TONE_SKIPPED:
		tally->skipped++;
		break;
	default:
		tally->failed++;
	}
}

static struct tally tally_recipe(const json_t *kernels, const char *recipe)
{
	struct tally tally = { 0 };
	json_t *kernel, *cell;
	size_t k, i;

	json_array_foreach (kernels, k, kernel) {
		json_array_foreach (json_object_get(kernel, "cells"), i, cell) {
			const char *name = json_string_value(json_object_get(cell, "recipe"));

			if (strcmp(name, recipe) == 0)
				tally_cell(&tally, cell,
					   json_string_value(json_object_get(kernel, "kernel")));
		}
	}
	return tally;
}

/* "regressed on 7.1.3, 7.1.13; 10 healthy" */
static void tell_tally(const struct tally *tally, char *text, size_t size)
{
	const struct {
		size_t nr;
		const char *word;
	} rest[] = { { tally->healthy, "healthy" },
		     { tally->skipped, "skipped" },
		     { tally->failed, "failed" } };
	size_t length;

	snprintf(text, size, "%s%s", tally->regressed ? "regressed on " : "", tally->kernels);
	for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++) {
		length = strlen(text);
		if (rest[i].nr)
			snprintf(text + length, size - length, "%s%zu %s", length ? "; " : "",
				 rest[i].nr, rest[i].word);
	}
}

static void judge_history(struct cg_verdict_list *list, const struct cg_json_node *top)
{
	const json_t *kernels = json_object_get(top->json, "kernels");
	json_t *recipe;
	size_t i;

	json_array_foreach (json_object_get(top->json, "recipes"), i, recipe) {
		const char *name = json_string_value(json_object_get(recipe, "recipe"));
		struct tally t = tally_recipe(kernels, name);
		enum cg_tone tone = t.regressed ? CG_TONE_BAD
				    : t.failed	? CG_TONE_ODD
				    : t.healthy ? CG_TONE_GOOD
						: CG_TONE_SKIPPED;
		struct cg_report_verdict *verdict = cg_verdict_add(list, tone,
								   t.regressed ? "regressed"
								   : t.failed  ? "failed"
								   : t.healthy ? "healthy"
									       : "skipped",
								   "recipe %s over %zu kernels",
								   name, json_array_size(kernels));
		char text[800];

		tell_tally(&t, text, sizeof(text));
		cg_plain(text, verdict->why, sizeof(verdict->why));
	}
}

/* ---- Sweeps ---- */

static void judge_sweep(struct cg_verdict_list *list, const struct cg_report_sweep *sweep)
{
	for (size_t m = 0; m < sweep->nr_marks; m++) {
		const struct cg_report_mark *mark = &sweep->marks[m];
		struct cg_json_node calls = cg_report_sweep_calls(sweep, mark->first, mark->context,
								  (enum cg_event)mark->event);
		struct cg_report_verdict *verdict = cg_verdict_add(
			list, CG_TONE_ODD, "walked", "%s: %s in %s, %s %s%s%s", sweep->workload,
			cg_events[mark->event].name, cg_report_sweep_context(sweep, mark->context),
			sweep->option, sweep->steps[mark->first].label,
			mark->first < mark->last ? " to " : "",
			mark->first < mark->last ? sweep->steps[mark->last].label : "");

		cg_verdict_figure(verdict, "per op", cg_json_node_number(&calls), calls.at);
		snprintf(verdict->why, sizeof(verdict->why),
			 "with every op there, and hardly right beside it");
	}
	if (sweep->nr_marks == 0)
		cg_verdict_add(list, CG_TONE_SAME, "even", "%s by %s: no range stands out",
			       sweep->workload, sweep->option);
	if (sweep->nr_failed || sweep->interrupted)
		cg_verdict_add(list, CG_TONE_ODD, "failed", "%s by %s: %zu of %zu steps failed%s",
			       sweep->workload, sweep->option, sweep->nr_failed, sweep->nr_steps,
			       sweep->interrupted ? ", and a signal ended it" : "");
}

void cg_verdict_file(struct cg_verdict_list *list, size_t f)
{
	const struct cg_report_file *file = &list->report->files[f];
	struct cg_json_node top = cg_json_node_file(file->top, f + 1);

	switch (file->kind) {
	case CG_REPORT_RECIPES:
		judge_recipes(list, &top);
		break;
	case CG_REPORT_SWEEP:
		judge_sweep(list, &file->sweep);
		break;
	case CG_REPORT_COMPARISON:
		judge_comparison(list, &top);
		break;
	case CG_REPORT_HISTORY:
		judge_history(list, &top);
		break;
	case CG_REPORT_RUNS:
		break;
	}
}
