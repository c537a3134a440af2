// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_options.c - the command line of a workload, good and bad.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "options.h"

static const char *const colours[] = { "red", "green", NULL };

static const struct cg_option own[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 1 << 20, NULL, "a size" },
	{ "ring", 0, CG_OPTION_NUMBER, "K", "2", 1, 16, NULL, "a number" },
	{ "colour", 0, CG_OPTION_CHOICE, "NAME", "red", 0, 0, colours, "a choice" },
	{ "dir", 0, CG_OPTION_TEXT, "DIR", NULL, 0, 0, NULL, "a text" },
	{ "fast", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL, "a flag" },
	{ 0 },
};

static const struct cg_workload workload = {
	.name = "test",
	.summary = "a test",
	.op = "op",
	.members = 2,
	.options = own,
};

/* Splits at blanks; the words live until the next call. */
static int parse(const char *line, struct cg_settings *settings, struct cg_error *error)
{
	static char words[4096];
	char *argv[64] = { "cgpong-test" }, *rest = words, *word;
	int argc = 1;

	snprintf(words, sizeof(words), "%s", line);
	while ((word = strsep(&rest, " ")) != NULL) {
		if (*word)
			argv[argc++] = word;
	}
	*error = (struct cg_error){ 0 };
	return cg_options_parse(settings, &workload, argc, argv, error);
}

static void assert_workload_is_refused(const struct cg_workload *wrong, const char *why)
{
	char *argv[] = { "cgpong-test", NULL };
	struct cg_error error = { 0 };
	struct cg_settings settings;

	assert_int_equal(cg_options_parse(&settings, wrong, 1, argv, &error), -EINVAL);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_string_equal(error.what, why);
}

static void what_an_author_gets_wrong_is_said(void **state)
{
	struct cg_option table[16] = { { "ring", 0, CG_OPTION_NUMBER, "K", "2", 1, 16, NULL,
					 "a number" } };
	struct cg_workload wrong = { .name = "test", .members = 1, .options = table };

	(void)state;
	table[1] =
		(struct cg_option){ "nr", 0, CG_OPTION_NUMBER, "N", "1", 1, 9, NULL, "ours too" };
	assert_workload_is_refused(&wrong, "test: every workload has an option --nr already");
	table[1] = table[0];
	assert_workload_is_refused(&wrong, "test: its option --ring is there twice");
	table[1] = (struct cg_option){ "pages", 's',  CG_OPTION_NUMBER, "N", "1", 1,
				       9,	NULL, "a number" };
	assert_workload_is_refused(&wrong,
				   "test: --pages cannot be -s: only --size has a letter, s");
	table[1].letter = 'n';
	assert_workload_is_refused(&wrong,
				   "test: --pages cannot be -n: only --size has a letter, s");
	table[1] = (struct cg_option){ "map", 0,    CG_OPTION_CHOICE, "M", "a", 0,
				       0,     NULL, "one of none" };
	assert_workload_is_refused(&wrong, "test: its option --map has no choices");
	table[1] = (struct cg_option){ "map", 0, CG_OPTION_TEXT, "M", "a", 0, 0, NULL, "a text" };
	wrong.members = 0;
	assert_workload_is_refused(&wrong,
				   "test: neither .members nor a number in .members_option");
	wrong.members_option = "map";
	assert_workload_is_refused(&wrong,
				   "test: neither .members nor a number in .members_option");
	for (size_t i = 0; i < 13; i++)
		table[i] = (struct cg_option){ "any", 0, CG_OPTION_FLAG, NULL,	  NULL,
					       0,     0, NULL,		 "a flag" };
	assert_workload_is_refused(&wrong, "test: more than 12 options of its own");
}

static void defaults_are_the_contract(void **state)
{
	struct cg_settings s;
	struct cg_error e;

	(void)state;
	assert_int_equal(parse("", &s, &e), 0);
	assert_int_equal(s.nr, 1);
	assert_false(s.nr_percent);
	assert_false(s.threads);
	assert_int_equal(s.place, CG_PLACE_DEFAULT);
	assert_null(s.contexts);
	assert_int_equal(s.duration_ns, 1000000000);
	assert_int_equal(s.ops, 0);
	assert_int_equal(s.warmup_ns, 200000000);
	assert_int_equal(s.rounds, 5);
	assert_int_equal(s.count, CG_AUTO);
	assert_int_equal(s.count_ops, 1000);
	assert_int_equal(s.progress, CG_AUTO);
	assert_int_equal(cg_option_u64(&s.values, "size"), 64);
	assert_true(cg_option_is(&s.values, "colour", "red"));
	assert_int_equal(cg_option_u64(&s.values, "fast"), 0);
	assert_null(cg_option_text(&s.values, "dir"));
}

static void all_options_are_taken(void **state)
{
	struct cg_settings s;
	struct cg_error e;

	(void)state;
	assert_int_equal(
		parse("-n 200% -m thread -p same-cpu -g root,leaf --cgroup-parent /x -i 50 "
		      "-w 1.5ms -r 7 -s 4k --ring=16 --colour green --dir /tmp --fast -c "
		      "--count-ops 20 --profile -o - -q --progress=never --stuck 2m",
		      &s, &e),
		0);
	assert_int_equal(s.nr, 200);
	assert_true(s.nr_percent);
	assert_true(s.threads);
	assert_int_equal(s.place, CG_PLACE_SAME_CPU);
	assert_string_equal(s.contexts, "root,leaf");
	assert_string_equal(s.cgroup_parent, "/x");
	assert_int_equal(s.ops, 50);
	assert_int_equal(s.warmup_ns, 1500000);
	assert_int_equal(s.rounds, 7);
	assert_int_equal(cg_option_u64(&s.values, "size"), 4096);
	assert_int_equal(cg_option_u64(&s.values, "ring"), 16);
	assert_true(cg_option_is(&s.values, "colour", "green"));
	assert_string_equal(cg_option_text(&s.values, "dir"), "/tmp");
	assert_int_equal(cg_option_u64(&s.values, "fast"), 1);
	assert_int_equal(s.count, CG_ON);
	assert_int_equal(s.count_ops, 20);
	assert_true(s.profile);
	assert_string_equal(s.json, "-");
	assert_true(s.quiet);
	assert_int_equal(s.progress, CG_OFF);
	assert_int_equal(s.stuck_ns, 120000000000);
}

static void help_wins(void **state)
{
	struct cg_settings s;
	struct cg_error e;

	(void)state;
	assert_int_equal(parse("--help -n nonsense", &s, &e), 0);
	assert_true(s.help);
	assert_int_equal(parse("-V stray", &s, &e), 0);
	assert_true(s.version);
}

static void refuses(const char *line, const char *message)
{
	struct cg_settings s;
	struct cg_error e;

	if (parse(line, &s, &e) == 0)
		fail_msg("'%s' was accepted", line);
	assert_int_equal(e.kind, CG_ERROR_USAGE);
	if (!strstr(e.what, message))
		fail_msg("'%s' gave '%s', not '%s'", line, e.what, message);
}

static void bad_input_is_refused(void **state)
{
	(void)state;
	refuses("-n -1", "'-1'");
	refuses("-n 12x", "'12x'");
	refuses("-n 0", "'0'");
	refuses("-n 0%", "'0%'");
	refuses("-n %", "'%'");
	refuses("-n 100001", "'100001'");
	refuses("-n 99999999999999999999999999999999999", "--nr");
	refuses("-s 99999999999", "--size: '99999999999' is not a number from 1 to 1048576");
	refuses("-s 0", "--size");
	refuses("-s 1.5k", "--size");
	refuses("-s 1kk", "--size");
	refuses("-s -5", "--size");
	refuses("--ring 17", "--ring: '17' is not a number from 1 to 16");
	refuses("--colour blue", "--colour: 'blue' is none of red, green");
	refuses("-m fibre", "--mode: 'fibre' is none of process, thread");
	refuses("-p moon", "'moon'");
	refuses("-d 1x", "--duration: '1x'");
	refuses("-d 0", "--duration");
	refuses("-d 25h", "--duration");
	refuses("-w -1s", "--warmup");
	refuses("-r 0", "--rounds");
	refuses("-i 0", "--ops");
	refuses("-i 1k", "--ops");
	refuses("-i 5 -d 1s", "exclude each other");
	refuses("--count-ops 9", "--count-ops");
	refuses("--progress=maybe", "--progress: 'maybe'");
	refuses("--nonsense", "no option '--nonsense'");
	refuses("-x", "no option '-x'");
	refuses("-n", "needs a value");
	refuses("--fast=1", "takes no value");
	refuses("stray", "takes no argument 'stray'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_the_contract),
		cmocka_unit_test(what_an_author_gets_wrong_is_said),
		cmocka_unit_test(all_options_are_taken),
		cmocka_unit_test(help_wins),
		cmocka_unit_test(bad_input_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
