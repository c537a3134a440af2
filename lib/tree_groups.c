// SPDX-License-Identifier: GPL-2.0-only
/*
 * tree_groups.c - creates the groups of a topology. See tree_groups.h.
 *
 * The paths were checked when the topology was parsed and are used below a descriptor only.
 */
#include "tree_groups.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroupfs.h"
#include "controllers.h"

/* A key with its place, as messages name it: "memory.high of [top/leaf]". */
#define KEY_FORMAT "%.100s of [%.100s]"

/* Whether "+memory +cpu" has @controller, whole. */
static bool has_controller(const char *list, const char *controller)
{
	size_t length = strlen(controller);

	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a failure to read it has an errno */
	for (; (list = strchr(list, '+')); list++) {
		if (strncmp(list + 1, controller, length) == 0 &&
		    (list[1 + length] == ' ' || list[1 + length] == '\0'))
			return true;
	}
	return false;
}

/* Enable the controller that @key belongs to in the parent and append it to the list. */
static int need_controller(const struct cg_tree_place *place, const struct cg_topology_key *key,
			   char **list, struct cg_error *error)
{
	char controller[NAME_MAX + 1], *longer;
	int result;

	snprintf(controller, sizeof(controller), "%.*s", (int)strcspn(key->name, "."), key->name);
	if (strcmp(controller, "cgroup") == 0 || has_controller(*list, controller))
		return 0;
	if (place->version != 2) {
		cg_error_fail(error, 0, "%.100s: on cgroup v1 only memory keys can be set",
			      key->name);
		cg_error_cure(error, "use a machine or a lab guest with cgroup v2");
		return -ENOTSUP;
	}
	result = cg_controllers_enable(place->parent, place->parent_path, controller, error);
	/* A topology that asks for what is not there is a bad one, as with a bad key or value. */
	if (result == -ENOTSUP)
		error->kind = CG_ERROR_FAILED;
	if (result)
		return result;
	if (asprintf(&longer, "%s +%s", *list, controller) < 0)
		return cg_error_fail(error, ENOMEM, "enable %.60s", controller);
	free(*list);
	*list = longer;
	return 0;
}

int cg_tree_groups_controllers(const struct cg_tree_place *place,
			       const struct cg_topology *topology, char **controllers,
			       struct cg_error *error)
{
	char *list = strdup("+memory");
	int result = list ? 0 : cg_error_fail(error, ENOMEM, "enable controllers");

	for (size_t i = 0; i < topology->nr_groups && !result; i++) {
		const struct cg_group *group = &topology->groups[i];

		for (size_t k = 0; k < group->nr_keys && !result; k++)
			result = need_controller(place, &group->keys[k], &list, error);
	}
	if (result) {
		free(list);
		return result;
	}
	*controllers = list;
	return 0;
}

/* memory.max, the one key with a v1 twin. */
static void translate_v1(const char **name, const char **value)
{
	if (strcmp(*name, "memory.max") != 0)
		return;
	*name = "memory.limit_in_bytes";
	if (strcmp(*value, "max") == 0)
		*value = "-1";
}

static int write_key(const struct cg_tree_place *place, int group_directory,
		     const struct cg_topology *topology, const struct cg_group *group,
		     const struct cg_topology_key *key, struct cg_error *error)
{
	const char *name = key->name, *value = key->value;
	int result;

	if (place->version == 1)
		translate_v1(&name, &value);
	result = cg_cgroupfs_write(group_directory, name, value);
	if (!result)
		return 0;
	if (result == -ENOENT && place->version == 1) {
		cg_error_fail(error, 0, KEY_FORMAT " has no twin on cgroup v1", key->name,
			      group->path);
		cg_error_cure(error, "use a machine or a lab guest with cgroup v2");
		return -ENOTSUP;
	}
	if (result == -ENOENT) {
		cg_error_fail(error, 0, "this kernel has no " KEY_FORMAT, key->name, group->path);
		cg_error_cure(error, "leave it out, or use a kernel that has it");
		return -ENOTSUP;
	}
	cg_error_fail(error, -result, "write \"%.60s\" to " KEY_FORMAT, key->value, key->name,
		      group->path);
	if (topology->file)
		cg_error_cure(error, "correct line %u of %.200s", key->line, topology->file);
	return result;
}

static int create_group(const struct cg_tree_place *place, int directory,
			const struct cg_topology *topology, const struct cg_group *group,
			struct cg_error *error)
{
	int result = 0, group_directory;

	if (mkdirat(directory, group->path, 0755))
		return cg_cgroupfs_fault(error, errno, place->version, "mkdir [%.200s] in %.200s",
					 group->path, place->parent_path);
	if (group->nr_keys == 0)
		return 0;
	group_directory = cg_cgroupfs_open(directory, group->path);
	if (group_directory < 0)
		return cg_cgroupfs_fault(error, -group_directory, place->version,
					 "open [%.200s] in %.200s", group->path,
					 place->parent_path);
	for (size_t i = 0; i < group->nr_keys && !result; i++)
		result = write_key(place, group_directory, topology, group, &group->keys[i], error);
	close(group_directory);
	return result;
}

/* Length of the path of @group's parent; 0 for the run's own cgroup. */
static size_t parent_length(const struct cg_group *group)
{
	const char *slash = strrchr(group->path, '/');

	return slash ? (size_t)(slash - group->path) : 0;
}

/* v2: pass the controllers on from @group's parent, which has no processes and never will. */
static int pass_controllers(int directory, const struct cg_group *group, const char *controllers,
			    struct cg_error *error)
{
	size_t length = parent_length(group);
	char *path = length ? strndup(group->path, length) : strdup(".");
	int parent, result;

	if (!path)
		return cg_error_fail(error, ENOMEM, "enable %.60s", controllers);
	parent = cg_cgroupfs_open(directory, path);
	result = parent < 0 ? parent
			    : cg_cgroupfs_write(parent, "cgroup.subtree_control", controllers);
	if (result)
		cg_cgroupfs_fault(error, -result, 2,
				  "write %.60s to cgroup.subtree_control of [%.200s]", controllers,
				  path);
	if (parent >= 0)
		close(parent);
	free(path);
	return result;
}

static bool same_parent(const struct cg_group *a, const struct cg_group *b)
{
	size_t length = parent_length(a);

	return length == parent_length(b) && strncmp(a->path, b->path, length) == 0;
}

/*
 * Old kernels (v1, before 5.11) charge the ancestors only if told so; newer ones always do and
 * accept the write. Documentation/admin-guide/cgroup-v1/memory.rst, "Hierarchy support".
 */
static void charge_ancestors_v1(int directory)
{
	if (!cg_cgroupfs_has_word(directory, "memory.use_hierarchy", "1"))
		cg_cgroupfs_write(directory, "memory.use_hierarchy", "1");
}

int cg_tree_groups_create(const struct cg_tree_place *place, int directory,
			  const struct cg_topology *topology, const char *controllers,
			  struct cg_error *error)
{
	const struct cg_group *group, *before = NULL;
	int result = 0;

	if (place->version == 1)
		charge_ancestors_v1(directory);
	for (size_t i = 0; i < topology->nr_groups && !result; i++, before = group) {
		group = &topology->groups[i];
		if (place->version == 2 && !(before && same_parent(before, group)))
			result = pass_controllers(directory, group, controllers, error);
		if (!result)
			result = create_group(place, directory, topology, group, error);
	}
	return result;
}
