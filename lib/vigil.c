// SPDX-License-Identifier: GPL-2.0-only
/*
 * vigil.c - what else the machine does while rounds are timed. See vigil.h.
 */
#include "vigil.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "hierarchy.h"

static uint64_t ticks_of(const pid_t *pids, size_t nr)
{
	uint64_t sum = 0, one;

	for (size_t i = 0; i < nr; i++) {
		if (cg_cpu_time_of_process(NULL, pids[i], &one) == 0)
			sum += one;
	}
	return sum;
}

void cg_vigil_begin(struct cg_vigil *vigil, size_t nr_cpus, const pid_t *pids, size_t nr,
		    const char *group)
{
	struct cg_error ignored = { 0 };

	vigil->cpus = calloc(nr_cpus ? nr_cpus : 1, sizeof(*vigil->cpus));
	vigil->nr_cpus = vigil->cpus ? nr_cpus : 0;
	if (cg_hierarchy_own("cpu", NULL, &vigil->cpu_mount, &vigil->cpu_group, &ignored) == 0) {
		size_t length = strlen(vigil->cpu_mount);

		if (group && strncmp(group, vigil->cpu_mount, length) == 0 &&
		    (group[length] == '/' || group[length] == '\0')) {
			free(vigil->cpu_group);
			vigil->cpu_group = strdup(group);
		}
	}
	if (vigil->cpu_group)
		vigil->throttle = cg_throttle_read(vigil->cpu_mount, vigil->cpu_group);
	vigil->own_ticks = ticks_of(pids, nr);
	if (cg_cpu_time_read(NULL, vigil->cpus, vigil->nr_cpus))
		vigil->nr_cpus = 0;
	vigil->seconds = (double)cg_clock_ns() / 1e9;
}

static void subtract(struct cg_cpu_time *after, const struct cg_cpu_time *before)
{
	/* Some of these counters are known to step back a little. */
	after->tasks = after->tasks > before->tasks ? after->tasks - before->tasks : 0;
	after->interrupts =
		after->interrupts > before->interrupts ? after->interrupts - before->interrupts : 0;
	after->stolen = after->stolen > before->stolen ? after->stolen - before->stolen : 0;
}

void cg_vigil_end(struct cg_vigil *vigil, const pid_t *pids, size_t nr)
{
	struct cg_cpu_time *after = calloc(vigil->nr_cpus + 1, sizeof(*after));
	struct cg_throttle throttle = { 0 };

	vigil->seconds = (double)cg_clock_ns() / 1e9 - vigil->seconds;
	if (!after || cg_cpu_time_read(NULL, after, vigil->nr_cpus))
		vigil->nr_cpus = 0;
	vigil->own_ticks = ticks_of(pids, nr) - vigil->own_ticks;
	for (size_t c = 0; c < vigil->nr_cpus; c++)
		subtract(&after[c], &vigil->cpus[c]);
	free(vigil->cpus);
	vigil->cpus = after;
	if (vigil->cpu_group)
		throttle = cg_throttle_read(vigil->cpu_mount, vigil->cpu_group);
	vigil->throttle.times = throttle.times - vigil->throttle.times;
	vigil->throttle.time_us = throttle.time_us - vigil->throttle.time_us;
	vigil->over = true;
}

void cg_vigil_free(struct cg_vigil *vigil)
{
	free(vigil->cpus);
	free(vigil->cpu_mount);
	free(vigil->cpu_group);
	*vigil = (struct cg_vigil){ 0 };
}
