// SPDX-License-Identifier: GPL-2.0-only
/*
 * worker.c - what happens inside one worker. See worker.h.
 *
 * The workload's run() owns the loop; here the ops are cut into batches of a few
 * milliseconds, and the clock, the stop flag and the ledger are looked at between them.
 */
#include "worker.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "counters.h"
#include "yardstick.h"

#define BATCH_MAX (1ull << 32)

/* Leave the failure for the parent and wait for it to end us: our peers may be blocked in us. */
static void give_up(struct cg_worker *worker)
{
	struct cg_worker_private *p = worker->private;

	cg_error_fail(&p->slot->error, 0, "%s failed without saying why", p->workload->name);
	atomic_store(&p->slot->failed, 1);
	cg_barrier_ring(p->shared);
	for (;;)
		pause();
}

static int run_ops(struct cg_worker *worker, uint64_t n)
{
	struct cg_worker_private *p = worker->private;
	int result = p->workload->run(worker, n);

	if (!result)
		atomic_fetch_add_explicit(&p->slot->progress, 1, memory_order_relaxed);
	return result;
}

/* The batch that takes @target_ns, by the last one; moved in steps, a hiccup is not a trend. */
static uint64_t next_batch(uint64_t batch, uint64_t elapsed_ns, uint64_t target_ns)
{
	uint64_t next = batch * 4;

	if (elapsed_ns)
		next = (uint64_t)((double)batch * (double)target_ns / (double)elapsed_ns);
	if (next > batch * 4)
		next = batch * 4;
	if (next < batch / 2)
		next = batch / 2;
	if (next > BATCH_MAX)
		next = BATCH_MAX;
	return next ? next : 1;
}

/* How many ops the leader grants next, of what the round still wants. */
static uint64_t want(struct cg_worker_private *p, uint64_t left)
{
	if (atomic_load_explicit(&p->shared->barrier.stop, memory_order_relaxed))
		return 0;
	return p->batch < left ? p->batch : left;
}

/* Who first gets to run when the round is over already does one op: it was slow, not absent. */
static uint64_t want_first(struct cg_worker_private *p, uint64_t left)
{
	uint64_t n = want(p, left);

	return n ? n : 1;
}

/*
 * The leader grants one batch more than it is about to do. A follower that ends
 * its part of a batch first so finds the next one granted and never waits here.
 */
static int lead(struct cg_worker *worker, struct cg_tally *tally)
{
	struct cg_worker_private *p = worker->private;
	uint64_t left = p->shared->barrier.ops;
	uint64_t current = want_first(p, left);
	uint64_t next, before = tally->start_ns, now;
	int result;

	cg_lane_grant(p->lane, current);
	while (current) {
		left -= current;
		next = want(p, left);
		cg_lane_grant(p->lane, next);
		result = run_ops(worker, current);
		if (result)
			return result;
		tally->ops += current;
		now = cg_clock_ns();
		/* The rest of a fixed number of ops says nothing about the clock. */
		if (current == p->batch)
			p->batch = next_batch(current, now - before, p->batch_ns);
		before = now;
		current = next;
	}
	return 0;
}

static int follow(struct cg_worker *worker, struct cg_tally *tally)
{
	struct cg_worker_private *p = worker->private;
	uint64_t n;
	int result;

	while ((n = cg_lane_take(p->lane, tally->ops)) > 0) {
		result = run_ops(worker, n);
		if (result)
			return result;
		tally->ops += n;
	}
	return 0;
}

static uint64_t timeval_ns(struct timeval time)
{
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_usec * 1000;
}

static int do_round(struct cg_worker *worker)
{
	struct cg_worker_private *p = worker->private;
	struct cg_tally tally = { 0 };
	struct cg_counters counters;
	struct rusage before, after;
	uint64_t cpu_ns;
	bool counting;
	int result;

	tally.cpu_speed = cg_yardstick();
	if (getrusage(RUSAGE_THREAD, &before))
		return cg_fail(worker, "getrusage");
	counting = cg_counters_start(p->cycles_fd, p->instructions_fd);
	cpu_ns = cg_clock_cpu_ns();
	tally.start_ns = cg_clock_ns();
	result = worker->member == 0 ? lead(worker, &tally) : follow(worker, &tally);
	tally.end_ns = cg_clock_ns();
	tally.cpu_ns = cg_clock_cpu_ns() - cpu_ns;
	tally.has_counters =
		cg_counters_stop(p->cycles_fd, p->instructions_fd, &counters) && counting;
	if (!result && getrusage(RUSAGE_THREAD, &after))
		result = cg_fail(worker, "getrusage");
	if (result)
		return result;
	if (tally.has_counters) {
		tally.cycles = counters.cycles;
		tally.instructions = counters.instructions;
	}
	tally.user_ns = timeval_ns(after.ru_utime) - timeval_ns(before.ru_utime);
	tally.system_ns = timeval_ns(after.ru_stime) - timeval_ns(before.ru_stime);
	tally.voluntary_switches = (uint64_t)(after.ru_nvcsw - before.ru_nvcsw);
	tally.involuntary_switches = (uint64_t)(after.ru_nivcsw - before.ru_nivcsw);
	tally.cpu = sched_getcpu();
	tally.cpu_speed = fmin(tally.cpu_speed, cg_yardstick());
	p->slot->tally = tally;
	return 0;
}

static int prepare(struct cg_worker *worker)
{
	const struct cg_workload *workload = worker->private->workload;

	/* Before Linux 6.2 a move into another cpuset takes the pin away: pin once more. */
	if (cg_placement_pin(&worker->private->seat, &worker->private->slot->error))
		return -EXDEV;
	if (workload->state_size) {
		worker->state = mmap(NULL, workload->state_size, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (worker->state == MAP_FAILED)
			return cg_fail(worker, "mmap the worker's state");
	}
	return workload->prepare ? workload->prepare(worker) : 0;
}

static int obey(struct cg_worker *worker, enum cg_command command)
{
	const struct cg_workload *workload = worker->private->workload;

	switch (command) {
	case CG_COMMAND_PREPARE:
		return prepare(worker);
	case CG_COMMAND_ROUND:
		return do_round(worker);
	case CG_COMMAND_FINISH:
		return workload->finish ? workload->finish(worker) : 0;
	}
	return cg_error_fail(&worker->private->slot->error, 0, "unknown command %d", command);
}

void cg_worker_main(struct cg_worker *worker)
{
	struct cg_worker_private *p = worker->private;
	enum cg_command command;
	uint32_t turn = 1;

	p->slot->tid = (pid_t)syscall(SYS_gettid);
	p->batch = 1;
	if (cg_placement_pin(&p->seat, &p->slot->error))
		give_up(worker);
	cg_counters_open(&p->cycles_fd, &p->instructions_fd);
	cg_barrier_arrive(p->shared, p->slot, turn);
	do {
		turn = cg_barrier_wait(p->shared, turn);
		command = p->shared->barrier.command;
		if (obey(worker, command))
			give_up(worker);
		cg_barrier_arrive(p->shared, p->slot, turn);
	} while (command != CG_COMMAND_FINISH);
}

int cg_fail(struct cg_worker *worker, const char *format, ...)
{
	struct cg_error *error = &worker->private->slot->error;
	int code = errno;
	char what[sizeof(error->what)];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	if (code)
		return cg_error_fail(error, code, "%s", what);
	return cg_error_fail(error, 0, "%s: not what was expected", what);
}
