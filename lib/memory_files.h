/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * memory_files.h - a cgroup's memory.stat and memory.events (v1: memory.stat, memory.failcnt,
 * memory.oom_control) as numbers, and their change over a run.
 */
#ifndef CGPONG_MEMORY_FILES_H
#define CGPONG_MEMORY_FILES_H

#include <stddef.h>
#include <stdint.h>

#define CG_MEMORY_KEYS_MAX 160

struct cg_memory_value {
	char key[48];
	int64_t value;
};

struct cg_memory_file {
	size_t nr;
	struct cg_memory_value values[CG_MEMORY_KEYS_MAX];
};

struct cg_memory_files {
	int version; /* of the cgroup hierarchy; 0: nothing was read */
	struct cg_memory_file stat;
	struct cg_memory_file events; /* memory.events; v1: failcnt, oom_kill, under_oom */
};

/**
 * cg_memory_files_read() - read them
 * @directory: the cgroup, or NULL
 * @version: of its hierarchy
 *
 * Files that are not there (the root cgroup has no memory.events) have no values. Only lines of a
 * key and one number count; keys beyond CG_MEMORY_KEYS_MAX are left out.
 */
void cg_memory_files_read(struct cg_memory_files *files, const char *directory, int version);

/**
 * cg_memory_files_add_events() - add the events of another cgroup on v1, where each counts only what
 * happened in itself (v2 counts what happened below as well)
 */
void cg_memory_files_add_events(struct cg_memory_files *files, const char *directory);

/** cg_memory_files_subtract() - @files minus @before, key by key; a key that one lacks goes */
void cg_memory_files_subtract(struct cg_memory_files *files, const struct cg_memory_files *before);

#endif
