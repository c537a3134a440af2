/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counters.h - cycles and instructions of the calling thread, where the CPU counts them.
 *
 * User and kernel together: the workloads are the kernel's work. Where the counter cannot
 * have the kernel's share (no PMU, perf_event_paranoid above 1) there is no number at all.
 */
#ifndef CGPONG_COUNTERS_H
#define CGPONG_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

struct cg_counters {
	uint64_t cycles, instructions;
};

/**
 * cg_counters_open() - two descriptors for the calling thread, stopped; both -1 where there is none
 * Return: 0 or the -errno of perf_event_open().
 */
int cg_counters_open(int *cycles_fd, int *instructions_fd);

/** cg_counters_start() - reset and start. Return: whether they count; not with a descriptor of -1. */
bool cg_counters_start(int cycles_fd, int instructions_fd);

/**
 * cg_counters_stop() - stop and read
 * Return: whether @counters is filled; false where there are none, or where the kernel had to
 * share the hardware and counted only part of the time.
 */
bool cg_counters_stop(int cycles_fd, int instructions_fd, struct cg_counters *counters);

#endif
