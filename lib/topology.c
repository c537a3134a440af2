// SPDX-License-Identifier: GPL-2.0-only
/*
 * topology.c - the tree of cgroups a context wants. See topology.h.
 *
 * Turns a SPEC of the command line into groups, and tells who lives in which. The files'
 * format is topology_file.c's.
 */
#include "topology.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "group.h"
#include "parse.h"
#include "topology_file.h"

static int make_one(struct cg_topology *topology, const char *path, enum cg_residents residents)
{
	int index = cg_group_add(topology, path, 0);

	if (index < 0)
		return index;
	topology->groups[index].residents = residents;
	return 0;
}

static int make_split(struct cg_topology *topology)
{
	int result = make_one(topology, "client", CG_RESIDENTS_PING);

	return result ? result : make_one(topology, "server", CG_RESIDENTS_PONG);
}

static int make_deep(struct cg_topology *topology, unsigned int depth)
{
	char path[CG_TOPOLOGY_MAX_DEPTH * sizeof("/level.32")];
	size_t length = 0;

	for (unsigned int i = 1; i <= depth; i++)
		length += (size_t)snprintf(path + length, sizeof(path) - length, "%slevel.%u",
					   i == 1 ? "" : "/", i);
	return make_one(topology, path, CG_RESIDENTS_ALL);
}

static int make_siblings(struct cg_topology *topology, unsigned int count)
{
	int result = make_one(topology, "leaf", CG_RESIDENTS_EACH);

	if (result)
		return result;
	topology->groups[0].each_count = count;
	return cg_group_spread(topology, 0);
}

static int no_memory(struct cg_error *error, const char *spec)
{
	return cg_error_fail(error, ENOMEM, "read the topology %.60s", spec);
}

/* "deep:N" and "siblings:N". Return: 1 if @spec is one and was made, 0 if not, or -errno. */
static int parse_counted(struct cg_topology *topology, const char *spec, struct cg_error *error)
{
	static const struct {
		const char *name;
		unsigned int max;
		int (*make)(struct cg_topology *topology, unsigned int number);
	} counted[] = {
		{ "deep:", CG_TOPOLOGY_MAX_DEPTH, make_deep },
		{ "siblings:", CG_TOPOLOGY_MAX_GROUPS, make_siblings },
	};

	for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
		size_t length = strlen(counted[i].name);
		uint64_t number;

		if (strncmp(spec, counted[i].name, length) != 0)
			continue;
		if (cg_parse_u64(spec + length, 1, counted[i].max, &number))
			return cg_error_usage(error,
					      "cgroup %sN needs an N from 1 to %u, not \"%.40s\"",
					      counted[i].name, counted[i].max, spec + length);
		if (counted[i].make(topology, (unsigned int)number))
			return no_memory(error, spec);
		return 1;
	}
	return 0;
}

/* The shorthands. Return: as parse_counted(). */
static int parse_shorthand(struct cg_topology *topology, const char *spec, struct cg_error *error)
{
	int result = 0;

	topology->kind = CG_TOPOLOGY_TREE;
	if (strcmp(spec, "root") == 0)
		topology->kind = CG_TOPOLOGY_ROOT;
	else if (strcmp(spec, "inherit") == 0)
		topology->kind = CG_TOPOLOGY_INHERIT;
	else if (strcmp(spec, "leaf") == 0)
		result = make_one(topology, "leaf", CG_RESIDENTS_ALL);
	else if (strcmp(spec, "split") == 0)
		result = make_split(topology);
	else
		return parse_counted(topology, spec, error);
	return result ? no_memory(error, spec) : 1;
}

/* Which file @spec names, into topology->file; that stays NULL if there is none. */
static int find_file(struct cg_topology *topology, const char *spec, const char *const *directories)
{
	size_t length = strlen(spec);
	char *path;

	if (strchr(spec, '/') || (length >= 4 && strcmp(spec + length - 4, ".ini") == 0)) {
		topology->file = strdup(spec);
		return topology->file ? 0 : -ENOMEM;
	}
	for (; directories && *directories; directories++) {
		if (asprintf(&path, "%s/%s.ini", *directories, spec) < 0)
			return -ENOMEM;
		if (access(path, F_OK) == 0) {
			topology->file = path;
			return 0;
		}
		free(path);
	}
	return 0;
}

static int check_spec(const char *spec, struct cg_error *error)
{
	if (strlen(spec) >= PATH_MAX)
		return cg_error_usage(error, "cgroup \"%.40s...\": a name of %zu characters", spec,
				      strlen(spec));
	for (const char *c = spec; *c; c++) {
		if (iscntrl((unsigned char)*c))
			return cg_error_usage(
				error, "cgroup \"%.40s\": a control character in the name", spec);
	}
	return 0;
}

static int parse(struct cg_topology *topology, const char *spec, const char *const *directories,
		 struct cg_error *error)
{
	int result = check_spec(spec, error);

	if (result)
		return result;
	topology->spec = strdup(spec);
	if (!topology->spec)
		return no_memory(error, spec);
	result = parse_shorthand(topology, spec, error);
	if (result)
		return result < 0 ? result : 0;
	if (find_file(topology, spec, directories))
		return no_memory(error, spec);
	if (topology->file)
		return cg_topology_file_read(topology, error);
	result = cg_error_usage(error, "no topology is called \"%.60s\"", spec);
	cg_error_cure(error, "use root, inherit, leaf, deep:N, siblings:N, split, or a file");
	return result;
}

int cg_topology_parse(struct cg_topology *topology, const char *spec,
		      const char *const *directories, struct cg_error *error)
{
	int result;

	*topology = (struct cg_topology){ 0 };
	result = parse(topology, spec, directories, error);
	if (result)
		cg_topology_free(topology);
	return result;
}

void cg_topology_free(struct cg_topology *topology)
{
	for (size_t i = 0; i < topology->nr_groups; i++)
		cg_group_free(&topology->groups[i]);
	free(topology->groups);
	free(topology->spec);
	free(topology->file);
	*topology = (struct cg_topology){ 0 };
}

static bool lives_in(const struct cg_group *group, size_t instance, size_t member, bool by_member)
{
	switch (group->residents) {
	case CG_RESIDENTS_ALL:
		return true;
	case CG_RESIDENTS_PING:
		return member == 0;
	case CG_RESIDENTS_PONG:
		return member != 0;
	case CG_RESIDENTS_EACH:
		return (by_member ? member : instance) % group->each_count == group->each_index;
	case CG_RESIDENTS_NOBODY:
		break;
	}
	return false;
}

int cg_topology_group_of(const struct cg_topology *topology, size_t instance, size_t member,
			 size_t nr_members, bool by_member)
{
	if (member >= nr_members)
		return -1;
	for (size_t i = 0; i < topology->nr_groups; i++) {
		if (lives_in(&topology->groups[i], instance, member, by_member))
			return (int)i;
	}
	return -1;
}

static int check_worker(const struct cg_topology *topology, size_t instance, size_t member,
			size_t nr_members, bool by_member, struct cg_error *error)
{
	int home = cg_topology_group_of(topology, instance, member, nr_members, by_member);

	if (home < 0)
		return cg_error_usage(error,
				      "cgroup %.60s: worker %zu of instance %zu lives in no group",
				      topology->spec, member, instance);
	for (size_t i = (size_t)home + 1; i < topology->nr_groups; i++) {
		if (lives_in(&topology->groups[i], instance, member, by_member))
			return cg_error_usage(
				error,
				"cgroup %.60s: worker %zu of instance %zu lives in [%.60s] and "
				"in [%.60s]",
				topology->spec, member, instance, topology->groups[home].path,
				topology->groups[i].path);
	}
	return 0;
}

int cg_topology_check_residents(const struct cg_topology *topology, size_t nr_instances,
				size_t nr_members, bool by_member, struct cg_error *error)
{
	int result = 0;

	if (topology->kind != CG_TOPOLOGY_TREE)
		return 0;
	for (size_t i = 0; i < topology->nr_groups && nr_members == 1; i++) {
		if (topology->groups[i].residents == CG_RESIDENTS_PONG)
			return cg_error_usage(error,
					      "cgroup %.60s: [%.60s] is for pongs, but an instance "
					      "of this workload has one worker only",
					      topology->spec, topology->groups[i].path);
	}
	for (size_t i = 0; i < nr_instances && !result; i++) {
		for (size_t m = 0; m < nr_members && !result; m++)
			result = check_worker(topology, i, m, nr_members, by_member, error);
	}
	return result;
}
