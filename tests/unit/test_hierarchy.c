// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_hierarchy.c - where the memory controller is, on machines that are not here.
 *
 * Each case is what such a machine's /proc/self/mountinfo and /proc/self/cgroup say, with the
 * mount points moved below a directory of the test's, and the files there that are looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hierarchy.h"

/* "@" in a text stands for the directory. */
static char fake[] = "/tmp/cgpong-test-hierarchy.XXXXXX";

static int make_fake(void **state)
{
	(void)state;
	strcpy(fake + sizeof(fake) - sizeof("XXXXXX"), "XXXXXX");
	return mkdtemp(fake) ? 0 : -1;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *where)
{
	(void)status, (void)type, (void)where;
	return remove(path);
}

static int remove_fake(void **state)
{
	(void)state;
	return nftw(fake, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Write @text, "@" replaced, into a file below the directory. */
static void add(const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *stream;

	snprintf(full, sizeof(full), "%s/%s", fake, path);
	for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
	}
	stream = fopen(full, "we");
	assert_non_null(stream);
	for (; *text; text++)
		assert_true(*text == '@' ? fputs(fake, stream) >= 0 : fputc(*text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

static void add_proc(const char *mountinfo, const char *cgroup)
{
	add("self/mountinfo", mountinfo);
	add("self/cgroup", cgroup);
}

static void find(struct cg_hierarchy *hierarchy)
{
	struct cg_error error = { 0 };

	if (cg_hierarchy_find(hierarchy, fake, &error))
		fail_msg("%s", error.what);
}

/* Compare a path below the directory; NULL for none. */
static void assert_path(const char *path, const char *below)
{
	char expected[PATH_MAX];

	if (!below) {
		assert_null(path);
		return;
	}
	assert_non_null(path);
	snprintf(expected, sizeof(expected), "%s%s", fake, below);
	assert_string_equal(path, expected);
}

static void test_v2(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
		 "26 22 0:23 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n"
		 "30 26 0:27 / @/unified rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
		 "31 26 0:28 / /sys/fs/pstore rw shared:10 - pstore pstore rw\n",
		 "0::/user.slice/user-1000.slice/session-3.scope\n");
	add("unified/cgroup.controllers", "cpuset cpu io memory hugetlb pids\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 2);
	assert_false(hierarchy.hybrid);
	assert_true(hierarchy.has_root);
	assert_path(hierarchy.mount, "/unified");
	assert_path(hierarchy.own, "/unified/user.slice/user-1000.slice/session-3.scope");
	assert_null(hierarchy.why_none);
	cg_hierarchy_free(&hierarchy);
}

/* As on the machine this was written on: memory on v1, v2 mounted beside it without it. */
static void test_hybrid(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("31 23 0:28 / @ rw,relatime - tmpfs tmpfs rw,mode=755\n"
		 "32 31 0:29 / @/wrong rw,relatime - cgroup cgroup rw,cpuset,memory_x,xmemory\n"
		 "35 31 0:32 / @/memory rw,relatime - cgroup cgroup rw,memory\n"
		 "40 31 0:37 / @/systemd rw,relatime - cgroup cgroup rw,name=systemd\n"
		 "41 31 0:38 / @/unified rw,relatime - cgroup2 cgroup2 rw\n",
		 "9:name=systemd:/\n"
		 "7:cpuset,memory_x:/wrong\n"
		 "4:memory:/jobs/build:7\n"
		 "0::/elsewhere\n");
	add("unified/cgroup.controllers", "hugetlb memory_x\n");
	add("memory/release_agent", "\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 1);
	assert_true(hierarchy.hybrid);
	assert_true(hierarchy.has_root);
	assert_path(hierarchy.mount, "/memory");
	assert_path(hierarchy.own, "/memory/jobs/build:7");
	cg_hierarchy_free(&hierarchy);
}

static void test_hybrid_with_memory_on_v2(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("35 31 0:32 / @/memory rw,relatime - cgroup cgroup rw,memory\n"
		 "41 31 0:38 / @/unified rw,relatime - cgroup2 cgroup2 rw\n",
		 "4:memory:/one\n0::/two\n");
	add("unified/cgroup.controllers", "memory\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 2);
	assert_true(hierarchy.hybrid);
	assert_path(hierarchy.own, "/unified/two");
	cg_hierarchy_free(&hierarchy);
}

static void test_v2_without_memory(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("40 31 0:37 / @/systemd rw,relatime - cgroup cgroup rw,name=systemd\n"
		 "41 31 0:38 / @/unified rw,relatime - cgroup2 cgroup2 rw\n",
		 "0::/\n");
	add("unified/cgroup.controllers", "cpu pids\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 0);
	assert_false(hierarchy.hybrid);
	assert_null(hierarchy.mount);
	assert_null(hierarchy.own);
	assert_non_null(strstr(hierarchy.why_none, "/unified offers no memory controller"));
	cg_hierarchy_free(&hierarchy);
}

static void test_no_cgroups(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n"
		 "32 31 0:29 / @/cpu rw,relatime - cgroup cgroup rw,cpu\n"
		 "malformed\n",
		 "1:cpu:/\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 0);
	assert_string_equal(hierarchy.why_none,
			    "no cgroup hierarchy with a memory controller is mounted");
	cg_hierarchy_free(&hierarchy);
}

/* A container bind-mounts its own part of the tree; another mount shows a part beside ours. */
static void test_v1_container(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("611 601 0:33 /docker/0123/deep @/other ro master:15 - cgroup cgroup rw,memory\n"
		 "612 601 0:33 /docker/0123 @/memory ro,nosuid master:16 propagate_from:2 - "
		 "cgroup memory rw,cpu,memory\n"
		 "613 601 0:33 /docker/0123 @/again ro - cgroup cgroup rw,memory\n",
		 "11:cpu,memory:/docker/0123/init\n1:name=systemd:/docker/0123\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 1);
	assert_false(hierarchy.has_root);
	assert_path(hierarchy.mount, "/memory");
	assert_path(hierarchy.own, "/memory/init");
	cg_hierarchy_free(&hierarchy);
}

/* The path begins like the mount's root without being below it. */
static void test_own_cgroup_beside_the_mount(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("612 601 0:33 /docker/0123 @/memory rw - cgroup cgroup rw,memory\n",
		 "11:memory:/docker/01234\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 1);
	assert_path(hierarchy.own, NULL);
	cg_hierarchy_free(&hierarchy);
}

static void test_v2_namespace(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("700 690 0:27 / @/unified rw,relatime - cgroup2 cgroup rw\n", "0::/\n");
	add("unified/cgroup.controllers", "memory pids\n");
	add("unified/cgroup.type", "domain\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 2);
	assert_false(hierarchy.has_root);
	assert_path(hierarchy.own, "/unified");
	cg_hierarchy_free(&hierarchy);
}

static void test_mount_outside_the_namespace(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("35 31 0:32 /../.. @/memory rw,relatime - cgroup cgroup rw,memory\n",
		 "4:memory:/\n");
	find(&hierarchy);
	assert_int_equal(hierarchy.version, 1);
	assert_path(hierarchy.own, NULL);
	cg_hierarchy_free(&hierarchy);
}

static void test_own_cgroup_outside_or_removed(void **state)
{
	static const char *const paths[] = { "4:memory:/../sibling\n", "4:memory:/..\n",
					     "4:memory:/gone (deleted)\n", "4:cpu:/x\n", "" };
	struct cg_hierarchy hierarchy;

	(void)state;
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		add_proc("35 31 0:32 / @/memory rw - cgroup cgroup rw,memory\n", paths[i]);
		find(&hierarchy);
		assert_int_equal(hierarchy.version, 1);
		assert_path(hierarchy.own, NULL);
		cg_hierarchy_free(&hierarchy);
	}
}

static void test_blanks_in_paths(void **state)
{
	struct cg_hierarchy hierarchy;

	(void)state;
	add_proc("35 31 0:32 /a\\040b @/my\\040memory\\134x rw - cgroup cgroup rw,memory\n",
		 "4:memory:/a b/c d\n");
	find(&hierarchy);
	assert_path(hierarchy.mount, "/my memory\\x");
	assert_path(hierarchy.own, "/my memory\\x/c d");
	cg_hierarchy_free(&hierarchy);
}

/* Another controller than memory: its own v1 hierarchy, else v2. */
static void test_our_cgroup_of_any_controller(void **state)
{
	char *mount = NULL, *own = NULL;
	struct cg_error error = { 0 };

	(void)state;
	add_proc("35 31 0:32 / @/memory rw - cgroup cgroup rw,memory\n"
		 "36 31 0:33 / @/both rw - cgroup cgroup rw,cpu,cpuacct\n"
		 "37 31 0:34 / @/unified rw - cgroup2 cgroup2 rw\n",
		 "4:memory:/m\n3:cpu,cpuacct:/c/d\n0::/u\n");
	assert_int_equal(cg_hierarchy_own("cpu", fake, &mount, &own, &error), 0);
	assert_path(mount, "/both");
	assert_path(own, "/both/c/d");
	free(mount);
	free(own);
	assert_int_equal(cg_hierarchy_own("pids", fake, &mount, &own, &error), 0);
	assert_path(own, "/unified/u");
	free(mount);
	free(own);
	add_proc("36 31 0:33 / @/both rw - tmpfs none rw,cpu\n", "3:cpu,cpuacct:/c/d\n");
	assert_int_equal(cg_hierarchy_own("cpu", fake, &mount, &own, &error), -ENOENT);
	assert_int_equal(error.kind, CG_ERROR_NONE);
}

static void test_no_proc(void **state)
{
	struct cg_hierarchy hierarchy;
	struct cg_error error = { 0 };

	(void)state;
	assert_int_equal(cg_hierarchy_find(&hierarchy, fake, &error), -ENOENT);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_non_null(strstr(error.what, "self"));
	cg_hierarchy_free(&hierarchy);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, make_fake, remove_fake)
	const struct CMUnitTest tests[] = {
		TEST(test_v2),
		TEST(test_hybrid),
		TEST(test_hybrid_with_memory_on_v2),
		TEST(test_v2_without_memory),
		TEST(test_no_cgroups),
		TEST(test_v1_container),
		TEST(test_own_cgroup_beside_the_mount),
		TEST(test_v2_namespace),
		TEST(test_mount_outside_the_namespace),
		TEST(test_own_cgroup_outside_or_removed),
		TEST(test_blanks_in_paths),
		TEST(test_our_cgroup_of_any_controller),
		TEST(test_no_proc),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
