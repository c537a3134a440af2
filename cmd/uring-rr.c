// SPDX-License-Identifier: GPL-2.0-only
/*
 * uring-rr.c - the round trip of unix sockets, with every send and receive through io_uring.
 *
 * One op is one round trip: member 0 submits a send of --size bytes and a receive linked behind
 * it, and waits for both. The requests are accounted slab objects that io_uring keeps for
 * itself, the messages are skbs as with any AF_UNIX socket. Expected per op: slab_charge
 * and slab_uncharge for the skbs, no walk. Where io_uring is disabled (kernel.io_uring_disabled,
 * seccomp of containers) it is skipped. What disturbs it: wakeups, idle states.
 */
#include <errno.h>
#include <liburing.h>
#include <string.h>
#include <sys/socket.h>

#include "workload.h"

struct connection {
	struct io_uring ring;
	int fd;
	size_t size;
	void *message;
};

static int check(struct cg_check *check_for, struct cg_error *error)
{
	struct io_uring ring;
	int result = io_uring_queue_init(4, &ring, 0);

	(void)check_for;
	if (result == 0) {
		io_uring_queue_exit(&ring);
		return 0;
	}
	cg_error_skip(error, -result, "io_uring_queue_init");
	cg_error_cure(error, "sysctl kernel.io_uring_disabled=0, ulimit -l unlimited, or a kernel "
			     "with CONFIG_IO_URING; containers often forbid it");
	return result;
}

static int make_pair(int fds[2])
{
	return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds);
}

static int prepare(struct cg_worker *worker)
{
	struct connection *c = worker->state;
	int result = io_uring_queue_init(4, &c->ring, 0);

	c->size = cg_option_u64(worker->options, "size");
	if (result < 0) {
		errno = -result;
		return cg_fail(worker, "io_uring_queue_init");
	}
	c->message = cg_buffer(worker, c->size);
	if (!c->message)
		return -ENOMEM;
	c->fd = cg_share_pair(worker, make_pair, "socketpair");
	return c->fd < 0 ? c->fd : 0;
}

/* One send and one receive, in the order given; whole messages, or an error. */
static int exchange(struct cg_worker *worker, struct connection *c, bool send_first)
{
	struct io_uring_sqe *first = io_uring_get_sqe(&c->ring);
	struct io_uring_sqe *second = io_uring_get_sqe(&c->ring);
	struct io_uring_cqe *cqe;
	int result;

	io_uring_prep_send(send_first ? first : second, c->fd, c->message, c->size, MSG_WAITALL);
	io_uring_prep_recv(send_first ? second : first, c->fd, c->message, c->size, MSG_WAITALL);
	first->flags |= IOSQE_IO_LINK;
	result = io_uring_submit_and_wait(&c->ring, 2);
	for (int i = 0; i < 2 && result >= 0; i++) {
		result = io_uring_wait_cqe(&c->ring, &cqe);
		if (result < 0)
			break;
		result = cqe->res == (int)c->size ? 0 : cqe->res < 0 ? cqe->res : -EBADMSG;
		io_uring_cqe_seen(&c->ring, cqe);
	}
	if (result >= 0)
		return 0;
	errno = -result;
	return cg_fail(worker, "io_uring send and receive of %zu bytes", c->size);
}

static int run(struct cg_worker *worker, uint64_t n)
{
	int result = 0;

	for (; n && !result; n--)
		result = exchange(worker, worker->state, worker->member == 0);
	return result;
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 32768, NULL, "size of a message" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "uring-rr",
	.summary = "round trips over AF_UNIX through io_uring",
	.op = "round trip",
	.members = 2,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct connection),
	.fds = 3,
	.check = check,
	.prepare = prepare,
	.run = run,
};
