// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - a file that is written whole or not at all. See output.h.
 */
#include "output.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
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

	/* A link to nothing yet is written through. */
	if (stat(path, &status))
		return lstat(path, &status) == 0;
	return !S_ISREG(status.st_mode);
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

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int cg_output_check_path(const char *path, const char *option, struct cg_error *error)
{
	char copy[PATH_MAX];

	if (*path == '\0')
		return cg_error_usage(error, "%s: no file given", option);
	if (cg_output_is_stdout(path))
		return 0;
	if (strlen(path) >= sizeof(copy) - sizeof(".cgpong-tmp"))
		return cg_error_fail(error, ENAMETOOLONG, "%s %.60s...", option, path);
	if (is_directory(path))
		return cg_error_fail(error, EISDIR, "%s %s", option, path);
	if (cg_output_is_special(path)) {
		if (access(path, W_OK) == 0)
			return 0;
		return cg_error_fail(error, errno, "%s %s", option, path);
	}
	if (!realpath(path, copy))
		snprintf(copy, sizeof(copy), "%s", path);
	if (access(dirname(copy), W_OK | X_OK) == 0)
		return 0;
	return cg_error_fail(error, errno, "%s %s", option, path);
}

bool cg_output_is_file(const char *path, const char *other)
{
	struct stat a, b;

	return !cg_output_is_stdout(path) && stat(path, &a) == 0 && stat(other, &b) == 0 &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

int cg_output_write(const char *path, const char *text, size_t size, struct cg_error *error)
{
	char temporary[PATH_MAX], target[PATH_MAX];
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
	/* What a link leads to is replaced, as a whole; not the link, and not in place. */
	if (realpath(path, target))
		path = target;
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

int cg_output_end(const char *program, int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	/* An earlier flush may have failed, and its reason is gone. */
	fprintf(stderr, "%s: write to stdout: %s\n", program,
		errno ? strerror(errno) : "not all of it was written");
	return status ? status : CG_ERROR_FAILED;
}
