// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_group.c - a run's group of kprobe events and the private trace instance they are
 * enabled in. See probe_group.h.
 *
 * tracefs is shared by everybody on the machine: each name made here ends in the run's id, each
 * file is appended to and never truncated, and what is removed is found by its whole name.
 */
#include "probe_group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parse.h"
#include "tracefs.h"

/* How many runs with one pid may live at once: pid namespaces that share a tracefs. */
#define MAX_TWINS 100

/* Others may hold an instance or an event for a moment: up to a second in all. */
#define RETRIES	    50
#define RETRY_USECS 20000
/* What fails otherwise may have failed for a moment, too (EINTR, ENOMEM), but is not waited for. */
#define ATTEMPTS 3

static void instance_path(char *path, size_t size, const char *id)
{
	snprintf(path, size, "instances/cgpong.%s", id);
}

/* Whether @text is an id as we make them; @pid is set to whose. */
static bool is_id(const char *text, pid_t *pid)
{
	char digits[CG_PROBE_GROUP_ID_BYTES];
	const char *twin = strchr(text, '_');
	size_t length = twin ? (size_t)(twin - text) : strlen(text);
	uint64_t number;

	if (strlen(text) >= CG_PROBE_GROUP_ID_BYTES)
		return false;
	memcpy(digits, text, length);
	digits[length] = '\0';
	/* No zeros in front: what we did not name is not ours to remove. */
	if (*digits == '0' || cg_parse_u64(digits, 1, INT32_MAX, &number))
		return false;
	*pid = (pid_t)number;
	return !twin || (twin[1] != '0' && !cg_parse_u64(twin + 1, 1, MAX_TWINS - 1, &number));
}

static int enable_group(int tracefs, const char *id, bool on)
{
	char path[128];

	snprintf(path, sizeof(path), "instances/cgpong.%s/events/cgpong_%s/enable", id, id);
	return cg_tracefs_write(tracefs, path, on ? "1" : "0");
}

/* Disables the events in the instance of @id and removes it; whether it did. */
static bool remove_instance(int tracefs, const char *id)
{
	char path[64];

	/* Not there before the first event, and removing the instance disables them as well. */
	(void)enable_group(tracefs, id, false);
	instance_path(path, sizeof(path), id);
	for (int i = 0, failed = 0; i < RETRIES && failed < ATTEMPTS; i++) {
		if (unlinkat(tracefs, path, AT_REMOVEDIR) == 0)
			return true;
		if (errno == ENOENT)
			break;
		failed += errno != EBUSY;
		if (errno == EBUSY)
			usleep(RETRY_USECS);
	}
	return false;
}

/* Whether it did; @retries: how often it may still be waited for whoever holds it. */
static bool remove_event(int tracefs, const char *id, const char *event, int *retries)
{
	char command[192], path[64];

	snprintf(command, sizeof(command), "-:cgpong_%s/%s", id, event);
	for (int failed = 0; failed < ATTEMPTS;) {
		int result = cg_tracefs_write(tracefs, "kprobe_events", command);

		if (result == 0 || result == -ENOENT)
			return result == 0;
		if (result != -EBUSY) {
			failed++;
			continue;
		}
		if (--*retries < 0)
			break;
		/* Somebody who enabled every event of the system enabled ours too. */
		snprintf(path, sizeof(path), "events/cgpong_%s/enable", id);
		(void)cg_tracefs_write(tracefs, path, "0");
		usleep(RETRY_USECS);
	}
	return false;
}

/* Cuts "p:<group>/<event> <symbol>" up where it stands. */
static bool split_event(char *line, char **group, char **event)
{
	if (strncmp(line, "p:", 2) != 0)
		return false;
	*group = line + 2;
	*event = strchr(line, '/');
	if (!*event)
		return false;
	*(*event)++ = '\0';
	(*event)[strcspn(*event, " ")] = '\0';
	return true;
}

/* The id in a group's or instance's name, which begins with @prefix; NULL if it has none. */
static const char *name_id(const char *name, const char *prefix, pid_t *pid)
{
	size_t length = strlen(prefix);

	if (strncmp(name, prefix, length) != 0 || !is_id(name + length, pid))
		return NULL;
	return name + length;
}

static int read_events(int tracefs, char **text)
{
	int result = -EINTR;

	for (int i = 0; i < ATTEMPTS && result; i++)
		result = cg_tracefs_read(tracefs, "kprobe_events", text);
	return result;
}

/* Removes whatever events the group of @id has; whether there were any. */
static bool remove_events(int tracefs, const char *id)
{
	char *text, *group, *event, *rest;
	const char *its_id;
	int retries = RETRIES;
	bool any = false;
	pid_t pid;

	if (read_events(tracefs, &text))
		return false;
	rest = text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		if (!split_event(line, &group, &event))
			continue;
		its_id = name_id(group, "cgpong_", &pid);
		if (its_id && strcmp(its_id, id) == 0 && remove_event(tracefs, id, event, &retries))
			any = true;
	}
	free(text);
	return any;
}

/* Whether the instance of @id, or one of its events, is there still. */
static bool is_left(int tracefs, const char *id)
{
	char path[64], group[64], *text;
	bool left;

	instance_path(path, sizeof(path), id);
	if (faccessat(tracefs, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	if (read_events(tracefs, &text))
		return true;
	snprintf(group, sizeof(group), ":cgpong_%s/", id);
	left = strstr(text, group) != NULL;
	free(text);
	return left;
}

/* Opens and locks the instance of @id: a descriptor, or -errno. */
static int lock_instance(int tracefs, const char *id)
{
	struct stat held, named;
	char path[64];
	int fd, result = 0;

	instance_path(path, sizeof(path), id);
	fd = openat(tracefs, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* Between open and flock another run may have swept it, and made it again. */
	if (flock(fd, LOCK_EX | LOCK_NB) || fstat(fd, &held) ||
	    fstatat(tracefs, path, &named, AT_SYMLINK_NOFOLLOW))
		result = -errno;
	else if (held.st_dev != named.st_dev || held.st_ino != named.st_ino)
		result = -ESTALE;
	if (!result)
		return fd;
	close(fd);
	return result;
}

/* Removes what is left of the run @id, if it is dead; whether there was anything. */
static bool clear_run(int tracefs, const char *id, pid_t pid)
{
	bool any;
	int lock;

	/* Our own pid, and yet not locked: a run before us had it, in a small pid namespace. */
	if (pid != getpid() && (kill(pid, 0) == 0 || errno != ESRCH))
		return false;
	lock = lock_instance(tracefs, id);
	if (lock < 0 && lock != -ENOENT)
		return false;
	any = lock >= 0 && remove_instance(tracefs, id);
	any = remove_events(tracefs, id) || any;
	if (lock >= 0)
		close(lock);
	return any;
}

static size_t sweep_instances(int tracefs)
{
	int fd = openat(tracefs, "instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *entry;
	size_t cleared = 0;
	DIR *directory;
	pid_t pid;

	if (fd < 0)
		return 0;
	directory = fdopendir(fd);
	if (!directory) {
		close(fd);
		return 0;
	}
	while ((entry = readdir(directory))) {
		const char *id = name_id(entry->d_name, "cgpong.", &pid);

		if (id && clear_run(tracefs, id, pid))
			cleared++;
	}
	closedir(directory);
	return cleared;
}

/* Events whose instance is gone: their run was killed while it removed them. */
static size_t sweep_events(int tracefs)
{
	char *text, *group, *event, *rest;
	size_t cleared = 0;
	pid_t pid;

	if (cg_tracefs_read(tracefs, "kprobe_events", &text))
		return 0;
	rest = text;
	for (char *line; (line = strsep(&rest, "\n"));) {
		bool split = split_event(line, &group, &event);
		const char *id = split ? name_id(group, "cgpong_", &pid) : NULL;

		if (id && clear_run(tracefs, id, pid))
			cleared++;
	}
	free(text);
	return cleared;
}

size_t cg_probe_group_sweep(int tracefs)
{
	return sweep_instances(tracefs) + sweep_events(tracefs);
}

/* Whether a living run holds the lock on @id, in whatever pid namespace. */
static bool is_held(int tracefs, const char *id)
{
	int lock = lock_instance(tracefs, id);

	if (lock >= 0)
		close(lock);
	return lock == -EWOULDBLOCK;
}

/* Whether an instance was made since the last look, be it gone again; the kernel keeps the list. */
static bool newcomer(const struct cg_probe_group *group, char *id)
{
	char buffer[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
	bool found = false;
	ssize_t length;
	pid_t pid;

	while ((length = group->watch < 0 ? 0 : read(group->watch, buffer, sizeof(buffer))) > 0) {
		for (const char *at = buffer; at < buffer + length;) {
			const struct inotify_event *event = (const struct inotify_event *)at;
			const char *other =
				event->len ? name_id(event->name, "cgpong.", &pid) : NULL;

			if (other && strcmp(other, group->id) != 0) {
				snprintf(id, CG_PROBE_GROUP_ID_BYTES, "%s", other);
				found = true;
			}
			at += sizeof(*event) + event->len;
		}
	}
	return found;
}

static void watch_newcomers(struct cg_probe_group *group, int tracefs)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d/instances", tracefs);
	group->watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (group->watch < 0 || inotify_add_watch(group->watch, path, IN_CREATE | IN_ONLYDIR) >= 0)
		return;
	close(group->watch);
	group->watch = -1;
}

bool cg_probe_group_company(const struct cg_probe_group *group, int tracefs, char *id)
{
	int fd = openat(tracefs, "instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	bool found = newcomer(group, id);
	pid_t pid;

	while (directory && !found && (entry = readdir(directory))) {
		const char *other = name_id(entry->d_name, "cgpong.", &pid);

		if (!other || strcmp(other, group->id) == 0 || !is_held(tracefs, other))
			continue;
		snprintf(id, CG_PROBE_GROUP_ID_BYTES, "%s", other);
		found = true;
	}
	if (directory)
		closedir(directory);
	else if (fd >= 0)
		close(fd);
	return found;
}

/* Whether a sweeper has, or had, what could not be locked. */
static bool is_taken(int code)
{
	return code == -EWOULDBLOCK || code == -ESTALE || code == -ENOENT;
}

int cg_probe_group_create(struct cg_probe_group *group, int tracefs, struct cg_error *error)
{
	char path[64];
	int result;

	group->lock = -1;
	watch_newcomers(group, tracefs);
	for (int twin = 0; twin < MAX_TWINS && group->lock < 0; twin++) {
		snprintf(group->id, sizeof(group->id), twin ? "%d_%d" : "%d", getpid(), twin);
		instance_path(path, sizeof(path), group->id);
		if (mkdirat(tracefs, path, 0700)) {
			if (errno != EEXIST)
				return cg_tracefs_fail(error, errno, "mkdir", path);
			continue;
		}
		result = lock_instance(tracefs, group->id);
		group->lock = result < 0 ? -1 : result;
		if (result >= 0 || is_taken(result))
			continue;
		unlinkat(tracefs, path, AT_REMOVEDIR);
		return cg_tracefs_fail(error, -result, "lock", path);
	}
	if (group->lock < 0)
		return cg_tracefs_fail(error, EEXIST, "mkdir", path);
	/* Hits are counted all the same; only their records are not written. */
	snprintf(path, sizeof(path), "instances/cgpong.%s/tracing_on", group->id);
	result = cg_tracefs_write(tracefs, path, "0");
	return result ? cg_tracefs_fail(error, -result, "write", path) : 0;
}

int cg_probe_group_enable(const struct cg_probe_group *group, int tracefs, bool on)
{
	return enable_group(tracefs, group->id, on);
}

void cg_probe_group_unlock(struct cg_probe_group *group)
{
	if (group->lock >= 0)
		close(group->lock);
	if (group->watch >= 0)
		close(group->watch);
	group->lock = group->watch = -1;
}

bool cg_probe_group_remove(struct cg_probe_group *group, int tracefs)
{
	bool gone = true;

	if (group->lock >= 0) {
		remove_instance(tracefs, group->id);
		remove_events(tracefs, group->id);
		gone = !is_left(tracefs, group->id);
	}
	cg_probe_group_unlock(group);
	return gone;
}
