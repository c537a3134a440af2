// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroup.c - what is done with one cgroup that is there. See cgroup.h.
 *
 * Creating and removing them is trees.c's.
 */
#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cgroupfs.h"
#include "parse.h"

int cg_cgroup_attach(const char *directory, pid_t pid, struct cg_error *error)
{
	int opened = cg_cgroupfs_open(AT_FDCWD, directory), result;
	char number[16];

	snprintf(number, sizeof(number), "%d", pid);
	result = opened < 0 ? opened : cg_cgroupfs_write(opened, "cgroup.procs", number);
	if (opened >= 0)
		close(opened);
	if (!result)
		return 0;
	cg_error_fail(error, -result, "move process %d to %.200s", pid, directory);
	if (result == -EACCES || result == -EPERM)
		cg_error_cure(error, "run as root, or in a cgroup of your own: systemd-run --user "
				     "--scope -p Delegate=yes COMMAND");
	else if (result == -ENOSPC)
		cg_error_cure(error, "set cpuset.cpus and cpuset.mems there");
	else if (result == -EBUSY)
		cg_error_cure(error, "move it to a cgroup that has no controllers for children");
	return result;
}

int cg_cgroup_read_keyed(const char *directory, const char *file, const char *key, uint64_t *value)
{
	int opened = cg_cgroupfs_open(AT_FDCWD, directory), result;
	size_t length = strlen(key);
	char *text, *next, *line;

	if (opened < 0)
		return opened;
	result = cg_cgroupfs_read(opened, file, &text);
	close(opened);
	if (result)
		return result;
	result = -ENOENT;
	next = text;
	while (result == -ENOENT && (line = strsep(&next, "\n"))) {
		if (strncmp(line, key, length) != 0 || line[length] != ' ')
			continue;
		result = cg_parse_u64(line + length + 1, 0, UINT64_MAX, value) ? -EINVAL : 0;
	}
	free(text);
	return result;
}

int cg_cgroup_oom_kills(const struct cg_hierarchy *hierarchy, const char *directory,
			uint64_t *kills)
{
	return cg_cgroup_read_keyed(
		directory, hierarchy->version == 1 ? "memory.oom_control" : "memory.events",
		"oom_kill", kills);
}
