// SPDX-License-Identifier: GPL-2.0-only
/*
 * leftovers.c - removes what runs that were killed have left. See leftovers.h.
 *
 * A pid alone does not tell: it may be in use in another pid namespace, or by somebody new. So
 * a directory must also be unlocked and uninhabited before it is taken for a leftover.
 */
#include "leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cgroupfs.h"
#include "clock.h"
#include "controllers.h"
#include "run_name.h"

/* For processes that were killed with their run a moment ago; one budget for a whole sweep. */
#define DYING_MS 300

static bool owner_is_dead(pid_t pid)
{
	return pid == getpid() || (kill(pid, 0) && errno == ESRCH);
}

static bool clear_one(int parent, const char *name, unsigned int patience_ms)
{
	int directory = cg_cgroupfs_open(parent, name);
	bool removed;

	if (directory < 0)
		return false;
	removed = cg_cgroupfs_lock(directory, LOCK_EX, 0) == 0 &&
		  cg_cgroupfs_is_empty(directory, patience_ms) &&
		  cg_cgroupfs_remove(parent, name, patience_ms) == 0;
	close(directory);
	return removed;
}

size_t cg_leftovers_clear(int directory, int version, bool *restored)
{
	int copy = cg_cgroupfs_open(directory, ".");
	DIR *stream = copy < 0 ? NULL : fdopendir(copy);
	uint64_t end = cg_clock_ns() + DYING_MS * 1000000ull;
	struct dirent *entry;
	size_t nr_removed = 0;

	while (stream && (entry = readdir(stream))) {
		uint64_t now = cg_clock_ns();
		bool is_self;
		pid_t pid;

		if (cg_run_name_parse(entry->d_name, &pid, &is_self) && owner_is_dead(pid))
			nr_removed +=
				clear_one(directory, entry->d_name,
					  now < end ? (unsigned int)((end - now) / 1000000) : 0);
	}
	if (stream)
		closedir(stream);
	else if (copy >= 0)
		close(copy);
	if (restored)
		*restored = true;
	if (version == 2 && !cg_controllers_restore(directory) && restored)
		*restored = false;
	return nr_removed;
}

size_t cg_trees_sweep(const struct cg_hierarchy *hierarchy, const char *parent)
{
	int directory = cg_cgroupfs_open(AT_FDCWD, parent);
	size_t nr_removed;

	if (directory < 0)
		return 0;
	nr_removed = cg_leftovers_clear(directory, hierarchy->version, NULL);
	close(directory);
	return nr_removed;
}
