/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracer.h - runs a command with all it forks under ptrace, and makes one system call fail.
 *
 * Works on static programs, too, which cannot be preloaded.
 */
#ifndef INJECT_TRACER_H
#define INJECT_TRACER_H

#include <stdbool.h>
#include <stddef.h>

#define TRACER_TEXT_BYTES 80

/* One system call of a run: the @call-th, from 0, of the @process-th that was started. */
struct traced_call {
	unsigned int process, call;
	long nr;
	char text[TRACER_TEXT_BYTES]; /* its path, or "" */
};

struct tracer_plan {
	char *const *command;
	const char *output, *errors; /* files that get stdout and stderr */
	/* The first process's calls are counted from its first one of this name; NULL for all. */
	const char *from;
	unsigned int seconds; /* after which it hangs */
	bool inject;
	unsigned int process, call;
	unsigned int error; /* which of its kind's errors it fails with */
};

struct tracer_result {
	int status; /* of the command, as waitpid() has it */
	bool injected, hung;
	struct traced_call victim; /* the call that was made to fail */
	int error;		   /* what it failed with */
	int crash;		   /* the signal that ended one of ours, or 0 */
	unsigned int outlived;	   /* processes that were there 2 s after the command had ended */
	struct traced_call *calls; /* all of them, where nothing is injected; the caller frees */
	size_t nr_calls;
};

/**
 * tracer_run() - run a command to its end
 * Return: 0, or -errno where it cannot be traced. Whatever it left running is killed.
 */
int tracer_run(const struct tracer_plan *plan, struct tracer_result *result);

#endif
