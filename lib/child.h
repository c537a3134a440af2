/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * child.h - runs one program to its end: for the front end, which asks and drives workloads.
 */
#ifndef CGPONG_CHILD_H
#define CGPONG_CHILD_H

#include <stdbool.h>

#include "error.h"
#include "watch.h"

/* What to run; everything is borrowed. */
struct cg_child {
	const char *program;	 /* its path */
	char *const *argv;	 /* NULL-terminated; argv[0] is its name */
	bool keep_out;		 /* keep its stdout for cg_child_end; else it is discarded */
	bool keep_err;		 /* keep its stderr for cg_child_end; else it is ours */
	unsigned int timeout_ms; /* then it is killed; 0: no limit */
};

/* How it ended. */
struct cg_child_end {
	int status;	 /* its exit code, or 128 and the number of the signal it died of */
	bool timed_out;	 /* killed by us */
	char *out, *err; /* what was kept, terminated; NULL if nothing was to be kept */
};

/**
 * cg_child_run() - run a program and wait for its end
 * @child: what
 * @watch: open; a signal that asks us to end is handed on to the program
 * @end: filled on success and on -EINTR; freed by the caller with cg_child_end_free()
 * @error: see error.h
 *
 * Its stdin is /dev/null, its signal mask the one from before cg_watch_open(), and it gets
 * SIGTERM when we die. A program that cannot be executed ends with status 127. After a signal it
 * has ten seconds to clean up, then it is killed.
 *
 * Return: 0 whatever its status is; -EINTR when a signal asked us to end (the program has ended
 * too, or was not started), which is no error; or the -errno of memfd_create() or fork().
 */
int cg_child_run(const struct cg_child *child, struct cg_watch *watch, struct cg_child_end *end,
		 struct cg_error *error);

/** cg_child_end_free() - release it; a zeroed one is fine */
void cg_child_end_free(struct cg_child_end *end);

/**
 * cg_child_last_words() - why a program of this suite failed or skipped: the last line that
 * it printed on stderr and that is no warning, without the "name: " and "skipped: " before it
 * @end: with its .err kept, which is cut into lines
 * @name: the program's name, argv[0]
 *
 * Return: the line, inside @end->err; "" if there is none.
 */
const char *cg_child_last_words(struct cg_child_end *end, const char *name);

#endif
