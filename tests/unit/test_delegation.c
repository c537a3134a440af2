// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_delegation.c - where a run may create its cgroups: as root, as a user, in a cgroup of its
 * own, and what is said where it may not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/xattr.h>

#include "cgroup_base.h"

/* Debian's "nobody"; any id without privileges will do. */
#define NOBODY 65534

/* In a child: the number of the check that failed becomes its exit status. */
#define CHECK(number, condition)                                                                   \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			print_message("not so: %s\n", #condition);                                 \
			return number;                                                             \
		}                                                                                  \
	} while (0)

static void need_root(void)
{
	need_base();
	if (geteuid() == 0)
		return;
	print_message("needs root\n");
	skip();
}

static void need_v2(void)
{
	if (hierarchy.version == 2)
		return;
	print_message("the memory controller is not on cgroup v2 here\n");
	skip();
}

static void expect_parent(const char *wanted, const char *expected)
{
	struct cg_error error = { 0 };
	char *path = NULL;

	if (cg_trees_parent(&hierarchy, wanted, &path, &error))
		fail_msg("%s (%s)", error.what, error.cure);
	assert_string_equal(path, expected);
	free(path);
}

static void expect_no_parent(const char *wanted, int code, enum cg_error_kind kind)
{
	struct cg_error error = { 0 };
	char *path = NULL;

	assert_int_equal(cg_trees_parent(&hierarchy, wanted, &path, &error), code);
	assert_int_equal(error.kind, kind);
	assert_null(path);
}

static void test_wanted(void **state)
{
	char link[] = "/tmp/cgpong-test-link.XXXXXX";
	char longest[5000];

	(void)state;
	need_base();
	expect_parent(base, base);
	expect_parent(base + strlen(hierarchy.mount) + 1, base);
	expect_no_parent("/etc", -EINVAL, CG_ERROR_USAGE);
	expect_no_parent("../../../../../../../../../etc", -EINVAL, CG_ERROR_USAGE);
	expect_no_parent("cgpong-no-such-cgroup", -ENOENT, CG_ERROR_USAGE);
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	expect_no_parent(longest, -EINVAL, CG_ERROR_USAGE);
	assert_non_null(mkdtemp(link));
	assert_int_equal(rmdir(link), 0);
	assert_int_equal(symlink(base, link), 0);
	expect_parent(link, base);
	assert_int_equal(unlink(link), 0);
}

static void test_a_file_is_no_cgroup(void **state)
{
	char path[PATH_MAX];

	(void)state;
	need_base();
	join(path, base, "cgroup.procs");
	expect_no_parent(path, -EINVAL, CG_ERROR_USAGE);
}

static void test_no_hierarchy(void **state)
{
	struct cg_hierarchy none = { .why_none = (char *)"nothing is mounted" };
	struct cg_error error = { 0 };
	char *path = NULL;

	(void)state;
	assert_int_equal(cg_trees_parent(&none, NULL, &path, &error), -ENOTSUP);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_string_equal(error.what, "nothing is mounted");
	assert_non_null(strstr(error.cure, "cgroup_disable=memory"));
}

static int parent_as_nobody(void)
{
	struct cg_error error = { 0 };
	char *path = NULL;

	CHECK(1, setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
	CHECK(2, cg_trees_parent(&hierarchy, base, &path, &error) == -EACCES);
	CHECK(3, error.kind == CG_ERROR_SKIPPED);
	CHECK(4, strstr(error.what, base));
	CHECK(5, strstr(error.cure, hierarchy.version == 2 ? "Delegate=yes" : "--cgroup-parent"));
	return 0;
}

static void test_not_delegated(void **state)
{
	(void)state;
	need_root();
	in_child(parent_as_nobody);
}

static int parent_read_only(void)
{
	struct cg_error error = { 0 };
	char *path = NULL;

	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount(hierarchy.mount, hierarchy.mount, NULL, MS_BIND, NULL) ||
	    mount(NULL, hierarchy.mount, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL)) {
		print_message("no mount namespace here: %s; not tested\n", strerror(errno));
		return 0;
	}
	CHECK(1, cg_trees_parent(&hierarchy, base, &path, &error) == -EROFS);
	CHECK(2, error.kind == CG_ERROR_FAILED);
	CHECK(3, strstr(error.cure, "read-write"));
	return 0;
}

static void test_read_only(void **state)
{
	(void)state;
	need_root();
	in_child(parent_read_only);
}

/*
 * Be in the base cgroup, as a process that systemd started in a delegated scope is, and learn
 * the hierarchy anew. Return: 0 or a check's number.
 */
static int enter_base(struct cg_hierarchy *here)
{
	struct cg_error error = { 0 };

	CHECK(1, cg_cgroup_attach(base, getpid(), &error) == 0);
	CHECK(2, cg_hierarchy_find(here, NULL, &error) == 0);
	CHECK(3, here->own && strcmp(here->own, base) == 0);
	return 0;
}

/* Whether the run's life in its own cgroup goes well, from choosing to destroying. */
static int live_in_base(const struct cg_hierarchy *here)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	struct cg_trees *trees;
	char path[PATH_MAX], name[64], number[16];
	char *parent = NULL;

	snprintf(number, sizeof(number), "%d", getpid());
	CHECK(11, cg_trees_parent(here, NULL, &parent, &error) == 0);
	CHECK(12, strcmp(parent, base) == 0);
	topology_named(&topology, "deep:2");
	CHECK(13, cg_trees_open(&trees, here, parent, &error) == 0);
	CHECK(14, cg_trees_add(trees, &topology, &error) == 0);
	CHECK(15, cg_trees_path(trees, 0, 1, path, sizeof(path)) == 0);
	if (here->version == 2) {
		snprintf(name, sizeof(name), "cgpong.%d.self/cgroup.procs", getpid());
		CHECK(16, file_has(base, name, number));
		CHECK(17, !file_has(base, "cgroup.procs", number));
	}
	CHECK(18, cg_cgroup_attach(path, getpid(), &error) == 0);
	CHECK(19, cg_trees_destroy(trees, &error) == 0);
	CHECK(20, file_has(base, "cgroup.procs", number));
	CHECK(21, !file_has(base, "cgroup.subtree_control", "memory"));
	CHECK(22, !exists(base, "cgpong.enabled.memory"));
	snprintf(name, sizeof(name), "cgpong.%d.self", getpid());
	CHECK(23, !exists(base, name));
	cg_topology_free(&topology);
	free(parent);
	return 0;
}

static int delegated_to_root(void)
{
	struct cg_hierarchy here;
	int result = enter_base(&here);

	if (!result)
		result = live_in_base(&here);
	return result;
}

static void test_delegated_attribute(void **state)
{
	(void)state;
	need_root();
	if (setxattr(base, "trusted.delegate", "1", 1, 0)) {
		print_message("no extended attributes on this cgroupfs: %s\n", strerror(errno));
		skip();
	}
	in_child(delegated_to_root);
	assert_int_equal(removexattr(base, "trusted.delegate"), 0);
	assert_int_equal(access(base, F_OK), 0);
}

/* Without it, root creates at the top as it always may, and stays where it is. */
static int not_marked(void)
{
	struct cg_error error = { 0 };
	struct cg_hierarchy here;
	char *parent = NULL;
	int result = enter_base(&here);

	if (result)
		return result;
	CHECK(31, cg_trees_parent(&here, NULL, &parent, &error) == 0);
	CHECK(32, strcmp(parent, here.mount) == 0);
	return 0;
}

static void test_own_cgroup_not_delegated(void **state)
{
	(void)state;
	need_root();
	in_child(not_marked);
}

static int delegated_to_nobody(void)
{
	struct cg_hierarchy here;
	int result = enter_base(&here);

	CHECK(41, setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
	return result ? result : live_in_base(&here);
}

/* What systemd hands over with Delegate=yes; Documentation/admin-guide/cgroup-v2.rst. */
static void give_base_to(uid_t user)
{
	static const char *const files[] = { "", "cgroup.procs", "cgroup.threads",
					     "cgroup.subtree_control" };
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		join(path, base, files[i]);
		if (access(path, F_OK) == 0)
			assert_int_equal(chown(path, user, user), 0);
	}
}

static void test_rootless(void **state)
{
	(void)state;
	need_root();
	give_base_to(NOBODY);
	in_child(delegated_to_nobody);
	give_base_to(0);
}

static int not_alone(void)
{
	struct cg_error error = { 0 };
	struct cg_trees *trees = NULL;
	struct cg_hierarchy here;
	char number[16];
	int result = enter_base(&here), status;
	pid_t other;

	if (result)
		return result;
	other = fork();
	if (other == 0) {
		pause();
		_exit(0);
	}
	result = cg_trees_open(&trees, &here, base, &error);
	kill(other, SIGKILL);
	CHECK(51, waitpid(other, &status, 0) == other);
	CHECK(52, result == -EBUSY && !trees);
	snprintf(number, sizeof(number), "pid %d", other);
	CHECK(53, strstr(error.what, number));
	CHECK(54, strstr(error.cure, "systemd-run"));
	snprintf(number, sizeof(number), "%d", getpid());
	CHECK(55, file_has(base, "cgroup.procs", number));
	CHECK(56, !file_has(base, "cgroup.subtree_control", "memory"));
	return 0;
}

static void test_v2_other_processes_in_the_parent(void **state)
{
	(void)state;
	need_root();
	need_v2();
	in_child(not_alone);
}

/* A front end that has cgroups of its own starts a workload that wants some too. */
static int run_within_run(void)
{
	struct cg_error error = { 0 };
	struct cg_trees *outer = NULL, *inner = NULL;
	struct cg_hierarchy here;
	char *parent = NULL;
	int result = enter_base(&here), status;
	pid_t pid;

	if (result)
		return result;
	CHECK(61, cg_trees_open(&outer, &here, base, &error) == 0);
	pid = fork();
	if (pid == 0) {
		cg_trees_close_locks(outer);
		if (cg_hierarchy_find(&here, NULL, &error) ||
		    cg_trees_parent(&here, NULL, &parent, &error))
			_exit(1);
		if (strcmp(parent, base) != 0)
			_exit(2);
		_exit(cg_trees_open(&inner, &here, parent, &error) ||
		      cg_trees_destroy(inner, &error));
	}
	CHECK(62, waitpid(pid, &status, 0) == pid);
	CHECK(63, WIFEXITED(status) && WEXITSTATUS(status) == 0);
	CHECK(64, file_has(base, "cgroup.subtree_control", "memory"));
	CHECK(65, cg_trees_destroy(outer, &error) == 0);
	CHECK(66, !file_has(base, "cgroup.subtree_control", "memory"));
	return 0;
}

static void test_v2_run_within_a_run(void **state)
{
	(void)state;
	need_root();
	need_v2();
	assert_int_equal(setxattr(base, "trusted.delegate", "1", 1, 0), 0);
	in_child(run_within_run);
	assert_int_equal(removexattr(base, "trusted.delegate"), 0);
}

static void test_v2_memory_not_offered(void **state)
{
	struct cg_error error = { 0 };
	char path[PATH_MAX];
	char *parent = NULL;

	(void)state;
	need_root();
	need_v2();
	join(path, base, "bare"); /* base passes nothing on */
	assert_int_equal(mkdir(path, 0755), 0);
	assert_int_equal(cg_trees_parent(&hierarchy, path, &parent, &error), -ENOTSUP);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_non_null(strstr(error.what, "does not offer the memory controller"));
	assert_non_null(strstr(error.cure, "echo +memory > "));
	assert_non_null(strstr(error.cure, base));
	assert_int_equal(rmdir(path), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wanted),
		cmocka_unit_test(test_a_file_is_no_cgroup),
		cmocka_unit_test(test_no_hierarchy),
		cmocka_unit_test(test_not_delegated),
		cmocka_unit_test(test_read_only),
		cmocka_unit_test(test_delegated_attribute),
		cmocka_unit_test(test_own_cgroup_not_delegated),
		cmocka_unit_test(test_rootless),
		cmocka_unit_test(test_v2_other_processes_in_the_parent),
		cmocka_unit_test(test_v2_run_within_a_run),
		cmocka_unit_test(test_v2_memory_not_offered),
	};

	return cmocka_run_group_tests(tests, base_setup, base_teardown);
}
