// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_leftovers.c - what is swept after a kill -9, and above all what is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cgroup_base.h"
#include "run_name.h"

/* A pid that nobody has: a child's that has been reaped. */
static pid_t dead_pid(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	return pid;
}

static void make(char *path, const char *format, pid_t pid)
{
	char name[64];

	snprintf(name, sizeof(name), format, pid);
	join(path, base, name);
	assert_int_equal(mkdir(path, 0755), 0);
}

static void test_names(void **state)
{
	static const char *const others[] = { "cgpong",
					      "cgpong.",
					      "cgpong.5",
					      "cgpong.5.",
					      "cgpong.5.0x",
					      "cgpong.5.0.0",
					      "cgpong.x.0",
					      "cgpong.0.0",
					      "cgpong.-5.0",
					      "cgpong..0",
					      "cgpong.5.selfx",
					      "xcgpong.5.0",
					      "cgpong_5.0",
					      "cgpong.5.-1",
					      "cgpong.99999999999.0",
					      "cgpong.5 .0",
					      "CGPONG.5.0",
					      "cgpong.enabled.memory",
					      "cgpong.99999999999999999999.0",
					      "cgpong.05.0",
					      "cgpong.5.00",
					      "cgpong.5.07" };
	bool is_self;
	pid_t pid;

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (cg_run_name_parse(others[i], &pid, &is_self))
			fail_msg("%s was taken for a run's", others[i]);
	}
	assert_true(cg_run_name_parse("cgpong.4194304.17", &pid, &is_self));
	assert_int_equal(pid, 4194304);
	assert_false(is_self);
	assert_true(cg_run_name_parse("cgpong.5.self", &pid, &is_self));
	assert_int_equal(pid, 5);
	assert_true(is_self);
}

/* Be a run: create a tree, tell that it is there, wait. With @orphan, leave a child behind. */
static pid_t fork_run(bool orphan, bool close_locks, pid_t *orphan_pid)
{
	int ready[2];
	pid_t pid, child = 0;

	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	pid = fork();
	if (pid == 0) {
		struct cg_error error = { 0 };
		struct cg_topology topology;
		struct cg_trees *trees;

		if (cg_topology_parse(&topology, "deep:2", NULL, &error) ||
		    cg_trees_open(&trees, &hierarchy, base, &error) ||
		    cg_trees_add(trees, &topology, &error))
			_exit(1);
		child = orphan ? fork() : 0;
		alarm(30); /* not inherited */
		if (orphan && child == 0) {
			if (close_locks)
				cg_trees_close_locks(trees);
			child = getpid();
		}
		if (!orphan || child == getpid()) {
			if (write(ready[1], &child, sizeof(child)) != sizeof(child))
				_exit(2);
		}
		for (;;)
			pause();
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &child, sizeof(child)), sizeof(child));
	close(ready[0]);
	if (orphan_pid)
		*orphan_pid = child;
	return pid;
}

static void test_killed_run_is_swept(void **state)
{
	char name[64];
	pid_t pid;

	(void)state;
	need_base();
	pid = fork_run(false, false, NULL);
	snprintf(name, sizeof(name), "cgpong.%d.0/level.1/level.2", pid);
	assert_true(exists(base, name));
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	assert_true(exists(base, name));
	kill_and_reap(pid);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	snprintf(name, sizeof(name), "cgpong.%d.0", pid);
	assert_false(exists(base, name));
	assert_false(exists(base, "cgpong.enabled.memory"));
	assert_false(file_has(base, "cgroup.subtree_control", "memory"));
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
}

/* The next run clears it by itself, while another one is running that must not be hurt. */
static void test_opening_sweeps_only_the_dead(void **state)
{
	struct cg_error error = { 0 };
	char dead[64], living[64];
	struct cg_trees *trees;
	pid_t first, second;

	(void)state;
	need_base();
	first = fork_run(false, false, NULL);
	second = fork_run(false, false, NULL);
	snprintf(dead, sizeof(dead), "cgpong.%d.0", first);
	snprintf(living, sizeof(living), "cgpong.%d.0/level.1/level.2", second);
	kill_and_reap(first);
	assert_int_equal(cg_trees_open(&trees, &hierarchy, base, &error), 0);
	assert_false(exists(base, dead));
	assert_true(exists(base, living));
	assert_int_equal(cg_trees_destroy(trees, &error), 0);
	assert_true(exists(base, living));
	if (hierarchy.version == 2)
		assert_true(file_has(base, "cgroup.subtree_control", "memory"));
	kill_and_reap(second);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	assert_false(file_has(base, "cgroup.subtree_control", "memory"));
}

/* A worker that outlives its run holds the locks, unless it let go of them. */
static void test_locks_of_a_forked_child(void **state)
{
	pid_t run, orphan;

	(void)state;
	need_base();
	run = fork_run(true, false, &orphan);
	kill_and_reap(run);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	assert_int_equal(kill(orphan, SIGKILL), 0);
	for (int i = 0; i < 100 && cg_trees_sweep(&hierarchy, base) == 0; i++)
		usleep(10000);
	run = fork_run(true, true, &orphan);
	kill_and_reap(run);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	assert_int_equal(kill(orphan, SIGKILL), 0);
}

static void test_living_owner(void **state)
{
	pid_t pid;
	char path[PATH_MAX];

	(void)state;
	need_base();
	pid = fork_sleeper();
	make(path, "cgpong.%d.0", pid);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	assert_int_equal(access(path, F_OK), 0);
	kill_and_reap(pid);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	assert_int_equal(access(path, F_OK), -1);
}

/* As a run in another pid namespace looks from here: its pid is nobody's, its lock is held. */
static void test_locked(void **state)
{
	char path[PATH_MAX];
	int held;

	(void)state;
	need_base();
	make(path, "cgpong.%d.3", dead_pid());
	held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(flock(held, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	assert_int_equal(access(path, F_OK), 0);
	close(held);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	assert_int_equal(access(path, F_OK), -1);
}

static void test_inhabited(void **state)
{
	struct cg_error error = { 0 };
	char path[PATH_MAX], leaf[PATH_MAX];
	pid_t pid;

	(void)state;
	need_base();
	make(path, "cgpong.%d.0", dead_pid());
	join(leaf, path, "leaf");
	assert_int_equal(mkdir(leaf, 0755), 0);
	pid = fork_sleeper();
	assert_int_equal(cg_cgroup_attach(leaf, pid, &error), 0);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	assert_int_equal(kill(pid, 0), 0);
	assert_int_equal(access(leaf, F_OK), 0);
	kill_and_reap(pid);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 1);
	assert_int_equal(access(path, F_OK), -1);
}

/* Our own pid was somebody else's before. */
static void test_reused_pid_and_self(void **state)
{
	struct cg_error error = { 0 };
	char reused[PATH_MAX], self[PATH_MAX];
	struct cg_trees *trees;

	(void)state;
	need_base();
	make(reused, "cgpong.%d.7", getpid());
	make(self, "cgpong.%d.self", dead_pid());
	assert_int_equal(cg_trees_open(&trees, &hierarchy, base, &error), 0);
	assert_int_equal(access(reused, F_OK), -1);
	assert_int_equal(access(self, F_OK), -1);
	assert_int_equal(cg_trees_destroy(trees, &error), 0);
}

static void test_other_names_stay(void **state)
{
	char paths[3][PATH_MAX];
	pid_t pid = dead_pid();

	(void)state;
	need_base();
	make(paths[0], "cgpong.%d", pid);
	make(paths[1], "cgpong.%d.0x", pid);
	make(paths[2], "my-cgpong.%d.0", pid);
	assert_int_equal(cg_trees_sweep(&hierarchy, base), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(rmdir(paths[i]), 0);
}

/* A run of another pid namespace has our pid: we take the next number. */
static void test_taken_name(void **state)
{
	struct cg_error error = { 0 };
	char name[64], path[PATH_MAX], taken[PATH_MAX], expected[PATH_MAX];
	struct cg_topology topology;
	struct cg_trees *trees;
	int held;

	(void)state;
	need_base();
	make(taken, "cgpong.%d.0", getpid());
	held = open(taken, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(flock(held, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(cg_trees_open(&trees, &hierarchy, base, &error), 0);
	topology_named(&topology, "leaf");
	assert_int_equal(cg_trees_add(trees, &topology, &error), 0);
	cg_topology_free(&topology);
	assert_int_equal(cg_trees_path(trees, 0, -1, path, sizeof(path)), 0);
	snprintf(name, sizeof(name), "cgpong.%d.1", getpid());
	join(expected, base, name);
	assert_string_equal(path, expected);
	assert_int_equal(cg_trees_destroy(trees, &error), 0);
	assert_int_equal(access(taken, F_OK), 0);
	close(held);
	assert_int_equal(rmdir(taken), 0);
	cg_trees_sweep(&hierarchy, base);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_killed_run_is_swept),
		cmocka_unit_test(test_opening_sweeps_only_the_dead),
		cmocka_unit_test(test_locks_of_a_forked_child),
		cmocka_unit_test(test_living_owner),
		cmocka_unit_test(test_locked),
		cmocka_unit_test(test_inhabited),
		cmocka_unit_test(test_reused_pid_and_self),
		cmocka_unit_test(test_other_names_stay),
		cmocka_unit_test(test_taken_name),
	};

	return cmocka_run_group_tests(tests, base_setup, base_teardown);
}
