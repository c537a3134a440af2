// SPDX-License-Identifier: GPL-2.0-only
/*
 * bench.c - runs a command and judges it. See bench.h.
 */
#include "bench.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

/* A sweeper waits for processes that die as long; what takes longer is left. */
#define LEFT_MS 1000

double bench_now_sec(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static char *path_in(const char *directory, const char *name)
{
	char *path;

	return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

/* The command, with -o and our file of results. */
static char **complete(char *const *command, const char *results)
{
	size_t nr = 0;
	char **all;

	while (command[nr])
		nr++;
	all = calloc(nr + 3, sizeof(*all));
	if (!all)
		return NULL;
	memcpy(all, command, nr * sizeof(*all));
	all[nr] = (char *)"-o";
	all[nr + 1] = (char *)results;
	return all;
}

static int run_sound(struct bench *bench)
{
	struct tracer_result result;
	json_error_t error;

	if (tracer_run(&bench->plan, &result) || !WIFEXITED(result.status) ||
	    WEXITSTATUS(result.status)) {
		fprintf(stderr, "inject: the command fails by itself: status %#x\n", result.status);
		return -1;
	}
	bench->sound = json_load_file(bench->files.results, 0, &error);
	if (!bench->sound)
		fprintf(stderr, "inject: %s: %s\n", bench->files.results, error.text);
	return bench->sound ? 0 : -1;
}

int bench_open(struct bench *bench, const struct settings *settings)
{
	bench->settings = settings;
	bench->files = (struct verdict_files){
		path_in(settings->directory, "results.json"),
		path_in(settings->directory, "out"),
		path_in(settings->directory, "err"),
	};
	bench->plan = (struct tracer_plan){
		.command = complete(settings->command, bench->files.results),
		.output = bench->files.output,
		.errors = bench->files.errors,
		.from = settings->from,
		.seconds = settings->seconds,
		.inject = true,
		.process = UINT_MAX, /* nobody */
	};
	if (!bench->plan.command || !bench->files.results || !bench->files.errors)
		return -1;
	/* Before the first run, and once more: the files it writes to are there from now on. */
	if (run_sound(bench))
		return -1;
	unlink(bench->files.results);
	return world_note(&bench->world);
}

void bench_complain(struct bench *bench, const char *what, const char *format, ...)
{
	va_list arguments;

	bench->problems++;
	printf("PROBLEM %s: ", what);
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

static void show_errors(const struct bench *bench)
{
	FILE *file = fopen(bench->files.errors, "re");
	char *line = NULL;
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0)
		printf("        said: %s", line);
	free(line);
	if (file)
		fclose(file);
}

void bench_judge_sweep(struct bench *bench, const char *what)
{
	struct tracer_result result;
	char left[1024];

	if (tracer_run(&bench->plan, &result) || !WIFEXITED(result.status) ||
	    WEXITSTATUS(result.status)) {
		bench_complain(bench, what, "the next run fails: status %#x", result.status);
		show_errors(bench);
	}
	unlink(bench->files.results);
	if (world_is_as_before(&bench->world, LEFT_MS, left, sizeof(left)))
		return;
	bench_complain(bench, what, "left after the next run: %s", left);
	world_note(&bench->world);
}

static void judge_left(struct bench *bench, bool said, const char *what)
{
	char left[1024];

	if (world_is_as_before(&bench->world, LEFT_MS, left, sizeof(left)))
		return;
	if (!said)
		bench_complain(bench, what, "left without a word: %s", left);
	printf("left by %s: %s\n", what, left);
	show_errors(bench);
	bench->swept++;
	bench_judge_sweep(bench, what);
}

void bench_judge(struct bench *bench, const struct tracer_result *result, const char *what)
{
	unsigned int before = bench->problems;
	bool said = false;
	char why[512];

	bench->runs++;
	if (result->hung)
		bench_complain(bench, what, "hangs");
	else if (result->crash)
		bench_complain(bench, what, "died of %s", strsignal(result->crash));
	else if (!WIFEXITED(result->status))
		bench_complain(bench, what, "ended by %s", strsignal(WTERMSIG(result->status)));
	else {
		int code = WEXITSTATUS(result->status);

		said = code != 0;
		bench->exits[code]++;
		if (!verdict_of(bench->sound, code, &bench->files, why, sizeof(why)))
			bench_complain(bench, what, "%s", why);
	}
	if (result->outlived)
		bench_complain(bench, what, "%u processes outlived it", result->outlived);
	if (bench->problems > before)
		show_errors(bench);
	unlink(bench->files.results);
	judge_left(bench, said, what);
}

int bench_close(struct bench *bench)
{
	printf("inject %s: %u runs, %u of them missed, %u swept by the next, %u problems; exit",
	       bench->settings->mode, bench->runs, bench->missed, bench->swept, bench->problems);
	for (int code = 0; code < 256; code++) {
		if (bench->exits[code])
			printf(" %d: %u", code, bench->exits[code]);
	}
	putchar('\n');
	json_decref(bench->sound);
	world_free(&bench->world);
	free((void *)bench->plan.command);
	free((char *)bench->files.results);
	free((char *)bench->files.output);
	free((char *)bench->files.errors);
	return bench->problems ? 1 : 0;
}
