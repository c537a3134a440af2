/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * vigil.h - what else the machine does while rounds are timed: on our CPUs, beside them, and to us.
 *
 * Two readings, before the first round and after the last. Nothing is read in between, so nothing
 * is disturbed.
 */
#ifndef CGPONG_VIGIL_H
#define CGPONG_VIGIL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cpu_time.h"
#include "throttle.h"

struct cg_vigil {
	bool over;		     /* the figures below are differences */
	double seconds;		     /* how long it took; first, when it began */
	size_t nr_cpus;		     /* one above the highest CPU number; 0: not known */
	struct cg_cpu_time *cpus;    /* [CPU's number] */
	uint64_t own_ticks;	     /* used by our processes */
	char *cpu_mount, *cpu_group; /* our cgroup of the cpu controller, NULL if there is none */
	struct cg_throttle throttle;
};

/**
 * cg_vigil_begin() - read once
 * @vigil: zeroed; ended with cg_vigil_free()
 * @nr_cpus: one above the highest CPU number that matters
 * @pids, @nr: our processes; one that is gone used nothing
 * @group: the cgroup that our processes are in, where the cpu controller is of the same hierarchy; or
 *	NULL for the one that we are in ourselves
 *
 * What cannot be read (no /proc, no memory) is not known, and no error.
 */
void cg_vigil_begin(struct cg_vigil *vigil, size_t nr_cpus, const pid_t *pids, size_t nr,
		    const char *group);

/** cg_vigil_end() - read again, with the same processes, and take the differences */
void cg_vigil_end(struct cg_vigil *vigil, const pid_t *pids, size_t nr);

void cg_vigil_free(struct cg_vigil *vigil);

#endif
