// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_compare.c - results read back, compared and judged. All runs are made here: 1 worker, rounds of
 * one second, so that ops are ops per second; figures were worked out by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gate.h"

static const struct cg_gate_limits limits = { 0.05, 0.05, CG_CLOCK_BOTH, CG_BY_BOTH };

/* Turns per microsecond. */
#define SPEED 3500.0

/* @speed 0: of before it was measured. */
static json_t *make_round(double ops, double cpu_sec, double speed)
{
	json_t *round =
		json_pack("{s:I, s:f, s:f, s:f, s:i, s:i, s:n, s:n}", "ops", (json_int_t)ops,
			  "seconds", 1.0, "user_sec", cpu_sec / 4, "system_sec", cpu_sec * 3 / 4,
			  "voluntary_cs", 10, "involuntary_cs", 0, "cycles", "instructions");

	if (speed > 0)
		json_object_set_new(round, "cpu_speed", json_real(speed));
	return round;
}

/* Three rounds that differ by a hundredth. @walks < 0: not counted. */
static json_t *make_run_at(double ops, double cpu_sec, double walks, double speed)
{
	json_t *counts = json_null();

	if (walks >= 0)
		counts = json_pack("{s:i, s:b, s:{s:{s:f}}}", "ops", 1000, "valid", 1, "events",
				   "charge_walk", "per_op", walks);
	return json_pack(
		"{s:s, s:s, s:i, s:i, s:{s:s, s:i, s:i}, s:{s:s, s:s}, s:n, s:[{s:s, s:[], s:[], "
		"s:[o, o, o], s:o}]}",
		"schema", "cgpong/1", "workload", "tcp-rr", "instances", 1, "members", 1, "options",
		"place", "same-node", "size", 64, "rounds", 3, "environment", "kernel", "6.1",
		"cpu_model", "X", "error", "contexts", "cgroup", "leaf", "tree", "workers",
		"rounds", make_round(ops * 0.99, cpu_sec, speed), make_round(ops, cpu_sec, speed),
		make_round(ops * 1.01, cpu_sec, speed), "counts", counts);
}

static json_t *make_run(double ops, double cpu_sec, double walks)
{
	return make_run_at(ops, cpu_sec, walks, SPEED);
}

static void add(struct cg_runs *runs, json_t *run)
{
	struct cg_error error = { 0 };

	assert_non_null(run);
	assert_int_equal(cg_runs_add(runs, run, "here", &error), 0);
	json_decref(run);
}

/* @nr runs around @ops: run i is i thousandths faster. */
static void add_runs(struct cg_runs *runs, int nr, double ops, double cpu_sec, double walks)
{
	for (int i = 0; i < nr; i++)
		add(runs, make_run(ops * (1 + i * 0.001), cpu_sec, walks));
}

static json_t *context_of(json_t *run)
{
	return json_array_get(json_object_get(run, "contexts"), 0);
}

/* ---- Reading ---- */

static void refused(json_t *run, const char *why)
{
	struct cg_runs runs = { 0 };
	struct cg_error error = { 0 };
	char text[1024];

	assert_true(cg_runs_add(&runs, run, "here", &error) < 0);
	assert_int_equal(error.kind, CG_ERROR_USAGE);
	assert_non_null(strstr(cg_error_text(&error, text, sizeof(text)), why));
	assert_int_equal(runs.nr, 0);
	json_decref(run);
}

static json_t *with(const char *key, json_t *value)
{
	json_t *run = make_run(1000, 1, 0);

	json_object_set_new(run, key, value);
	return run;
}

static json_t *with_round(const char *key, json_t *value)
{
	json_t *run = make_run(1000, 1, 0);
	json_t *round = json_array_get(json_object_get(context_of(run), "rounds"), 1);

	json_object_set_new(round, key, value);
	return run;
}

static void what_is_no_run_is_refused(void **state)
{
	json_t *run;

	(void)state;
	refused(json_array(), "not a results file");
	refused(with("schema", json_integer(1)), "not a results file");
	refused(with("schema", json_string("cgpong/2")), "'cgpong/2'");
	refused(with("schema", json_string("fio/1")), "'fio/1'");
	refused(with("error", json_pack("{s:s}", "text", "killed")), "did not come to its end");
	refused(with("workload", json_string("")), "'workload'");
	refused(with("instances", json_real(1)), "'instances'");
	refused(with("contexts", json_array()), "'contexts'");
	refused(with("contexts", json_pack("[n]")), "'cgroup'");
	refused(with_round("ops", json_integer(0)), "'ops'");
	refused(with_round("ops", json_integer(-5)), "'ops'");
	refused(with_round("ops", json_real(10)), "'ops'");
	refused(with_round("seconds", json_integer(0)), "'seconds'");
	refused(with_round("seconds", json_string("1")), "'seconds'");
	refused(with_round("user_sec", json_real(-1)), "'user_sec'");
	refused(with_round("cycles", json_integer(-1)), "'cycles'");
	refused(with_round("cpu_sec", json_real(-1)), "'cpu_sec'");
	refused(with_round("cpu_speed", json_string("fast")), "'cpu_speed'");
	refused(with_round("cpu_speed", json_integer(0)), "'cpu_speed'");
	run = make_run(1000, 1, 0);
	json_object_set_new(context_of(run), "rounds", json_array());
	refused(run, "'rounds'");
	run = make_run(1000, 1, 0);
	json_object_set_new(json_object_get(context_of(run), "counts"), "events", json_array());
	refused(run, "'counts.events'");
}

/* ---- Samples ---- */

static void samples_of_runs_and_rounds(void **state)
{
	struct cg_runs runs = { 0 };
	struct cg_sample sample;

	(void)state;
	add(&runs, make_run(1000, 0.5, -1));
	add(&runs, make_run(2000, 0.5, -1));
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_OPS_PER_SEC, false, NULL, &sample));
	assert_int_equal(sample.n, 6);
	assert_float_equal(sample.values[0], 990, 1e-9);
	assert_float_equal(sample.values[5], 2020, 1e-9);
	free(sample.values);
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_OPS_PER_SEC, true, NULL, &sample));
	assert_int_equal(sample.n, 2);
	assert_float_equal(sample.values[0], 1000, 1e-9);
	free(sample.values);
	/* 3,000 ops in 1.5 s of CPU time. */
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_OPS_PER_CPU_SEC, true, NULL, &sample));
	assert_float_equal(sample.values[0], 2000, 1e-9);
	free(sample.values);
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_USER_SHARE, true, NULL, &sample));
	assert_float_equal(sample.values[0], 0.125, 1e-9);
	free(sample.values);
	/* No cycles were counted. */
	assert_false(cg_sample_take(&runs, 0, CG_SAMPLE_CYCLES_PER_OP, true, NULL, &sample));
	assert_int_equal(sample.n, 0);
	free(sample.values);
	cg_runs_free(&runs);
}

/* ---- Comparing ---- */

static void not_comparable(json_t *other, const char *field)
{
	struct cg_runs a = { 0 }, b = { 0 };
	struct cg_error error = { 0 };

	add(&a, make_run(1000, 1, 0));
	add(&b, other);
	assert_true(cg_comparable(&a, &b, &error) < 0);
	assert_int_equal(error.kind, CG_ERROR_USAGE);
	assert_non_null(strstr(error.what, field));
	cg_runs_free(&a);
	cg_runs_free(&b);
}

static json_t *with_option(const char *key, json_t *value)
{
	json_t *run = make_run(1000, 1, 0);

	json_object_set_new(json_object_get(run, "options"), key, value);
	return run;
}

static void samples_at_one_cpu_speed(void **state)
{
	struct cg_runs runs = { 0 };
	struct cg_speed_band band;
	struct cg_sample sample;
	json_t *mixed = make_run(3000, 0.5, -1);

	(void)state;
	add(&runs, make_run(1000, 0.5, -1));
	add(&runs, make_run_at(2000, 0.5, -1, SPEED / 2));
	/* Only one round at that speed: no figure of this run. */
	for (size_t r = 0; r < 2; r++)
		json_object_set_new(json_array_get(json_object_get(context_of(mixed), "rounds"), r),
				    "cpu_speed", json_real(SPEED * 0.9));
	add(&runs, mixed);
	assert_true(cg_speed_band_of(&runs, 0, &band));
	assert_float_equal(band.low, SPEED * exp(-0.05), 1e-6);
	assert_float_equal(band.high, SPEED * exp(0.05), 1e-6);
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_OPS_PER_SEC, true, &band, &sample));
	assert_int_equal(sample.n, 1);
	assert_float_equal(sample.values[0], 1010, 1e-9);
	free(sample.values);
	assert_true(cg_sample_take(&runs, 0, CG_SAMPLE_OPS_PER_SEC, false, &band, &sample));
	assert_int_equal(sample.n, 4);
	free(sample.values);
	add(&runs, make_run_at(1000, 0.5, -1, 0));
	assert_false(cg_speed_band_of(&runs, 0, &band));
	cg_runs_free(&runs);
}

static void what_differs_is_named(void **state)
{
	struct cg_runs a = { 0 };
	struct cg_error error = { 0 };
	json_t *run;

	(void)state;
	not_comparable(with("workload", json_string("unix-rr")), "workload is tcp-rr");
	not_comparable(with("instances", json_integer(2)), "instances is 1");
	not_comparable(with_option("size", json_integer(65)), "size is 64");
	not_comparable(with_option("place", json_string("smt")), "place is same-node");
	not_comparable(with_option("new", json_true()), "new is nothing");
	run = make_run(1000, 1, 0);
	json_object_set_new(context_of(run), "cgroup", json_string("root"));
	not_comparable(run, "topology");
	run = make_run(1000, 1, 0);
	json_object_set_new(context_of(run), "workers", json_pack("[{s:i}]", "node", 1));
	not_comparable(run, "workers");
	/* How long it was measured is no matter. */
	add(&a, make_run(1000, 1, 0));
	add(&a, with_option("rounds", json_integer(50)));
	assert_int_equal(cg_comparable(&a, &a, &error), 0);
	cg_runs_free(&a);
}

static void environments_are_listed(void **state)
{
	struct cg_difference d[CG_DIFFERENCES_MAX];
	json_t *a = make_run(1000, 1, 0), *b = make_run(1000, 1, 0);
	json_t *environment = json_object_get(b, "environment");

	(void)state;
	json_object_set_new(environment, "kernel", json_string("6.12"));
	assert_int_equal(cg_differences(a, b, d), 0);
	json_object_set_new(environment, "governor", json_string("powersave"));
	assert_int_equal(cg_differences(a, b, d), 1);
	assert_string_equal(d[0].field, "governor");
	assert_string_equal(d[0].b, "powersave");
	assert_false(d[0].decides);
	json_object_set_new(environment, "cpu_model", json_string("Y"));
	assert_int_equal(cg_differences(a, b, d), 2);
	assert_true(d[0].decides || d[1].decides);
	json_decref(a);
	json_decref(b);
}

static void comparison_shows_ratio_and_calls(void **state)
{
	struct cg_runs a = { 0 }, b = { 0 };
	struct cg_comparison c;
	struct cg_error error = { 0 };
	const struct cg_metric_comparison *m;

	(void)state;
	add_runs(&a, 5, 10000, 1, 0.02);
	add_runs(&b, 5, 5000, 1, 1.02);
	assert_int_equal(cg_compare(&c, &a, &b, &error), 0);
	assert_true(c.by_run);
	m = &c.contexts[0].metrics[CG_SAMPLE_OPS_PER_SEC];
	assert_float_equal(m->ratio, 0.5, 1e-3);
	assert_true(m->differs && m->high < 0.51);
	assert_float_equal(m->test.u, 0, 0);
	/* 2 of the 252 orders of 5 and 5. */
	assert_float_equal(m->test.p, 2.0 / 252, 1e-12);
	assert_float_equal(c.contexts[0].calls[CG_EVENT_CHARGE_WALK].change, 1, 1e-12);
	assert_true(c.contexts[0].calls[CG_EVENT_CHARGE_WALK].differs);
	assert_false(c.contexts[0].calls[CG_EVENT_CHARGE].known);
	cg_comparison_free(&c);
	assert_int_equal(cg_compare(&c, &a, &a, &error), 0);
	assert_false(c.contexts[0].metrics[CG_SAMPLE_OPS_PER_SEC].differs);
	assert_false(c.contexts[0].calls[CG_EVENT_CHARGE_WALK].differs);
	cg_comparison_free(&c);
	cg_runs_free(&a);
	cg_runs_free(&b);
}

/* ---- Judging ---- */

/* The verdict on the time, or on the counts; all of them with "all". */
static enum cg_verdict judge(struct cg_runs *base, struct cg_runs *fresh,
			     const struct cg_gate_limits *of, const char *what)
{
	struct cg_error error = { 0 };
	struct cg_gate gate;
	enum cg_verdict verdict;

	assert_int_equal(cg_gate_judge(&gate, base, fresh, of, &error), 0);
	verdict = gate.verdict;
	for (size_t i = 0; i < gate.nr_items; i++) {
		if (strcmp(gate.items[i].what, what) == 0)
			verdict = gate.items[i].verdict;
	}
	cg_gate_free(&gate);
	return verdict;
}

static enum cg_verdict judge_speed(double ops, double cpu_sec, const struct cg_gate_limits *of)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	enum cg_verdict verdict;

	add_runs(&base, 15, 10000, 0.9, -1);
	add_runs(&fresh, 8, ops, cpu_sec, -1);
	verdict = judge(&base, &fresh, of, "time");
	assert_int_equal(judge(&base, &fresh, of, "all"), verdict);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
	return verdict;
}

static void slower_by_either_clock(void **state)
{
	static const struct cg_gate_limits wall = { 0.05, 0.05, CG_CLOCK_WALL, CG_BY_BOTH };
	static const struct cg_gate_limits cpu = { 0.05, 0.05, CG_CLOCK_CPU, CG_BY_BOTH };

	(void)state;
	assert_int_equal(judge_speed(10000, 0.9, &limits), CG_VERDICT_PASS);
	assert_int_equal(judge_speed(12000, 0.9, &limits), CG_VERDICT_PASS);
	assert_int_equal(judge_speed(9000, 0.9, &limits), CG_VERDICT_REGRESSION);
	/* Within the limit, surely. */
	assert_int_equal(judge_speed(9800, 0.9, &limits), CG_VERDICT_PASS);
	/* Half as fast, but with half the CPU time: somebody else was there. */
	assert_int_equal(judge_speed(5000, 0.45, &limits), CG_VERDICT_INCONCLUSIVE);
	assert_int_equal(judge_speed(5000, 0.45, &wall), CG_VERDICT_REGRESSION);
	assert_int_equal(judge_speed(5000, 0.45, &cpu), CG_VERDICT_PASS);
	/* As fast, but with a quarter more CPU time: wall time refutes, so no regression. */
	assert_int_equal(judge_speed(10000, 0.9 * 1.25, &limits), CG_VERDICT_INCONCLUSIVE);
}

/* @nr runs around @ops on CPUs of @speed. */
static void add_runs_at(struct cg_runs *runs, int nr, double ops, double speed)
{
	for (int i = 0; i < nr; i++)
		add(runs, make_run_at(ops * (1 + i * 0.001), 0.9, -1, speed));
}

static void a_slower_cpu_is_no_slower_kernel(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };

	(void)state;
	add_runs_at(&base, 15, 10000, SPEED);
	add_runs_at(&fresh, 18, 5500, SPEED * 0.55);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_INCONCLUSIVE);
	/* Four runs in between, when the neighbour slept, are enough to see that nothing is wrong; */
	add_runs_at(&fresh, 8, 10000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_PASS);
	cg_runs_free(&fresh);
	/* or that something is. */
	add_runs_at(&fresh, 18, 5500, SPEED * 0.55);
	add_runs_at(&fresh, 8, 9000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_REGRESSION);
	cg_runs_free(&fresh);
	/* More than any CPU explains. */
	add_runs_at(&fresh, 18, 2000, SPEED * 0.55);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_REGRESSION);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

static void a_faster_cpu_hides_no_slower_kernel(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };

	(void)state;
	add_runs_at(&base, 15, 5500, SPEED * 0.55);
	add_runs_at(&fresh, 18, 9000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

/* A baseline of before CPU speed was measured: a neighbour may explain much. */
static void without_cpu_speed_less_is_known(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };

	(void)state;
	add_runs_at(&base, 15, 10000, 0);
	add_runs_at(&fresh, 18, 9000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&fresh);
	add_runs_at(&fresh, 18, 6000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_REGRESSION);
	cg_runs_free(&fresh);
	add_runs_at(&fresh, 18, 10000, SPEED);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_PASS);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

static void few_runs_are_not_trusted(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };

	(void)state;
	add_runs(&base, 1, 10000, 0.9, -1);
	add_runs(&base, 1, 10000, 0.9, -1);
	add_runs(&fresh, 3, 9000, 0.9, -1);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&fresh);
	/* Far beyond whatever runs may differ by. */
	add_runs(&fresh, 3, 3000, 0.9, -1);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_REGRESSION);
	cg_runs_free(&fresh);
	add_runs(&fresh, 3, 10000, 0.9, -1);
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_PASS);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

static void calls_are_judged_exactly(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };

	(void)state;
	add_runs(&base, 5, 10000, 0.9, 0.016);
	add_runs(&fresh, 5, 10000, 0.9, 0.060);
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_PASS);
	cg_runs_free(&fresh);
	/* One more per ten ops. */
	add_runs(&fresh, 5, 10000, 0.9, 0.116);
	assert_int_equal(judge(&base, &fresh, &limits, "charge_walk"), CG_VERDICT_REGRESSION);
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_REGRESSION);
	/* One run that does not agree leaves it open. */
	add_runs(&fresh, 1, 10000, 0.9, 0.016);
	assert_int_equal(judge(&base, &fresh, &limits, "charge_walk"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&fresh);
	/* Fewer are welcome. */
	add_runs(&fresh, 5, 10000, 0.9, 0);
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_PASS);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

/* Five runs of 1000 ops: @background calls of others in an idle stretch of the same length. */
static void add_noisy_runs(struct cg_runs *runs, double walks, int background)
{
	for (int i = 0; i < 5; i++) {
		json_t *run = make_run(10000, 0.9, walks);
		json_t *counts = json_object_get(context_of(run), "counts");

		json_object_set_new(counts, "seconds", json_real(1));
		json_object_set_new(counts, "background_seconds", json_real(1));
		json_object_set_new(
			json_object_get(json_object_get(counts, "events"), "charge_walk"),
			"background", json_integer(background));
		add(runs, run);
	}
}

static enum cg_verdict judge_noisy(double walks, int background)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	enum cg_verdict verdict;

	add_runs(&base, 5, 10000, 0.9, 0.016);
	add_noisy_runs(&fresh, walks, background);
	verdict = judge(&base, &fresh, &limits, "charge_walk");
	cg_runs_free(&fresh);
	cg_runs_free(&base);
	return verdict;
}

static void what_was_taken_off_decides_nothing(void **state)
{
	(void)state;
	assert_int_equal(judge_noisy(0.016, 10), CG_VERDICT_PASS);
	assert_int_equal(judge_noisy(4, 100), CG_VERDICT_REGRESSION);
	/* Four walks per op may be hidden, or made, by a burst of others. */
	assert_int_equal(judge_noisy(0, 4000), CG_VERDICT_INCONCLUSIVE);
	assert_int_equal(judge_noisy(4, 4000), CG_VERDICT_INCONCLUSIVE);
}

static void what_the_baseline_does_not_know_is_said(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	json_t *run = make_run(10000, 0.9, 0.016), *events;

	(void)state;
	add_runs(&base, 5, 10000, 0.9, 0.016);
	events = json_object_get(json_object_get(context_of(run), "counts"), "events");
	json_object_set_new(events, "objcg_drain", json_pack("{s:f}", "per_op", 0.01));
	add(&fresh, json_deep_copy(run));
	/* Whatever it was, it has hardly become more. */
	assert_int_equal(judge(&base, &fresh, &limits, "objcg_drain"), CG_VERDICT_PASS);
	cg_runs_free(&fresh);
	json_object_set_new(events, "objcg_drain", json_pack("{s:f}", "per_op", 4.0));
	add(&fresh, run);
	assert_int_equal(judge(&base, &fresh, &limits, "objcg_drain"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&fresh);
	cg_runs_free(&base);
}

static void counts_with_anothers_among_them_are_none(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	json_t *run = make_run(10000, 0.9, 4);

	(void)state;
	add_runs(&base, 5, 10000, 0.9, 0.016);
	json_object_set_new(run, "warnings", json_pack("[s]", "pid 3 (wait) [other-count]"));
	add(&fresh, json_deep_copy(run));
	assert_int_equal(judge(&base, &fresh, &limits, "counts"), CG_VERDICT_INCONCLUSIVE);
	/* Beside one that had none. */
	add_runs(&fresh, 1, 10000, 0.9, 0.016);
	assert_int_equal(judge(&base, &fresh, &limits, "charge_walk"), CG_VERDICT_PASS);
	json_decref(run);
	cg_runs_free(&fresh);
	cg_runs_free(&base);
}

static void lost_counts_do_not_pass(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	json_t *run = make_run(10000, 0.9, -1);

	(void)state;
	add_runs(&base, 5, 10000, 0.9, 0.016);
	json_object_set_new(run, "no_counts", json_string("no kprobes in this kernel"));
	for (int i = 0; i < 5; i++)
		add(&fresh, json_incref(run));
	assert_int_equal(judge(&base, &fresh, &limits, "time"), CG_VERDICT_PASS);
	assert_int_equal(judge(&base, &fresh, &limits, "counts"), CG_VERDICT_INCONCLUSIVE);
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_INCONCLUSIVE);
	cg_runs_free(&fresh);
	/* With --no-count there is no reason given: it was wanted. */
	json_object_set_new(run, "no_counts", json_null());
	for (int i = 0; i < 5; i++)
		add(&fresh, json_incref(run));
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_PASS);
	json_decref(run);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

static void another_cpu_has_another_speed(void **state)
{
	struct cg_runs base = { 0 }, fresh = { 0 };
	json_t *run = make_run(5000, 0.9, -1);

	(void)state;
	json_object_set_new(json_object_get(run, "environment"), "cpu_model", json_string("Y"));
	add_runs(&base, 8, 10000, 0.9, -1);
	for (int i = 0; i < 8; i++)
		add(&fresh, json_incref(run));
	assert_int_equal(judge(&base, &fresh, &limits, "all"), CG_VERDICT_INCONCLUSIVE);
	json_decref(run);
	cg_runs_free(&base);
	cg_runs_free(&fresh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_run_is_refused),
		cmocka_unit_test(samples_of_runs_and_rounds),
		cmocka_unit_test(samples_at_one_cpu_speed),
		cmocka_unit_test(what_differs_is_named),
		cmocka_unit_test(environments_are_listed),
		cmocka_unit_test(comparison_shows_ratio_and_calls),
		cmocka_unit_test(slower_by_either_clock),
		cmocka_unit_test(a_slower_cpu_is_no_slower_kernel),
		cmocka_unit_test(a_faster_cpu_hides_no_slower_kernel),
		cmocka_unit_test(without_cpu_speed_less_is_known),
		cmocka_unit_test(few_runs_are_not_trusted),
		cmocka_unit_test(calls_are_judged_exactly),
		cmocka_unit_test(what_was_taken_off_decides_nothing),
		cmocka_unit_test(what_the_baseline_does_not_know_is_said),
		cmocka_unit_test(counts_with_anothers_among_them_are_none),
		cmocka_unit_test(lost_counts_do_not_pass),
		cmocka_unit_test(another_cpu_has_another_speed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
