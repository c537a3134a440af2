// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_count.c - the rounds of a run that are not timed: counted ones, and the profiled one.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "run_parts.h"

#define PROFILE_HZ 997

/* A machine that cannot count can still measure time: a warning, whoever asked for counts. */
int cg_run_open_probes(struct cg_run *run, struct cg_error *error)
{
	struct cg_error why = { 0 };

	if (run->settings->count == CG_OFF) {
		snprintf(run->no_counts, sizeof(run->no_counts), "--no-count");
		return 0;
	}
	if (cg_probes_open(&run->probes, &why) == 0)
		return 0;
	run->probes = NULL;
	cg_error_text(&why, run->no_counts, sizeof(run->no_counts));
	if (why.kind == CG_ERROR_FAILED) {
		*error = why;
		return why.code > 0 ? -why.code : -EINVAL;
	}
	cg_warn(&run->warnings, "the charge path is not counted: %s", run->no_counts);
	return 0;
}

static bool is_charged(const struct cg_context *context)
{
	return context->topology.kind == CG_TOPOLOGY_TREE;
}

static void judge_count(struct cg_run *run, struct cg_context *context)
{
	context->uncharged =
		run->charges && is_charged(context) && !cg_count_has_charge(&context->count);
	if (context->uncharged)
		cg_warn(&run->warnings,
			"this kernel did not charge %s in %s: the result is invalid (is kernel memory "
			"accounted? look for cgroup.memory=nokmem or nosocket on the kernel command "
			"line, CONFIG_MEMCG_KMEM=n, v1 without kmem%s)",
			run->workload->name, context->topology.spec,
			strncmp(run->workload->name, "mq-", 3) == 0
				? ", or CONFIG_SLAB_BUCKETS=n, without which mqueue messages are not "
				  "charged since 6.11"
				: "");
}

/* Ops per instance of a counted round: what was asked for, up to a whole number of cycles. */
static uint64_t count_ops_of(const struct cg_run *run)
{
	uint64_t ops = run->settings->count_ops, cycle = 1;

	if (run->workload->cycle)
		cycle = run->workload->cycle(&run->settings->values);
	return (ops + cycle - 1) / cycle * cycle;
}

int cg_run_count(struct cg_run *run, struct cg_error *error)
{
	int result = 0;

	for (size_t c = 0; c < run->nr_contexts && !result && run->probes; c++) {
		struct cg_context *context = &run->contexts[c];

		cg_run_report(run, "%s: counting", context->topology.spec);
		result = cg_count_round(&context->count, run->probes, &context->crew,
					count_ops_of(run), error);
		if (!result)
			judge_count(run, context);
	}
	return result;
}

/* ---- Profile ---- */

static void tick_profile(void *data)
{
	struct cg_error ignored = { 0 };

	/* What a full ring loses is counted by the kernel and reported as lost. */
	cg_profile_drain(data, &ignored);
}

static int profile_context(struct cg_run *run, struct cg_context *context,
			   struct cg_profile *profile, struct cg_error *error)
{
	int result = cg_profile_start(profile, error);

	cg_run_report(run, "%s: profiling", context->topology.spec);
	context->crew.tick = tick_profile;
	context->crew.tick_data = profile;
	if (!result)
		result = cg_run_round(run, context, error);
	context->crew.tick = NULL;
	if (!result)
		result = cg_profile_stop(profile, error);
	if (!result)
		result = cg_profile_resolve(profile, &context->profile, error);
	if (!result)
		context->has_profile = true;
	return result ? result : cg_profile_clear(profile, error);
}

int cg_run_profile(struct cg_run *run, struct cg_error *error)
{
	struct cg_profile *profile = NULL;
	struct cg_error why = { 0 };
	char text[1024];
	int result = 0;

	if (!run->settings->profile)
		return 0;
	if (cg_profile_open(&profile, run->machine.online, PROFILE_HZ, &why)) {
		cg_warn(&run->warnings, "no profile: %s", cg_error_text(&why, text, sizeof(text)));
		return 0;
	}
	for (size_t c = 0; c < run->nr_contexts && !result && why.kind == CG_ERROR_NONE; c++)
		result = profile_context(run, &run->contexts[c], profile, &why);
	cg_profile_close(profile);
	if (why.kind == CG_ERROR_SKIPPED) {
		cg_warn(&run->warnings, "no profile: %s", cg_error_text(&why, text, sizeof(text)));
		return 0;
	}
	if (why.kind != CG_ERROR_NONE)
		*error = why;
	return result;
}
