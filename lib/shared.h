/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shared.h - the memory a run's parent and its workers have in common.
 *
 * One mapping per context, made and touched by the parent before any worker is
 * forked, so that it is charged to no leaf. Every struct that one party writes
 * while others run has cache lines of its own: the only lines that workers
 * contend for are to be the kernel's.
 */
#ifndef CGPONG_SHARED_H
#define CGPONG_SHARED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "error.h"

/* Two lines: x86's adjacent-line prefetcher moves them in pairs (Intel SDM, optimization manual). */
#define CG_SHARED_ALIGN 128

/* What the parent asks of all workers of a context. */
enum cg_command {
	CG_COMMAND_PREPARE,
	CG_COMMAND_ROUND,
	CG_COMMAND_FINISH,
};

/* The parent's side: written between rounds, and @stop once in a timed round. */
struct cg_barrier {
	_Alignas(CG_SHARED_ALIGN) _Atomic uint32_t turn; /* futex; each increment is a command */
	enum cg_command command;
	uint64_t ops; /* ops per instance of this round; UINT64_MAX: until @stop */

	_Alignas(CG_SHARED_ALIGN) _Atomic uint32_t stop; /* end the timed round */

	_Alignas(CG_SHARED_ALIGN) _Atomic uint32_t pending; /* workers that have not arrived */
};

/*
 * An instance's ledger: its leader (member 0) grants ops ahead of doing them, the others
 * do what was granted; so all do the same number and none waits for a message that never
 * comes.
 */
struct cg_lane {
	_Alignas(CG_SHARED_ALIGN) _Atomic uint64_t granted; /* ops granted in this round */
	_Atomic uint32_t closed;			    /* nothing more will be granted */
	_Atomic uint32_t version;			    /* futex; counts grants */
	_Atomic uint32_t waiters;
};

/* What one worker did in one round. */
struct cg_tally {
	uint64_t ops;
	uint64_t start_ns, end_ns;   /* CLOCK_MONOTONIC */
	uint64_t user_ns, system_ns; /* as the kernel samples them, at ticks */
	uint64_t cpu_ns;	     /* their sum, exact */
	uint64_t voluntary_switches, involuntary_switches;
	bool has_counters;
	uint64_t cycles, instructions;
	int cpu;	  /* where it ran at the end of the round */
	double cpu_speed; /* the slower one of before and after the round, see yardstick.h */
};

/* One worker's side. */
struct cg_slot {
	_Alignas(CG_SHARED_ALIGN) _Atomic uint64_t progress; /* calls of the workload so far */
	_Atomic uint32_t arrived;			     /* the last turn it is done with */
	_Atomic uint32_t failed;			     /* @error is filled */
	pid_t tid;
	struct cg_tally tally;
	struct cg_error error;
};

struct cg_shared {
	struct cg_barrier barrier;
	size_t nr_instances;
	unsigned int nr_members;
	int doorbell; /* eventfd: rung by the last worker to arrive, and by one that failed */
	size_t bytes; /* of the whole mapping */
	struct cg_lane *lanes; /* [instance] */
	struct cg_slot *slots; /* [instance * nr_members + member] */
};

/**
 * cg_shared_map() - make and touch the mapping for one context
 * @shared: set on success; unmapped with cg_shared_unmap()
 * @doorbell: an eventfd, borrowed
 * Return: 0 or -ENOMEM.
 */
int cg_shared_map(struct cg_shared **shared, size_t nr_instances, unsigned int nr_members,
		  int doorbell, struct cg_error *error);

/** cg_shared_unmap() - release it; NULL is fine */
void cg_shared_unmap(struct cg_shared *shared);

/** cg_barrier_open() - give every worker of the context a command */
void cg_barrier_open(struct cg_shared *shared, enum cg_command command, uint64_t ops);

/** cg_barrier_wait() - a worker's wait for the turn after @turn. Return: that turn */
uint32_t cg_barrier_wait(struct cg_shared *shared, uint32_t turn);

/** cg_barrier_arrive() - a worker is done with the command of @turn */
void cg_barrier_arrive(struct cg_shared *shared, struct cg_slot *slot, uint32_t turn);

/** cg_barrier_ring() - wake the parent now */
void cg_barrier_ring(struct cg_shared *shared);

/** cg_lane_grant() - the leader grants @ops more; with 0, nothing more in this round */
void cg_lane_grant(struct cg_lane *lane, uint64_t ops);

/**
 * cg_lane_take() - a follower waits for more than @done ops to be granted
 * Return: how many more may be done, or 0 when the round is over.
 */
uint64_t cg_lane_take(struct cg_lane *lane, uint64_t done);

#endif
