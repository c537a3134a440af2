// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare.c - two sides, metric by metric and event by event. See compare.h.
 */
#include "compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

static double median_of(const struct cg_sample *sample)
{
	double *copy = cg_memory_new(sample->n, sizeof(*copy)), median = NAN;

	if (copy) {
		memcpy(copy, sample->values, sample->n * sizeof(*copy));
		median = cg_median(copy, sample->n);
	}
	free(copy);
	return median;
}

/* Both samples are there; their values are lost. */
static void compare_samples(struct cg_metric_comparison *c, struct cg_sample *a,
			    struct cg_sample *b)
{
	struct cg_shift shift;

	c->m = a->n;
	c->n = b->n;
	c->a = median_of(a);
	c->b = median_of(b);
	c->known = cg_mann_whitney(a->values, a->n, b->values, b->n, &c->test);
	if (!cg_sample_log(a) || !cg_sample_log(b) ||
	    !cg_hodges_lehmann(a->values, a->n, b->values, b->n, 0.025, &shift))
		return;
	c->ratio = exp(shift.estimate);
	c->low = exp(shift.low);
	c->high = exp(shift.high);
	c->differs = (c->low > 1 || c->high < 1) && c->test.p < 0.05;
}

struct cg_metric_comparison cg_compare_metric(const struct cg_runs *a, const struct cg_runs *b,
					      size_t context, enum cg_sample_metric metric,
					      bool by_run)
{
	struct cg_metric_comparison c = {
		.a = NAN, .b = NAN, .ratio = NAN, .low = NAN, .high = NAN
	};
	struct cg_sample of_a, of_b = { 0 };

	if (cg_sample_take(a, context, metric, by_run, NULL, &of_a) &&
	    cg_sample_take(b, context, metric, by_run, NULL, &of_b))
		compare_samples(&c, &of_a, &of_b);
	free(of_a.values);
	free(of_b.values);
	return c;
}

struct cg_calls_comparison cg_compare_calls(const struct cg_runs *a, const struct cg_runs *b,
					    size_t context, enum cg_event event,
					    double max_extra_calls)
{
	struct cg_calls_comparison c = { .change = NAN };
	bool in_a = cg_sample_calls(a, context, event, &c.a);
	bool in_b = cg_sample_calls(b, context, event, &c.b);

	c.known = in_a && in_b;
	if (!c.known)
		return c;
	c.change = c.b.median - c.a.median;
	c.differs = fabs(c.change) > fmax(max_extra_calls, CG_CALLS_RELATIVE * c.a.median);
	return c;
}

int cg_compare(struct cg_comparison *comparison, const struct cg_runs *a, const struct cg_runs *b,
	       struct cg_error *error)
{
	int result = cg_comparable(a, b, error);

	*comparison = (struct cg_comparison){ .a = a, .b = b };
	if (result)
		return result;
	comparison->by_run = a->nr >= CG_COMPARE_RUNS_MIN && b->nr >= CG_COMPARE_RUNS_MIN;
	comparison->nr_contexts = json_array_size(json_object_get(a->items[0], "contexts"));
	comparison->contexts = calloc(comparison->nr_contexts, sizeof(*comparison->contexts));
	if (!comparison->contexts)
		return cg_error_fail(error, ENOMEM, "compare");
	comparison->nr_differences =
		cg_differences(a->items[0], b->items[0], comparison->differences);
	for (size_t c = 0; c < comparison->nr_contexts; c++) {
		struct cg_context_comparison *context = &comparison->contexts[c];

		context->cgroup = json_string_value(
			json_object_get(cg_sample_context(a->items[0], c), "cgroup"));
		for (int i = 0; i < CG_NR_SAMPLE_METRICS; i++)
			context->metrics[i] = cg_compare_metric(a, b, c, (enum cg_sample_metric)i,
								comparison->by_run);
		for (int i = 0; i < CG_NR_EVENTS; i++)
			context->calls[i] =
				cg_compare_calls(a, b, c, (enum cg_event)i, CG_CALLS_ABSOLUTE);
	}
	return 0;
}

void cg_comparison_free(struct cg_comparison *comparison)
{
	free(comparison->contexts);
	*comparison = (struct cg_comparison){ 0 };
}
