/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * throttle.h - how often a limit on CPU time has stopped the tasks of a cgroup.
 */
#ifndef CGPONG_THROTTLE_H
#define CGPONG_THROTTLE_H

#include <stdint.h>

struct cg_throttle {
	uint64_t times;	  /* periods that ended with the tasks stopped */
	uint64_t time_us; /* how long they were stopped */
};

/**
 * cg_throttle_read() - the limits of a cgroup and of all above it, ever
 * @mount: where the hierarchy of the cpu controller is mounted
 * @directory: the cgroup, at or below @mount
 *
 * cpu.stat, nr_throttled and throttled_usec (v2) or throttled_time (v1). A cgroup without the file,
 * or without the controller, has no limit.
 */
struct cg_throttle cg_throttle_read(const char *mount, const char *directory);

#endif
