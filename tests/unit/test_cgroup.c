// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_cgroup.c - creates, fills and destroys cgroups on this machine, on v1 or v2.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cgroup_base.h"
#include "cgroupfs.h"

static const char *limit_file(void)
{
	return hierarchy.version == 1 ? "memory.limit_in_bytes" : "memory.max";
}

static struct cg_trees *open_trees(void)
{
	struct cg_error error = { 0 };
	struct cg_trees *trees = NULL;

	if (cg_trees_open(&trees, &hierarchy, base, &error))
		fail_msg("%s (%s)", error.what, error.cure);
	return trees;
}

static int add_topology(struct cg_trees *trees, struct cg_topology *topology)
{
	struct cg_error error = { 0 };
	int context = cg_trees_add(trees, topology, &error);

	if (context < 0)
		fail_msg("%s (%s)", error.what, error.cure);
	cg_topology_free(topology);
	return context;
}

static void destroy_trees(struct cg_trees *trees)
{
	struct cg_error error = { 0 };

	if (cg_trees_destroy(trees, &error))
		fail_msg("%s", error.what);
	assert_int_equal(error.kind, CG_ERROR_NONE);
}

/* The base must be as bare as it was: no directory of ours, no controller passed on. */
static void assert_bare(void)
{
	char name[64];

	for (int n = 0; n < 4; n++) {
		snprintf(name, sizeof(name), "cgpong.%d.%d", getpid(), n);
		assert_false(exists(base, name));
	}
	assert_false(exists(base, "cgpong.enabled.memory"));
	assert_false(exists(base, "cgpong.enabled.pids"));
	assert_false(file_has(base, "cgroup.subtree_control", "memory"));
	assert_false(file_has(base, "cgroup.subtree_control", "pids"));
}

static void test_create_and_destroy(void **state)
{
	struct cg_topology topology;
	char name[64], expected[PATH_MAX], path[PATH_MAX];
	struct cg_trees *trees;
	int held;

	(void)state;
	need_base();
	trees = open_trees();
	topology_named(&topology, "leaf");
	assert_int_equal(add_topology(trees, &topology), 0);
	topology_named(&topology, "deep:3");
	assert_int_equal(add_topology(trees, &topology), 1);
	snprintf(name, sizeof(name), "cgpong.%d.1/level.1/level.2/level.3", getpid());
	join(expected, base, name);
	assert_int_equal(cg_trees_path(trees, 1, 2, path, sizeof(path)), 0);
	assert_string_equal(path, expected);
	assert_true(exists(path, limit_file()));
	assert_int_equal(cg_trees_path(trees, 0, -1, path, sizeof(path)), 0);
	snprintf(name, sizeof(name), "cgpong.%d.0", getpid());
	join(expected, base, name);
	assert_string_equal(path, expected);
	assert_true(exists(path, "leaf/cgroup.procs"));
	held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(held >= 0);
	assert_int_equal(flock(held, LOCK_EX | LOCK_NB), -1);
	assert_int_equal(errno, EWOULDBLOCK);
	close(held);
	destroy_trees(trees);
	assert_bare();
}

static void test_paths(void **state)
{
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;

	(void)state;
	need_base();
	trees = open_trees();
	topology_named(&topology, "leaf");
	assert_int_equal(add_topology(trees, &topology), 0);
	assert_int_equal(cg_trees_path(trees, 0, 0, path, 8), -ENAMETOOLONG);
	assert_int_equal(cg_trees_path(trees, 0, 1, path, sizeof(path)), -ENOENT);
	assert_int_equal(cg_trees_path(trees, 1, 0, path, sizeof(path)), -ENOENT);
	assert_int_equal(cg_trees_path(trees, -1, 0, path, sizeof(path)), -ENOENT);
	destroy_trees(trees);
}

static void test_root_and_inherit_create_nothing(void **state)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	int context;

	(void)state;
	need_base();
	trees = open_trees();
	topology_named(&topology, "inherit");
	context = add_topology(trees, &topology);
	if (hierarchy.own) {
		assert_int_equal(cg_trees_path(trees, context, -1, path, sizeof(path)), 0);
		assert_string_equal(path, hierarchy.own);
	}
	topology_named(&topology, "root");
	context = cg_trees_add(trees, &topology, &error);
	cg_topology_free(&topology);
	if (hierarchy.has_root) {
		assert_int_equal(cg_trees_path(trees, context, -1, path, sizeof(path)), 0);
		assert_string_equal(path, hierarchy.mount);
	} else {
		assert_int_equal(context, -ENOTSUP);
		assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	}
	destroy_trees(trees);
	assert_bare();
}

static void test_limits(void **state)
{
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	int context;

	(void)state;
	need_base();
	trees = open_trees();
	topology_of(&topology, "[top]\nmemory.max = 64M\n"
			       "[top/a]\nmemory.max = 8M\nworkers = ping\n"
			       "[top/b]\nmemory.max = max\nworkers = pong\n");
	context = add_topology(trees, &topology);
	assert_int_equal(cg_trees_path(trees, context, 0, path, sizeof(path)), 0);
	assert_true(file_has(path, limit_file(), "67108864"));
	assert_int_equal(cg_trees_path(trees, context, 1, path, sizeof(path)), 0);
	assert_true(file_has(path, limit_file(), "8388608"));
	assert_int_equal(cg_trees_path(trees, context, 2, path, sizeof(path)), 0);
	/* v1 shows no limit as LONG_MAX rounded down to a page of 4 KiB. */
	assert_true(file_has(path, limit_file(),
			     hierarchy.version == 1 ? "9223372036854771712" : "max"));
	destroy_trees(trees);
}

static void add_bad(const char *text, int code, enum cg_error_kind kind, const char *why)
{
	struct cg_trees *trees = open_trees();
	struct cg_error error = { 0 };
	struct cg_topology topology;

	topology_of(&topology, text);
	assert_int_equal(cg_trees_add(trees, &topology, &error), code);
	assert_int_equal(error.kind, kind);
	if (!strstr(error.what, why))
		fail_msg("\"%s\" does not say \"%s\"", error.what, why);
	assert_true(error.cure[0] != '\0');
	cg_topology_free(&topology);
	destroy_trees(trees);
	assert_bare();
}

static void test_bad_keys(void **state)
{
	(void)state;
	need_base();
	add_bad("[top/a]\nworkers = all\nmemory.max = lots\n", -EINVAL, CG_ERROR_FAILED,
		"write \"lots\" to memory.max of [top/a]");
	add_bad("[a]\nworkers = all\nmemory.nonsense = 1\n", -ENOTSUP, CG_ERROR_FAILED,
		"memory.nonsense of [a]");
	add_bad("[a]\nworkers = all\nnonsense.max = 1\n", -ENOTSUP, CG_ERROR_FAILED, "nonsense");
}

static void test_v2_keys_on_v1(void **state)
{
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	int context;

	(void)state;
	need_base();
	if (hierarchy.version != 1) {
		print_message("the memory controller is on cgroup v2 here\n");
		skip();
	}
	add_bad("[a]\nworkers = all\nmemory.high = 1G\n", -ENOTSUP, CG_ERROR_FAILED,
		"memory.high of [a] has no twin on cgroup v1");
	add_bad("[a]\nworkers = all\npids.max = 5\n", -ENOTSUP, CG_ERROR_FAILED,
		"on cgroup v1 only memory keys");
	trees = open_trees();
	topology_of(&topology, "[a]\nworkers = all\nmemory.soft_limit_in_bytes = 1M\n");
	context = add_topology(trees, &topology);
	assert_int_equal(cg_trees_path(trees, context, 0, path, sizeof(path)), 0);
	assert_true(file_has(path, "memory.soft_limit_in_bytes", "1048576"));
	destroy_trees(trees);
}

static void test_v2_controllers_are_passed_on_and_put_back(void **state)
{
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	int context;

	(void)state;
	need_base();
	if (hierarchy.version != 2 || !file_has(base, "cgroup.controllers", "pids")) {
		print_message("needs cgroup v2 with the pids controller\n");
		skip();
	}
	trees = open_trees();
	assert_true(file_has(base, "cgroup.subtree_control", "memory"));
	assert_true(exists(base, "cgpong.enabled.memory"));
	assert_false(exists(base, "cgpong.enabled.pids"));
	topology_of(&topology, "[x]\nmemory.high = 64M\n[x/y]\n[x/y/z]\npids.max = 77\n"
			       "workers = all\n");
	context = add_topology(trees, &topology);
	assert_true(exists(base, "cgpong.enabled.pids"));
	assert_int_equal(cg_trees_path(trees, context, 2, path, sizeof(path)), 0);
	assert_true(file_has(path, "pids.max", "77"));
	assert_true(exists(path, "memory.max"));
	assert_int_equal(cg_trees_path(trees, context, 0, path, sizeof(path)), 0);
	assert_true(file_has(path, "memory.high", "67108864"));
	destroy_trees(trees);
	assert_bare();
}

/* Two runs at once: the controllers stay until the last one ends. */
static void test_v2_second_run_keeps_the_controllers(void **state)
{
	struct cg_trees *first, *second;

	(void)state;
	need_base();
	if (hierarchy.version != 2) {
		print_message("needs cgroup v2\n");
		skip();
	}
	first = open_trees();
	second = open_trees();
	destroy_trees(first);
	assert_true(file_has(base, "cgroup.subtree_control", "memory"));
	destroy_trees(second);
	assert_bare();
}

static void test_oom_kill_is_counted(void **state)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	uint64_t kills = 99;
	int status;
	pid_t pid;

	(void)state;
	need_base();
	trees = open_trees();
	topology_of(&topology, "[a]\nworkers = all\nmemory.max = 4M\n");
	add_topology(trees, &topology);
	assert_int_equal(cg_trees_path(trees, 0, 0, path, sizeof(path)), 0);
	assert_int_equal(cg_cgroup_oom_kills(&hierarchy, path, &kills), 0);
	assert_int_equal(kills, 0);
	pid = fork();
	if (pid == 0) {
		const size_t size = 64 << 20;
		volatile char *memory = malloc(size);

		if (!memory || cg_cgroup_attach(path, getpid(), &error))
			_exit(1);
		for (size_t i = 0; i < size; i += 4096)
			memory[i] = 1;
		_exit(2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2) {
		destroy_trees(trees);
		print_message("the limit swapped instead of killing\n");
		skip();
	}
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(cg_cgroup_oom_kills(&hierarchy, path, &kills), 0);
	assert_int_equal(kills, 1);
	destroy_trees(trees);
}

static void test_destroy_kills_residents(void **state)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	char path[PATH_MAX], number[16];
	struct cg_trees *trees;
	int status;
	pid_t pid;

	(void)state;
	need_base();
	trees = open_trees();
	topology_named(&topology, "deep:2");
	add_topology(trees, &topology);
	assert_int_equal(cg_trees_path(trees, 0, 1, path, sizeof(path)), 0);
	pid = fork_sleeper();
	assert_int_equal(cg_cgroup_attach(path, pid, &error), 0);
	snprintf(number, sizeof(number), "%d", pid);
	assert_true(file_has(path, "cgroup.procs", number));
	destroy_trees(trees);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_bare();
}

/* The process that destroys the trees sits in one of them itself. */
static int destroy_from_within(void)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	struct cg_trees *trees;
	char path[PATH_MAX];

	topology_named(&topology, "leaf");
	if (cg_trees_open(&trees, &hierarchy, base, &error) ||
	    cg_trees_add(trees, &topology, &error) != 0)
		return 1;
	cg_topology_free(&topology);
	if (cg_trees_path(trees, 0, 0, path, sizeof(path)) ||
	    cg_cgroup_attach(path, getpid(), &error))
		return 2;
	if (cg_trees_destroy(trees, &error))
		return 3;
	return access(path, F_OK) ? 0 : 4;
}

static void test_destroy_from_within(void **state)
{
	(void)state;
	need_base();
	in_child(destroy_from_within);
	assert_bare();
}

/* A forked child that frees its copy must not take the trees from its parent. */
static void test_destroy_in_a_child_only_frees(void **state)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	char path[PATH_MAX];
	struct cg_trees *trees;
	pid_t pid;

	(void)state;
	need_base();
	trees = open_trees();
	topology_named(&topology, "leaf");
	add_topology(trees, &topology);
	assert_int_equal(cg_trees_path(trees, 0, 0, path, sizeof(path)), 0);
	pid = fork();
	if (pid == 0)
		_exit(cg_trees_destroy(trees, &error) != 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(access(path, F_OK), 0);
	destroy_trees(trees);
	assert_bare();
}

static void test_attach_to_nothing(void **state)
{
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_cgroup_attach("/nonexistent/cgroup", getpid(), &error), -ENOENT);
	assert_non_null(strstr(error.what, "/nonexistent/cgroup"));
}

/* Any directory will do: what is tested is how a "key value" file is read. */
static void test_read_keyed(void **state)
{
	static const char text[] = "oom_kill_group 5\nxoom_kill 6\noom_kill 3\noom 1x\nmax 2\n";
	char directory[] = "/tmp/cgpong-test-keyed.XXXXXX", path[64];
	uint64_t value = 42;
	FILE *stream;

	(void)state;
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/memory.events", directory);
	stream = fopen(path, "we");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	assert_int_equal(cg_cgroup_read_keyed(directory, "memory.events", "oom", &value), -EINVAL);
	assert_int_equal(cg_cgroup_read_keyed(directory, "memory.events", "kill", &value), -ENOENT);
	assert_int_equal(cg_cgroup_read_keyed(directory, "memory.stat", "anon", &value), -ENOENT);
	assert_int_equal(value, 42);
	assert_int_equal(cg_cgroup_read_keyed(directory, "memory.events", "oom_kill", &value), 0);
	assert_int_equal(value, 3);
	assert_int_equal(cg_cgroup_read_keyed(directory, "memory.events", "max", &value), 0);
	assert_int_equal(value, 2);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(directory), 0);
}

/* No cgroupfs has symbolic links; should one ever, what it leads to must stay. */
static void test_remove_stays_inside(void **state)
{
	char directory[] = "/tmp/cgpong-test-remove.XXXXXX", path[128], target[128];
	int parent;

	(void)state;
	assert_non_null(mkdtemp(directory));
	parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(parent >= 0);
	snprintf(target, sizeof(target), "%s/outside", directory);
	snprintf(path, sizeof(path), "%s/tree", directory);
	assert_int_equal(mkdirat(parent, "outside", 0755), 0);
	assert_int_equal(mkdirat(parent, "outside/kept", 0755), 0);
	assert_int_equal(mkdirat(parent, "tree", 0755), 0);
	assert_int_equal(mkdirat(parent, "tree/a", 0755), 0);
	assert_int_equal(mkdirat(parent, "tree/a/b", 0755), 0);
	assert_int_equal(symlinkat(target, parent, "tree/link"), 0);
	assert_int_equal(symlinkat(target, parent, "link"), 0);
	assert_int_equal(cg_cgroupfs_remove(parent, "tree", 0), -ENOTEMPTY);
	assert_false(exists(path, "a"));
	assert_true(cg_cgroupfs_remove(parent, "link", 0) < 0);
	assert_true(exists(target, "kept"));
	assert_int_equal(unlinkat(parent, "tree/link", 0), 0);
	assert_int_equal(unlinkat(parent, "link", 0), 0);
	assert_int_equal(cg_cgroupfs_remove(parent, "tree", 0), 0);
	assert_int_equal(cg_cgroupfs_remove(parent, "tree", 0), 0);
	assert_int_equal(cg_cgroupfs_remove(parent, "outside", 0), 0);
	close(parent);
	assert_int_equal(rmdir(directory), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_create_and_destroy),
		cmocka_unit_test(test_paths),
		cmocka_unit_test(test_root_and_inherit_create_nothing),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_bad_keys),
		cmocka_unit_test(test_v2_keys_on_v1),
		cmocka_unit_test(test_v2_controllers_are_passed_on_and_put_back),
		cmocka_unit_test(test_v2_second_run_keeps_the_controllers),
		cmocka_unit_test(test_oom_kill_is_counted),
		cmocka_unit_test(test_destroy_kills_residents),
		cmocka_unit_test(test_destroy_from_within),
		cmocka_unit_test(test_destroy_in_a_child_only_frees),
		cmocka_unit_test(test_attach_to_nothing),
		cmocka_unit_test(test_read_keyed),
		cmocka_unit_test(test_remove_stays_inside),
	};

	return cmocka_run_group_tests(tests, base_setup, base_teardown);
}
