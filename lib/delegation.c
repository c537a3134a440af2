// SPDX-License-Identifier: GPL-2.0-only
/*
 * delegation.c - the cgroup below which this process may create its own. See delegation.h.
 *
 * Everything that can be known beforehand is checked here, so that a run that cannot have its
 * cgroups says so before it has changed anything.
 */
#include "delegation.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "cgroupfs.h"
#include "controllers.h"
#include "run_name.h"

static int no_memory(struct cg_error *error)
{
	return cg_error_fail(error, ENOMEM, "choose a parent cgroup");
}

/* Whether systemd (or whoever follows its rules) marks the directory as given away. */
static bool bears_delegate(const char *directory)
{
	static const char *const names[] = { "trusted.delegate", "user.delegate" };
	char value[2];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (getxattr(directory, names[i], value, sizeof(value)) == 1 && value[0] == '1')
			return true;
	}
	return false;
}

static bool is_delegated(const char *directory)
{
	return bears_delegate(directory) ||
	       (geteuid() != 0 && faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0);
}

/* @own without a last "cgpong.<pid>.self"; a new string or NULL. */
static char *without_self(const char *own)
{
	const char *slash = strrchr(own, '/');
	bool is_self;
	pid_t pid;

	if (slash && cg_run_name_parse(slash + 1, &pid, &is_self) && is_self)
		return strndup(own, (size_t)(slash - own));
	return strdup(own);
}

static int choose_default(const struct cg_hierarchy *hierarchy, char **path, struct cg_error *error)
{
	char *own = hierarchy->own ? without_self(hierarchy->own) : NULL;

	if (hierarchy->own && !own)
		return no_memory(error);
	if (own && is_delegated(own)) {
		*path = own;
		return 0;
	}
	free(own);
	*path = strdup(hierarchy->mount);
	return *path ? 0 : no_memory(error);
}

static bool is_below(const char *path, const char *mount)
{
	size_t length = strlen(mount);

	return strncmp(path, mount, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* What the user named, with symbolic links and ".." resolved before it is judged. */
static int resolve(const struct cg_hierarchy *hierarchy, const char *wanted, char **path,
		   struct cg_error *error)
{
	char named[PATH_MAX], mount[PATH_MAX], resolved[PATH_MAX];
	int length = *wanted == '/'
			     ? snprintf(named, sizeof(named), "%s", wanted)
			     : snprintf(named, sizeof(named), "%s/%s", hierarchy->mount, wanted);

	if (length >= (int)sizeof(named))
		return cg_error_usage(error, "--cgroup-parent %.40s...: the path is too long",
				      wanted);
	if (!realpath(hierarchy->mount, mount))
		return cg_cgroupfs_fault(error, errno, hierarchy->version, "open %.200s",
					 hierarchy->mount);
	if (!realpath(named, resolved)) {
		length = errno;
		if (length != ENOENT && length != ENOTDIR && length != ELOOP)
			return cg_cgroupfs_fault(error, length, hierarchy->version, "open %.200s",
						 named);
		cg_error_usage(error, "--cgroup-parent %.200s: %s", named, strerror(length));
		cg_error_cure(error, "create it, or name another");
		return -length;
	}
	if (!is_below(resolved, mount))
		return cg_error_usage(error,
				      "--cgroup-parent %.200s is not below %.200s, where the "
				      "memory controller is",
				      wanted, mount);
	*path = strdup(resolved);
	return *path ? 0 : no_memory(error);
}

/* The v2 rules: the controller is there, and we may pass it on. */
static int check_v2(int directory, const char *path, struct cg_error *error)
{
	int result;

	if (cg_cgroupfs_has_word(directory, "cgroup.subtree_control", "memory"))
		return 0;
	result = cg_controllers_check(directory, path, "memory", error);
	if (result)
		return result;
	if (faccessat(directory, "cgroup.subtree_control", W_OK, AT_EACCESS))
		return cg_cgroupfs_fault(error, errno, 2, "write %.200s/cgroup.subtree_control",
					 path);
	return 0;
}

static int check_parent(const struct cg_hierarchy *hierarchy, const char *path,
			struct cg_error *error)
{
	int directory = cg_cgroupfs_open(AT_FDCWD, path), result = 0;

	if (directory == -ENOTDIR)
		return cg_error_usage(error, "%.200s is not a cgroup", path);
	if (directory < 0) {
		cg_error_skip(error, -directory, "open the parent cgroup %.200s", path);
		cg_error_cure(error, "name another with --cgroup-parent");
		return directory;
	}
	if (faccessat(directory, "cgroup.procs", F_OK, 0))
		result = errno == ENOENT ? cg_error_usage(error, "%.200s is not a cgroup", path)
					 : cg_cgroupfs_fault(error, errno, hierarchy->version,
							     "look at %.200s/cgroup.procs", path);
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): it was opened above */
	else if (faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS))
		result = cg_cgroupfs_fault(error, errno, hierarchy->version,
					   "create a cgroup in %.200s", path);
	else if (hierarchy->version == 2)
		result = check_v2(directory, path, error);
	close(directory);
	return result;
}

int cg_trees_parent(const struct cg_hierarchy *hierarchy, const char *wanted, char **path,
		    struct cg_error *error)
{
	char *parent = NULL;
	int result;

	if (hierarchy->version == 0) {
		cg_error_skip(error, ENOTSUP, "%s", hierarchy->why_none);
		cg_error_cure(error, "boot without cgroup_disable=memory, or use --cgroup inherit");
		return -ENOTSUP;
	}
	result = wanted ? resolve(hierarchy, wanted, &parent, error)
			: choose_default(hierarchy, &parent, error);
	if (!result)
		result = check_parent(hierarchy, parent, error);
	if (result) {
		free(parent);
		return result;
	}
	*path = parent;
	return 0;
}
