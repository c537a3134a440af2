// SPDX-License-Identifier: GPL-2.0-only
/*
 * samples.c - the numbers that are compared. See samples.h.
 */
#include "samples.h"

#include <math.h>
#include <stdlib.h>

#include "inference.h"

static const char *const names[CG_NR_SAMPLE_METRICS] = {
	[CG_SAMPLE_OPS_PER_SEC] = "ops_per_sec",
	[CG_SAMPLE_OPS_PER_CPU_SEC] = "ops_per_cpu_sec",
	[CG_SAMPLE_CPU_SHARE] = "cpu_share",
	[CG_SAMPLE_USER_SHARE] = "user_share",
	[CG_SAMPLE_SYSTEM_SHARE] = "system_share",
	[CG_SAMPLE_SWITCHES_PER_OP] = "switches_per_op",
	[CG_SAMPLE_CYCLES_PER_OP] = "cycles_per_op",
	[CG_SAMPLE_INSTRUCTIONS_PER_OP] = "instructions_per_op",
};

const char *cg_sample_name(enum cg_sample_metric metric)
{
	return names[metric];
}

const json_t *cg_sample_context(const json_t *run, size_t context)
{
	return json_array_get(json_object_get(run, "contexts"), context);
}

static double number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static double positive(double value)
{
	return value > 0 ? value : (double)NAN;
}

/* What was measured, in one round or in several together; NAN where it was not. */
struct totals {
	double ops, seconds, user, system, switches, cycles, instructions;
};

static void add_round(struct totals *t, const json_t *round)
{
	t->ops += number(round, "ops");
	t->seconds += number(round, "seconds");
	t->user += number(round, "user_sec");
	t->system += number(round, "system_sec");
	t->switches += number(round, "voluntary_cs") + number(round, "involuntary_cs");
	t->cycles += number(round, "cycles");
	t->instructions += number(round, "instructions");
}

static double figure(const struct totals *t, double workers, enum cg_sample_metric metric)
{
	switch (metric) {
	case CG_SAMPLE_OPS_PER_SEC:
		return t->ops / t->seconds;
	case CG_SAMPLE_OPS_PER_CPU_SEC:
		return t->ops / positive(t->user + t->system);
	case CG_SAMPLE_CPU_SHARE:
		return (t->user + t->system) / (t->seconds * workers);
	case CG_SAMPLE_USER_SHARE:
		return t->user / (t->seconds * workers);
	case CG_SAMPLE_SYSTEM_SHARE:
		return t->system / (t->seconds * workers);
	case CG_SAMPLE_SWITCHES_PER_OP:
		return t->switches / t->ops;
	case CG_SAMPLE_CYCLES_PER_OP:
		return t->cycles / t->ops;
	case CG_SAMPLE_INSTRUCTIONS_PER_OP:
		return t->instructions / t->ops;
	case CG_NR_SAMPLE_METRICS:
		break;
	}
	return NAN;
}

static const json_t *rounds_of(const json_t *run, size_t context)
{
	return json_object_get(cg_sample_context(run, context), "rounds");
}

/* The rounds of one run, written to @values. Returns how many; a missing figure ends it with 0. */
static size_t take_rounds(const json_t *run, size_t context, enum cg_sample_metric metric,
			  double *values)
{
	double workers = number(run, "instances") * number(run, "members");
	const json_t *rounds = rounds_of(run, context);
	json_t *round;
	size_t i;

	json_array_foreach (rounds, i, round) {
		struct totals totals = { 0 };

		add_round(&totals, round);
		values[i] = figure(&totals, workers, metric);
		if (isnan(values[i]))
			return 0;
	}
	return json_array_size(rounds);
}

/*
 * One figure for a run: of ops/sec the median, which one disturbed round does not move; of the rest
 * that of all rounds together, for the kernel counts CPU time in ticks that a round may have none of.
 */
static size_t take_run(const json_t *run, size_t context, enum cg_sample_metric metric,
		       double *values)
{
	double workers = number(run, "instances") * number(run, "members");
	const json_t *rounds = rounds_of(run, context);
	struct totals totals = { 0 };
	json_t *round;
	size_t i;

	if (metric == CG_SAMPLE_OPS_PER_SEC) {
		values[0] = cg_median(values, take_rounds(run, context, metric, values));
		return 1;
	}
	json_array_foreach (rounds, i, round) {
		add_round(&totals, round);
	}
	values[0] = figure(&totals, workers, metric);
	return isnan(values[0]) ? 0 : 1;
}

static void thin(struct cg_sample *sample)
{
	size_t n = sample->n;

	if (n <= CG_INFERENCE_MAX)
		return;
	for (size_t i = 0; i < CG_INFERENCE_MAX; i++)
		sample->values[i] = sample->values[i * n / CG_INFERENCE_MAX];
	sample->n = CG_INFERENCE_MAX;
}

bool cg_sample_take(const struct cg_runs *runs, size_t context, enum cg_sample_metric metric,
		    bool by_run, struct cg_sample *sample)
{
	size_t room = 0;

	*sample = (struct cg_sample){ 0 };
	for (size_t r = 0; r < runs->nr; r++)
		room += json_array_size(rounds_of(runs->items[r], context));
	sample->values = calloc(room + 1, sizeof(*sample->values));
	if (!sample->values)
		return false;
	for (size_t r = 0; r < runs->nr; r++) {
		double *at = sample->values + sample->n;
		size_t got = by_run ? take_run(runs->items[r], context, metric, at)
				    : take_rounds(runs->items[r], context, metric, at);

		if (got == 0) {
			sample->n = 0;
			return false;
		}
		sample->n += got;
	}
	thin(sample);
	return true;
}

bool cg_sample_log(struct cg_sample *sample)
{
	for (size_t i = 0; i < sample->n; i++) {
		if (!(sample->values[i] > 0))
			return false;
		sample->values[i] = log(sample->values[i]);
	}
	return true;
}

bool cg_sample_calls(const struct cg_runs *runs, size_t context, enum cg_event event,
		     struct cg_sample_calls *calls)
{
	double *values = calloc(runs->nr + 1, sizeof(*values));

	*calls = (struct cg_sample_calls){ 0 };
	for (size_t r = 0; r < runs->nr && values; r++) {
		const json_t *counts =
			json_object_get(cg_sample_context(runs->items[r], context), "counts");
		const json_t *events = json_object_get(counts, "events");
		double per_op = number(json_object_get(events, cg_events[event].name), "per_op");

		if (!isnan(per_op) && json_is_true(json_object_get(counts, "valid")))
			values[calls->nr++] = per_op;
	}
	if (values && calls->nr) {
		calls->median = cg_median(values, calls->nr);
		calls->min = values[0];
		calls->max = values[calls->nr - 1];
	}
	free(values);
	return calls->nr > 0;
}
