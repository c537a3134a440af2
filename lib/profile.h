/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * profile.h - where the kernel spends its time: samples of all CPUs while they are in it.
 *
 * Counts say how often the charge path ran, a profile how much of the kernel's time it took;
 * the reports this suite reproduces name such shares. User mode is not sampled, so every share
 * is one of kernel time. Costs one descriptor and one small ring per CPU.
 *
 * Two sources. "cycles" where the CPU has counters: exact to a few instructions. Else
 * "cpu-clock", a timer: it cannot fire where interrupts are off, so time spent there appears
 * in whoever turns them on again; idle CPUs are left out.
 */
#ifndef CGPONG_PROFILE_H
#define CGPONG_PROFILE_H

#include <numa.h>

#include "error.h"
#include "profile_functions.h"

struct cg_profile;

/**
 * cg_profile_open() - get ready to sample, stopped
 * @profile: set on success; the caller ends it with cg_profile_close()
 * @cpus: ids of the CPUs to sample, all of them online
 * @frequency_hz: samples per second and CPU; best a number that no timer of the kernel shares,
 *	such as 997
 * @error: see error.h; SKIPPED with the cure without the privilege or CONFIG_PERF_EVENTS
 *
 * Return: 0 or -errno; -EINVAL above kernel.perf_event_max_sample_rate.
 */
int cg_profile_open(struct cg_profile **profile, const struct bitmask *cpus,
		    unsigned int frequency_hz, struct cg_error *error);

/** cg_profile_start() - begin or go on sampling. Return: 0 or -errno */
int cg_profile_start(struct cg_profile *profile, struct cg_error *error);

/**
 * cg_profile_drain() - take what the rings hold
 *
 * A ring holds 4,096 samples: call it at least every 4,096 / frequency_hz seconds. What did
 * not fit is counted in cg_profile_result.lost. Return: 0 or -ENOMEM.
 */
int cg_profile_drain(struct cg_profile *profile, struct cg_error *error);

/** cg_profile_stop() - stop sampling and drain. Return: 0 or -errno */
int cg_profile_stop(struct cg_profile *profile, struct cg_error *error);

/**
 * cg_profile_resolve() - say which functions the samples drained so far lie in
 * @profile: stopped
 * @result: filled on success; freed by the caller with cg_profile_result_free()
 * @error: see error.h; SKIPPED with the cure where kallsyms hides its addresses from us
 *
 * Return: 0 or -errno.
 */
int cg_profile_resolve(struct cg_profile *profile, struct cg_profile_result *result,
		       struct cg_error *error);

/** cg_profile_clear() - forget the samples and losses so far, for the next context */
int cg_profile_clear(struct cg_profile *profile, struct cg_error *error);

/** cg_profile_close() - end sampling; NULL is fine */
void cg_profile_close(struct cg_profile *profile);

#endif
