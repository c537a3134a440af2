/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cpulist.h - sets of CPU or node ids, in libnuma's bitmask and in the kernel's list format.
 *
 * Only those functions of libnuma are used that neither print nor exit; numa_bitmask_alloc()
 * does both without memory, so masks are made here.
 */
#ifndef CGPONG_CPULIST_H
#define CGPONG_CPULIST_H

#include <numa.h>
#include <stdbool.h>

/* The highest id accepted: far above any kernel's NR_CPUS, low enough to refuse nonsense. */
#define CG_CPULIST_MAX_ID 1048575

/**
 * cg_cpulist_mask() - an empty mask
 * @nr_bits: its size, at least 1
 *
 * Return: the mask, freed by the caller with numa_bitmask_free(), or NULL without memory.
 */
struct bitmask *cg_cpulist_mask(unsigned long nr_bits);

/**
 * cg_cpulist_parse() - the kernel's list format, "0-3,8,10-11", or "" for none
 * @text: the list; one trailing newline is allowed
 * @mask: a new bitmask on success, just large enough (at least one bit); freed by the
 *	caller with numa_bitmask_free()
 *
 * Return: 0; -EINVAL if it is not such a list (also "3-1"); -ERANGE above CG_CPULIST_MAX_ID;
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

/** cg_cpulist_has() - whether @id is in @mask; false for ids beyond its end and below 0 */
bool cg_cpulist_has(const struct bitmask *mask, int id);

/** cg_cpulist_next() - the lowest id in @mask that is at least @from (>= 0), or -1 */
int cg_cpulist_next(const struct bitmask *mask, int from);

#endif
