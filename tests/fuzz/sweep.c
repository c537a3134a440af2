// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep.c - fuzzes the command line of a sweep, one word a line: the parts of what varies are the
 * word they came from, and every step has a value.
 */
#include "fuzz.h"
#include "range.h"
#include "sweep_plan.h"

static void check_plan(const struct cg_sweep_plan *plan)
{
	const char *word = plan->argv[plan->varied];
	size_t before = strlen(plan->before), varying = strlen(plan->varying);
	char label[64];

	REQUIRE(plan->varied >= 1 && plan->varied < plan->argc);
	REQUIRE(strncmp(word, plan->before, before) == 0);
	REQUIRE(strncmp(word + before, plan->varying, varying) == 0);
	REQUIRE(strcmp(word + before + varying, plan->after) == 0);
	REQUIRE(varying && plan->option[0]);
	REQUIRE(plan->nr_steps >= 1 && plan->nr_steps <= CG_RANGE_VALUES_MAX);
	for (size_t i = 0; i < plan->nr_steps; i++) {
		REQUIRE(plan->values[i] && *plan->values[i]);
		REQUIRE(cg_sweep_plan_label(plan, i, label, sizeof(label)) == label);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *argv[FUZZ_WORDS_MAX + 1], name[] = "w";
	const struct cg_catalog_entry workload = { .name = name };
	struct cg_error error = { 0 };
	struct cg_sweep_plan plan;
	int argc = fuzz_words(text, name, argv);
	int result = cg_sweep_plan_parse(&plan, &workload, argc, argv, 3, &error);

	fuzz_check_error(result, &error);
	if (!result && !plan.help)
		check_plan(&plan);
	REQUIRE(!result || error.kind == CG_ERROR_USAGE);
	cg_sweep_plan_free(&plan);
	free(text);
	return 0;
}
