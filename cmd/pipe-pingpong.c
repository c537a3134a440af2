// SPDX-License-Identifier: GPL-2.0-only
/*
 * pipe-pingpong.c - a message there and back through two pipes.
 *
 * One op is one round trip: member 0 writes --size bytes to one pipe and reads as many from
 * the other. It switches context like the other ping-pongs and charges no object per op: a
 * pipe keeps the page of a message that was read and uses it for the next. So it is the
 * control that tells a slower scheduler from a slower charge path. Expected per op: every
 * charge-path event 0. What disturbs it: wakeups across CPUs, idle states.
 */
#include <fcntl.h>

#include "workload.h"

static int prepare(struct cg_worker *worker)
{
	struct cg_exchange *x = worker->state;
	size_t size = cg_option_u64(worker->options, "size");
	int fds[2];

	if (cg_exchange_buffers(worker, x, size, size))
		return -ENOMEM;
	/* Each makes the pipe it writes to and gives the reading end away. */
	if (pipe2(fds, O_CLOEXEC))
		return cg_fail(worker, "pipe2");
	x->out = fds[1];
	if (cg_send_fd(worker, !worker->member, fds[0]))
		return -EIO;
	close(fds[0]);
	x->in = cg_receive_fd(worker);
	return x->in < 0 ? x->in : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_exchange_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 4096, NULL, "size of a message" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "pipe-pingpong",
	.summary = "round trips through two pipes, the control without charges",
	.op = "round trip",
	.members = 2,
	.options = options,
	.state_size = sizeof(struct cg_exchange),
	.fds = 2,
	.prepare = prepare,
	.run = run,
};
