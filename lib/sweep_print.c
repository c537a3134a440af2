// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep_print.c - a sweep as a person reads it. See sweep_print.h.
 *
 * All figures come out of the steps' results files, so a table can be no better informed than
 * who reads the JSON.
 */
#include "sweep_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "marks.h"
#include "print.h"

#define LABEL_WIDTH_MIN 10
#define CONTEXT_WIDTH	14
#define RATE_WIDTH	11
#define COUNT_WIDTH	8

/* ---- Out of a results file ---- */

static double number_at(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static json_t *context_at(const struct cg_outcome *step, size_t context)
{
	return json_array_get(json_object_get(step->results, "contexts"), context);
}

static const char *name_at(const struct cg_outcome *step, size_t context)
{
	const char *name = json_string_value(json_object_get(context_at(step, context), "cgroup"));

	return name ? name : "?";
}

static size_t nr_contexts_of(const struct cg_outcome *step)
{
	return step->status == 0 ? json_array_size(json_object_get(step->results, "contexts")) : 0;
}

static json_t *comparison_of(const struct cg_outcome *step, size_t context)
{
	json_t *one;
	size_t i;

	json_array_foreach (json_object_get(step->results, "comparisons"), i, one) {
		if (json_integer_value(json_object_get(one, "context")) == (json_int_t)context)
			return one;
	}
	return NULL;
}

static double per_op(const struct cg_outcome *step, size_t context, int event)
{
	const json_t *counts = json_object_get(context_at(step, context), "counts");
	const json_t *events = json_object_get(counts, "events");

	return number_at(json_object_get(events, cg_events[event].name), "per_op");
}

static bool is_counted(const struct cg_outcome *step)
{
	return json_is_object(json_object_get(context_at(step, 0), "counts"));
}

/* ---- The table ---- */

static int label_width(const struct cg_sweep *sweep)
{
	int width = (int)strlen(sweep->plan->option);
	char label[256];

	if (width < LABEL_WIDTH_MIN)
		width = LABEL_WIDTH_MIN;
	for (size_t s = 0; s < sweep->plan->nr_steps; s++) {
		int length = (int)strlen(cg_sweep_plan_label(sweep->plan, s, label, sizeof(label)));

		if (length > width)
			width = length;
	}
	return width;
}

static int count_width(int event)
{
	int length = (int)strlen(cg_events[event].name);

	return length > COUNT_WIDTH ? length : COUNT_WIDTH;
}

static void print_head(FILE *out, const struct cg_sweep *sweep, const struct cg_outcome *step)
{
	const char *no_counts = json_string_value(json_object_get(step->results, "no_counts"));
	bool several = nr_contexts_of(step) > 1;

	fprintf(out, "%s by %s: ops/sec (median, 95 %% interval)%s\n", sweep->plan->workload->name,
		sweep->plan->option, is_counted(step) ? ", charge-path calls per op" : "");
	if (no_counts)
		fprintf(out, "not counted: %s\n", no_counts);
	fprintf(out, "\n%*s  %-*s", label_width(sweep), sweep->plan->option, CONTEXT_WIDTH,
		"context");
	fprintf(out, " %*s %*s %*s", RATE_WIDTH, "ops/sec", RATE_WIDTH, "from", RATE_WIDTH, "to");
	if (several)
		fprintf(out, " %8s", "ratio");
	for (int e = 0; e < CG_NR_EVENTS && is_counted(step); e++) {
		if (sweep->plan->events[e])
			fprintf(out, " %*s", count_width(e), cg_events[e].name);
	}
	fputc('\n', out);
}

/* Against the baseline; "~" behind it where no difference is shown. */
static void print_ratio(FILE *out, const struct cg_outcome *step, size_t context)
{
	const json_t *comparison = comparison_of(step, context);
	double ratio = number_at(comparison, "ratio");

	if (!comparison)
		fprintf(out, " %7s ", "1");
	else if (isnan(ratio))
		fprintf(out, " %7s ", "-");
	else
		fprintf(out, " %7.3f%s", ratio,
			number_at(comparison, "low") > 1 || number_at(comparison, "high") < 1
				? " "
				: "~");
}

static void print_counts(FILE *out, const struct cg_sweep *sweep, size_t s, size_t context)
{
	const struct cg_outcome *step = &sweep->steps[s];
	const json_t *counts = json_object_get(context_at(step, context), "counts");

	for (int e = 0; e < CG_NR_EVENTS && is_counted(step); e++) {
		double figure = per_op(step, context, e);

		if (!sweep->plan->events[e])
			continue;
		if (isnan(figure))
			fprintf(out, " %*s", count_width(e), "n/a");
		else
			fprintf(out, " %*.2f", count_width(e), figure);
	}
	if (json_is_false(json_object_get(counts, "valid")))
		fputs("  invalid: this kernel did not charge", out);
}

static void print_context(FILE *out, const struct cg_sweep *sweep, size_t s, size_t context)
{
	static const char *const keys[] = { "median", "low", "high" };
	const struct cg_outcome *step = &sweep->steps[s];
	const json_t *summary = json_object_get(context_at(step, context), "summary");
	char text[256];

	fprintf(out, "%*s  %-*s", label_width(sweep),
		cg_sweep_plan_label(sweep->plan, s, text, sizeof(text)), CONTEXT_WIDTH,
		name_at(step, context));
	summary = json_object_get(summary, "ops_per_sec");
	for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++)
		fprintf(out, " %*s", RATE_WIDTH,
			cg_print_rate(text, sizeof(text), number_at(summary, keys[k])));
	if (nr_contexts_of(step) > 1)
		print_ratio(out, step, context);
	print_counts(out, sweep, s, context);
	fputc('\n', out);
}

static bool is_first_measured(const struct cg_sweep *sweep, size_t s)
{
	while (s-- > 0) {
		if (sweep->steps[s].status == 0)
			return false;
	}
	return true;
}

void cg_sweep_print_step(FILE *out, const struct cg_sweep *sweep, size_t s)
{
	const struct cg_outcome *step = &sweep->steps[s];

	if (step->status) {
		char label[256];

		fprintf(out, "%*s  %s: %s\n", label_width(sweep),
			cg_sweep_plan_label(sweep->plan, s, label, sizeof(label)),
			step->status == CG_ERROR_SKIPPED ? "skipped" : "failed", step->why);
		return;
	}
	if (is_first_measured(sweep, s))
		print_head(out, sweep, step);
	for (size_t c = 0; c < nr_contexts_of(step); c++)
		print_context(out, sweep, s, c);
}

/* ---- The ranges that stand out ---- */

/* The steps of one column that have a figure, in the order of what varies. */
struct column {
	const struct cg_sweep *sweep;
	int event;
	size_t context, nr;
	size_t nr_printed; /* of all columns so far */
	size_t *steps;
	double *figures;
};

static bool comes_before(const struct cg_sweep_plan *plan, size_t a, size_t b)
{
	return plan->numbers ? plan->numbers[a] < plan->numbers[b] : a < b;
}

static void fill_column(struct column *column)
{
	const struct cg_sweep *sweep = column->sweep;

	column->nr = 0;
	for (size_t s = 0; s < sweep->nr_done; s++) {
		const struct cg_outcome *step = &sweep->steps[s];
		size_t at = column->nr;
		double figure;

		if (column->context >= nr_contexts_of(step))
			continue;
		figure = per_op(step, column->context, column->event);
		if (isnan(figure))
			continue;
		for (; at > 0 && comes_before(sweep->plan, s, column->steps[at - 1]); at--) {
			column->steps[at] = column->steps[at - 1];
			column->figures[at] = column->figures[at - 1];
		}
		column->steps[at] = s;
		column->figures[at] = figure;
		column->nr++;
	}
}

static void print_beside(FILE *out, const struct column *column, size_t at, const char *before)
{
	char label[256];

	fprintf(out, "%s%.2f at %s", before, column->figures[at],
		cg_sweep_plan_label(column->sweep->plan, column->steps[at], label, sizeof(label)));
}

/* The highest figure outside a mark. */
static double highest_elsewhere(const struct column *column, const struct cg_mark *mark)
{
	double highest = 0;

	for (size_t i = 0; i < column->nr; i++) {
		if ((i < mark->first || i > mark->last) && column->figures[i] > highest)
			highest = column->figures[i];
	}
	return highest;
}

static void print_mark(FILE *out, const struct column *column, const struct cg_mark *mark)
{
	const struct cg_sweep_plan *plan = column->sweep->plan;
	const struct cg_outcome *step = &column->sweep->steps[column->steps[mark->first]];
	char label[256];

	fprintf(out, "%s: ", cg_events[column->event].name);
	if (nr_contexts_of(step) > 1)
		fprintf(out, "in %s, ", name_at(step, column->context));
	fprintf(out, "%.2f", mark->min);
	if (mark->max - mark->min >= 0.005)
		fprintf(out, " to %.2f", mark->max);
	fprintf(out, " per op %s %s %s", mark->first == mark->last ? "at" : "from", plan->option,
		cg_sweep_plan_label(plan, column->steps[mark->first], label, sizeof(label)));
	if (mark->first != mark->last)
		fprintf(out, " to %s",
			cg_sweep_plan_label(plan, column->steps[mark->last], label, sizeof(label)));
	if (mark->first > 0)
		print_beside(out, column, mark->first - 1, " (");
	if (mark->last + 1 < column->nr)
		print_beside(out, column, mark->last + 1, mark->first > 0 ? ", " : " (");
	fputc(')', out);
	if (highest_elsewhere(column, mark) < CG_MARK_LOW)
		fprintf(out, ", below %g elsewhere", CG_MARK_LOW);
	fputc('\n', out);
}

static void print_column_marks(FILE *out, struct column *column)
{
	struct cg_mark *marks;
	size_t nr_marks;

	fill_column(column);
	marks = calloc(column->nr / 2 + 1, sizeof(*marks));
	nr_marks = marks ? cg_marks_find(column->figures, column->nr, marks) : 0;
	if (nr_marks && !column->nr_printed)
		fputc('\n', out);
	for (size_t m = 0; m < nr_marks; m++)
		print_mark(out, column, &marks[m]);
	column->nr_printed += nr_marks;
	free(marks);
}

void cg_sweep_print_marks(FILE *out, const struct cg_sweep *sweep)
{
	struct column column = { .sweep = sweep };
	size_t nr_contexts = 0;

	column.steps = calloc(sweep->plan->nr_steps, sizeof(*column.steps));
	column.figures = calloc(sweep->plan->nr_steps, sizeof(*column.figures));
	for (size_t s = 0; s < sweep->nr_done; s++) {
		if (nr_contexts_of(&sweep->steps[s]) > nr_contexts)
			nr_contexts = nr_contexts_of(&sweep->steps[s]);
	}
	for (int e = 0; e < CG_NR_EVENTS && column.steps && column.figures; e++) {
		column.event = e;
		for (size_t c = 0; c < nr_contexts && sweep->plan->events[e]; c++) {
			column.context = c;
			print_column_marks(out, &column);
		}
	}
	free(column.steps);
	free(column.figures);
}

/* ---- Warnings: of each kind the first, and how often there were more ---- */

/* The kind of a warning, "few-rounds]" of "... [few-rounds]"; the whole text if it has none. */
static const char *kind_of(const json_t *warning)
{
	const char *text = json_string_value(warning);
	const char *bracket = text ? strrchr(text, '[') : NULL;

	return bracket ? bracket + 1 : text ? text : "";
}

static bool warns(const struct cg_outcome *step, const char *kind)
{
	json_t *warning;
	size_t i;

	json_array_foreach (json_object_get(step->results, "warnings"), i, warning) {
		if (strcmp(kind_of(warning), kind) == 0)
			return true;
	}
	return false;
}

/* How many of the steps from @first to before @end warn of @kind. */
static size_t count_warning(const struct cg_sweep *sweep, const char *kind, size_t first,
			    size_t end)
{
	size_t nr = 0;

	for (size_t s = first; s < end; s++)
		nr += warns(&sweep->steps[s], kind);
	return nr;
}

void cg_sweep_print_warnings(FILE *out, const struct cg_sweep *sweep, size_t step)
{
	json_t *warning;
	size_t i;

	json_array_foreach (json_object_get(sweep->steps[step].results, "warnings"), i, warning) {
		if (json_is_string(warning) && count_warning(sweep, kind_of(warning), 0, step) == 0)
			cg_print_warning(out, json_string_value(warning));
	}
}

void cg_sweep_print_repeats(FILE *out, const struct cg_sweep *sweep)
{
	size_t nr_measured = 0, i;
	json_t *warning;

	for (size_t s = 0; s < sweep->nr_done; s++)
		nr_measured += sweep->steps[s].status == 0;
	for (size_t s = 0; s < sweep->nr_done; s++) {
		json_array_foreach (json_object_get(sweep->steps[s].results, "warnings"), i,
				    warning) {
			const char *kind = kind_of(warning);
			size_t nr = count_warning(sweep, kind, s, sweep->nr_done);
			char text[128];

			if (count_warning(sweep, kind, 0, s) || nr < 2 || nr >= nr_measured)
				continue;
			snprintf(text, sizeof(text), "the same at %zu steps of %zu [%.64s", nr,
				 nr_measured, kind);
			cg_print_warning(out, text);
		}
	}
}
