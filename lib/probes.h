/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probes.h - counts the hits of charge-path events, without a kernel module.
 *
 * Kprobe events in tracefs, in a group "cgpong_<pid>", enabled only in a private trace
 * instance "cgpong.<pid>" whose ring buffer is off; hits come from kprobe_profile. One probe
 * per function whatever the number of CPUs, and no file descriptor per CPU. (The kprobe PMU
 * opens a probe per event and CPU, and every hit then runs all of them.) Counts are
 * system-wide.
 *
 * Where another live run has our pid already (another pid namespace, or a second set of probes
 * in this process), "<pid>" is "<pid>_1", "<pid>_2" ... in all these names. The kernel's
 * kprobe_profile prints an event's name without its group, so the name of each event ends in
 * "_<pid>" too: "charge_walk_1234".
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
 *	CONFIG_KPROBE_EVENTS, lockdown, a switch that silences probes (kernel.ftrace_enabled=0,
 *	kprobes/enabled in debugfs), or no charge-path function at all
 *
 * Sweeps first (cg_probes_sweep()). A symbol that exists but cannot be probed (blacklisted,
 * inlined, notrace) makes that event n/a with the kernel's reason; the others still count.
 *
 * Return: 0 or -errno; after a failure nothing of ours is left in tracefs.
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
 * @missed: as @hits: calls that were not counted because they happened inside a probe; NULL if
 *	not wanted
 *
 * Found in kprobe_profile by whole event name. Can be read while counting goes on.
 *
 * Return: 0 or -errno; -ENOENT if somebody removed our events.
 */
int cg_probes_read(struct cg_probes *probes, uint64_t *hits, uint64_t *missed,
		   struct cg_error *error);

/**
 * cg_probes_parse() - the numbers of one run's events in the text of kprobe_profile
 * @profile: lines "  <event name>  <hits>  <missed>"; changed while it is read
 * @id: what follows "_" in the names of the run's events: "1234", "1234_1"
 * @hits, @missed: CG_NR_EVENTS numbers each; 0 for events that are not in @profile
 * @found: CG_NR_EVENTS entries: how often each event is in @profile
 *
 * Return: 0, or -EINVAL if a line of the run's events is not of that form.
 */
int cg_probes_parse(char *profile, const char *id, uint64_t *hits, uint64_t *missed,
		    unsigned int *found);

#define CG_PROBES_ID_BYTES 32

/**
 * cg_probes_company() - whether another run has probes now, or made some since the last call (the
 * first time, since cg_probes_open()), so that its charges are counted here, too
 * @id: CG_PROBES_ID_BYTES, set to its "<pid>" if there is one
 */
bool cg_probes_company(const struct cg_probes *probes, char *id);

/**
 * cg_probes_close_locks() - let go of the instance's lock in a forked child, which must not
 * hold it beyond its parent's death; NULL is fine
 */
void cg_probes_close_locks(struct cg_probes *probes);

/**
 * cg_probes_close() - disable and remove our events and our instance; NULL is fine
 * @error: see error.h; said if some are left, for whoever still traces them
 *
 * Return: 0 or -EBUSY. @probes is gone in either case.
 */
int cg_probes_close(struct cg_probes *probes, struct cg_error *error);

/**
 * cg_probes_sweep() - remove events and instances of runs that were killed
 *
 * Only groups "cgpong_<pid>" and instances "cgpong.<pid>" whose pid is dead, or our own, and
 * whose instance directory nobody holds locked (flock, as in cgroup.h). Does nothing without
 * tracefs.
 *
 * Return: how many runs were cleared.
 */
size_t cg_probes_sweep(void);

#endif
