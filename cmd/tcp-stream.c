// SPDX-License-Identifier: GPL-2.0-only
/*
 * tcp-stream.c - one way through a TCP connection on IPv4 loopback, as lmbench's bw_tcp does it.
 *
 * One op is one write of --size bytes by member 0; member 1 reads them. Small writes are
 * merged into the skb at the tail of the send queue, so sockets charge pages as the queue grows
 * and uncharge them as the reader drains it. Expected per 64-byte op: every event far below
 * 1. Reported at -33.0 % when the page stock was never refilled. What disturbs it: how full the
 * buffers are, so wakeups and merges per op vary.
 */
#include <netinet/in.h>
#include <sys/socket.h>

#include "workload.h"

static int prepare(struct cg_worker *worker)
{
	struct cg_stream *s = worker->state;

	s->size = cg_option_u64(worker->options, "size");
	s->block = cg_buffer(worker, s->size);
	if (!s->block)
		return -ENOMEM;
	s->fd = cg_loopback_connect(worker, SOCK_STREAM, IPPROTO_TCP);
	return s->fd < 0 ? s->fd : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_stream_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 1 << 30, NULL, "size of a write" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "tcp-stream",
	.summary = "one-way stream over TCP on loopback",
	.op = "write",
	.members = 2,
	.options = options,
	.moves_bytes = true,
	.charges = true,
	.state_size = sizeof(struct cg_stream),
	.fds = 1,
	.prepare = prepare,
	.run = run,
};
