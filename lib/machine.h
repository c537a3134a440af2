/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine.h - the CPUs and NUMA nodes this process may use.
 *
 * "May use" is the point: online, in our affinity mask, and in our cpuset. What
 * lies outside does not exist for us. Node ids may be sparse, a node may have
 * no CPU or no memory, CPU numbers may exceed 1024.
 */
#ifndef CGPONG_MACHINE_H
#define CGPONG_MACHINE_H

#include <numa.h>
#include <stdbool.h>
#include <stddef.h>

#include "cpulist.h"
#include "error.h"

/* One CPU we may use. */
struct cg_cpu {
	int id;		  /* the kernel's CPU number */
	int node;	  /* the id of its node, the lowest if several list it; -1 if none does */
	int package;	  /* physical_package_id; 0 if the kernel does not say */
	int core;	  /* core_id, for reports; the CPU's own id if the kernel does not say */
	int first_thread; /* the lowest CPU we may use on the same core: tells cores apart */
	int thread;	  /* 0 for the first CPU we may use on its core, 1 for the second, ... */
};

/* One node with at least one CPU we may use. */
struct cg_node {
	int id;
	bool has_memory;
	size_t nr_cpus;
	const struct cg_cpu *
		*cpus; /* every core's first thread by id, then the second threads... */
};

struct cg_machine {
	size_t nr_cpus;
	struct cg_cpu *cpus; /* ascending id */
	size_t nr_nodes;
	struct cg_node *nodes;	      /* ascending id; only those with a CPU we may use */
	struct bitmask *allowed;      /* CPU ids we may use */
	struct bitmask *online;	      /* CPU ids online */
	struct bitmask *nodes_online; /* ids of all online nodes, with or without CPUs */
	struct bitmask *nodes_memory; /* ids of nodes with memory */
};

/**
 * cg_machine_read() - learn what CPUs and nodes there are
 * @machine: filled on success; the caller frees it with cg_machine_free()
 * @sysfs: where sysfs is mounted; NULL for /sys
 * @affinity: CPU ids to take for our affinity mask; NULL to ask the kernel, whose
 *	answer is the affinity mask already cut down to our cpuset
 * @error: see error.h
 *
 * A kernel without CONFIG_NUMA (no node directory in sysfs) is one node, 0; so is one none of
 * whose nodes has a CPU we may use. Where some CPUs are in a node and some in none (odd
 * firmware), the latter have node -1: they are in @machine->cpus, but in no node's list, so
 * `spread`, `same-cpu` and `smt` use them and the policies that go by node do not.
 * Threads of a core come from thread_siblings_list: core_id is unique neither across packages
 * nor, on some machines, within one. A CPU without that file is a core of its own.
 *
 * Return: 0, -ENOMEM, -ENODEV if no CPU is left, or the -errno of a failed read.
 */
int cg_machine_read(struct cg_machine *machine, const char *sysfs, const struct bitmask *affinity,
		    struct cg_error *error);

/**
 * cg_machine_affinity() - the calling thread's affinity mask, whatever the highest CPU number
 * @mask: a new bitmask on success; freed by the caller with numa_bitmask_free()
 * @error: see error.h
 *
 * Return: 0, -ENOMEM, or the -errno of sched_getaffinity().
 */
int cg_machine_affinity(struct bitmask **mask, struct cg_error *error);

/** cg_machine_free() - release what cg_machine_read() filled; a zeroed struct is fine */
void cg_machine_free(struct cg_machine *machine);

/** cg_machine_cpu() - the CPU with the kernel's number @id, or NULL if we may not use it */
const struct cg_cpu *cg_machine_cpu(const struct cg_machine *machine, int id);

#endif
