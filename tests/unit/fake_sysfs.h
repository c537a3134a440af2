/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_sysfs.h - a directory that looks like sysfs, built from a table of paths and texts.
 *
 * The machines that break tools (no node 0, CPUs above 1024, 224 CPUs) are not at hand; their
 * sysfs is. Paths are relative to devices/system. Include after cmocka.h.
 */
#ifndef CGPONG_TESTS_FAKE_SYSFS_H
#define CGPONG_TESTS_FAKE_SYSFS_H

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct fake_file {
	const char *path; /* NULL ends the table */
	const char *text;
};

static char fake_root[] = "/tmp/cgpong-test-sysfs.XXXXXX";

/* Write one file, with the directories it is in. */
static inline void fake_add(const char *path, const char *text)
{
	char full[PATH_MAX];
	FILE *stream;

	snprintf(full, sizeof(full), "%s/devices/system/%s", fake_root, path);
	for (char *slash = full + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		assert_true(mkdir(full, 0755) == 0 || errno == EEXIST);
	}
	stream = fopen(full, "we");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

/* The sysfs that @files describes; replaces the last one. Returns its mount point. */
static inline const char *fake_sysfs(const struct fake_file *files)
{
	strcpy(fake_root + sizeof(fake_root) - sizeof("XXXXXX"), "XXXXXX");
	assert_non_null(mkdtemp(fake_root));
	for (; files->path; files++)
		fake_add(files->path, files->text);
	return fake_root;
}

static inline int fake_remove_entry(const char *path, const struct stat *status, int type,
				    struct FTW *where)
{
	(void)status;
	(void)type;
	(void)where;
	return remove(path);
}

static inline void fake_remove(void)
{
	assert_int_equal(nftw(fake_root, fake_remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

#endif
