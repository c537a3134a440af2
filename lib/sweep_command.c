// SPDX-License-Identifier: GPL-2.0-only
/*
 * sweep_command.c - `cgpong sweep`. See sweep_command.h.
 */
#include "sweep_command.h"

#include <errno.h>
#include <string.h>

#include "catalog.h"
#include "clock.h"
#include "ink.h"
#include "machine.h"
#include "output.h"
#include "print.h"
#include "progress.h"
#include "results.h"
#include "sweep.h"
#include "sweep_print.h"

struct view {
	FILE *out;
	bool has_table, has_progress;
	uint64_t began_ns;
	int lost; /* the errno of the first row that could not be printed */
};

static bool wants_progress(const struct cg_sweep_plan *plan)
{
	for (size_t i = 1; i < plan->argc; i++) {
		const char *word = plan->argv[i];

		if (strncmp(word, "--progress", 10) != 0)
			continue;
		word = word[10] == '=' ? word + 11 : i + 1 < plan->argc ? plan->argv[i + 1] : "";
		if (strcmp(word, "auto") != 0)
			return strcmp(word, "always") == 0;
	}
	return cg_ink_is_terminal(stderr);
}

static void show_step(void *data, const struct cg_sweep *s, size_t step)
{
	const struct view *view = data;
	size_t nr = s->plan->nr_steps;
	char label[256], doing[512], line[600];

	if (!view->has_progress)
		return;
	snprintf(doing, sizeof(doing), "step %zu of %zu, %s %s", step + 1, nr, s->plan->option,
		 cg_sweep_plan_label(s->plan, step, label, sizeof(label)));
	cg_print_progress(stderr, s->plan->workload->name,
			  cg_progress_steps(doing, step, nr, cg_clock_ns() - view->began_ns, line,
					    sizeof(line)));
}

/* A row is out as soon as it is known, whatever stdout is. */
static void print_step(void *data, const struct cg_sweep *s, size_t step)
{
	struct view *view = data;

	if (view->has_progress)
		cg_print_progress_end(stderr);
	cg_sweep_print_warnings(stderr, s, step);
	if (!view->has_table)
		return;
	cg_sweep_print_step(view->out, s, step);
	if (fflush(view->out) && view->lost == 0)
		view->lost = errno;
}

static int write_sweep(const struct cg_sweep *s, struct cg_error *error)
{
	json_t *json = cg_sweep_json(s);
	int result = json ? cg_results_write(json, s->plan->json, error)
			  : cg_error_fail(error, ENOMEM, "make the results file");

	json_decref(json);
	return result;
}

/* What came of a sweep; the exit code. */
static int deliver(const struct cg_sweep *s, struct view *view, struct cg_error *error)
{
	if (view->has_table)
		cg_sweep_print_marks(view->out, s);
	cg_sweep_print_repeats(stderr, s);
	if (view->lost)
		cg_error_fail(error, view->lost, "write to stdout");
	if (s->plan->json)
		write_sweep(s, error);
	if (s->interrupted)
		cg_error_fail(error, 0, "interrupted by SIG%s", sigabbrev_np(s->interrupted));
	return error->kind != CG_ERROR_NONE ? (int)error->kind : cg_sweep_status(s);
}

static int do_sweep(FILE *out, const struct cg_sweep_plan *plan, struct cg_error *error)
{
	struct view view = {
		.out = out,
		.has_table = !plan->json || !cg_output_is_stdout(plan->json),
		.has_progress = wants_progress(plan),
		.began_ns = cg_clock_ns(),
	};
	struct cg_sweep s = {
		.plan = plan,
		.on_begin = show_step,
		.on_step = print_step,
		.on_step_data = &view,
	};
	int result;

	if (plan->json && cg_output_check_path(plan->json, "--json", error))
		return -EINVAL;
	result = cg_sweep_run(&s, error);
	if (!result)
		result = deliver(&s, &view, error);
	cg_sweep_free(&s);
	return result;
}

int cg_sweep_command(FILE *out, const char *help, int argc, char **argv, struct cg_error *error)
{
	const struct cg_catalog_entry *entry;
	struct cg_catalog catalog = { 0 };
	struct cg_machine machine = { 0 };
	struct cg_sweep_plan plan = { 0 };
	int result;

	if (argc < 2)
		return cg_error_usage(error, "sweep: which workload? (see cgpong list)");
	result = cg_catalog_find(&catalog, error);
	entry = result ? NULL : cg_catalog_entry(&catalog, argv[1], error);
	result = entry ? cg_machine_read(&machine, NULL, NULL, error) : -EINVAL;
	if (!result)
		result = cg_sweep_plan_parse(&plan, entry, argc - 1, argv + 1, machine.nr_cpus,
					     error);
	if (!result && plan.help)
		fputs(help, out);
	else if (!result)
		result = do_sweep(out, &plan, error);
	cg_sweep_plan_free(&plan);
	cg_machine_free(&machine);
	cg_catalog_free(&catalog);
	return result;
}
