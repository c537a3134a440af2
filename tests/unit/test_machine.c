// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_machine.c - CPUs and nodes of this machine, and of machines that are not here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_sysfs.h"
#include "machine.h"

/* Stands before glibc's: a kernel with 4096 CPUs refuses shorter masks, ours does not. */
static size_t kernel_bits;

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
	if (!kernel_bits)
		return syscall(SYS_sched_getaffinity, pid, size, set) < 0 ? -1 : 0;
	if (size * 8 < kernel_bits) {
		errno = EINVAL;
		return -1;
	}
	CPU_ZERO_S(size, set);
	CPU_SET_S(kernel_bits - 1, size, set);
	return 0;
}

/* What is to be read from a fake sysfs, in words: "ID:NODE:THREAD" a CPU. */
static void describe(const struct cg_machine *machine, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < machine->nr_cpus; i++) {
		const struct cg_cpu *cpu = &machine->cpus[i];
		size_t end = strlen(text);

		snprintf(text + end, size - end, "%s%d:%d:%d", i ? " " : "", cpu->id, cpu->node,
			 cpu->thread);
	}
}

/* "ID(CPU CPU)" a node, "*" behind one with memory, in the order in which CPUs are handed out. */
static void describe_nodes(const struct cg_machine *machine, char *text, size_t size)
{
	text[0] = '\0';
	for (size_t n = 0; n < machine->nr_nodes; n++) {
		const struct cg_node *node = &machine->nodes[n];
		size_t end = strlen(text);

		snprintf(text + end, size - end, "%s%d(", n ? " " : "", node->id);
		for (size_t i = 0; i < node->nr_cpus; i++) {
			end = strlen(text);
			snprintf(text + end, size - end, "%s%d", i ? " " : "", node->cpus[i]->id);
		}
		end = strlen(text);
		snprintf(text + end, size - end, ")%s", node->has_memory ? "*" : "");
	}
}

struct machine_case {
	const char *name;
	const char *affinity;
	struct fake_file files[16];
	const char *cpus;
	const char *nodes;
	const char *nodes_online;
	const char *nodes_memory;
};

/* The expected values are read off the files by hand. */
static const struct machine_case machine_cases[] = {
	{
		.name = "one CPU, one node",
		.affinity = "0",
		.files = { { "cpu/online", "0\n" },
			   { "node/online", "0\n" },
			   { "node/has_memory", "0\n" },
			   { "node/node0/cpulist", "0\n" } },
		.cpus = "0:0:0",
		.nodes = "0(0)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "a kernel without NUMA",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" } },
		.cpus = "0:0:0 1:0:0 2:0:0 3:0:0",
		.nodes = "0(0 1 2 3)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "no sysfs at all: what the affinity says",
		.affinity = "1,3",
		.files = { { NULL, NULL } },
		.cpus = "1:0:0 3:0:0",
		.nodes = "0(1 3)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "sparse node ids",
		.affinity = "0-5",
		.files = { { "cpu/online", "0-5\n" },
			   { "node/online", "0,2,5\n" },
			   { "node/has_memory", "0,2,5\n" },
			   { "node/node0/cpulist", "0-1\n" },
			   { "node/node2/cpulist", "2-3\n" },
			   { "node/node5/cpulist", "4-5\n" } },
		.cpus = "0:0:0 1:0:0 2:2:0 3:2:0 4:5:0 5:5:0",
		.nodes = "0(0 1)* 2(2 3)* 5(4 5)*",
		.nodes_online = "0,2,5",
		.nodes_memory = "0,2,5",
	},
	{
		.name = "no node 0",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "node/online", "1,3\n" },
			   { "node/has_memory", "1,3\n" },
			   { "node/node1/cpulist", "0,2\n" },
			   { "node/node3/cpulist", "1,3\n" } },
		.cpus = "0:1:0 1:3:0 2:1:0 3:3:0",
		.nodes = "1(0 2)* 3(1 3)*",
		.nodes_online = "1,3",
		.nodes_memory = "1,3",
	},
	{
		.name = "a node without CPUs (its list is a newline, or nothing) and one without memory",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "node/online", "0-3\n" },
			   { "node/has_memory", "0,2-3\n" },
			   { "node/node0/cpulist", "0-1\n" },
			   { "node/node1/cpulist", "2-3\n" },
			   { "node/node2/cpulist", "\n" },
			   { "node/node3/cpulist", "" } },
		.cpus = "0:0:0 1:0:0 2:1:0 3:1:0",
		.nodes = "0(0 1)* 1(2 3)",
		.nodes_online = "0-3",
		.nodes_memory = "0,2-3",
	},
	{
		.name = "offline CPUs are not there, even if the affinity has them",
		.affinity = "0-7",
		.files = { { "cpu/online", "0,2-4,7\n" },
			   { "node/online", "0-1\n" },
			   { "node/has_memory", "0-1\n" },
			   { "node/node0/cpulist", "0,2-3\n" },
			   { "node/node1/cpulist", "4,7\n" } },
		.cpus = "0:0:0 2:0:0 3:0:0 4:1:0 7:1:0",
		.nodes = "0(0 2 3)* 1(4 7)*",
		.nodes_online = "0-1",
		.nodes_memory = "0-1",
	},
	{
		.name = "an affinity without any CPU of node 0",
		.affinity = "2-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "node/online", "0-1\n" },
			   { "node/has_memory", "0-1\n" },
			   { "node/node0/cpulist", "0-1\n" },
			   { "node/node1/cpulist", "2-3\n" } },
		.cpus = "2:1:0 3:1:0",
		.nodes = "1(2 3)*",
		.nodes_online = "0-1",
		.nodes_memory = "0-1",
	},
	{
		.name = "CPU numbers above 1024",
		.affinity = "1100-1102,1131",
		.files = { { "cpu/online", "1100-1131\n" },
			   { "node/online", "0-1\n" },
			   { "node/has_memory", "0-1\n" },
			   { "node/node0/cpulist", "1100-1101\n" },
			   { "node/node1/cpulist", "1102-1131\n" } },
		.cpus = "1100:0:0 1101:0:0 1102:1:0 1131:1:0",
		.nodes = "0(1100 1101)* 1(1102 1131)*",
		.nodes_online = "0-1",
		.nodes_memory = "0-1",
	},
	{
		.name = "threads of a core far apart: first threads come first",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "cpu/cpu0/topology/thread_siblings_list", "0,2\n" },
			   { "cpu/cpu1/topology/thread_siblings_list", "1,3\n" },
			   { "cpu/cpu2/topology/thread_siblings_list", "0,2\n" },
			   { "cpu/cpu3/topology/thread_siblings_list", "1,3\n" } },
		.cpus = "0:0:0 1:0:0 2:0:1 3:0:1",
		.nodes = "0(0 1 2 3)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "threads of a core side by side: first threads come first",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "cpu/cpu0/topology/thread_siblings_list", "0-1\n" },
			   { "cpu/cpu1/topology/thread_siblings_list", "0-1\n" },
			   { "cpu/cpu2/topology/thread_siblings_list", "2-3\n" },
			   { "cpu/cpu3/topology/thread_siblings_list", "2-3\n" } },
		.cpus = "0:0:0 1:0:1 2:0:0 3:0:1",
		.nodes = "0(0 2 1 3)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "the first thread of a core is not ours: the second is the first of ours",
		.affinity = "1-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "cpu/cpu1/topology/thread_siblings_list", "0-1\n" },
			   { "cpu/cpu2/topology/thread_siblings_list", "2-3\n" },
			   { "cpu/cpu3/topology/thread_siblings_list", "2-3\n" } },
		.cpus = "1:0:0 2:0:0 3:0:1",
		.nodes = "0(1 2 3)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "a CPU in no node",
		.affinity = "0-2",
		.files = { { "cpu/online", "0-2\n" },
			   { "node/online", "0\n" },
			   { "node/has_memory", "0\n" },
			   { "node/node0/cpulist", "0,2\n" } },
		.cpus = "0:0:0 1:-1:0 2:0:0",
		.nodes = "0(0 2)*",
		.nodes_online = "0",
		.nodes_memory = "0",
	},
	{
		.name = "no CPU in any node",
		.affinity = "0-1",
		.files = { { "cpu/online", "0-1\n" },
			   { "node/online", "3\n" },
			   { "node/has_memory", "3\n" },
			   { "node/node3/cpulist", "\n" } },
		.cpus = "0:0:0 1:0:0",
		.nodes = "0(0 1)",
		.nodes_online = "3",
		.nodes_memory = "3",
	},
	{
		.name = "emulated nodes that list the same CPUs: the lowest has them",
		.affinity = "0-1",
		.files = { { "cpu/online", "0-1\n" },
			   { "node/online", "0-1\n" },
			   { "node/has_memory", "0-1\n" },
			   { "node/node0/cpulist", "0-1\n" },
			   { "node/node1/cpulist", "0-1\n" } },
		.cpus = "0:0:0 1:0:0",
		.nodes = "0(0 1)*",
		.nodes_online = "0-1",
		.nodes_memory = "0-1",
	},
	{
		.name = "before has_memory: has_normal_memory",
		.affinity = "0-1",
		.files = { { "cpu/online", "0-1\n" },
			   { "node/online", "0-1\n" },
			   { "node/has_normal_memory", "1\n" },
			   { "node/node0/cpulist", "0\n" },
			   { "node/node0/meminfo", "Node 0 MemTotal:       99 kB\n" },
			   { "node/node1/cpulist", "1\n" } },
		.cpus = "0:0:0 1:1:0",
		.nodes = "0(0) 1(1)*",
		.nodes_online = "0-1",
		.nodes_memory = "1",
	},
	{
		.name = "before either: meminfo of each node, by whole key",
		.affinity = "0-3",
		.files = { { "cpu/online", "0-3\n" },
			   { "node/online", "0-3\n" },
			   { "node/node0/cpulist", "0\n" },
			   { "node/node0/meminfo", "\nNode 0 MemFree:    7 kB\n"
						   "Node 0 MemTotal:       16331752 kB\n" },
			   { "node/node1/cpulist", "1\n" },
			   { "node/node1/meminfo", "Node 1 MemTotal:       0 kB\n"
						   "Node 1 MemFree:        5 kB\n" },
			   { "node/node2/cpulist", "2\n" },
			   { "node/node2/meminfo", "Node 2 XMemTotal:      5 kB\n" },
			   { "node/node3/cpulist", "3\n" } },
		.cpus = "0:0:0 1:1:0 2:2:0 3:3:0",
		.nodes = "0(0)* 1(1) 2(2) 3(3)",
		.nodes_online = "0-3",
		.nodes_memory = "0",
	},
};

static void expect_text(const char *name, const char *what, const char *is, const char *expected)
{
	if (strcmp(is, expected) != 0)
		fail_msg("%s: %s: \"%s\", not \"%s\"", name, what, is, expected);
}

static void expect_list(const char *name, const char *what, const struct bitmask *is,
			const char *expected)
{
	char *text = cg_cpulist_format(is);

	assert_non_null(text);
	expect_text(name, what, text, expected);
	free(text);
}

static int read_fake(struct cg_machine *machine, const struct fake_file *files,
		     const char *affinity, struct cg_error *error)
{
	const char *root = fake_sysfs(files);
	struct bitmask *mask;
	int result;

	assert_int_equal(cg_cpulist_parse(affinity, &mask), 0);
	result = cg_machine_read(machine, root, mask, error);
	numa_bitmask_free(mask);
	fake_remove();
	return result;
}

static void test_machines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(machine_cases) / sizeof(machine_cases[0]); i++) {
		const struct machine_case *c = &machine_cases[i];
		struct cg_error error = { 0 };
		struct cg_machine machine;
		char text[512];

		if (read_fake(&machine, c->files, c->affinity, &error))
			fail_msg("%s: %s", c->name, error.what);
		describe(&machine, text, sizeof(text));
		expect_text(c->name, "CPUs", text, c->cpus);
		describe_nodes(&machine, text, sizeof(text));
		expect_text(c->name, "nodes", text, c->nodes);
		expect_list(c->name, "nodes online", machine.nodes_online, c->nodes_online);
		expect_list(c->name, "nodes with memory", machine.nodes_memory, c->nodes_memory);
		cg_machine_free(&machine);
		assert_null(machine.cpus);
	}
}

static void test_masks_and_lookup(void **state)
{
	static const struct fake_file files[] = { { "cpu/online", "0-2,5\n" }, { NULL, NULL } };
	struct cg_error error = { 0 };
	struct cg_machine machine;

	(void)state;
	assert_int_equal(read_fake(&machine, files, "1-9", &error), 0);
	expect_list("masks", "allowed", machine.allowed, "1-2,5");
	expect_list("masks", "online", machine.online, "0-2,5");
	assert_int_equal(cg_machine_cpu(&machine, 5)->id, 5);
	assert_null(cg_machine_cpu(&machine, 0));
	assert_null(cg_machine_cpu(&machine, 3));
	assert_null(cg_machine_cpu(&machine, -1));
	cg_machine_free(&machine);
	cg_machine_free(&machine);
}

static void test_package_and_core(void **state)
{
	/* Core ids repeat in the second package; CPU 3 says "unknown", CPU 4 nothing. */
	static const struct fake_file files[] = {
		{ "cpu/online", "0-4\n" },
		{ "cpu/cpu0/topology/physical_package_id", "0\n" },
		{ "cpu/cpu0/topology/core_id", "0\n" },
		{ "cpu/cpu0/topology/thread_siblings_list", "0,2\n" },
		{ "cpu/cpu1/topology/physical_package_id", "36\n" },
		{ "cpu/cpu1/topology/core_id", "0\n" },
		{ "cpu/cpu1/topology/thread_siblings_list", "1\n" },
		{ "cpu/cpu2/topology/physical_package_id", "0\n" },
		{ "cpu/cpu2/topology/core_id", "0\n" },
		{ "cpu/cpu2/topology/thread_siblings_list", "0,2\n" },
		{ "cpu/cpu3/topology/physical_package_id", "-1\n" },
		{ "cpu/cpu3/topology/core_id", "-1\n" },
		{ NULL, NULL },
	};
	static const int expected[][3] = { /* package, core, first_thread */
					   { 0, 0, 0 },
					   { 36, 0, 1 },
					   { 0, 0, 0 },
					   { 0, 3, 3 },
					   { 0, 4, 4 }
	};
	struct cg_error error = { 0 };
	struct cg_machine machine;

	(void)state;
	assert_int_equal(read_fake(&machine, files, "0-4", &error), 0);
	assert_int_equal(machine.nr_cpus, 5);
	for (size_t i = 0; i < machine.nr_cpus; i++) {
		assert_int_equal(machine.cpus[i].package, expected[i][0]);
		assert_int_equal(machine.cpus[i].core, expected[i][1]);
		assert_int_equal(machine.cpus[i].first_thread, expected[i][2]);
	}
	cg_machine_free(&machine);
}

static void test_224_cpus(void **state)
{
	/* Two packages of 56 cores, numbered as firmware does: first threads, then second ones. */
	static const struct fake_file files[] = { { "cpu/online", "0-223\n" },
						  { "node/online", "0-1\n" },
						  { "node/has_memory", "0-1\n" },
						  { "node/node0/cpulist", "0-55,112-167\n" },
						  { "node/node1/cpulist", "56-111,168-223\n" },
						  { NULL, NULL } };
	const char *root = fake_sysfs(files);
	struct cg_error error = { 0 };
	struct cg_machine machine;
	struct bitmask *affinity;
	char path[64], text[16];

	(void)state;
	for (int cpu = 0; cpu < 224; cpu++) {
		snprintf(path, sizeof(path), "cpu/cpu%d/topology/thread_siblings_list", cpu);
		snprintf(text, sizeof(text), "%d,%d\n", cpu % 112, cpu % 112 + 112);
		fake_add(path, text);
	}
	assert_int_equal(cg_cpulist_parse("0-223", &affinity), 0);
	assert_int_equal(cg_machine_read(&machine, root, affinity, &error), 0);
	numa_bitmask_free(affinity);
	fake_remove();
	assert_int_equal(machine.nr_cpus, 224);
	assert_int_equal(machine.nr_nodes, 2);
	assert_int_equal(machine.nodes[0].nr_cpus, 112);
	assert_int_equal(machine.nodes[0].cpus[0]->id, 0);
	assert_int_equal(machine.nodes[0].cpus[55]->id, 55);
	assert_int_equal(machine.nodes[0].cpus[56]->id, 112);
	assert_int_equal(machine.nodes[0].cpus[111]->id, 167);
	assert_int_equal(machine.nodes[1].cpus[0]->id, 56);
	assert_int_equal(machine.nodes[1].cpus[56]->id, 168);
	assert_int_equal(machine.nodes[1].cpus[111]->thread, 1);
	cg_machine_free(&machine);
}

static void test_files_that_cannot_be_right(void **state)
{
	static const struct {
		struct fake_file files[4];
		int result;
		const char *named; /* the file the error names */
	} cases[] = {
		{ { { "cpu/online", "zero\n" } }, -EINVAL, "cpu/online" },
		{ { { "cpu/online", "0-9999999\n" } }, -ERANGE, "cpu/online" },
		{ { { "cpu/online/x", "" } }, -EISDIR, "cpu/online" },
		{ { { "node/online", "0-\n" } }, -EINVAL, "node/online" },
		{ { { "node/online", "0\n" }, { "node/node0/cpulist", "0;1\n" } },
		  -EINVAL,
		  "node/node0/cpulist" },
		{ { { "node/online", "0\n" }, { "node/has_memory", "yes\n" } },
		  -EINVAL,
		  "node/has_memory" },
		{ { { "node/online", "0\n" }, { "node/node0/meminfo", "Node 0 MemTotal: 12x kB" } },
		  -EINVAL,
		  "node/node0/meminfo" },
		{ { { "cpu/cpu0/topology/core_id", "3 \n" } }, -EINVAL, "cpu0/topology/core_id" },
		{ { { "cpu/cpu0/topology/core_id", "3\n4\n" } }, -EINVAL, "cpu0/topology/core_id" },
		{ { { "cpu/cpu0/topology/core_id", "-2\n" } }, -EINVAL, "cpu0/topology/core_id" },
		{ { { "cpu/cpu1/topology/physical_package_id", "2147483648\n" } },
		  -ERANGE,
		  "cpu1/topology/physical_package_id" },
		{ { { "cpu/cpu1/topology/thread_siblings_list", "0,x\n" } },
		  -EINVAL,
		  "cpu1/topology/thread_siblings_list" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cg_error error = { 0 };
		struct cg_machine machine;
		int result = read_fake(&machine, cases[i].files, "0-1", &error);

		if (result != cases[i].result || error.kind != CG_ERROR_FAILED ||
		    !strstr(error.what, cases[i].named))
			fail_msg("%s: %d, \"%s\"", cases[i].named, result, error.what);
		assert_null(machine.cpus);
	}
}

static void test_no_cpu_left(void **state)
{
	static const struct fake_file files[] = { { "cpu/online", "0-3\n" }, { NULL, NULL } };
	struct cg_error error = { 0 };
	struct cg_machine machine;

	(void)state;
	assert_int_equal(read_fake(&machine, files, "4-7", &error), -ENODEV);
	assert_int_equal(error.code, ENODEV);
	assert_null(machine.allowed);
}

static void test_affinity_of_a_kernel_with_4096_cpus(void **state)
{
	struct cg_error error = { 0 };
	struct bitmask *mask;

	(void)state;
	kernel_bits = 4096;
	assert_int_equal(cg_machine_affinity(&mask, &error), 0);
	kernel_bits = 0;
	expect_list("affinity", "mask", mask, "4095");
	numa_bitmask_free(mask);
}

static void test_affinity_that_no_mask_is_long_enough_for(void **state)
{
	struct cg_error error = { 0 };
	struct bitmask *mask = NULL;

	(void)state;
	kernel_bits = 1 << 21;
	assert_int_equal(cg_machine_affinity(&mask, &error), -EINVAL);
	kernel_bits = 0;
	assert_null(mask);
	assert_string_equal(error.what, "sched_getaffinity");
}

/* The other way to ask: the bare system call, and the links from each CPU's directory to its node. */
static void test_this_machine(void **state)
{
	struct cg_error error = { 0 };
	struct cg_machine machine;
	cpu_set_t set;
	char path[96];

	(void)state;
	CPU_ZERO(&set);
	if (syscall(SYS_sched_getaffinity, 0, sizeof(set), &set) < 0) {
		print_message("skipped: this machine has more CPUs than a cpu_set_t\n");
		skip();
	}
	assert_int_equal(cg_machine_read(&machine, NULL, NULL, &error), 0);
	assert_int_equal(machine.nr_cpus, CPU_COUNT(&set));
	assert_int_equal(numa_bitmask_weight(machine.online), sysconf(_SC_NPROCESSORS_ONLN));
	assert_true(machine.nr_nodes >= 1);
	for (size_t i = 0; i < machine.nr_cpus; i++) {
		const struct cg_cpu *cpu = &machine.cpus[i];

		assert_true(CPU_ISSET((size_t)cpu->id, &set));
		assert_ptr_equal(cg_machine_cpu(&machine, cpu->id), cpu);
		if (access("/sys/devices/system/node/online", R_OK))
			continue;
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/node%d", cpu->id,
			 cpu->node);
		if (access(path, F_OK))
			fail_msg("there is no %s", path);
	}
	cg_machine_free(&machine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machines),
		cmocka_unit_test(test_masks_and_lookup),
		cmocka_unit_test(test_package_and_core),
		cmocka_unit_test(test_224_cpus),
		cmocka_unit_test(test_files_that_cannot_be_right),
		cmocka_unit_test(test_no_cpu_left),
		cmocka_unit_test(test_affinity_of_a_kernel_with_4096_cpus),
		cmocka_unit_test(test_affinity_that_no_mask_is_long_enough_for),
		cmocka_unit_test(test_this_machine),
	};

	return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
