// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate_options.c - fuzzes the command line of a gate, one word a line: what is accepted is in range.
 */
#include "gate_options.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *argv[FUZZ_WORDS_MAX + 1];
	struct cg_error error = { 0 };
	struct cg_gate_options o;
	int argc = fuzz_words(text, "gate", argv);
	int result = cg_gate_options_parse(&o, argc, argv, &error);

	fuzz_check_error(result, &error);
	if (!result) {
		REQUIRE(o.baseline && (o.workload || o.nr_files));
		REQUIRE(o.nr_files <= CG_GATE_FILES_MAX && o.nr_words <= CG_GATE_WORDS_MAX);
		REQUIRE(o.limits.max_slowdown >= 0 && o.limits.max_slowdown <= 0.99);
		REQUIRE(o.limits.max_extra_calls >= 0 && o.limits.max_extra_calls <= 1e6);
		REQUIRE(o.budget_ns >= 100000000 && o.budget_ns <= 86400000000000);
		REQUIRE(o.nr_runs >= 1 && o.nr_runs <= 1000);
		REQUIRE(o.format <= CG_GATE_GITHUB && o.limits.clock <= CG_CLOCK_CPU);
	} else {
		REQUIRE(error.kind == CG_ERROR_USAGE);
	}
	free(text);
	return 0;
}
