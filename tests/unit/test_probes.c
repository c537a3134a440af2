// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_probes.c - hits are counted exactly, for us alone, and tracefs is as before afterwards.
 *
 * What needs tracefs skips without it; the lab's guest has it. This program can be run there as
 * it is. It makes probes and instances of its own names only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "probes.h"
#include "tracefs.h"

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

#define PAGES 1024

static void read_text(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	assert_true(fd >= 0);
	length = read(fd, text, size - 1);
	assert_true(length > 0);
	text[length] = '\0';
	close(fd);
}

static void test_profile_lines_are_found_by_whole_name(void **state)
{
	uint64_t hits[CG_NR_EVENTS], missed[CG_NR_EVENTS];
	unsigned int found[CG_NR_EVENTS];
	char text[4096];

	(void)state;
	read_text(TEST_DATA "/kprobe_profile", text, sizeof(text));
	assert_int_equal(cg_probes_parse(text, "1234", hits, missed, found), 0);
	for (int i = 0; i < CG_NR_EVENTS; i++) {
		bool there = i == CG_EVENT_CHARGE || i == CG_EVENT_CHARGE_WALK ||
			     i == CG_EVENT_STAT_FLUSH;

		assert_int_equal(found[i], there ? 1 : 0);
		if (!there) {
			assert_int_equal(hits[i], 0);
			assert_int_equal(missed[i], 0);
		}
	}
	assert_int_equal(hits[CG_EVENT_CHARGE], 101);
	assert_int_equal(missed[CG_EVENT_CHARGE], 0);
	assert_int_equal(hits[CG_EVENT_CHARGE_WALK], 55);
	assert_int_equal(missed[CG_EVENT_CHARGE_WALK], 2);
	assert_true(hits[CG_EVENT_STAT_FLUSH] == UINT64_MAX);
	assert_true(missed[CG_EVENT_STAT_FLUSH] == UINT64_MAX - 1);
}

static void test_another_run_has_its_own_lines(void **state)
{
	uint64_t hits[CG_NR_EVENTS], missed[CG_NR_EVENTS];
	unsigned int found[CG_NR_EVENTS];
	char text[4096];

	(void)state;
	read_text(TEST_DATA "/kprobe_profile", text, sizeof(text));
	assert_int_equal(cg_probes_parse(text, "1234_1", hits, missed, found), 0);
	for (int i = 0; i < CG_NR_EVENTS; i++)
		assert_int_equal(found[i], i == CG_EVENT_CHARGE_WALK ? 1 : 0);
	assert_int_equal(hits[CG_EVENT_CHARGE_WALK], 9000);
	assert_int_equal(missed[CG_EVENT_CHARGE_WALK], 90);
}

static void test_odd_profiles(void **state)
{
	static const struct {
		const char *text;
		int result;
		unsigned int found;
	} cases[] = {
		{ "", 0, 0 },
		{ "\n\n", 0, 0 },
		{ "  charge_7  1  2\n  charge_7  3  4\n", 0, 2 },
		{ "charge_7 1 2", 0, 1 },
		{ "  charge_7  1  2 \n", 0, 1 },
		{ "  charge_7  1\n", -EINVAL, 0 },
		{ "  charge_7\n", -EINVAL, 0 },
		{ "  charge_7  1  2  3\n", -EINVAL, 0 },
		{ "  charge_7  -1  2\n", -EINVAL, 0 },
		{ "  charge_7  1x  2\n", -EINVAL, 0 },
		{ "  charge_7  18446744073709551616  2\n", -EINVAL, 0 },
		{ "  other  x  y\n", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint64_t hits[CG_NR_EVENTS], missed[CG_NR_EVENTS];
		unsigned int found[CG_NR_EVENTS];
		char text[256];

		strcpy(text, cases[i].text);
		assert_int_equal(cg_probes_parse(text, "7", hits, missed, found), cases[i].result);
		if (cases[i].result == 0)
			assert_int_equal(found[CG_EVENT_CHARGE], cases[i].found);
	}
}

/* Opens probes, or skips with the reason and its cure. */
static struct cg_probes *open_or_skip(void)
{
	struct cg_probes *probes = NULL;
	struct cg_error error = { 0 };
	char text[1024];
	int result = cg_probes_open(&probes, &error);

	if (result == 0)
		return probes;
	print_message("skipped: %s\n", cg_error_text(&error, text, sizeof(text)));
	assert_null(probes);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_true(error.cure[0]);
	skip();
	return NULL;
}

static void close_probes(struct cg_probes *probes)
{
	struct cg_error error = { 0 };

	assert_int_equal(cg_probes_close(probes, &error), 0);
	assert_int_equal(error.kind, CG_ERROR_NONE);
}

/* tracefs for the test's own eyes, once probes could be opened. */
static int open_tracefs(void)
{
	struct cg_error error = { 0 };
	int tracefs = cg_tracefs_open(&error);

	assert_true(tracefs >= 0);
	return tracefs;
}

/* How many lines of a tracefs file have @part in them. */
static unsigned int lines_with(int tracefs, const char *path, const char *part)
{
	char *text, *rest;
	unsigned int lines = 0;

	assert_int_equal(cg_tracefs_read(tracefs, path, &text), 0);
	rest = text;
	for (char *line; (line = strsep(&rest, "\n"));)
		lines += strstr(line, part) != NULL;
	free(text);
	return lines;
}

static bool exists(int tracefs, const char *format, int number)
{
	char path[128];

	snprintf(path, sizeof(path), format, number);
	return faccessat(tracefs, path, F_OK, 0) == 0;
}

static unsigned int events_of(int tracefs, int pid)
{
	char group[64];

	snprintf(group, sizeof(group), "p:cgpong_%d/", pid);
	return lines_with(tracefs, "kprobe_events", group);
}

/* A cgroup of the test's own in which memory is charged; "" where there can be none. */
static void make_leaf(char *path, size_t size)
{
	static const char *const parents[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/memory" };
	char file[160];

	for (size_t i = 0; i < sizeof(parents) / sizeof(parents[0]); i++) {
		snprintf(path, size, "%s/cgpong-test.%d", parents[i], getpid());
		if (mkdir(path, 0755))
			continue;
		snprintf(file, sizeof(file), "%s/memory.stat", path);
		if (access(file, R_OK) == 0)
			return;
		rmdir(path);
	}
	path[0] = '\0';
}

/* A child that touches PAGES new pages in @leaf, or in our own cgroup if that is "". */
static void touch_pages(const char *leaf)
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (child == 0) {
		size_t bytes = PAGES * (size_t)sysconf(_SC_PAGESIZE);
		char *map;

		if (leaf[0]) {
			char file[160];
			int fd;

			snprintf(file, sizeof(file), "%s/cgroup.procs", leaf);
			fd = open(file, O_WRONLY | O_CLOEXEC);
			if (fd < 0 || write(fd, "0", 1) != 1)
				_exit(1);
		}
		map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		/* One charge a page, not one for a huge one. */
		if (map == MAP_FAILED || (madvise(map, bytes, MADV_NOHUGEPAGE) && errno != EINVAL))
			_exit(2);
		for (size_t at = 0; at < bytes; at += bytes / PAGES)
			map[at] = 1;
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static uint64_t hits_of(struct cg_probes *probes, enum cg_event event)
{
	uint64_t hits[CG_NR_EVENTS], missed[CG_NR_EVENTS];
	struct cg_error error = { 0 };

	assert_int_equal(cg_probes_read(probes, hits, missed, &error), 0);
	assert_int_equal(missed[event], 0);
	return hits[event];
}

static void enable(struct cg_probes *probes, bool on)
{
	struct cg_error error = { 0 };

	assert_int_equal(cg_probes_enable(probes, on, &error), 0);
}

static double seconds_since(const struct timespec *begin)
{
	struct timespec now;

	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	return (double)(now.tv_sec - begin->tv_sec) + (double)(now.tv_nsec - begin->tv_nsec) / 1e9;
}

/* Opens and enables, looks, and closes; the seconds of opening and enabling. */
static double set_up_once(void)
{
	struct timespec begin;
	struct cg_probes *probes;
	unsigned int named = 0;
	double set_up;
	int tracefs;

	assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &begin), 0);
	probes = open_or_skip();
	enable(probes, true);
	set_up = seconds_since(&begin);
	tracefs = open_tracefs();
	for (int i = 0; i < CG_NR_EVENTS; i++) {
		const struct cg_event_symbol *symbol = cg_probes_symbol(probes, i);

		print_message("%s: %s%s\n", cg_events[i].name, symbol->symbol, symbol->why);
		assert_true((symbol->symbol[0] == '\0') != (symbol->why[0] == '\0'));
		named += symbol->symbol[0] != '\0';
	}
	assert_int_equal(events_of(tracefs, getpid()), named);
	assert_true(exists(tracefs, "instances/cgpong.%d", getpid()));
	close_probes(probes);
	assert_int_equal(events_of(tracefs, getpid()), 0);
	assert_false(exists(tracefs, "instances/cgpong.%d", getpid()));
	close(tracefs);
	print_message("%u events, %ld CPUs: set-up %.3f s\n", named, sysconf(_SC_NPROCESSORS_ONLN),
		      set_up);
	return set_up;
}

static void test_set_up_is_quick_and_leaves_nothing(void **state)
{
	double set_up = 2;

	(void)state;
	/* A busy machine can make one slow; it is the kernel's and our own work that counts. */
	for (int i = 0; i < 3 && set_up >= 2; i++)
		set_up = set_up_once();
	assert_true(set_up < 2);
}

static void test_charges_are_counted_while_enabled(void **state)
{
	struct cg_probes *probes = open_or_skip();
	uint64_t before, between, after;
	char leaf[128];

	(void)state;
	make_leaf(leaf, sizeof(leaf));
	if (!leaf[0] || !cg_probes_symbol(probes, CG_EVENT_CHARGE)->symbol[0]) {
		print_message("skipped: no cgroup with memory, or no charge event\n");
		close_probes(probes);
		skip();
	}
	touch_pages(leaf);
	assert_int_equal(hits_of(probes, CG_EVENT_CHARGE), 0);
	enable(probes, true);
	before = hits_of(probes, CG_EVENT_CHARGE);
	touch_pages(leaf);
	between = hits_of(probes, CG_EVENT_CHARGE);
	enable(probes, false);
	touch_pages(leaf);
	after = hits_of(probes, CG_EVENT_CHARGE);
	close_probes(probes);
	rmdir(leaf);
	print_message("%d pages: %ju charges\n", PAGES, (uintmax_t)(between - before));
	/* One a page; a few hundred for the child itself, its page tables and whoever else runs. */
	assert_in_range(between - before, PAGES, PAGES + PAGES / 2);
	assert_int_equal(after, between);
}

static void test_two_runs_do_not_disturb_each_other(void **state)
{
	struct cg_probes *first = open_or_skip(), *second = open_or_skip();
	char twin[64], leaf[128];
	int tracefs = open_tracefs();
	uint64_t counted;

	(void)state;
	make_leaf(leaf, sizeof(leaf));
	snprintf(twin, sizeof(twin), "p:cgpong_%d_1/", getpid());
	assert_int_equal(lines_with(tracefs, "kprobe_events", twin), events_of(tracefs, getpid()));

	enable(first, true);
	touch_pages(leaf);
	enable(first, false);
	counted = hits_of(first, CG_EVENT_CHARGE);
	assert_int_equal(hits_of(second, CG_EVENT_CHARGE), 0);

	enable(second, true);
	touch_pages(leaf);
	enable(second, false);
	assert_int_equal(hits_of(first, CG_EVENT_CHARGE), counted);
	if (leaf[0]) {
		assert_in_range(counted, PAGES, PAGES + PAGES / 2);
		assert_in_range(hits_of(second, CG_EVENT_CHARGE), PAGES, PAGES + PAGES / 2);
	}

	/* One leaves, the other counts on. */
	close_probes(first);
	assert_int_equal(events_of(tracefs, getpid()), 0);
	counted = hits_of(second, CG_EVENT_CHARGE);
	enable(second, true);
	touch_pages(leaf);
	enable(second, false);
	if (leaf[0])
		assert_in_range(hits_of(second, CG_EVENT_CHARGE) - counted, PAGES,
				PAGES + PAGES / 2);
	close_probes(second);
	assert_int_equal(lines_with(tracefs, "kprobe_events", twin), 0);
	if (leaf[0])
		rmdir(leaf);
	close(tracefs);
}

/* Whether a killed run leaves a process, and whether that one let go of the lock. */
enum heir { NO_HEIR, HEIR_LETS_GO, HEIR_HOLDS_ON };

static void be_victim(enum heir heir, int ready, int hold)
{
	struct cg_probes *probes;
	struct cg_error error = { 0 };
	char byte;

	if (cg_probes_open(&probes, &error) || cg_probes_enable(probes, true, &error))
		_exit(1);
	if (heir != NO_HEIR && fork() == 0) {
		if (heir == HEIR_LETS_GO)
			cg_probes_close_locks(probes);
		_exit(write(ready, "x", 1) == 1 && read(hold, &byte, 1) == 0 ? 0 : 1);
	}
	if (heir == NO_HEIR && write(ready, "x", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

/* A child that counts until it is killed; its heir lives until @pipe_fd is closed. */
static pid_t start_victim(enum heir heir, int *pipe_fd)
{
	int ready[2], hold[2];
	pid_t child;
	char byte;

	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	assert_int_equal(pipe2(hold, O_CLOEXEC), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(hold[1]);
		close(ready[0]);
		be_victim(heir, ready[1], hold[0]);
	}
	close(ready[1]);
	close(hold[0]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	*pipe_fd = hold[1];
	return child;
}

static void kill_and_reap(pid_t child)
{
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void test_a_killed_run_is_swept_and_a_live_one_is_not(void **state)
{
	int tracefs, dead_pipe, live_pipe;
	pid_t dead, live;

	(void)state;
	close_probes(open_or_skip());
	tracefs = open_tracefs();
	dead = start_victim(HEIR_LETS_GO, &dead_pipe);
	live = start_victim(NO_HEIR, &live_pipe);
	assert_int_equal(cg_probes_sweep(), 0);
	assert_true(events_of(tracefs, dead) > 0);

	kill_and_reap(dead);
	assert_true(events_of(tracefs, dead) > 0);
	assert_true(exists(tracefs, "instances/cgpong.%d", dead));
	assert_int_equal(cg_probes_sweep(), 1);
	assert_int_equal(events_of(tracefs, dead), 0);
	assert_false(exists(tracefs, "instances/cgpong.%d", dead));
	assert_true(events_of(tracefs, live) > 0);
	assert_true(exists(tracefs, "instances/cgpong.%d", live));
	assert_int_equal(cg_probes_sweep(), 0);
	close(dead_pipe);

	/* The next run sweeps by itself. */
	kill_and_reap(live);
	close_probes(open_or_skip());
	assert_int_equal(events_of(tracefs, live), 0);
	assert_false(exists(tracefs, "instances/cgpong.%d", live));
	close(live_pipe);
	close(tracefs);
}

/* In another pid namespace a live run's pid looks dead; its lock does not. */
static void test_a_locked_run_of_a_dead_pid_is_not_swept(void **state)
{
	const struct timespec pause = { .tv_nsec = 10000000 };
	int tracefs, pipe_fd;
	size_t swept = 0;
	pid_t pid;

	(void)state;
	close_probes(open_or_skip());
	tracefs = open_tracefs();
	pid = start_victim(HEIR_HOLDS_ON, &pipe_fd);
	kill_and_reap(pid);
	assert_int_equal(cg_probes_sweep(), 0);
	assert_true(events_of(tracefs, pid) > 0);
	assert_true(exists(tracefs, "instances/cgpong.%d", pid));
	close(pipe_fd);
	for (int i = 0; i < 500 && !swept; i++) {
		nanosleep(&pause, NULL);
		swept = cg_probes_sweep();
	}
	assert_int_equal(swept, 1);
	assert_int_equal(events_of(tracefs, pid), 0);
	close(tracefs);
}

/* Not locked: a live process that has the pid of a killed run by chance stays untouched. */
static void test_an_unlocked_run_of_a_live_pid_is_not_swept(void **state)
{
	char path[64];
	int tracefs;

	(void)state;
	close_probes(open_or_skip());
	tracefs = open_tracefs();
	snprintf(path, sizeof(path), "instances/cgpong.%d", getppid());
	assert_int_equal(mkdirat(tracefs, path, 0700), 0);
	assert_int_equal(cg_probes_sweep(), 0);
	assert_int_equal(unlinkat(tracefs, path, AT_REMOVEDIR), 0);
	close(tracefs);
}

/* A container starts its programs with the same small pids each time. */
static void test_a_killed_run_of_our_own_pid_is_swept(void **state)
{
	char path[64], command[192];
	struct cg_probes *probes = open_or_skip();
	int tracefs = open_tracefs();

	(void)state;
	snprintf(path, sizeof(path), "instances/cgpong.%d", getpid());
	snprintf(command, sizeof(command), "p:cgpong_%d/charge_walk_%d %.100s", getpid(), getpid(),
		 cg_probes_symbol(probes, CG_EVENT_CHARGE_WALK)->symbol);
	close_probes(probes);
	assert_int_equal(mkdirat(tracefs, path, 0700), 0);
	assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), 0);
	probes = open_or_skip();
	snprintf(command, sizeof(command), "/charge_walk_%d ", getpid());
	assert_int_equal(lines_with(tracefs, "kprobe_events", command), 1);
	assert_false(exists(tracefs, "instances/cgpong.%d_1", getpid()));
	hits_of(probes, CG_EVENT_CHARGE_WALK);
	close_probes(probes);
	assert_int_equal(events_of(tracefs, getpid()), 0);
	close(tracefs);
}

/* A pid that was just alive and is no more. */
static pid_t dead_pid(void)
{
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	return child;
}

static void test_events_without_an_instance_are_swept(void **state)
{
	char command[128], symbol[64];
	pid_t pid = dead_pid();
	struct cg_probes *probes = open_or_skip();
	int tracefs = open_tracefs();

	(void)state;
	snprintf(symbol, sizeof(symbol), "%.60s", cg_probes_symbol(probes, 0)->symbol);
	snprintf(command, sizeof(command), "p:cgpong_%d/charge_walk_%d %s", pid, pid, symbol);
	assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), 0);
	assert_int_equal(cg_probes_sweep(), 1);
	assert_int_equal(events_of(tracefs, pid), 0);
	assert_true(events_of(tracefs, getpid()) > 0);
	close_probes(probes);
	close(tracefs);
}

/* Groups and instances that only look like ours, with a dead pid in their names. */
static void test_foreign_probes_stay(void **state)
{
	static const char *const groups[] = { "cgpong_%dx", "xcgpong_%d", "cgpong_%d_x",
					      "cgpong_0%d_", "foreign_%d" };
	const size_t nr_groups = sizeof(groups) / sizeof(groups[0]);
	char group[64], command[192], path[128], leaf[128];
	struct cg_probes *probes = open_or_skip();
	int tracefs = open_tracefs();
	unsigned int others = lines_with(tracefs, "kprobe_events", ":");
	pid_t pid = dead_pid();

	(void)state;
	make_leaf(leaf, sizeof(leaf));
	for (size_t i = 0; i < nr_groups; i++) {
		snprintf(group, sizeof(group), groups[i], pid);
		snprintf(command, sizeof(command), "p:%s/charge_%d %.100s", group, pid,
			 cg_probes_symbol(probes, CG_EVENT_CHARGE)->symbol);
		assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), 0);
	}
	snprintf(path, sizeof(path), "instances/cgpong.%dx", pid);
	assert_int_equal(mkdirat(tracefs, path, 0700), 0);
	snprintf(path, sizeof(path), "instances/cgpong.%dx/events/foreign_%d/enable", pid, pid);
	assert_int_equal(cg_tracefs_write(tracefs, path, "1"), 0);
	/* Somebody who enables every event of the system must not keep ours from going. */
	snprintf(path, sizeof(path), "events/cgpong_%d/enable", getpid());
	assert_int_equal(cg_tracefs_write(tracefs, path, "1"), 0);

	assert_int_equal(cg_probes_sweep(), 0);
	enable(probes, true);
	touch_pages(leaf);
	close_probes(probes);
	assert_int_equal(events_of(tracefs, getpid()), 0);
	close_probes(open_or_skip());
	for (size_t i = 0; i < nr_groups; i++) {
		snprintf(group, sizeof(group), groups[i], pid);
		snprintf(command, sizeof(command), "p:%s/charge_%d ", group, pid);
		assert_int_equal(lines_with(tracefs, "kprobe_events", command), 1);
	}
	/* Still enabled: the foreign probe cannot be removed before it is disabled. */
	snprintf(command, sizeof(command), "-:foreign_%d/charge_%d", pid, pid);
	assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), -EBUSY);
	snprintf(path, sizeof(path), "instances/cgpong.%dx", pid);
	assert_int_equal(unlinkat(tracefs, path, AT_REMOVEDIR), 0);
	for (size_t i = 0; i < nr_groups; i++) {
		snprintf(group, sizeof(group), groups[i], pid);
		snprintf(command, sizeof(command), "-:%s/charge_%d", group, pid);
		assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), 0);
	}
	assert_true(lines_with(tracefs, "kprobe_events", ":") < others);
	if (leaf[0])
		rmdir(leaf);
	close(tracefs);
}

/* Another tracer's instance has them enabled, which is not ours to end. */
static void test_events_that_cannot_be_removed_are_an_error(void **state)
{
	struct cg_probes *probes = open_or_skip();
	struct cg_error error = { 0 };
	int tracefs = open_tracefs();
	char path[128];

	(void)state;
	assert_int_equal(mkdirat(tracefs, "instances/foreign", 0700), 0);
	snprintf(path, sizeof(path), "instances/foreign/events/cgpong_%d/enable", getpid());
	assert_int_equal(cg_tracefs_write(tracefs, path, "1"), 0);
	assert_int_equal(cg_probes_close(probes, &error), -EBUSY);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_non_null(strstr(error.what, "remove our kprobe events"));
	assert_true(error.cure[0]);
	assert_true(events_of(tracefs, getpid()) > 0);

	assert_int_equal(unlinkat(tracefs, "instances/foreign", AT_REMOVEDIR), 0);
	assert_int_equal(cg_probes_sweep(), 1);
	assert_int_equal(events_of(tracefs, getpid()), 0);
	close(tracefs);
}

static void test_events_that_somebody_removed_are_an_error(void **state)
{
	struct cg_probes *probes = open_or_skip();
	uint64_t hits[CG_NR_EVENTS];
	struct cg_error error = { 0 };
	int tracefs = open_tracefs();
	char command[128];

	(void)state;
	assert_int_equal(cg_probes_read(probes, hits, NULL, &error), 0);
	snprintf(command, sizeof(command), "-:cgpong_%d/charge_%d", getpid(), getpid());
	assert_int_equal(cg_tracefs_write(tracefs, "kprobe_events", command), 0);
	assert_int_equal(cg_probes_read(probes, hits, NULL, &error), -ENOENT);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	close_probes(probes);
	close(tracefs);
}

/* Of a lack of privilege; or, where there is nothing to have it for, of that. */
static bool is_cure(const char *cure)
{
	return strstr(cure, "root") || strstr(cure, "CONFIG_KPROBE_EVENTS");
}

/* One that may not write tracefs is told so, and how to mend it. */
static void test_without_privilege_it_is_a_skip(void **state)
{
	pid_t child;
	int status;

	(void)state;
	if (geteuid() != 0) {
		print_message("skipped: not root, so there is no privilege to give up\n");
		skip();
	}
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		struct cg_probes *probes = NULL;
		struct cg_error error = { 0 };

		if (setgid(65534) || setuid(65534))
			_exit(1);
		if (cg_probes_open(&probes, &error) >= 0)
			_exit(2);
		_exit(error.kind == CG_ERROR_SKIPPED && is_cure(error.cure) && !probes ? 0 : 3);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

/* Sets a switch of the kernel to 0 and back, where it is the lab's guest's to set. */
static void check_switch(const char *path)
{
	struct cg_probes *probes = NULL;
	struct cg_error error = { 0 };
	int fd = open(path, O_WRONLY | O_CLOEXEC), result;

	if (fd < 0)
		return;
	assert_int_equal(write(fd, "0", 1), 1);
	result = cg_probes_open(&probes, &error);
	assert_int_equal(pwrite(fd, "1", 1, 0), 1);
	close(fd);
	assert_int_equal(result, -ENODEV);
	assert_int_equal(error.kind, CG_ERROR_SKIPPED);
	assert_non_null(strstr(error.what, path));
}

static void test_switches_that_silence_probes_are_a_skip(void **state)
{
	(void)state;
	close_probes(open_or_skip());
	if (!getenv("CGPONG_TEST_MACHINE_IS_OURS")) {
		print_message("skipped: CGPONG_TEST_MACHINE_IS_OURS is not set\n");
		skip();
	}
	check_switch("/proc/sys/kernel/ftrace_enabled");
	check_switch("/sys/kernel/debug/kprobes/enabled");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_profile_lines_are_found_by_whole_name),
		cmocka_unit_test(test_another_run_has_its_own_lines),
		cmocka_unit_test(test_odd_profiles),
		cmocka_unit_test(test_set_up_is_quick_and_leaves_nothing),
		cmocka_unit_test(test_charges_are_counted_while_enabled),
		cmocka_unit_test(test_two_runs_do_not_disturb_each_other),
		cmocka_unit_test(test_a_killed_run_is_swept_and_a_live_one_is_not),
		cmocka_unit_test(test_a_locked_run_of_a_dead_pid_is_not_swept),
		cmocka_unit_test(test_an_unlocked_run_of_a_live_pid_is_not_swept),
		cmocka_unit_test(test_a_killed_run_of_our_own_pid_is_swept),
		cmocka_unit_test(test_events_without_an_instance_are_swept),
		cmocka_unit_test(test_foreign_probes_stay),
		cmocka_unit_test(test_events_that_cannot_be_removed_are_an_error),
		cmocka_unit_test(test_events_that_somebody_removed_are_an_error),
		cmocka_unit_test(test_without_privilege_it_is_a_skip),
		cmocka_unit_test(test_switches_that_silence_probes_are_a_skip),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
