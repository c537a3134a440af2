// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch.c - how the parent waits. See watch.h.
 */
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "clock.h"

int cg_watch_open(struct cg_watch *watch, struct cg_error *error)
{
	struct sigaction hangup;
	sigset_t mask;

	sigemptyset(&mask);
	sigaddset(&mask, SIGINT);
	sigaddset(&mask, SIGTERM);
	/* Under nohup it is ignored, and stays so; a blocked signal would not be. */
	if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
		sigaddset(&mask, SIGHUP);
	/* Whoever started us may ignore it; then nobody would tell us of a death. */
	signal(SIGCHLD, SIG_DFL);
	sigaddset(&mask, SIGCHLD);
	watch->interrupted = 0;
	watch->doorbell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (watch->doorbell < 0)
		return cg_error_fail(error, errno, "eventfd");
	watch->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
	if (watch->signal_fd < 0) {
		close(watch->doorbell);
		return cg_error_fail(error, errno, "signalfd");
	}
	sigprocmask(SIG_BLOCK, &mask, &watch->former_mask);
	return 0;
}

/* Whether a child died; a request to end goes to @interrupted. */
static int read_signals(struct cg_watch *watch)
{
	struct signalfd_siginfo info;
	int child = 0;

	while (read(watch->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			child = 1;
		else if (!watch->interrupted)
			watch->interrupted = (int)info.ssi_signo;
	}
	return child;
}

void cg_watch_close(struct cg_watch *watch)
{
	/* Pressed twice, ^C must not end us now that the results are to be written. */
	read_signals(watch);
	close(watch->signal_fd);
	close(watch->doorbell);
	sigprocmask(SIG_SETMASK, &watch->former_mask, NULL);
}

bool cg_watch_is_interrupted(struct cg_watch *watch)
{
	sigset_t pending;

	if (sigpending(&pending) == 0 &&
	    (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) ||
	     sigismember(&pending, SIGHUP)))
		read_signals(watch);
	return watch->interrupted;
}

enum cg_wake cg_watch_wait(struct cg_watch *watch, uint64_t deadline_ns)
{
	struct pollfd fds[] = {
		{ .fd = watch->signal_fd, .events = POLLIN },
		{ .fd = watch->doorbell, .events = POLLIN },
	};
	struct timespec timeout;
	uint64_t now, rings;

	do {
		now = cg_clock_ns();
		if (now > deadline_ns)
			now = deadline_ns;
		timeout.tv_sec = (time_t)((deadline_ns - now) / 1000000000);
		timeout.tv_nsec = (long)((deadline_ns - now) % 1000000000);
	} while (ppoll(fds, 2, &timeout, NULL) < 0 && errno == EINTR);
	if (read_signals(watch) && !watch->interrupted)
		return CG_WAKE_CHILD;
	if (watch->interrupted)
		return CG_WAKE_SIGNAL;
	if (read(watch->doorbell, &rings, sizeof(rings)) > 0)
		return CG_WAKE_BELL;
	return CG_WAKE_DEADLINE;
}
