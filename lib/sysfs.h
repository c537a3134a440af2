/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sysfs.h - small files below devices/system of sysfs, or of a directory that stands for it.
 *
 * A missing file is -ENOENT and no error, because what is missing depends on the kernel and
 * mostly has a meaning; every other failure is recorded with the file's path.
 */
#ifndef CGPONG_SYSFS_H
#define CGPONG_SYSFS_H

#include <limits.h>

#include "cpulist.h"
#include "error.h"

/* A reader of one file at a time. Set @mount and @error, then choose files. */
struct cg_sysfs {
	const char *mount; /* "/sys", or what tests put in its place */
	struct cg_error *error;
	char path[PATH_MAX + 128]; /* cut only where open() says ENAMETOOLONG anyway */
};

/** cg_sysfs_path() - choose the file to read next, relative to devices/system, printf style */
void cg_sysfs_path(struct cg_sysfs *sysfs, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * cg_sysfs_text() - the whole file as it stands
 * @text: a new string on success, freed by the caller
 *
 * Return: 0, -ENOENT (not recorded), -or the -errno of open or read.
 */
int cg_sysfs_text(struct cg_sysfs *sysfs, char **text);

/**
 * cg_sysfs_list() - a list of ids
 * @mask: as for cg_cpulist_parse()
 *
 * Return: as cg_sysfs_text() and cg_cpulist_parse().
 */
int cg_sysfs_list(struct cg_sysfs *sysfs, struct bitmask **mask);

/**
 * cg_sysfs_id() - one id, an integer from 0
 * @unknown: what a missing file, or -1 in it (the kernel does not know), stands for
 * @id: always set
 *
 * Return: 0; -EINVAL or -ERANGE if it is none; -errno as cg_sysfs_text(), but not -ENOENT.
 */
int cg_sysfs_id(struct cg_sysfs *sysfs, int unknown, int *id);

#endif
