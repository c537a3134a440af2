// SPDX-License-Identifier: GPL-2.0-only
/*
 * inject.c - makes everything fail once that a run of cgpong asks for, and judges what it does then.
 *
 * usage: inject MODE [OPTION]... -- COMMAND [ARGUMENT]...
 *
 * calls        one run for each system call of the run and each error it may have; where one call is
 *              made many times in a row, for two and the last
 * allocations  one run for each allocation (--shim)
 * kill         runs killed at random moments: the parent, a worker, by turns
 * repeat       the same run again and again
 *
 * The command is a workload with a fixed number of ops; "-o FILE" is added to it. A run must not
 * crash, hang, leave anything, or lie. What is wrong is printed, a line each, and the sum last.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench.h"
#include "calls.h"
#include "kill.h"
#include "shim.h"

/* Whether the fault of this number is among those that were asked for. */
static bool is_chosen(const struct settings *settings, size_t number)
{
	return number % settings->every == settings->first % settings->every;
}

/* ---- System calls ---- */

static void inject_call(struct bench *bench, const struct traced_call *call, unsigned int error)
{
	const struct call_kind *kind = call_kind_of(call->nr);
	struct tracer_plan plan = bench->plan;
	struct tracer_result result;
	char what[256];

	plan.process = call->process;
	plan.call = call->call;
	plan.error = error;
	if (tracer_run(&plan, &result)) {
		bench_complain(bench, "ptrace", "%s", strerror(errno));
		return;
	}
	/* A run on a busy machine waits more or less often, and then its calls have other numbers. */
	bench->missed += !result.injected;
	if (result.injected)
		kind = call_kind_of(result.victim.nr);
	else
		result.victim = *call;
	snprintf(what, sizeof(what), "process %u call %u %s %ld (%s) = %s", call->process,
		 call->call, kind->name, result.victim.nr, result.victim.text,
		 result.injected ? strerrorname_np(result.error) : "not reached");
	bench_judge(bench, &result, what);
}

static int by_process(const void *one, const void *other)
{
	const struct traced_call *a = one, *b = other;

	if (a->process != b->process)
		return a->process < b->process ? -1 : 1;
	return a->call < b->call ? -1 : a->call > b->call;
}

/*
 * In the middle of a row of one and the same call: a long file read in small pieces, or a batch
 * of ops. Its first two and its last stand for all.
 */
static bool is_in_row(const struct tracer_result *all, size_t i)
{
	const struct traced_call *call = &all->calls[i];

	if (i < 2 || i + 1 >= all->nr_calls)
		return false;
	return call[-2].process == call->process && call[1].process == call->process &&
	       call[-2].nr == call->nr && call[-1].nr == call->nr && call[1].nr == call->nr &&
	       strcmp(call->text, call[-2].text) == 0 && strcmp(call->text, call[1].text) == 0;
}

static int inject_calls(struct bench *bench)
{
	struct tracer_plan plan = bench->plan;
	struct tracer_result all;
	size_t number = 0;

	plan.inject = false;
	if (tracer_run(&plan, &all)) {
		fprintf(stderr, "inject: ptrace: %s\n", strerror(errno));
		return 1;
	}
	unlink(bench->files.results);
	qsort(all.calls, all.nr_calls, sizeof(*all.calls), by_process);
	for (size_t i = 0; i < all.nr_calls; i++) {
		const struct call_kind *kind = call_kind_of(all.calls[i].nr);

		for (unsigned int e = 0; kind->errors[e] && !is_in_row(&all, i); e++) {
			if (is_chosen(bench->settings, number++))
				inject_call(bench, &all.calls[i], e);
		}
	}
	printf("inject calls: %zu calls, %zu faults\n", all.nr_calls, number);
	free(all.calls);
	return 0;
}

/* ---- Allocations ---- */

static struct shim_state *map_state(const struct settings *settings)
{
	char path[4096];
	void *memory;
	int fd;

	snprintf(path, sizeof(path), "%s/state", settings->directory);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || ftruncate(fd, sizeof(struct shim_state)))
		return NULL;
	memory = mmap(NULL, sizeof(struct shim_state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (memory == MAP_FAILED || setenv("INJECT_STATE", path, 1) ||
	    setenv("LD_PRELOAD", settings->shim, 1))
		return NULL;
	return memory;
}

static void run_shimmed(struct bench *bench, struct shim_state *state, unsigned int process,
			unsigned int allocation, bool inject)
{
	struct tracer_result result;
	char what[128];

	memset(state, 0, sizeof(*state));
	state->inject = inject;
	state->process = process;
	state->allocation = allocation;
	if (tracer_run(&bench->plan, &result)) {
		bench_complain(bench, "ptrace", "%s", strerror(errno));
		return;
	}
	if (inject) {
		bench->missed += !state->injected;
		/* Only then, for the next run is without. */
		state->inject = 0;
		snprintf(what, sizeof(what), "process %u allocation %u", process, allocation);
		bench_judge(bench, &result, what);
	}
}

static int inject_allocations(struct bench *bench)
{
	struct shim_state *state = map_state(bench->settings);
	unsigned int counts[SHIM_PROCESSES_MAX], nr;
	size_t number = 0;

	if (!state) {
		fprintf(stderr, "inject: the shim's state: %s\n", strerror(errno));
		return 1;
	}
	run_shimmed(bench, state, 0, 0, false);
	unlink(bench->files.results);
	world_note(&bench->world);
	nr = state->nr_processes < SHIM_PROCESSES_MAX ? state->nr_processes : SHIM_PROCESSES_MAX;
	for (unsigned int p = 0; p < nr; p++)
		counts[p] = state->allocations[p];
	for (unsigned int p = 0; p < nr; p++) {
		for (unsigned int a = 0; a < counts[p]; a++) {
			if (is_chosen(bench->settings, number++))
				run_shimmed(bench, state, p, a, true);
		}
	}
	unsetenv("LD_PRELOAD");
	printf("inject allocations: %zu allocations of %u processes\n", number, nr);
	return number ? 0 : 1;
}

/* ---- The command line ---- */

static const struct {
	const char *name;
	int (*run)(struct bench *bench);
} modes[] = {
	{ "calls", inject_calls },
	{ "allocations", inject_allocations },
	{ "kill", inject_kills },
	{ "repeat", inject_nothing },
};

static const struct option options[] = {
	{ "dir", required_argument, NULL, 'd' },   { "every", required_argument, NULL, 'e' },
	{ "first", required_argument, NULL, 'f' }, { "from", required_argument, NULL, 'c' },
	{ "seed", required_argument, NULL, 's' },  { "shim", required_argument, NULL, 'p' },
	{ "times", required_argument, NULL, 'n' }, { "timeout", required_argument, NULL, 't' },
	{ "watch", required_argument, NULL, 'w' }, { 0 },
};

static unsigned int number(const char *text)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (!*text || *end || value > 1000000) {
		fprintf(stderr, "inject: '%s' is not a number\n", text);
		exit(64);
	}
	return (unsigned int)value;
}

static int parse(struct settings *s, struct world *world, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "+", options, NULL)) >= 0) {
		switch (option) {
		case 'c':
			s->from = optarg;
			break;
		case 'd':
			s->directory = optarg;
			break;
		case 'e':
			s->every = number(optarg);
			break;
		case 'f':
			s->first = number(optarg);
			break;
		case 'n':
			s->times = number(optarg);
			break;
		case 'p':
			s->shim = optarg;
			break;
		case 's':
			s->seed = number(optarg);
			break;
		case 't':
			s->seconds = number(optarg);
			break;
		case 'w':
			if (world->nr_places + 1 == WORLD_PLACES_MAX)
				return -1;
			world->places[world->nr_places++] = optarg;
			break;
		default:
			return -1;
		}
	}
	s->command = argv + optind;
	if (!s->directory || !argv[optind] || s->every == 0)
		return -1;
	world->places[world->nr_places++] = s->directory;
	return 0;
}

int main(int argc, char **argv)
{
	struct settings settings = { .every = 1, .times = 1, .seconds = 20, .seed = 1 };
	struct bench bench = { 0 };
	int failed = 1;

	settings.mode = argc > 1 ? argv[1] : "";
	if (argc < 2 || parse(&settings, &bench.world, argc - 1, argv + 1)) {
		fprintf(stderr, "inject: see the opening comment of tests/inject/inject.c\n");
		return 64;
	}
	if (bench_open(&bench, &settings))
		return 1;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(modes[i].name, settings.mode) == 0)
			failed = modes[i].run(&bench);
	}
	return bench_close(&bench) || failed;
}
