// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracefs.c - the kernel's tracing files: where they are, and whole reads and writes of them.
 * See tracefs.h.
 *
 * A machine can deny tracing in half a dozen ways, and each has another cure; they are told
 * apart here, so that the code that counts need not.
 */
#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "file.h"

#define READ_MAX_BYTES (64u << 20)

/*
 * Whether the kernel was locked down, which no privilege of ours can undo. At the lower level,
 * "integrity", tracing works.
 */
static bool is_locked_down(void)
{
	char text[128];

	return cg_file_read("/sys/kernel/security/lockdown", text, sizeof(text)) > 0 &&
	       strstr(text, "[confidentiality]");
}

static void cure(struct cg_error *error, int code)
{
	if (is_locked_down())
		cg_error_cure(error, "the kernel is locked down: boot it with lockdown=none, "
				     "or without secure boot");
	else if (code == EACCES)
		cg_error_cure(error, "run as root");
	else if (code == EPERM)
		cg_error_cure(error, "run as root with CAP_SYS_ADMIN");
	else if (code == EROFS)
		cg_error_cure(error, "mount -o remount,rw /sys/kernel/tracing");
	else if (code == ENOENT)
		cg_error_cure(error, "needs a kernel with CONFIG_KPROBE_EVENTS");
}

int cg_tracefs_fail(struct cg_error *error, int code, const char *call, const char *path)
{
	/* Locked down from the start, tracefs is empty (ENOENT); later, it refuses (EPERM, EINVAL). */
	if (code == EACCES || code == EPERM || code == EROFS || code == ENOENT || is_locked_down())
		cg_error_skip(error, code, "%s %s in tracefs", call, path);
	else
		cg_error_fail(error, code, "%s %s in tracefs", call, path);
	cure(error, code);
	return -code;
}

int cg_tracefs_open(struct cg_error *error)
{
	static const char *const paths[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	struct statfs fs;
	bool denied = false;
	int fd, code;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		/* The second path lies in debugfs, which only root may search. */
		if (statfs(paths[i], &fs)) {
			denied |= errno == EACCES;
			continue;
		}
		if (fs.f_type != TRACEFS_MAGIC)
			continue;
		fd = open(paths[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd >= 0)
			return fd;
		code = errno;
		cg_error_skip(error, code, "open %s", paths[i]);
		cure(error, code);
		return -code;
	}
	cg_error_skip(error, 0, "tracefs is not mounted where we can see it");
	cg_error_cure(error, "as root: mount -t tracefs nodev /sys/kernel/tracing");
	return denied ? -EACCES : -ENODEV;
}

static int read_all(int fd, char **text)
{
	size_t size = 0, used = 0;
	char *buffer = NULL, *larger;
	ssize_t length;

	for (;;) {
		if (used + 1 >= size) {
			size = size ? size * 2 : 65536;
			larger = size > READ_MAX_BYTES ? NULL : realloc(buffer, size);
			if (!larger) {
				free(buffer);
				return size > READ_MAX_BYTES ? -EFBIG : -ENOMEM;
			}
			buffer = larger;
		}
		length = read(fd, buffer + used, size - used - 1);
		if (length < 0 && errno == EINTR)
			continue;
		if (length <= 0)
			break;
		used += (size_t)length;
	}
	if (length < 0) {
		length = -errno;
		free(buffer);
		return (int)length;
	}
	buffer[used] = '\0';
	*text = buffer;
	return 0;
}

int cg_tracefs_read(int tracefs, const char *path, char **text)
{
	int fd = openat(tracefs, path, O_RDONLY | O_CLOEXEC), result;

	if (fd < 0)
		return -errno;
	result = read_all(fd, text);
	close(fd);
	return result;
}

int cg_tracefs_write(int tracefs, const char *path, const char *text)
{
	int fd = openat(tracefs, path, O_WRONLY | O_APPEND | O_CLOEXEC), result = 0;
	ssize_t written;

	if (fd < 0)
		return -errno;
	written = write(fd, text, strlen(text));
	if (written < 0)
		result = -errno;
	else if ((size_t)written != strlen(text))
		result = -EIO;
	close(fd);
	return result;
}
