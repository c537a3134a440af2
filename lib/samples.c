// SPDX-License-Identifier: GPL-2.0-only
/*
 * samples.c - the numbers that are compared. See samples.h.
 */
#include "samples.h"

#include <math.h>
#include <stdlib.h>

#include "inference.h"

static const struct {
	const char *name;
	bool more_is_better;
} metrics[CG_NR_SAMPLE_METRICS] = {
	[CG_SAMPLE_OPS_PER_SEC] = { "ops_per_sec", true },
	[CG_SAMPLE_OPS_PER_CPU_SEC] = { "ops_per_cpu_sec", true },
	[CG_SAMPLE_CPU_SHARE] = { "cpu_share", false },
	[CG_SAMPLE_USER_SHARE] = { "user_share", false },
	[CG_SAMPLE_SYSTEM_SHARE] = { "system_share", false },
	[CG_SAMPLE_SWITCHES_PER_OP] = { "switches_per_op", false },
	[CG_SAMPLE_CYCLES_PER_OP] = { "cycles_per_op", false },
	[CG_SAMPLE_INSTRUCTIONS_PER_OP] = { "instructions_per_op", false },
};

const char *cg_sample_name(enum cg_sample_metric metric)
{
	return metrics[metric].name;
}

bool cg_sample_more_is_better(enum cg_sample_metric metric)
{
	return metrics[metric].more_is_better;
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

/* NAN where the round does not have it. */
static double of_round(const json_t *run, const json_t *round, enum cg_sample_metric metric)
{
	double ops = number(round, "ops"), seconds = number(round, "seconds");
	double user = number(round, "user_sec"), system = number(round, "system_sec");
	double workers = number(run, "instances") * number(run, "members");

	switch (metric) {
	case CG_SAMPLE_OPS_PER_SEC:
		return ops / seconds;
	case CG_SAMPLE_OPS_PER_CPU_SEC:
		return ops / positive(user + system);
	case CG_SAMPLE_CPU_SHARE:
		return (user + system) / (seconds * workers);
	case CG_SAMPLE_USER_SHARE:
		return user / (seconds * workers);
	case CG_SAMPLE_SYSTEM_SHARE:
		return system / (seconds * workers);
	case CG_SAMPLE_SWITCHES_PER_OP:
		return (number(round, "voluntary_cs") + number(round, "involuntary_cs")) / ops;
	case CG_SAMPLE_CYCLES_PER_OP:
		return number(round, "cycles") / ops;
	case CG_SAMPLE_INSTRUCTIONS_PER_OP:
		return number(round, "instructions") / ops;
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
static size_t take_run(const json_t *run, size_t context, enum cg_sample_metric metric,
		       double *values)
{
	const json_t *rounds = rounds_of(run, context);
	json_t *round;
	size_t i;

	json_array_foreach (rounds, i, round) {
		values[i] = of_round(run, round, metric);
		if (isnan(values[i]))
			return 0;
	}
	return json_array_size(rounds);
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
		size_t got = take_run(runs->items[r], context, metric, at);

		if (got == 0) {
			sample->n = 0;
			return false;
		}
		if (by_run)
			*at = cg_median(at, got);
		sample->n += by_run ? 1 : got;
	}
	thin(sample);
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
	if (calls->nr) {
		calls->median = cg_median(values, calls->nr);
		calls->min = values[0];
		calls->max = values[calls->nr - 1];
	}
	free(values);
	return calls->nr > 0;
}
