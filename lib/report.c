// SPDX-License-Identifier: GPL-2.0-only
/*
 * report.c - the files of a report, and which of their runs belong together. See report.h.
 */
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "report_read.h"

/* A path as UTF-8, whatever bytes it has. */
static char *name_of(const char *path)
{
	json_t *text = json_string(path);
	char copy[512];

	json_decref(text);
	return strdup(text ? path : cg_plain(path, copy, sizeof(copy)));
}

/* Of the last file, if it is one. */
static int read_sweep(struct cg_report *report, struct cg_error *error)
{
	struct cg_report_file *file = &report->files[report->nr_files - 1];
	struct cg_json_node top = cg_json_node_file(file->top, report->nr_files);

	if (file->kind != CG_REPORT_SWEEP || cg_report_sweep_read(&file->sweep, &top))
		return 0;
	return cg_error_fail(error, ENOMEM, "keep %.200s", file->name);
}

int cg_report_add(struct cg_report *report, const char *path, size_t side, struct cg_error *error)
{
	struct cg_report_file *more, *file;
	json_t *top;
	int result;

	if (report->nr_files == CG_REPORT_FILES_MAX)
		return cg_error_usage(error, "report: more than %d files", CG_REPORT_FILES_MAX);
	top = cg_results_load(path, error);
	if (!top)
		return error->code ? -error->code : -EINVAL;
	more = reallocarray(report->files, report->nr_files + 1, sizeof(*more));
	if (!more) {
		json_decref(top);
		return cg_error_fail(error, ENOMEM, "keep %.200s", path);
	}
	report->files = more;
	file = &report->files[report->nr_files++];
	*file = (struct cg_report_file){ .name = name_of(path), .top = top, .side = side };
	if (!file->name)
		return cg_error_fail(error, ENOMEM, "keep %.200s", path);
	result = cg_report_check(top, file->name, &file->kind, error);
	if (!result)
		result = cg_report_take_runs(report, report->nr_files - 1, error);
	return result ? result : read_sweep(report, error);
}

const char *cg_report_kernel(const json_t *run)
{
	const json_t *environment = json_object_get(run, "environment");
	const char *kernel = json_string_value(json_object_get(environment, "kernel"));

	return kernel ? kernel : "";
}

/* ---- Groups and sides ---- */

static bool is_comparable(struct cg_report *report, size_t a, size_t b)
{
	struct cg_runs of_a = { .nr = 1, .items = &report->checked.items[a] };
	struct cg_runs of_b = { .nr = 1, .items = &report->checked.items[b] };
	struct cg_error why = { 0 };

	return cg_comparable(&of_a, &of_b, &why) == 0;
}

/* The group that @run belongs to: a new one if there is none. NULL without memory. */
static struct cg_report_group *find_group(struct cg_report *report, size_t run)
{
	struct cg_report_group *more;

	for (size_t g = 0; g < report->nr_groups; g++) {
		if (is_comparable(report, report->groups[g].members[0], run))
			return &report->groups[g];
	}
	more = reallocarray(report->groups, report->nr_groups + 1, sizeof(*more));
	if (!more)
		return NULL;
	report->groups = more;
	more[report->nr_groups] = (struct cg_report_group){ 0 };
	return &more[report->nr_groups++];
}

/* Files come in the order of their sides, so only the last one can be the run's. */
static struct cg_report_side *find_side(struct cg_report_group *group, size_t id)
{
	struct cg_report_side *more;

	if (group->nr_sides && group->sides[group->nr_sides - 1].id == id)
		return &group->sides[group->nr_sides - 1];
	more = reallocarray(group->sides, group->nr_sides + 1, sizeof(*more));
	if (!more)
		return NULL;
	group->sides = more;
	more[group->nr_sides] = (struct cg_report_side){ .id = id };
	return &more[group->nr_sides++];
}

static bool join(struct cg_report *report, size_t run)
{
	struct cg_report_group *group = find_group(report, run);
	struct cg_report_side *side = NULL;
	json_t **items;
	size_t *members;

	if (group) {
		members = reallocarray(group->members, group->nr_members + 1, sizeof(*members));
		if (!members)
			return false;
		group->members = members;
		members[group->nr_members++] = run;
		side = find_side(group, report->files[report->runs[run].file].side);
	}
	if (!side)
		return false;
	items = reallocarray(side->runs.items, side->runs.nr + 1, sizeof(json_t *));
	if (!items)
		return false;
	side->runs.items = items;
	items[side->runs.nr++] = json_incref(report->checked.items[run]);
	return true;
}

static int compare_sides(struct cg_report_group *group, struct cg_error *error)
{
	int result = 0;

	for (size_t s = 1; s < group->nr_sides && !result; s++)
		result = cg_compare(&group->sides[s].against, &group->sides[0].runs,
				    &group->sides[s].runs, error);
	return result;
}

int cg_report_finish(struct cg_report *report, struct cg_error *error)
{
	int result = 0;

	for (size_t r = 0; r < report->checked.nr; r++) {
		if (!join(report, r))
			return cg_error_fail(error, ENOMEM, "group the runs");
	}
	for (size_t g = 0; g < report->nr_groups && !result; g++)
		result = compare_sides(&report->groups[g], error);
	return result ? result : cg_report_find_verdicts(report, error);
}

static void free_group(struct cg_report_group *group)
{
	for (size_t s = 0; s < group->nr_sides; s++) {
		cg_comparison_free(&group->sides[s].against);
		cg_runs_free(&group->sides[s].runs);
	}
	free(group->sides);
	free(group->members);
}

void cg_report_free(struct cg_report *report)
{
	for (size_t g = 0; g < report->nr_groups; g++)
		free_group(&report->groups[g]);
	for (size_t f = 0; f < report->nr_files; f++) {
		json_decref(report->files[f].top);
		free(report->files[f].name);
		cg_report_sweep_free(&report->files[f].sweep);
	}
	cg_runs_free(&report->checked);
	free(report->groups);
	free(report->files);
	free(report->runs);
	free(report->verdicts);
	*report = (struct cg_report){ 0 };
}
