// SPDX-License-Identifier: GPL-2.0-only
/*
 * steadiness-simulation.c - how often rounds that have nothing but noise are called bimodal, or drifting.
 *
 * The logarithms of the rates are drawn from one distribution, wide enough that the effect is never too small
 * to be said; so each figure is the share of false warnings.
 *
 * usage: bench-steadiness-simulation [RUNS]     20000 runs of each kind
 */
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "steadiness.h"

#define ROUNDS_MAX 30

static double log_normal(void)
{
	return exp(normal());
}

static const struct {
	const char *name;
	double (*draw)(void);
} noises[] = {
	{ "even", uniform },
	{ "normal", normal },
	{ "exponential", exponential },
	{ "log-normal", log_normal },
};

static const size_t nrs_of_rounds[] = { 5, 6, 7, 8, 10, 15, 20, ROUNDS_MAX };

static void simulate(const char *name, double (*draw)(void), size_t nr_rounds, long nr_runs)
{
	long nr_bimodal = 0, nr_drift = 0;

	for (long r = 0; r < nr_runs; r++) {
		double values[ROUNDS_MAX], change;
		struct cg_two_groups groups;

		for (size_t i = 0; i < nr_rounds; i++)
			values[i] = exp(draw());
		nr_bimodal += cg_steadiness_groups(values, nr_rounds, &groups);
		nr_drift += cg_steadiness_trend(values, nr_rounds, &change);
	}
	printf("%-12s %6zu %8ld %8.2f %% %8.2f %%\n", name, nr_rounds, nr_runs,
	       100.0 * (double)nr_bimodal / (double)nr_runs,
	       100.0 * (double)nr_drift / (double)nr_runs);
}

int main(int argc, char **argv)
{
	long nr_runs = argc > 1 ? strtol(argv[1], NULL, 10) : 20000;

	if (nr_runs < 1 || nr_runs > 10000000) {
		fputs("usage: bench-steadiness-simulation [RUNS]\n", stderr);
		return 64;
	}
	printf("%-12s %6s %8s %10s %10s\n", "noise", "rounds", "runs", "bimodal", "drift");
	for (size_t n = 0; n < sizeof(noises) / sizeof(noises[0]); n++) {
		for (size_t i = 0; i < sizeof(nrs_of_rounds) / sizeof(nrs_of_rounds[0]); i++)
			simulate(noises[n].name, noises[n].draw, nrs_of_rounds[i], nr_runs);
	}
	return 0;
}
