/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * placement.h - which CPU each worker is pinned to.
 */
#ifndef CGPONG_PLACEMENT_H
#define CGPONG_PLACEMENT_H

#include <stddef.h>
#include <sys/types.h>

#include "error.h"
#include "machine.h"
#include "place.h"

/* Where one worker sits. */
struct cg_seat {
	int cpu;  /* -1: not pinned */
	int node; /* the CPU's node id; -1 if not pinned, or if the CPU is in no node */
};

/**
 * cg_place_parse() - a policy's name, as on the command line
 * Return: 0, or -EINVAL with a usage error that names the policies.
 */
int cg_place_parse(const char *name, enum cg_place *place, struct cg_error *error);

/** cg_place_name() - the name of @place, as on the command line */
const char *cg_place_name(enum cg_place place);

/** cg_place_default() - what CG_PLACE_DEFAULT stands for on this machine */
enum cg_place cg_place_default(const struct cg_machine *machine);

/**
 * cg_placement_assign() - give every worker a seat
 * @machine: what we may use
 * @place: the policy
 * @nr_instances, @nr_members: instances, and workers in each
 * @seats: filled; worker m of instance i is at [i * nr_members + m]
 * @error: see error.h
 *
 * Instance after instance takes the next CPUs of its nodes and begins again at the first
 * when they run out, so N instances on two nodes of N CPUs each pair the i-th CPU of one
 * with the i-th CPU of the other. A node's CPUs are taken in the order of cg_node.cpus: all
 * cores once before any core twice. With one member, cross-node alternates over the nodes.
 * `spread`, `same-cpu` and `smt` take CPUs or cores from all nodes in turn, those in no node
 * last; a member of `smt` beyond its core's threads shares the first again.
 *
 * Return: 0, -ENOMEM, or -ENODEV (skipped) where the machine lacks what the policy needs: a second
 * node with CPUs we may use (cross-node), a core with two CPUs we may use (smt).
 */
int cg_placement_assign(const struct cg_machine *machine, enum cg_place place, size_t nr_instances,
			size_t nr_members, struct cg_seat *seats, struct cg_error *error);

/**
 * cg_placement_pin() - pin the calling thread, memory policy local, and see that it took
 * @seat: where; with cpu -1 only the memory policy is set
 * @error: see error.h
 *
 * Return: 0, the -errno of the failed call, or -EXDEV if the kernel accepted the mask
 * but runs us elsewhere or with another mask.
 */
int cg_placement_pin(const struct cg_seat *seat, struct cg_error *error);

#endif
