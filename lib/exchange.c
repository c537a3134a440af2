// SPDX-License-Identifier: GPL-2.0-only
/*
 * exchange.c - the loops of workloads that move bytes over stream descriptors: request and
 * response, and one-way streams. Declared in workload.h.
 */
#include "workload.h"

int cg_exchange_buffers(struct cg_worker *worker, struct cg_exchange *exchange, size_t request_size,
			size_t reply_size)
{
	exchange->request_size = request_size;
	exchange->reply_size = reply_size;
	exchange->request = cg_buffer(worker, request_size);
	exchange->reply = exchange->request ? cg_buffer(worker, reply_size) : NULL;
	return exchange->reply ? 0 : -ENOMEM;
}

static int ask(struct cg_worker *worker, const struct cg_exchange *x, uint64_t n)
{
	int result = 0;

	for (; n && !result; n--) {
		result = cg_write_all(worker, x->out, x->request, x->request_size);
		if (!result)
			result = cg_read_all(worker, x->in, x->reply, x->reply_size);
	}
	return result;
}

static int answer(struct cg_worker *worker, const struct cg_exchange *x, uint64_t n)
{
	int result = 0;

	for (; n && !result; n--) {
		result = cg_read_all(worker, x->in, x->request, x->request_size);
		if (!result)
			result = cg_write_all(worker, x->out, x->reply, x->reply_size);
	}
	return result;
}

int cg_exchange_run(struct cg_worker *worker, const struct cg_exchange *exchange, uint64_t n)
{
	return worker->member == 0 ? ask(worker, exchange, n) : answer(worker, exchange, n);
}

int cg_stream_run(struct cg_worker *worker, const struct cg_stream *stream, uint64_t n)
{
	int result = 0;

	if (worker->member == 0) {
		for (; n && !result; n--)
			result = cg_write_all(worker, stream->fd, stream->block, stream->size);
		return result;
	}
	for (; n && !result; n--)
		result = cg_read_all(worker, stream->fd, stream->block, stream->size);
	return result;
}
