/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fuzz.h - what the fuzz targets have in common: input as text, as words and as files, and
 * properties that must hold of whatever a parser accepts. docs/testing.md says how to run them.
 *
 * A target that needs files makes them in its working directory.
 */
#ifndef CGPONG_TESTS_FUZZ_H
#define CGPONG_TESTS_FUZZ_H

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"

/* Called by libFuzzer, for each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition)                                                                         \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);            \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

/* The input as a string of its own, so that reading beyond its end is seen. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	REQUIRE(text);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

/* A file in memory, with a path to open it by. */
struct fuzz_file {
	int fd;
	char path[32];
	const char
		*link; /* where it was linked, and whether it is there now; see fuzz_file_link() */
	int absent;
};

/* Replaces what the file holds. */
static inline void fuzz_file_set(struct fuzz_file *file, const void *data, size_t size)
{
	if (!file->path[0]) {
		file->fd = memfd_create("fuzz", MFD_CLOEXEC);
		REQUIRE(file->fd >= 0);
		snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", file->fd);
	}
	REQUIRE(ftruncate(file->fd, 0) == 0);
	REQUIRE(pwrite(file->fd, data, size, 0) == (ssize_t)size);
}

/* Makes it appear as @link too, below the working directory; directories are made. */
static inline void fuzz_file_link(struct fuzz_file *file, const char *link)
{
	char path[128];

	fuzz_file_set(file, "", 0);
	snprintf(path, sizeof(path), "%s", link);
	for (char *slash = path; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		REQUIRE(mkdir(path, 0755) == 0 || errno == EEXIST);
	}
	REQUIRE(unlink(link) == 0 || errno == ENOENT);
	REQUIRE(symlink(file->path, link) == 0);
	file->link = link;
}

/* The same with the next part of an input, up to a '@'; a part that begins with '!' is no file. */
static inline void fuzz_file_part(struct fuzz_file *file, const uint8_t **data, size_t *size)
{
	const uint8_t *at = *size ? memchr(*data, '@', *size) : NULL;
	size_t length = at ? (size_t)(at - *data) : *size;
	int absent = length && **data == '!';

	fuzz_file_set(file, length ? *data : (const void *)"", length);
	if (absent != file->absent)
		REQUIRE((absent ? unlink(file->link) : symlink(file->path, file->link)) == 0);
	file->absent = absent;
	*size -= at ? length + 1 : length;
	*data += at ? length + 1 : length;
}

#define FUZZ_WORDS_MAX 64

/* The lines of @text, which is cut up, as a command line behind @name. Returns argc. */
static inline int fuzz_words(char *text, const char *name, char **argv)
{
	int argc = 0;

	argv[argc++] = (char *)name;
	while (text && argc < FUZZ_WORDS_MAX)
		argv[argc++] = strsep(&text, "\n");
	argv[argc] = NULL;
	return argc;
}

/* Success leaves no error; a failure is recorded, and can be told in one line. */
static inline void fuzz_check_error(int result, const struct cg_error *error)
{
	char line[1024];

	REQUIRE(result <= 0);
	REQUIRE((result == 0) == (error->kind == CG_ERROR_NONE));
	if (!result)
		return;
	REQUIRE(error->what[0]);
	cg_error_text(error, line, sizeof(line));
	for (const char *c = line; *c; c++)
		REQUIRE(!iscntrl((unsigned char)*c));
}

#endif
