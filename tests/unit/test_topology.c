// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_topology.c - shorthands, topology files, who lives where, and what is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "topology.h"

static char directory[] = "/tmp/cgpong-test-topology.XXXXXX";
static char file_path[128];

static int make_directory(void **state)
{
	(void)state;
	if (!mkdtemp(directory))
		return -1;
	snprintf(file_path, sizeof(file_path), "%s/t.ini", directory);
	return 0;
}

static int remove_directory(void **state)
{
	(void)state;
	unlink(file_path);
	return rmdir(directory);
}

static void write_file(const char *bytes, size_t size)
{
	FILE *stream = fopen(file_path, "we");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, size, stream), size);
	assert_int_equal(fclose(stream), 0);
}

static void parse_good(struct cg_topology *topology, const char *spec)
{
	struct cg_error error = { 0 };

	if (cg_topology_parse(topology, spec, NULL, &error))
		fail_msg("%s: %s", spec, error.what);
	assert_int_equal(error.kind, CG_ERROR_NONE);
	assert_string_equal(topology->spec, spec);
}

static void parse_text(struct cg_topology *topology, const char *text)
{
	write_file(text, strlen(text));
	parse_good(topology, file_path);
}

static void test_shorthands_without_groups(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_good(&topology, "root");
	assert_int_equal(topology.kind, CG_TOPOLOGY_ROOT);
	assert_int_equal(topology.nr_groups, 0);
	cg_topology_free(&topology);
	parse_good(&topology, "inherit");
	assert_int_equal(topology.kind, CG_TOPOLOGY_INHERIT);
	assert_int_equal(topology.nr_groups, 0);
	cg_topology_free(&topology);
}

static void test_leaf_and_split(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_good(&topology, "leaf");
	assert_int_equal(topology.kind, CG_TOPOLOGY_TREE);
	assert_int_equal(topology.nr_groups, 1);
	assert_string_equal(topology.groups[0].path, "leaf");
	assert_int_equal(cg_topology_group_of(&topology, 7, 1, 2, false), 0);
	cg_topology_free(&topology);
	parse_good(&topology, "split");
	assert_int_equal(topology.nr_groups, 2);
	assert_string_equal(topology.groups[0].path, "client");
	assert_string_equal(topology.groups[1].path, "server");
	assert_int_equal(cg_topology_group_of(&topology, 3, 0, 2, false), 0);
	assert_int_equal(cg_topology_group_of(&topology, 3, 1, 2, false), 1);
	assert_int_equal(cg_topology_group_of(&topology, 3, 2, 2, false), -1);
	cg_topology_free(&topology);
}

static void test_deep(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_good(&topology, "deep:3");
	assert_int_equal(topology.nr_groups, 3);
	assert_string_equal(topology.groups[0].path, "level.1");
	assert_string_equal(topology.groups[1].path, "level.1/level.2");
	assert_string_equal(topology.groups[2].path, "level.1/level.2/level.3");
	assert_int_equal(topology.groups[1].residents, CG_RESIDENTS_NOBODY);
	assert_int_equal(cg_topology_group_of(&topology, 0, 0, 1, false), 2);
	cg_topology_free(&topology);
	parse_good(&topology, "deep:32");
	assert_int_equal(topology.nr_groups, 32);
	cg_topology_free(&topology);
}

static void test_siblings_over_instances_and_members(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_good(&topology, "siblings:3");
	assert_int_equal(topology.nr_groups, 3);
	assert_string_equal(topology.groups[0].path, "leaf.0");
	assert_string_equal(topology.groups[2].path, "leaf.2");
	/* 7 = 2 * 3 + 1; a pair stays together unless spread by member. */
	assert_int_equal(cg_topology_group_of(&topology, 7, 0, 2, false), 1);
	assert_int_equal(cg_topology_group_of(&topology, 7, 1, 2, false), 1);
	assert_int_equal(cg_topology_group_of(&topology, 7, 0, 5, true), 0);
	assert_int_equal(cg_topology_group_of(&topology, 7, 4, 5, true), 1);
	cg_topology_free(&topology);
	parse_good(&topology, "siblings:4096");
	assert_int_equal(topology.nr_groups, 4096);
	assert_string_equal(topology.groups[4095].path, "leaf.4095");
	cg_topology_free(&topology);
}

static void test_file_in_full(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_text(&topology, "# A protected parent.\n"
			      "  ; another comment, \xc3\xa4\n"
			      "[top]\r\n"
			      "memory.min = 64M\r\n"
			      "\n"
			      "[top/client]\n"
			      "workers=ping\n"
			      "\t[top/server]  \n"
			      "  workers  =  pong\n"
			      "io.max = 8:0 rbps=1 # as it stands\n"
			      "memory.high\t=\t1G");
	assert_string_equal(topology.file, file_path);
	assert_int_equal(topology.nr_groups, 3);
	assert_string_equal(topology.groups[0].path, "top");
	assert_int_equal(topology.groups[0].line, 3);
	assert_int_equal(topology.groups[0].residents, CG_RESIDENTS_NOBODY);
	assert_int_equal(topology.groups[0].nr_keys, 1);
	assert_string_equal(topology.groups[0].keys[0].name, "memory.min");
	assert_string_equal(topology.groups[0].keys[0].value, "64M");
	assert_int_equal(topology.groups[0].keys[0].line, 4);
	assert_int_equal(topology.groups[1].residents, CG_RESIDENTS_PING);
	assert_int_equal(topology.groups[2].residents, CG_RESIDENTS_PONG);
	assert_int_equal(topology.groups[2].line, 8);
	assert_int_equal(topology.groups[2].nr_keys, 2);
	assert_string_equal(topology.groups[2].keys[0].value, "8:0 rbps=1 # as it stands");
	assert_string_equal(topology.groups[2].keys[1].name, "memory.high");
	assert_string_equal(topology.groups[2].keys[1].value, "1G");
	cg_topology_free(&topology);
}

static void test_implied_parents(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_text(&topology, "[a/b/c]\nworkers = all\n[a]\nmemory.low = 1M\n");
	assert_int_equal(topology.nr_groups, 3);
	assert_string_equal(topology.groups[0].path, "a");
	assert_string_equal(topology.groups[1].path, "a/b");
	assert_string_equal(topology.groups[2].path, "a/b/c");
	assert_int_equal(topology.groups[0].line, 3);
	assert_int_equal(topology.groups[0].nr_keys, 1);
	assert_int_equal(topology.groups[1].line, 0);
	cg_topology_free(&topology);
}

static void test_each_in_a_file(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_text(&topology, "[host/tenant]\nworkers = each/2\nmemory.max = 8M\n");
	assert_int_equal(topology.nr_groups, 3);
	assert_string_equal(topology.groups[0].path, "host");
	assert_string_equal(topology.groups[1].path, "host/tenant.0");
	assert_string_equal(topology.groups[2].path, "host/tenant.1");
	for (int i = 1; i <= 2; i++) {
		assert_int_equal(topology.groups[i].nr_keys, 1);
		assert_string_equal(topology.groups[i].keys[0].name, "memory.max");
		assert_string_equal(topology.groups[i].keys[0].value, "8M");
	}
	assert_int_equal(cg_topology_group_of(&topology, 5, 0, 1, false), 2);
	cg_topology_free(&topology);
}

static void test_names_in_directories(void **state)
{
	const char *const directories[] = { "/nonexistent", directory, NULL };
	struct cg_error error = { 0 };
	struct cg_topology topology;

	(void)state;
	write_file("[x]\nworkers = all\n", 18);
	assert_int_equal(cg_topology_parse(&topology, "t", directories, &error), 0);
	assert_string_equal(topology.file, file_path);
	assert_string_equal(topology.spec, "t");
	cg_topology_free(&topology);
	assert_int_equal(cg_topology_parse(&topology, "u", directories, &error), -EINVAL);
	assert_int_equal(error.kind, CG_ERROR_USAGE);
	assert_string_equal(error.what, "no topology is called \"u\"");
}

#define A10 "aaaaaaaaaa"
#define A250                                                                                       \
	A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10 A10    \
		A10 A10 A10
#define A16 "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a"

/* Files that are refused, with the line and a part of the reason that says why. */
static const struct {
	const char *text, *where, *why;
} refused[] = {
	{ "[top\nworkers = all\n", ":1:", "brackets" },
	{ "[\nworkers = all\n", ":1:", "brackets" },
	{ "[a] b\nworkers = all\n", ":1:", "brackets" },
	{ "[a] # no comment here\n", ":1:", "brackets" },
	{ "[]\nworkers = all\n", ":1:", "empty name" },
	{ "[ a]\nworkers = all\n", ":1:", "blank" },
	{ "[a ]\nworkers = all\n", ":1:", "blank" },
	{ "workers = all\n[a]\n", ":1:", "before the first" },
	{ "[a]\nworkers = all\n[..]\n", ":3:", "'..'" },
	{ "[a/../../b]\nworkers = all\n", ":1:", "'..'" },
	{ "[a/./b]\nworkers = all\n", ":1:", "'..'" },
	{ "[/a]\nworkers = all\n", ":1:", "absolute" },
	{ "[a//b]\nworkers = all\n", ":1:", "empty name" },
	{ "[a/]\nworkers = all\n", ":1:", "empty name" },
	{ "[a\tb]\nworkers = all\n", ":1:", "control character" },
	{ "[a\033b]\nworkers = all\n", ":1:", "control character (0x1b)" },
	{ "[a]\nmemory.max = 1\rM\n", ":2:", "control character (0x0d)" },
	{ "[\xc3\xa4]\nworkers = all\n", ":1:", "only ASCII" },
	{ "[" A250 "aaaaaa]\nworkers = all\n", ":1:", "more than 255" },
	{ "[" A16 "/" A16 "/a]\nworkers = all\n", ":1:", "more than 32 levels" },
	{ "[a]\nworkers = all\n\n[a]\n", ":4:", "in line 1 already" },
	{ "[a]\nmemory.max = 1\nmemory.max = 2\nworkers = all\n", ":3:", "in line 2 already" },
	{ "[a]\nworkers = all\nworkers = all\n", ":3:", "workers is set" },
	{ "[a]\nworkers = some\n", ":2:", "not \"some\"" },
	{ "[a]\nworkers = each/0\n", ":2:", "not \"each/0\"" },
	{ "[a]\nworkers = each/4097\n", ":2:", "not \"each/4097\"" },
	{ "[a]\nworkers = each/2x\n", ":2:", "not \"each/2x\"" },
	{ "[a]\nworkers = All\n", ":2:", "not \"All\"" },
	{ "[a]\nworkers =\n", ":2:", "no value" },
	{ "[a]\nworkers\n", ":2:", "neither" },
	{ "[a]\nworkers = all\n= 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\n../memory.max = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\n.. = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\nb/memory.max = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\nmemory max. = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\nmemory. = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\ntasks = 5\n", ":3:", "interface file" },
	{ "[a]\nworkers = all\ncgroup.procs = 1\n", ":3:", "not a topology's" },
	{ "[a]\nworkers = all\ncgroup.kill = 1\n", ":3:", "not a topology's" },
	{ "[a]\nworkers = all\nm." A250 "aaaa = 1\n", ":3:", "more than 255" },
	{ "[a]\nworkers = all\n[a/b]\nworkers = ping\n", ":1:", "no groups below" },
	{ "[a]\nworkers = each/2\n[a.1]\nmemory.max = 1\n", ":1:", "there already" },
	{ "[a]\nworkers = each/4000\n[b]\nworkers = each/97\n", ":3:", "more than 4096" },
	{ "[a]\nmemory.max = 1M\n", ":", "nobody" },
	{ "", ":", "nobody" },
	{ "# nothing\n", ":", "nobody" },
};

static void check_refused(const char *spec, const char *where, const char *why)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	int result = cg_topology_parse(&topology, spec, NULL, &error);
	char start[256];

	assert_true(result < 0);
	assert_int_equal(error.kind, CG_ERROR_USAGE);
	snprintf(start, sizeof(start), "%s%s ", spec, where);
	if (strncmp(error.what, start, strlen(start)) != 0 || !strstr(error.what, why))
		fail_msg("\"%s\" is not \"%s...%s...\"", error.what, start, why);
	assert_null(strchr(error.what, '\n'));
	/* Nothing is left that a second free could hurt. */
	assert_null(topology.groups);
	cg_topology_free(&topology);
}

static void test_refused_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		write_file(refused[i].text, strlen(refused[i].text));
		check_refused(file_path, refused[i].where, refused[i].why);
	}
}

static void test_binary_large_and_special_files(void **state)
{
	static char large[64 * 1024 + 1];

	(void)state;
	write_file("[a]\nworkers = all\n\0\n", 20);
	check_refused(file_path, ":3:", "control character (0x00)");
	write_file("\177ELF\2\1\1", 7);
	check_refused(file_path, ":1:", "control character (0x7f)");
	memset(large, '#', sizeof(large));
	write_file(large, sizeof(large));
	check_refused(file_path, ":", "larger than 64 KiB");
	/* One byte less is read, and is one long comment. */
	write_file(large, sizeof(large) - 1);
	check_refused(file_path, ":", "nobody");
	unlink(file_path);
	assert_int_equal(mkfifo(file_path, 0600), 0);
	check_refused(file_path, ":", "not a regular file");
	unlink(file_path);
	assert_int_equal(mkdir(file_path, 0700), 0);
	check_refused(file_path, ":", "not a regular file");
	assert_int_equal(rmdir(file_path), 0);
}

static void test_limits_are_allowed(void **state)
{
	struct cg_topology topology;

	(void)state;
	parse_text(&topology, "[" A250 "aaaaa]\nworkers = all\n");
	assert_int_equal(strlen(topology.groups[0].path), 255);
	cg_topology_free(&topology);
	parse_text(&topology, "[" A16 "/" A16 "]\nworkers = all\n");
	assert_int_equal(topology.nr_groups, 32);
	cg_topology_free(&topology);
	parse_text(&topology, "[a]\nworkers = each/4000\n[b]\nworkers = each/96\n");
	assert_int_equal(topology.nr_groups, 4096);
	cg_topology_free(&topology);
	parse_text(&topology, "[cgpong.1.0]\nworkers = all\nhugetlb.2MB.max = 0\n");
	assert_string_equal(topology.groups[0].keys[0].name, "hugetlb.2MB.max");
	cg_topology_free(&topology);
}

static void test_bad_specs(void **state)
{
	static const char *const specs[] = { "",
					     "Root",
					     "rooted",
					     "leaf:1",
					     "deep",
					     "deep:",
					     "deep:0",
					     "deep:33",
					     "deep:-1",
					     "deep:3x",
					     "siblings:0",
					     "siblings:4097",
					     "siblings: 2",
					     "split,leaf",
					     "a\nb",
					     "x\001.ini",
					     "/nonexistent/x.ini",
					     "x.ini" };
	struct cg_error error;
	struct cg_topology topology;

	(void)state;
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		error = (struct cg_error){ 0 };
		assert_true(cg_topology_parse(&topology, specs[i], NULL, &error) < 0);
		assert_int_equal(error.kind, CG_ERROR_USAGE);
		assert_true(error.what[0] != '\0');
	}
	assert_int_equal(cg_topology_parse(&topology, "x.ini", NULL, &error), -ENOENT);
}

static void test_ten_thousand_characters(void **state)
{
	static char name[10001];
	struct cg_error error = { 0 };
	struct cg_topology topology;

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	assert_int_equal(cg_topology_parse(&topology, name, NULL, &error), -EINVAL);
	assert_non_null(strstr(error.what, "10000 characters"));
	assert_true(strlen(error.what) < 120);
	name[0] = '[';
	name[9999] = ']';
	write_file(name, 10000);
	error = (struct cg_error){ 0 };
	assert_int_equal(cg_topology_parse(&topology, file_path, NULL, &error), -EINVAL);
	assert_non_null(strstr(error.what, "more than 255 characters"));
	assert_true(strlen(error.what) < 200);
}

static void check_residents(const char *text, size_t nr_members, const char *why)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	int result;

	parse_text(&topology, text);
	result = cg_topology_check_residents(&topology, 4, nr_members, false, &error);
	if (!why) {
		assert_int_equal(result, 0);
	} else {
		assert_int_equal(result, -EINVAL);
		assert_int_equal(error.kind, CG_ERROR_USAGE);
		if (!strstr(error.what, why))
			fail_msg("\"%s\" does not say \"%s\"", error.what, why);
	}
	cg_topology_free(&topology);
}

static void test_check_residents(void **state)
{
	(void)state;
	check_residents("[a]\nworkers = all\n", 1, NULL);
	check_residents("[a]\nworkers = ping\n[b]\nworkers = pong\n", 2, NULL);
	check_residents("[a]\nworkers = each/8\n", 2, NULL);
	check_residents("[a]\nworkers = ping\n", 1, NULL);
	check_residents("[a]\nworkers = ping\n", 2, "worker 1 of instance 0 lives in no group");
	check_residents("[a]\nworkers = pong\n", 2, "worker 0 of instance 0 lives in no group");
	check_residents("[a]\nworkers = ping\n[b]\nworkers = pong\n", 1, "one worker only");
	check_residents("[a]\nworkers = all\n[b]\nworkers = pong\n", 2, "lives in [a] and in [b]");
	check_residents("[a]\nworkers = each/2\n[b]\nworkers = each/3\n", 2,
			"worker 0 of instance 0 lives in [a.0] and in [b.0]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shorthands_without_groups),
		cmocka_unit_test(test_leaf_and_split),
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_siblings_over_instances_and_members),
		cmocka_unit_test(test_file_in_full),
		cmocka_unit_test(test_implied_parents),
		cmocka_unit_test(test_each_in_a_file),
		cmocka_unit_test(test_names_in_directories),
		cmocka_unit_test(test_refused_files),
		cmocka_unit_test(test_binary_large_and_special_files),
		cmocka_unit_test(test_limits_are_allowed),
		cmocka_unit_test(test_bad_specs),
		cmocka_unit_test(test_ten_thousand_characters),
		cmocka_unit_test(test_check_residents),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
