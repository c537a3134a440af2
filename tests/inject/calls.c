// SPDX-License-Identifier: GPL-2.0-only
/*
 * calls.c - the system calls of a run, and the errors their man pages list. See calls.h.
 *
 * Of the listed errors those that a healthy program on a machine in trouble can meet: no
 * memory, no descriptors, no space, a disk or a kernel file that fails, a signal.
 */
#include "calls.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>

/* The names of a table's line: number, name. */
#define CALL(name) SYS_##name, #name

static const struct call_kind kinds[] = {
	{ CALL(accept4), { EMFILE, EINTR }, -1, 0 },
	{ CALL(access), { EACCES }, 0, 0 },
	{ CALL(bind), { EADDRINUSE }, -1, 0 },
	/* How much memory there is, it says by what it returns: see tracer.c. */
	{ CALL(brk), { ENOMEM }, -1, 0 },
	/* Without a vDSO clock it is one; its errors are those of a wrong argument. */
	{ CALL(clock_gettime), { 0 }, -1, 0 },
	{ CALL(clock_nanosleep), { EINTR }, -1, 0 },
	{ CALL(clone), { EAGAIN, ENOMEM }, -1, 0 },
	{ CALL(clone3), { EAGAIN, ENOMEM }, -1, 0 },
	/* Linux frees the descriptor first, whatever happens after. */
	{ CALL(close), { EIO, EINTR }, -1, 1 },
	{ CALL(connect), { ECONNREFUSED, EINTR }, -1, 0 },
	{ CALL(dup), { EMFILE }, -1, 0 },
	{ CALL(eventfd2), { EMFILE }, -1, 0 },
	{ CALL(execve), { ENOMEM }, 0, 0 },
	{ CALL(exit), { 0 }, -1, 0 },
	{ CALL(exit_group), { 0 }, -1, 0 },
	{ CALL(faccessat), { EACCES }, 1, 0 },
	{ CALL(faccessat2), { EACCES }, 1, 0 },
	{ CALL(fallocate), { ENOSPC, EINTR }, -1, 0 },
	{ CALL(fcntl), { EINVAL }, -1, 0 },
	{ CALL(flock), { EINTR, ENOLCK }, -1, 0 },
	{ CALL(fstat), { ENOMEM }, -1, 0 },
	{ CALL(ftruncate), { ENOSPC }, -1, 0 },
	{ CALL(futex), { EINTR, EAGAIN }, -1, 0 },
	{ CALL(get_mempolicy), { EINVAL }, -1, 0 },
	{ CALL(getdents64), { EIO }, -1, 0 },
	{ CALL(getegid), { 0 }, -1, 0 },
	{ CALL(geteuid), { 0 }, -1, 0 },
	{ CALL(getgid), { 0 }, -1, 0 },
	{ CALL(getpid), { 0 }, -1, 0 },
	{ CALL(getppid), { 0 }, -1, 0 },
	{ CALL(getrandom), { ENOSYS, EINTR }, -1, 0 },
	{ CALL(getrusage), { EINVAL }, -1, 0 },
	{ CALL(getsockname), { ENOBUFS }, -1, 0 },
	{ CALL(gettid), { 0 }, -1, 0 },
	{ CALL(getuid), { 0 }, -1, 0 },
	{ CALL(getxattr), { EIO }, 0, 0 },
	{ CALL(ioctl), { ENOTTY }, -1, 0 },
	{ CALL(kill), { EPERM }, -1, 0 },
	{ CALL(listen), { EADDRINUSE }, -1, 0 },
	{ CALL(lseek), { EINVAL }, -1, 0 },
	{ CALL(madvise), { EAGAIN }, -1, 0 },
	{ CALL(mkdir), { ENOSPC, EIO }, 0, 0 },
	{ CALL(mkdirat), { ENOSPC, EIO }, 1, 0 },
	{ CALL(mmap), { ENOMEM }, -1, 0 },
	{ CALL(mprotect), { ENOMEM }, -1, 0 },
	{ CALL(mq_open), { ENOSPC, EMFILE }, 0, 0 },
	{ CALL(mq_timedreceive), { EINTR }, -1, 0 },
	{ CALL(mq_timedsend), { EINTR }, -1, 0 },
	{ CALL(mq_unlink), { EACCES }, 0, 0 },
	{ CALL(mremap), { ENOMEM }, -1, 0 },
	{ CALL(munmap), { ENOMEM }, -1, 0 },
	{ CALL(newfstatat), { EIO, ENOMEM }, 1, 0 },
	{ CALL(openat), { EMFILE, EIO, ENOMEM }, 1, 0 },
	{ CALL(perf_event_open), { EMFILE }, -1, 0 },
	{ CALL(pause), { EINTR }, -1, 0 },
	{ CALL(poll), { EINTR, ENOMEM }, -1, 0 },
	{ CALL(ppoll), { EINTR, ENOMEM }, -1, 0 },
	{ CALL(prctl), { EINVAL }, -1, 0 },
	{ CALL(pread64), { EIO, EINTR }, -1, 0 },
	{ CALL(prlimit64), { EPERM }, -1, 0 },
	{ CALL(read), { EIO, EINTR }, -1, 0 },
	{ CALL(readlink), { EIO }, 0, 0 },
	{ CALL(readlinkat), { EIO }, 1, 0 },
	{ CALL(recvfrom), { ENOMEM, EINTR }, -1, 0 },
	{ CALL(recvmsg), { ENOMEM, EINTR }, -1, 0 },
	{ CALL(rename), { EIO, ENOSPC }, 0, 0 },
	{ CALL(restart_syscall), { 0 }, -1, 0 },
	{ CALL(rmdir), { EIO }, 0, 0 },
	/* Where it works for the first thread and fails for another, the C library ends all. */
	{ CALL(rseq), { 0 }, -1, 0 },
	{ CALL(rt_sigaction), { EINVAL }, -1, 0 },
	{ CALL(rt_sigpending), { EFAULT }, -1, 0 },
	{ CALL(rt_sigprocmask), { EINVAL }, -1, 0 },
	{ CALL(rt_sigreturn), { 0 }, -1, 0 },
	{ CALL(sched_getaffinity), { EINVAL }, -1, 0 },
	{ CALL(sched_setaffinity), { EINVAL }, -1, 0 },
	{ CALL(sched_yield), { 0 }, -1, 0 },
	{ CALL(sendmsg), { ENOBUFS, EINTR }, -1, 0 },
	{ CALL(sendto), { ENOBUFS, EINTR }, -1, 0 },
	{ CALL(set_mempolicy), { ENOMEM }, -1, 0 },
	{ CALL(set_robust_list), { EINVAL }, -1, 0 },
	{ CALL(set_tid_address), { 0 }, -1, 0 },
	{ CALL(setpgid), { EPERM }, -1, 0 },
	{ CALL(setsockopt), { ENOBUFS }, -1, 0 },
	{ CALL(signalfd4), { EMFILE, ENOMEM }, -1, 0 },
	{ CALL(socket), { EMFILE, ENOBUFS }, -1, 0 },
	{ CALL(socketpair), { EMFILE }, -1, 0 },
	{ CALL(statfs), { EIO, EINTR }, 0, 0 },
	{ CALL(uname), { EFAULT }, -1, 0 },
	{ CALL(unlink), { EIO }, 0, 0 },
	{ CALL(unlinkat), { EIO, EBUSY }, 1, 0 },
	{ CALL(wait4), { EINTR, ECHILD }, -1, 0 },
	{ CALL(waitid), { EINTR, ECHILD }, -1, 0 },
	/* A string of a kernel file: its text tells more than its number. */
	{ CALL(write), { ENOSPC, EIO, EINTR }, 1, 0 },
	{ CALL(writev), { ENOSPC, EIO }, -1, 0 },
};

const struct call_kind *call_kind_of(long nr)
{
	static const struct call_kind unknown = { -1, "a call", { EIO }, -1, 0 };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i].nr == nr)
			return &kinds[i];
	}
	return &unknown;
}
