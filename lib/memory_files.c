// SPDX-License-Identifier: GPL-2.0-only
/*
 * memory_files.c - a cgroup's memory.stat and memory.events as numbers. See memory_files.h.
 */
#include "memory_files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "parse.h"

static void add(struct cg_memory_file *file, const char *key, uint64_t number)
{
	struct cg_memory_value *value;

	if (file->nr == CG_MEMORY_KEYS_MAX || strlen(key) >= sizeof(value->key) ||
	    number > INT64_MAX)
		return;
	value = &file->values[file->nr++];
	snprintf(value->key, sizeof(value->key), "%s", key);
	value->value = (int64_t)number;
}

static void read_keyed_lines(struct cg_memory_file *file, const char *directory, const char *name)
{
	char path[PATH_MAX], *line = NULL, *rest, *key, *text;
	size_t size = 0;
	uint64_t number;
	FILE *stream;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	stream = fopen(path, "re");
	if (!stream)
		return;
	while (getline(&line, &size, stream) > 0) {
		rest = line;
		key = strsep(&rest, " ");
		text = strsep(&rest, "\n");
		if (text && cg_parse_u64(text, 0, UINT64_MAX, &number) == 0)
			add(file, key, number);
	}
	free(line);
	fclose(stream);
}

static void read_events_v1(struct cg_memory_file *events, const char *directory)
{
	char path[PATH_MAX];
	uint64_t failures;

	read_keyed_lines(events, directory, "memory.oom_control");
	snprintf(path, sizeof(path), "%s/memory.failcnt", directory);
	if (cg_file_read_u64(path, &failures) == 0)
		add(events, "failcnt", failures);
}

void cg_memory_files_read(struct cg_memory_files *files, const char *directory, int version)
{
	*files = (struct cg_memory_files){ 0 };
	if (!directory || version == 0)
		return;
	files->version = version;
	read_keyed_lines(&files->stat, directory, "memory.stat");
	if (version == 2)
		read_keyed_lines(&files->events, directory, "memory.events");
	else
		read_events_v1(&files->events, directory);
}

static const struct cg_memory_value *find(const struct cg_memory_file *file, const char *key)
{
	for (size_t i = 0; i < file->nr; i++) {
		if (strcmp(file->values[i].key, key) == 0)
			return &file->values[i];
	}
	return NULL;
}

/* Key by key; of one that could not be read in both of them neither sum nor difference is known. */
static void add_all(struct cg_memory_file *file, const struct cg_memory_file *other, int sign)
{
	size_t kept = 0;

	for (size_t i = 0; i < file->nr; i++) {
		const struct cg_memory_value *value = find(other, file->values[i].key);

		if (!value)
			continue;
		file->values[kept] = file->values[i];
		file->values[kept++].value += sign * value->value;
	}
	file->nr = kept;
}

void cg_memory_files_add_events(struct cg_memory_files *files, const char *directory)
{
	struct cg_memory_file events = { 0 };

	read_events_v1(&events, directory);
	add_all(&files->events, &events, 1);
}

void cg_memory_files_subtract(struct cg_memory_files *files, const struct cg_memory_files *before)
{
	add_all(&files->stat, &before->stat, -1);
	add_all(&files->events, &before->events, -1);
}
