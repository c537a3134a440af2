// SPDX-License-Identifier: GPL-2.0-only
/*
 * unix-dgram.c - request and response over a pair of AF_UNIX datagram sockets.
 *
 * One op is one round trip of two datagrams of --size bytes. Each is an skb of its own: a head from the
 * slab and, charged with it, its data. It is built outside cgpong's source, against the installed library.
 */
#include <sys/socket.h>

#include <cgpong/workload.h>

static int make_pair(int fds[2])
{
	return socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, fds);
}

static int prepare(struct cg_worker *worker)
{
	struct cg_exchange *x = worker->state;
	uint64_t size = cg_option_u64(worker->options, "size");
	int result = cg_exchange_buffers(worker, x, size, size);

	if (result)
		return result;
	x->in = x->out = cg_share_pair(worker, make_pair, "socketpair");
	return x->in < 0 ? x->in : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_exchange_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 65536, NULL, "size of a datagram" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "unix-dgram",
	.summary = "request and response over AF_UNIX datagrams",
	.op = "round trip",
	.members = 2,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct cg_exchange),
	.fds = 1,
	.prepare = prepare,
	.run = run,
};
