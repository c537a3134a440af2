// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - the life of a run. See run.h.
 *
 * The order is the point: workers are spawned outside their cgroup, pinned, and only then
 * moved. Since Linux 7.1 a task's object cgroup is per node and chosen at its first accounted
 * allocation after a fork or a move, from the node it runs on then; a worker that was moved first
 * and pinned later would keep the wrong one for life.
 */
#include "run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "environment.h"
#include "run_parts.h"
#include "worker.h"

/* Long against a clock read (tens of ns), short against the end of a round people wait for. */
#define BATCH_NS     2000000
#define BATCH_MIN_NS 100000
/* For processes that were just killed to end; one that left its group and cgroup may not. */
#define ADOPTED_NS 200000000ull

static void tick(void *data)
{
	struct cg_run *run = data;
	char line[sizeof(run->doing) + 64];

	if (run->progress)
		run->progress(run->progress_data,
			      cg_progress_line(&run->pace, run->doing, cg_clock_ns(), line,
					       sizeof(line)));
}

void cg_run_report(struct cg_run *run, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(run->doing, sizeof(run->doing), format, arguments);
	va_end(arguments);
	tick(run);
}

/* ---- Create, spawn, pin, join, prepare ---- */

static int group_path(struct cg_run *run, const struct cg_context *context, int group, char *path)
{
	if (context->topology.kind == CG_TOPOLOGY_TREE)
		return cg_trees_path(run->trees, context->tree, group, path, PATH_MAX);
	snprintf(path, PATH_MAX, "%s",
		 context->topology.kind == CG_TOPOLOGY_ROOT ? run->hierarchy.mount
							    : run->hierarchy.own);
	return 0;
}

static int create_trees(struct cg_run *run, struct cg_error *error)
{
	char path[PATH_MAX];
	int result = 0;

	cg_run_report(run, "creating cgroups");
	if (run->parent)
		result = cg_trees_open(&run->trees, &run->hierarchy, run->parent, error);
	for (size_t c = 0; c < run->nr_contexts && !result; c++) {
		struct cg_context *context = &run->contexts[c];

		if (context->topology.kind == CG_TOPOLOGY_TREE) {
			context->tree = cg_trees_add(run->trees, &context->topology, error);
			if (context->tree < 0)
				return context->tree;
		} else if (!run->hierarchy.mount || !run->hierarchy.own) {
			continue;
		}
		if (group_path(run, context, -1, path) == 0)
			context->path = strdup(path);
		for (size_t g = 0; g < context->topology.nr_groups; g++) {
			if (group_path(run, context, (int)g, path) == 0)
				cg_cgroup_oom_kills(&run->hierarchy, path, &context->oom_kills[g]);
		}
	}
	return result;
}

/* What only the parent may hold, dropped in every new host. */
static void let_go(void *data)
{
	struct cg_run *run = data;

	if (run->trees)
		cg_trees_close_locks(run->trees);
	cg_probes_close_locks(run->probes);
}

struct grave {
	struct cg_run *run;
	struct cg_context *context;
};

static const char *obituary(void *data, int group)
{
	struct cg_run *run = ((struct grave *)data)->run;
	struct cg_context *context = ((struct grave *)data)->context;
	char path[PATH_MAX];
	uint64_t kills;

	if (group < 0 || group_path(run, context, group, path) ||
	    cg_cgroup_oom_kills(&run->hierarchy, path, &kills))
		return NULL;
	if (kills <= context->oom_kills[group])
		return NULL;
	return "killed for memory: its cgroup ran into its limit";
}

static int join(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	char path[PATH_MAX];
	int result = 0;

	if (context->topology.kind == CG_TOPOLOGY_INHERIT)
		return 0;
	for (size_t h = 0; h < context->crew.nr_hosts && !result; h++) {
		const struct cg_host *host = &context->crew.hosts[h];

		result = group_path(run, context, host->group, path);
		if (!result)
			result = cg_cgroup_attach(path, host->pid, error);
		if (cg_watch_is_interrupted(&run->watch))
			return -EINTR;
	}
	return result;
}

/* A round ends when all have done the batch they are at, one after the other on each CPU. */
static uint64_t batch_ns(const struct cg_run *run)
{
	size_t crowd = run->nr_instances * run->nr_members / run->machine.nr_cpus;
	uint64_t batch = crowd ? BATCH_NS / crowd : BATCH_NS;

	return batch > BATCH_MIN_NS ? batch : BATCH_MIN_NS;
}

static int man_context(struct cg_run *run, struct cg_context *context, struct grave *grave,
		       struct cg_error *error)
{
	struct cg_crew_plan plan = {
		.workload = run->workload,
		.options = &run->settings->values,
		.threads = run->settings->threads,
		.nr_instances = run->nr_instances,
		.nr_members = run->nr_members,
		.seats = run->seats,
		.groups = context->groups,
		.watch = &run->watch,
		.batch_ns = batch_ns(run),
		.stuck_ns = run->settings->stuck_ns,
		.let_go = let_go,
		.locks = run,
	};
	int result;

	*grave = (struct grave){ run, context };
	context->crew.obituary = obituary;
	context->crew.obituary_data = grave;
	if (run->progress) {
		context->crew.tick = tick;
		context->crew.tick_data = run;
	}
	cg_run_report(run, "%s: starting workers", context->name);
	result = cg_crew_spawn(&context->crew, &plan, error);
	if (!result)
		result = join(run, context, error);
	if (!result)
		result = cg_crew_command(&context->crew, CG_COMMAND_PREPARE, 0, 0, error);
	return result;
}

/* ---- Rounds ---- */

int cg_run_round(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	uint64_t ops = run->settings->ops;

	return cg_crew_command(&context->crew, CG_COMMAND_ROUND, ops ? ops : UINT64_MAX,
			       ops ? 0 : run->settings->duration_ns, error);
}

static int warm_up(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	if (run->settings->warmup_ns == 0)
		return 0;
	cg_run_report(run, "%s: warming up", context->name);
	return cg_crew_command(&context->crew, CG_COMMAND_ROUND, UINT64_MAX,
			       run->settings->warmup_ns, error);
}

static int measure(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	int result;

	cg_run_report(run, "%s: round %zu of %llu", context->name, context->nr_rounds + 1,
		      (unsigned long long)run->settings->rounds);
	result = cg_run_round(run, context, error);
	if (!result)
		result = cg_round_gather(&context->rounds[context->nr_rounds], context->crew.shared,
					 run->seats, error);
	if (result)
		return result;
	context->nr_rounds++;
	run->pace.nr_done++;
	run->pace.ended_ns = cg_clock_ns();
	for (size_t w = 0; w < context->crew.nr_workers; w++)
		context->ran_on[w] = context->crew.shared->slots[w].tally.cpu;
	return 0;
}

static void set_pace(struct cg_run *run)
{
	const struct cg_settings *s = run->settings;
	double nr = (double)run->nr_contexts;

	run->pace = (struct cg_progress){
		.nr_rounds = run->nr_contexts * s->rounds,
		.round_sec = s->ops ? (double)NAN : (double)s->duration_ns / 1e9,
		.before_sec = nr * (double)s->warmup_ns / 1e9,
		.after_sec = s->profile && !s->ops ? nr * (double)s->duration_ns / 1e9 : 0,
		.began_ns = cg_clock_ns(),
	};
}

/* A B B A: whatever drifts over time weighs on all contexts alike. */
static int do_rounds(struct cg_run *run, struct cg_error *error)
{
	size_t nr = run->nr_contexts;
	int result = 0;

	set_pace(run);
	for (size_t c = 0; c < nr && !result; c++)
		result = warm_up(run, &run->contexts[c], error);
	if (!result)
		cg_run_vigil_begin(run);
	run->pace.first_ns = cg_clock_ns();
	for (uint64_t r = 0; r < run->settings->rounds && !result; r++) {
		for (size_t c = 0; c < nr && !result; c++)
			result = measure(run, &run->contexts[r % 2 ? nr - 1 - c : c], error);
	}
	if (!result)
		cg_run_vigil_end(run);
	return result;
}

/* ---- All of it ---- */

static void read_memory_files(struct cg_run *run, const struct cg_context *context,
			      struct cg_memory_files *files)
{
	size_t nr_groups = run->hierarchy.version == 1 ? context->topology.nr_groups : 0;
	char path[PATH_MAX];

	cg_memory_files_read(files, context->path, run->hierarchy.version);
	for (size_t g = 0; g < nr_groups; g++) {
		if (group_path(run, context, (int)g, path) == 0)
			cg_memory_files_add_events(files, path);
	}
}

/* What dead workers have left in file systems. */
static void sweep_names(struct cg_run *run)
{
	cg_mqueue_sweep();
	if (run->workload->sweep)
		run->workload->sweep(&run->settings->values);
}

static int set_up(struct cg_run *run, struct grave *graves, struct cg_error *error)
{
	uint64_t start = cg_clock_ns();
	int result = create_trees(run, error);

	for (size_t c = 0; c < run->nr_contexts && !result; c++)
		result = man_context(run, &run->contexts[c], &graves[c], error);
	run->set_up_sec = (double)(cg_clock_ns() - start) / 1e9;
	return result;
}

static int measure_all(struct cg_run *run, struct cg_error *error)
{
	struct cg_memory_files *before = calloc(run->nr_contexts, sizeof(*before));
	int result;

	if (!before)
		return cg_error_fail(error, ENOMEM, "allocate %zu contexts", run->nr_contexts);
	for (size_t c = 0; c < run->nr_contexts; c++)
		read_memory_files(run, &run->contexts[c], &before[c]);
	result = do_rounds(run, error);
	for (size_t c = 0; c < run->nr_contexts; c++) {
		read_memory_files(run, &run->contexts[c], &run->contexts[c].memory);
		cg_memory_files_subtract(&run->contexts[c].memory, &before[c]);
	}
	free(before);
	if (!result)
		result = cg_run_count(run, error);
	if (!result)
		result = cg_run_profile(run, error);
	return result;
}

static int finish(struct cg_run *run, struct cg_error *error)
{
	int result = 0;

	cg_run_report(run, "finishing");
	for (size_t c = 0; c < run->nr_contexts && !result; c++)
		result = cg_crew_command(&run->contexts[c].crew, CG_COMMAND_FINISH, 0, 0, error);
	return result;
}

/* What workers forked is ours once they are dead, and was killed with them. */
static void reap_adopted(void)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	uint64_t until = cg_clock_ns() + ADOPTED_NS;
	pid_t pid;

	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && cg_clock_ns() < until) {
		if (pid == 0)
			nanosleep(&pause, NULL);
	}
}

int cg_run(struct cg_run *run, struct cg_error *error)
{
	struct grave graves[CG_CONTEXTS_MAX];
	int result = cg_watch_open(&run->watch, error), removed, closed;

	if (result)
		return result;
	run->emulated = cg_environment_is_emulated();
	/* What a workload's worker forks is ours to reap, even when the worker is gone. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sweep_names(run);
	result = cg_run_open_probes(run, error);
	if (!result)
		result = set_up(run, graves, error);
	if (!result)
		result = measure_all(run, error);
	if (!result)
		result = finish(run, error);
	if (!result)
		cg_run_warn(run);
	if (run->watch.interrupted)
		cg_error_fail(error, 0, "interrupted by SIG%s",
			      sigabbrev_np(run->watch.interrupted));
	for (size_t c = 0; c < run->nr_contexts; c++)
		cg_crew_end(&run->contexts[c].crew);
	sweep_names(run);
	removed = cg_trees_destroy(run->trees, error);
	run->trees = NULL;
	reap_adopted();
	closed = cg_probes_close(run->probes, error);
	run->probes = NULL;
	cg_watch_close(&run->watch);
	if (!result)
		result = removed ? removed : closed;
	return result;
}

void cg_run_free(struct cg_run *run)
{
	for (size_t c = 0; c < run->nr_contexts; c++) {
		struct cg_context *context = &run->contexts[c];

		for (size_t r = 0; r < context->nr_rounds; r++)
			cg_round_free(&context->rounds[r]);
		if (context->has_profile)
			cg_profile_result_free(&context->profile);
		cg_topology_free(&context->topology);
		free(context->name);
		free(context->path);
		free(context->groups);
		free(context->rounds);
		free(context->ran_on);
		free(context->oom_kills);
	}
	free(run->contexts);
	free(run->seats);
	free(run->parent);
	cg_machine_free(&run->machine);
	cg_hierarchy_free(&run->hierarchy);
	cg_vigil_free(&run->vigil);
	cg_warnings_free(&run->warnings);
	*run = (struct cg_run){ 0 };
}
