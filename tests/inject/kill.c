// SPDX-License-Identifier: GPL-2.0-only
/*
 * kill.c - runs that are killed at random moments, and runs that are left alone. See kill.h.
 *
 * Not traced: they run at their own speed, and are judged by what they leave.
 */
#include "kill.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The same sequence each time. Knuth's constants for 64 bits, MMIX. */
static double next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
	return (double)(*seed >> 11) / (double)(1ull << 53);
}

static void nap(double seconds)
{
	usleep((useconds_t)(seconds * 1e6));
}

static pid_t start(const struct tracer_plan *plan)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	if (freopen("/dev/null", "r", stdin) && freopen(plan->output, "w", stdout) &&
	    freopen(plan->errors, "w", stderr))
		execvp(plan->command[0], plan->command);
	_exit(126);
}

/* From /proc: not every kernel has a list of children. */
static pid_t parent_of(pid_t pid)
{
	char path[64], line[512], *end;
	pid_t parent = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	/* Behind the name, which may have anything in it: ") S PPID". */
	end = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	if (end && strlen(end) > 4)
		parent = (pid_t)strtol(end + 4, NULL, 10);
	fclose(file);
	return parent;
}

/* One of its children by chance; 0 if there are none at this moment. */
static pid_t child_of(pid_t parent, uint64_t *seed)
{
	DIR *directory = opendir("/proc");
	struct dirent *entry;
	pid_t pids[64];
	size_t nr = 0;

	while (directory && nr < 64 && (entry = readdir(directory))) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (pid > 0 && parent_of(pid) == parent)
			pids[nr++] = pid;
	}
	if (directory)
		closedir(directory);
	return nr ? pids[(size_t)(next_random(seed) * (double)nr)] : 0;
}

/* All that is left becomes ours, for we are its subreaper. Return: how many would not end. */
static unsigned int reap_all(double patience_sec)
{
	double end = bench_now_sec() + patience_sec;
	unsigned int nr = 0;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && bench_now_sec() < end) {
		if (pid == 0)
			nap(0.001);
	}
	while (pid >= 0 && (pid = child_of(getpid(), &(uint64_t){ 1 })) > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		nr++;
	}
	return nr;
}

/* Its parent must notice, say so, and clean up. */
static void judge_bereaved(struct bench *bench, pid_t parent, const char *what)
{
	double end = bench_now_sec() + bench->settings->seconds;
	struct tracer_result result = { 0 };

	while (waitpid(parent, &result.status, WNOHANG) == 0) {
		if (bench_now_sec() > end) {
			kill(parent, SIGKILL);
			waitpid(parent, &result.status, 0);
			result.hung = true;
		}
		nap(0.001);
	}
	result.outlived = reap_all(2);
	bench_judge(bench, &result, what);
}

static void judge_killed(struct bench *bench, pid_t parent, const char *what)
{
	unsigned int outlived;
	int status;
	json_error_t error;
	json_t *results;

	waitpid(parent, &status, 0);
	bench->runs++;
	/* It had ended before. */
	bench->missed += !WIFSIGNALED(status);
	outlived = reap_all(2);
	if (outlived)
		bench_complain(bench, what, "%u processes outlived it", outlived);
	if (access(bench->files.results, F_OK) == 0) {
		results = json_load_file(bench->files.results, 0, &error);
		if (!results)
			bench_complain(bench, what, "half a file of results: %s", error.text);
		json_decref(results);
	}
	bench_judge_sweep(bench, what);
}

/* Of one that is neither traced nor killed: the shortest of three. */
static double length_of_run(const struct bench *bench)
{
	double shortest = 0;

	for (int i = 0; i < 3; i++) {
		double start_sec = bench_now_sec(), took;

		waitpid(start(&bench->plan), NULL, 0);
		took = bench_now_sec() - start_sec;
		shortest = i == 0 || took < shortest ? took : shortest;
	}
	return shortest;
}

int inject_kills(struct bench *bench)
{
	uint64_t seed = bench->settings->seed;
	double length = length_of_run(bench);
	char what[128];

	unlink(bench->files.results);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	/* As many as were asked for that came in time, but not for ever. */
	for (unsigned int i = 0;
	     bench->runs - bench->missed < bench->settings->times && i < 4 * bench->settings->times;
	     i++) {
		double moment = next_random(&seed) * length;
		pid_t parent = start(&bench->plan), worker = 0;

		nap(moment);
		if (i % 2)
			worker = child_of(parent, &seed);
		snprintf(what, sizeof(what), "run %u, %s killed after %.4f s", i,
			 worker ? "a worker" : "the parent", moment);
		kill(worker ? worker : parent, SIGKILL);
		if (worker)
			judge_bereaved(bench, parent, what);
		else
			judge_killed(bench, parent, what);
	}
	return 0;
}

int inject_nothing(struct bench *bench)
{
	struct tracer_result result;
	char what[32];

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (unsigned int i = 0; i < bench->settings->times; i++) {
		pid_t pid = start(&bench->plan);

		result = (struct tracer_result){ 0 };
		waitpid(pid, &result.status, 0);
		result.outlived = reap_all(2);
		snprintf(what, sizeof(what), "run %u", i);
		bench_judge(bench, &result, what);
	}
	return 0;
}
