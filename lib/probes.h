/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probes.h - counts the hits of charge-path events, without a kernel module.
 *
 * Kprobe events in tracefs, in a group "cgpong_<pid>", enabled only in a private trace
 * instance "cgpong.<pid>" whose ring buffer is off; hits come from kprobe_profile. One probe
 * per function whatever the number of CPUs, and no file descriptor per CPU. (The kprobe PMU
 * opens a probe per event and CPU, and every hit then runs all of them.) Counts are
 * system-wide.
 */
#ifndef CGPONG_PROBES_H
#define CGPONG_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "events.h"

struct cg_probes;

/**
 * cg_probes_open() - create the instance and one kprobe event per charge-path event, disabled
 * @probes: set on success; the caller ends it with cg_probes_close()
 * @error: see error.h; kind SKIPPED, with the cure, where this machine cannot count: tracefs
 *	not mounted (neither /sys/kernel/tracing nor /sys/kernel/debug/tracing), no privilege, no
 *	CONFIG_KPROBE_EVENTS, lockdown
 *
 * Sweeps first (cg_probes_sweep()). A symbol that exists but cannot be probed (blacklisted,
 * inlined, notrace) makes that event n/a with the kernel's reason; the others still count.
 *
 * Return: 0 or -errno.
 */
int cg_probes_open(struct cg_probes **probes, struct cg_error *error);

/**
 * cg_probes_symbol() - what stands for @event: symbol, or why there is none
 */
const struct cg_event_symbol *cg_probes_symbol(const struct cg_probes *probes, enum cg_event event);

/** cg_probes_enable() - start or stop counting. Return: 0 or -errno */
int cg_probes_enable(struct cg_probes *probes, bool on, struct cg_error *error);

/**
 * cg_probes_read() - total hits so far, since cg_probes_open()
 * @hits: CG_NR_EVENTS numbers; 0 for events without a symbol
 *
 * Found in kprobe_profile by group and whole event name. Return: 0 or -errno.
 */
int cg_probes_read(struct cg_probes *probes, uint64_t *hits, struct cg_error *error);

/** cg_probes_close() - disable and remove our events and our instance; NULL is fine */
void cg_probes_close(struct cg_probes *probes);

/**
 * cg_probes_sweep() - remove events and instances of runs that were killed
 *
 * Only groups "cgpong_<pid>" and instances "cgpong.<pid>" whose pid is dead and whose
 * instance directory nobody holds locked (flock, as in cgroup.h). Does nothing without tracefs.
 *
 * Return: how many runs were cleared.
 */
size_t cg_probes_sweep(void);

#endif
