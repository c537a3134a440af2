// SPDX-License-Identifier: GPL-2.0-only
/*
 * rlimit.c - our own resource limits. See rlimit.h.
 */
#include "rlimit.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "file.h"
#include "parse.h"

int cg_rlimit_raise_files(uint64_t needed, struct cg_error *error)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= needed)
		return 0;
	limit.rlim_cur = needed;
	/* Root may go beyond the hard limit, up to fs.nr_open. */
	if (limit.rlim_max < needed)
		limit.rlim_max = needed;
	if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
		return 0;
	cg_error_skip(error, errno, "setrlimit RLIMIT_NOFILE to %" PRIu64, needed);
	cg_error_cure(error, "ulimit -n %" PRIu64 ", or use fewer instances", needed);
	return -error->code;
}

/* Of "0.20 0.18 0.12 1/80 11206", proc(5): 80 exist. 0 if it does not say. */
static uint64_t nr_tasks(const char *proc)
{
	char path[PATH_MAX], text[128], *slash;
	uint64_t nr;

	snprintf(path, sizeof(path), "%s/loadavg", proc);
	if (cg_file_read(path, text, sizeof(text)) < 0)
		return 0;
	slash = strchr(text, '/');
	if (!slash)
		return 0;
	slash[strcspn(slash, " ")] = '\0';
	return cg_parse_u64(slash + 1, 0, UINT64_MAX, &nr) ? 0 : nr;
}

int cg_rlimit_check_tasks(const char *proc, uint64_t needed, struct cg_error *error)
{
	static const char *const limits[] = { "pid_max", "threads-max" };
	uint64_t there, limit;
	char path[PATH_MAX];

	proc = proc ? proc : "/proc";
	there = nr_tasks(proc);
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		snprintf(path, sizeof(path), "%s/sys/kernel/%s", proc, limits[i]);
		if (cg_file_read_u64(path, &limit) || needed + there <= limit)
			continue;
		cg_error_skip(error, 0,
			      "%" PRIu64 " workers in all contexts, and %" PRIu64
			      " tasks are there already: kernel.%s is %" PRIu64,
			      needed, there, limits[i], limit);
		cg_error_cure(error,
			      "use fewer instances or contexts, or sysctl kernel.%s=%" PRIu64,
			      limits[i], needed + there);
		return -EAGAIN;
	}
	return 0;
}
