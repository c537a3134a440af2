// SPDX-License-Identifier: GPL-2.0-only
/*
 * fork-exit.c - fork a child that exits, and wait for it.
 *
 * One op is one child. A fork charges the task, its stack, its page tables and dozens of other
 * objects, and the exit uncharges them, partly from RCU and so later and on another CPU.
 * Expected per op: charge and slab_charge in the tens, charge_walk a fraction of charge; with a
 * stock that is never refilled every charge walks. Reported at -63.5 % (mmapfork) then. What
 * disturbs it: RCU's grace periods, ASLR (page tables), the size of the parent.
 */
#include <sys/wait.h>

#include "workload.h"

static int run(struct cg_worker *worker, uint64_t n)
{
	for (; n; n--) {
		pid_t child = fork();
		int status;

		if (child < 0)
			return cg_fail(worker, "fork");
		if (child == 0)
			_exit(0);
		if (waitpid(child, &status, 0) != child || status != 0)
			return cg_fail(worker, "waitpid");
	}
	return 0;
}

const struct cg_workload cg_workload = {
	.name = "fork-exit",
	.summary = "fork a child that exits at once",
	.op = "child",
	.members = 1,
	.charges = true,
	.run = run,
};
