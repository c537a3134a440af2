// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_shared.c - the barrier and the ledger, with real threads on both sides.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cmocka.h>

#include "shared.h"

static struct cg_shared *shared;

static int map(void **state)
{
	struct cg_error e = { 0 };

	(void)state;
	return cg_shared_map(&shared, 2, 3, eventfd(0, EFD_CLOEXEC), &e);
}

static int unmap(void **state)
{
	(void)state;
	close(shared->doorbell);
	cg_shared_unmap(shared);
	return 0;
}

static void nobody_shares_a_line(void **state)
{
	(void)state;
	assert_int_equal((uintptr_t)shared->slots % CG_SHARED_ALIGN, 0);
	assert_int_equal((uintptr_t)shared->lanes % CG_SHARED_ALIGN, 0);
	assert_int_equal(sizeof(struct cg_slot) % CG_SHARED_ALIGN, 0);
	assert_int_equal(sizeof(struct cg_lane) % CG_SHARED_ALIGN, 0);
	assert_true((char *)&shared->barrier.stop - (char *)&shared->barrier.turn >=
		    CG_SHARED_ALIGN);
	assert_true((char *)&shared->barrier.pending - (char *)&shared->barrier.stop >=
		    CG_SHARED_ALIGN);
}

#define GRANTS 2000

static void *lead(void *lane)
{
	for (uint64_t i = 1; i <= GRANTS; i++)
		cg_lane_grant(lane, i);
	cg_lane_grant(lane, 0);
	return NULL;
}

/* However the grants fall, a follower does exactly their sum and then learns of the end. */
static void followers_do_what_was_granted(void **state)
{
	struct cg_lane *lane = &shared->lanes[0];
	uint64_t done = 0, n;
	pthread_t leader;

	(void)state;
	assert_int_equal(pthread_create(&leader, NULL, lead, lane), 0);
	while ((n = cg_lane_take(lane, done)) > 0)
		done += n;
	pthread_join(leader, NULL);
	assert_int_equal(done, (uint64_t)GRANTS * (GRANTS + 1) / 2);
	assert_int_equal(cg_lane_take(lane, done), 0);
}

static void *obey(void *number)
{
	struct cg_slot *slot = &shared->slots[(uintptr_t)number];
	uint32_t turn = atomic_load(&shared->barrier.turn) - 1;
	enum cg_command command;

	do {
		turn = cg_barrier_wait(shared, turn);
		command = shared->barrier.command;
		slot->tally.ops++;
		cg_barrier_arrive(shared, slot, turn);
	} while (command != CG_COMMAND_FINISH);
	return NULL;
}

static void wait_for_bell(void)
{
	uint64_t rings;

	do {
		assert_int_equal(read(shared->doorbell, &rings, sizeof(rings)), sizeof(rings));
	} while (atomic_load(&shared->barrier.pending));
}

/* Nobody misses a turn, nobody takes one twice, and the bell rings when all have arrived. */
static void every_turn_reaches_everybody(void **state)
{
	pthread_t threads[6];

	(void)state;
	cg_barrier_open(shared, CG_COMMAND_PREPARE, 0);
	for (uintptr_t t = 0; t < 6; t++)
		/* NOLINTNEXTLINE(performance-no-int-to-ptr): a number is all a thread gets */
		assert_int_equal(pthread_create(&threads[t], NULL, obey, (void *)t), 0);
	wait_for_bell();
	for (int turn = 0; turn < 200; turn++) {
		cg_barrier_open(shared, CG_COMMAND_ROUND, 1);
		wait_for_bell();
	}
	cg_barrier_open(shared, CG_COMMAND_FINISH, 0);
	for (int t = 0; t < 6; t++) {
		pthread_join(threads[t], NULL);
		assert_int_equal(shared->slots[t].tally.ops, 202);
	}
}

static void opening_forgets_the_last_round(void **state)
{
	(void)state;
	cg_lane_grant(&shared->lanes[1], 5);
	cg_lane_grant(&shared->lanes[1], 0);
	atomic_store(&shared->barrier.stop, 1);
	cg_barrier_open(shared, CG_COMMAND_ROUND, 7);
	assert_int_equal(atomic_load(&shared->lanes[1].granted), 0);
	assert_int_equal(atomic_load(&shared->lanes[1].closed), 0);
	assert_int_equal(atomic_load(&shared->barrier.stop), 0);
	assert_int_equal(atomic_load(&shared->barrier.pending), 6);
	assert_int_equal(shared->barrier.ops, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nobody_shares_a_line, map, unmap),
		cmocka_unit_test_setup_teardown(followers_do_what_was_granted, map, unmap),
		cmocka_unit_test_setup_teardown(every_turn_reaches_everybody, map, unmap),
		cmocka_unit_test_setup_teardown(opening_forgets_the_last_round, map, unmap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
