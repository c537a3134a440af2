// SPDX-License-Identifier: GPL-2.0-only
/*
 * rlimit.c - our own resource limits. See rlimit.h.
 */
#include "rlimit.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/resource.h>

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
