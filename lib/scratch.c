// SPDX-License-Identifier: GPL-2.0-only
/*
 * scratch.c - directories for workloads that make files with names, and what is left of them.
 *
 * Named and locked as a run's cgroups are, so that what a killed worker has left can be told
 * from what a living one uses, and only that is removed. Declared in workload.h.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run_name.h"
#include "worker.h"
#include "workload.h"

int cg_scratch_open(struct cg_worker *worker, const char *directory)
{
	char path[PATH_MAX];
	size_t length = strlen(directory);
	unsigned int number =
		(unsigned int)(worker->instance * worker->nr_members + worker->member);
	int fd = -1;

	if (length > sizeof(path) - CG_RUN_NAME_BYTES) {
		errno = ENAMETOOLONG;
		return cg_fail(worker, "--dir %.60s...", directory);
	}
	snprintf(path, sizeof(path), "%s/" CG_RUN_NAME_TREE, directory, getpid(), number);
	if (mkdir(path, 0700) == 0)
		fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB))
		return cg_fail(worker, "make %s", path);
	return fd;
}

static bool is_dead(pid_t pid)
{
	return kill(pid, 0) && errno == ESRCH;
}

/* Files only, and nothing below: that is all a workload makes. */
static void remove_files(int fd)
{
	DIR *stream = fdopendir(dup(fd));
	struct dirent *entry;

	while (stream && (entry = readdir(stream)) != NULL)
		unlinkat(fd, entry->d_name, 0);
	if (stream)
		closedir(stream);
}

static void sweep_one(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct stat status;

	if (fd < 0)
		return;
	/* In a world-writable directory anybody may have made it; ours are ours alone. */
	if (fstat(fd, &status) == 0 && status.st_uid == geteuid() &&
	    flock(fd, LOCK_EX | LOCK_NB) == 0) {
		remove_files(fd);
		unlinkat(parent, name, AT_REMOVEDIR);
	}
	close(fd);
}

void cg_scratch_sweep(const char *directory)
{
	DIR *stream = opendir(directory);
	struct dirent *entry;
	bool is_self;
	pid_t pid;

	while (stream && (entry = readdir(stream)) != NULL) {
		if (cg_run_name_parse(entry->d_name, &pid, &is_self) && !is_self && is_dead(pid))
			sweep_one(dirfd(stream), entry->d_name);
	}
	if (stream)
		closedir(stream);
}
