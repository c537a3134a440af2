// SPDX-License-Identifier: GPL-2.0-only
/*
 * mq-pingpong.c - a message there and back through two POSIX message queues of depth 1.
 *
 * One op is one round trip: two messages, four mq system calls. A message is a slab object
 * that the sender allocates, charged to its cgroup, and the receiver frees on its own CPU.
 * With the workers on two nodes this is where an object stock of one slot thrashes once every
 * node has an object cgroup of its own (Linux 7.1). Expected per op across nodes: objcg_drain
 * 0.00 and objcg_refill 2 on a healthy kernel; 4.00 and 4 on a regressed one. On one node 0.00
 * everywhere. Found on 224 CPUs at -67.7 %. What disturbs it: wakeups, idle states.
 */
#include <mqueue.h>

#include "workload.h"

struct pingpong {
	mqd_t in, out;
	size_t size;
	char *message;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	return cg_check_mqueues(error, 2 * check_for->nr_instances * check_for->nr_contexts, 1,
				cg_option_u64(check_for->options, "size"));
}

static int prepare(struct cg_worker *worker)
{
	struct pingpong *p = worker->state;

	p->size = cg_option_u64(worker->options, "size");
	p->message = cg_buffer(worker, p->size);
	if (!p->message)
		return -ENOMEM;
	/* Each makes the queue it sends to. */
	p->out = cg_mqueue(worker, 1, (long)p->size);
	if (p->out < 0)
		return p->out;
	if (cg_send_fd(worker, !worker->member, p->out))
		return -EIO;
	p->in = cg_receive_fd(worker);
	return p->in < 0 ? p->in : 0;
}

static inline int send_one(struct cg_worker *worker, const struct pingpong *p)
{
	return mq_send(p->out, p->message, p->size, 0) ? cg_fail(worker, "mq_send") : 0;
}

static inline int receive_one(struct cg_worker *worker, const struct pingpong *p)
{
	return mq_receive(p->in, p->message, p->size, NULL) == (ssize_t)p->size
		       ? 0
		       : cg_fail(worker, "mq_receive");
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct pingpong *p = worker->state;
	int result = 0;

	if (worker->member == 0) {
		for (; n && !result; n--) {
			result = send_one(worker, p);
			if (!result)
				result = receive_one(worker, p);
		}
		return result;
	}
	for (; n && !result; n--) {
		result = receive_one(worker, p);
		if (!result)
			result = send_one(worker, p);
	}
	return result;
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 16 << 20, NULL, "size of a message" },
	{ 0 },
};

static const struct cg_rate rates[] = {
	{ "messages_per_sec", 2 },
	{ "mq_ops_per_sec", 4 },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "mq-pingpong",
	.summary = "round trips through two POSIX message queues",
	.op = "round trip",
	.members = 2,
	.options = options,
	.rates = rates,
	.charges = true,
	.state_size = sizeof(struct pingpong),
	.fds = 2,
	.check = check,
	.prepare = prepare,
	.run = run,
};
