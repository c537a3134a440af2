// SPDX-License-Identifier: GPL-2.0-only
/*
 * unix-stream.c - one way through an AF_UNIX stream socket pair, as lmbench's bw_unix does it.
 *
 * One op is one write of --size bytes by member 0; member 1 reads them. It charges the
 * skb heads as slab objects and, from a page up, the skb's page fragments, and uncharges
 * both when the reader frees the skb on its own CPU. Interesting sizes: 256 bytes (slab
 * only), 3 KB (a head of whole pages), 64 KiB (page fragments, the default). Expected
 * per 64 KiB op: uncharge_walk 4.0, because a free of 32 KiB overflows the page stock even on a
 * healthy kernel; 5.4 where uncharges bypass the stock. At 64 bytes 0.0 and 0.2. What
 * disturbs it: how full the socket's buffer is, so wakeups per op vary.
 */
#include <sys/socket.h>

#include "workload.h"

static int make_pair(int fds[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

static int prepare(struct cg_worker *worker)
{
	struct cg_stream *s = worker->state;

	s->size = cg_option_u64(worker->options, "size");
	s->block = cg_buffer(worker, s->size);
	if (!s->block)
		return -ENOMEM;
	s->fd = cg_share_pair(worker, make_pair, "socketpair");
	return s->fd < 0 ? s->fd : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_stream_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64k", 1, 1 << 30, NULL, "size of a write" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "unix-stream",
	.summary = "one-way stream through an AF_UNIX socket pair",
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
