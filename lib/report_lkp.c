// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_lkp.c - a report as "name: value" lines for robots. See report_text.h.
 */
#include <ctype.h>
#include <string.h>

#include "report_text.h"

/* Parts of a name, divided by dots. A byte that is no part of one is '_'. */
static void put_name(FILE *out, const char *const *parts, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (i)
			fputc('.', out);
		for (const char *c = parts[i]; *c; c++) {
			unsigned char byte = (unsigned char)*c;

			fputc(isascii(byte) && (isalnum(byte) || strchr("-_.", byte)) ? byte : '_',
			      out);
		}
	}
}

static void put(FILE *out, const char *const *parts, size_t nr, double value)
{
	if (isnan(value))
		return;
	put_name(out, parts, nr);
	fprintf(out, ": %.10g\n", value);
}

static void put_member(FILE *out, const char *const *parts, size_t nr,
		       const struct cg_json_node *node, const char *key)
{
	struct cg_json_node value = cg_json_node_key(node, key);

	put(out, parts, nr, cg_json_node_number(&value));
}

/* Of a run, or of a step of a sweep: @step is its name, or NULL. */
static void put_context(FILE *out, const char *workload, const char *step,
			const struct cg_json_node *context)
{
	struct cg_json_node summary = cg_json_node_key(context, "summary");
	struct cg_json_node events = cg_json_node_path(context, "counts/events");
	const char *parts[4] = { workload };
	size_t nr = 1;
	json_t *value;
	const char *name;

	if (step)
		parts[nr++] = step;
	parts[nr++] = cg_json_node_text(context, "cgroup", "");
	json_object_foreach ((json_t *)summary.json, name, value) {
		struct cg_json_node metric = cg_json_node_key(&summary, name);

		parts[nr] = name;
		put_member(out, parts, nr + 1, &metric, "median");
	}
	for (int e = 0; e < CG_NR_EVENTS; e++) {
		struct cg_json_node event = cg_json_node_key(&events, cg_events[e].name);
		char text[64];

		snprintf(text, sizeof(text), "%s_per_op", cg_events[e].name);
		parts[nr] = text;
		put_member(out, parts, nr + 1, &event, "per_op");
	}
}

static void put_run(FILE *out, const struct cg_json_node *run, const char *step)
{
	const char *workload = cg_json_node_text(run, "workload", "");
	struct cg_json_node contexts = cg_json_node_key(run, "contexts");
	struct cg_json_node comparisons = cg_json_node_key(run, "comparisons");

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_context(out, workload, step, &context);
	}
	for (size_t i = 0; i < json_array_size(comparisons.json); i++) {
		struct cg_json_node one = cg_json_node_index(&comparisons, i);
		const char *parts[] = { workload, step, cg_json_node_text(&one, "cgroup", ""),
					"ratio" };

		if (!step)
			memmove(&parts[1], &parts[2], 2 * sizeof(parts[0]));
		put_member(out, parts, step ? 4 : 3, &one, "ratio");
	}
}

static void put_sweep(FILE *out, const struct cg_report_sweep *sweep)
{
	for (size_t s = 0; s < sweep->nr_steps; s++) {
		struct cg_json_node run = cg_json_node_key(&sweep->steps[s].node, "result");
		char name[160];

		snprintf(name, sizeof(name), "%s-%s", sweep->option, sweep->steps[s].label);
		if (sweep->steps[s].exit_code == 0)
			put_run(out, &run, name);
	}
}

/* A recipe's signal, and whether it says regressed: of a file of recipes, or a cell of a history. */
static void put_recipe(FILE *out, const char *kernel, const struct cg_json_node *recipe)
{
	const char *verdict = cg_json_node_text(recipe, "verdict", "");
	const char *parts[] = { "recipe", cg_json_node_text(recipe, "recipe", ""), kernel,
				"signal" };

	put_member(out, parts, 4, recipe, "signal");
	parts[3] = "regressed";
	if (strcmp(verdict, "healthy") == 0 || strcmp(verdict, "regressed") == 0)
		put(out, parts, 4, strcmp(verdict, "regressed") == 0);
}

static void put_recipes(FILE *out, const struct cg_json_node *top)
{
	struct cg_json_node all = cg_json_node_key(top, "recipes");

	for (size_t i = 0; i < json_array_size(all.json); i++) {
		struct cg_json_node recipe = cg_json_node_index(&all, i);

		put_recipe(out, cg_json_node_text(top, "kernel", ""), &recipe);
	}
}

static void put_history(FILE *out, const struct cg_json_node *top)
{
	struct cg_json_node kernels = cg_json_node_key(top, "kernels");

	for (size_t k = 0; k < json_array_size(kernels.json); k++) {
		struct cg_json_node kernel = cg_json_node_index(&kernels, k);
		struct cg_json_node cells = cg_json_node_key(&kernel, "cells");

		for (size_t i = 0; i < json_array_size(cells.json); i++) {
			struct cg_json_node cell = cg_json_node_index(&cells, i);

			put_recipe(out, cg_json_node_text(&kernel, "kernel", ""), &cell);
		}
	}
}

static void put_comparison(FILE *out, const struct cg_json_node *top)
{
	struct cg_json_node contexts = cg_json_node_key(top, "contexts");
	const char *workload = cg_json_node_text(top, "workload", "");

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);
		struct cg_json_node node = cg_json_node_path(&context, "times/ops_per_sec");
		const char *parts[] = { workload, cg_json_node_text(&context, "cgroup", ""),
					"b_over_a.ops_per_sec" };

		put_member(out, parts, 3, &node, "ratio");
		for (int e = 0; e < CG_NR_EVENTS; e++) {
			char name[64];

			snprintf(name, sizeof(name), "b_less_a.%s_per_op", cg_events[e].name);
			node = cg_json_node_key(&context, "counts");
			node = cg_json_node_key(&node, cg_events[e].name);
			parts[2] = name;
			put_member(out, parts, 3, &node, "change");
		}
	}
}

void cg_report_lkp(FILE *out, const struct cg_report *report)
{
	for (size_t r = 0; r < report->checked.nr; r++)
		put_run(out, &report->runs[r].node, NULL);
	for (size_t f = 0; f < report->nr_files; f++) {
		const struct cg_report_file *file = &report->files[f];
		struct cg_json_node top = cg_json_node_file(file->top, f + 1);

		if (file->kind == CG_REPORT_RECIPES)
			put_recipes(out, &top);
		else if (file->kind == CG_REPORT_SWEEP)
			put_sweep(out, &file->sweep);
		else if (file->kind == CG_REPORT_HISTORY)
			put_history(out, &top);
		else if (file->kind == CG_REPORT_COMPARISON)
			put_comparison(out, &top);
	}
}
