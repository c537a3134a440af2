/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * world.h - what a run may leave behind: names below directories, and kprobe events.
 */
#ifndef INJECT_WORLD_H
#define INJECT_WORLD_H

#include <stdbool.h>
#include <stddef.h>

#define WORLD_PLACES_MAX 16

struct world {
	const char *places[WORLD_PLACES_MAX]; /* directories; those that do not exist are skipped */
	size_t nr_places;
	char *before; /* everything there is, a line each */
};

/**
 * world_note() - remember what there is now
 * Return: 0 or -errno.
 */
int world_note(struct world *world);

/**
 * world_is_as_before() - compare with what there was
 * @patience_ms: how long to wait for it
 * @what: gets the first lines that are new; @size bytes
 */
bool world_is_as_before(const struct world *world, unsigned int patience_ms, char *what,
			size_t size);

void world_free(struct world *world);

#endif
