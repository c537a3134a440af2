// SPDX-License-Identifier: GPL-2.0-only
/*
 * placement.c - which CPU each worker is pinned to, and the pinning. See placement.h.
 *
 * Seats are worked out from the machine's description alone, so every policy can be tested
 * for machines that are not here; only cg_placement_pin() talks to the kernel.
 */
#include "placement.h"

#include <errno.h>
#include <numaif.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static const char *const place_names[] = {
	[CG_PLACE_DEFAULT] = "default",	    [CG_PLACE_CROSS_NODE] = "cross-node",
	[CG_PLACE_SAME_NODE] = "same-node", [CG_PLACE_SMT] = "smt",
	[CG_PLACE_SAME_CPU] = "same-cpu",   [CG_PLACE_SPREAD] = "spread",
	[CG_PLACE_NONE] = "none",
};

/* A request under work. */
struct plan {
	const struct cg_machine *machine;
	size_t nr_instances;
	size_t nr_members;
	struct cg_seat *seats;
	struct cg_error *error;
};

int cg_place_parse(const char *name, enum cg_place *place, struct cg_error *error)
{
	for (enum cg_place i = CG_PLACE_CROSS_NODE; i <= CG_PLACE_NONE; i++) {
		if (strcmp(name, place_names[i]) == 0) {
			*place = i;
			return 0;
		}
	}
	cg_error_usage(error, "unknown placement '%s'", name);
	cg_error_cure(error, "one of cross-node, same-node, smt, same-cpu, spread, none");
	return -EINVAL;
}

const char *cg_place_name(enum cg_place place)
{
	return place_names[place];
}

enum cg_place cg_place_default(const struct cg_machine *machine)
{
	return machine->nr_nodes >= 2 ? CG_PLACE_CROSS_NODE : CG_PLACE_SAME_NODE;
}

static struct cg_seat seat_on(const struct cg_cpu *cpu)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an order has every CPU */
	return (struct cg_seat){ .cpu = cpu->id, .node = cpu->node };
}

static struct cg_seat *seat_of(const struct plan *plan, size_t instance, size_t member)
{
	return &plan->seats[instance * plan->nr_members + member];
}

/*
 * All CPUs, node after node taking its next one while it has any, and last those in no node:
 * however few are used, they are spread over the nodes. NULL without memory.
 */
static const struct cg_cpu **spread_order(const struct cg_machine *machine)
{
	const struct cg_cpu **order = calloc(machine->nr_cpus, sizeof(*order));
	size_t nr_in_nodes = 0;
	size_t filled = 0;

	if (!order)
		return NULL;
	for (size_t n = 0; n < machine->nr_nodes; n++)
		nr_in_nodes += machine->nodes[n].nr_cpus;
	for (size_t turn = 0; filled < nr_in_nodes; turn++) {
		for (size_t n = 0; n < machine->nr_nodes; n++) {
			if (turn < machine->nodes[n].nr_cpus)
				order[filled++] = machine->nodes[n].cpus[turn];
		}
	}
	for (size_t i = 0; i < machine->nr_cpus; i++) {
		if (machine->cpus[i].node < 0)
			order[filled++] = &machine->cpus[i];
	}
	return order;
}

/* The next CPU of the node at @index, beginning again after its last. */
static struct cg_seat next_seat(const struct cg_machine *machine, size_t *cursors, size_t index)
{
	const struct cg_node *node = &machine->nodes[index];

	return seat_on(node->cpus[cursors[index]++ % node->nr_cpus]);
}

/* With @cross each member on the node after the last one's, else an instance on one node. */
static int assign_by_node(const struct plan *plan, bool cross)
{
	size_t nr_nodes = plan->machine->nr_nodes;
	size_t *cursors = calloc(nr_nodes, sizeof(*cursors));

	if (!cursors)
		return cg_error_fail(plan->error, ENOMEM, "place the workers");
	for (size_t i = 0; i < plan->nr_instances; i++) {
		for (size_t m = 0; m < plan->nr_members; m++) {
			size_t turn = cross ? i * plan->nr_members + m : i;

			*seat_of(plan, i, m) = next_seat(plan->machine, cursors, turn % nr_nodes);
		}
	}
	free(cursors);
	return 0;
}

static int assign_cross_node(const struct plan *plan)
{
	const struct cg_machine *machine = plan->machine;
	char *online;

	if (machine->nr_nodes >= 2)
		return assign_by_node(plan, true);
	online = cg_cpulist_format(machine->nodes_online);
	if (!online)
		return cg_error_fail(plan->error, ENOMEM, "place the workers");
	cg_error_skip(plan->error, 0,
		      "placement cross-node needs two nodes with CPUs we may use, here is node %d "
		      "(online: %s)",
		      machine->nodes[0].id, online);
	free(online);
	if (numa_bitmask_weight(machine->nodes_online) >= 2)
		cg_error_cure(plan->error, "widen the affinity (taskset) or cpuset of this shell, "
					   "or use --place same-node");
	else
		cg_error_cure(plan->error, "use --place same-node, or a guest with two nodes: "
					   "cgpong lab run --nodes 2 -- ...");
	return -ENODEV;
}

/* How many CPUs of ours are on the core that begins with @first, 0 if none does; and one of them. */
static size_t core_threads(const struct cg_machine *machine, const struct cg_cpu *first,
			   size_t wanted, const struct cg_cpu **thread)
{
	size_t nr_threads = 0;

	for (size_t i = 0; i < machine->nr_cpus; i++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an order has every CPU */
		if (machine->cpus[i].first_thread != first->id)
			continue;
		if (nr_threads == wanted)
			*thread = &machine->cpus[i];
		nr_threads++;
	}
	return nr_threads;
}

/* Keep in @order the first threads of cores that have a second one. Returns how many. */
static size_t keep_smt_cores(const struct cg_machine *machine, const struct cg_cpu **order)
{
	const struct cg_cpu *thread;
	size_t kept = 0;

	for (size_t i = 0; i < machine->nr_cpus; i++) {
		if (core_threads(machine, order[i], 0, &thread) >= 2)
			order[kept++] = order[i];
	}
	return kept;
}

/* Instance after instance on the next core in spread order. */
static int assign_smt(const struct plan *plan, const struct cg_cpu **order)
{
	size_t nr_cores = keep_smt_cores(plan->machine, order);

	if (!nr_cores) {
		cg_error_skip(plan->error, 0,
			      "placement smt needs a core with two CPUs we may use");
		cg_error_cure(plan->error, "use --place same-node, or see "
					   "/sys/devices/system/cpu/smt/control");
		return -ENODEV;
	}
	for (size_t i = 0; i < plan->nr_instances; i++) {
		const struct cg_cpu *first = order[i % nr_cores];
		const struct cg_cpu *thread = first;
		size_t nr_threads = core_threads(plan->machine, first, 0, &thread);

		for (size_t m = 0; m < plan->nr_members; m++) {
			core_threads(plan->machine, first, m % nr_threads, &thread);
			*seat_of(plan, i, m) = seat_on(thread);
		}
	}
	return 0;
}

/* Instance after instance, or with @each worker after worker, on the next CPU in spread order. */
static void assign_spread(const struct plan *plan, const struct cg_cpu **order, bool each)
{
	for (size_t i = 0; i < plan->nr_instances; i++) {
		for (size_t m = 0; m < plan->nr_members; m++) {
			size_t turn = each ? i * plan->nr_members + m : i;

			*seat_of(plan, i, m) = seat_on(order[turn % plan->machine->nr_cpus]);
		}
	}
}

static int assign_in_order(const struct plan *plan, enum cg_place place)
{
	const struct cg_cpu **order = spread_order(plan->machine);
	int result = 0;

	if (!order)
		return cg_error_fail(plan->error, ENOMEM, "place the workers");
	if (place == CG_PLACE_SMT)
		result = assign_smt(plan, order);
	else
		assign_spread(plan, order, place == CG_PLACE_SPREAD);
	free(order);
	return result;
}

static void assign_none(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nr_instances * plan->nr_members; i++)
		plan->seats[i] = (struct cg_seat){ .cpu = -1, .node = -1 };
}

int cg_placement_assign(const struct cg_machine *machine, enum cg_place place, size_t nr_instances,
			size_t nr_members, struct cg_seat *seats, struct cg_error *error)
{
	struct plan plan = {
		.machine = machine,
		.nr_instances = nr_instances,
		.nr_members = nr_members,
		.seats = seats,
		.error = error,
	};

	if (place == CG_PLACE_DEFAULT)
		place = cg_place_default(machine);
	switch (place) {
	case CG_PLACE_CROSS_NODE:
		return assign_cross_node(&plan);
	case CG_PLACE_SAME_NODE:
		return assign_by_node(&plan, false);
	case CG_PLACE_NONE:
		assign_none(&plan);
		return 0;
	default:
		return assign_in_order(&plan, place);
	}
}

/*
 * Local allocation, whatever policy we were started with (numactl). Where the kernel knows no
 * policies, or a container's seccomp filter refuses them (EPERM), local is all there is.
 */
static int set_local_policy(struct cg_error *error)
{
	if (numa_available() < 0)
		return 0;
	if (set_mempolicy(MPOL_LOCAL, NULL, 0) && errno != ENOSYS && errno != EPERM)
		return cg_error_fail(error, errno, "set_mempolicy MPOL_LOCAL");
	return 0;
}

static int set_affinity(int cpu, struct cg_error *error)
{
	struct bitmask *mask = cg_cpulist_mask((unsigned long)cpu + 1);
	int code;

	if (!mask)
		return cg_error_fail(error, ENOMEM, "pin to cpu %d", cpu);
	numa_bitmask_setbit(mask, (unsigned int)cpu);
	code = sched_setaffinity(0, numa_bitmask_nbytes(mask), (cpu_set_t *)mask->maskp) ? errno
											 : 0;
	numa_bitmask_free(mask);
	return code ? cg_error_fail(error, code, "pin to cpu %d: sched_setaffinity", cpu) : 0;
}

/* A cpuset can cut a mask down, and an emulated kernel can ignore it, without an error. */
static int check_affinity(int cpu, struct cg_error *error)
{
	struct bitmask *mask;
	bool exact;
	int current;
	int result = cg_machine_affinity(&mask, error);

	if (result)
		return result;
	exact = cg_cpulist_has(mask, cpu) && numa_bitmask_weight(mask) == 1;
	numa_bitmask_free(mask);
	if (!exact) {
		cg_error_fail(error, 0, "pin to cpu %d: kernel gave us another mask", cpu);
		return -EXDEV;
	}
	current = sched_getcpu();
	if (current < 0)
		return cg_error_fail(error, errno, "pin to cpu %d: getcpu", cpu);
	if (current != cpu) {
		cg_error_fail(error, 0, "pin to cpu %d: kernel runs us on cpu %d", cpu, current);
		return -EXDEV;
	}
	return 0;
}

int cg_placement_pin(const struct cg_seat *seat, struct cg_error *error)
{
	int result;

	if (seat->cpu >= 0) {
		result = set_affinity(seat->cpu, error);
		if (!result)
			result = check_affinity(seat->cpu, error);
		if (result)
			return result;
	}
	return set_local_policy(error);
}
