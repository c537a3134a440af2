// SPDX-License-Identifier: GPL-2.0-only
/*
 * kallsyms.c - the running kernel's symbol list, one symbol at a time. See kallsyms.h.
 *
 * Both the search for charge-path functions and the profile need it, exactly.
 */
#include "kallsyms.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Larger than stdio's own: each read of procfs costs more than what is done with it. */
#define BUFFER_BYTES 65536

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* The address at *text; *text moves behind it and the space after it. */
static bool parse_address(char **text, uint64_t *address)
{
	char *c = *text;
	uint64_t sum = 0;

	for (; hex_digit(*c) >= 0; c++) {
		if (c - *text >= 16)
			return false;
		sum = sum << 4 | (uint64_t)hex_digit(*c);
	}
	if (c == *text || *c != ' ')
		return false;
	*address = sum;
	*text = c + 1;
	return true;
}

/* Cuts @line up where it stands. */
static bool parse_line(char *line, size_t length, struct cg_kernel_symbol *symbol)
{
	char *end = line + length, *name_end;

	if (length == 0 || end[-1] != '\n' || memchr(line, '\0', length))
		return false;
	*--end = '\0';
	if (!parse_address(&line, &symbol->address))
		return false;
	if (line[0] == '\0' || line[1] != ' ' || line[2] == '\0')
		return false;
	symbol->type = line[0];
	symbol->name = line + 2;
	name_end = strpbrk(line + 2, " \t");
	symbol->in_module = name_end != NULL;
	if (!name_end) {
		name_end = end;
	} else if (name_end[0] != '\t' || name_end[1] != '[' || end[-1] != ']') {
		return false;
	}
	*name_end = '\0';
	symbol->length = (size_t)(name_end - symbol->name);
	return symbol->length > 0;
}

static int read_lines(FILE *file, const char *path, cg_kallsyms_reader *reader, void *data,
		      struct cg_error *error)
{
	struct cg_kernel_symbol symbol;
	size_t size = 0, number = 0;
	char *line = NULL;
	ssize_t length;
	int result = 0;

	while (!result && (length = getline(&line, &size, file)) >= 0) {
		number++;
		if (parse_line(line, (size_t)length, &symbol))
			result = reader(data, &symbol);
		else
			result = cg_error_fail(error, EINVAL, "%s: line %zu is no symbol", path,
					       number);
	}
	if (!result && !feof(file))
		result = cg_error_fail(error, errno, "read %s", path);
	free(line);
	return result;
}

int cg_kallsyms_each(const char *path, cg_kallsyms_reader *reader, void *data,
		     struct cg_error *error)
{
	FILE *file;
	int result;

	if (!path)
		path = "/proc/kallsyms";
	file = fopen(path, "re");
	if (!file) {
		result = cg_error_skip(error, errno, "open %s", path);
		cg_error_cure(error, "needs procfs on /proc and a kernel with CONFIG_KALLSYMS");
		return result;
	}
	/* Without the larger buffer it is only slower. */
	(void)setvbuf(file, NULL, _IOFBF, BUFFER_BYTES);
	result = read_lines(file, path, reader, data, error);
	fclose(file);
	return result;
}

size_t cg_kallsyms_base(const char *name)
{
	return strcspn(name, ".");
}
