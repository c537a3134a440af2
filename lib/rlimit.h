/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rlimit.h - our own resource limits, raised as far as the run needs and we may.
 */
#ifndef CGPONG_RLIMIT_H
#define CGPONG_RLIMIT_H

#include <stdint.h>

#include "error.h"

/**
 * cg_rlimit_raise_files() - see that @needed descriptors can be open in one process
 *
 * Raises RLIMIT_NOFILE of this process (and so of its children). Return: 0, or -errno
 * (skipped) with the ulimit command.
 */
int cg_rlimit_raise_files(uint64_t needed, struct cg_error *error);

/**
 * cg_rlimit_check_tasks() - see that the kernel can have @needed more processes or threads
 * @proc: where procfs is mounted; NULL for /proc
 *
 * kernel.pid_max and kernel.threads-max, less what runs already. What else may refuse them (ulimit
 * -u, pids.max) shows when they are made. Return: 0, or -EAGAIN (skipped) with the cure.
 */
int cg_rlimit_check_tasks(const char *proc, uint64_t needed, struct cg_error *error);

#endif
