/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cgroupfs.h - one cgroup, held by a descriptor of its directory.
 *
 * By descriptor and never by path, so that nothing outside the directory that was opened (and,
 * for ours, locked) can be written, killed or removed. For the library's own cgroup files.
 */
#ifndef CGPONG_CGROUPFS_H
#define CGPONG_CGROUPFS_H

#include <stdbool.h>

#include "error.h"

/**
 * cg_cgroupfs_open() - open a cgroup's directory
 * @parent: descriptor of its parent, or AT_FDCWD with a path as @name
 *
 * A symbolic link as the last component is refused. Return: a descriptor, or -errno.
 */
int cg_cgroupfs_open(int parent, const char *name);

/**
 * cg_cgroupfs_lock() - take hold of a cgroup with flock
 * @directory: its descriptor
 * @operation: LOCK_SH or LOCK_EX
 * @timeout_ms: how long to try; 0 for one try
 *
 * Return: 0, -EWOULDBLOCK if somebody else holds it, or the -errno of flock.
 */
int cg_cgroupfs_lock(int directory, int operation, unsigned int timeout_ms);

/**
 * cg_cgroupfs_read() - a whole file
 * @directory: descriptor of its directory
 * @name: the file
 * @text: set on success, terminated, freed by the caller
 *
 * Return: 0 or -errno.
 */
int cg_cgroupfs_read(int directory, const char *name, char **text);

/** cg_cgroupfs_write() - write @value in one call, as interface files want it; 0 or -errno */
int cg_cgroupfs_write(int directory, const char *name, const char *value);

/** cg_cgroupfs_has_word() - whether blank-separated @name has @word, whole; false if unreadable */
bool cg_cgroupfs_has_word(int directory, const char *name, const char *word);

/**
 * cg_cgroupfs_is_empty() - whether no process is in the cgroup or below it
 * @timeout_ms: how long to wait for processes to leave
 *
 * What cannot be read counts as inhabited.
 */
bool cg_cgroupfs_is_empty(int directory, unsigned int timeout_ms);

/** cg_cgroupfs_has_self() - whether the calling process is in the cgroup or below it */
bool cg_cgroupfs_has_self(int directory);

/**
 * cg_cgroupfs_kill() - SIGKILL every process in the cgroup and below it
 * @timeout_ms: how long to wait until they are gone
 *
 * The calling process must not be in it. Return: 0, or -EBUSY if some are left.
 */
int cg_cgroupfs_kill(int directory, unsigned int timeout_ms);

/**
 * cg_cgroupfs_remove() - remove a cgroup with all below it
 * @parent: descriptor of its parent
 * @name: one path component
 * @timeout_ms: how long to try again while the kernel says EBUSY
 *
 * Return: 0 (also if it is gone already) or the -errno of rmdir.
 */
int cg_cgroupfs_remove(int parent, const char *name, unsigned int timeout_ms);

/**
 * cg_cgroupfs_fault() - record a failed call on a cgroup, with the cure its errno suggests
 * @error: see error.h; privileges and the like that this machine lacks are of kind SKIPPED
 * @code: positive errno
 * @version: of the hierarchy, 1 or 2
 * @format: the call and its object
 *
 * Return: -@code.
 */
int cg_cgroupfs_fault(struct cg_error *error, int code, int version, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

#endif
