// SPDX-License-Identifier: GPL-2.0-only
/*
 * sctp-rr.c - request and response over an SCTP association on IPv4 loopback, as netperf's
 * SCTP_RR does it.
 *
 * One op is one round trip: member 0 sends --size bytes on a one-to-one socket and receives
 * --reply-size bytes; one transaction is in flight, SCTP_NODELAY is off unless asked for,
 * socket buffers are the system's. Every message charges and uncharges socket memory and
 * skb objects. Expected per op: charge 4.0 and stock_refill 4.0, charge_walk and uncharge_walk 0;
 * where uncharges bypass the per-CPU stock, uncharge_walk is 4.0 as well. Found by 200 %
 * instances on 224 CPUs at -73.9 %. What disturbs it: wakeups, idle states.
 */
#include <netinet/in.h>
#include <netinet/sctp.h>
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
	struct cg_exchange *x = worker->state;

	if (cg_exchange_buffers(worker, x, cg_option_u64(worker->options, "size"),
				cg_option_u64(worker->options, "reply-size")))
		return -ENOMEM;
	x->out = x->in = cg_loopback_connect(worker, SOCK_STREAM, IPPROTO_SCTP);
	if (x->in < 0 || !cg_option_u64(worker->options, "nodelay"))
		return x->in < 0 ? x->in : 0;
	return cg_socket_flag(worker, x->in, IPPROTO_SCTP, SCTP_NODELAY, "SCTP_NODELAY");
}

static int run(struct cg_worker *worker, uint64_t n)
{
	return cg_exchange_run(worker, worker->state, n);
}

static const struct cg_option options[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "1", 1, 65536, NULL, "size of a request" },
	{ "reply-size", 0, CG_OPTION_BYTES, "BYTES", "1", 1, 65536, NULL, "size of a reply" },
	{ "nodelay", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL, "set SCTP_NODELAY" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "sctp-rr",
	.summary = "request and response over SCTP on loopback",
	.op = "round trip",
	.members = 2,
	.options = options,
	.charges = true,
	.state_size = sizeof(struct cg_exchange),
	.fds = 1,
	.check = check,
	.prepare = prepare,
	.run = run,
};
