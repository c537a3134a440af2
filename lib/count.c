// SPDX-License-Identifier: GPL-2.0-only
/*
 * count.c - what the kernel's charge path did per op. See count.h.
 */
#include "count.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "clock.h"

/* Long enough for periodic work to show, short enough not to be noticed. */
#define BACKGROUND_MIN_NS 20000000ull
#define BACKGROUND_MAX_NS 1000000000ull
/* For what a round lets go and the kernel frees later, after an RCU grace period. */
#define SETTLE_NS 100000000ull

static int idle(struct cg_watch *watch, uint64_t length_ns)
{
	uint64_t until = cg_clock_ns() + length_ns;

	while (cg_clock_ns() < until) {
		if (cg_watch_wait(watch, until) == CG_WAKE_SIGNAL)
			return -EINTR;
	}
	return 0;
}

static void take_difference(uint64_t *into, const uint64_t *before)
{
	for (int e = 0; e < CG_NR_EVENTS; e++)
		into[e] -= before[e];
}

static int count_background(struct cg_count *count, struct cg_probes *probes, struct cg_crew *crew,
			    uint64_t length_ns, struct cg_error *error)
{
	uint64_t before[CG_NR_EVENTS], start = cg_clock_ns();
	int result = cg_probes_read(probes, before, NULL, error);

	if (!result)
		result = idle(crew->plan.watch, length_ns);
	if (!result)
		result = cg_probes_read(probes, count->background, NULL, error);
	take_difference(count->background, before);
	count->background_seconds = (double)(cg_clock_ns() - start) / 1e9;
	return result;
}

static int count_ops(struct cg_count *count, struct cg_probes *probes, struct cg_crew *crew,
		     uint64_t ops, struct cg_error *error)
{
	uint64_t before[CG_NR_EVENTS], missed_before[CG_NR_EVENTS], start;
	int result = cg_probes_read(probes, before, missed_before, error);

	start = cg_clock_ns();
	if (!result)
		result = cg_crew_command(crew, CG_COMMAND_ROUND, ops, 0, error);
	count->seconds = (double)(cg_clock_ns() - start) / 1e9;
	if (!result)
		result = cg_probes_read(probes, count->hits, count->missed, error);
	if (result)
		return result;
	take_difference(count->hits, before);
	take_difference(count->missed, missed_before);
	count->ops = ops * crew->plan.nr_instances;
	return 0;
}

int cg_count_round(struct cg_count *count, struct cg_probes *probes, struct cg_crew *crew,
		   uint64_t ops, struct cg_error *error)
{
	uint64_t start, length_ns;
	int result, disabled;

	*count = (struct cg_count){ 0 };
	for (int e = 0; e < CG_NR_EVENTS; e++)
		count->symbols[e] = *cg_probes_symbol(probes, (enum cg_event)e);
	result = cg_probes_enable(probes, true, error);
	if (result)
		return result;
	/* A pilot says how long a stretch to listen to. */
	start = cg_clock_ns();
	result = cg_crew_command(crew, CG_COMMAND_ROUND, ops, 0, error);
	length_ns = cg_clock_ns() - start;
	if (length_ns < BACKGROUND_MIN_NS)
		length_ns = BACKGROUND_MIN_NS;
	if (length_ns > BACKGROUND_MAX_NS)
		length_ns = BACKGROUND_MAX_NS;
	if (!result)
		result = idle(crew->plan.watch, SETTLE_NS);
	if (!result)
		result = count_background(count, probes, crew, length_ns, error);
	/* What is freed late of this round comes into the counted one, as what is freed late of that one goes missing. */
	if (!result)
		result = cg_crew_command(crew, CG_COMMAND_ROUND, ops, 0, error);
	if (!result)
		result = count_ops(count, probes, crew, ops, error);
	disabled = cg_probes_enable(probes, false, error);
	return result ? result : disabled;
}

double cg_count_background_per_op(const struct cg_count *count, enum cg_event event)
{
	if (count->ops == 0 || count->symbols[event].symbol[0] == '\0')
		return NAN;
	return (double)count->background[event] * count->seconds / count->background_seconds /
	       (double)count->ops;
}

double cg_count_per_op(const struct cg_count *count, enum cg_event event)
{
	double noise = cg_count_background_per_op(count, event), calls;

	if (isnan(noise))
		return NAN;
	calls = ((double)count->hits[event] + (double)count->missed[event]) / (double)count->ops;
	return calls > noise ? calls - noise : 0;
}

bool cg_count_has_charge(const struct cg_count *count)
{
	for (int e = 0; e < CG_NR_EVENTS; e++) {
		/* These three happen without anybody's charge. */
		if (e == CG_EVENT_DRAIN_ALL || e == CG_EVENT_STAT_UPDATE ||
		    e == CG_EVENT_STAT_FLUSH)
			continue;
		/* One in a hundred: what the window sees of the harness itself is far below. */
		if (cg_count_per_op(count, (enum cg_event)e) >= 0.01)
			return true;
	}
	return false;
}
