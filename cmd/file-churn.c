// SPDX-License-Identifier: GPL-2.0-only
/*
 * file-churn.c - create a file, write a byte, close and unlink it.
 *
 * One op is one file, in a directory of the worker's own below --dir. On tmpfs it charges an
 * inode, a dentry and a page, and uncharges the page at the unlink and the objects a while later,
 * when RCU lets go of them: a free that comes late, and on another CPU as a rule. Expected per op:
 * charge 1.0 or more, slab_charge 3 or more; uncharge_walk about 1.0, for the page goes
 * alone. What disturbs it: RCU's grace periods, so counts vary with the length of the
 * round; other filesystems add their own work.
 */
#include <fcntl.h>

#include "workload.h"

struct churn {
	int directory;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	cg_check_huge_pages(check_for, cg_option_text(check_for->options, "dir"));
	return cg_check_directory(check_for, error, cg_option_text(check_for->options, "dir"));
}

static void sweep(const struct cg_option_values *values)
{
	cg_scratch_sweep(cg_option_text(values, "dir"));
}

static int prepare(struct cg_worker *worker)
{
	struct churn *c = worker->state;

	c->directory = cg_scratch_open(worker, cg_option_text(worker->options, "dir"));
	return c->directory < 0 ? c->directory : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct churn *c = worker->state;

	for (; n; n--) {
		int fd = openat(c->directory, "f", O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);

		if (fd < 0)
			return cg_fail(worker, "create a file");
		if (write(fd, "", 1) != 1)
			return cg_fail(worker, "write a byte");
		if (close(fd) || unlinkat(c->directory, "f", 0))
			return cg_fail(worker, "close and unlink");
	}
	return 0;
}

static const struct cg_option options[] = {
	{ "dir", 0, CG_OPTION_TEXT, "DIR", "/dev/shm", 0, 0, NULL, "where files are made" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "file-churn",
	.summary = "create, write and unlink small files",
	.op = "file",
	.members = 1,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct churn),
	.fds = 2,
	.check = check,
	.sweep = sweep,
	.prepare = prepare,
	.run = run,
};
