// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpulist.c - sets of CPU or node ids, and the kernel's list format. See cpulist.h.
 *
 * libnuma parses such lists too, but only within the ids of the running machine, with
 * messages on stderr, and reading "3x" as 3.
 */
#include "cpulist.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"
#include "text.h"

#define BITS_PER_WORD (sizeof(unsigned long) * CHAR_BIT)

struct bitmask *cg_cpulist_mask(unsigned long nr_bits)
{
	struct bitmask *mask = malloc(sizeof(*mask));

	if (!mask)
		return NULL;
	mask->size = nr_bits;
	mask->maskp = calloc((nr_bits + BITS_PER_WORD - 1) / BITS_PER_WORD, sizeof(*mask->maskp));
	if (!mask->maskp) {
		free(mask);
		return NULL;
	}
	return mask;
}

/* "8" or "10-11"; @text is cut in two on the way. */
static int parse_range(char *text, uint64_t *first, uint64_t *last)
{
	char *dash = strchr(text, '-');
	int result;

	if (dash)
		*dash = '\0';
	result = cg_parse_u64(text, 0, CG_CPULIST_MAX_ID, first);
	if (result)
		return result;
	*last = *first;
	if (!dash)
		return 0;
	result = cg_parse_u64(dash + 1, 0, CG_CPULIST_MAX_ID, last);
	if (result)
		return result;
	return *last < *first ? -EINVAL : 0;
}

/* Set the ids of @list in @mask, if there is one yet, and find the highest; cuts @list up. */
static int parse_list(char *list, struct bitmask *mask, uint64_t *highest)
{
	uint64_t first, last;
	char *range;
	int result;

	*highest = 0;
	if (!*list)
		return 0;
	while ((range = strsep(&list, ","))) {
		result = parse_range(range, &first, &last);
		if (result)
			return result;
		if (last > *highest)
			*highest = last;
		for (uint64_t id = first; mask && id <= last; id++)
			numa_bitmask_setbit(mask, (unsigned int)id);
	}
	return 0;
}

/* parse_list() on a copy of @text without its newline. */
static int parse_copy(const char *text, struct bitmask *mask, uint64_t *highest)
{
	size_t length = strlen(text);
	char *list;
	int result;

	if (length && text[length - 1] == '\n')
		length--;
	list = strndup(text, length);
	if (!list)
		return -ENOMEM;
	result = parse_list(list, mask, highest);
	free(list);
	return result;
}

int cg_cpulist_parse(const char *text, struct bitmask **mask)
{
	struct bitmask *made;
	uint64_t highest;
	int result = parse_copy(text, NULL, &highest);

	if (result)
		return result;
	made = cg_cpulist_mask(highest + 1);
	if (!made)
		return -ENOMEM;
	result = parse_copy(text, made, &highest);
	if (result) {
		numa_bitmask_free(made);
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): libnuma has freed it */
		return result;
	}
	*mask = made;
	return 0;
}

char *cg_cpulist_format(const struct bitmask *mask)
{
	struct cg_text text;
	const char *comma = "";
	FILE *stream = cg_text_open(&text);

	for (int first = cg_cpulist_next(mask, 0), last; first >= 0 && stream;
	     first = cg_cpulist_next(mask, last + 1)) {
		for (last = first; cg_cpulist_has(mask, last + 1);)
			last++;
		fprintf(stream, "%s%d", comma, first);
		if (last > first)
			fprintf(stream, "-%d", last);
		comma = ",";
	}
	return cg_text_close(&text, NULL);
}

bool cg_cpulist_has(const struct bitmask *mask, int id)
{
	return id >= 0 && numa_bitmask_isbitset(mask, (unsigned int)id);
}

int cg_cpulist_next(const struct bitmask *mask, int from)
{
	for (int id = from; (unsigned long)id < mask->size; id++) {
		if (cg_cpulist_has(mask, id))
			return id;
	}
	return -1;
}
