// SPDX-License-Identifier: GPL-2.0-only
/*
 * yardstick.c - how fast the CPU is that we run on. See yardstick.h.
 */
#include "yardstick.h"

#include "clock.h"

/* 9 us at the 3685 turns/us of docs/statistics.md: long beside the reading of the clock. */
#define BURST_TURNS 32768
#define BURSTS	    4

double cg_yardstick(void)
{
	uint64_t fastest = UINT64_MAX;

	for (int burst = 0; burst < BURSTS; burst++) {
		uint64_t start = cg_clock_ns(), elapsed;

		for (int turn = 0; turn < BURST_TURNS; turn++)
			__asm__ volatile("");
		elapsed = cg_clock_ns() - start;
		if (elapsed && elapsed < fastest)
			fastest = elapsed;
	}
	return BURST_TURNS * 1e3 / (double)fastest;
}
