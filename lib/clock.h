/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the clocks of all measurements.
 */
#ifndef CGPONG_CLOCK_H
#define CGPONG_CLOCK_H

#include <stdint.h>
#include <time.h>

/** cg_clock_read_ns() - any of the kernel's clocks, in nanoseconds */
static inline uint64_t cg_clock_read_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/** cg_clock_ns() - CLOCK_MONOTONIC in nanoseconds: the same in all processes, never set back */
static inline uint64_t cg_clock_ns(void)
{
	return cg_clock_read_ns(CLOCK_MONOTONIC);
}

/**
 * cg_clock_cpu_ns() - CPU time of the calling thread in nanoseconds, exact to the moment: what
 * getrusage() says is as of the last tick, 10 ms ago at worst
 */
static inline uint64_t cg_clock_cpu_ns(void)
{
	return cg_clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

#endif
