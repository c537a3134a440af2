/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * topology.h - the tree of cgroups a context wants, and which workers live where.
 *
 * Comes from a shorthand (root, inherit, leaf, deep:N, siblings:N, split) or from a
 * file; creates nothing, that is cgroup.h's. The file format is documented in
 * docs/topologies.md.
 */
#ifndef CGPONG_TOPOLOGY_H
#define CGPONG_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* Deeper or wider trees than these are refused: a typo must not make a million cgroups. */
#define CG_TOPOLOGY_MAX_DEPTH  32
#define CG_TOPOLOGY_MAX_GROUPS 4096

enum cg_topology_kind {
	CG_TOPOLOGY_ROOT,    /* every worker in the machine's root memcg */
	CG_TOPOLOGY_INHERIT, /* no worker is moved */
	CG_TOPOLOGY_TREE,    /* groups are created and workers moved into them */
};

enum cg_residents {
	CG_RESIDENTS_NOBODY,
	CG_RESIDENTS_ALL,
	CG_RESIDENTS_PING, /* member 0 of every instance */
	CG_RESIDENTS_PONG, /* every other member */
	CG_RESIDENTS_EACH, /* every N-th instance; in a ring, every N-th member */
};

/* One interface file to write, as it stands. */
struct cg_topology_key {
	char *name; /* e.g. memory.high */
	char *value;
	unsigned int line; /* in its file, for messages; 0 for a shorthand */
};

/*
 * One cgroup below the run's own. Parents come before their children, and a group with
 * residents has no children (cgroup v2 allows no processes in a cgroup with controllers).
 */
struct cg_group {
	char *path; /* relative, e.g. "top/client"; checked: cannot leave the run's own cgroup */
	enum cg_residents residents;
	unsigned int each_index, each_count; /* with CG_RESIDENTS_EACH: which of how many */
	size_t nr_keys;
	struct cg_topology_key *keys;
	unsigned int line; /* of its section; 0 if only a section below it implies it */
};

struct cg_topology {
	char *spec; /* as given on the command line */
	char *file; /* the file it was read from, or NULL */
	enum cg_topology_kind kind;
	size_t nr_groups;
	struct cg_group *groups;
};

/**
 * cg_topology_parse() - a context's SPEC
 * @topology: filled on success; freed by the caller with cg_topology_free()
 * @spec: a shorthand, a name of a file in @directories without ".ini", or a path (has a '/'
 *	or ends in ".ini")
 * @directories: NULL-terminated list of where named topologies are looked for; may be NULL
 * @error: see error.h; for a file, "FILE:LINE: ..."
 *
 * `leaf` is one group "leaf" with everybody in it; `deep:N` is a chain "level.1/level.2/..." of N
 * groups with everybody in the last; `siblings:N` is what a section "[leaf]" with
 * "workers = each/N" gives: groups leaf.0 ... leaf.N-1; `split` is "client" for ping and "server"
 * for pong.
 *
 * Return: 0, -ENOMEM, -EINVAL (usage) for a wrong SPEC or file, or the -errno of reading it
 * (usage as well: the user named it).
 */
int cg_topology_parse(struct cg_topology *topology, const char *spec,
		      const char *const *directories, struct cg_error *error);

/** cg_topology_free() - release what cg_topology_parse() filled; a zeroed struct is fine */
void cg_topology_free(struct cg_topology *topology);

/**
 * cg_topology_group_of() - where a worker lives
 * @topology: of kind TREE
 * @instance, @member: the worker
 * @nr_members: workers in an instance
 * @by_member: spread each/N over members (rings) instead of over instances
 *
 * Return: the index of its group, or -1 if it lives in none or an instance has no such member.
 */
int cg_topology_group_of(const struct cg_topology *topology, size_t instance, size_t member,
			 size_t nr_members, bool by_member);

/**
 * cg_topology_check_residents() - see that every worker of a run lives in exactly one group
 *
 * Arguments as cg_topology_group_of(). Groups of each/N that stay empty because there are fewer
 * than N instances are fine. Fine too is any topology that is not a TREE. Return: 0, or -EINVAL
 * (usage), also for a group of pongs where instances have one worker only.
 */
int cg_topology_check_residents(const struct cg_topology *topology, size_t nr_instances,
				size_t nr_members, bool by_member, struct cg_error *error);

#endif
