// SPDX-License-Identifier: GPL-2.0-only
/*
 * topology.c - fuzzes topology files and shorthands: whatever is accepted stays below the run's own
 * cgroup, and is a tree that a kernel can have.
 */
#include "topology.h"

#include "fuzz.h"

/* Not with the library's own check: nothing that is created may lie elsewhere. */
static void check_path(const char *path)
{
	size_t depth = 1, length = strlen(path);
	char *copy = strdup(path), *rest = copy, *name;

	REQUIRE(copy && length && path[0] != '/' && path[length - 1] != '/');
	for (; (name = strsep(&rest, "/")); depth++) {
		REQUIRE(*name && strlen(name) < 256 && depth <= CG_TOPOLOGY_MAX_DEPTH);
		REQUIRE(strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
	}
	for (const char *c = path; *c; c++)
		REQUIRE(!iscntrl((unsigned char)*c));
	free(copy);
}

/* Once, and after its parent; and nobody lives in a group that has groups below it. */
static void check_place(const struct cg_topology *topology, size_t index)
{
	const char *path = topology->groups[index].path, *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) : 0, parent = index;

	for (size_t i = 0; i < index; i++) {
		const char *other = topology->groups[i].path;

		REQUIRE(strcmp(other, path) != 0);
		if (slash && strlen(other) == length && strncmp(other, path, length) == 0)
			parent = i;
	}
	REQUIRE(!slash || parent < index);
	REQUIRE(!slash || topology->groups[parent].residents == CG_RESIDENTS_NOBODY);
}

static void check_keys(const struct cg_group *group)
{
	for (size_t i = 0; i < group->nr_keys; i++) {
		const char *name = group->keys[i].name;

		REQUIRE(strchr(name, '.') && !strchr(name, '/') && *name != '.');
		REQUIRE(strcmp(name, "cgroup.procs") != 0 && strcmp(name, "cgroup.kill") != 0);
		REQUIRE(*group->keys[i].value && !strchr(group->keys[i].value, '\n'));
	}
}

static void check_tree(const struct cg_topology *topology)
{
	bool inhabited = false;

	REQUIRE(topology->nr_groups <= CG_TOPOLOGY_MAX_GROUPS);
	for (size_t i = 0; i < topology->nr_groups; i++) {
		const struct cg_group *group = &topology->groups[i];

		check_path(group->path);
		check_keys(group);
		/* Every pair of groups: with thousands of them, some. */
		if (i < 200)
			check_place(topology, i);
		REQUIRE(group->residents != CG_RESIDENTS_EACH ||
			group->each_index < group->each_count);
		inhabited |= group->residents != CG_RESIDENTS_NOBODY;
	}
	REQUIRE(inhabited == (topology->kind == CG_TOPOLOGY_TREE));
}

/* Whoever passes the check lives in a group that is there. */
static void check_residents(const struct cg_topology *topology)
{
	struct cg_error error = { 0 };
	int result = cg_topology_check_residents(topology, 3, 2, false, &error);

	fuzz_check_error(result, &error);
	for (size_t i = 0; !result && topology->kind == CG_TOPOLOGY_TREE && i < 6; i++) {
		int group = cg_topology_group_of(topology, i / 2, i % 2, 2, false);

		REQUIRE(group >= 0 && (size_t)group < topology->nr_groups);
	}
}

static void check(const char *spec)
{
	struct cg_error error = { 0 };
	struct cg_topology topology;
	int result = cg_topology_parse(&topology, spec, NULL, &error);

	fuzz_check_error(result, &error);
	if (!result) {
		check_tree(&topology);
		check_residents(&topology);
	} else {
		REQUIRE(error.kind == CG_ERROR_USAGE);
	}
	cg_topology_free(&topology);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file file;
	char *text = fuzz_text(data, size);

	fuzz_file_set(&file, data, size);
	check(file.path);
	/* As a shorthand; not what would name another file. */
	if (size < 100 && !strchr(text, '/') && !strstr(text, ".ini"))
		check(text);
	free(text);
	return 0;
}
