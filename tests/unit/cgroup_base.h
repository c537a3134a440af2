/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroup_base.h - a cgroup of the test's own on this machine, for tests of cgroups.
 *
 * Works on v1 and on v2, and in a lab guest; where no cgroup may be created the tests skip with
 * the library's own reason. Include after cmocka.h.
 */
#ifndef CGPONG_TESTS_CGROUP_BASE_H
#define CGPONG_TESTS_CGROUP_BASE_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cgroup.h"

static struct cg_hierarchy hierarchy;
static struct cg_trees *base_trees;
static char base[PATH_MAX]; /* the cgroup below which tests create theirs; "" if there is none */
static struct cg_error base_error;
static char topology_file[] = "/tmp/cgpong-test-cgroup.XXXXXX";

static inline void join(char *path, const char *directory, const char *name)
{
	assert_true(snprintf(path, PATH_MAX, "%s/%s", directory, name) < PATH_MAX);
}

/* A topology from a text; the caller frees it. */
static inline void topology_of(struct cg_topology *topology, const char *text)
{
	struct cg_error error = { 0 };
	char path[sizeof(topology_file) + 4];
	FILE *stream;

	snprintf(path, sizeof(path), "%s.ini", topology_file);
	stream = fopen(path, "we");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	if (cg_topology_parse(topology, path, NULL, &error))
		fail_msg("%s", error.what);
	unlink(path);
}

/* The same from a shorthand. */
static inline void topology_named(struct cg_topology *topology, const char *spec)
{
	struct cg_error error = { 0 };

	if (cg_topology_parse(topology, spec, NULL, &error))
		fail_msg("%s", error.what);
}

static inline bool file_has(const char *directory, const char *file, const char *word)
{
	char path[PATH_MAX], text[256];
	bool has = false;
	FILE *stream;

	join(path, directory, file);
	stream = fopen(path, "re");
	while (stream && fscanf(stream, "%255s", text) == 1)
		has = has || strcmp(text, word) == 0;
	if (stream)
		fclose(stream);
	return has;
}

static inline int base_setup(void **state)
{
	struct cg_topology topology;
	char *parent = NULL;
	int context, file = mkstemp(topology_file);

	(void)state;
	if (file < 0 || close(file))
		return -1;
	if (cg_hierarchy_find(&hierarchy, NULL, &base_error))
		return 0;
	if (cg_trees_parent(&hierarchy, NULL, &parent, &base_error))
		return 0;
	/* A second controller for those tests that want one, where there is one. */
	if (hierarchy.version == 2 && file_has(parent, "cgroup.controllers", "pids"))
		topology_of(&topology, "[base]\nworkers = all\npids.max = max\n");
	else
		topology_of(&topology, "[base]\nworkers = all\n");
	if (cg_trees_open(&base_trees, &hierarchy, parent, &base_error) == 0) {
		context = cg_trees_add(base_trees, &topology, &base_error);
		if (context >= 0 && cg_trees_path(base_trees, context, 0, base, sizeof(base)))
			base[0] = '\0';
	}
	cg_topology_free(&topology);
	free(parent);
	return 0;
}

static inline int base_teardown(void **state)
{
	struct cg_error error = { 0 };
	int result = cg_trees_destroy(base_trees, &error);

	(void)state;
	if (result)
		print_message("%s: %s\n", error.what, strerror(-result));
	cg_hierarchy_free(&hierarchy);
	unlink(topology_file);
	return result;
}

static inline void need_base(void)
{
	if (base[0])
		return;
	print_message("no cgroup may be created here: %s (%s)\n",
		      base_error.kind ? base_error.what : "unknown", base_error.cure);
	skip();
}

static inline bool exists(const char *directory, const char *name)
{
	char path[PATH_MAX];

	join(path, directory, name);
	return access(path, F_OK) == 0;
}

/* A child that waits to be killed; ends with us. */
static inline pid_t fork_sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		alarm(30);
		for (;;)
			pause();
	}
	assert_true(pid > 0);
	return pid;
}

static inline void kill_and_reap(pid_t pid)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* Run @body in a child of its own; it returns 0 if all was well, or the line that was not. */
static inline void in_child(int (*body)(void))
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		alarm(20);
		_exit(body());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail_msg("the child failed: status 0x%x, check number %d", status,
			 WEXITSTATUS(status));
}

#endif
