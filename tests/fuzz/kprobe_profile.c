// SPDX-License-Identifier: GPL-2.0-only
/*
 * kprobe_profile.c - fuzzes the kernel's table of hits: every event is found as often as it is there,
 * whole names only.
 */
#include "fuzz.h"
#include "probes.h"

/* How often the line's first word is @name. */
static unsigned int count(const char *text, const char *name)
{
	unsigned int nr = 0;
	size_t length;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		const char *word = text + strspn(text, " ");

		length = strcspn(word, " \n");
		nr += length == strlen(name) && strncmp(word, name, length) == 0;
	}
	return nr;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t hits[CG_NR_EVENTS], missed[CG_NR_EVENTS];
	unsigned int found[CG_NR_EVENTS];
	char *text = fuzz_text(data, size), *copy = strdup(text), name[128];

	REQUIRE(copy);
	if (cg_probes_parse(copy, "1234", hits, missed, found) == 0) {
		for (size_t event = 0; event < CG_NR_EVENTS; event++) {
			snprintf(name, sizeof(name), "%s_1234", cg_events[event].name);
			REQUIRE(found[event] == count(text, name));
			REQUIRE(found[event] || (!hits[event] && !missed[event]));
		}
	}
	free(copy);
	free(text);
	return 0;
}
