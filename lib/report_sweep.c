// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_sweep.c - a sweep's file as curves. See report_sweep.h.
 */
#include "report_sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "marks.h"
#include "memory.h"
#include "plain.h"

const enum cg_event cg_report_sweep_events[CG_REPORT_SWEEP_EVENTS] = {
	CG_EVENT_CHARGE_WALK, CG_EVENT_UNCHARGE_WALK, CG_EVENT_OBJCG_DRAIN, CG_EVENT_CHARGE
};

static struct cg_json_node context_node(const struct cg_report_sweep *sweep, size_t step,
					size_t context)
{
	struct cg_json_node contexts =
		cg_json_node_path(&sweep->steps[step].node, "result/contexts");

	if (sweep->steps[step].exit_code != 0)
		contexts.json = NULL;
	return cg_json_node_index(&contexts, context);
}

const char *cg_report_sweep_context(const struct cg_report_sweep *sweep, size_t context)
{
	const char *name = NULL;

	for (size_t s = 0; s < sweep->nr_steps && !name; s++) {
		struct cg_json_node node = context_node(sweep, s, context);

		name = cg_json_node_text(&node, "cgroup", NULL);
	}
	return name ? name : "?";
}

struct cg_json_node cg_report_sweep_rate(const struct cg_report_sweep *sweep, size_t step,
					 size_t context, const char *key)
{
	struct cg_json_node node = context_node(sweep, step, context);

	node = cg_json_node_path(&node, "summary/ops_per_sec");
	return cg_json_node_key(&node, key);
}

struct cg_json_node cg_report_sweep_calls(const struct cg_report_sweep *sweep, size_t step,
					  size_t context, enum cg_event event)
{
	struct cg_json_node node = context_node(sweep, step, context);

	node = cg_json_node_path(&node, "counts/events");
	node = cg_json_node_key(&node, cg_events[event].name);
	return cg_json_node_key(&node, "per_op");
}

static void read_step(struct cg_report_sweep *sweep, struct cg_report_step *step)
{
	const json_t *value = json_object_get(step->node.json, "value");

	step->number = json_is_integer(value) ? json_number_value(value) : NAN;
	sweep->is_numeric &= json_is_integer(value);
	step->exit_code = (int)json_integer_value(json_object_get(step->node.json, "exit_code"));
	sweep->nr_failed += step->exit_code != 0 && step->exit_code != CG_ERROR_SKIPPED;
	if (json_is_integer(value))
		snprintf(step->label, sizeof(step->label), "%lld",
			 (long long)json_integer_value(value));
	else
		cg_plain(json_string_value(value), step->label, sizeof(step->label));
}

static int by_number(const void *a, const void *b)
{
	double x = ((const struct cg_report_step *)a)->number;
	double y = ((const struct cg_report_step *)b)->number;

	return (x > y) - (x < y);
}

/* The ranges of one event in one context. Steps that have no figure are passed over. */
static bool mark(struct cg_report_sweep *sweep, enum cg_event event, size_t context)
{
	double *figures = cg_memory_new(sweep->nr_steps + 1, sizeof(*figures));
	size_t *steps = cg_memory_new(sweep->nr_steps + 1, sizeof(*steps)), nr = 0, nr_marks;
	struct cg_mark *marks = cg_memory_new(sweep->nr_steps + 1, sizeof(*marks));
	struct cg_report_mark *more = NULL;

	for (size_t s = 0; s < sweep->nr_steps && figures && steps; s++) {
		struct cg_json_node node = cg_report_sweep_calls(sweep, s, context, event);

		figures[nr] = cg_json_node_number(&node);
		steps[nr] = s;
		nr += !isnan(figures[nr]);
	}
	nr_marks = figures && steps && marks ? cg_marks_find(figures, nr, marks) : 0;
	if (figures && steps && marks)
		more = reallocarray(sweep->marks, sweep->nr_marks + nr_marks + 1, sizeof(*more));
	if (more)
		sweep->marks = more;
	for (size_t m = 0; m < nr_marks && more; m++)
		more[sweep->nr_marks++] = (struct cg_report_mark){ .event = (int)event,
								   .context = context,
								   .first = steps[marks[m].first],
								   .last = steps[marks[m].last] };
	free(figures);
	free(steps);
	free(marks);
	return more != NULL;
}

static void read_steps(struct cg_report_sweep *sweep, const struct cg_json_node *list)
{
	for (size_t s = 0; s < sweep->nr_steps; s++) {
		sweep->steps[s].node = cg_json_node_index(list, s);
		read_step(sweep, &sweep->steps[s]);
	}
	if (sweep->is_numeric)
		qsort(sweep->steps, sweep->nr_steps, sizeof(*sweep->steps), by_number);
	for (size_t s = 0; s < sweep->nr_steps; s++) {
		struct cg_json_node contexts =
			cg_json_node_path(&sweep->steps[s].node, "result/contexts");
		size_t nr = sweep->steps[s].exit_code ? 0 : json_array_size(contexts.json);

		sweep->nr_contexts = nr > sweep->nr_contexts ? nr : sweep->nr_contexts;
	}
}

bool cg_report_sweep_read(struct cg_report_sweep *sweep, const struct cg_json_node *top)
{
	struct cg_json_node list = cg_json_node_key(top, "steps");
	bool fine = true;

	*sweep = (struct cg_report_sweep){ .is_numeric = true,
					   .nr_steps = json_array_size(list.json) };
	sweep->interrupted = json_is_true(json_object_get(top->json, "interrupted"));
	cg_plain(cg_json_node_text(top, "workload", ""), sweep->workload, sizeof(sweep->workload));
	cg_plain(cg_json_node_text(top, "option", ""), sweep->option, sizeof(sweep->option));
	sweep->steps = cg_memory_new(sweep->nr_steps + 1, sizeof(*sweep->steps));
	if (!sweep->steps)
		return false;
	read_steps(sweep, &list);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++) {
		for (size_t c = 0; c < sweep->nr_contexts && fine; c++)
			fine = mark(sweep, cg_report_sweep_events[e], c);
	}
	if (!fine)
		cg_report_sweep_free(sweep);
	return fine;
}

void cg_report_sweep_free(struct cg_report_sweep *sweep)
{
	free(sweep->steps);
	free(sweep->marks);
	*sweep = (struct cg_report_sweep){ 0 };
}
