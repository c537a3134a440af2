// SPDX-License-Identifier: GPL-2.0-only
/*
 * topology_file.c - reads a topology from its INI-shaped file. See docs/topologies.md.
 *
 * Our own parser, because a section here is a path that must not be cut, and because every
 * mistake must be told with its line: a topology that was half understood measures something
 * else than its author meant.
 */
#include "topology_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "group.h"
#include "parse.h"

struct reader {
	struct cg_topology *topology;
	struct cg_error *error;
	unsigned int line;
	int group; /* index of the section we are in, -1 before the first */
};

/* A mistake in line @line; 0 for one of the whole file. Names are shown up to 60 characters. */
static int refuse(const struct reader *reader, unsigned int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static int refuse(const struct reader *reader, unsigned int line, const char *format, ...)
{
	char number[16] = "", text[240];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (line)
		snprintf(number, sizeof(number), "%u:", line);
	return cg_error_usage(reader->error, "%.240s:%s %s", reader->topology->file, number, text);
}

/* What cg_group_*() returned, as this file's mistake where it is one. */
static int refuse_code(const struct reader *reader, unsigned int line, int code)
{
	if (code == -E2BIG)
		return refuse(reader, line, "more than %d groups", CG_TOPOLOGY_MAX_GROUPS);
	return cg_error_fail(reader->error, -code, "read the topology %.240s",
			     reader->topology->file);
}

static int read_section(struct reader *reader, char *text)
{
	size_t length = strlen(text);
	struct cg_group *group;
	const char *fault;

	if (text[length - 1] != ']')
		return refuse(reader, reader->line, "a section is a path in brackets, [top/leaf]");
	text[length - 1] = '\0';
	text++;
	if (*text == ' ' || *text == '\t' || (length > 2 && strchr(" \t", text[length - 3])))
		return refuse(reader, reader->line, "a blank next to a bracket");
	fault = cg_group_path_fault(text);
	if (fault)
		return refuse(reader, reader->line, "[%.60s]: %s", text, fault);
	reader->group = cg_group_find(reader->topology, text);
	if (reader->group < 0) {
		reader->group = cg_group_add(reader->topology, text, reader->line);
		return reader->group < 0 ? refuse_code(reader, reader->line, reader->group) : 0;
	}
	group = &reader->topology->groups[reader->group];
	if (group->line)
		return refuse(reader, reader->line, "[%.60s] is in line %u already", text,
			      group->line);
	group->line = reader->line;
	return 0;
}

static int read_workers(struct reader *reader, struct cg_group *group, const char *value)
{
	uint64_t count;

	if (group->residents != CG_RESIDENTS_NOBODY)
		return refuse(reader, reader->line, "workers is set in this section already");
	if (strcmp(value, "all") == 0) {
		group->residents = CG_RESIDENTS_ALL;
	} else if (strcmp(value, "ping") == 0) {
		group->residents = CG_RESIDENTS_PING;
	} else if (strcmp(value, "pong") == 0) {
		group->residents = CG_RESIDENTS_PONG;
	} else if (strncmp(value, "each/", 5) == 0 &&
		   cg_parse_u64(value + 5, 1, CG_TOPOLOGY_MAX_GROUPS, &count) == 0) {
		group->residents = CG_RESIDENTS_EACH;
		group->each_count = (unsigned int)count;
	} else {
		return refuse(reader, reader->line,
			      "workers must be all, ping, pong or each/N with N from 1 to %d, "
			      "not \"%.60s\"",
			      CG_TOPOLOGY_MAX_GROUPS, value);
	}
	return 0;
}

static int read_key(struct reader *reader, char *text)
{
	char *value = strchr(text, '='), *name;
	struct cg_group *group;
	const char *fault;
	int result;

	if (!value)
		return refuse(reader, reader->line,
			      "neither a [section] nor a \"key = value\": \"%.60s\"", text);
	*value++ = '\0';
	name = cg_parse_trim(text);
	value = cg_parse_trim(value);
	if (reader->group < 0)
		return refuse(reader, reader->line, "a key before the first [section]");
	if (*value == '\0')
		return refuse(reader, reader->line, "\"%.60s\" has no value", name);
	group = &reader->topology->groups[reader->group];
	if (strcmp(name, "workers") == 0)
		return read_workers(reader, group, value);
	fault = cg_group_key_fault(name);
	if (fault)
		return refuse(reader, reader->line, "\"%.60s\": %s", name, fault);
	for (size_t i = 0; i < group->nr_keys; i++) {
		if (strcmp(group->keys[i].name, name) == 0)
			return refuse(reader, reader->line, "%.60s is in line %u already", name,
				      group->keys[i].line);
	}
	result = cg_group_add_key(group, name, value, reader->line);
	return result ? refuse_code(reader, reader->line, result) : 0;
}

/* A topology is text; outside comments it is ASCII, so that a name is what it looks like. */
static int check_bytes(const struct reader *reader, const char *line, size_t length)
{
	const char *first = line + strspn(line, " \t");
	bool comment = *first == '#' || *first == ';';

	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)line[i];
		bool blank = byte == '\t' || (byte == '\r' && i + 1 == length);

		if ((byte < 0x20 && !blank) || byte == 0x7f)
			return refuse(reader, reader->line,
				      "a control character (0x%02x): not a topology file?", byte);
		if (byte >= 0x80 && !comment)
			return refuse(reader, reader->line, "outside comments, only ASCII");
	}
	return 0;
}

static int read_lines(struct reader *reader, char *text, size_t size)
{
	char *line = text, *end, *content;
	int result = 0;

	while (line < text + size && !result) {
		end = memchr(line, '\n', (size_t)(text + size - line));
		if (!end)
			end = text + size;
		*end = '\0';
		reader->line++;
		result = check_bytes(reader, line, (size_t)(end - line));
		content = cg_parse_trim(line);
		if (result || *content == '\0' || *content == '#' || *content == ';')
			; /* nothing to read */
		else if (*content == '[')
			result = read_section(reader, content);
		else
			result = read_key(reader, content);
		line = end + 1;
	}
	return result;
}

/* The first group with @path as its parent or ancestor, or NULL. */
static const struct cg_group *find_below(const struct cg_topology *topology, const char *path)
{
	size_t length = strlen(path);

	for (size_t i = 0; i < topology->nr_groups; i++) {
		const char *other = topology->groups[i].path;

		if (strncmp(other, path, length) == 0 && other[length] == '/')
			return &topology->groups[i];
	}
	return NULL;
}

/* What only the whole file shows: who lives where, and each/N in full. */
static int finish(struct reader *reader)
{
	struct cg_topology *topology = reader->topology;
	size_t nr_sections = topology->nr_groups, nr_inhabited = 0;
	int result;

	for (size_t i = 0; i < nr_sections; i++) {
		struct cg_group *group = &topology->groups[i];

		if (group->residents == CG_RESIDENTS_NOBODY)
			continue;
		nr_inhabited++;
		if (find_below(topology, group->path))
			return refuse(reader, group->line,
				      "[%.60s] has workers, so it can have no groups below it",
				      group->path);
	}
	if (nr_inhabited == 0)
		return refuse(reader, 0, "no section has workers, so nobody would live anywhere");
	for (size_t i = 0; i < nr_sections; i++) {
		if (topology->groups[i].residents != CG_RESIDENTS_EACH)
			continue;
		result = cg_group_spread(topology, i);
		if (result == -EEXIST)
			return refuse(
				reader, topology->groups[i].line,
				"each/N makes groups \"NAME.0\", \"NAME.1\", ...; one of them "
				"is there already");
		if (result)
			return refuse_code(reader, topology->groups[i].line, result);
	}
	return 0;
}

/* The file's bytes, with room for one terminator more. */
static int load(const struct reader *reader, int file, char **text, size_t *size)
{
	struct stat status;
	ssize_t got;

	if (fstat(file, &status))
		return cg_error_usage(reader->error, "stat %.240s: %s", reader->topology->file,
				      strerror(errno));
	if (!S_ISREG(status.st_mode))
		return refuse(reader, 0, "not a regular file");
	*text = malloc(CG_TOPOLOGY_FILE_MAX_BYTES + 2);
	if (!*text)
		return refuse_code(reader, 0, -ENOMEM);
	*size = 0;
	do {
		got = read(file, *text + *size, CG_TOPOLOGY_FILE_MAX_BYTES + 1 - *size);
		if (got > 0)
			*size += (size_t)got;
	} while (got > 0 || (got < 0 && errno == EINTR));
	if (got < 0)
		return cg_error_usage(reader->error, "read %.240s: %s", reader->topology->file,
				      strerror(errno));
	if (*size > CG_TOPOLOGY_FILE_MAX_BYTES)
		return refuse(reader, 0, "larger than 64 KiB");
	return 0;
}

int cg_topology_file_read(struct cg_topology *topology, struct cg_error *error)
{
	struct reader reader = { .topology = topology, .error = error, .group = -1 };
	char *text = NULL;
	size_t size = 0;
	/* O_NONBLOCK: a FIFO must be refused, not waited for. */
	int file = open(topology->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int result;

	if (file < 0) {
		result = -errno;
		cg_error_usage(error, "open %.240s: %s", topology->file, strerror(-result));
		return result;
	}
	result = load(&reader, file, &text, &size);
	close(file);
	if (!result)
		result = read_lines(&reader, text, size);
	if (!result)
		result = finish(&reader);
	free(text);
	return result;
}
