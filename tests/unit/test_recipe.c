// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_recipe.c - reading recipes, and what they make of results files written by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "recipe.h"

static char path[] = "/tmp/test_recipe-XXXXXX.recipe";

static void write_file(const char *text, size_t length)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static const char good[] = "# A comment.\n"
			   "summary = messages empty the stock\n"
			   "commit = abc \"a title = with a sign\"\n"
			   "workload = mq-pingpong\n"
			   "options = --size 64  -r 2\n"
			   "cgroup = leaf\n"
			   "place = cross-node\n"
			   "signal = calls objcg_drain in leaf\n"
			   "healthy = 0..0.2\n";

static void reads_a_good_one(void **state)
{
	struct cg_recipe r;
	struct cg_error e = { 0 };
	const char *words[CG_RECIPE_WORDS_MAX];
	char *storage;

	(void)state;
	write_file(good, sizeof(good) - 1);
	assert_int_equal(cg_recipe_read(&r, path, &e), 0);
	assert_string_equal(r.summary, "messages empty the stock");
	assert_string_equal(r.commit, "abc \"a title = with a sign\"");
	assert_int_equal(strncmp(r.name, "test_recipe-", 12), 0);
	assert_null(r.fix);
	assert_int_equal(r.signal.kind, CG_SIGNAL_CALLS);
	assert_string_equal(r.signal.event, "objcg_drain");
	assert_string_equal(r.signal.context, "leaf");
	assert_true(r.low == 0 && r.high == 0.2);
	assert_int_equal(cg_recipe_words(&r, words, &storage), 8);
	assert_string_equal(words[1], "leaf");
	assert_string_equal(words[3], "cross-node");
	assert_string_equal(words[4], "--size");
	assert_string_equal(words[7], "2");
	free(storage);
	cg_recipe_free(&r);
}

/* The good recipe with one line replaced. */
static void with_line(const char *key, const char *line)
{
	char text[1024];
	const char *at = strstr(good, key), *end = strchr(at, '\n');
	int length = snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, line, end);

	write_file(text, (size_t)length);
}

static void refuses(const char *key, const char *line, const char *message)
{
	struct cg_recipe r;
	struct cg_error e = { 0 };

	with_line(key, line);
	assert_true(cg_recipe_read(&r, path, &e) < 0);
	assert_int_equal(e.kind, CG_ERROR_USAGE);
	if (!strstr(e.what, message))
		fail_msg("'%s' gave '%s', not '%s'", line, e.what, message);
}

static void refuses_bad_ones(void **state)
{
	(void)state;
	refuses("summary", "sumary = x", ":2: unknown key 'sumary'");
	refuses("summary", "", "no key 'summary'");
	refuses("summary", "summary =", ":2: no value for 'summary'");
	refuses("summary", "just words", ":2: not a line 'key = value': 'just words'");
	refuses("commit", "summary = again", ":3: second key 'summary'");
	refuses("signal", "signal = calls nonsense in leaf",
		"no charge-path event is called 'nonsense'");
	refuses("signal", "signal = objcg_drain", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain in leaf less", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain in leaf or so", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain in a less b c", ":8: not a signal:");
	refuses("signal", "signal = callsobjcg_drain in leaf", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain inleaf", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain in leaf lessroot", ":8: not a signal:");
	refuses("signal", "signal = time of leaf overroot", ":8: not a signal:");
	refuses("signal", "signal = calls objcg_drain in a less b c d e f", ":8: not a signal:");
	refuses("healthy", "healthy = 0.2", ":9: not a range LOW..HIGH: '0.2'");
	refuses("healthy", "healthy = 1..0", ":9: not a range");
	refuses("healthy", "healthy = 0..x", ":9: not a range");
	refuses("healthy", "healthy = 0..1..2", ":9: not a range");
	refuses("healthy", "healthy = -1..2", ":9: not a range");
	refuses("healthy", "healthy = 0..inf", ":9: not a range");
}

static void refuses_binary_and_missing(void **state)
{
	char text[sizeof(good) + 8] = { 0 };
	struct cg_recipe r;
	struct cg_error e = { 0 };

	(void)state;
	write_file("a\0b", 3);
	assert_true(cg_recipe_read(&r, path, &e) < 0);
	assert_non_null(strstr(e.what, "not a text file"));
	e = (struct cg_error){ 0 };
	/* All that a recipe needs, a NUL, and then more. */
	memcpy(text, good, sizeof(good));
	write_file(text, sizeof(text));
	assert_true(cg_recipe_read(&r, path, &e) < 0);
	assert_non_null(strstr(e.what, "not a text file"));
	e = (struct cg_error){ 0 };
	with_line("summary", "summary = \033[31mred");
	assert_true(cg_recipe_read(&r, path, &e) < 0);
	assert_non_null(strstr(e.what, "not a text file"));
	e = (struct cg_error){ 0 };
	assert_true(cg_recipe_read(&r, "/nowhere/x.recipe", &e) < 0);
	assert_int_equal(e.kind, CG_ERROR_USAGE);
}

static void reads_the_other_signals(void **state)
{
	struct cg_recipe r;
	struct cg_error e = { 0 };

	(void)state;
	with_line("signal", "signal = calls stat_update in deep:8 less deep:1");
	assert_int_equal(cg_recipe_read(&r, path, &e), 0);
	assert_int_equal(r.signal.kind, CG_SIGNAL_DIFFERENCE);
	assert_string_equal(r.signal.baseline, "deep:1");
	cg_recipe_free(&r);
	with_line("signal", "signal = time of leaf over root");
	assert_int_equal(cg_recipe_read(&r, path, &e), 0);
	assert_int_equal(r.signal.kind, CG_SIGNAL_TIME);
	assert_string_equal(r.signal.context, "leaf");
	assert_string_equal(r.signal.baseline, "root");
	cg_recipe_free(&r);
}

static struct cg_diagnosis judge(const char *signal, const char *results_text)
{
	struct cg_recipe r;
	struct cg_error e = { 0 };
	struct cg_diagnosis d;
	json_t *results = json_loads(results_text, 0, NULL);

	assert_non_null(results);
	with_line("signal", signal);
	assert_int_equal(cg_recipe_read(&r, path, &e), 0);
	d = cg_recipe_judge(&r, results);
	json_decref(results);
	cg_recipe_free(&r);
	return d;
}

#define COUNTED(valid, value)                                                                      \
	"{\"workload\": \"mq-pingpong\", \"error\": null, \"contexts\": [{\"cgroup\": \"leaf\","   \
	"\"counts\": {\"valid\": " valid ", \"events\": {\"objcg_drain\": {\"per_op\": " value     \
	"}}}}]}"

static void judges_counts(void **state)
{
	const char *signal = "signal = calls objcg_drain in leaf";
	struct cg_diagnosis d;

	(void)state;
	d = judge(signal, COUNTED("true", "0.001"));
	assert_int_equal(d.health, CG_HEALTH_HEALTHY);
	d = judge(signal, COUNTED("true", "0.2"));
	assert_int_equal(d.health, CG_HEALTH_HEALTHY);
	d = judge(signal, COUNTED("true", "4.00"));
	assert_int_equal(d.health, CG_HEALTH_REGRESSED);
	assert_true(d.signal == 4.0);
	d = judge(signal, COUNTED("false", "0"));
	assert_int_equal(d.health, CG_HEALTH_SKIPPED);
	d = judge(signal, COUNTED("true", "null"));
	assert_int_equal(d.health, CG_HEALTH_SKIPPED);
	d = judge("signal = calls objcg_drain in root", COUNTED("true", "0"));
	assert_int_equal(d.health, CG_HEALTH_SKIPPED);
}

/* In 100 ops, and an idle stretch of twice their length: so many calls of others, and what was said of the run. */
#define NOISY(background, value, warning)                                                          \
	"{\"workload\": \"mq-pingpong\", \"error\": null, \"warnings\": [" warning                 \
	"], \"contexts\": [{\"cgroup\": \"leaf\", "                                                \
	"\"counts\": {\"valid\": true, \"ops\": 100, \"seconds\": 1, \"background_seconds\": 2, "  \
	"\"events\": {\"objcg_drain\": {\"background\": " background ", \"per_op\": " value        \
	"}}}}]}"

static void says_nothing_of_what_others_may_have_made(void **state)
{
	const char *signal = "signal = calls objcg_drain in leaf"; /* healthy 0..0.2 */

	(void)state;
	/* 0.1 per op, either way. */
	assert_int_equal(judge(signal, NOISY("20", "0.05", "")).health, CG_HEALTH_HEALTHY);
	assert_int_equal(judge(signal, NOISY("20", "4.00", "")).health, CG_HEALTH_REGRESSED);
	assert_int_equal(judge(signal, NOISY("20", "0.15", "")).health, CG_HEALTH_SKIPPED);
	assert_int_equal(judge(signal, NOISY("20", "0.25", "")).health, CG_HEALTH_SKIPPED);
	/* A burst in the idle stretch that hides four calls per op; one that may have made them. */
	assert_int_equal(judge(signal, NOISY("800", "0", "")).health, CG_HEALTH_SKIPPED);
	assert_int_equal(judge(signal, NOISY("800", "4.00", "")).health, CG_HEALTH_SKIPPED);
	assert_int_equal(judge(signal, NOISY("0", "0", "\"few rounds [few-rounds]\"")).health,
			 CG_HEALTH_HEALTHY);
	assert_int_equal(judge(signal, NOISY("0", "0", "\"pid 3 (wait) [other-count]\"")).health,
			 CG_HEALTH_SKIPPED);
}

static void never_healthy_without_a_measurement(void **state)
{
	static const char *const nothing[] = {
		"{}",
		"{\"workload\": \"tcp-rr\", \"error\": null}",
		"{\"workload\": \"mq-pingpong\", \"error\": {\"exit_code\": 1}, \"contexts\": []}",
		"{\"workload\": \"mq-pingpong\", \"error\": null, \"contexts\": 3}",
		"{\"workload\": \"mq-pingpong\", \"error\": null, \"contexts\": [{\"cgroup\": \"leaf\", "
		"\"counts\": null}], \"no_counts\": \"no tracefs\"}",
		COUNTED("true", "\"0\""),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++)
		assert_int_equal(judge("signal = calls objcg_drain in leaf", nothing[i]).health,
				 CG_HEALTH_SKIPPED);
}

#define TIMED(low, high)                                                                            \
	"{\"workload\": \"mq-pingpong\", \"error\": null, \"comparisons\": [{\"cgroup\": \"leaf\"," \
	"\"baseline_cgroup\": \"root\", \"ratio\": 0.1, \"low\": " low ", \"high\": " high "}]}"

static void judges_time_by_the_whole_interval(void **state)
{
	const char *signal = "signal = time of leaf over root"; /* healthy 0..0.2 */

	(void)state;
	assert_int_equal(judge(signal, TIMED("0.05", "0.15")).health, CG_HEALTH_HEALTHY);
	assert_int_equal(judge(signal, TIMED("0.25", "0.35")).health, CG_HEALTH_REGRESSED);
	assert_int_equal(judge(signal, TIMED("0.15", "0.35")).health, CG_HEALTH_SKIPPED);
	assert_int_equal(judge(signal, TIMED("null", "null")).health, CG_HEALTH_SKIPPED);
}

static int make_path(void **state)
{
	int fd = mkstemps(path, 7);

	(void)state;
	return fd < 0 || close(fd);
}

static int remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_a_good_one),
		cmocka_unit_test(refuses_bad_ones),
		cmocka_unit_test(refuses_binary_and_missing),
		cmocka_unit_test(reads_the_other_signals),
		cmocka_unit_test(judges_counts),
		cmocka_unit_test(says_nothing_of_what_others_may_have_made),
		cmocka_unit_test(never_healthy_without_a_measurement),
		cmocka_unit_test(judges_time_by_the_whole_interval),
	};

	return cmocka_run_group_tests(tests, make_path, remove_path);
}
