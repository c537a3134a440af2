// SPDX-License-Identifier: GPL-2.0-only
/*
 * controllers.c - cgroup v2 controllers that a run enables, and puts back. See controllers.h.
 *
 * The kernel keeps no record of who enabled a controller; an empty cgroup with a telling name
 * is a record that survives a kill -9 and needs no place outside cgroupfs.
 */
#include "controllers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroupfs.h"
#include "run_name.h"

static int switch_controller(int directory, char sign, const char *controller)
{
	char text[NAME_MAX + 2];

	if (snprintf(text, sizeof(text), "%c%s", sign, controller) >= (int)sizeof(text))
		return -ENAMETOOLONG;
	return cg_cgroupfs_write(directory, "cgroup.subtree_control", text);
}

int cg_controllers_check(int directory, const char *path, const char *controller,
			 struct cg_error *error)
{
	const char *slash = strrchr(path, '/');

	if (cg_cgroupfs_has_word(directory, "cgroup.controllers", controller))
		return 0;
	cg_error_skip(error, ENOTSUP, "%.200s does not offer the %.60s controller", path,
		      controller);
	if (slash && faccessat(directory, "../cgroup.subtree_control", F_OK, 0) == 0)
		cg_error_cure(error, "echo +%.60s > %.*s/cgroup.subtree_control", controller,
			      (int)(slash - path), path);
	else
		cg_error_cure(error, "boot with a kernel that has it and cgroup_no_v1=%.60s",
			      controller);
	return -ENOTSUP;
}

int cg_controllers_enable(int directory, const char *path, const char *controller,
			  struct cg_error *error)
{
	char marker[NAME_MAX + 1];
	bool made;
	int result;

	if (cg_cgroupfs_has_word(directory, "cgroup.subtree_control", controller))
		return 0;
	result = cg_controllers_check(directory, path, controller, error);
	if (result)
		return result;
	if (snprintf(marker, sizeof(marker), "%s%s", CG_RUN_NAME_MARKER, controller) >=
	    (int)sizeof(marker))
		return cg_cgroupfs_fault(error, ENAMETOOLONG, 2, "enable %.60s", controller);
	made = mkdirat(directory, marker, 0755) == 0;
	if (!made && errno != EEXIST)
		return cg_cgroupfs_fault(error, errno, 2, "mkdir %.200s/%.100s", path, marker);
	result = switch_controller(directory, '+', controller);
	if (!result)
		return 0;
	if (made)
		unlinkat(directory, marker, AT_REMOVEDIR);
	return cg_cgroupfs_fault(error, -result, 2, "write +%s to %.200s/cgroup.subtree_control",
				 controller, path);
}

/* What fails for a moment only (EINTR, ENOMEM) does not last as long. */
#define ATTEMPTS 3

/* Whether a context of any run, living or dead, is left in the directory. */
static bool has_trees(DIR *stream)
{
	struct dirent *entry;
	bool is_self;
	pid_t pid;

	rewinddir(stream);
	while ((entry = readdir(stream))) {
		if (cg_run_name_parse(entry->d_name, &pid, &is_self) && !is_self)
			return true;
	}
	return false;
}

/* Disable every controller that has a marker. Return: 0 if all could be, else an -errno of it. */
static int disable_marked(DIR *stream, int directory)
{
	size_t length = strlen(CG_RUN_NAME_MARKER);
	struct dirent *entry;
	int result = 0, next;

	rewinddir(stream);
	while ((errno = 0, entry = readdir(stream))) {
		if (strncmp(entry->d_name, CG_RUN_NAME_MARKER, length) != 0)
			continue;
		next = switch_controller(directory, '-', entry->d_name + length);
		if (!next && unlinkat(directory, entry->d_name, AT_REMOVEDIR) && errno != ENOENT)
			next = -errno;
		result = next ? next : result;
	}
	return errno ? -errno : result;
}

/* Return: -EBUSY while other runs need what is enabled. */
static int restore_once(int directory)
{
	int own = cg_cgroupfs_open(directory, "."), result;
	DIR *stream = own < 0 ? NULL : fdopendir(own);

	if (!stream) {
		result = own < 0 ? own : -errno;
		if (own >= 0)
			close(own);
		return result;
	}
	result = cg_cgroupfs_lock(own, LOCK_EX, 0);
	if (result == -EWOULDBLOCK || (!result && has_trees(stream)))
		result = -EBUSY;
	if (!result)
		result = disable_marked(stream, directory);
	closedir(stream);
	return result;
}

bool cg_controllers_restore(int directory)
{
	int result = -EINTR;

	for (int i = 0; i < ATTEMPTS && result && result != -EBUSY; i++)
		result = restore_once(directory);
	return result == 0;
}
