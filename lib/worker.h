/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * worker.h - what happens inside one worker, from the pin to the last op.
 */
#ifndef CGPONG_WORKER_H
#define CGPONG_WORKER_H

#include "placement.h"
#include "shared.h"
#include "workload.h"

/* How members of an instance reach each other: one inbox each, a datagram socket pair. */
struct cg_inbox {
	int read_end, write_end;
};

/* The library's part of a worker. */
struct cg_worker_private {
	const struct cg_workload *workload;
	struct cg_shared *shared;
	struct cg_lane *lane;
	struct cg_slot *slot;
	struct cg_seat seat;
	struct cg_inbox *inboxes; /* [member] of this instance */
	uint64_t batch;		  /* ops between two looks at the clock */
	uint64_t batch_ns;	  /* the time it is to take */
	int cycles_fd, instructions_fd;
};

/**
 * cg_worker_main() - pin, then obey the barrier until it says finish
 *
 * Runs in the worker's own process or thread. Order of a worker's life: pin, arrive (now
 * the parent moves its process into its cgroup), prepare, rounds, finish. Returns when
 * the worker is done; after a failure, which is left in its slot, it waits to be killed.
 */
void cg_worker_main(struct cg_worker *worker);

/** cg_mqueue_sweep() - remove the name that a worker killed inside cg_mqueue() has left */
void cg_mqueue_sweep(void);

#endif
