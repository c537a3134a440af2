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
/* Calls per op: what cgpong gate --max-extra-calls lets pass. */
#define BACKGROUND_MAX 0.05

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
	cg_warn(&run->warnings, CG_WARNING_NOT_COUNTED, "the charge path is not counted: %s",
		run->no_counts);
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
		cg_warn(&run->warnings, CG_WARNING_NOT_CHARGED,
			"this kernel did not charge %s in %s: the result is invalid (is kernel memory "
			"accounted? look for cgroup.memory=nokmem or nosocket on the kernel command "
			"line, CONFIG_MEMCG_KMEM=n, v1 without kmem%s)",
			run->workload->name, context->name,
			strncmp(run->workload->name, "mq-", 3) == 0
				? ", or CONFIG_SLAB_BUCKETS=n, without which mqueue messages are not "
				  "charged since 6.11"
				: "");
}

/*
 * What was taken off is an estimate, and as wrong as the rest of the machine is unsteady: of an
 * amount that a gate would take for a regression, a reader must know. Only charges tell of others:
 * what our own workers let go in the round before may be freed as late as in the idle stretch, by RCU.
 */
static void warn_of_background(struct cg_run *run, const struct cg_context *context)
{
	static const enum cg_event charges[] = { CG_EVENT_CHARGE_WALK, CG_EVENT_CHARGE,
						 CG_EVENT_SLAB_CHARGE, CG_EVENT_SOCK_CHARGE };
	enum cg_event of = CG_EVENT_CHARGE;
	double most = 0;

	for (size_t i = 0; i < sizeof(charges) / sizeof(charges[0]); i++) {
		double noise = cg_count_background_per_op(&context->count, charges[i]);

		if (!(noise > most))
			continue;
		most = noise;
		of = charges[i];
	}
	if (most > BACKGROUND_MAX)
		cg_warn(&run->warnings, CG_WARNING_BACKGROUND,
			"%s: others call %s %.2f times in the time of an op, which is taken off as an "
			"estimate",
			context->name, cg_events[of].name, most);
}

static void look_for_company(struct cg_run *run)
{
	char id[CG_PROBES_ID_BYTES];

	if (cg_probes_company(run->probes, id))
		cg_warn(&run->warnings, CG_WARNING_OTHER_COUNT,
			"another cgpong, pid %s, ran while this one counted: its calls are among ours",
			id);
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

		cg_run_report(run, "%s: counting", context->name);
		look_for_company(run);
		result = cg_count_round(&context->count, run->probes, &context->crew,
					count_ops_of(run), error);
		look_for_company(run);
		if (!result) {
			judge_count(run, context);
			warn_of_background(run, context);
		}
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

	cg_run_report(run, "%s: profiling", context->name);
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
		cg_warn(&run->warnings, CG_WARNING_NO_PROFILE, "no profile: %s",
			cg_error_text(&why, text, sizeof(text)));
		return 0;
	}
	for (size_t c = 0; c < run->nr_contexts && !result && why.kind == CG_ERROR_NONE; c++)
		result = profile_context(run, &run->contexts[c], profile, &why);
	cg_profile_close(profile);
	if (why.kind == CG_ERROR_SKIPPED) {
		cg_warn(&run->warnings, CG_WARNING_NO_PROFILE, "no profile: %s",
			cg_error_text(&why, text, sizeof(text)));
		return 0;
	}
	if (why.kind != CG_ERROR_NONE)
		*error = why;
	return result;
}
