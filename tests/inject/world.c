// SPDX-License-Identifier: GPL-2.0-only
/*
 * world.c - compares what there is before a run and after it. See world.h.
 */
#include "world.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KPROBE_EVENTS "/sys/kernel/tracing/kprobe_events"

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Directories in depth, for in cgroupfs they are what a run makes; of their files the names. */
static void list_place(FILE *out, const char *place)
{
	char *const paths[] = { (char *)place, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOSTAT | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree)) != NULL) {
		/* What an instance holds is the kernel's, thousands of files of it. */
		if (entry->fts_level == 1 && strstr(place, "/instances"))
			fts_set(tree, entry, FTS_SKIP);
		if (entry->fts_info != FTS_DP && entry->fts_info != FTS_ERR &&
		    entry->fts_info != FTS_NS)
			fprintf(out, "%s\n", entry->fts_path);
	}
	if (tree)
		fts_close(tree);
}

static char *list_all(const struct world *world)
{
	FILE *events = fopen(KPROBE_EVENTS, "re");
	char *text = NULL, *line = NULL;
	size_t size, room = 0;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; out && i < world->nr_places; i++)
		list_place(out, world->places[i]);
	while (out && events && getline(&line, &room, events) > 0)
		fprintf(out, "kprobe %s", line);
	free(line);
	if (events)
		fclose(events);
	if (out)
		fclose(out);
	return text;
}

/* Whether @text has the whole line. */
static bool has_line(const char *text, const char *line, size_t length)
{
	for (const char *at = text; at && *at; at = strchr(at, '\n'), at += at ? 1 : 0) {
		if (strncmp(at, line, length) == 0 && at[length] == '\n')
			return true;
	}
	return false;
}

static void new_lines(const char *before, const char *now, char *what, size_t size)
{
	size_t used = 0;

	what[0] = '\0';
	while (now && *now && used < size) {
		size_t length = strcspn(now, "\n");

		if (!has_line(before, now, length))
			used += (size_t)snprintf(what + used, size - used, "%s%.*s",
						 used ? ", " : "", (int)length, now);
		now += length + (now[length] == '\n');
	}
	if (used == 0)
		snprintf(what, size, "something is gone");
}

int world_note(struct world *world)
{
	free(world->before);
	world->before = list_all(world);
	return world->before ? 0 : -ENOMEM;
}

bool world_is_as_before(const struct world *world, unsigned int patience_ms, char *what,
			size_t size)
{
	const struct timespec pause = { .tv_nsec = 50000000 };
	bool same;

	for (;;) {
		char *now = list_all(world);

		same = now && strcmp(now, world->before) == 0;
		if (!same)
			new_lines(world->before, now, what, size);
		free(now);
		if (same || patience_ms < 50)
			return same;
		patience_ms -= 50;
		nanosleep(&pause, NULL);
	}
}

void world_free(struct world *world)
{
	free(world->before);
	world->before = NULL;
}
