// SPDX-License-Identifier: GPL-2.0-only
/*
 * tcp-ring.c - a token handed round a ring of workers over TCP, each in a cgroup of its own.
 *
 * One op is one hop: a worker sends --size bytes to the next. All --ring workers sit on one CPU,
 * worker i in cgroup i, and each connection is made by its sender alone, so every hop charges
 * another memcg and walks the CPU's page stock cyclically. Expected per op: charge_walk 0 while the
 * ring fits into the stock's slots, and up to 1.0 from the first ring that does not: one slot
 * before Linux 6.16, seven since. `cgpong sweep tcp-ring --ring 1..16+1` shows the cliff. With more
 * than one instance per CPU the rings share the slots.
 */
#include <sys/socket.h>

#include "workload.h"

struct ring {
	int out, in;
	uint64_t hop;
	size_t size;
	void *token;
};

static int prepare(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	r->size = cg_option_u64(worker->options, "size");
	r->token = cg_buffer(worker, r->size);
	if (!r->token)
		return -ENOMEM;
	return cg_ring_fd(worker, cg_loopback_pair, &r->out, &r->in);
}

static int send_token(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	return cg_write_all(worker, r->out, r->token, r->size);
}

static int receive_token(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	return cg_read_all(worker, r->in, r->token, r->size);
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct ring *r = worker->state;

	return cg_ring_run(worker, &r->hop, n, send_token, receive_token);
}

static const struct cg_option options[] = {
	{ "ring", 0, CG_OPTION_NUMBER, "K", "2", 1, 1024, NULL, "workers in a ring" },
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 65536, NULL, "size of the token" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "tcp-ring",
	.summary = "a token round a ring of cgroups over TCP: counts page-stock slots",
	.op = "hop",
	.members_option = "ring",
	.by_member = true,
	.place = CG_PLACE_SAME_CPU,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct ring),
	.fds = 4,
	.prepare = prepare,
	.run = run,
};
