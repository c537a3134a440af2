// SPDX-License-Identifier: GPL-2.0-only
/*
 * null.c - an empty op.
 *
 * One op is one turn of an empty loop. It makes no system call and charges nothing: it measures
 * the harness itself, and it is the control for the counts, where every event must be 0.
 * What disturbs it is what disturbs any loop: another task on its CPU.
 */
#include "workload.h"

static int run(struct cg_worker *worker, uint64_t n)
{
	(void)worker;
	for (; n; n--)
		__asm__ volatile("");
	return 0;
}

const struct cg_workload cg_workload = {
	.name = "null",
	.summary = "an empty loop: measures the harness",
	.op = "empty op",
	.members = 1,
	.run = run,
};
