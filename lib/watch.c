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

/* What ends a program by default and can be caught: whoever sends one wants us to end. */
static const int ending[] = { SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGALRM, SIGUSR1, SIGUSR2 };

#define NR_ENDING (sizeof(ending) / sizeof(ending[0]))

/* Under nohup SIGHUP is ignored, and stays so; a blocked signal would not be. */
static bool stays_ignored(int number)
{
	struct sigaction action;

	return number != SIGINT && number != SIGTERM && sigaction(number, NULL, &action) == 0 &&
	       action.sa_handler == SIG_IGN;
}

int cg_watch_open(struct cg_watch *watch, struct cg_error *error)
{
	sigset_t mask;

	sigemptyset(&mask);
	for (size_t i = 0; i < NR_ENDING; i++) {
		if (!stays_ignored(ending[i]))
			sigaddset(&mask, ending[i]);
	}
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
	bool asked = false;

	if (sigpending(&pending) == 0) {
		for (size_t i = 0; i < NR_ENDING; i++)
			asked = asked || sigismember(&pending, ending[i]);
	}
	if (asked)
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
