// SPDX-License-Identifier: GPL-2.0-only
/*
 * group.c - builds the list of groups of a topology. See group.h.
 *
 * The one place that decides what a path may look like: everything that is created, written or
 * removed later is one of these paths below the run's own cgroup.
 */
#include "group.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *component_fault(const char *component, size_t length)
{
	if (length == 0)
		return "an empty name between slashes";
	if (length > NAME_MAX)
		return "a name of more than 255 characters";
	if (component[0] == '.' && (length == 1 || (length == 2 && component[1] == '.')))
		return "'.' and '..' are not allowed";
	for (size_t i = 0; i < length; i++) {
		if (iscntrl((unsigned char)component[i]))
			return "a control character";
	}
	return NULL;
}

const char *cg_group_path_fault(const char *path)
{
	const char *fault;
	size_t length;

	if (*path == '/')
		return "an absolute path; it must be relative to the run's own cgroup";
	for (unsigned int depth = 1; depth <= CG_TOPOLOGY_MAX_DEPTH; depth++) {
		length = strcspn(path, "/");
		fault = component_fault(path, length);
		if (fault || path[length] == '\0')
			return fault;
		path += length + 1;
	}
	return "more than 32 levels";
}

/* Files that place processes, shape the tree or end it: that is the run's business. */
static bool key_is_ours(const char *name)
{
	static const char *const ours[] = {
		"cgroup.procs", "cgroup.threads", "cgroup.subtree_control",
		"cgroup.type",	"cgroup.kill",	  "cgroup.freeze",
	};

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		if (strcmp(name, ours[i]) == 0)
			return true;
	}
	return false;
}

const char *cg_group_key_fault(const char *name)
{
	static const char form[] = "a key is an interface file such as memory.high";
	char before = '.';

	if (strlen(name) > NAME_MAX)
		return "a key of more than 255 characters";
	if (!strchr(name, '.'))
		return form;
	for (const char *c = name; *c; before = *c++) {
		if (*c == '.' ? before == '.' : !(isalnum((unsigned char)*c) || *c == '_'))
			return form;
	}
	if (before == '.')
		return form;
	if (key_is_ours(name))
		return "this interface file is not a topology's to write";
	return NULL;
}

int cg_group_find(const struct cg_topology *topology, const char *path)
{
	for (size_t i = 0; i < topology->nr_groups; i++) {
		if (strcmp(topology->groups[i].path, path) == 0)
			return (int)i;
	}
	return -1;
}

/* Append one group, its parents being there. */
static int append(struct cg_topology *topology, char *path, unsigned int line)
{
	struct cg_group *groups;

	if (!path)
		return -ENOMEM;
	if (topology->nr_groups == CG_TOPOLOGY_MAX_GROUPS) {
		free(path);
		return -E2BIG;
	}
	groups = reallocarray(topology->groups, topology->nr_groups + 1, sizeof(*groups));
	if (!groups) {
		free(path);
		return -ENOMEM;
	}
	topology->groups = groups;
	groups[topology->nr_groups] = (struct cg_group){ .path = path, .line = line };
	return (int)topology->nr_groups++;
}

int cg_group_add(struct cg_topology *topology, const char *path, unsigned int line)
{
	char *parent;
	int result = 0;

	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		parent = strndup(path, (size_t)(slash - path));
		if (!parent)
			return -ENOMEM;
		if (cg_group_find(topology, parent) >= 0)
			free(parent);
		else
			result = append(topology, parent, 0);
		if (result < 0)
			return result;
	}
	return append(topology, strdup(path), line);
}

int cg_group_add_key(struct cg_group *group, const char *name, const char *value, unsigned int line)
{
	struct cg_topology_key *keys, *key;

	keys = reallocarray(group->keys, group->nr_keys + 1, sizeof(*keys));
	if (!keys)
		return -ENOMEM;
	group->keys = keys;
	key = &keys[group->nr_keys++];
	*key = (struct cg_topology_key){ .name = strdup(name),
					 .value = strdup(value),
					 .line = line };
	return key->name && key->value ? 0 : -ENOMEM;
}

/* One more of the groups that take the place of @index. */
static int append_copy(struct cg_topology *topology, size_t index, unsigned int each_index,
		       char *path)
{
	int copy = append(topology, path, topology->groups[index].line);
	struct cg_group *from, *to;
	int result = 0;

	if (copy < 0)
		return copy;
	from = &topology->groups[index];
	to = &topology->groups[copy];
	to->residents = CG_RESIDENTS_EACH;
	to->each_index = each_index;
	to->each_count = from->each_count;
	for (size_t i = 0; i < from->nr_keys && !result; i++)
		result = cg_group_add_key(to, from->keys[i].name, from->keys[i].value,
					  from->keys[i].line);
	return result;
}

int cg_group_spread(struct cg_topology *topology, size_t index)
{
	char *stem = topology->groups[index].path, *path;
	unsigned int count = topology->groups[index].each_count;
	int result = 0;

	for (unsigned int i = 0; i < count && !result; i++) {
		if (asprintf(&path, "%s.%u", stem, i) < 0) {
			result = -ENOMEM;
		} else if (cg_group_find(topology, path) >= 0) {
			free(path);
			result = -EEXIST;
		} else if (i == 0) {
			topology->groups[index].path = path;
		} else {
			result = append_copy(topology, index, i, path);
		}
	}
	if (topology->groups[index].path != stem)
		free(stem);
	return result;
}

void cg_group_free(struct cg_group *group)
{
	for (size_t i = 0; i < group->nr_keys; i++) {
		free(group->keys[i].name);
		free(group->keys[i].value);
	}
	free(group->keys);
	free(group->path);
}
