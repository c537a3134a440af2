// SPDX-License-Identifier: GPL-2.0-only
/*
 * round.c - the figures of one round of one context. See round.h.
 */
#include "round.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "stats.h"

static int check_worker(const struct cg_shared *shared, size_t worker, const struct cg_seat *seat,
			struct cg_error *error)
{
	size_t instance = worker / shared->nr_members, member = worker % shared->nr_members;
	const struct cg_tally *tally = &shared->slots[worker].tally;
	const struct cg_tally *leader = &shared->slots[instance * shared->nr_members].tally;

	if (tally->ops != leader->ops)
		return cg_error_fail(error, 0,
				     "instance %zu: member %zu did %" PRIu64
				     " ops, its leader %" PRIu64,
				     instance, member, tally->ops, leader->ops);
	if (seat->cpu >= 0 && tally->cpu != seat->cpu)
		return cg_error_fail(
			error, EXDEV,
			"member %zu of instance %zu was pinned to cpu %d and ran on cpu %d", member,
			instance, seat->cpu, tally->cpu);
	return 0;
}

static void add_worker(struct cg_round *round, const struct cg_tally *tally)
{
	round->user_sec += (double)tally->user_ns / 1e9;
	round->system_sec += (double)tally->system_ns / 1e9;
	round->cpu_sec += (double)tally->cpu_ns / 1e9;
	round->voluntary_switches += tally->voluntary_switches;
	round->involuntary_switches += tally->involuntary_switches;
	round->has_counters = round->has_counters && tally->has_counters;
	round->cycles += tally->cycles;
	round->instructions += tally->instructions;
	round->cpu_speed = fmin(round->cpu_speed, tally->cpu_speed);
}

int cg_round_gather(struct cg_round *round, const struct cg_shared *shared,
		    const struct cg_seat *seats, struct cg_error *error)
{
	uint64_t start_ns = UINT64_MAX, end_ns = 0;
	double *rates = calloc(shared->nr_instances, sizeof(*rates));
	int result = 0;

	*round = (struct cg_round){ .has_counters = true, .cpu_speed = INFINITY };
	round->instance_ops = calloc(shared->nr_instances, sizeof(*round->instance_ops));
	if (!rates || !round->instance_ops) {
		free(rates);
		cg_round_free(round);
		return cg_error_fail(error, ENOMEM, "gather a round");
	}
	for (size_t w = 0; w < shared->nr_instances * shared->nr_members && !result; w++) {
		result = check_worker(shared, w, &seats[w], error);
		add_worker(round, &shared->slots[w].tally);
	}
	for (size_t i = 0; i < shared->nr_instances && !result; i++) {
		const struct cg_tally *leader = &shared->slots[i * shared->nr_members].tally;

		round->instance_ops[i] = leader->ops;
		round->ops += leader->ops;
		start_ns = leader->start_ns < start_ns ? leader->start_ns : start_ns;
		end_ns = leader->end_ns > end_ns ? leader->end_ns : end_ns;
	}
	/* From the round's start, not its own: who gets to run late is not treated fairly. */
	for (size_t i = 0; i < shared->nr_instances && !result; i++) {
		uint64_t own_end_ns = shared->slots[i * shared->nr_members].tally.end_ns;

		if (own_end_ns > start_ns)
			rates[i] = (double)round->instance_ops[i] / (double)(own_end_ns - start_ns);
	}
	if (!result && (round->ops == 0 || end_ns <= start_ns)) {
		result = cg_error_fail(error, 0, "not one op was done in a round");
		cg_error_cure(error, "use a longer --duration");
	}
	if (!result) {
		round->seconds = (double)(end_ns - start_ns) / 1e9;
		round->ops_per_sec = (double)round->ops / round->seconds;
		round->fairness = cg_jain(rates, shared->nr_instances);
	} else {
		cg_round_free(round);
	}
	free(rates);
	return result;
}

void cg_round_free(struct cg_round *round)
{
	free(round->instance_ops);
	round->instance_ops = NULL;
}
