// SPDX-License-Identifier: GPL-2.0-only
/*
 * liar.c - a workload that goes wrong in the way it is told to, to test the harness.
 *
 * One op burns a microsecond or so; --lie says what happens at op --at: fail, hang, die (by a
 * signal), exit, fork (a child that outlives it), silent (an error without a record), short
 * (member 1 does one op less), grow (touches memory without end), slow-prepare (hangs before
 * the first round). "none" is honest. With CGPONG_LIAR_WORK=N in the environment every op costs
 * N thousandths more: a real slowdown of known size that no option tells of. With
 * CGPONG_LIAR_WALK=N every Nth op walks the page_counter hierarchy once: a pipe's ring of 8192
 * buffers is 512 KiB or less of accounted memory in one piece, more pages than any stock holds.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "workload.h"

/* Turns of an empty loop that are an op. */
#define OP_TURNS 1000

struct lie {
	uint64_t done, at, turns, walk;
	int pipe[2];
};

static const char *const lies[] = { "none",   "fail", "hang",	 "die",	    "exit", "fork",
				    "silent", "grow", "prepare", "bimodal", NULL };

static void hang(void)
{
	for (;;)
		pause();
}

static void grow(void)
{
	for (;;) {
		void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (memory == MAP_FAILED)
			hang();
		memset(memory, 1, 1 << 20);
	}
}

static int lie(struct cg_worker *worker)
{
	const struct cg_option_values *o = worker->options;

	if (worker->instance != cg_option_u64(o, "who") || worker->member != worker->nr_members - 1)
		return 0;
	if (cg_option_is(o, "lie", "fail")) {
		errno = EIO;
		return cg_fail(worker, "op %llu", (unsigned long long)cg_option_u64(o, "at"));
	}
	if (cg_option_is(o, "lie", "hang"))
		hang();
	if (cg_option_is(o, "lie", "die"))
		abort();
	if (cg_option_is(o, "lie", "exit"))
		_exit(3);
	if (cg_option_is(o, "lie", "fork") && fork() == 0)
		hang();
	if (cg_option_is(o, "lie", "silent"))
		return -EIO;
	if (cg_option_is(o, "lie", "grow"))
		grow();
	return 0;
}

/* Makes the pipe's ring a large one, and small again. */
static int walk(struct cg_worker *worker)
{
	struct lie *l = worker->state;

	if (fcntl(l->pipe[0], F_SETPIPE_SZ, 8192 * 4096) < 0 ||
	    fcntl(l->pipe[0], F_SETPIPE_SZ, 4096) < 0)
		return cg_fail(worker, "F_SETPIPE_SZ");
	return 0;
}

static int prepare(struct cg_worker *worker)
{
	const char *work = getenv("CGPONG_LIAR_WORK"), *walks = getenv("CGPONG_LIAR_WALK");
	struct lie *l = worker->state;

	l->walk = walks ? strtoul(walks, NULL, 10) : 0;
	if (l->walk && pipe2(l->pipe, O_CLOEXEC))
		return cg_fail(worker, "pipe2");

	l->at = cg_option_u64(worker->options, "at");
	l->turns = OP_TURNS + (work ? strtoul(work, NULL, 10) : 0);
	if (cg_option_is(worker->options, "lie", "prepare"))
		hang();
	return 0;
}

static int run(struct cg_worker *worker, uint64_t n)
{
	struct lie *l = worker->state;
	int result = 0;

	for (; n && !result; n--) {
		for (uint64_t i = 0; i < l->turns; i++)
			__asm__ volatile("");
		if (++l->done == l->at)
			result = lie(worker);
		if (!result && l->walk && l->done % l->walk == 0)
			result = walk(worker);
	}
	return result;
}

static const struct cg_option options[] = {
	{ "lie", 0, CG_OPTION_CHOICE, "HOW", "none", 0, 0, lies, "what goes wrong" },
	{ "at", 0, CG_OPTION_NUMBER, "OP", "1000", 1, 1000000000, NULL, "at which op" },
	{ "who", 0, CG_OPTION_NUMBER, "INSTANCE", "0", 0, 100000, NULL, "in which instance" },
	{ "members", 0, CG_OPTION_NUMBER, "N", "2", 1, 64, NULL, "workers of an instance" },
	{ 0 },
};

const struct cg_workload cg_workload = {
	.name = "liar",
	.summary = "goes wrong as it is told to",
	.op = "op",
	.members = 0,
	.members_option = "members",
	.options = options,
	.state_size = sizeof(struct lie),
	.prepare = prepare,
	.run = run,
};
