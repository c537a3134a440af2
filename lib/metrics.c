// SPDX-License-Identifier: GPL-2.0-only
/*
 * metrics.c - the figures that are summed up per context. See metrics.h.
 */
#include "metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "memory.h"

static double rate(const struct cg_round *round, double factor, size_t nr_workers)
{
	(void)nr_workers;
	return round->ops_per_sec * factor;
}

static double user_share(const struct cg_round *round, double factor, size_t nr_workers)
{
	return factor * round->user_sec / (round->seconds * (double)nr_workers);
}

static double system_share(const struct cg_round *round, double factor, size_t nr_workers)
{
	return factor * round->system_sec / (round->seconds * (double)nr_workers);
}

static double switches(const struct cg_round *round, double factor, size_t nr_workers)
{
	(void)nr_workers;
	return factor * (double)(round->voluntary_switches + round->involuntary_switches) /
	       (double)round->ops;
}

static double fairness(const struct cg_round *round, double factor, size_t nr_workers)
{
	(void)nr_workers;
	return factor * round->fairness;
}

static double cycles(const struct cg_round *round, double factor, size_t nr_workers)
{
	(void)nr_workers;
	return round->has_counters ? factor * (double)round->cycles / (double)round->ops
				   : (double)NAN;
}

static double instructions(const struct cg_round *round, double factor, size_t nr_workers)
{
	(void)nr_workers;
	return round->has_counters ? factor * (double)round->instructions / (double)round->ops
				   : (double)NAN;
}

size_t cg_metrics_of(const struct cg_run *run, struct cg_metric *metrics)
{
	const struct cg_rate *r = run->workload->rates;
	size_t nr = 0;

	metrics[nr++] = (struct cg_metric){ "ops_per_sec", rate, 1, "per second" };
	for (; r && r->name && nr < CG_METRICS_MAX - 7; r++) {
		metrics[nr] = (struct cg_metric){ "", rate, r->per_op, "per second" };
		snprintf(metrics[nr++].name, sizeof(metrics->name), "%s", r->name);
	}
	if (run->workload->moves_bytes) {
		double bytes = (double)cg_option_u64(&run->settings->values, "size");

		metrics[nr++] = (struct cg_metric){ "megabytes_per_sec", rate, bytes / 1e6,
						    "10^6 bytes per second, one way" };
	}
	metrics[nr++] = (struct cg_metric){ "user_share", user_share, 1,
					    "of a worker's time, in user mode" };
	metrics[nr++] = (struct cg_metric){ "system_share", system_share, 1,
					    "of a worker's time, in the kernel" };
	metrics[nr++] = (struct cg_metric){ "switches_per_op", switches, 1, "context switches" };
	metrics[nr++] = (struct cg_metric){ "fairness", fairness, 1, "1: all instances alike" };
	metrics[nr++] = (struct cg_metric){ "cycles_per_op", cycles, 1, "of a CPU's clock" };
	metrics[nr++] = (struct cg_metric){ "instructions_per_op", instructions, 1, "executed" };
	return nr;
}

void cg_metric_values(const struct cg_run *run, const struct cg_context *context,
		      const struct cg_metric *metric, double *values)
{
	for (size_t r = 0; r < context->nr_rounds; r++)
		values[r] = metric->of(&context->rounds[r], metric->factor,
				       run->nr_instances * run->nr_members);
}

bool cg_metric_summary(const struct cg_run *run, const struct cg_context *context,
		       const struct cg_metric *metric, struct cg_summary *summary)
{
	double *values = cg_memory_new(context->nr_rounds + 1, sizeof(*values));
	bool good = values && context->nr_rounds > 0;

	if (good)
		cg_metric_values(run, context, metric, values);
	for (size_t r = 0; r < context->nr_rounds && good; r++)
		good = !isnan(values[r]);
	good = good && cg_summarize(values, context->nr_rounds, summary);
	free(values);
	return good;
}

size_t cg_baseline_of(const struct cg_run *run)
{
	for (size_t c = 0; c < run->nr_contexts; c++) {
		if (run->contexts[c].topology.kind == CG_TOPOLOGY_ROOT)
			return c;
	}
	return 0;
}

struct cg_ratio cg_compare_ops(const struct cg_run *run, size_t context, size_t baseline)
{
	struct cg_ratio ratio = { NAN, NAN, NAN };
	const struct cg_context *a = &run->contexts[context], *b = &run->contexts[baseline];
	size_t n = a->nr_rounds < b->nr_rounds ? a->nr_rounds : b->nr_rounds;
	double *of_a = cg_memory_new(n + 1, sizeof(*of_a));
	double *of_b = cg_memory_new(n + 1, sizeof(*of_b));

	for (size_t r = 0; r < n && of_a && of_b; r++) {
		of_a[r] = a->rounds[r].ops_per_sec;
		of_b[r] = b->rounds[r].ops_per_sec;
	}
	if (n && of_a && of_b)
		ratio = cg_paired_ratio(of_a, of_b, n);
	free(of_a);
	free(of_b);
	return ratio;
}
