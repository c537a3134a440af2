// SPDX-License-Identifier: GPL-2.0-only
/*
 * range.c - fuzzes the ranges of a sweep: the values rise from begin to end, and are not too many.
 */
#include "range.h"

#include "fuzz.h"

static void check(const char *text, size_t nr_cpus)
{
	struct cg_error error = { 0 };
	struct cg_range range;
	int result = cg_range_parse(&range, text, nr_cpus, &error);

	fuzz_check_error(result, &error);
	if (result)
		return;
	REQUIRE(range.nr >= 1 && range.nr <= CG_RANGE_VALUES_MAX);
	for (size_t i = 1; i < range.nr && strstr(text, ".."); i++)
		REQUIRE(range.values[i] > range.values[i - 1]);
	REQUIRE(isdigit((unsigned char)*text));
	cg_range_free(&range);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	check(text, 0);
	check(text, 3);
	free(text);
	return 0;
}
