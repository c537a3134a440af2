// SPDX-License-Identifier: GPL-2.0-only
/*
 * shared.c - the memory a run's parent and its workers have in common, and how they wait on
 * each other through it. See shared.h.
 */
#include "shared.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void futex_wait(_Atomic uint32_t *word, uint32_t value)
{
	syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void futex_wake_all(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

int cg_shared_map(struct cg_shared **shared, size_t nr_instances, unsigned int nr_members,
		  int doorbell, struct cg_error *error)
{
	size_t lanes_at =
		(sizeof(struct cg_shared) + CG_SHARED_ALIGN - 1) & ~(CG_SHARED_ALIGN - 1UL);
	size_t slots_at = lanes_at + nr_instances * sizeof(struct cg_lane);
	size_t bytes = slots_at + nr_instances * nr_members * sizeof(struct cg_slot);
	char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	struct cg_shared *s = (struct cg_shared *)memory;

	if (memory == MAP_FAILED)
		return cg_error_fail(error, errno, "mmap %zu bytes for %zu workers", bytes,
				     nr_instances * nr_members);
	s->nr_instances = nr_instances;
	s->nr_members = nr_members;
	s->doorbell = doorbell;
	s->bytes = bytes;
	s->lanes = (struct cg_lane *)(memory + lanes_at);
	s->slots = (struct cg_slot *)(memory + slots_at);
	/* A new worker's first duty, turn 1, is to pin itself; its slot says it is done with 0. */
	atomic_store(&s->barrier.turn, 1);
	atomic_store(&s->barrier.pending, (uint32_t)(nr_instances * nr_members));
	*shared = s;
	return 0;
}

void cg_shared_unmap(struct cg_shared *shared)
{
	if (shared)
		munmap(shared, shared->bytes);
}

void cg_barrier_open(struct cg_shared *shared, enum cg_command command, uint64_t ops)
{
	struct cg_barrier *barrier = &shared->barrier;

	for (size_t i = 0; i < shared->nr_instances; i++) {
		atomic_store(&shared->lanes[i].granted, 0);
		atomic_store(&shared->lanes[i].closed, 0);
	}
	barrier->command = command;
	barrier->ops = ops;
	atomic_store(&barrier->stop, 0);
	atomic_store(&barrier->pending, (uint32_t)(shared->nr_instances * shared->nr_members));
	atomic_fetch_add(&barrier->turn, 1);
	futex_wake_all(&barrier->turn);
}

uint32_t cg_barrier_wait(struct cg_shared *shared, uint32_t turn)
{
	uint32_t now;

	while ((now = atomic_load(&shared->barrier.turn)) == turn)
		futex_wait(&shared->barrier.turn, turn);
	return now;
}

void cg_barrier_arrive(struct cg_shared *shared, struct cg_slot *slot, uint32_t turn)
{
	atomic_store(&slot->arrived, turn);
	if (atomic_fetch_sub(&shared->barrier.pending, 1) == 1)
		cg_barrier_ring(shared);
}

void cg_barrier_ring(struct cg_shared *shared)
{
	uint64_t one = 1;

	/* It can only fail when the counter is full, and then the bell rings already. */
	if (write(shared->doorbell, &one, sizeof(one)) < 0)
		return;
}

void cg_lane_grant(struct cg_lane *lane, uint64_t ops)
{
	if (ops)
		atomic_fetch_add(&lane->granted, ops);
	else
		atomic_store(&lane->closed, 1);
	atomic_fetch_add(&lane->version, 1);
	if (atomic_load(&lane->waiters))
		futex_wake_all(&lane->version);
}

uint64_t cg_lane_take(struct cg_lane *lane, uint64_t done)
{
	for (;;) {
		uint32_t version = atomic_load(&lane->version);
		/* Closed is read first: nothing is granted after it was set. */
		bool closed = atomic_load(&lane->closed);
		uint64_t granted = atomic_load(&lane->granted);

		if (granted > done)
			return granted - done;
		if (closed)
			return 0;
		/* Sequentially consistent: either the leader sees us, or we see its version. */
		atomic_fetch_add(&lane->waiters, 1);
		futex_wait(&lane->version, version);
		atomic_fetch_sub(&lane->waiters, 1);
	}
}
