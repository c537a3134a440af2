// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_warnings.c - what a reader of a run's times must know: how the machine is set up, what
 * else it did, and what the rounds themselves show.
 *
 * A warning that is given without need is soon read no more. So each has a threshold with a
 * reason, and what cannot be told is not said. docs/results.md has the list.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cpulist.h"
#include "file.h"
#include "metrics.h"
#include "print.h"
#include "run.h"
#include "run_parts.h"
#include "steadiness.h"
#include "sysfs.h"

/*
 * Of 3 rounds against 3 no order is so rare that it would show a difference at 5 % (Mann and
 * Whitney: 2 of 20), of 4 against 4 there is (2 of 70).
 */
#define ROUNDS_MIN 4
/*
 * The scheduler lets a task that needs its CPU run for some 3 ms (sched_base_slice_ns on a few
 * CPUs), so 32 of them take 100 ms for one turn: in a round of a second each has ten turns.
 */
#define WORKERS_PER_CPU_MAX 32
/* A busy sibling costs a core some 30 % of its speed, so busy for 10 % of the time it costs 3 %. */
#define SIBLING_SHARE_MIN 0.1

/* ---- How the machine is set up ---- */

static bool is_pinned(const struct cg_run *run)
{
	return run->seats[0].cpu >= 0;
}

/* The CPUs our workers can run on, owned by the caller; NULL without memory. */
static struct bitmask *our_cpus(const struct cg_run *run)
{
	struct bitmask *cpus = cg_cpulist_mask(run->machine.allowed->size);

	for (size_t w = 0; cpus && is_pinned(run) && w < run->nr_instances * run->nr_members; w++)
		numa_bitmask_setbit(cpus, (unsigned int)run->seats[w].cpu);
	for (size_t c = 0; cpus && !is_pinned(run) && c < run->machine.nr_cpus; c++)
		numa_bitmask_setbit(cpus, (unsigned int)run->machine.cpus[c].id);
	return cpus;
}

static bool uses_two_nodes(const struct cg_run *run)
{
	if (!is_pinned(run))
		return run->machine.nr_nodes >= 2;
	for (size_t w = 1; w < run->nr_instances * run->nr_members; w++) {
		if (run->seats[w].node != run->seats[0].node)
			return true;
	}
	return false;
}

/* Bit 0 moves pages to who uses them; bit 1 only demotes to slow memory (sysctl/kernel.rst). */
static void warn_of_balancing(struct cg_run *run)
{
	uint64_t balancing;

	if (uses_two_nodes(run) &&
	    cg_file_read_u64("/proc/sys/kernel/numa_balancing", &balancing) == 0 && balancing & 1)
		cg_warn(&run->warnings, CG_WARNING_NUMA_BALANCING,
			"NUMA balancing is on: pages may move between nodes while rounds run");
}

static void warn_of_governor(struct cg_run *run, const struct bitmask *cpus)
{
	char path[128], governor[64];

	for (int cpu = cg_cpulist_next(cpus, 0); cpu >= 0; cpu = cg_cpulist_next(cpus, cpu + 1)) {
		snprintf(path, sizeof(path),
			 "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", cpu);
		if (cg_file_read(path, governor, sizeof(governor)) < 0 ||
		    strcmp(governor, "performance") == 0)
			continue;
		cg_warn(&run->warnings, CG_WARNING_GOVERNOR,
			"CPU %d is governed by %s: its speed follows the load", cpu, governor);
		return;
	}
}

static void warn_of_setup(struct cg_run *run, const struct bitmask *cpus)
{
	size_t crowd = run->nr_instances * run->nr_members / numa_bitmask_weight(cpus);

	warn_of_balancing(run);
	warn_of_governor(run, cpus);
	if (run->huge_pages)
		cg_warn(&run->warnings, CG_WARNING_THP,
			"the files of %s get huge pages: an op is not what it says",
			run->workload->name);
	if (crowd > WORKERS_PER_CPU_MAX)
		cg_warn(&run->warnings, CG_WARNING_CROWDED,
			"%zu workers on each CPU: in a round some have few turns, or none", crowd);
}

/* ---- What happened while rounds were timed ---- */

/* The processes of all contexts, owned by the caller; NULL without memory. */
static pid_t *processes(const struct cg_run *run, size_t *nr)
{
	pid_t *pids;

	*nr = 0;
	for (size_t c = 0; c < run->nr_contexts; c++)
		*nr += run->contexts[c].crew.nr_hosts;
	pids = calloc(*nr + 1, sizeof(*pids));
	*nr = 0;
	for (size_t c = 0; c < run->nr_contexts && pids; c++) {
		for (size_t h = 0; h < run->contexts[c].crew.nr_hosts; h++)
			pids[(*nr)++] = run->contexts[c].crew.hosts[h].pid;
	}
	return pids;
}

void cg_run_vigil_begin(struct cg_run *run)
{
	size_t nr, nr_cpus = 0;
	pid_t *pids = processes(run, &nr);
	const char *group = NULL;

	for (int cpu = cg_cpulist_next(run->machine.online, 0); cpu >= 0;
	     cpu = cg_cpulist_next(run->machine.online, cpu + 1))
		nr_cpus = (size_t)cpu + 1;
	for (size_t c = 0; c < run->nr_contexts; c++) {
		if (run->contexts[c].topology.kind == CG_TOPOLOGY_TREE)
			group = run->parent;
	}
	if (pids)
		cg_vigil_begin(&run->vigil, nr_cpus, pids, nr, group);
	free(pids);
}

void cg_run_vigil_end(struct cg_run *run)
{
	size_t nr;
	pid_t *pids = processes(run, &nr);

	if (pids && run->vigil.cpus)
		cg_vigil_end(&run->vigil, pids, nr);
	free(pids);
}

static void warn_of_load(struct cg_run *run, const struct bitmask *cpus)
{
	const struct cg_vigil *vigil = &run->vigil;
	double hertz = (double)sysconf(_SC_CLK_TCK);
	double cpu_sec = vigil->seconds * (double)numa_bitmask_weight(cpus);
	double limit = cg_cpu_time_limit(cpu_sec), tasks = 0, stolen = 0, others;

	for (int cpu = cg_cpulist_next(cpus, 0); cpu >= 0 && (size_t)cpu < vigil->nr_cpus;
	     cpu = cg_cpulist_next(cpus, cpu + 1)) {
		tasks += (double)vigil->cpus[cpu].tasks / hertz;
		stolen += (double)vigil->cpus[cpu].stolen / hertz;
	}
	others = tasks - (double)vigil->own_ticks / hertz;
	if (others / cpu_sec > limit)
		cg_warn(&run->warnings, CG_WARNING_OTHER_LOAD,
			"other tasks used %.0f %% of our CPUs' time while rounds were timed",
			100 * others / cpu_sec);
	if (stolen / cpu_sec > limit)
		cg_warn(&run->warnings, CG_WARNING_STOLEN_TIME,
			"the hypervisor took %.0f %% of our CPUs' time while rounds were timed",
			100 * stolen / cpu_sec);
}

/* The busiest CPU that shares a core with @cpu and is none of @cpus; its share, or 0. */
static double busiest_sibling(const struct cg_vigil *vigil, const struct bitmask *cpus, int cpu,
			      int *sibling)
{
	struct cg_error ignored = { 0 };
	struct cg_sysfs files = { .mount = "/sys", .error = &ignored };
	double hertz = (double)sysconf(_SC_CLK_TCK), busiest = 0;
	struct bitmask *siblings;

	cg_sysfs_path(&files, "cpu/cpu%d/topology/thread_siblings_list", cpu);
	if (cg_sysfs_list(&files, &siblings))
		return 0;
	for (int other = cg_cpulist_next(siblings, 0); other >= 0;
	     other = cg_cpulist_next(siblings, other + 1)) {
		const struct cg_cpu_time *time = &vigil->cpus[other];

		if (cg_cpulist_has(cpus, other) || (size_t)other >= vigil->nr_cpus ||
		    (double)(time->tasks + time->interrupts) / hertz <= busiest)
			continue;
		busiest = (double)(time->tasks + time->interrupts) / hertz;
		*sibling = other;
	}
	numa_bitmask_free(siblings);
	return busiest / vigil->seconds;
}

static void warn_of_siblings(struct cg_run *run, const struct bitmask *cpus)
{
	double limit = fmax(SIBLING_SHARE_MIN, cg_cpu_time_limit(run->vigil.seconds));

	for (int cpu = cg_cpulist_next(cpus, 0); cpu >= 0; cpu = cg_cpulist_next(cpus, cpu + 1)) {
		int sibling = -1;
		double share = busiest_sibling(&run->vigil, cpus, cpu, &sibling);

		if (share <= limit)
			continue;
		cg_warn(&run->warnings, CG_WARNING_SMT_SIBLING,
			"CPU %d was busy for %.0f %% of the time, on one core with our CPU %d",
			sibling, 100 * share, cpu);
		return;
	}
}

/* Any is too much: all workers stand still for most of a period, 100 ms as a rule. */
static void warn_of_throttling(struct cg_run *run)
{
	const struct cg_throttle *throttle = &run->vigil.throttle;

	if (throttle->times)
		cg_warn(&run->warnings, CG_WARNING_THROTTLED,
			"a limit on CPU time stopped us %llu times, %.1f s in all, while rounds were "
			"timed",
			(unsigned long long)throttle->times, (double)throttle->time_us / 1e6);
}

static void warn_of_events(struct cg_run *run, const struct bitmask *cpus)
{
	if (!run->vigil.over)
		return;
	if (run->vigil.nr_cpus)
		warn_of_load(run, cpus);
	if (run->vigil.nr_cpus && is_pinned(run))
		warn_of_siblings(run, cpus);
	warn_of_throttling(run);
}

/* ---- What the rounds show ---- */

static void judge_rounds(struct cg_run *run, const struct cg_context *context, const double *rates)
{
	struct cg_two_groups groups;
	char low[32], high[32];
	double change;

	if (cg_steadiness_groups(rates, context->nr_rounds, &groups))
		cg_warn(&run->warnings, CG_WARNING_BIMODAL,
			"%s: rounds fall into two groups, %zu around %s ops/sec and %zu around %s",
			context->name, groups.nr_low, cg_print_rate(low, sizeof(low), groups.low),
			groups.nr_high, cg_print_rate(high, sizeof(high), groups.high));
	if (cg_steadiness_trend(rates, context->nr_rounds, &change))
		cg_warn(&run->warnings, CG_WARNING_DRIFT,
			"%s: ops/sec %s by %.0f %% from the first round to the last", context->name,
			change < 0 ? "fell" : "rose", 100 * fabs(change));
}

static void warn_of_rounds(struct cg_run *run)
{
	size_t nr = run->contexts[0].nr_rounds;

	if (nr < ROUNDS_MIN)
		cg_warn(&run->warnings, CG_WARNING_FEW_ROUNDS,
			"%zu round%s: too few to show a difference in time", nr,
			nr == 1 ? "" : "s");
	for (size_t c = 0; c < run->nr_contexts; c++) {
		const struct cg_context *context = &run->contexts[c];
		double *rates = calloc(context->nr_rounds + 1, sizeof(*rates));

		for (size_t r = 0; r < context->nr_rounds && rates; r++)
			rates[r] = context->rounds[r].ops_per_sec;
		if (rates)
			judge_rounds(run, context, rates);
		free(rates);
	}
}

void cg_run_warn(struct cg_run *run)
{
	struct bitmask *cpus = our_cpus(run);

	if (cpus) {
		warn_of_setup(run, cpus);
		warn_of_events(run, cpus);
	}
	warn_of_rounds(run);
	if (cpus)
		numa_bitmask_free(cpus);
}
