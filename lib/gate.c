// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate.c - a verdict on fresh runs against a baseline. See gate.h.
 */
#include "gate.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gate_shape.h"
#include "plain.h"

/* One-sided: a pass is looked for with the usual 95 % interval. */
#define TAIL_PASS 0.025
/* A regression: a gate that measures looks up to eight times, and 1 false alarm in 100 is the most. */
#define TAIL_FAIL 0.001
/* The same where there is one look, at given files, and rounds are all there is. */
#define TAIL_FAIL_ROUNDS 0.005
/* By how much (logarithm) two runs of the same kernel may differ, where that was not measured. */
#define UNKNOWN_SPREAD 0.25
/*
 * CPU time per op depends on how busy the machine is: a wakeup of an idle CPU costs another time
 * than one of a busy CPU, caches are shared. How much depends on the workload; the baseline's own runs
 * show it where their share of the CPU differed by more than SHARE_APART (logarithm), and are
 * trusted to half. Where they do not, a share that changes by a factor f may move it by f^0.5, which is more
 * than was ever seen (docs/statistics.md).
 */
#define SHARE_APART	   0.25
#define ELASTICITY_LEAST   0.05
#define ELASTICITY_UNKNOWN 0.5

const char *cg_verdict_name(enum cg_verdict verdict)
{
	static const char *const names[] = { "pass", "regression", "inconclusive", "skipped" };

	return names[verdict];
}

bool cg_gate_is_look(size_t nr_runs)
{
	static const size_t looks[] = { 5, 8, 12, 18, 27, 40, 60, CG_GATE_RUNS_MAX };

	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++) {
		if (looks[i] == nr_runs)
			return true;
	}
	return false;
}

/* One clock, against one limit. */
struct reading {
	bool known;
	double ratio, low, high; /* 95 % */
	double surely_below;	 /* upper bound at the level of a regression; NAN: too few values */
};

struct times {
	struct reading wall, cpu;
	double speed;	   /* of the CPUs themselves, fresh / baseline; NAN: not known */
	bool at_speed;	   /* only rounds at the baseline's speed are compared */
	double share;	   /* of the CPU the workers had, fresh / baseline */
	double elasticity; /* of CPU time per op to that share, at most */
	bool by_run, same_shape;
};

static bool compare_logs(struct reading *r, const struct cg_sample *a, const struct cg_sample *b,
			 double tail)
{
	struct cg_shift usual, strict;

	if (!cg_hodges_lehmann(a->values, a->n, b->values, b->n, TAIL_PASS, &usual) ||
	    !cg_hodges_lehmann(a->values, a->n, b->values, b->n, tail, &strict))
		return false;
	*r = (struct reading){ true, exp(usual.estimate), exp(usual.low), exp(usual.high),
			       exp(strict.high) };
	return true;
}

static struct reading read_clock(const struct cg_runs *base, const struct cg_runs *fresh,
				 size_t context, enum cg_sample_metric metric, bool by_run,
				 const struct cg_speed_band *band, double tail)
{
	struct reading r = { false, NAN, NAN, NAN, NAN };
	struct cg_sample a, b = { 0 };

	if (cg_sample_take(base, context, metric, by_run, band, &a) &&
	    cg_sample_take(fresh, context, metric, by_run, band, &b) && cg_sample_log(&a) &&
	    cg_sample_log(&b))
		compare_logs(&r, &a, &b, tail);
	free(a.values);
	free(b.values);
	return r;
}

static double median_of(const struct cg_runs *runs, size_t context, enum cg_sample_metric metric,
			bool by_run, const struct cg_speed_band *band)
{
	struct cg_sample sample;
	double median = NAN;

	if (cg_sample_take(runs, context, metric, by_run, band, &sample))
		median = cg_median(sample.values, sample.n);
	free(sample.values);
	return median;
}

static double elasticity_of(const struct cg_runs *base, size_t context, bool by_run,
			    const struct cg_speed_band *band)
{
	double elasticity = ELASTICITY_UNKNOWN, slope;
	struct cg_sample share, ops = { 0 };

	if (cg_sample_take(base, context, CG_SAMPLE_CPU_SHARE, by_run, band, &share) &&
	    cg_sample_take(base, context, CG_SAMPLE_OPS_PER_CPU_SEC, by_run, band, &ops) &&
	    cg_sample_log(&share) && cg_sample_log(&ops) &&
	    cg_theil_sen(share.values, ops.values, ops.n, SHARE_APART, &slope))
		elasticity = ELASTICITY_LEAST + 2 * fabs(slope);
	free(share.values);
	free(ops.values);
	return elasticity;
}

/* Whether the fresh runs, and the baseline's, have enough to compare in the band. */
static bool have_speed(const struct cg_runs *base, const struct cg_runs *fresh, size_t context,
		       bool by_run, const struct cg_speed_band *band)
{
	struct cg_speed_band of_fresh;
	struct cg_sample a, b = { 0 };
	bool enough = cg_sample_take(base, context, CG_SAMPLE_CPU_SPEED, by_run, band, &a) &&
		      cg_sample_take(fresh, context, CG_SAMPLE_CPU_SPEED, by_run, band, &b) &&
		      a.n >= CG_GATE_RUNS_MIN && b.n >= CG_GATE_RUNS_MIN;

	free(a.values);
	free(b.values);
	/* What is faster than the baseline ever was shows that something slowed the baseline down. */
	return enough && cg_speed_band_of(fresh, context, &of_fresh) && of_fresh.top <= band->high;
}

static struct times read_times(const struct cg_runs *base, const struct cg_runs *fresh,
			       size_t context, size_t nr_contexts)
{
	struct times t = { .by_run =
				   base->nr >= CG_GATE_RUNS_MIN && fresh->nr >= CG_GATE_RUNS_MIN };
	double tail = (t.by_run ? TAIL_FAIL : TAIL_FAIL_ROUNDS) / (double)nr_contexts;
	struct cg_speed_band at_speed, *band = NULL;

	if (cg_speed_band_of(base, context, &at_speed) &&
	    have_speed(base, fresh, context, t.by_run, &at_speed)) {
		t.at_speed = true;
		band = &at_speed;
	}
	t.wall = read_clock(base, fresh, context, CG_SAMPLE_OPS_PER_SEC, t.by_run, band, tail);
	t.cpu = read_clock(base, fresh, context, CG_SAMPLE_OPS_PER_CPU_SEC, t.by_run, band, tail);
	t.share = median_of(fresh, context, CG_SAMPLE_CPU_SHARE, t.by_run, band) /
		  median_of(base, context, CG_SAMPLE_CPU_SHARE, t.by_run, band);
	t.speed = median_of(fresh, context, CG_SAMPLE_CPU_SPEED, t.by_run, band) /
		  median_of(base, context, CG_SAMPLE_CPU_SPEED, t.by_run, band);
	t.elasticity = elasticity_of(base, context, t.by_run, band);
	t.same_shape = cg_gate_shape_is_same(base, fresh);
	return t;
}

static bool is_within(const struct reading *r, double limit)
{
	return r->known && r->low >= limit;
}

static bool is_beyond(const struct reading *r, double limit, double allowance)
{
	return r->known && r->surely_below < limit * exp(-allowance);
}

/* By how much (logarithm) slower ops may be for reasons that are not known to be the kernel's. */
static double spread_of(const struct times *t)
{
	double spread = t->by_run && t->same_shape && t->at_speed ? 0 : UNKNOWN_SPREAD;

	return t->speed > 0 && t->speed < 1 ? spread - log(t->speed) : spread;
}

/* The same of CPU time per op, which depends on the load as well. */
static double cpu_spread_of(const struct times *t)
{
	double load = t->share > 0 && isfinite(t->share) ? t->elasticity * fabs(log(t->share)) : 0;

	return spread_of(t) + load;
}

static enum cg_verdict judge_times(const struct times *t, enum cg_gate_clock clock, double limit)
{
	bool cpu_beyond = is_beyond(&t->cpu, limit, cpu_spread_of(t));
	/* CPUs that come and go in speed can hide a slower kernel. */
	bool may_pass = t->at_speed || isnan(t->speed);
	bool wall_within = may_pass && is_within(&t->wall, limit);
	bool cpu_within = may_pass && is_within(&t->cpu, limit);

	switch (clock) {
	case CG_CLOCK_WALL:
		if (is_beyond(&t->wall, limit, spread_of(t)))
			return CG_VERDICT_REGRESSION;
		return wall_within ? CG_VERDICT_PASS : CG_VERDICT_INCONCLUSIVE;
	case CG_CLOCK_CPU:
		if (cpu_beyond)
			return CG_VERDICT_REGRESSION;
		return cpu_within ? CG_VERDICT_PASS : CG_VERDICT_INCONCLUSIVE;
	case CG_CLOCK_BOTH:
		break;
	}
	if (cpu_beyond && !is_within(&t->wall, limit))
		return CG_VERDICT_REGRESSION;
	return wall_within && (cpu_within || !t->cpu.known) ? CG_VERDICT_PASS
							    : CG_VERDICT_INCONCLUSIVE;
}

static void add(struct cg_gate *gate, const char *context, const char *what,
		enum cg_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

static void add(struct cg_gate *gate, const char *context, const char *what,
		enum cg_verdict verdict, const char *format, ...)
{
	struct cg_gate_item *item = &gate->items[gate->nr_items++];
	char why[sizeof(item->why)];
	va_list values;

	va_start(values, format);
	vsnprintf(why, sizeof(why), format, values);
	va_end(values);
	cg_plain(context, item->context, sizeof(item->context));
	cg_plain(what, item->what, sizeof(item->what));
	cg_plain(why, item->why, sizeof(item->why));
	item->verdict = verdict;
}

static void show_clock(char *text, size_t size, const char *name, const struct reading *r)
{
	if (!r->known)
		snprintf(text, size, "%s unknown", name);
	else if (isnan(r->low))
		snprintf(text, size, "%s %.3f [too few]", name, r->ratio);
	else
		snprintf(text, size, "%s %.3f [%.3f..%.3f]", name, r->ratio, r->low, r->high);
}

static void judge_time(struct cg_gate *gate, const char *name, const struct times *t,
		       const struct cg_gate_limits *limits)
{
	double limit = 1 - limits->max_slowdown;
	double allowance = limits->clock == CG_CLOCK_WALL ? spread_of(t) : cpu_spread_of(t);
	enum cg_verdict verdict = judge_times(t, limits->clock, limit);
	char wall[64], cpu[64], share[64] = "", speed[64] = "";
	const char *hint = "";

	for (size_t i = 0; i < gate->nr_differences; i++) {
		if (!gate->differences[i].decides)
			continue;
		add(gate, name, "time", CG_VERDICT_INCONCLUSIVE,
		    "another machine: times cannot be compared: %s is %s, then %s",
		    gate->differences[i].field, gate->differences[i].a, gate->differences[i].b);
		return;
	}
	show_clock(wall, sizeof(wall), "ops/sec", &t->wall);
	show_clock(cpu, sizeof(cpu), "ops/CPU-sec", &t->cpu);
	if (verdict == CG_VERDICT_INCONCLUSIVE) {
		gate->open = true;
		if (!t->same_shape)
			hint = "; rounds or warm-ups are not of the same length";
		else if (!t->by_run)
			hint = "; too few runs to know how far runs differ";
		else if (!t->at_speed)
			hint = "; too few rounds at full CPU speed, here or in the baseline";
		else if (limits->clock == CG_CLOCK_BOTH && t->wall.high < limit)
			hint = "; slower, but not by CPU time: others were busy, or it sleeps more";
	}
	if (t->share > 0 && isfinite(t->share))
		snprintf(share, sizeof(share), ", CPU share %.2f", t->share);
	if (t->speed > 0)
		snprintf(speed, sizeof(speed), ", CPU speed %.2f", t->speed);
	add(gate, name, "time", verdict, "%s, %s%s%s; limit %.3f, a regression below %.3f%s", wall,
	    cpu, share, speed, limit, limit * exp(-allowance), hint);
}

/*
 * Exact but for what else the machine did: so all runs have to agree, and what was taken off for it, which is
 * an estimate, must neither make a regression nor hide one.
 */
static void judge_event(struct cg_gate *gate, const char *name, const char *event,
			const struct cg_calls_comparison *c, double max_extra)
{
	double limit = fmax(max_extra, CG_CALLS_RELATIVE * c->a.median);
	enum cg_verdict verdict = CG_VERDICT_PASS;
	char hint[80] = "";

	if (c->b.min - c->b.background - c->a.max - c->a.background > limit) {
		verdict = CG_VERDICT_REGRESSION;
	} else if (c->change + c->b.background > limit) {
		verdict = CG_VERDICT_INCONCLUSIVE;
		if (c->b.background + c->a.background > limit)
			snprintf(hint, sizeof(hint),
				 "; others call it, in the baseline %.3f times per op, here %.3f",
				 c->a.background, c->b.background);
		else
			snprintf(hint, sizeof(hint), "; the runs do not agree");
		gate->open = true;
	}
	add(gate, name, event, verdict, "%.3f calls per op, then %.3f; limit +%.3f%s", c->a.median,
	    c->b.median, limit, hint);
}

/* Of a baseline that does not know it: there may have been none. */
static void judge_new_event(struct cg_gate *gate, const char *name, const char *event,
			    const struct cg_sample_calls *calls, double max_extra)
{
	enum cg_verdict verdict = calls->max + calls->background > max_extra
					  ? CG_VERDICT_INCONCLUSIVE
					  : CG_VERDICT_PASS;

	add(gate, name, event, verdict,
	    "not counted in the baseline; here %.3f calls per op; limit +%.3f", calls->median,
	    max_extra);
}

static void judge_no_counts(struct cg_gate *gate, const char *name, bool in_base, bool in_fresh,
			    const struct cg_runs *fresh)
{
	const char *reason = json_string_value(json_object_get(fresh->items[0], "no_counts"));
	const json_t *counts = json_object_get(
		json_array_get(json_object_get(fresh->items[0], "contexts"), 0), "counts");

	if (in_fresh || !in_base)
		add(gate, name, "counts", CG_VERDICT_SKIPPED, "the baseline has no counts");
	else if (cg_sample_had_company(fresh->items[0]))
		add(gate, name, "counts", CG_VERDICT_INCONCLUSIVE,
		    "another cgpong ran meanwhile: its calls are among ours");
	else if (json_is_object(counts))
		add(gate, name, "counts", CG_VERDICT_INCONCLUSIVE,
		    "this kernel charged nothing, or not what the baseline counted");
	else if (reason)
		add(gate, name, "counts", CG_VERDICT_INCONCLUSIVE,
		    "the baseline has counts, but here: %s", reason);
	else
		add(gate, name, "counts", CG_VERDICT_SKIPPED, "not counted");
}

static void judge_counts(struct cg_gate *gate, const char *name, const struct cg_runs *base,
			 const struct cg_runs *fresh, size_t context, double max_extra)
{
	bool in_base = false, in_fresh = false, in_both = false;
	struct cg_calls_comparison all[CG_NR_EVENTS];

	for (int e = 0; e < CG_NR_EVENTS; e++) {
		all[e] = cg_compare_calls(base, fresh, context, (enum cg_event)e, max_extra);
		in_base |= all[e].a.nr > 0;
		in_fresh |= all[e].b.nr > 0;
		in_both |= all[e].known;
	}
	if (!in_both) {
		judge_no_counts(gate, name, in_base, in_fresh, fresh);
		return;
	}
	for (int e = 0; e < CG_NR_EVENTS; e++) {
		if (all[e].known)
			judge_event(gate, name, cg_events[e].name, &all[e], max_extra);
		else if (all[e].a.nr > 0)
			add(gate, name, cg_events[e].name, CG_VERDICT_INCONCLUSIVE,
			    "in the baseline, but cannot be counted here");
		else if (all[e].b.nr > 0)
			judge_new_event(gate, name, cg_events[e].name, &all[e].b, max_extra);
	}
}

enum cg_verdict cg_gate_part(const struct cg_gate *gate, bool times)
{
	bool seen[] = { false, false, false, false };

	for (size_t i = 0; i < gate->nr_items; i++) {
		if ((strcmp(gate->items[i].what, "time") == 0) == times)
			seen[gate->items[i].verdict] = true;
	}
	if (seen[CG_VERDICT_REGRESSION])
		return CG_VERDICT_REGRESSION;
	if (seen[CG_VERDICT_INCONCLUSIVE])
		return CG_VERDICT_INCONCLUSIVE;
	return seen[CG_VERDICT_PASS] ? CG_VERDICT_PASS : CG_VERDICT_SKIPPED;
}

static enum cg_verdict sum_up(const struct cg_gate *gate)
{
	enum cg_verdict times = cg_gate_part(gate, true), counts = cg_gate_part(gate, false);

	if (times == CG_VERDICT_REGRESSION || counts == CG_VERDICT_REGRESSION)
		return CG_VERDICT_REGRESSION;
	if (times == CG_VERDICT_INCONCLUSIVE || counts == CG_VERDICT_INCONCLUSIVE)
		return CG_VERDICT_INCONCLUSIVE;
	/* What was not measured has not passed. */
	return times == CG_VERDICT_PASS || counts == CG_VERDICT_PASS ? CG_VERDICT_PASS
								     : CG_VERDICT_INCONCLUSIVE;
}

int cg_gate_judge(struct cg_gate *gate, const struct cg_runs *base, const struct cg_runs *fresh,
		  const struct cg_gate_limits *limits, struct cg_error *error)
{
	const json_t *contexts;
	size_t nr_contexts;
	json_t *context;
	size_t c;
	int result;

	*gate = (struct cg_gate){ .nr_base = base->nr, .nr_fresh = fresh->nr };
	result = cg_comparable(base, fresh, error);
	if (result)
		return result;
	contexts = json_object_get(base->items[0], "contexts");
	nr_contexts = json_array_size(contexts);
	gate->items = calloc(nr_contexts * (CG_NR_EVENTS + 1), sizeof(*gate->items));
	if (!gate->items)
		return cg_error_fail(error, ENOMEM, "judge");
	cg_plain(json_string_value(json_object_get(base->items[0], "workload")), gate->workload,
		 sizeof(gate->workload));
	gate->nr_differences = cg_differences(base->items[0], fresh->items[0], gate->differences);
	json_array_foreach (contexts, c, context) {
		const char *name = json_string_value(json_object_get(context, "cgroup"));
		struct times times = read_times(base, fresh, c, nr_contexts);

		if (limits->by != CG_BY_COUNTS)
			judge_time(gate, name, &times, limits);
		if (limits->by != CG_BY_TIME)
			judge_counts(gate, name, base, fresh, c, limits->max_extra_calls);
	}
	gate->verdict = sum_up(gate);
	return 0;
}

void cg_gate_free(struct cg_gate *gate)
{
	free(gate->items);
	*gate = (struct cg_gate){ 0 };
}
