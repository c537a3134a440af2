// SPDX-License-Identifier: GPL-2.0-only
/*
 * sctp-stream.c - one way through an SCTP association on IPv4 loopback, as netperf's
 * SCTP_STREAM does it.
 *
 * One op is one message of --size bytes, 10 KB by default, from member 0 to member 1. A socket
 * that keeps less than a page in reserve charges and uncharges for every message, on two CPUs;
 * with many instances (--nr 25%) in one cgroup the page counters of the hierarchy are fought
 * over. Reported at -69.4 % with 36 streams on 144 CPUs, cgroup v2 only. Expected per op: charge
 * about 3, a page each; charge_walk and uncharge_walk well below 1. What disturbs it: SACKs and
 * the receive window, so the number of packets per op varies.
 */
#include <netinet/in.h>
#include <sys/socket.h>

#include "workload.h"

static int check(struct cg_check *check_for, struct cg_error *error)
{
	(void)check_for;
	return cg_check_socket(error, AF_INET, SOCK_STREAM, IPPROTO_SCTP, "SCTP",
			       "modprobe sctp, or a kernel with CONFIG_IP_SCTP");
}

static int prepare(struct cg_worker *worker)
{
	struct cg_stream *s = worker->state;

	s->size = cg_option_u64(worker->options, "size");
	s->block = cg_buffer(worker, s->size);
	if (!s->block)
		return -ENOMEM;
	s->fd = cg_loopback_connect(worker, SOCK_STREAM, IPPROTO_SCTP);
	return s->fd < 0 ? s->fd : 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_stream_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "10k", 1, 65536, NULL, "size of a message" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "sctp-stream",
	.summary = "one-way stream over SCTP on loopback",
	.op = "message",
	.members = 2,
	.options = options,
	.moves_bytes = true,
	.charges = true,
	.state_size = sizeof(struct cg_stream),
	.fds = 1,
	.check = check,
	.prepare = prepare,
	.run = run,
};
