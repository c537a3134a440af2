// SPDX-License-Identifier: GPL-2.0-only
/*
 * judge.c - what a recipe makes of a results file. Declared in recipe.h.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recipe.h"
#include "samples.h"

const char *cg_health_name(enum cg_health health)
{
	static const char *const names[] = { "healthy", "regressed", "skipped", "failed" };

	return names[health];
}

static struct cg_diagnosis skip(const char *why, const char *which)
{
	struct cg_diagnosis diagnosis = { CG_HEALTH_SKIPPED, NAN, NAN, NAN, "" };

	snprintf(diagnosis.why, sizeof(diagnosis.why), "%s%s", why, which);
	return diagnosis;
}

static const json_t *find_context(const json_t *results, const char *spec)
{
	const json_t *contexts = json_object_get(results, "contexts");
	json_t *context;
	size_t i;

	json_array_foreach (contexts, i, context) {
		const char *is = json_string_value(json_object_get(context, "cgroup"));

		if (is && strcmp(is, spec) == 0)
			return context;
	}
	return NULL;
}

/* An event's calls per op; or NAN and why not. */
static double calls(const json_t *results, const char *spec, const char *name,
		    struct cg_diagnosis *none)
{
	const json_t *context = find_context(results, spec);
	const json_t *counts = json_object_get(context, "counts");
	const json_t *event = json_object_get(json_object_get(counts, "events"), name);
	const json_t *per_op = json_object_get(event, "per_op");
	const char *why = json_string_value(json_object_get(event, "why"));

	if (json_is_number(per_op) && json_is_true(json_object_get(counts, "valid")))
		return json_number_value(per_op);
	if (!context)
		*none = skip("the results have no context ", spec);
	else if (json_is_false(json_object_get(counts, "valid")))
		*none = skip("this kernel did not charge ", spec);
	else if (!json_is_object(counts)) {
		why = json_string_value(json_object_get(results, "no_counts"));
		*none = skip("not counted: ", why ? why : "no reason is given");
	} else {
		*none = skip(name, why && strlen(why) < 100 ? ": this kernel has no function for it"
							    : ": cannot be counted");
	}
	return NAN;
}

/* A count is as wrong as what was taken off for others, at most. */
static double background_of(const json_t *results, const char *spec, const char *event)
{
	return cg_sample_background(json_object_get(find_context(results, spec), "counts"), event);
}

static bool is_healthy(const struct cg_recipe *recipe, double value)
{
	return value >= recipe->low && value <= recipe->high;
}

static struct cg_diagnosis judge_calls(const struct cg_recipe *recipe, const json_t *results)
{
	const struct cg_signal *s = &recipe->signal;
	struct cg_diagnosis d = { CG_HEALTH_HEALTHY, NAN, NAN, NAN, "" };
	double value = calls(results, s->context, s->event, &d);
	double background = background_of(results, s->context, s->event);

	if (s->kind == CG_SIGNAL_DIFFERENCE && !isnan(value)) {
		double less = calls(results, s->baseline, s->event, &d);

		/* A difference below what counting can tell apart is none. */
		value = isnan(less) ? NAN : fmax(0, value - less);
		background += background_of(results, s->baseline, s->event);
	}
	if (isnan(value))
		return d;
	if (cg_sample_had_company(results))
		return skip("too noisy: another cgpong ran meanwhile", "");
	if (!is_healthy(recipe, value))
		d.health = CG_HEALTH_REGRESSED;
	if (is_healthy(recipe, fmax(0, value - background)) != is_healthy(recipe, value) ||
	    is_healthy(recipe, value + background) != is_healthy(recipe, value))
		return skip("too noisy: others call it about as often: ", s->event);
	d.signal = value;
	return d;
}

static struct cg_diagnosis judge_time(const struct cg_recipe *recipe, const json_t *results)
{
	const struct cg_signal *s = &recipe->signal;
	const json_t *comparisons = json_object_get(results, "comparisons");
	struct cg_diagnosis d = { CG_HEALTH_HEALTHY, NAN, NAN, NAN, "" };
	json_t *c;
	size_t i;

	json_array_foreach (comparisons, i, c) {
		const char *context = json_string_value(json_object_get(c, "cgroup"));
		const char *baseline = json_string_value(json_object_get(c, "baseline_cgroup"));
		const json_t *low = json_object_get(c, "low"), *high = json_object_get(c, "high");

		if (!context || !baseline || strcmp(context, s->context) != 0 ||
		    strcmp(baseline, s->baseline) != 0)
			continue;
		if (!json_is_number(low) || !json_is_number(high))
			return skip("too few rounds for an interval", "");
		d.signal = json_number_value(json_object_get(c, "ratio"));
		d.low = json_number_value(low);
		d.high = json_number_value(high);
		if (d.high < recipe->low || d.low > recipe->high)
			d.health = CG_HEALTH_REGRESSED;
		else if (d.low < recipe->low || d.high > recipe->high)
			return skip("too noisy: the interval reaches out of the healthy range", "");
		return d;
	}
	return skip("the results do not compare ", s->context);
}

struct cg_diagnosis cg_recipe_judge(const struct cg_recipe *recipe, const json_t *results)
{
	const char *workload = json_string_value(json_object_get(results, "workload"));

	if (!workload || strcmp(workload, recipe->workload) != 0)
		return skip("the results are of another workload: ", workload ? workload : "?");
	if (!json_is_null(json_object_get(results, "error")))
		return skip("the run did not come to its end", "");
	return recipe->signal.kind == CG_SIGNAL_TIME ? judge_time(recipe, results)
						     : judge_calls(recipe, results);
}
