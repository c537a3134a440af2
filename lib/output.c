// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - a file that is written whole or not at all. See output.h.
 */
#include "output.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cg_output_is_stdout(const char *path)
{
	return strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0;
}

bool cg_output_is_special(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static int put(const char *text, size_t size, FILE *file)
{
	errno = 0;
	if (fwrite(text, 1, size, file) != size || fflush(file))
		return errno ? errno : EIO;
	return 0;
}

static int put_to(const char *text, size_t size, const char *path, const char *shown,
		  struct cg_error *error)
{
	FILE *file = fopen(path, "we");
	int code;

	if (!file)
		return cg_error_fail(error, errno, "write %s", shown);
	code = put(text, size, file);
	if (fclose(file) && !code)
		code = errno;
	return code ? cg_error_fail(error, code, "write %s", shown) : 0;
}

int cg_output_write(const char *path, const char *text, size_t size, struct cg_error *error)
{
	char temporary[PATH_MAX];
	int result;

	/* Ours as it is: opened anew, a file that others write to, too, would be cut. */
	if (cg_output_is_stdout(path)) {
		result = put(text, size, stdout);
		/* Reported once is enough: nothing is left for the flush at exit. */
		__fpurge(stdout);
		clearerr(stdout);
		return result ? cg_error_fail(error, result, "write the results to stdout") : 0;
	}
	if (cg_output_is_special(path))
		return put_to(text, size, path, path, error);
	if (strlen(path) >= sizeof(temporary) - sizeof(".cgpong-tmp"))
		return cg_error_fail(error, ENAMETOOLONG, "write %.60s...", path);
	/* One name for all runs: what a killed one leaves, the next one overwrites. */
	snprintf(temporary, sizeof(temporary), "%s.cgpong-tmp", path);
	result = put_to(text, size, temporary, path, error);
	if (!result && rename(temporary, path))
		result = cg_error_fail(error, errno, "rename %s", temporary);
	if (result)
		unlink(temporary);
	return result;
}
