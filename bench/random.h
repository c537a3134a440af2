/* SPDX-License-Identifier: GPL-2.0-only */
/* random.h - random numbers for simulations, the same on every machine. */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <math.h>

/** uniform() - the next of the only sequence there is, between 0 and 1: Marsaglia's xorshift64* */
static inline double uniform(void)
{
	static unsigned long long seed = 88172645463325252ull;

	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return ((double)((seed * 2685821657736338717ull) >> 11) + 0.5) / 9007199254740992.0;
}

/** normal() - with mean 0 and standard deviation 1, by Box and Muller */
static inline double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/** exponential() - with mean 1 */
static inline double exponential(void)
{
	return -log(uniform());
}

#endif
