// SPDX-License-Identifier: GPL-2.0-only
/*
 * ring.c - one token handed round a ring of workers. Declared in workload.h.
 */
#include "worker.h"
#include "workload.h"

int cg_ring_fd(struct cg_worker *worker, int (*make)(struct cg_worker *worker, int fds[2]),
	       int *out, int *in)
{
	unsigned int next = (worker->member + 1) % worker->nr_members;
	int fds[2], result = make(worker, fds);

	if (result)
		return result;
	*out = fds[0];
	*in = fds[1];
	if (next == worker->member)
		return 0;
	result = cg_send_fd(worker, next, fds[1]);
	close(fds[1]);
	if (result)
		return result;
	*in = cg_receive_fd(worker);
	return *in < 0 ? *in : 0;
}

int cg_ring_run(struct cg_worker *worker, uint64_t *hop, uint64_t n,
		int (*send)(struct cg_worker *worker), int (*receive)(struct cg_worker *worker))
{
	unsigned int k = worker->nr_members;
	uint64_t end = *hop + n;
	int result = 0;

	for (; *hop < end && !result; ++*hop) {
		if (*hop % k == worker->member)
			result = send(worker);
		if (!result && (*hop + 1) % k == worker->member)
			result = receive(worker);
	}
	return result;
}
