// SPDX-License-Identifier: GPL-2.0-only
/*
 * hierarchy.c - where the memory controller is. See hierarchy.h.
 *
 * From /proc/self/mountinfo and /proc/self/cgroup alone, because the usual paths are only a
 * habit: containers mount a part of the tree, hybrid systems mount both versions.
 * Formats: proc(5), "/proc/pid/mountinfo", and cgroups(7), "/proc/pid/cgroup".
 */
#include "hierarchy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgroupfs.h"

/* One cgroup mount that could serve, the best of its version so far. */
struct candidate {
	char *mount; /* NULL: none found */
	char *own;
};

/* The kernel writes blanks, newlines and backslashes of a path as \ooo; undo that in place. */
static void unescape(char *text)
{
	char *to = text;

	while (*text) {
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] >= '0' &&
		    text[2] <= '7' && text[3] >= '0' && text[3] <= '7') {
			*to++ = (char)((text[1] - '0') << 6 | (text[2] - '0') << 3 |
				       (text[3] - '0'));
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

/* Whether a comma-separated list has @word as one whole element. */
static bool list_has(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (; list; list = strchr(list, ',')) {
		list += *list == ',';
		if (strncmp(list, word, length) == 0 &&
		    (list[length] == ',' || list[length] == '\0'))
			return true;
	}
	return false;
}

/*
 * Our path in the hierarchy of @version: the "0::PATH" line for v2, the line whose controllers
 * include @controller for v1. Cuts @text up. Return: the path within @text, or NULL.
 */
static const char *own_path(char *text, int version, const char *controller)
{
	char *line, *next = text, *controllers, *path;

	while ((line = strsep(&next, "\n"))) {
		controllers = strchr(line, ':');
		path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path)
			continue;
		*controllers++ = '\0';
		*path++ = '\0';
		if (version == 2 ? strcmp(line, "0") == 0 && *controllers == '\0'
				 : list_has(controllers, controller))
			return path;
	}
	return NULL;
}

/* Whether a path of the kernel's leads out of our cgroup namespace. */
static bool is_outside(const char *path)
{
	return strncmp(path, "/..", 3) == 0 && (path[3] == '/' || path[3] == '\0');
}

/*
 * The part of @path below @root, or NULL if it is not visible there: the mount shows another
 * part of the tree, our cgroup lies outside our cgroup namespace ("/../x"), or it was removed.
 */
static const char *path_below(const char *path, const char *root)
{
	static const char deleted[] = " (deleted)";
	size_t length = strcmp(root, "/") == 0 ? 0 : strlen(root);
	size_t whole = strlen(path);

	if (is_outside(path) || is_outside(root))
		return NULL;
	if (whole >= strlen(deleted) && strcmp(path + whole - strlen(deleted), deleted) == 0)
		return NULL;
	if (strncmp(path, root, length) != 0 || (path[length] != '/' && path[length] != '\0'))
		return NULL;
	return strcmp(path + length, "/") == 0 ? "" : path + length;
}

static int take(struct candidate *candidate, const char *mount, const char *root, const char *path)
{
	const char *below = path ? path_below(path, root) : NULL;

	if (candidate->mount && (candidate->own || !below))
		return 0;
	free(candidate->mount);
	candidate->mount = strdup(mount);
	if (!candidate->mount)
		return -ENOMEM;
	if (below && asprintf(&candidate->own, "%s%s", mount, below) < 0) {
		candidate->own = NULL;
		return -ENOMEM;
	}
	return 0;
}

/* The mounts that are looked for: of @controller on v1, and of v2. */
struct search {
	const char *controller;
	const char *path_v1, *path_v2; /* ours there, NULL if we have none */
	struct candidate v1, v2;
};

/* Look at one line of mountinfo, and take it if it is a mount that is looked for. */
static int read_mount(char *line, struct search *search)
{
	enum { ID, PARENT, DEVICE, ROOT, POINT, OPTIONS, NR_FIELDS };
	char *fields[NR_FIELDS], *type, *rest;

	for (int i = 0; i < NR_FIELDS; i++) {
		fields[i] = strsep(&line, " ");
		if (!line)
			return 0;
	}
	/* Optional fields, none or many, end with a lone "-". */
	while ((type = strsep(&line, " ")) && strcmp(type, "-") != 0)
		;
	type = strsep(&line, " ");
	strsep(&line, " "); /* the source */
	rest = line;
	if (!type || !rest)
		return 0;
	unescape(fields[ROOT]);
	unescape(fields[POINT]);
	if (strcmp(type, "cgroup2") == 0)
		return take(&search->v2, fields[POINT], fields[ROOT], search->path_v2);
	if (strcmp(type, "cgroup") == 0 && list_has(rest, search->controller))
		return take(&search->v1, fields[POINT], fields[ROOT], search->path_v1);
	return 0;
}

static int read_proc(const char *proc, const char *name, char **text, struct cg_error *error)
{
	char *path;
	int directory, result;

	if (asprintf(&path, "%s/self", proc ? proc : "/proc") < 0)
		return cg_error_fail(error, ENOMEM, "read %s", name);
	directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	result = directory < 0 ? -errno : cg_cgroupfs_read(directory, name, text);
	if (result)
		cg_error_fail(error, -result, "read %s/%s", path, name);
	if (directory >= 0)
		close(directory);
	free(path);
	return result;
}

/* Both versions' mounts, as far as they exist. @cgroup and @mountinfo are cut up. */
static int find_candidates(char *mountinfo, const char *cgroup, struct search *search)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a failure to read has an errno */
	char *copy_v1 = strdup(cgroup), *copy_v2 = strdup(cgroup), *line;
	int result = copy_v1 && copy_v2 ? 0 : -ENOMEM;

	if (!result) {
		search->path_v1 = own_path(copy_v1, 1, search->controller);
		search->path_v2 = own_path(copy_v2, 2, search->controller);
		while (!result && (line = strsep(&mountinfo, "\n")))
			result = read_mount(line, search);
	}
	free(copy_v1);
	free(copy_v2);
	return result;
}

static bool mount_has_file(const char *mount, const char *name)
{
	int directory = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool has = directory >= 0 && faccessat(directory, name, F_OK, 0) == 0;

	if (directory >= 0)
		close(directory);
	return has;
}

static bool offers_memory(const char *mount)
{
	int directory = open(mount, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool offers;

	if (directory < 0)
		return false;
	offers = cg_cgroupfs_has_word(directory, "cgroup.controllers", "memory");
	close(directory);
	return offers;
}

static int choose(struct cg_hierarchy *hierarchy, struct candidate *v1, struct candidate *v2)
{
	struct candidate *chosen = NULL;
	int result = 0;

	hierarchy->hybrid = v1->mount && v2->mount;
	if (v2->mount && offers_memory(v2->mount)) {
		hierarchy->version = 2;
		/* Documentation/admin-guide/cgroup-v2.rst: cgroup.type is on non-root cgroups. */
		hierarchy->has_root = !mount_has_file(v2->mount, "cgroup.type");
		chosen = v2;
	} else if (v1->mount) {
		hierarchy->version = 1;
		/* Documentation/admin-guide/cgroup-v1/cgroups.rst: only in the root. */
		hierarchy->has_root = mount_has_file(v1->mount, "release_agent");
		chosen = v1;
	} else if (v2->mount) {
		result = asprintf(&hierarchy->why_none,
				  "cgroup v2 at %s offers no memory controller, and no v1 memory "
				  "hierarchy is mounted",
				  v2->mount);
	} else {
		result = asprintf(&hierarchy->why_none,
				  "no cgroup hierarchy with a memory controller is mounted");
	}
	if (result < 0) {
		hierarchy->why_none = NULL;
		return -ENOMEM;
	}
	if (chosen) {
		hierarchy->mount = chosen->mount;
		hierarchy->own = chosen->own;
		*chosen = (struct candidate){ 0 };
	}
	return 0;
}

static int search_proc(const char *proc, struct search *search, struct cg_error *error)
{
	char *mountinfo = NULL, *cgroup = NULL;
	int result = read_proc(proc, "mountinfo", &mountinfo, error);

	if (!result)
		result = read_proc(proc, "cgroup", &cgroup, error);
	if (!result && find_candidates(mountinfo, cgroup, search))
		result = cg_error_fail(error, ENOMEM, "find the %s cgroup hierarchy",
				       search->controller);
	free(mountinfo);
	free(cgroup);
	return result;
}

static void search_free(struct search *search)
{
	free(search->v1.mount);
	free(search->v1.own);
	free(search->v2.mount);
	free(search->v2.own);
}

int cg_hierarchy_find(struct cg_hierarchy *hierarchy, const char *proc, struct cg_error *error)
{
	struct search search = { .controller = "memory" };
	int result;

	*hierarchy = (struct cg_hierarchy){ 0 };
	result = search_proc(proc, &search, error);
	if (!result && choose(hierarchy, &search.v1, &search.v2))
		result = cg_error_fail(error, ENOMEM, "find the memory cgroup hierarchy");
	search_free(&search);
	if (result)
		cg_hierarchy_free(hierarchy);
	return result;
}

int cg_hierarchy_own(const char *controller, const char *proc, char **mount, char **own,
		     struct cg_error *error)
{
	struct search search = { .controller = controller };
	struct candidate *found = &search.v1;
	int result = search_proc(proc, &search, error);

	if (!search.v1.mount)
		found = &search.v2;
	if (!result && !found->own) {
		result = -ENOENT;
	} else if (!result) {
		*mount = found->mount;
		*own = found->own;
		*found = (struct candidate){ 0 };
	}
	search_free(&search);
	return result;
}

void cg_hierarchy_free(struct cg_hierarchy *hierarchy)
{
	free(hierarchy->mount);
	free(hierarchy->own);
	free(hierarchy->why_none);
	*hierarchy = (struct cg_hierarchy){ 0 };
}
