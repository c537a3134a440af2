/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memory.h - memory for what would only be missing in the results if there was none.
 *
 * A figure that was not computed and a line of JSON that was not added look like figures and
 * lines that there never were. So each failed allocation of that kind is remembered, and asked
 * for once, before a run says that it has measured.
 */
#ifndef CGPONG_MEMORY_H
#define CGPONG_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/** cg_memory_watch() - forget the past, and have jansson's allocations watched as well */
void cg_memory_watch(void);

/** cg_memory_new() - calloc() that is watched. Return: NULL without memory. */
void *cg_memory_new(size_t nr, size_t bytes);

/** cg_memory_missed() - remember an allocation that failed elsewhere */
void cg_memory_missed(void);

/** cg_memory_was_short() - whether any watched allocation has failed */
bool cg_memory_was_short(void);

#endif
