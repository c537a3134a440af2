/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_group.h - a run's group of kprobe events and the private trace instance they are
 * enabled in: made, locked, removed, and swept when their run was killed.
 *
 * The group is "cgpong_<id>", the instance "cgpong.<id>"; see probes.h for ids.
 */
#ifndef CGPONG_PROBE_GROUP_H
#define CGPONG_PROBE_GROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "probes.h"

#define CG_PROBE_GROUP_ID_BYTES CG_PROBES_ID_BYTES

struct cg_probe_group {
	int lock;  /* the instance's directory, locked; -1: not made, or let go in a child */
	int watch; /* inotify of new instances; -1: there is none */
	char id[CG_PROBE_GROUP_ID_BYTES]; /* "<pid>" or "<pid>_<n>" */
};

/**
 * cg_probe_group_create() - make the instance under the first free id, lock it, and turn its
 * ring buffer off
 * @group: filled; cg_probe_group_remove() is due also after a failure
 * @tracefs: from cg_tracefs_open(), as below
 * @error: see error.h
 *
 * Return: 0 or -errno.
 */
int cg_probe_group_create(struct cg_probe_group *group, int tracefs, struct cg_error *error);

/** cg_probe_group_enable() - switch all events of the group. Return: 0 or -errno */
int cg_probe_group_enable(const struct cg_probe_group *group, int tracefs, bool on);

/** cg_probe_group_unlock() - let go of the lock in a forked child */
void cg_probe_group_unlock(struct cg_probe_group *group);

/**
 * cg_probe_group_remove() - disable, remove the instance, then the events
 *
 * Does nothing where there is no lock, so a child that let go cannot remove its parent's.
 *
 * Return: false if something of it is there still, because the kernel does not let go of it.
 */
bool cg_probe_group_remove(struct cg_probe_group *group, int tracefs);

/**
 * cg_probe_group_company() - whether another run has probes now, or made some since the last call
 * @id: set to its id, CG_PROBE_GROUP_ID_BYTES, if there is one
 */
bool cg_probe_group_company(const struct cg_probe_group *group, int tracefs, char *id);

/** cg_probe_group_sweep() - as cg_probes_sweep() */
size_t cg_probe_group_sweep(int tracefs);

#endif
