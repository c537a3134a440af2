// SPDX-License-Identifier: GPL-2.0-only
/*
 * machine.c - fuzzes what sysfs says of CPUs and nodes, '@' between the files, and placement on such
 * a machine: whatever it is, workers sit on CPUs we may use.
 */
#include "machine.h"

#include "fuzz.h"
#include "placement.h"

#define SYSTEM	 "sys/devices/system/"
#define NR_SEATS 6

static const char *const names[] = {
	SYSTEM "cpu/online",
	SYSTEM "node/online",
	SYSTEM "node/has_memory",
	SYSTEM "node/has_normal_memory",
	SYSTEM "node/node0/cpulist",
	SYSTEM "node/node3/cpulist",
	SYSTEM "node/node0/meminfo",
	SYSTEM "node/node3/meminfo",
	SYSTEM "cpu/cpu0/topology/thread_siblings_list",
	SYSTEM "cpu/cpu0/topology/core_id",
	SYSTEM "cpu/cpu0/topology/physical_package_id",
	SYSTEM "cpu/cpu1/topology/thread_siblings_list",
	SYSTEM "cpu/cpu1/topology/core_id",
	SYSTEM "cpu/cpu1/topology/physical_package_id",
};

#define NR_FILES (sizeof(names) / sizeof(names[0]))

static void check_nodes(const struct cg_machine *machine)
{
	for (size_t n = 0; n < machine->nr_nodes; n++) {
		const struct cg_node *node = &machine->nodes[n];

		REQUIRE(node->nr_cpus >= 1 && (!n || node->id > machine->nodes[n - 1].id));
		for (size_t i = 0; i < node->nr_cpus; i++)
			REQUIRE(node->cpus[i]->node == node->id);
	}
}

static void check_placement(const struct cg_machine *machine)
{
	struct cg_seat seats[NR_SEATS];

	for (int place = CG_PLACE_DEFAULT; place <= CG_PLACE_NONE; place++) {
		struct cg_error error = { 0 };
		int result =
			cg_placement_assign(machine, (enum cg_place)place, 3, 2, seats, &error);

		fuzz_check_error(result, &error);
		for (size_t i = 0; !result && i < NR_SEATS; i++) {
			const struct cg_cpu *cpu = cg_machine_cpu(machine, seats[i].cpu);

			REQUIRE(place == CG_PLACE_NONE ? seats[i].cpu == -1 : cpu != NULL);
			REQUIRE(!cpu || cpu->node == seats[i].node);
		}
	}
}

/* Thousands of CPUs or nodes only take time. */
static bool is_small(const uint8_t *data, size_t size)
{
	unsigned int digits = 0;

	for (size_t i = 0; i < size; i++) {
		digits = isdigit(data[i]) ? digits + 1 : 0;
		if (digits > 3)
			return false;
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file files[NR_FILES];
	static struct bitmask *affinity;
	struct cg_error error = { 0 };
	struct cg_machine machine;
	int result;

	for (size_t i = 0; i < NR_FILES && !affinity; i++)
		fuzz_file_link(&files[i], names[i]);
	if (!affinity)
		REQUIRE(cg_cpulist_parse("0-3,64,900", &affinity) == 0);
	if (!is_small(data, size))
		return -1;
	for (size_t i = 0; i < NR_FILES; i++)
		fuzz_file_part(&files[i], &data, &size);
	result = cg_machine_read(&machine, "sys", affinity, &error);
	fuzz_check_error(result, &error);
	if (!result) {
		REQUIRE(machine.nr_cpus >= 1 && machine.nr_cpus <= 6);
		check_nodes(&machine);
		check_placement(&machine);
	}
	cg_machine_free(&machine);
	return 0;
}
