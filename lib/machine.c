// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine.c - the CPUs and NUMA nodes this process may use. See machine.h.
 *
 * Everything is read from sysfs, not asked of libnuma, whose tables assume CPU and node ids
 * without holes, ignore the cpuset, and are of the machine it runs on only. So this works
 * where numa_available() says no as well.
 */
#include "machine.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"
#include "sysfs.h"

static int out_of_memory(struct cg_error *error)
{
	return cg_error_fail(error, ENOMEM, "read the CPUs and nodes of this machine");
}

/* What a kernel without nodes stands for. */
static int mask_of_node_0(struct bitmask **mask, struct cg_error *error)
{
	*mask = cg_cpulist_mask(1);
	if (!*mask)
		return out_of_memory(error);
	numa_bitmask_setbit(*mask, 0);
	return 0;
}

static int mask_copy(struct bitmask **copy, const struct bitmask *mask, struct cg_error *error)
{
	*copy = cg_cpulist_mask(mask->size);
	if (!*copy)
		return out_of_memory(error);
	for (int id = cg_cpulist_next(mask, 0); id >= 0; id = cg_cpulist_next(mask, id + 1))
		numa_bitmask_setbit(*copy, (unsigned int)id);
	return 0;
}

int cg_machine_affinity(struct bitmask **mask, struct cg_error *error)
{
	struct bitmask *made;
	int code = EINVAL;

	/* The kernel refuses a mask shorter than its own with EINVAL. */
	for (unsigned long bits = 1024; bits <= CG_CPULIST_MAX_ID + 1 && code == EINVAL;
	     bits *= 2) {
		made = cg_cpulist_mask(bits);
		if (!made)
			return out_of_memory(error);
		if (!sched_getaffinity(0, numa_bitmask_nbytes(made), (cpu_set_t *)made->maskp)) {
			*mask = made;
			return 0;
		}
		code = errno;
		numa_bitmask_free(made);
	}
	return cg_error_fail(error, code, "sched_getaffinity");
}

/* Which CPUs are online, and which of them we may use. */
static int read_allowed(struct cg_machine *machine, const struct bitmask *affinity,
			struct cg_sysfs *sysfs)
{
	int result;

	result = affinity ? mask_copy(&machine->allowed, affinity, sysfs->error)
			  : cg_machine_affinity(&machine->allowed, sysfs->error);
	if (result)
		return result;
	cg_sysfs_path(sysfs, "cpu/online");
	result = cg_sysfs_list(sysfs, &machine->online);
	if (result == -ENOENT)
		result = mask_copy(&machine->online, machine->allowed, sysfs->error);
	if (result)
		return result;
	for (int id = cg_cpulist_next(machine->allowed, 0); id >= 0;
	     id = cg_cpulist_next(machine->allowed, id + 1)) {
		if (!cg_cpulist_has(machine->online, id))
			numa_bitmask_clearbit(machine->allowed, (unsigned int)id);
	}
	machine->nr_cpus = numa_bitmask_weight(machine->allowed);
	if (machine->nr_cpus)
		return 0;
	return cg_error_fail(sysfs->error, ENODEV, "no CPU is both online and in our affinity");
}

/* Where @cpu comes among the CPUs we may use on its core. */
static int read_thread(const struct cg_machine *machine, struct cg_cpu *cpu, struct cg_sysfs *sysfs)
{
	struct bitmask *siblings;
	int result;

	cpu->first_thread = cpu->id;
	cg_sysfs_path(sysfs, "cpu/cpu%d/topology/thread_siblings_list", cpu->id);
	result = cg_sysfs_list(sysfs, &siblings);
	if (result)
		return result == -ENOENT ? 0 : result;
	for (int id = cg_cpulist_next(siblings, 0); id >= 0 && id < cpu->id;
	     id = cg_cpulist_next(siblings, id + 1)) {
		if (!cg_cpulist_has(machine->allowed, id))
			continue;
		if (cpu->thread == 0)
			cpu->first_thread = id;
		cpu->thread++;
	}
	numa_bitmask_free(siblings);
	return 0;
}

static int read_cpus(struct cg_machine *machine, struct cg_sysfs *sysfs)
{
	int id = -1;
	int result = 0;

	machine->cpus = calloc(machine->nr_cpus, sizeof(*machine->cpus));
	if (!machine->cpus)
		return out_of_memory(sysfs->error);
	for (size_t i = 0; i < machine->nr_cpus && !result; i++) {
		struct cg_cpu *cpu = &machine->cpus[i];

		id = cg_cpulist_next(machine->allowed, id + 1);
		cpu->id = id;
		cpu->node = -1;
		cg_sysfs_path(sysfs, "cpu/cpu%d/topology/physical_package_id", id);
		result = cg_sysfs_id(sysfs, 0, &cpu->package);
		if (result)
			break;
		cg_sysfs_path(sysfs, "cpu/cpu%d/topology/core_id", id);
		result = cg_sysfs_id(sysfs, id, &cpu->core);
		if (result)
			break;
		result = read_thread(machine, cpu, sysfs);
	}
	return result;
}

/* Say of each CPU in @list that it is in @node, unless a lower node has it already. */
static void claim_cpus(struct cg_machine *machine, const struct bitmask *list, int node)
{
	for (size_t i = 0; i < machine->nr_cpus; i++) {
		struct cg_cpu *cpu = &machine->cpus[i];

		if (cpu->node < 0 && cg_cpulist_has(list, cpu->id))
			cpu->node = node;
	}
}

/* Which node each CPU is in. A node taken offline meanwhile has no list, and so no CPU. */
static int read_node_cpus(struct cg_machine *machine, struct cg_sysfs *sysfs)
{
	struct bitmask *list;
	int result;

	for (int node = cg_cpulist_next(machine->nodes_online, 0); node >= 0;
	     node = cg_cpulist_next(machine->nodes_online, node + 1)) {
		cg_sysfs_path(sysfs, "node/node%d/cpulist", node);
		result = cg_sysfs_list(sysfs, &list);
		if (result == -ENOENT)
			continue;
		if (result)
			return result;
		claim_cpus(machine, list, node);
		numa_bitmask_free(list);
	}
	return 0;
}

/* Whether a node's meminfo, lines like "Node 0 MemTotal:  1024 kB", tells of any memory. */
static int meminfo_has_memory(char *meminfo, bool *has_memory)
{
	uint64_t kilobytes;
	int result;

	*has_memory = false;
	for (char *line; (line = strsep(&meminfo, "\n"));) {
		char *rest = line;
		char *word[4];

		for (int i = 0; i < 4; i++)
			word[i] = strtok_r(i ? NULL : line, " \t", &rest);
		if (!word[3] || strcmp(word[2], "MemTotal:") != 0)
			continue;
		result = cg_parse_u64(word[3], 0, UINT64_MAX, &kilobytes);
		if (!result)
			*has_memory = kilobytes > 0;
		return result;
	}
	return 0;
}

/* Nodes with memory on a kernel that lists them nowhere: ask each node. */
static int read_memory_by_node(struct cg_machine *machine, struct cg_sysfs *sysfs)
{
	bool has_memory;
	char *text;
	int result;

	machine->nodes_memory = cg_cpulist_mask(machine->nodes_online->size);
	if (!machine->nodes_memory)
		return out_of_memory(sysfs->error);
	for (int node = cg_cpulist_next(machine->nodes_online, 0); node >= 0;
	     node = cg_cpulist_next(machine->nodes_online, node + 1)) {
		cg_sysfs_path(sysfs, "node/node%d/meminfo", node);
		result = cg_sysfs_text(sysfs, &text);
		if (result == -ENOENT)
			continue;
		if (result)
			return result;
		result = meminfo_has_memory(text, &has_memory);
		free(text);
		if (result)
			return cg_error_fail(sysfs->error, -result, "read MemTotal of %s",
					     sysfs->path);
		if (has_memory)
			numa_bitmask_setbit(machine->nodes_memory, (unsigned int)node);
	}
	return 0;
}

static int read_memory(struct cg_machine *machine, struct cg_sysfs *sysfs)
{
	/* has_memory came with 3.8; without movable or high memory both say the same. */
	static const char *const files[] = { "node/has_memory", "node/has_normal_memory" };
	int result = -ENOENT;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && result == -ENOENT; i++) {
		cg_sysfs_path(sysfs, "%s", files[i]);
		result = cg_sysfs_list(sysfs, &machine->nodes_memory);
	}
	return result == -ENOENT ? read_memory_by_node(machine, sysfs) : result;
}

/* With no CPU of ours in any node, the machine has one node as far as placement goes. */
static void claim_orphans(struct cg_machine *machine)
{
	for (size_t i = 0; i < machine->nr_cpus; i++) {
		if (machine->cpus[i].node >= 0)
			return;
	}
	for (size_t i = 0; i < machine->nr_cpus; i++)
		machine->cpus[i].node = 0;
}

static int read_nodes(struct cg_machine *machine, struct cg_sysfs *sysfs)
{
	int result;

	cg_sysfs_path(sysfs, "node/online");
	result = cg_sysfs_list(sysfs, &machine->nodes_online);
	if (result == -ENOENT) {
		result = mask_of_node_0(&machine->nodes_online, sysfs->error);
		if (!result)
			result = mask_of_node_0(&machine->nodes_memory, sysfs->error);
	} else if (!result) {
		result = read_node_cpus(machine, sysfs);
		if (!result)
			result = read_memory(machine, sysfs);
	}
	claim_orphans(machine);
	return result;
}

static int compare_threads(const void *left, const void *right)
{
	const struct cg_cpu *a = *(const struct cg_cpu *const *)left;
	const struct cg_cpu *b = *(const struct cg_cpu *const *)right;

	return a->thread != b->thread ? a->thread - b->thread : a->id - b->id;
}

/* Add node @id to @machine->nodes, which has room for it, if it has CPUs we may use. */
static int add_node(struct cg_machine *machine, int id, struct cg_error *error)
{
	struct cg_node *node = &machine->nodes[machine->nr_nodes];

	for (size_t i = 0; i < machine->nr_cpus; i++)
		node->nr_cpus += machine->cpus[i].node == id;
	if (!node->nr_cpus)
		return 0;
	node->cpus = calloc(node->nr_cpus, sizeof(*node->cpus));
	if (!node->cpus)
		return out_of_memory(error);
	machine->nr_nodes++;
	node->id = id;
	node->has_memory = cg_cpulist_has(machine->nodes_memory, id);
	for (size_t i = 0, filled = 0; i < machine->nr_cpus; i++) {
		if (machine->cpus[i].node == id)
			node->cpus[filled++] = &machine->cpus[i];
	}
	qsort(node->cpus, node->nr_cpus, sizeof(*node->cpus), compare_threads);
	return 0;
}

static int add_nodes(struct cg_machine *machine, struct cg_error *error)
{
	int highest = 0;
	int result = 0;

	for (size_t i = 0; i < machine->nr_cpus; i++) {
		if (machine->cpus[i].node > highest)
			highest = machine->cpus[i].node;
	}
	machine->nodes = calloc((size_t)highest + 1, sizeof(*machine->nodes));
	if (!machine->nodes)
		return out_of_memory(error);
	for (int id = 0; id <= highest && !result; id++)
		result = add_node(machine, id, error);
	return result;
}

int cg_machine_read(struct cg_machine *machine, const char *sysfs, const struct bitmask *affinity,
		    struct cg_error *error)
{
	struct cg_sysfs files = { .mount = sysfs ? sysfs : "/sys", .error = error };
	int result;

	*machine = (struct cg_machine){ 0 };
	result = read_allowed(machine, affinity, &files);
	if (!result)
		result = read_cpus(machine, &files);
	if (!result)
		result = read_nodes(machine, &files);
	if (!result)
		result = add_nodes(machine, error);
	if (result)
		cg_machine_free(machine);
	return result;
}

void cg_machine_free(struct cg_machine *machine)
{
	for (size_t i = 0; i < machine->nr_nodes; i++)
		free(machine->nodes[i].cpus);
	free(machine->nodes);
	free(machine->cpus);
	numa_bitmask_free(machine->allowed);
	numa_bitmask_free(machine->online);
	numa_bitmask_free(machine->nodes_online);
	numa_bitmask_free(machine->nodes_memory);
	*machine = (struct cg_machine){ 0 };
}

const struct cg_cpu *cg_machine_cpu(const struct cg_machine *machine, int id)
{
	for (size_t i = 0; i < machine->nr_cpus; i++) {
		if (machine->cpus[i].id == id)
			return &machine->cpus[i];
	}
	return NULL;
}
