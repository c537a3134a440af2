// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report.c - which runs of a report belong together, its verdicts, and its sweeps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report.h"

static json_t *make_round(double ops)
{
	return json_pack("{s:I, s:f, s:f, s:f, s:f, s:i, s:i, s:n, s:n}", "ops", (json_int_t)ops,
			 "seconds", 1.0, "ops_per_sec", ops, "user_sec", 0.25, "system_sec", 0.5,
			 "voluntary_cs", 1, "involuntary_cs", 0, "cycles", "instructions");
}

/* One context, three rounds around @ops; @walks of charge_walk per op, or not counted if < 0. */
static json_t *make_run(const char *workload, double ops, double walks)
{
	json_t *counts = json_null();

	if (walks >= 0)
		counts = json_pack("{s:i, s:b, s:{s:{s:f}}}", "ops", 1000, "valid", walks > 0,
				   "events", "charge_walk", "per_op", walks);
	return json_pack(
		"{s:s, s:s, s:i, s:i, s:{s:i}, s:{s:s}, s:n, s:[{s:s, s:[], s:[], s:[o, o, o], "
		"s:{s:{s:f, s:f, s:f}}, s:o}]}",
		"schema", "cgpong/1", "workload", workload, "instances", 1, "members", 1, "options",
		"size", 64, "environment", "kernel", "6.1", "error", "contexts", "cgroup", "leaf",
		"tree", "workers", "rounds", make_round(ops * 0.99), make_round(ops),
		make_round(ops * 1.01), "summary", "ops_per_sec", "median", ops, "low", ops * 0.98,
		"high", ops * 1.02, "counts", counts);
}

/* Adds @top, which is given away, by way of a file. Returns the kind of error there is. */
static enum cg_error_kind add(struct cg_report *report, json_t *top, size_t side, const char *why)
{
	char path[] = "/tmp/cgpong-test-report-XXXXXX", text[1024];
	struct cg_error error = { 0 };
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_non_null(top);
	assert_int_equal(json_dumpfd(top, fd, 0), 0);
	close(fd);
	json_decref(top);
	if (cg_report_add(report, path, side, &error) && why)
		assert_non_null(strstr(cg_error_text(&error, text, sizeof(text)), why));
	unlink(path);
	return error.kind;
}

static void finish(struct cg_report *report)
{
	struct cg_error error = { 0 };

	assert_int_equal(cg_report_finish(report, &error), 0);
}

static size_t nr_of(const struct cg_report *report, const char *word)
{
	size_t nr = 0;

	for (size_t v = 0; v < report->nr_verdicts; v++)
		nr += strcmp(report->verdicts[v].word, word) == 0;
	return nr;
}

static void runs_of_one_thing_are_a_group(void **state)
{
	struct cg_report report = { 0 };

	(void)state;
	assert_int_equal(add(&report, make_run("tcp-rr", 1000, -1), 0, NULL), 0);
	assert_int_equal(add(&report, make_run("unix-rr", 1000, -1), 1, NULL), 0);
	assert_int_equal(add(&report, make_run("tcp-rr", 1000, -1), 2, NULL), 0);
	assert_int_equal(add(&report, make_run("tcp-rr", 1000, -1), 2, NULL), 0);
	finish(&report);
	assert_int_equal(report.nr_groups, 2);
	assert_int_equal(report.groups[0].nr_members, 3);
	assert_int_equal(report.groups[0].nr_sides, 2);
	assert_int_equal(report.groups[0].sides[1].id, 2);
	assert_int_equal(report.groups[0].sides[1].runs.nr, 2);
	assert_int_equal(report.groups[1].nr_sides, 1);
	/* One comparison: of side 2 against side 0. */
	assert_int_equal(report.nr_verdicts, 1);
	assert_string_equal(report.runs[2].node.at, "3");
	cg_report_free(&report);
}

static void a_side_is_judged_against_the_first(void **state)
{
	struct cg_report report = { 0 };

	(void)state;
	for (int i = 0; i < 8; i++)
		add(&report, make_run("tcp-rr", 1000 + i, 0.02), 0, NULL);
	for (int i = 0; i < 8; i++)
		add(&report, make_run("tcp-rr", 500 + i, 1.02), 1, NULL);
	for (int i = 0; i < 8; i++)
		add(&report, make_run("tcp-rr", 2000 + i, 0.03), 2, NULL);
	finish(&report);
	assert_int_equal(nr_of(&report, "slower"), 1);
	assert_int_equal(nr_of(&report, "more calls"), 1);
	assert_int_equal(nr_of(&report, "faster"), 1);
	assert_int_equal(report.nr_verdicts, 3);
	/* The bad ones first. */
	assert_int_equal(report.verdicts[0].tone, CG_TONE_BAD);
	assert_int_equal(report.verdicts[1].tone, CG_TONE_BAD);
	assert_string_equal(report.verdicts[1].figures[1].at,
			    "1:2/contexts/0/counts/charge_walk/b");
	assert_float_equal(report.verdicts[1].figures[1].value, 1.02, 1e-12);
	cg_report_free(&report);
}

static void a_context_that_was_not_charged_is_told(void **state)
{
	struct cg_report report = { 0 };

	(void)state;
	add(&report, make_run("tcp-rr", 1000, 0), 0, NULL);
	finish(&report);
	assert_int_equal(nr_of(&report, "not charged"), 1);
	cg_report_free(&report);
}

static json_t *make_recipe(const char *verdict, json_t *signal, json_t *results)
{
	return json_pack("{s:s, s:s, s:o, s:f, s:f, s:n, s:o}", "recipe", "mq", "verdict", verdict,
			 "signal", signal, "healthy_low", 0.0, "healthy_high", 0.2, "why",
			 "results", results);
}

static json_t *make_recipes(json_t *one, json_t *other)
{
	return json_pack("{s:s, s:s, s:[o, o]}", "schema", "cgpong-recipes/1", "kernel", "7.1",
			 "recipes", one, other);
}

static void recipes_have_verdicts_and_runs(void **state)
{
	struct cg_report report = { 0 };
	json_t *half = make_run("tcp-rr", 1000, -1);

	(void)state;
	/* One that did not come to its end is no run. */
	json_object_set_new(half, "error", json_pack("{s:s}", "text", "killed"));
	add(&report,
	    make_recipes(make_recipe("regressed", json_real(4), make_run("tcp-rr", 1000, 4)),
			 make_recipe("failed", json_null(), half)),
	    0, NULL);
	finish(&report);
	assert_int_equal(report.checked.nr, 1);
	assert_string_equal(report.runs[0].label, "recipe mq");
	assert_string_equal(report.runs[0].node.at, "1/recipes/0/results");
	assert_int_equal(report.nr_verdicts, 2);
	assert_string_equal(report.verdicts[0].word, "regressed");
	assert_string_equal(report.verdicts[0].figures[0].at, "1/recipes/0/signal");
	assert_int_equal(report.verdicts[0].nr_figures, 3);
	assert_string_equal(report.verdicts[1].word, "failed");
	assert_int_equal(report.verdicts[1].nr_figures, 2);
	cg_report_free(&report);
}

static json_t *make_step(int value, double walks)
{
	return json_pack("{s:i, s:i, s:o}", "value", value, "exit_code", 0, "result",
			 make_run("tcp-rr", 1000, walks));
}

static json_t *make_sweep(json_t *steps)
{
	return json_pack("{s:s, s:s, s:s, s:b, s:o}", "schema", "cgpong-sweep/1", "workload",
			 "tcp-rr", "option", "reply-size", "interrupted", 0, "steps", steps);
}

static void sweeps_are_sorted_and_marked(void **state)
{
	struct cg_report report = { 0 };
	const struct cg_report_sweep *sweep;

	(void)state;
	add(&report,
	    make_sweep(json_pack("[o, o, {s:i, s:i, s:s}, o, o]", make_step(64, 0.02),
				 make_step(256, 1.0), "value", 96, "exit_code", 4, "why", "none",
				 make_step(128, 0.98), make_step(512, 0.03))),
	    0, NULL);
	finish(&report);
	sweep = &report.files[0].sweep;
	assert_int_equal(sweep->nr_steps, 5);
	assert_int_equal(sweep->nr_failed, 0);
	assert_string_equal(sweep->steps[1].label, "96");
	assert_string_equal(sweep->steps[2].label, "128");
	/* In the file it is the fourth. */
	assert_string_equal(sweep->steps[2].node.at, "1/steps/3");
	assert_int_equal(sweep->nr_marks, 1);
	assert_int_equal(sweep->marks[0].first, 2);
	assert_int_equal(sweep->marks[0].last, 3);
	assert_string_equal(report.verdicts[0].word, "walked");
	assert_non_null(strstr(report.verdicts[0].what, "reply-size 128 to 256"));
	/* Its runs are its own. */
	assert_int_equal(report.checked.nr, 0);
	cg_report_free(&report);
}

static json_t *make_cell(const char *verdict)
{
	return json_pack("{s:s, s:s, s:n, s:i, s:i}", "recipe", "mq", "verdict", verdict, "signal",
			 "boots", 1, "regressed", 0);
}

static json_t *make_history(const char *first, const char *second)
{
	return json_pack("{s:s, s:[{s:s, s:s}], s:[{s:s, s:[o]}, {s:s, s:[o]}]}", "schema",
			 "cgpong-history/1", "recipes", "recipe", "mq", "healthy", "0..0.2",
			 "kernels", "kernel", "7.1", "cells", make_cell(first), "kernel", "7.2",
			 "cells", make_cell(second));
}

static void tells_of_history(const char *first, const char *second, const char *word,
			     const char *why)
{
	struct cg_report report = { 0 };

	assert_int_equal(add(&report, make_history(first, second), 0, NULL), 0);
	finish(&report);
	assert_int_equal(report.nr_verdicts, 1);
	assert_string_equal(report.verdicts[0].word, word);
	assert_string_equal(report.verdicts[0].why, why);
	cg_report_free(&report);
}

static void histories_are_told_by_recipe(void **state)
{
	(void)state;
	tells_of_history("regressed", "healthy", "regressed", "regressed on 7.1; 1 healthy");
	tells_of_history("failed", "healthy", "failed", "1 healthy; 1 failed");
	tells_of_history("skipped", "healthy", "healthy", "1 healthy; 1 skipped");
	tells_of_history("skipped", "skipped", "skipped", "2 skipped");
}

static void refused(json_t *top, const char *why)
{
	struct cg_report report = { 0 };

	assert_int_equal(add(&report, top, 0, why), CG_ERROR_USAGE);
	cg_report_free(&report);
}

static void what_is_damaged_is_refused(void **state)
{
	json_t *run = make_run("tcp-rr", 1000, 1);

	(void)state;
	refused(json_pack("[]"), "not a file that cgpong wrote");
	refused(json_pack("{s:s}", "schema", "cgpong-recipes/2"), "'cgpong-recipes/2'");
	refused(json_pack("{s:s}", "schema", "cgpong-recipes/1"), "'kernel'");
	refused(make_recipes(make_recipe("fine", json_null(), json_null()), json_null()),
		"'verdict'");
	refused(make_recipes(make_recipe("healthy", json_string("0"), json_null()), json_null()),
		"'signal'");
	refused(make_recipes(json_null(), json_null()), "'recipe'");
	refused(make_sweep(json_pack("{}")), "'steps'");
	refused(make_sweep(json_pack("[n]")), "'value'");
	refused(make_sweep(json_pack("[{s:i, s:i}]", "value", 1, "exit_code", 0)), "'result'");
	refused(make_history("healthy", "perhaps"), "'verdict'");
	refused(json_pack("{s:s, s:s, s:[{s:s}]}", "schema", "cgpong-compare/1", "workload", "x",
			  "contexts", "cgroup", "leaf"),
		"'times'");
	/* A step's run is checked, too. */
	json_object_set_new(run, "contexts", json_array());
	refused(make_sweep(
			json_pack("[{s:i, s:i, s:o}]", "value", 1, "exit_code", 0, "result", run)),
		"'contexts'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_of_one_thing_are_a_group),
		cmocka_unit_test(a_side_is_judged_against_the_first),
		cmocka_unit_test(a_context_that_was_not_charged_is_told),
		cmocka_unit_test(recipes_have_verdicts_and_runs),
		cmocka_unit_test(sweeps_are_sorted_and_marked),
		cmocka_unit_test(histories_are_told_by_recipe),
		cmocka_unit_test(what_is_damaged_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
