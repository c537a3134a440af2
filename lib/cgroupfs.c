// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgroupfs.c - one cgroup, held by a descriptor of its directory. See cgroupfs.h.
 *
 * Works the same on both versions, with the differences the kernel has: cgroup.kill is there
 * on v2 since 5.14 only, and nowhere does rmdir succeed before the last dying process left.
 */
#include "cgroupfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

#include "clock.h"
#include "parse.h"

/* A cgroup tree this deep is not ours; the bound keeps recursion and descriptors in check. */
#define MAX_WALK_DEPTH 64

int cg_cgroupfs_open(int parent, const char *name)
{
	int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	return directory < 0 ? -errno : directory;
}

/* Sleep a little; false if @deadline_ns is over. */
static bool wait_until(uint64_t deadline_ns)
{
	const struct timespec pause = { .tv_nsec = 2000000 };

	if (cg_clock_ns() >= deadline_ns)
		return false;
	nanosleep(&pause, NULL);
	return true;
}

static uint64_t deadline(unsigned int timeout_ms)
{
	return cg_clock_ns() + (uint64_t)timeout_ms * 1000000;
}

int cg_cgroupfs_lock(int directory, int operation, unsigned int timeout_ms)
{
	uint64_t end = deadline(timeout_ms);

	while (flock(directory, operation | LOCK_NB)) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return -errno;
		if (!wait_until(end))
			return -EWOULDBLOCK;
	}
	return 0;
}

/* All bytes of @file, terminated, into a new buffer. */
static int read_all(int file, char **text)
{
	size_t size = 0, room = 4096;
	char *buffer = malloc(room), *larger;
	ssize_t got;

	while (buffer) {
		got = read(file, buffer + size, room - size - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			got = -errno;
			free(buffer);
			return (int)got;
		}
		size += (size_t)got;
		buffer[size] = '\0';
		if (got == 0) {
			*text = buffer;
			return 0;
		}
		if (size + 1 < room)
			continue;
		room *= 2;
		larger = realloc(buffer, room);
		if (!larger)
			free(buffer);
		buffer = larger;
	}
	return -ENOMEM;
}

int cg_cgroupfs_read(int directory, const char *name, char **text)
{
	int file = openat(directory, name, O_RDONLY | O_CLOEXEC), result;

	if (file < 0)
		return -errno;
	result = read_all(file, text);
	close(file);
	return result;
}

int cg_cgroupfs_write(int directory, const char *name, const char *value)
{
	int file = openat(directory, name, O_WRONLY | O_CLOEXEC), result = 0;
	ssize_t length = (ssize_t)strlen(value), written;

	if (file < 0)
		return -errno;
	do {
		written = write(file, value, (size_t)length);
	} while (written < 0 && errno == EINTR);
	if (written < 0)
		result = -errno;
	else if (written != length)
		result = -EIO;
	close(file);
	return result;
}

bool cg_cgroupfs_has_word(int directory, const char *name, const char *word)
{
	char *text, *next, *found;
	bool has = false;

	if (cg_cgroupfs_read(directory, name, &text))
		return false;
	/* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a failure has an errno, so it is set */
	next = text;
	while (!has && (found = strsep(&next, " \n")))
		has = strcmp(found, word) == 0;
	free(text);
	return has;
}

typedef int (*visit_fn)(int parent, const char *name, int directory, void *data);

/*
 * Call @visit for every cgroup below @directory, children before parents, until one returns
 * other than 0. Return: what it returned, or the -errno of a failed open or read.
 */
/* NOLINTNEXTLINE(misc-no-recursion): as deep as MAX_WALK_DEPTH */
static int walk_below(int directory, unsigned int depth, visit_fn visit, void *data)
{
	int copy = cg_cgroupfs_open(directory, "."), child, result = 0;
	DIR *stream = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;

	if (!stream) {
		result = copy < 0 ? copy : -errno;
		if (copy >= 0)
			close(copy);
		return result;
	}
	while (!result && (errno = 0, entry = readdir(stream))) {
		if (entry->d_type != DT_DIR || strcmp(entry->d_name, ".") == 0 ||
		    strcmp(entry->d_name, "..") == 0)
			continue;
		child = depth < MAX_WALK_DEPTH ? cg_cgroupfs_open(directory, entry->d_name)
					       : -ELOOP;
		if (child == -ENOENT)
			continue;
		if (child < 0) {
			result = child;
			break;
		}
		result = walk_below(child, depth + 1, visit, data);
		if (!result)
			result = visit(directory, entry->d_name, child, data);
		close(child);
	}
	if (!result && errno)
		result = -errno;
	closedir(stream);
	return result;
}

/* The same, and last for @directory itself. */
static int walk(int directory, visit_fn visit, void *data)
{
	int result = walk_below(directory, 0, visit, data);

	return result ? result : visit(-1, NULL, directory, data);
}

static int visit_inhabited(int parent, const char *name, int directory, void *data)
{
	char *text;
	int result = cg_cgroupfs_read(directory, "cgroup.procs", &text);

	(void)parent, (void)name, (void)data;
	if (result == -ENODEV) /* removed while we looked */
		return 0;
	if (result)
		return result;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a failure has an errno, so it is set */
	result = text[0] != '\0';
	free(text);
	return result;
}

bool cg_cgroupfs_is_empty(int directory, unsigned int timeout_ms)
{
	uint64_t end = deadline(timeout_ms);
	bool empty;

	do {
		empty = walk(directory, visit_inhabited, NULL) == 0;
	} while (!empty && wait_until(end));
	return empty;
}

/* Call @act with every process id of a cgroup until it returns other than 0. */
static int each_process(int directory, int (*act)(pid_t pid))
{
	char *text, *next, *line;
	uint64_t pid;
	int result = cg_cgroupfs_read(directory, "cgroup.procs", &text);

	if (result)
		return result == -ENODEV ? 0 : result;
	/* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): a failure has an errno, so it is set */
	next = text;
	while (!result && (line = strsep(&next, "\n"))) {
		/* 0 stands for a process outside our pid namespace; kill(0) would hit ourselves. */
		if (cg_parse_u64(line, 1, INT32_MAX, &pid) == 0)
			result = act((pid_t)pid);
	}
	free(text);
	return result;
}

static int is_self(pid_t pid)
{
	return pid == getpid();
}

static int visit_self(int parent, const char *name, int directory, void *data)
{
	(void)parent, (void)name, (void)data;
	return each_process(directory, is_self);
}

bool cg_cgroupfs_has_self(int directory)
{
	return walk(directory, visit_self, NULL) == 1;
}

static int kill_one(pid_t pid)
{
	if (pid != getpid())
		kill(pid, SIGKILL);
	return 0;
}

static int visit_kill(int parent, const char *name, int directory, void *data)
{
	(void)parent, (void)name, (void)data;
	each_process(directory, kill_one);
	return 0;
}

int cg_cgroupfs_kill(int directory, unsigned int timeout_ms)
{
	uint64_t end = deadline(timeout_ms);

	/* Again and again, since what is not killed by the kernel in one go may fork meanwhile. */
	while (!cg_cgroupfs_is_empty(directory, 0)) {
		if (cg_cgroupfs_write(directory, "cgroup.kill", "1"))
			walk(directory, visit_kill, NULL);
		if (!wait_until(end))
			return -EBUSY;
	}
	return 0;
}

static int visit_remove(int parent, const char *name, int directory, void *data)
{
	(void)directory, (void)data;
	if (unlinkat(parent, name, AT_REMOVEDIR) && errno != ENOENT)
		return -errno;
	return 0;
}

static int remove_once(int parent, const char *name)
{
	int directory = cg_cgroupfs_open(parent, name), result;

	if (directory < 0)
		return directory == -ENOENT ? 0 : directory;
	result = walk_below(directory, 0, visit_remove, NULL);
	close(directory);
	return result ? result : visit_remove(parent, name, -1, NULL);
}

int cg_cgroupfs_remove(int parent, const char *name, unsigned int timeout_ms)
{
	uint64_t end = deadline(timeout_ms);
	int result;

	do {
		result = remove_once(parent, name);
	} while ((result == -EBUSY || result == -ENOTEMPTY) && wait_until(end));
	return result;
}

/* What to do about @code, or NULL. */
static const char *cure_of(int code, int version)
{
	switch (code) {
	case EACCES:
	case EPERM:
		return version == 1
			       ? "run as root, or name a cgroup you may write to with --cgroup-parent"
			       : "run as root, or in a cgroup of your own: systemd-run --user --scope "
				 "-p Delegate=yes COMMAND";
	case EROFS:
		return "mount the cgroup filesystem read-write, or use --cgroup inherit";
	case EBUSY:
		return geteuid() == 0
			       ? "take a cgroup without other processes: systemd-run --scope "
				 "-p Delegate=yes COMMAND, or --cgroup-parent"
			       : "take a cgroup without other processes: systemd-run --user --scope "
				 "-p Delegate=yes COMMAND, or --cgroup-parent";
	case ENOTSUP:
		return "name a cgroup whose cgroup.type is \"domain\" with --cgroup-parent";
	case EAGAIN:
		return "raise cgroup.max.descendants or cgroup.max.depth there or above";
	case ENOENT:
		return "name an existing cgroup with --cgroup-parent";
	default:
		return NULL;
	}
}

int cg_cgroupfs_fault(struct cg_error *error, int code, int version, const char *format, ...)
{
	const char *cure = cure_of(code, version);
	bool lacking = code == EACCES || code == EPERM || code == ENOTSUP || code == EBUSY;
	va_list arguments;
	char text[sizeof(error->what)];

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (lacking)
		cg_error_skip(error, code, "%s", text);
	else
		cg_error_fail(error, code, "%s", text);
	if (cure)
		cg_error_cure(error, "%s", cure);
	return -code;
}
