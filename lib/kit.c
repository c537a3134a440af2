// SPDX-License-Identifier: GPL-2.0-only
/*
 * kit.c - buffers, connections, files and queues that workloads have in common.
 *
 * All of it is called by the worker itself, pinned and in its cgroup, so that the memory
 * is local and charged. Declared in workload.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "worker.h"
#include "workload.h"

void *cg_buffer(struct cg_worker *worker, size_t bytes)
{
	void *memory =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED) {
		cg_fail(worker, "mmap a buffer of %zu bytes", bytes);
		return NULL;
	}
	/* Not zero: a page of zeros may be merged or never be backed. */
	memset(memory, 0x5a, bytes);
	return memory;
}

int cg_socket_flag(struct cg_worker *worker, int fd, int level, int option, const char *name)
{
	int on = 1;

	if (setsockopt(fd, level, option, &on, sizeof(on)))
		return cg_fail(worker, "setsockopt %s", name);
	return 0;
}

static int loopback_listen(struct cg_worker *worker, int type, int protocol,
			   struct sockaddr_in *address)
{
	socklen_t length = sizeof(*address);
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, protocol);

	*address = (struct sockaddr_in){
		.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	if (fd < 0)
		return cg_fail(worker, "socket(AF_INET, %d, %d)", type, protocol);
	if (bind(fd, (struct sockaddr *)address, sizeof(*address)) || listen(fd, 1) ||
	    getsockname(fd, (struct sockaddr *)address, &length)) {
		int result = cg_fail(worker, "listen on 127.0.0.1");

		close(fd);
		return result;
	}
	return fd;
}

static int connect_to(struct cg_worker *worker, int type, int protocol,
		      const struct sockaddr_in *address)
{
	int fd = socket(AF_INET, type | SOCK_CLOEXEC, protocol);
	int result;

	if (fd < 0)
		return cg_fail(worker, "socket(AF_INET, %d, %d)", type, protocol);
	if (connect(fd, (const struct sockaddr *)address, sizeof(*address)) == 0)
		return fd;
	result = cg_fail(worker, "connect to 127.0.0.1:%u", ntohs(address->sin_port));
	close(fd);
	return result;
}

int cg_loopback_connect(struct cg_worker *worker, int type, int protocol)
{
	struct sockaddr_in address;
	int listener, fd;

	if (worker->member == 0) {
		fd = cg_receive(worker, &address, sizeof(address));
		return fd ? fd : connect_to(worker, type, protocol, &address);
	}
	listener = loopback_listen(worker, type, protocol, &address);
	if (listener < 0)
		return listener;
	fd = cg_send(worker, 0, &address, sizeof(address));
	if (!fd) {
		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd < 0)
			fd = cg_fail(worker, "accept on 127.0.0.1:%u", ntohs(address.sin_port));
	}
	close(listener);
	return fd;
}

int cg_loopback_pair(struct cg_worker *worker, int fds[2])
{
	struct sockaddr_in address;
	int listener = loopback_listen(worker, SOCK_STREAM, IPPROTO_TCP, &address);
	int result = 0;

	if (listener < 0)
		return listener;
	/* The backlog completes the connection, so one thread can be both sides. */
	fds[0] = connect_to(worker, SOCK_STREAM, IPPROTO_TCP, &address);
	if (fds[0] < 0) {
		close(listener);
		return fds[0];
	}
	fds[1] = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (fds[1] < 0)
		result = cg_fail(worker, "accept on 127.0.0.1:%u", ntohs(address.sin_port));
	close(listener);
	return result;
}

/*
 * A file or a queue that must have a name for a moment gets one that is the same
 * for every run of this user. Whoever finds it taken unlinks it, be it a killed run's
 * or a living one's: its maker has the descriptor already and needs no name. So nothing
 * a kill leaves outlives the next run.
 */
static void moment_name(char *name, size_t size, const char *prefix)
{
	snprintf(name, size, "%scgpong-%u", prefix, (unsigned int)geteuid());
}

static int create_and_unlink(const char *path)
{
	int fd;

	do {
		fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	} while (fd < 0 && errno == EEXIST && (unlink(path) == 0 || errno == ENOENT));
	if (fd >= 0)
		unlink(path);
	return fd;
}

int cg_unlinked_file(struct cg_worker *worker, const char *directory, uint64_t bytes)
{
	char path[4096], prefix[4000];
	int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	/* Not every filesystem has O_TMPFILE. */
	if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
		snprintf(prefix, sizeof(prefix), "%s/", directory);
		moment_name(path, sizeof(path), prefix);
		fd = create_and_unlink(path);
	}
	if (fd < 0)
		return cg_fail(worker, "create a file in %s", directory);
	if (ftruncate(fd, (off_t)bytes)) {
		int result = cg_fail(worker, "ftruncate a file in %s to %llu bytes", directory,
				     (unsigned long long)bytes);

		close(fd);
		return result;
	}
	return fd;
}

int cg_mqueue(struct cg_worker *worker, long max_messages, long message_bytes)
{
	struct mq_attr attributes = { .mq_maxmsg = max_messages, .mq_msgsize = message_bytes };
	char name[64];
	mqd_t queue;

	moment_name(name, sizeof(name), "/");
	do {
		queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, &attributes);
	} while (queue < 0 && errno == EEXIST && (mq_unlink(name) == 0 || errno == ENOENT));
	if (queue < 0)
		return cg_fail(worker, "mq_open a queue of %ld x %ld bytes", max_messages,
			       message_bytes);
	mq_unlink(name);
	return queue;
}

void cg_mqueue_sweep(void)
{
	char name[64];

	moment_name(name, sizeof(name), "/");
	mq_unlink(name);
}

/* The rest of a message of which the first call moved @first bytes, or failed. */
int cg_write_rest(struct cg_worker *worker, int fd, const void *data, size_t size, ssize_t first)
{
	size_t done = first > 0 ? (size_t)first : 0;

	while (first >= 0 && done < size) {
		first = write(fd, (const char *)data + done, size - done);
		done += first > 0 ? (size_t)first : 0;
	}
	return first < 0 ? cg_fail(worker, "write %zu bytes", size) : 0;
}

int cg_read_rest(struct cg_worker *worker, int fd, void *data, size_t size, ssize_t first)
{
	size_t done = first > 0 ? (size_t)first : 0;

	while (first > 0 && done < size) {
		first = read(fd, (char *)data + done, size - done);
		done += first > 0 ? (size_t)first : 0;
	}
	if (first > 0)
		return 0;
	if (first == 0)
		errno = EPIPE;
	return cg_fail(worker, "read %zu bytes", size);
}
