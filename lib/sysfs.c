// SPDX-License-Identifier: GPL-2.0-only
/*
 * sysfs.c - small files below devices/system, read whole and exactly. See sysfs.h.
 */
#include "sysfs.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

void cg_sysfs_path(struct cg_sysfs *sysfs, const char *format, ...)
{
	int length = snprintf(sysfs->path, PATH_MAX, "%s/devices/system/", sysfs->mount);
	size_t end = length < PATH_MAX ? (size_t)length : PATH_MAX;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(sysfs->path + end, sizeof(sysfs->path) - end, format, arguments);
	va_end(arguments);
}

/* The stream up to its end as a new string; returns a positive errno value, or 0. */
static int read_stream(FILE *stream, char **text)
{
	size_t size = 0;

	*text = NULL;
	errno = 0;
	if (getdelim(text, &size, '\0', stream) >= 0)
		return 0;
	if (!feof(stream))
		return errno ? errno : EIO;
	/* Empty: some kernels' way to write an empty list. */
	free(*text);
	*text = strdup("");
	return *text ? 0 : ENOMEM;
}

int cg_sysfs_text(struct cg_sysfs *sysfs, char **text)
{
	FILE *stream = fopen(sysfs->path, "re");
	int code;

	if (!stream && errno == ENOENT)
		return -ENOENT;
	if (!stream)
		return cg_error_fail(sysfs->error, errno, "open %s", sysfs->path);
	code = read_stream(stream, text);
	fclose(stream);
	if (!code)
		return 0;
	free(*text);
	*text = NULL;
	return cg_error_fail(sysfs->error, code, "read %s", sysfs->path);
}

int cg_sysfs_list(struct cg_sysfs *sysfs, struct bitmask **mask)
{
	char *text = NULL;
	int result = cg_sysfs_text(sysfs, &text);

	if (result)
		return result;
	result = cg_cpulist_parse(text, mask);
	free(text);
	if (!result)
		return 0;
	return cg_error_fail(sysfs->error, -result, "read %s: not a list of ids", sysfs->path);
}

int cg_sysfs_id(struct cg_sysfs *sysfs, int unknown, int *id)
{
	uint64_t number = (uint64_t)unknown;
	size_t length;
	char *text = NULL;
	int result = cg_sysfs_text(sysfs, &text);

	*id = unknown;
	if (result)
		return result == -ENOENT ? 0 : result;
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a failure has an errno, so it is set */
	length = strlen(text);
	if (length && text[length - 1] == '\n')
		text[length - 1] = '\0';
	if (strcmp(text, "-1") != 0)
		result = cg_parse_u64(text, 0, INT_MAX, &number);
	free(text);
	if (result)
		return cg_error_fail(sysfs->error, -result, "read %s: not an id", sysfs->path);
	*id = (int)number;
	return 0;
}
