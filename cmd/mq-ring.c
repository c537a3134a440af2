// SPDX-License-Identifier: GPL-2.0-only
/*
 * mq-ring.c - a token handed round a ring of workers over POSIX message queues, each in a
 * cgroup of its own.
 *
 * One op is one hop: a worker sends a message to the next through a queue of depth 1. All
 * --ring workers sit on one CPU, worker i in cgroup i, so every hop charges an object to another
 * memcg and walks the CPU's object stock cyclically. Expected per op: objcg_drain 0 while the ring
 * fits into the stock's slots, and 1.0 from the first ring that does not: one slot up to
 * Linux 7.1, five since 7.2. Drained objects go through the page stock, whose own cliff shows
 * in charge_walk. `cgpong sweep mq-ring --ring 1..16+1` shows both.
 */
#include <mqueue.h>

#include "workload.h"

struct ring {
	mqd_t out, in;
	uint64_t hop;
	size_t size;
	char *token;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	return cg_check_mqueues(
		error, check_for->nr_members * check_for->nr_instances * check_for->nr_contexts, 1,
		cg_option_u64(check_for->options, "size"));
}

/* A queue has no ends: the same descriptor sends and receives. */
static int make_queue(struct cg_worker *worker, int fds[2])
{
	fds[0] = cg_mqueue(worker, 1, (long)cg_option_u64(worker->options, "size"));
	fds[1] = fds[0] < 0 ? -1 : dup(fds[0]);
	if (fds[0] < 0)
		return fds[0];
	return fds[1] < 0 ? cg_fail(worker, "dup") : 0;
}

static int prepare(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	r->size = cg_option_u64(worker->options, "size");
	r->token = cg_buffer(worker, r->size);
	if (!r->token)
		return -ENOMEM;
	return cg_ring_fd(worker, make_queue, &r->out, &r->in);
}

static int send_token(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	return mq_send(r->out, r->token, r->size, 0) ? cg_fail(worker, "mq_send") : 0;
}

static int receive_token(struct cg_worker *worker)
{
	struct ring *r = worker->state;

	if (mq_receive(r->in, r->token, r->size, NULL) != (ssize_t)r->size)
		return cg_fail(worker, "mq_receive");
	return 0;
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
	.name = "mq-ring",
	.summary = "a token round a ring of cgroups over mqueues: counts object-stock slots",
	.op = "hop",
	.members_option = "ring",
	.by_member = true,
	.place = CG_PLACE_SAME_CPU,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct ring),
	.fds = 4,
	.check = check,
	.prepare = prepare,
	.run = run,
};
