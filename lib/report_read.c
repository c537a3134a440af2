// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_read.c - files of a report, read strictly. See report_read.h.
 */
#include "report_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "recipe_run.h"
#include "results.h"
#include "sweep.h"

#define HISTORY_SCHEMA "cgpong-history/1" /* scripts/lab.d/table.py writes it */
#define ITEMS_MAX      2000		  /* of anything */

/* ---- What each kind must have; the first key that is not so, or NULL ---- */

static bool is_text(const json_t *object, const char *key, size_t length_max)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text && *text && strlen(text) <= length_max;
}

static bool is_number_or_null(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) || json_is_null(value);
}

static bool is_count(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) && json_integer_value(value) >= 0;
}

static bool is_array(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_array(value) && json_array_size(value) <= ITEMS_MAX;
}

static bool is_health(const json_t *object)
{
	static const char *const words[] = { "healthy", "regressed", "skipped", "failed" };
	const char *word = json_string_value(json_object_get(object, "verdict"));

	for (size_t i = 0; word && i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(word, words[i]) == 0)
			return true;
	}
	return false;
}

static const char *fault_of_step(const json_t *step)
{
	const json_t *value = json_object_get(step, "value");
	const json_t *code = json_object_get(step, "exit_code");

	if (!json_is_string(value) && !json_is_integer(value))
		return "value";
	if (!json_is_integer(code))
		return "exit_code";
	if (json_integer_value(code) == 0 && !json_is_object(json_object_get(step, "result")))
		return "result";
	return NULL;
}

static const char *fault_of_sweep(const json_t *top)
{
	const char *fault = NULL;
	json_t *step;
	size_t i;

	if (!is_text(top, "workload", 64))
		return "workload";
	if (!is_text(top, "option", 64))
		return "option";
	if (!json_is_boolean(json_object_get(top, "interrupted")))
		return "interrupted";
	if (!is_array(top, "steps"))
		return "steps";
	json_array_foreach (json_object_get(top, "steps"), i, step) {
		fault = fault ? fault : fault_of_step(step);
	}
	return fault;
}

static const char *fault_of_recipe(const json_t *recipe)
{
	if (!is_text(recipe, "recipe", 128))
		return "recipe";
	if (!is_health(recipe))
		return "verdict";
	if (!is_number_or_null(recipe, "signal"))
		return "signal";
	if (!is_number_or_null(recipe, "healthy_low") || !is_number_or_null(recipe, "healthy_high"))
		return "healthy_low";
	return NULL;
}

static const char *fault_of_recipes(const json_t *top)
{
	const char *fault = NULL;
	json_t *recipe;
	size_t i;

	if (!is_text(top, "kernel", 256))
		return "kernel";
	if (!is_array(top, "recipes"))
		return "recipes";
	json_array_foreach (json_object_get(top, "recipes"), i, recipe) {
		fault = fault ? fault : fault_of_recipe(recipe);
	}
	return fault;
}

static const char *fault_of_comparison(const json_t *top)
{
	json_t *context;
	size_t i;

	if (!is_text(top, "workload", 64))
		return "workload";
	if (!is_array(top, "contexts"))
		return "contexts";
	json_array_foreach (json_object_get(top, "contexts"), i, context) {
		if (!json_is_string(json_object_get(context, "cgroup")))
			return "cgroup";
		if (!json_is_object(json_object_get(context, "times")))
			return "times";
		if (!json_is_object(json_object_get(context, "counts")))
			return "counts";
	}
	return NULL;
}

static const char *fault_of_cell(const json_t *cell)
{
	if (!is_text(cell, "recipe", 128))
		return "recipe";
	if (!is_health(cell))
		return "verdict";
	if (!is_number_or_null(cell, "signal"))
		return "signal";
	if (!is_count(cell, "boots") || !is_count(cell, "regressed"))
		return "boots";
	return NULL;
}

static const char *fault_of_history(const json_t *top)
{
	json_t *one, *cell;
	size_t i, k;

	if (!is_array(top, "recipes"))
		return "recipes";
	json_array_foreach (json_object_get(top, "recipes"), i, one) {
		if (!is_text(one, "recipe", 128) || !is_text(one, "healthy", 64))
			return "recipes";
	}
	if (!is_array(top, "kernels"))
		return "kernels";
	json_array_foreach (json_object_get(top, "kernels"), i, one) {
		if (!is_text(one, "kernel", 256))
			return "kernel";
		if (!is_array(one, "cells"))
			return "cells";
		json_array_foreach (json_object_get(one, "cells"), k, cell) {
			const char *fault = fault_of_cell(cell);

			if (fault)
				return fault;
		}
	}
	return NULL;
}

/* What is checked when the runs are taken. */
static const char *no_fault(const json_t *top)
{
	(void)top;
	return NULL;
}

int cg_report_check(const json_t *top, const char *name, enum cg_report_kind *kind,
		    struct cg_error *error)
{
	static const struct {
		const char *schema;
		enum cg_report_kind kind;
		const char *(*fault)(const json_t *top);
	} kinds[] = {
		{ CG_RESULTS_SCHEMA, CG_REPORT_RUNS, no_fault },
		{ CG_BASELINE_SCHEMA, CG_REPORT_RUNS, no_fault },
		{ CG_RECIPES_SCHEMA, CG_REPORT_RECIPES, fault_of_recipes },
		{ CG_SWEEP_SCHEMA, CG_REPORT_SWEEP, fault_of_sweep },
		{ CG_COMPARE_SCHEMA, CG_REPORT_COMPARISON, fault_of_comparison },
		{ HISTORY_SCHEMA, CG_REPORT_HISTORY, fault_of_history },
	};
	const char *schema = json_string_value(json_object_get(top, "schema"));

	for (size_t i = 0; schema && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		const char *fault;

		if (strcmp(schema, kinds[i].schema) != 0)
			continue;
		*kind = kinds[i].kind;
		fault = kinds[i].fault(top);
		if (!fault)
			return 0;
		return cg_error_usage(error, "%.200s: damaged: '%s' is missing or out of range",
				      name, fault);
	}
	if (!schema)
		return cg_error_usage(error, "%.200s: not a file that cgpong wrote", name);
	return cg_error_usage(error, "%.200s: its schema is '%.40s', which no report can show",
			      name, schema);
}

/* ---- The runs in it ---- */

static int take(struct cg_report *report, size_t file, const struct cg_json_node *node,
		const char *label, struct cg_error *error)
{
	struct cg_report_run *more, *run;
	size_t nr = report->checked.nr;
	int result;

	result = cg_runs_add(&report->checked, (json_t *)node->json, report->files[file].name,
			     error);
	if (result)
		return result;
	more = reallocarray(report->runs, nr + 1, sizeof(*more));
	if (!more)
		return cg_error_fail(error, ENOMEM, "keep a run");
	report->runs = more;
	run = &report->runs[nr];
	*run = (struct cg_report_run){ .node = *node, .file = file };
	cg_plain(label, run->label, sizeof(run->label));
	return 0;
}

static int take_baseline(struct cg_report *report, size_t file, const struct cg_json_node *top,
			 struct cg_error *error)
{
	struct cg_json_node list = cg_json_node_key(top, "runs");
	size_t nr = json_array_size(list.json);
	int result = 0;

	if (nr == 0)
		return cg_error_usage(error, "%.200s: a baseline without runs",
				      report->files[file].name);
	for (size_t i = 0; i < nr && !result; i++) {
		struct cg_json_node run = cg_json_node_index(&list, i);
		char label[32];

		snprintf(label, sizeof(label), "run %zu", i + 1);
		result = take(report, file, &run, label, error);
	}
	return result;
}

/* A run that did not come to its end has nothing to show but why, which is beside it. */
static bool has_ended(const json_t *run)
{
	return json_is_object(run) && json_is_null(json_object_get(run, "error"));
}

static int take_recipes(struct cg_report *report, size_t file, const struct cg_json_node *top,
			struct cg_error *error)
{
	struct cg_json_node list = cg_json_node_key(top, "recipes");
	int result = 0;

	for (size_t i = 0; i < json_array_size(list.json) && !result; i++) {
		struct cg_json_node recipe = cg_json_node_index(&list, i);
		struct cg_json_node run = cg_json_node_key(&recipe, "results");
		char label[160];

		snprintf(label, sizeof(label), "recipe %s",
			 cg_json_node_text(&recipe, "recipe", ""));
		if (has_ended(run.json))
			result = take(report, file, &run, label, error);
	}
	return result;
}

static int check_steps(const json_t *steps, const char *name, struct cg_error *error)
{
	struct cg_runs runs = { 0 };
	int result = 0;
	json_t *step;
	size_t i;

	json_array_foreach (steps, i, step) {
		if (!result && json_integer_value(json_object_get(step, "exit_code")) == 0)
			result = cg_runs_add(&runs, json_object_get(step, "result"), name, error);
	}
	cg_runs_free(&runs);
	return result;
}

int cg_report_take_runs(struct cg_report *report, size_t file, struct cg_error *error)
{
	const struct cg_report_file *f = &report->files[file];
	struct cg_json_node top = cg_json_node_file(f->top, file + 1);
	const char *schema = cg_json_node_text(&top, "schema", "");

	switch (f->kind) {
	case CG_REPORT_RUNS:
		if (strcmp(schema, CG_BASELINE_SCHEMA) == 0)
			return take_baseline(report, file, &top, error);
		return take(report, file, &top, "", error);
	case CG_REPORT_RECIPES:
		return take_recipes(report, file, &top, error);
	case CG_REPORT_SWEEP:
		return check_steps(json_object_get(f->top, "steps"), f->name, error);
	case CG_REPORT_COMPARISON:
	case CG_REPORT_HISTORY:
		break;
	}
	return 0;
}
