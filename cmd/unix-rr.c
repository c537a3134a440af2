// SPDX-License-Identifier: GPL-2.0-only
/*
 * unix-rr.c - request and response over an AF_UNIX stream socket pair.
 *
 * One op is one round trip of small messages, as a database and its client on one machine
 * exchange them. Each message is an skb and its head, two accounted slab objects that the receiver
 * frees. Expected per op: slab_charge and slab_uncharge 4.0, objcg_drain 0.0 and no walk; across
 * nodes objcg_drain is 4.0 or more where every node has its own object cgroup and the object
 * stock has one slot. Reported at -10 to -20 % of transactions when objects came to be accounted
 * one by one. What disturbs it: wakeups, idle states.
 */
#include <sys/socket.h>

#include "workload.h"

static int make_pair(int fds[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

static int prepare(struct cg_worker *worker)
{
	struct cg_exchange *x = worker->state;

	if (cg_exchange_buffers(worker, x, cg_option_u64(worker->options, "size"),
				cg_option_u64(worker->options, "reply-size")))
		return -ENOMEM;
	x->out = x->in = cg_share_pair(worker, make_pair, "socketpair");
	return x->in < 0 ? x->in : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_exchange_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 1 << 30, NULL, "size of a request" },
	{ "reply-size", 0, CG_OPTION_BYTES, "BYTES", "64", 1, 1 << 30, NULL, "size of a reply" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "unix-rr",
	.summary = "request and response over an AF_UNIX socket pair",
	.op = "round trip",
	.members = 2,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct cg_exchange),
	.fds = 1,
	.prepare = prepare,
	.run = run,
};
