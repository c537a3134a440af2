// SPDX-License-Identifier: GPL-2.0-only
/*
 * tcp-rr.c - request and response over a TCP connection on IPv4 loopback.
 *
 * One op is one round trip: member 0 sends a request of --size bytes and receives a reply
 * of --reply-size bytes, with TCP_NODELAY. Sockets charge whole pages as their buffers
 * fill and uncharge them as they drain. Expected per op: no charge_walk and no uncharge_walk with
 * equal sizes; but where request and reply cost a different number of pages and the two
 * workers are on different CPUs, one CPU charges less than it uncharges, fills its stock to the
 * brim and empties it on every op: 1.0 each at 64:4096 on every kernel whose stock has one
 * watermark for both. On one CPU 0.0 at every size. What disturbs it: wakeups, idle states.
 */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "workload.h"

static int prepare(struct cg_worker *worker)
{
	struct cg_exchange *x = worker->state;

	if (cg_exchange_buffers(worker, x, cg_option_u64(worker->options, "size"),
				cg_option_u64(worker->options, "reply-size")))
		return -ENOMEM;
	x->out = x->in = cg_loopback_connect(worker, SOCK_STREAM, IPPROTO_TCP);
	if (x->in < 0)
		return x->in;
	return cg_socket_flag(worker, x->in, IPPROTO_TCP, TCP_NODELAY, "TCP_NODELAY");
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
	.name = "tcp-rr",
	.summary = "request and response over TCP on loopback",
	.op = "round trip",
	.members = 2,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct cg_exchange),
	.fds = 1,
	.prepare = prepare,
	.run = run,
};
