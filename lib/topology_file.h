/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * topology_file.h - reads the groups of a topology from a file. For topology.c only.
 */
#ifndef CGPONG_TOPOLOGY_FILE_H
#define CGPONG_TOPOLOGY_FILE_H

#include "error.h"
#include "topology.h"

/* No topology needs more, and what is larger is another kind of file. */
#define CG_TOPOLOGY_FILE_MAX_BYTES (64ul * 1024)

/**
 * cg_topology_file_read() - fill a topology's groups from a file
 * @topology: its groups are appended to; its @file names the file and is used in messages
 * @error: usage errors, "FILE:LINE: ..."
 *
 * The format is documented in docs/topologies.md. Return: 0, -ENOMEM, -EINVAL, or the -errno of
 * open or read. What was filled in stays with @topology, also after a failure.
 */
int cg_topology_file_read(struct cg_topology *topology, struct cg_error *error);

#endif
