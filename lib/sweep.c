// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep.c - runs a workload once for every value of one option. See sweep.h.
 *
 * Every step is a process of its own: it begins with fresh cgroups and workers, as if
 * somebody had typed the command, and a step that goes wrong takes nothing with it.
 */
#include "sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"

#define CHECK_TIMEOUT_MS 60000

/* What one step's child needs. */
struct call {
	char *varied;
	char *name; /* "cgpong-tcp-rr" */
	char **argv;
};

static void hang_up(struct call *call)
{
	free(call->varied);
	free(call->argv);
	*call = (struct call){ 0 };
}

/* The workload's command line for a step, with up to two more words. */
static int call_step(struct call *call, const struct cg_sweep_plan *plan, size_t step,
		     const char *more, const char *most, struct cg_error *error)
{
	size_t argc = plan->argc;

	*call = (struct call){ .name = strrchr(plan->workload->program, '/') + 1 };
	call->argv = calloc(argc + 3, sizeof(*call->argv));
	if (asprintf(&call->varied, "%s%s%s", plan->before, plan->values[step], plan->after) < 0)
		call->varied = NULL;
	if (!call->argv || !call->varied) {
		hang_up(call);
		return cg_error_fail(error, ENOMEM, "make a command line");
	}
	memcpy(call->argv, plan->argv, argc * sizeof(*call->argv));
	call->argv[0] = call->name;
	call->argv[plan->varied] = call->varied;
	call->argv[argc] = (char *)more;
	call->argv[argc + 1] = (char *)most;
	return 0;
}

/* ---- Can it be done? ---- */

static void take_refusal(struct cg_outcome *step, struct cg_child_end *end, const char *name)
{
	const char *words = cg_child_last_words(end, name);

	step->status = end->status;
	if (end->timed_out)
		snprintf(step->why, sizeof(step->why), "no answer to --check");
	else if (*words)
		snprintf(step->why, sizeof(step->why), "%s", words);
	else
		snprintf(step->why, sizeof(step->why), "--check ends with status %d", end->status);
	if (step->status != CG_ERROR_SKIPPED && step->status != CG_ERROR_USAGE)
		step->status = CG_ERROR_FAILED;
}

static int check_step(struct cg_sweep *sweep, size_t s, struct cg_watch *watch,
		      struct cg_error *error)
{
	struct cg_outcome *step = &sweep->steps[s];
	struct cg_child_end end;
	struct call call;
	int result = call_step(&call, sweep->plan, s, "--check", NULL, error);

	if (result)
		return result;
	result = cg_child_run(&(struct cg_child){ .program = sweep->plan->workload->program,
						  .argv = call.argv,
						  .keep_out = true,
						  .keep_err = true,
						  .timeout_ms = CHECK_TIMEOUT_MS },
			      watch, &end, error);
	if (!result && (end.status || end.timed_out))
		take_refusal(step, &end, call.name);
	cg_child_end_free(&end);
	hang_up(&call);
	if (!result && step->status == CG_ERROR_USAGE)
		return cg_error_usage(error, "%s", step->why);
	return result;
}

/* ---- Doing it ---- */

static int measure_step(struct cg_sweep *sweep, size_t s, struct cg_watch *watch,
			struct cg_error *error)
{
	struct call call;
	int result = call_step(&call, sweep->plan, s, "--json", "-", error);

	if (result)
		return result;
	/* Its warnings are in its results, and most would be the same at every step. */
	result = cg_measure_program(watch, sweep->plan->workload->program, call.argv, true,
				    &sweep->steps[s], error);
	hang_up(&call);
	return result;
}

static int do_steps(struct cg_sweep *sweep, struct cg_watch *watch, struct cg_error *error)
{
	int result = 0;

	for (size_t s = 0; s < sweep->plan->nr_steps && !result; s++)
		result = check_step(sweep, s, watch, error);
	for (size_t s = 0; s < sweep->plan->nr_steps && !result; s++) {
		if (sweep->steps[s].status == 0 && sweep->on_begin)
			sweep->on_begin(sweep->on_step_data, sweep, s);
		if (sweep->steps[s].status == 0)
			result = measure_step(sweep, s, watch, error);
		if (result && result != -EINTR)
			return result;
		sweep->nr_done = s + 1;
		if (sweep->on_step)
			sweep->on_step(sweep->on_step_data, sweep, s);
	}
	sweep->interrupted = watch->interrupted;
	return result == -EINTR ? 0 : result;
}

int cg_sweep_run(struct cg_sweep *sweep, struct cg_error *error)
{
	struct cg_watch watch;
	struct cg_aside aside;
	int result;

	sweep->steps = calloc(sweep->plan->nr_steps, sizeof(*sweep->steps));
	if (!sweep->steps)
		return cg_error_fail(error, ENOMEM, "allocate %zu steps", sweep->plan->nr_steps);
	result = cg_watch_open(&watch, error);
	if (result)
		return result;
	cg_aside_step(&aside);
	result = do_steps(sweep, &watch, error);
	cg_aside_return(&aside);
	cg_watch_close(&watch);
	return result;
}

/* ---- What came of it ---- */

int cg_sweep_status(const struct cg_sweep *sweep)
{
	size_t nr_skipped = 0;

	if (sweep->interrupted)
		return CG_ERROR_FAILED;
	for (size_t s = 0; s < sweep->nr_done; s++) {
		if (sweep->steps[s].status == CG_ERROR_FAILED)
			return CG_ERROR_FAILED;
		nr_skipped += sweep->steps[s].status == CG_ERROR_SKIPPED;
	}
	return nr_skipped == sweep->nr_done ? CG_ERROR_SKIPPED : 0;
}

static json_t *step_json(const struct cg_sweep *sweep, size_t s)
{
	const struct cg_sweep_plan *plan = sweep->plan;
	const struct cg_outcome *step = &sweep->steps[s];
	char label[256];
	const char *name = cg_sweep_plan_label(plan, s, label, sizeof(label));
	bool is_number = plan->numbers && strcmp(name, plan->values[s]) == 0;

	return json_pack("{s:o, s:i, s:s?, s:O?}", "value",
			 is_number ? json_integer((json_int_t)plan->numbers[s]) : json_string(name),
			 "exit_code", step->status, "why", step->why[0] ? step->why : NULL,
			 "result", step->results);
}

json_t *cg_sweep_json(const struct cg_sweep *sweep)
{
	const struct cg_sweep_plan *plan = sweep->plan;
	json_t *steps = json_array();

	for (size_t s = 0; s < sweep->nr_done; s++) {
		if (json_array_append_new(steps, step_json(sweep, s)) == 0)
			continue;
		json_decref(steps);
		return NULL;
	}
	return json_pack("{s:s, s:s, s:s, s:s, s:i, s:b, s:o}", "schema", CG_SWEEP_SCHEMA,
			 "version", CGPONG_VERSION, "workload", plan->workload->name, "option",
			 plan->option, "planned", (int)plan->nr_steps, "interrupted",
			 sweep->interrupted != 0, "steps", steps);
}

void cg_sweep_free(struct cg_sweep *sweep)
{
	for (size_t s = 0; sweep->steps && s < sweep->plan->nr_steps; s++)
		json_decref(sweep->steps[s].results);
	free(sweep->steps);
	sweep->steps = NULL;
}
