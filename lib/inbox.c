// SPDX-License-Identifier: GPL-2.0-only
/*
 * inbox.c - how the members of an instance exchange ports and descriptors while they prepare.
 *
 * Every member has one inbox (a SOCK_SEQPACKET pair made by the parent); anybody of the
 * instance may write to it. Declared in workload.h.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "worker.h"
#include "workload.h"

#define MESSAGE_MAX 256

int cg_send(struct cg_worker *worker, unsigned int member, const void *data, size_t size)
{
	ssize_t sent = -1;

	if (member >= worker->nr_members || size > MESSAGE_MAX)
		errno = EINVAL;
	else
		sent = send(worker->private->inboxes[member].write_end, data, size, MSG_NOSIGNAL);
	return sent < 0 ? cg_fail(worker, "send to member %u", member) : 0;
}

int cg_receive(struct cg_worker *worker, void *data, size_t size)
{
	char message[MESSAGE_MAX + 1];
	ssize_t got = recv(worker->private->inboxes[worker->member].read_end, message,
			   sizeof(message), 0);

	if (got >= 0 && (size_t)got == size) {
		memcpy(data, message, size);
		return 0;
	}
	if (got >= 0)
		errno = EBADMSG;
	return cg_fail(worker, "receive from another member");
}

/* Room for one descriptor, aligned as CMSG_FIRSTHDR() needs it. */
union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(sizeof(int))];
};

int cg_send_fd(struct cg_worker *worker, unsigned int member, int fd)
{
	union control control = { 0 };
	char nothing = 0;
	struct iovec data = { .iov_base = &nothing, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	if (sendmsg(worker->private->inboxes[member].write_end, &message, MSG_NOSIGNAL) != 1)
		return cg_fail(worker, "send a descriptor to member %u", member);
	return 0;
}

int cg_receive_fd(struct cg_worker *worker)
{
	union control control = { 0 };
	char nothing;
	struct iovec data = { .iov_base = &nothing, .iov_len = 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *header;
	int fd;

	if (recvmsg(worker->private->inboxes[worker->member].read_end, &message,
		    MSG_CMSG_CLOEXEC) != 1)
		return cg_fail(worker, "receive a descriptor");
	header = CMSG_FIRSTHDR(&message);
	if (!header || header->cmsg_type != SCM_RIGHTS ||
	    header->cmsg_len != CMSG_LEN(sizeof(fd))) {
		/* The kernel drops what our descriptor table has no room for. */
		errno = message.msg_flags & MSG_CTRUNC ? EMFILE : EBADMSG;
		return cg_fail(worker, "receive a descriptor");
	}
	memcpy(&fd, CMSG_DATA(header), sizeof(fd));
	return fd;
}

int cg_share_pair(struct cg_worker *worker, int (*make)(int fds[2]), const char *name)
{
	int fds[2], result;

	if (worker->member != 0)
		return cg_receive_fd(worker);
	if (make(fds))
		return cg_fail(worker, "%s", name);
	result = cg_send_fd(worker, 1, fds[1]);
	close(fds[1]);
	return result ? result : fds[0];
}
