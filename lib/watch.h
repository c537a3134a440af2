/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - how the parent waits: for its workers, a deadline, a dead child, or the user.
 *
 * One poll() on a signalfd and on the doorbell that workers ring, so the parent sleeps through
 * a round and still ends it at once when something happens. No signal handler runs.
 */
#ifndef CGPONG_WATCH_H
#define CGPONG_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"

struct cg_watch {
	int signal_fd;
	int doorbell;	      /* eventfd, inherited by workers */
	sigset_t former_mask; /* to be restored in children and at the end */
	int interrupted;      /* the signal that asked us to end, or 0 */
};

enum cg_wake {
	CG_WAKE_DEADLINE,
	CG_WAKE_BELL,	/* a worker rang */
	CG_WAKE_CHILD,	/* a child may have died: look */
	CG_WAKE_SIGNAL, /* one that asks us to end: @interrupted is set */
};

/**
 * cg_watch_open() - block SIGCHLD and the signals that ask us to end, and watch for them instead
 * @watch: filled; ended with cg_watch_close(), which restores the signal mask
 * Return: 0 or -errno.
 */
int cg_watch_open(struct cg_watch *watch, struct cg_error *error);

void cg_watch_close(struct cg_watch *watch);

/**
 * cg_watch_is_interrupted() - whether a signal has asked us to end
 *
 * For long work that does not wait: everything else that cg_watch_wait() reports stays for it.
 */
bool cg_watch_is_interrupted(struct cg_watch *watch);

/**
 * cg_watch_wait() - sleep until something happens
 * @deadline_ns: on cg_clock_ns()'s clock
 *
 * A signal that asks us to end is remembered and reported by every later call.
 */
enum cg_wake cg_watch_wait(struct cg_watch *watch, uint64_t deadline_ns);

#endif
