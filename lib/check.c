// SPDX-License-Identifier: GPL-2.0-only
/*
 * check.c - what a workload asks before anything is created: can this machine run it?
 *
 * Every "no" is a skip with the limit, its value and the cure. Declared in workload.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/magic.h>
#include <mqueue.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "file.h"
#include "parse.h"
#include "workload.h"

#define MQUEUE_SYSCTL "/proc/sys/fs/mqueue/"

int cg_check_socket(struct cg_error *error, int domain, int type, int protocol, const char *name,
		    const char *cure)
{
	int fd = socket(domain, type | SOCK_CLOEXEC, protocol);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	cg_error_skip(error, errno, "no %s sockets on this machine: socket", name);
	cg_error_cure(error, "%s", cure);
	return -error->code;
}

/*
 * What the kernel counts against RLIMIT_MSGQUEUE for one queue: the messages, and for each
 * a pointer-sized slot and a node of the priority tree (mq_overview(7), getrlimit(2)). 48
 * bytes of struct posix_msg_tree_node on 64-bit kernels; its number is capped by priorities.
 */
uint64_t cg_mqueue_bytes(uint64_t max_messages, uint64_t message_bytes)
{
	const uint64_t msg_msg_pointer = 48, tree_node = 48;

	return max_messages * (msg_msg_pointer + tree_node + message_bytes);
}

static int raise_msgqueue_limit(struct cg_error *error, uint64_t bytes)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_MSGQUEUE, &limit) || limit.rlim_cur >= bytes)
		return 0;
	/* Root may go beyond the hard limit; others get what it allows. */
	limit.rlim_cur = bytes;
	if (limit.rlim_max < bytes)
		limit.rlim_max = bytes;
	if (setrlimit(RLIMIT_MSGQUEUE, &limit) == 0)
		return 0;
	cg_error_skip(error, errno, "RLIMIT_MSGQUEUE is too small for queues of %" PRIu64 " bytes",
		      bytes);
	cg_error_cure(error, "ulimit -q %" PRIu64 ", or use fewer instances", bytes);
	return -error->code;
}

static int write_sysctl(const char *path, uint64_t value)
{
	char text[32];
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int length = snprintf(text, sizeof(text), "%" PRIu64 "\n", value);
	int result = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, (size_t)length) != length)
		result = -errno;
	close(fd);
	return result;
}

/* Sees that a limit of the IPC namespace we are in allows @needed; *own becomes true when we
 * had to move into a namespace of our own for that. */
static int raise_mqueue_sysctl(struct cg_error *error, const char *name, uint64_t needed, bool *own)
{
	char path[64];
	uint64_t value;
	int result;

	snprintf(path, sizeof(path), MQUEUE_SYSCTL "%s", name);
	result = cg_file_read_u64(path, &value);
	if (result) {
		cg_error_skip(error, -result, "no POSIX message queues here: read %s", path);
		cg_error_cure(error, "use a kernel with CONFIG_POSIX_MQUEUE and mount /proc");
		return result;
	}
	if (value >= needed)
		return 0;
	if ((*own || unshare(CLONE_NEWIPC) == 0)) {
		*own = true;
		if (write_sysctl(path, needed) == 0)
			return 0;
	}
	cg_error_skip(error, 0, "fs.mqueue.%s is %" PRIu64 ", %" PRIu64 " needed", name, value,
		      needed);
	cg_error_cure(error, "sysctl fs.mqueue.%s=%" PRIu64 ", or use fewer instances", name,
		      needed);
	return -EINVAL;
}

int cg_check_mqueues(struct cg_error *error, uint64_t queues, uint64_t max_messages,
		     uint64_t message_bytes)
{
	bool own = false;
	int result = raise_mqueue_sysctl(error, "msg_max", max_messages, &own);

	if (!result)
		result = raise_mqueue_sysctl(error, "msgsize_max", message_bytes, &own);
	if (!result)
		result = raise_mqueue_sysctl(error, "queues_max", queues, &own);
	if (!result)
		result = raise_msgqueue_limit(
			error, queues * cg_mqueue_bytes(max_messages, message_bytes));
	return result;
}

int cg_check_memory(struct cg_error *error, uint64_t bytes)
{
	uint64_t available_kib;

	/* An old kernel or an odd container without the line: the run itself will tell. */
	if (cg_file_read_keyed("/proc/meminfo", "MemAvailable:", &available_kib))
		return 0;
	if (available_kib * 1024 >= bytes)
		return 0;
	cg_error_skip(error, 0, "needs %" PRIu64 " MiB of memory, %" PRIu64 " MiB are available",
		      bytes >> 20, available_kib >> 10);
	cg_error_cure(error, "use fewer instances or a smaller --size");
	return -ENOMEM;
}

static void note_filesystem(struct cg_check *check, const char *directory)
{
	/* linux/magic.h; the ones a benchmark is likely to meet. */
	static const struct {
		unsigned long magic;
		const char *name;
	} known[] = {
		{ 0x01021994, "tmpfs" }, { 0xEF53, "ext4" },	    { 0x58465342, "xfs" },
		{ 0x9123683E, "btrfs" }, { 0x794c7630, "overlay" }, { 0x858458f6, "ramfs" },
		{ 0x2fc12fc1, "zfs" },	 { 0x6969, "nfs" },
	};
	struct statfs status;
	char other[32];
	const char *name = other;

	if (statfs(directory, &status))
		return;
	snprintf(other, sizeof(other), "filesystem 0x%lx", (unsigned long)status.f_type);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i].magic == (unsigned long)status.f_type)
			name = known[i].name;
	}
	snprintf(check->note, sizeof(check->note), "files in %.48s, which is %s", directory, name);
}

/* Whether a comma-separated list has @word as one whole element. */
static bool list_has(char *list, const char *word)
{
	for (char *one; (one = strsep(&list, ",\n")) != NULL;) {
		if (strcmp(one, word) == 0)
			return true;
	}
	return false;
}

/* Whether the tmpfs that has @device was mounted with huge=always; proc(5), "mountinfo". */
static bool is_mounted_huge(dev_t device)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	char wanted[32], *line = NULL;
	bool huge = false;
	size_t size = 0;

	snprintf(wanted, sizeof(wanted), "%u:%u", major(device), minor(device));
	while (file && !huge && getline(&line, &size, file) > 0) {
		char *rest = line, *options = strstr(line, " - tmpfs ");

		strsep(&rest, " "); /* the mount's number, and its parent's */
		strsep(&rest, " ");
		if (!options || strcmp(strsep(&rest, " "), wanted) != 0)
			continue;
		options = strchr(options + strlen(" - tmpfs "), ' '); /* behind the source */
		huge = options && list_has(options + 1, "huge=always");
	}
	free(line);
	if (file)
		fclose(file);
	return huge;
}

/* Documentation/admin-guide/mm/transhuge.rst, "Hugepages in tmpfs/shmem". */
void cg_check_huge_pages(struct cg_check *check, const char *directory)
{
	char policy[128];
	struct statfs fs;
	struct stat status;

	if (statfs(directory, &fs) || fs.f_type != TMPFS_MAGIC || stat(directory, &status) ||
	    cg_file_read("/sys/kernel/mm/transparent_hugepage/shmem_enabled", policy,
			 sizeof(policy)) < 0 ||
	    strstr(policy, "[deny]"))
		return;
	check->huge_pages = strstr(policy, "[force]") || is_mounted_huge(status.st_dev);
}

int cg_check_directory(struct cg_check *check, struct cg_error *error, const char *directory)
{
	note_filesystem(check, directory);
	if (access(directory, W_OK | X_OK) == 0)
		return 0;
	cg_error_skip(error, errno, "cannot make files in %s", directory);
	cg_error_cure(error, "name a writable directory with --dir");
	return -error->code;
}
