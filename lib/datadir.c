// SPDX-License-Identifier: GPL-2.0-only
/*
 * datadir.c - where topology files and recipes are found. See datadir.h.
 */
#include "datadir.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

static void add(const char **directories, size_t *nr, const char *base, const char *middle,
		const char *kind)
{
	char *path;

	if (asprintf(&path, "%s%s/%s", base, middle, kind) >= 0)
		directories[(*nr)++] = path;
	else
		cg_memory_missed();
}

bool cg_own_directory(char *path, size_t size)
{
	ssize_t length = readlink("/proc/self/exe", path, size - 1);

	if (length <= 0)
		return false;
	path[length] = '\0';
	*strrchr(path, '/') = '\0';
	return true;
}

void cg_datadirs(const char *kind, const char **directories)
{
	const char *from_user = getenv("CGPONG_DATADIR");
	char own[PATH_MAX];
	size_t nr = 0;

	if (from_user && *from_user)
		add(directories, &nr, from_user, "", kind);
	if (cg_own_directory(own, sizeof(own)))
		add(directories, &nr, own, "/../share/cgpong", kind);
	add(directories, &nr, CGPONG_DATADIR, "", kind);
	directories[nr] = NULL;
}

void cg_datadirs_free(const char **directories)
{
	for (size_t i = 0; directories[i]; i++)
		free((void *)directories[i]);
}
