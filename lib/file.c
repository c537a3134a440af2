// SPDX-License-Identifier: GPL-2.0-only
/*
 * file.c - small files of the kernel. See file.h.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse.h"

int cg_file_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t got = 1;
	int code;

	if (fd < 0)
		return -errno;
	while (got > 0 && length < size) {
		got = read(fd, text + length, size - length);
		length += got > 0 ? (size_t)got : 0;
	}
	code = errno;
	close(fd);
	if (got < 0)
		return -code;
	if (length >= size)
		return -EFBIG;
	while (length > 0 && text[length - 1] == '\n')
		length--;
	text[length] = '\0';
	return (int)length;
}

int cg_file_read_u64(const char *path, uint64_t *value)
{
	char text[64];
	int result = cg_file_read(path, text, sizeof(text));

	if (result < 0)
		return result;
	/* Not up to a NUL in the middle. */
	if (strlen(text) != (size_t)result)
		return -EINVAL;
	return cg_parse_u64(text, 0, UINT64_MAX, value);
}

int cg_file_read_keyed(const char *path, const char *key, uint64_t *value)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;
	int result = -ENOENT;

	if (!file)
		return -errno;
	while (result == -ENOENT && getline(&line, &size, file) > 0) {
		char *rest = line;
		char *word = strsep(&rest, " \t\n");

		if (strcmp(word, key) != 0)
			continue;
		if (rest)
			rest += strspn(rest, " \t");
		word = strsep(&rest, " \t\n");
		result = cg_parse_u64(word ? word : "", 0, UINT64_MAX, value);
	}
	free(line);
	fclose(file);
	return result;
}
