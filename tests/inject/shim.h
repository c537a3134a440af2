/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shim.h - what the preloaded shim and the program that uses it have in common.
 */
#ifndef INJECT_SHIM_H
#define INJECT_SHIM_H

#include <stdatomic.h>

#define SHIM_PROCESSES_MAX 256

/* A file that all processes of a run map. */
struct shim_state {
	_Atomic unsigned int nr_processes;
	_Atomic unsigned int allocations[SHIM_PROCESSES_MAX]; /* that each has asked for */
	unsigned int inject, process, allocation;	      /* which one fails, if any */
	unsigned int injected;
};

#endif
