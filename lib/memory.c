// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory.c - remembers that memory was short. See memory.h.
 */
#include "memory.h"

#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool was_short;

void cg_memory_missed(void)
{
	atomic_store(&was_short, true);
}

bool cg_memory_was_short(void)
{
	return atomic_load(&was_short);
}

void *cg_memory_new(size_t nr, size_t bytes)
{
	void *memory = calloc(nr, bytes);

	if (!memory)
		cg_memory_missed();
	return memory;
}

static void *of_jansson(size_t bytes)
{
	void *memory = malloc(bytes);

	if (!memory)
		cg_memory_missed();
	return memory;
}

void cg_memory_watch(void)
{
	json_set_alloc_funcs(of_jansson, free);
	atomic_store(&was_short, false);
}
