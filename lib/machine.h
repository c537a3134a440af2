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

#include "error.h"

/* One CPU we may use. */
struct cg_cpu {
	int id;	     /* the kernel's CPU number */
	int node;    /* the id of its node; 0 on a kernel without NUMA */
	int package; /* physical_package_id; 0 if the kernel does not say */
	int core;    /* core_id, unique within its package; the CPU's own id if unknown */
	int thread;  /* 0 for the first CPU we may use on its core, 1 for the second, ... */
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
 * A kernel without CONFIG_NUMA (no node directory in sysfs) is one node, 0.
 *
 * Return: 0, -ENOMEM, -ENODEV if no CPU is left, or the -errno of a failed read.
 */
int cg_machine_read(struct cg_machine *machine, const char *sysfs, const struct bitmask *affinity,
		    struct cg_error *error);

/** cg_machine_free() - release what cg_machine_read() filled; a zeroed struct is fine */
void cg_machine_free(struct cg_machine *machine);

/** cg_machine_cpu() - the CPU with the kernel's number @id, or NULL if we may not use it */
const struct cg_cpu *cg_machine_cpu(const struct cg_machine *machine, int id);

/**
 * cg_cpulist_parse() - the kernel's list format, "0-3,8,10-11", or "" for none
 * @text: the list; one trailing newline is allowed
 * @mask: a new bitmask on success, just large enough (at least one bit); freed by the
 *	caller with numa_bitmask_free()
 *
 * Return: 0; -EINVAL if it is not such a list (also "3-1"); -ERANGE above 1,048,575;
 * -ENOMEM. Format: Documentation/admin-guide/kernel-parameters.rst, "cpu lists"; a
 * stride ("0-15:2/4") is not accepted.
 */
int cg_cpulist_parse(const char *text, struct bitmask **mask);

/**
 * cg_cpulist_format() - the same format from a mask
 *
 * Return: a string to be freed by the caller ("" for an empty mask), or NULL without memory.
 */
char *cg_cpulist_format(const struct bitmask *mask);

/** cg_cpulist_has() - whether @id is in @mask; false for ids beyond its end */
bool cg_cpulist_has(const struct bitmask *mask, int id);

#endif
