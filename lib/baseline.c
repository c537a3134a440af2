// SPDX-License-Identifier: GPL-2.0-only
/*
 * baseline.c - several runs in one file. See baseline.h.
 */
#include "baseline.h"

#include <errno.h>
#include <math.h>
#include <unistd.h>

#include "compare.h"
#include "output.h"
#include "plain.h"
#include "results.h"

int cg_baseline_check_path(const char *path, struct cg_runs *old, struct cg_error *error)
{
	int result = cg_output_check_path(path, "--baseline", error);

	if (result || access(path, F_OK) != 0)
		return result;
	result = cg_runs_read(old, path, error);
	if (result)
		cg_error_cure(error, "remove it first, if it may go");
	return result;
}

static void print_runs(FILE *out, const char *what, const struct cg_runs *runs)
{
	const json_t *first = runs->items[0];
	const json_t *environment = json_object_get(first, "environment");
	char workload[80], kernel[80], date[40];

	cg_plain(json_string_value(json_object_get(first, "workload")), workload, sizeof(workload));
	cg_plain(json_string_value(json_object_get(environment, "kernel")), kernel, sizeof(kernel));
	cg_plain(json_string_value(json_object_get(first, "started_at")), date, sizeof(date));
	fprintf(out, "%s %zu run%s of %s, kernel %s, %s\n", what, runs->nr,
		runs->nr == 1 ? "" : "s", workload, kernel, date);
}

/* How the new runs differ from those they replace: nobody should move a limit unawares. */
static void print_change(FILE *out, const struct cg_runs *old, const struct cg_runs *new)
{
	struct cg_comparison c = { 0 };
	struct cg_error why = { 0 };

	if (cg_compare(&c, old, new, &why)) {
		char text[1024];

		fprintf(out, "  %s\n", cg_error_text(&why, text, sizeof(text)));
	}
	for (size_t i = 0; i < c.nr_contexts; i++) {
		const struct cg_context_comparison *context = &c.contexts[i];
		const struct cg_metric_comparison *m = &context->metrics[CG_SAMPLE_OPS_PER_SEC];
		char name[64];

		cg_plain(context->cgroup, name, sizeof(name));
		fprintf(out, "  %s: ops/sec %.5g, was %.5g (ratio %.3f)\n", name, m->b, m->a,
			m->ratio);
		for (int e = 0; e < CG_NR_EVENTS; e++) {
			if (context->calls[e].differs)
				fprintf(out, "  %s: %s %.3f calls per op, was %.3f\n", name,
					cg_events[e].name, context->calls[e].b.median,
					context->calls[e].a.median);
		}
	}
	cg_comparison_free(&c);
}

int cg_baseline_write(FILE *out, const char *path, const struct cg_runs *runs,
		      const struct cg_runs *old, struct cg_error *error)
{
	json_t *list = json_array(), *top;
	int result;

	for (size_t r = 0; r < runs->nr; r++)
		json_array_append(list, runs->items[r]);
	top = json_pack("{s:s, s:s, s:o}", "schema", CG_BASELINE_SCHEMA, "version", CGPONG_VERSION,
			"runs", list);
	result = top ? cg_results_write(top, path, error)
		     : cg_error_fail(error, ENOMEM, "make the baseline");
	json_decref(top);
	if (result)
		return result;
	fprintf(out, "baseline written to %s:\n", path);
	print_runs(out, " ", runs);
	if (old->nr) {
		print_runs(out, "replaced:", old);
		print_change(out, old, runs);
	}
	return 0;
}
