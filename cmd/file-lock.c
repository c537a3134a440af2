// SPDX-License-Identifier: GPL-2.0-only
/*
 * file-lock.c - take and drop a POSIX record lock.
 *
 * One op is one F_SETLK write lock of a byte and its unlock, on an unlinked file of the
 * worker's own. Each allocates and frees lock structures. No released kernel accounts them: the
 * change that did was taken back within a cycle, for this loop lost a third of its speed. So
 * it is a control, every event 0 per op, and slab_charge and slab_uncharge from 2 up if a kernel
 * accounts locks again. What disturbs it: nothing but other load on its CPU.
 */
#include <fcntl.h>

#include "workload.h"

struct lock {
	int fd;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	return cg_check_directory(check_for, error, cg_option_text(check_for->options, "dir"));
}

static int prepare(struct cg_worker *worker)
{
	struct lock *l = worker->state;

	l->fd = cg_unlinked_file(worker, cg_option_text(worker->options, "dir"), 1);
	return l->fd < 0 ? l->fd : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct lock *l = worker->state;
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
	struct flock unlock = { .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_len = 1 };

	for (; n; n--) {
		if (fcntl(l->fd, F_SETLK, &lock))
			return cg_fail(worker, "fcntl F_SETLK to lock");
		if (fcntl(l->fd, F_SETLK, &unlock))
			return cg_fail(worker, "fcntl F_SETLK to unlock");
	}
	return 0;
}

static const struct cg_option options[] = {
	{ "dir", 0, CG_OPTION_TEXT, "DIR", "/dev/shm", 0, 0, NULL, "where the file is made" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "file-lock",
	.summary = "take and drop a POSIX record lock",
	.op = "lock and unlock",
	.members = 1,
	.options = options,
	.state_size = sizeof(struct lock),
	.fds = 1,
	.check = check,
	.prepare = prepare,
	.run = run,
};
