/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the one clock of all measurements.
 */
#ifndef CGPONG_CLOCK_H
#define CGPONG_CLOCK_H

#include <stdint.h>
#include <time.h>

/** cg_clock_ns() - CLOCK_MONOTONIC in nanoseconds: the same in all processes, never set back */
static inline uint64_t cg_clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/**
 * cg_clock_cpu_ns() - CPU time of the calling thread in nanoseconds, exact to the moment: what
 * getrusage() says is as of the last tick, 10 ms ago at worst
 */
static inline uint64_t cg_clock_cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

#endif
