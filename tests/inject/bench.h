/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench.h - a command that is run again and again, and how each run of it is judged.
 */
#ifndef INJECT_BENCH_H
#define INJECT_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "tracer.h"
#include "verdict.h"
#include "world.h"

struct settings {
	const char *mode;
	const char *directory; /* of our own files */
	const char *from, *shim;
	unsigned int every, first; /* of all the faults, the first-th and each every-th after it */
	unsigned int times, seconds;
	uint64_t seed;
	char *const *command;
};

struct bench {
	const struct settings *settings;
	struct verdict_files files;
	struct tracer_plan plan;
	struct world world;
	json_t *sound; /* the results of a run in which nothing failed */
	unsigned int runs, missed, swept, problems, exits[256];
};

/**
 * bench_open() - run the command once as it is, and keep its results
 * Return: 0, or -1 after a line on stderr.
 */
int bench_open(struct bench *bench, const struct settings *settings);

/**
 * bench_judge() - of a run that has just ended
 * @what: names the run in complaints
 *
 * What it left must be gone; if its clean-up was what failed, after the next run.
 */
void bench_judge(struct bench *bench, const struct tracer_result *result, const char *what);

/* What is left from a run is gone after the next one. */
void bench_judge_sweep(struct bench *bench, const char *what);

__attribute__((format(printf, 3, 4))) void bench_complain(struct bench *bench, const char *what,
							  const char *format, ...);

/* Says what came of it. Return: the exit code. */
int bench_close(struct bench *bench);

double bench_now_sec(void);

#endif
