// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_check.c - everything about a run that can be known before anything is created.
 *
 * A run that cannot be done as asked ends here, with the reason and the cure, and never half-way.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rlimit.h"
#include "run.h"

static size_t nr_instances_of(const struct cg_settings *settings, const struct cg_machine *machine)
{
	size_t nr = settings->nr;

	if (settings->nr_percent)
		nr = (size_t)(((double)nr * (double)machine->nr_cpus + 50) / 100);
	return nr ? nr : 1;
}

/* A context beside itself shows the noise; each needs a name of its own in tables and RESULT. */
static int name_context(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	const char *spec = context->topology.spec;
	unsigned int nr = 1;

	for (struct cg_context *other = run->contexts; other < context; other++)
		nr += strcmp(other->topology.spec, spec) == 0;
	if (nr == 1)
		context->name = strdup(spec);
	else if (asprintf(&context->name, "%s#%u", spec, nr) < 0)
		context->name = NULL;
	return context->name ? 0 : cg_error_fail(error, ENOMEM, "name the context %.60s", spec);
}

static int add_context(struct cg_run *run, const char *spec, const char *const *directories,
		       struct cg_error *error)
{
	struct cg_context *context;
	int result;

	if (run->nr_contexts == CG_CONTEXTS_MAX)
		return cg_error_usage(error, "--cgroup: more than %d contexts", CG_CONTEXTS_MAX);
	context = &run->contexts[run->nr_contexts++];
	context->tree = -1;
	result = cg_topology_parse(&context->topology, spec, directories, error);
	return result ? result : name_context(run, context, error);
}

static int parse_contexts(struct cg_run *run, const char *specs, const char *const *directories,
			  struct cg_error *error)
{
	char *copy = strdup(specs), *rest = copy, *spec;
	int result = 0;

	if (!copy)
		return cg_error_fail(error, ENOMEM, "parse --cgroup");
	while (!result && (spec = strsep(&rest, ",")) != NULL)
		result = add_context(run, spec, directories, error);
	free(copy);
	return result;
}

/* The default: a leaf where we may create one, else where we are, and the reason. */
static int default_context(struct cg_run *run, const char *const *directories,
			   struct cg_error *error)
{
	struct cg_error why = { 0 };
	char text[1024], siblings[32];

	if (cg_trees_parent(&run->hierarchy, run->settings->cgroup_parent, &run->parent, &why) ==
	    0) {
		snprintf(siblings, sizeof(siblings), "siblings:%u", run->nr_members);
		return add_context(run, run->workload->by_member ? siblings : "leaf", directories,
				   error);
	}
	/* What the user asked for must not silently become something else. */
	if (run->settings->cgroup_parent) {
		*error = why;
		return -EINVAL;
	}
	cg_warn(&run->warnings, CG_WARNING_NO_CGROUP,
		"no cgroup can be created, measuring where we are: %s",
		cg_error_text(&why, text, sizeof(text)));
	return add_context(run, "inherit", directories, error);
}

static int check_root_context(const struct cg_hierarchy *hierarchy, struct cg_error *error)
{
	char path[PATH_MAX];

	if (hierarchy->version == 0) {
		cg_error_skip(error, 0, "root context: %s", hierarchy->why_none);
		cg_error_cure(error, "boot without cgroup_disable=memory, or use --cgroup inherit");
		return -ENOTSUP;
	}
	if (!hierarchy->has_root)
		cg_error_skip(error, 0, "root context: the root memcg is not visible below %s",
			      hierarchy->mount);
	else {
		snprintf(path, sizeof(path), "%s/cgroup.procs", hierarchy->mount);
		if (access(path, W_OK) == 0)
			return 0;
		cg_error_skip(error, errno, "root context: %s", path);
	}
	cg_error_cure(error, "run as root outside a container, or leave root out of --cgroup");
	return -EPERM;
}

static int check_context(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	const struct cg_workload *workload = run->workload;
	int result = cg_topology_check_residents(&context->topology, run->nr_instances,
						 run->nr_members, workload->by_member, error);

	if (result)
		return result;
	switch (context->topology.kind) {
	case CG_TOPOLOGY_ROOT:
		return check_root_context(&run->hierarchy, error);
	case CG_TOPOLOGY_INHERIT:
		return 0;
	case CG_TOPOLOGY_TREE:
		break;
	}
	if (run->parent)
		return 0;
	return cg_trees_parent(&run->hierarchy, run->settings->cgroup_parent, &run->parent, error);
}

static int assign_groups(struct cg_run *run, struct cg_context *context, struct cg_error *error)
{
	size_t nr = run->nr_instances * run->nr_members;

	context->groups = calloc(nr, sizeof(*context->groups));
	context->ran_on = calloc(nr, sizeof(*context->ran_on));
	context->rounds = calloc(run->settings->rounds, sizeof(*context->rounds));
	context->oom_kills = calloc(context->topology.nr_groups + 1, sizeof(*context->oom_kills));
	if (!context->groups || !context->ran_on || !context->rounds || !context->oom_kills)
		return cg_error_fail(error, ENOMEM, "allocate a context");
	for (size_t w = 0; w < nr; w++) {
		context->ran_on[w] = -1;
		context->groups[w] = -1;
		if (context->topology.kind == CG_TOPOLOGY_TREE)
			context->groups[w] = cg_topology_group_of(
				&context->topology, w / run->nr_members, w % run->nr_members,
				run->nr_members, run->workload->by_member);
	}
	return 0;
}

/* Descriptors of the process that has most: ours, or a host's. */
static int check_files(struct cg_run *run, struct cg_error *error)
{
	size_t nr_workers = run->nr_instances * run->nr_members;
	size_t in_host = run->settings->threads ? nr_workers : 1;
	size_t inboxes = 2 * (run->settings->threads ? nr_workers : run->nr_members);

	return cg_rlimit_raise_files(
		64 + inboxes + 2 * run->nr_contexts + in_host * (run->workload->fds + 2), error);
}

/*
 * All workers of all contexts are there at once. Of memory, what each costs at the least: 2000
 * processes of the workload that does nothing took 104 KiB each; a thread has its kernel stack.
 */
static int check_tasks(struct cg_run *run, struct cg_error *error)
{
	uint64_t needed = (uint64_t)run->nr_instances * run->nr_members * run->nr_contexts;
	uint64_t bytes = needed * (run->settings->threads ? 16384 : 98304);
	int result = cg_rlimit_check_tasks(NULL, needed, error);

	return result ? result : cg_check_memory(error, bytes);
}

static int check_workload(struct cg_run *run, struct cg_error *error)
{
	struct cg_check check = {
		.options = &run->settings->values,
		.nr_instances = run->nr_instances,
		.nr_contexts = run->nr_contexts,
		.nr_members = run->nr_members,
		.charges = run->workload->charges,
	};

	int result = run->workload->check ? run->workload->check(&check, error) : 0;

	run->charges = check.charges;
	run->huge_pages = check.huge_pages;
	memcpy(run->note, check.note, sizeof(run->note));
	return result;
}

static int check_seats(struct cg_run *run, struct cg_error *error)
{
	run->place = run->settings->place;
	if (run->place == CG_PLACE_DEFAULT)
		run->place = cg_place_default(&run->machine);
	run->seats = calloc(run->nr_instances * run->nr_members, sizeof(*run->seats));
	if (!run->seats)
		return cg_error_fail(error, ENOMEM, "allocate seats");
	return cg_placement_assign(&run->machine, run->place, run->nr_instances, run->nr_members,
				   run->seats, error);
}

static void warn_of_empty_groups(struct cg_run *run)
{
	size_t copies = run->workload->by_member ? run->nr_members : run->nr_instances;

	for (size_t c = 0; c < run->nr_contexts; c++) {
		const struct cg_topology *topology = &run->contexts[c].topology;

		for (size_t g = 0; g < topology->nr_groups; g++) {
			const struct cg_group *group = &topology->groups[g];

			if (group->residents == CG_RESIDENTS_EACH && group->each_index >= copies)
				cg_warn(&run->warnings, CG_WARNING_EMPTY_CGROUPS,
					"%s: %zu of %u cgroups have workers (use --%s %u)",
					topology->spec, copies, group->each_count,
					run->workload->by_member ? "ring" : "nr",
					group->each_count);
		}
	}
}

int cg_run_check(struct cg_run *run, const struct cg_workload *workload,
		 const struct cg_settings *settings, const char *const *directories,
		 struct cg_error *error)
{
	int result;

	run->workload = workload;
	run->settings = settings;
	clock_gettime(CLOCK_REALTIME, &run->started_at);
	run->contexts = calloc(CG_CONTEXTS_MAX, sizeof(*run->contexts));
	if (!run->contexts)
		return cg_error_fail(error, ENOMEM, "allocate contexts");
	result = cg_machine_read(&run->machine, NULL, NULL, error);
	if (!result)
		result = cg_hierarchy_find(&run->hierarchy, NULL, error);
	if (result)
		return result;
	run->nr_instances = nr_instances_of(settings, &run->machine);
	run->nr_members = workload->members;
	if (workload->members == 0)
		run->nr_members =
			(unsigned int)cg_option_u64(&settings->values, workload->members_option);
	result = settings->contexts ? parse_contexts(run, settings->contexts, directories, error)
				    : default_context(run, directories, error);
	if (!result)
		result = check_tasks(run, error);
	if (!result)
		result = check_workload(run, error);
	for (size_t c = 0; c < run->nr_contexts && !result; c++) {
		result = check_context(run, &run->contexts[c], error);
		if (!result)
			result = assign_groups(run, &run->contexts[c], error);
	}
	if (!result)
		result = check_seats(run, error);
	if (!result)
		result = check_files(run, error);
	warn_of_empty_groups(run);
	return result;
}
