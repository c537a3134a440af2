/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpu_time.h - what CPUs were busy with, and what a process has used, as the kernel counts it.
 *
 * Formats: proc(5), "/proc/stat" and "/proc/pid/stat". Both count in 1/sysconf(_SC_CLK_TCK) s; most
 * kernels get the first by looking at each tick who runs, so it is a sample.
 */
#ifndef CGPONG_CPU_TIME_H
#define CGPONG_CPU_TIME_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What one CPU was busy with since boot, in clock ticks. */
struct cg_cpu_time {
	uint64_t tasks;	     /* user, nice, system */
	uint64_t interrupts; /* hard and soft */
	uint64_t stolen;     /* by the hypervisor, while something here wanted to run */
};

/**
 * cg_cpu_time_read() - all CPUs
 * @path: NULL for /proc/stat
 * @times: [CPU's number], @nr of them; zero for a CPU that is not listed
 *
 * Return: 0, the -errno of reading, or -EINVAL for a line that is not as it should be.
 */
int cg_cpu_time_read(const char *path, struct cg_cpu_time *times, size_t nr);

/**
 * cg_cpu_time_of_process() - what a process, its threads and its children that were waited for have
 * used, in clock ticks
 * @path: NULL for /proc/@pid/stat
 *
 * Return: 0, the -errno of reading, or -EINVAL.
 */
int cg_cpu_time_of_process(const char *path, pid_t pid, uint64_t *ticks);

/**
 * cg_cpu_time_limit() - which share of CPU time is more than noise
 * @cpu_sec: seconds times CPUs that were watched
 *
 * 5 %: as much as cgpong gate lets ops/sec fall. But no less than five standard deviations of what
 * the kernel's sampling can be wrong: of N ticks, half of them busy, that is sqrt(N) / 2; a second has
 * 100 ticks or more (CONFIG_HZ).
 *
 * Return: the share; INFINITY where so short a time tells nothing.
 */
double cg_cpu_time_limit(double cpu_sec);

#endif
