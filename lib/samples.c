// SPDX-License-Identifier: GPL-2.0-only
/*
 * samples.c - the numbers that are compared. See samples.h.
 */
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inference.h"
#include "memory.h"
#include "warnings.h"

static const char *const names[CG_NR_SAMPLE_METRICS] = {
	[CG_SAMPLE_OPS_PER_SEC] = "ops_per_sec",
	[CG_SAMPLE_OPS_PER_CPU_SEC] = "ops_per_cpu_sec",
	[CG_SAMPLE_CPU_SHARE] = "cpu_share",
	[CG_SAMPLE_USER_SHARE] = "user_share",
	[CG_SAMPLE_SYSTEM_SHARE] = "system_share",
	[CG_SAMPLE_SWITCHES_PER_OP] = "switches_per_op",
	[CG_SAMPLE_CYCLES_PER_OP] = "cycles_per_op",
	[CG_SAMPLE_INSTRUCTIONS_PER_OP] = "instructions_per_op",
	[CG_SAMPLE_CPU_SPEED] = "cpu_speed",
};

/* A run with fewer rounds at the wanted speed has no figure, unless it has no more rounds at all. */
#define ROUNDS_MIN 3

/* Of the band, either side (logarithm). Between 0.5 and 1, where threads share a core, it does not matter. */
#define SPEED_WIDTH 0.05

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

/* Files of before it was measured have the sum of two figures as of the last tick. */
static double cpu_sec(const json_t *round)
{
	double exact = number(round, "cpu_sec");

	return isnan(exact) ? number(round, "user_sec") + number(round, "system_sec") : exact;
}

/* A metric as one sum over another, of one round or of several together; NAN where it was not measured. */
struct quotient {
	double over, under;
};

static void add_round(struct quotient *q, const json_t *round, double workers,
		      enum cg_sample_metric metric)
{
	switch (metric) {
	case CG_SAMPLE_OPS_PER_SEC:
		q->over += number(round, "ops");
		q->under += number(round, "seconds");
		break;
	case CG_SAMPLE_OPS_PER_CPU_SEC:
		q->over += number(round, "ops");
		q->under += cpu_sec(round);
		break;
	case CG_SAMPLE_CPU_SHARE:
		q->over += cpu_sec(round);
		q->under += number(round, "seconds") * workers;
		break;
	case CG_SAMPLE_USER_SHARE:
		q->over += number(round, "user_sec");
		q->under += number(round, "seconds") * workers;
		break;
	case CG_SAMPLE_SYSTEM_SHARE:
		q->over += number(round, "system_sec");
		q->under += number(round, "seconds") * workers;
		break;
	case CG_SAMPLE_SWITCHES_PER_OP:
		q->over += number(round, "voluntary_cs") + number(round, "involuntary_cs");
		q->under += number(round, "ops");
		break;
	case CG_SAMPLE_CYCLES_PER_OP:
		q->over += number(round, "cycles");
		q->under += number(round, "ops");
		break;
	case CG_SAMPLE_INSTRUCTIONS_PER_OP:
		q->over += number(round, "instructions");
		q->under += number(round, "ops");
		break;
	case CG_SAMPLE_CPU_SPEED:
		q->over += number(round, "cpu_speed");
		q->under += 1;
		break;
	case CG_NR_SAMPLE_METRICS:
		break;
	}
}

static double figure(const struct quotient *q)
{
	return q->under > 0 ? q->over / q->under : (double)NAN;
}

static const json_t *rounds_of(const json_t *run, size_t context)
{
	return json_object_get(cg_sample_context(run, context), "rounds");
}

static bool takes_part(const json_t *round, const struct cg_speed_band *band)
{
	double speed = band ? number(round, "cpu_speed") : 0;

	return !band || (speed >= band->low && speed <= band->high);
}

/* The rounds of one run, added to @sample. Returns false if a figure is missing. */
static bool take_rounds(const json_t *run, size_t context, enum cg_sample_metric metric,
			const struct cg_speed_band *band, struct cg_sample *sample)
{
	double workers = number(run, "instances") * number(run, "members");
	json_t *round;
	size_t i;

	json_array_foreach (rounds_of(run, context), i, round) {
		struct quotient q = { 0 };

		if (!takes_part(round, band))
			continue;
		add_round(&q, round, workers, metric);
		sample->values[sample->n] = figure(&q);
		if (isnan(sample->values[sample->n++]))
			return false;
	}
	return true;
}

/*
 * Of all rounds the median, which one disturbed round does not move. Of those at the usual CPU speed the
 * upper quartile: some were slowed down in between, where the speed was not looked at, and none was
 * sped up.
 */
static bool take_one(const json_t *run, size_t context, enum cg_sample_metric metric,
		     const struct cg_speed_band *band, struct cg_sample *sample)
{
	double *values = sample->values + sample->n, median;
	size_t before = sample->n, nr;

	if (!take_rounds(run, context, metric, band, sample))
		return false;
	nr = sample->n - before;
	median = cg_median(values, nr); /* which sorts them */
	values[0] = band ? values[nr - 1 - nr / 4] : median;
	sample->n = before + 1;
	return true;
}

static bool take_together(const json_t *run, size_t context, enum cg_sample_metric metric,
			  const struct cg_speed_band *band, struct cg_sample *sample)
{
	double workers = number(run, "instances") * number(run, "members");
	struct quotient q = { 0 };
	json_t *round;
	size_t i;

	json_array_foreach (rounds_of(run, context), i, round) {
		if (takes_part(round, band))
			add_round(&q, round, workers, metric);
	}
	sample->values[sample->n] = figure(&q);
	return !isnan(sample->values[sample->n++]);
}

/*
 * One figure for a run. CPU time in ticks, which a round may have none of, is of all rounds together; so
 * is what has no figure of its own in a round.
 */
static bool take_run(const json_t *run, size_t context, enum cg_sample_metric metric,
		     const struct cg_speed_band *band, struct cg_sample *sample)
{
	const json_t *rounds = rounds_of(run, context);
	size_t all = json_array_size(rounds), nr = 0, i;
	json_t *round;

	json_array_foreach (rounds, i, round)
		nr += takes_part(round, band);
	if (nr == 0 || (nr < ROUNDS_MIN && nr < all))
		return true;
	if (metric == CG_SAMPLE_OPS_PER_SEC || metric == CG_SAMPLE_CPU_SPEED ||
	    (metric == CG_SAMPLE_OPS_PER_CPU_SEC && band))
		return take_one(run, context, metric, band, sample);
	return take_together(run, context, metric, band, sample);
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
		    bool by_run, const struct cg_speed_band *band, struct cg_sample *sample)
{
	size_t room = 0;

	*sample = (struct cg_sample){ 0 };
	for (size_t r = 0; r < runs->nr; r++)
		room += json_array_size(rounds_of(runs->items[r], context));
	sample->values = cg_memory_new(room + 1, sizeof(*sample->values));
	if (!sample->values)
		return false;
	for (size_t r = 0; r < runs->nr; r++) {
		const json_t *run = runs->items[r];
		bool got = by_run ? take_run(run, context, metric, band, sample)
				  : take_rounds(run, context, metric, band, sample);

		if (!got) {
			sample->n = 0;
			return false;
		}
	}
	thin(sample);
	return true;
}

bool cg_speed_band_of(const struct cg_runs *runs, size_t context, struct cg_speed_band *band)
{
	struct cg_sample speeds;
	double top = NAN;

	if (cg_sample_take(runs, context, CG_SAMPLE_CPU_SPEED, false, NULL, &speeds)) {
		for (size_t i = 0; i < speeds.n; i++)
			top = fmax(top, speeds.values[i]);
	}
	free(speeds.values);
	band->low = top * exp(-SPEED_WIDTH);
	band->top = top;
	band->high = top * exp(SPEED_WIDTH);
	return !isnan(top);
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

bool cg_sample_had_company(const json_t *run)
{
	const char *name = cg_warning_name(CG_WARNING_OTHER_COUNT);
	const json_t *warnings = json_object_get(run, "warnings");
	json_t *warning;
	size_t i;

	json_array_foreach (warnings, i, warning) {
		const char *text = json_string_value(warning);
		const char *of = text ? strrchr(text, '[') : NULL;

		if (of && strncmp(of + 1, name, strlen(name)) == 0)
			return true;
	}
	return false;
}

double cg_sample_background(const json_t *counts, const char *event)
{
	const json_t *of_event = json_object_get(json_object_get(counts, "events"), event);
	double per_op = number(of_event, "background") * number(counts, "seconds") /
			number(counts, "background_seconds") / number(counts, "ops");

	return per_op > 0 && isfinite(per_op) ? per_op : 0;
}

bool cg_sample_calls(const struct cg_runs *runs, size_t context, enum cg_event event,
		     struct cg_sample_calls *calls)
{
	double *values = cg_memory_new(2 * runs->nr + 1, sizeof(*values)), *background = NULL;

	*calls = (struct cg_sample_calls){ 0 };
	if (values)
		background = values + runs->nr;
	for (size_t r = 0; r < runs->nr && values; r++) {
		const json_t *counts =
			json_object_get(cg_sample_context(runs->items[r], context), "counts");
		const json_t *events = json_object_get(counts, "events");
		double per_op = number(json_object_get(events, cg_events[event].name), "per_op");

		if (isnan(per_op) || !json_is_true(json_object_get(counts, "valid")) ||
		    cg_sample_had_company(runs->items[r]))
			continue;
		values[calls->nr] = per_op;
		background[calls->nr++] = cg_sample_background(counts, cg_events[event].name);
	}
	if (values && calls->nr) {
		calls->background = cg_median(background, calls->nr);
		calls->median = cg_median(values, calls->nr);
		calls->min = values[0];
		calls->max = values[calls->nr - 1];
	}
	free(values);
	return calls->nr > 0;
}
