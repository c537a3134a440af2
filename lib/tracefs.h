/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs.h - the kernel's tracing files: where they are, and whole reads and writes of them.
 *
 * Nothing is mounted or changed by looking. Paths are relative to the mount, and every file is
 * closed again at once: one that stays open keeps its trace instance from being removed.
 */
#ifndef CGPONG_TRACEFS_H
#define CGPONG_TRACEFS_H

#include "error.h"

/**
 * cg_tracefs_open() - find tracefs
 * @error: see error.h; SKIPPED with the cure where it is not mounted or we may not use it
 *
 * /sys/kernel/tracing, else /sys/kernel/debug/tracing, if tracefs is mounted there.
 *
 * Return: a descriptor of the directory, to be closed by the caller, or -errno.
 */
int cg_tracefs_open(struct cg_error *error);

/**
 * cg_tracefs_read() - a whole file
 * @tracefs: from cg_tracefs_open()
 * @path: the file
 * @text: a new terminated string on success, freed by the caller
 *
 * Return: 0, -ENOMEM, -EFBIG beyond 64 MiB, or the -errno of open or read.
 */
int cg_tracefs_read(int tracefs, const char *path, char **text);

/**
 * cg_tracefs_write() - one write, at the end of the file
 * @tracefs: from cg_tracefs_open()
 * @path: the file
 * @text: what to write
 *
 * Never truncates: opening kprobe_events with O_TRUNC removes everybody's probes.
 *
 * Return: 0, -EIO if it was written in part, or the -errno of open or write.
 */
int cg_tracefs_write(int tracefs, const char *path, const char *text);

/**
 * cg_tracefs_fail() - record that a tracefs file could not be used, with the cure
 * @error: see error.h; SKIPPED for what this machine denies or lacks, else FAILED
 * @code: positive errno value
 * @call, @path: what failed
 *
 * Return: -@code.
 */
int cg_tracefs_fail(struct cg_error *error, int code, const char *call, const char *path);

#endif
