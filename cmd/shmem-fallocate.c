// SPDX-License-Identifier: GPL-2.0-only
/*
 * shmem-fallocate.c - allocate a stretch of a tmpfs file and punch it out again, as
 * will-it-scale's fallocate tests do it.
 *
 * One op is one stretch of --size bytes, 64 KiB by default: fallocate() charges its pages one
 * by one, the punched hole uncharges them in batches. Statistics are updated for each page, so
 * this is also where a statistics update that walks the ancestors shows, against depth (--cgroup
 * deep:1..8). Expected per op of 16 pages: charge 16, charge_walk 0.25, uncharge_walk 1 to 2.
 * Reported at -68.8 % when the stock was never refilled. What disturbs it: huge pages on tmpfs.
 */
#include <fcntl.h>

#include "workload.h"

struct stretch {
	int fd;
	off_t bytes;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	if (cg_check_directory(check_for, error, cg_option_text(check_for->options, "dir")))
		return -EACCES;
	cg_check_huge_pages(check_for, cg_option_text(check_for->options, "dir"));
	return cg_check_memory(error,
			       check_for->nr_instances * cg_option_u64(check_for->options, "size"));
}

static int prepare(struct cg_worker *worker)
{
	struct stretch *s = worker->state;

	s->bytes = (off_t)cg_option_u64(worker->options, "size");
	s->fd = cg_unlinked_file(worker, cg_option_text(worker->options, "dir"),
				 (uint64_t)s->bytes);
	return s->fd < 0 ? s->fd : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct stretch *s = worker->state;

	for (; n; n--) {
		if (fallocate(s->fd, 0, 0, s->bytes))
			return cg_fail(worker, "fallocate");
		if (fallocate(s->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, s->bytes))
			return cg_fail(worker, "fallocate to punch a hole");
	}
	return 0;
}

static const struct cg_option options[] = {
	{ "dir", 0, CG_OPTION_TEXT, "DIR", "/dev/shm", 0, 0, NULL, "where the file is made" },
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64k", 4096, 1ull << 40, NULL,
	  "size of a stretch" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "shmem-fallocate",
	.summary = "allocate and punch out part of a tmpfs file",
	.op = "stretch",
	.members = 1,
	.options = options,
	.moves_bytes = true,
	.charges = true,
	.state_size = sizeof(struct stretch),
	.fds = 1,
	.check = check,
	.prepare = prepare,
	.run = run,
};
