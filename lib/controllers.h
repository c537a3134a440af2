/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * controllers.h - cgroup v2 controllers that a run enables for its cgroups, and puts back.
 *
 * A run holds its parent cgroup with a shared flock for as long as it needs what is enabled
 * there; whoever gets the exclusive one knows that nobody does.
 */
#ifndef CGPONG_CONTROLLERS_H
#define CGPONG_CONTROLLERS_H

#include <stdbool.h>

#include "error.h"

/**
 * cg_controllers_check() - see that a cgroup has a controller to offer to its children
 *
 * Arguments as cg_controllers_enable(). Return: 0, or -ENOTSUP (skipped) with the cure.
 */
int cg_controllers_check(int directory, const char *path, const char *controller,
			 struct cg_error *error);

/**
 * cg_controllers_enable() - offer a controller to the children of a cgroup
 * @directory: descriptor of the cgroup, locked shared by the caller
 * @path: its path, for messages
 * @controller: e.g. "memory"
 * @error: see error.h
 *
 * Where it is not enabled already, a marker cgroup is created first, so that a later run can
 * undo it even if this one is killed in between.
 *
 * Return: 0, -ENOTSUP (skipped) if the cgroup does not offer it, or the -errno of a failed call.
 */
int cg_controllers_enable(int directory, const char *path, const char *controller,
			  struct cg_error *error);

/**
 * cg_controllers_restore() - disable what runs have enabled, if no run needs it any more
 * @directory: descriptor of the cgroup, not locked
 *
 * Return: true if nothing of ours is enabled there any more.
 */
bool cg_controllers_restore(int directory);

#endif
