// SPDX-License-Identifier: GPL-2.0-only
/*
 * throttle.c - how often a limit on CPU time has stopped the tasks of a cgroup. See throttle.h.
 *
 * The kernel counts at the cgroup that has the limit, so all of them up to the root are asked.
 */
#include "throttle.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "file.h"

static void add_one(struct cg_throttle *sum, const char *directory)
{
	char path[PATH_MAX + 16];
	uint64_t number;

	snprintf(path, sizeof(path), "%s/cpu.stat", directory);
	if (cg_file_read_keyed(path, "nr_throttled", &number) == 0)
		sum->times += number;
	if (cg_file_read_keyed(path, "throttled_usec", &number) == 0)
		sum->time_us += number;
	else if (cg_file_read_keyed(path, "throttled_time", &number) == 0)
		sum->time_us += number / 1000;
}

struct cg_throttle cg_throttle_read(const char *mount, const char *directory)
{
	struct cg_throttle sum = { 0 };
	size_t shortest = strlen(mount);
	char path[PATH_MAX];
	char *slash;

	if (snprintf(path, sizeof(path), "%s", directory) >= (int)sizeof(path) ||
	    strncmp(path, mount, shortest) != 0)
		return sum;
	do {
		add_one(&sum, path);
		slash = strrchr(path, '/');
		if (slash)
			*slash = '\0';
	} while (slash && strlen(path) >= shortest);
	return sum;
}
