// SPDX-License-Identifier: GPL-2.0-only
/*
 * script.c - the scripts that are commands of cgpong. See script.h.
 *
 * They are no programs "cgpong-<name>" in PATH, because whatever is called so is a workload.
 */
#include "script.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "datadir.h"

/* What a script calls is beside us, whether or not that is in PATH. Without memory it will say so. */
static void put_us_in_path(void)
{
	const char *path = getenv("PATH");
	char own[PATH_MAX], *longer = NULL;

	if (cg_own_directory(own, sizeof(own)) &&
	    asprintf(&longer, "%s:%s", own, path && *path ? path : "/usr/bin:/bin") >= 0)
		setenv("PATH", longer, 1);
	free(longer);
}

int cg_script_execute(char **argv, struct cg_error *error)
{
	const char *directories[CG_DATADIRS_MAX + 1];
	int code = ENOENT;

	put_us_in_path();
	cg_datadirs("scripts", directories);
	for (size_t i = 0; directories[i] && code == ENOENT; i++) {
		char *path;

		if (asprintf(&path, "%s/%s", directories[i], argv[0]) < 0) {
			code = ENOMEM;
			break;
		}
		/* Not execv() at once: that says ENOENT for a missing shell as well. */
		if (access(path, F_OK) == 0) {
			execv(path, argv);
			code = errno;
			cg_error_fail(error, code, "execute %s", path);
		}
		free(path);
	}
	cg_datadirs_free(directories);
	cg_error_fail(error, code, "find the script '%s'", argv[0]);
	cg_error_cure(error, "it is installed with cgpong, and in scripts/ of the source; "
			     "CGPONG_DATADIR says where else");
	return -code;
}
