// SPDX-License-Identifier: GPL-2.0-only
/*
 * results.c - fuzzes results files and baselines, and what is made of them: what is accepted can be
 * compared, printed and judged, and does not differ from itself. (The runs of a baseline may still
 * be of different things, and are then refused.)
 */
#include <math.h>

#include "compare.h"
#include "fuzz.h"
#include "gate.h"
#include "recipe.h"
#include "results_read.h"

static void check_comparison(const struct cg_runs *runs, FILE *out)
{
	struct cg_comparison comparison;
	struct cg_error error = { 0 };
	json_t *json;
	int result = cg_compare(&comparison, runs, runs, &error);

	fuzz_check_error(result, &error);
	REQUIRE(!result || error.kind == CG_ERROR_USAGE);
	if (result)
		return;
	REQUIRE(comparison.nr_differences == 0);
	for (size_t c = 0; c < comparison.nr_contexts; c++) {
		for (size_t i = 0; i < CG_NR_SAMPLE_METRICS; i++) {
			const struct cg_metric_comparison *m = &comparison.contexts[c].metrics[i];

			REQUIRE(!m->known || !m->differs);
			REQUIRE(!m->known || isnan(m->low) || (m->low <= 1 && m->high >= 1));
		}
		for (size_t i = 0; i < CG_NR_EVENTS; i++)
			REQUIRE(!comparison.contexts[c].calls[i].differs);
	}
	cg_comparison_print(out, &comparison, false);
	cg_comparison_print(out, &comparison, true);
	json = cg_comparison_json(&comparison);
	REQUIRE(json);
	json_decref(json);
	cg_comparison_free(&comparison);
}

static void check_gate(const struct cg_runs *runs, FILE *out)
{
	const struct cg_gate_limits limits = { .max_slowdown = 0.05, .max_extra_calls = 0.05 };
	struct cg_error error = { 0 };
	struct cg_gate gate;
	int result = cg_gate_judge(&gate, runs, runs, &limits, &error);

	fuzz_check_error(result, &error);
	REQUIRE(!result || error.kind == CG_ERROR_USAGE);
	if (result)
		return;
	REQUIRE(gate.verdict != CG_VERDICT_REGRESSION);
	for (int format = CG_GATE_TEXT; format <= CG_GATE_GITHUB; format++)
		cg_gate_print(out, &gate, (enum cg_gate_format)format);
	cg_gate_free(&gate);
}

static void check_judge(const json_t *results, enum cg_signal_kind kind)
{
	const struct cg_recipe recipe = {
		.workload = (char *)"null",
		.signal = { kind, (char *)"charge_walk", (char *)"leaf", (char *)"root" },
		.low = 0,
		.high = 0.2,
	};
	struct cg_diagnosis diagnosis = cg_recipe_judge(&recipe, results);

	REQUIRE(diagnosis.health != CG_HEALTH_HEALTHY || kind == CG_SIGNAL_TIME ||
		(diagnosis.signal >= 0 && diagnosis.signal <= 0.2));
	REQUIRE(diagnosis.health != CG_HEALTH_SKIPPED || diagnosis.why[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file file;
	static FILE *out;
	struct cg_error error = { 0 };
	struct cg_runs runs = { 0 };
	int result;

	if (!out)
		out = fopen("/dev/null", "we");
	REQUIRE(out);
	fuzz_file_set(&file, data, size);
	result = cg_runs_read(&runs, file.path, &error);
	fuzz_check_error(result, &error);
	if (!result) {
		REQUIRE(runs.nr);
		check_comparison(&runs, out);
		check_gate(&runs, out);
	}
	for (size_t i = 0; i < runs.nr; i++) {
		check_judge(runs.items[i], CG_SIGNAL_CALLS);
		check_judge(runs.items[i], CG_SIGNAL_DIFFERENCE);
		check_judge(runs.items[i], CG_SIGNAL_TIME);
	}
	cg_runs_free(&runs);
	return 0;
}
