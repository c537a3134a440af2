// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpulist.c - fuzzes lists of CPU and node ids: what is accepted, printed and read again is the same.
 */
#include "cpulist.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *printed, *again;
	struct bitmask *mask, *reread;
	int highest = -1;

	if (cg_cpulist_parse(text, &mask) == 0) {
		for (int id = cg_cpulist_next(mask, 0); id >= 0; id = cg_cpulist_next(mask, id + 1))
			highest = id;
		REQUIRE(highest <= CG_CPULIST_MAX_ID);
		REQUIRE(mask->size == (highest < 0 ? 1 : (unsigned long)highest + 1));
		REQUIRE(!cg_cpulist_has(mask, -1) && !cg_cpulist_has(mask, highest + 1));
		printed = cg_cpulist_format(mask);
		REQUIRE(printed && cg_cpulist_parse(printed, &reread) == 0);
		REQUIRE(numa_bitmask_equal(mask, reread));
		again = cg_cpulist_format(reread);
		REQUIRE(again && strcmp(printed, again) == 0);
		free(printed);
		free(again);
		numa_bitmask_free(mask);
		numa_bitmask_free(reread);
	}
	free(text);
	return 0;
}
