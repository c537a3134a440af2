/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_name.h - what the directories are called that a run creates, and which are whose.
 */
#ifndef CGPONG_RUN_NAME_H
#define CGPONG_RUN_NAME_H

#include <stdbool.h>
#include <sys/types.h>

/* "cgpong.<pid>.<n>": one context of a run; NAME_MAX is far away. */
#define CG_RUN_NAME_BYTES 48
#define CG_RUN_NAME_TREE  "cgpong.%d.%u"
/* Where a run moves itself while the cgroup it was started in has controllers for children. */
#define CG_RUN_NAME_SELF "cgpong.%d.self"
/* Followed by a controller: a run enabled it in the directory's subtree_control. */
#define CG_RUN_NAME_MARKER "cgpong.enabled."

/**
 * cg_run_name_parse() - whether a name is exactly "cgpong.<pid>.<n>" or "cgpong.<pid>.self"
 * @name: one path component
 * @pid: set if it is
 * @is_self: set if it is; whether it is the latter
 */
bool cg_run_name_parse(const char *name, pid_t *pid, bool *is_self);

#endif
