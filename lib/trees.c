// SPDX-License-Identifier: GPL-2.0-only
/*
 * trees.c - the cgroups a run creates. See trees.h.
 *
 * Order matters twice. A directory is locked before anything is in it, so that a sweeper never
 * finds it empty and free; and on v2 processes leave a cgroup before it gets controllers for
 * its children, and return only after they are disabled.
 */
#include "trees.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroup.h"
#include "cgroupfs.h"
#include "clock.h"
#include "controllers.h"
#include "leftovers.h"
#include "run_name.h"
#include "tree_groups.h"

/* How long destroying may wait for processes to die, all trees together. */
#define DYING_MS 2000
/* How long a sweeper may hold what we want; it takes 0.3 s at most. */
#define SWEEPER_MS 2000
/* So often another pid namespace's run may have our very names before we give up. */
#define MAX_TAKEN 1000
/* And so often it may sweep what we have just created. */
#define MAX_SWEPT 10

/* One context. */
struct tree {
	enum cg_topology_kind kind;
	char name[CG_RUN_NAME_BYTES]; /* of kind TREE */
	int directory;		      /* locked; -1 if there is none */
	size_t nr_paths;
	char **paths; /* of the groups, relative to the directory */
};

struct cg_trees {
	const struct cg_hierarchy *hierarchy;
	pid_t pid; /* who opened it */
	char *parent;
	int directory;		      /* the parent's; on v2 locked shared, see controllers.h */
	char self[CG_RUN_NAME_BYTES]; /* where we moved ourselves, or "" */
	int self_directory;	      /* locked; -1 if there is none */
	unsigned int next_number;
	size_t nr_trees;
	struct tree *trees;
};

static int fault(const struct cg_trees *trees, struct cg_error *error, int code, const char *call,
		 const char *name)
{
	return cg_cgroupfs_fault(error, code, trees->hierarchy->version, "%s %.200s/%.100s", call,
				 trees->parent, name);
}

/* Whether a name in the parent still is the directory we hold: a sweeper may have been faster. */
static bool is_same(const struct cg_trees *trees, const char *name, int directory)
{
	struct stat held, named;

	return fstat(directory, &held) == 0 &&
	       fstatat(trees->directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
	       held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

/*
 * Create a directory in the parent and lock it. Between the two a sweeper of another pid
 * namespace may take it for a leftover; then once more. Return: its descriptor, or -errno.
 */
static int create_locked(const struct cg_trees *trees, const char *name)
{
	int directory, result;

	for (unsigned int attempt = 0; attempt < MAX_SWEPT; attempt++) {
		if (mkdirat(trees->directory, name, 0755))
			return -errno;
		directory = cg_cgroupfs_open(trees->directory, name);
		if (directory == -ENOENT)
			continue;
		if (directory < 0)
			return directory;
		result = cg_cgroupfs_lock(directory, LOCK_EX, SWEEPER_MS);
		if (!result && is_same(trees, name, directory))
			return directory;
		close(directory);
		if (result)
			return result;
	}
	return -EAGAIN;
}

/* Whether @trees->directory is the cgroup this process is in. */
static bool parent_is_own(const struct cg_trees *trees)
{
	struct stat own, parent;

	return trees->hierarchy->own && stat(trees->hierarchy->own, &own) == 0 &&
	       fstat(trees->directory, &parent) == 0 && own.st_dev == parent.st_dev &&
	       own.st_ino == parent.st_ino;
}

/* See that nobody but this process is in the parent. */
static int check_alone(const struct cg_trees *trees, struct cg_error *error)
{
	char mine[16], *text, *line, *next;
	int result = cg_cgroupfs_read(trees->directory, "cgroup.procs", &text);

	if (result)
		return fault(trees, error, -result, "read", "cgroup.procs");
	snprintf(mine, sizeof(mine), "%d", trees->pid);
	next = text;
	while (!result && (line = strsep(&next, "\n"))) {
		if (*line && strcmp(line, mine) != 0)
			result = cg_cgroupfs_fault(error, EBUSY, 2,
						   "other processes live in %.200s, pid %.20s",
						   trees->parent, line);
	}
	free(text);
	return result;
}

/* Leave the parent for "cgpong.<pid>.self" below it. */
static int move_aside(struct cg_trees *trees, struct cg_error *error)
{
	int result = check_alone(trees, error);

	if (result)
		return result;
	snprintf(trees->self, sizeof(trees->self), CG_RUN_NAME_SELF, trees->pid);
	trees->self_directory = create_locked(trees, trees->self);
	if (trees->self_directory < 0) {
		result = fault(trees, error, -trees->self_directory, "mkdir", trees->self);
		trees->self[0] = '\0';
		return result;
	}
	result = cg_cgroupfs_write(trees->self_directory, "cgroup.procs", "0");
	return result ? fault(trees, error, -result, "move this process to", trees->self) : 0;
}

static int open_v2(struct cg_trees *trees, struct cg_error *error)
{
	int result = cg_cgroupfs_lock(trees->directory, LOCK_SH, SWEEPER_MS);

	if (result)
		return fault(trees, error, -result, "flock", ".");
	/* The root is the one cgroup without the file, and the one that may hold processes. */
	if (parent_is_own(trees) && faccessat(trees->directory, "cgroup.type", F_OK, 0) == 0)
		result = move_aside(trees, error);
	return result ? result
		      : cg_controllers_enable(trees->directory, trees->parent, "memory", error);
}

int cg_trees_open(struct cg_trees **trees, const struct cg_hierarchy *hierarchy, const char *parent,
		  struct cg_error *error)
{
	struct cg_trees *opened = calloc(1, sizeof(*opened));
	int result = 0;

	if (!opened)
		return cg_error_fail(error, ENOMEM, "open %.200s", parent);
	*opened = (struct cg_trees){ .hierarchy = hierarchy,
				     .pid = getpid(),
				     .parent = strdup(parent),
				     .directory = cg_cgroupfs_open(AT_FDCWD, parent),
				     .self_directory = -1 };
	if (!opened->parent)
		result = cg_error_fail(error, ENOMEM, "open %.200s", parent);
	else if (opened->directory < 0)
		result = fault(opened, error, -opened->directory, "open", ".");
	if (!result) {
		cg_leftovers_clear(opened->directory, hierarchy->version, NULL);
		if (hierarchy->version == 2)
			result = open_v2(opened, error);
	}
	if (result) {
		cg_trees_destroy(opened, error);
		return result;
	}
	*trees = opened;
	return 0;
}

/* The run's own cgroup of one context, named and locked. */
static int create_tree(struct cg_trees *trees, struct tree *tree, struct cg_error *error)
{
	for (unsigned int taken = 0; taken < MAX_TAKEN; taken++) {
		snprintf(tree->name, sizeof(tree->name), CG_RUN_NAME_TREE, trees->pid,
			 trees->next_number++);
		tree->directory = create_locked(trees, tree->name);
		if (tree->directory != -EEXIST)
			break;
	}
	if (tree->directory >= 0)
		return 0;
	return fault(trees, error, -tree->directory, "mkdir", tree->name);
}

static int copy_paths(struct tree *tree, const struct cg_topology *topology, struct cg_error *error)
{
	tree->paths = calloc(topology->nr_groups, sizeof(*tree->paths));
	for (size_t i = 0; tree->paths && i < topology->nr_groups; i++) {
		tree->paths[i] = strdup(topology->groups[i].path);
		if (!tree->paths[i])
			break;
		tree->nr_paths++;
	}
	if (tree->nr_paths < topology->nr_groups)
		return cg_error_fail(error, ENOMEM, "create cgroup %.60s", topology->spec);
	return 0;
}

static int fill_tree(struct cg_trees *trees, struct tree *tree, const struct cg_topology *topology,
		     struct cg_error *error)
{
	const struct cg_tree_place place = {
		.version = trees->hierarchy->version,
		.parent = trees->directory,
		.parent_path = trees->parent,
	};
	char *controllers = NULL;
	int result = copy_paths(tree, topology, error);

	if (!result)
		result = cg_tree_groups_controllers(&place, topology, &controllers, error);
	if (!result)
		result = create_tree(trees, tree, error);
	if (!result)
		result = cg_tree_groups_create(&place, tree->directory, topology, controllers,
					       error);
	free(controllers);
	return result;
}

static int check_root(const struct cg_hierarchy *hierarchy, struct cg_error *error)
{
	if (hierarchy->has_root)
		return 0;
	cg_error_skip(error, ENOTSUP, "the machine's root cgroup is not visible at %.200s",
		      hierarchy->mount);
	cg_error_cure(error, "run outside the container");
	return -ENOTSUP;
}

int cg_trees_add(struct cg_trees *trees, const struct cg_topology *topology, struct cg_error *error)
{
	struct tree *grown, *tree;
	int result = 0;

	grown = reallocarray(trees->trees, trees->nr_trees + 1, sizeof(*grown));
	if (!grown)
		return cg_error_fail(error, ENOMEM, "create cgroup %.60s", topology->spec);
	trees->trees = grown;
	tree = &grown[trees->nr_trees++];
	*tree = (struct tree){ .kind = topology->kind, .directory = -1 };
	if (topology->kind == CG_TOPOLOGY_TREE)
		result = fill_tree(trees, tree, topology, error);
	else if (topology->kind == CG_TOPOLOGY_ROOT)
		result = check_root(trees->hierarchy, error);
	return result ? result : (int)trees->nr_trees - 1;
}

int cg_trees_path(const struct cg_trees *trees, int context, int group, char *path, size_t size)
{
	const struct cg_hierarchy *hierarchy = trees->hierarchy;
	const struct tree *tree;
	int length;

	if (context < 0 || (size_t)context >= trees->nr_trees)
		return -ENOENT;
	tree = &trees->trees[context];
	if (group < -1 || (group >= 0 && (size_t)group >= tree->nr_paths))
		return -ENOENT;
	if (tree->kind == CG_TOPOLOGY_ROOT)
		length = snprintf(path, size, "%s", hierarchy->mount);
	else if (tree->kind == CG_TOPOLOGY_TREE)
		length = snprintf(path, size, "%s/%s%s%s", trees->parent, tree->name,
				  group < 0 ? "" : "/", group < 0 ? "" : tree->paths[group]);
	else if (trees->self[0])
		length = snprintf(path, size, "%s/%s", trees->parent, trees->self);
	else if (hierarchy->own)
		length = snprintf(path, size, "%s", hierarchy->own);
	else
		return -ENOENT;
	return length >= 0 && (size_t)length < size ? 0 : -ENAMETOOLONG;
}

static void close_one(int *directory)
{
	if (*directory >= 0)
		close(*directory);
	*directory = -1;
}

void cg_trees_close_locks(struct cg_trees *trees)
{
	for (size_t i = 0; i < trees->nr_trees; i++)
		close_one(&trees->trees[i].directory);
	close_one(&trees->self_directory);
	close_one(&trees->directory);
}

/* Return to where we were, should this process be among those that are about to be killed. */
static void leave_tree(struct cg_trees *trees, const struct tree *tree)
{
	if (!cg_cgroupfs_has_self(tree->directory))
		return;
	if (trees->self_directory >= 0)
		cg_cgroupfs_write(trees->self_directory, "cgroup.procs", "0");
	else if (!trees->hierarchy->own ||
		 cg_cgroup_attach(trees->hierarchy->own, getpid(), &(struct cg_error){ 0 }))
		cg_cgroupfs_write(trees->directory, "cgroup.procs", "0");
}

static unsigned int left_ms(uint64_t end)
{
	uint64_t now = cg_clock_ns();

	return now < end ? (unsigned int)((end - now) / 1000000) : 0;
}

static int destroy_tree(struct cg_trees *trees, struct tree *tree, uint64_t end,
			struct cg_error *error)
{
	int result = 0;

	if (tree->directory >= 0) {
		leave_tree(trees, tree);
		if (!cg_cgroupfs_has_self(tree->directory))
			cg_cgroupfs_kill(tree->directory, left_ms(end));
		result = cg_cgroupfs_remove(trees->directory, tree->name, left_ms(end));
		if (result)
			fault(trees, error, -result, "rmdir", tree->name);
		close_one(&tree->directory);
	}
	for (size_t i = 0; i < tree->nr_paths; i++)
		free(tree->paths[i]);
	free(tree->paths);
	return result;
}

/* Put the parent and our own place back as they were, as far as other runs let us. */
static int restore(struct cg_trees *trees, struct cg_error *error)
{
	int directory = -1, result = 0;
	bool restored;

	/* What fails for a moment only does not fail again; nothing may be left for that. */
	for (int i = 0; i < 3 && directory < 0; i++)
		directory = cg_cgroupfs_open(trees->directory, ".");
	if (directory < 0)
		return fault(trees, error, -directory, "open", ".");
	close_one(&trees->directory); /* and with it our share of the lock */
	cg_leftovers_clear(directory, trees->hierarchy->version, &restored);
	/* A run that we started needs the controllers still: then we have to stay aside. */
	if (restored && trees->self[0]) {
		result = cg_cgroupfs_write(directory, "cgroup.procs", "0");
		if (!result)
			result = cg_cgroupfs_remove(directory, trees->self, DYING_MS);
		if (result)
			fault(trees, error, -result, "leave", trees->self);
	}
	close(directory);
	return result;
}

int cg_trees_destroy(struct cg_trees *trees, struct cg_error *error)
{
	uint64_t end = cg_clock_ns() + DYING_MS * 1000000ull;
	int result = 0, next;

	if (!trees)
		return 0;
	if (trees->pid != getpid())
		cg_trees_close_locks(trees);
	for (size_t i = 0; i < trees->nr_trees; i++) {
		next = destroy_tree(trees, &trees->trees[i], end, error);
		result = result ? result : next;
	}
	if (trees->directory >= 0) {
		next = restore(trees, error);
		result = result ? result : next;
	}
	close_one(&trees->self_directory);
	free(trees->trees);
	free(trees->parent);
	free(trees);
	return result;
}
