// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_placement.c - every policy on machines that are not here, and pinning on this one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <numaif.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fake_sysfs.h"
#include "placement.h"

/* ---- A kernel that lies; stands before glibc's ---- */

static int lie_cpu = -1;	/* the CPU we are told to run on */
static bool lie_affinity;	/* a mask is accepted and forgotten */
static int lie_getcpu_errno;	/* getcpu fails */
static int lie_mempolicy_errno; /* set_mempolicy fails */
static int mempolicy_calls;	/* how often it was called */

int sched_getcpu(void)
{
	unsigned int cpu;

	if (lie_getcpu_errno) {
		errno = lie_getcpu_errno;
		return -1;
	}
	if (lie_cpu >= 0)
		return lie_cpu;
	return syscall(SYS_getcpu, &cpu, NULL, NULL) ? -1 : (int)cpu;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
	return lie_affinity ? 0 : (int)syscall(SYS_sched_setaffinity, pid, size, set);
}

long set_mempolicy(int mode, const unsigned long *nmask, unsigned long maxnode)
{
	mempolicy_calls++;
	if (lie_mempolicy_errno) {
		errno = lie_mempolicy_errno;
		return -1;
	}
	return syscall(SYS_set_mempolicy, mode, nmask, maxnode);
}

/* ---- Machines ---- */

#define TWO_NODES                                                                                  \
	{ "node/online", "0-1\n" },                                                                \
	{                                                                                          \
		"node/has_memory", "0-1\n"                                                         \
	}

static const struct fake_file one_cpu[] = { { "cpu/online", "0\n" }, { NULL, NULL } };

static const struct fake_file one_node[] = { { "cpu/online", "0-3\n" }, { NULL, NULL } };

static const struct fake_file two_and_two[] = { { "cpu/online", "0-3\n" },
						TWO_NODES,
						{ "node/node0/cpulist", "0-1\n" },
						{ "node/node1/cpulist", "2-3\n" },
						{ NULL, NULL } };

static const struct fake_file one_and_three[] = { { "cpu/online", "0-3\n" },
						  TWO_NODES,
						  { "node/node0/cpulist", "2\n" },
						  { "node/node1/cpulist", "0-1,3\n" },
						  { NULL, NULL } };

static const struct fake_file sparse[] = { { "cpu/online", "0-5\n" },
					   { "node/online", "0,2,5\n" },
					   { "node/has_memory", "0,2,5\n" },
					   { "node/node0/cpulist", "0-1\n" },
					   { "node/node2/cpulist", "2-3\n" },
					   { "node/node5/cpulist", "4-5\n" },
					   { NULL, NULL } };

/* Node 1 has no CPU, node 3 no memory, and there is no node 0. */
static const struct fake_file odd_nodes[] = { { "cpu/online", "0-3\n" },
					      { "node/online", "1-3\n" },
					      { "node/has_memory", "1-2\n" },
					      { "node/node1/cpulist", "\n" },
					      { "node/node2/cpulist", "0,3\n" },
					      { "node/node3/cpulist", "1-2\n" },
					      { NULL, NULL } };

static const struct fake_file offline[] = { { "cpu/online", "0,3-4,7\n" },
					    TWO_NODES,
					    { "node/node0/cpulist", "0,3\n" },
					    { "node/node1/cpulist", "4,7\n" },
					    { NULL, NULL } };

static const struct fake_file above_1024[] = { { "cpu/online", "1100-1131\n" },
					       TWO_NODES,
					       { "node/node0/cpulist", "1100-1115\n" },
					       { "node/node1/cpulist", "1116-1131\n" },
					       { NULL, NULL } };

static const struct fake_file smt_apart[] = { { "cpu/online", "0-3\n" },
					      { "cpu/cpu0/topology/thread_siblings_list", "0,2\n" },
					      { "cpu/cpu1/topology/thread_siblings_list", "1,3\n" },
					      { "cpu/cpu2/topology/thread_siblings_list", "0,2\n" },
					      { "cpu/cpu3/topology/thread_siblings_list", "1,3\n" },
					      { NULL, NULL } };

static const struct fake_file smt_beside[] = {
	{ "cpu/online", "0-3\n" },
	{ "cpu/cpu0/topology/thread_siblings_list", "0-1\n" },
	{ "cpu/cpu1/topology/thread_siblings_list", "0-1\n" },
	{ "cpu/cpu2/topology/thread_siblings_list", "2-3\n" },
	{ "cpu/cpu3/topology/thread_siblings_list", "2-3\n" },
	{ NULL, NULL }
};

/* Two nodes of one core with two threads each; CPU 4 is a core without a second thread. */
static const struct fake_file smt_two_nodes[] = {
	{ "cpu/online", "0-4\n" },
	TWO_NODES,
	{ "node/node0/cpulist", "0,2,4\n" },
	{ "node/node1/cpulist", "1,3\n" },
	{ "cpu/cpu0/topology/thread_siblings_list", "0,2\n" },
	{ "cpu/cpu1/topology/thread_siblings_list", "1,3\n" },
	{ "cpu/cpu2/topology/thread_siblings_list", "0,2\n" },
	{ "cpu/cpu3/topology/thread_siblings_list", "1,3\n" },
	{ "cpu/cpu4/topology/thread_siblings_list", "4\n" },
	{ NULL, NULL }
};

/* CPU 1 is in no node. */
static const struct fake_file homeless[] = { { "cpu/online", "0-3\n" },
					     TWO_NODES,
					     { "node/node0/cpulist", "0,2\n" },
					     { "node/node1/cpulist", "3\n" },
					     { NULL, NULL } };

static void read_machine(struct cg_machine *machine, const struct fake_file *files,
			 const char *affinity)
{
	const char *root = fake_sysfs(files);
	struct cg_error error = { 0 };
	struct bitmask *mask;

	assert_int_equal(cg_cpulist_parse(affinity, &mask), 0);
	if (cg_machine_read(machine, root, mask, &error))
		fail_msg("%s", error.what);
	numa_bitmask_free(mask);
	fake_remove();
}

/* ---- Seats ---- */

#define MAX_SEATS 64

struct seat_case {
	const struct fake_file *machine;
	const char *affinity;
	enum cg_place place;
	size_t nr_instances, nr_members;
	/* What follows was worked out by hand; instances are parted by "|". */
	const char *cpus;
};

static const struct seat_case seat_cases[] = {
	{ two_and_two, "0-3", CG_PLACE_DEFAULT, 2, 2, "0 2|1 3" },
	{ one_node, "0-3", CG_PLACE_DEFAULT, 2, 2, "0 1|2 3" },
	{ one_cpu, "0", CG_PLACE_DEFAULT, 2, 2, "0 0|0 0" },

	{ two_and_two, "0-3", CG_PLACE_CROSS_NODE, 3, 2, "0 2|1 3|0 2" },
	{ two_and_two, "0-3", CG_PLACE_CROSS_NODE, 3, 1, "0|2|1" },
	{ two_and_two, "0-3", CG_PLACE_CROSS_NODE, 2, 3, "0 2 1|3 0 2" },
	{ two_and_two, "0-3", CG_PLACE_CROSS_NODE, 1, 5, "0 2 1 3 0" },
	{ two_and_two, "1-2", CG_PLACE_CROSS_NODE, 2, 2, "1 2|1 2" },
	{ one_and_three, "0-3", CG_PLACE_CROSS_NODE, 4, 2, "2 0|2 1|2 3|2 0" },
	{ sparse, "0-5", CG_PLACE_CROSS_NODE, 4, 2, "0 2|4 1|3 5|0 2" },
	{ sparse, "0-5", CG_PLACE_CROSS_NODE, 4, 1, "0|2|4|1" },
	{ sparse, "2-5", CG_PLACE_CROSS_NODE, 2, 2, "2 4|3 5" },
	{ odd_nodes, "0-3", CG_PLACE_CROSS_NODE, 2, 2, "0 1|3 2" },
	{ offline, "0-7", CG_PLACE_CROSS_NODE, 2, 2, "0 4|3 7" },
	{ above_1024, "1100-1131", CG_PLACE_CROSS_NODE, 2, 2, "1100 1116|1101 1117" },
	{ homeless, "0-3", CG_PLACE_CROSS_NODE, 3, 2, "0 3|2 3|0 3" },

	{ two_and_two, "0-3", CG_PLACE_SAME_NODE, 3, 2, "0 1|2 3|0 1" },
	{ two_and_two, "0-3", CG_PLACE_SAME_NODE, 3, 1, "0|2|1" },
	{ two_and_two, "2-3", CG_PLACE_SAME_NODE, 2, 2, "2 3|2 3" },
	{ one_and_three, "0-3", CG_PLACE_SAME_NODE, 4, 2, "2 2|0 1|2 2|3 0" },
	{ smt_beside, "0-3", CG_PLACE_SAME_NODE, 2, 2, "0 2|1 3" },
	{ smt_apart, "0-3", CG_PLACE_SAME_NODE, 2, 2, "0 1|2 3" },
	{ one_cpu, "0", CG_PLACE_SAME_NODE, 1, 3, "0 0 0" },

	{ smt_apart, "0-3", CG_PLACE_SMT, 3, 2, "0 2|1 3|0 2" },
	{ smt_beside, "0-3", CG_PLACE_SMT, 3, 2, "0 1|2 3|0 1" },
	{ smt_beside, "0-3", CG_PLACE_SMT, 1, 3, "0 1 0" },
	{ smt_beside, "0-3", CG_PLACE_SMT, 2, 1, "0|2" },
	{ smt_beside, "1-3", CG_PLACE_SMT, 2, 2, "2 3|2 3" },
	{ smt_two_nodes, "0-4", CG_PLACE_SMT, 3, 2, "0 2|1 3|0 2" },

	{ two_and_two, "0-3", CG_PLACE_SAME_CPU, 5, 2, "0 0|2 2|1 1|3 3|0 0" },
	{ two_and_two, "0-3", CG_PLACE_SAME_CPU, 2, 16,
	  "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0|2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2" },
	{ one_cpu, "0", CG_PLACE_SAME_CPU, 2, 2, "0 0|0 0" },

	{ two_and_two, "0-3", CG_PLACE_SPREAD, 3, 2, "0 2|1 3|0 2" },
	{ two_and_two, "0-3", CG_PLACE_SPREAD, 6, 1, "0|2|1|3|0|2" },
	{ one_and_three, "0-3", CG_PLACE_SPREAD, 5, 1, "2|0|1|3|2" },
	{ sparse, "0-5", CG_PLACE_SPREAD, 2, 4, "0 2 4 1|3 5 0 2" },
	{ smt_beside, "0-3", CG_PLACE_SPREAD, 4, 1, "0|2|1|3" },
	{ homeless, "0-3", CG_PLACE_SPREAD, 5, 1, "0|3|2|1|0" },
	{ above_1024, "1131,1105", CG_PLACE_SPREAD, 3, 1, "1105|1131|1105" },

	{ two_and_two, "0-3", CG_PLACE_NONE, 2, 2, "-1 -1|-1 -1" },
	{ one_cpu, "0", CG_PLACE_NONE, 1, 1, "-1" },
};

static void describe(const struct cg_seat *seats, size_t nr_instances, size_t nr_members,
		     char *text, size_t size)
{
	text[0] = '\0';
	for (size_t i = 0; i < nr_instances * nr_members; i++) {
		size_t end = strlen(text);
		const char *before = i % nr_members ? " " : "|";

		snprintf(text + end, size - end, "%s%d", i ? before : "", seats[i].cpu);
	}
}

static void test_seats(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(seat_cases) / sizeof(seat_cases[0]); i++) {
		const struct seat_case *c = &seat_cases[i];
		struct cg_seat seats[MAX_SEATS];
		struct cg_error error = { 0 };
		struct cg_machine machine;
		char text[512];

		assert_true(c->nr_instances * c->nr_members <= MAX_SEATS);
		read_machine(&machine, c->machine, c->affinity);
		if (cg_placement_assign(&machine, c->place, c->nr_instances, c->nr_members, seats,
					&error))
			fail_msg("case %zu: %s", i, error.what);
		describe(seats, c->nr_instances, c->nr_members, text, sizeof(text));
		if (strcmp(text, c->cpus) != 0)
			fail_msg("case %zu, %s: \"%s\", not \"%s\"", i, cg_place_name(c->place),
				 text, c->cpus);
		cg_machine_free(&machine);
	}
}

static void test_seats_say_their_node(void **state)
{
	struct cg_seat seats[4];
	struct cg_error error = { 0 };
	struct cg_machine machine;

	(void)state;
	read_machine(&machine, odd_nodes, "0-3");
	assert_int_equal(cg_placement_assign(&machine, CG_PLACE_CROSS_NODE, 2, 2, seats, &error),
			 0);
	assert_int_equal(seats[0].node, 2);
	assert_int_equal(seats[1].node, 3);
	assert_int_equal(seats[2].node, 2);
	assert_int_equal(seats[3].node, 3);
	assert_int_equal(cg_placement_assign(&machine, CG_PLACE_NONE, 1, 1, seats, &error), 0);
	assert_int_equal(seats[0].node, -1);
	cg_machine_free(&machine);

	read_machine(&machine, homeless, "1");
	assert_int_equal(machine.nr_nodes, 1);
	cg_machine_free(&machine);
	read_machine(&machine, homeless, "0-1");
	assert_int_equal(cg_placement_assign(&machine, CG_PLACE_SPREAD, 2, 1, seats, &error), 0);
	assert_int_equal(seats[1].cpu, 1);
	assert_int_equal(seats[1].node, -1);
	cg_machine_free(&machine);
}

static void read_224_cpus(struct cg_machine *machine)
{
	static const struct fake_file files[] = { { "cpu/online", "0-223\n" },
						  TWO_NODES,
						  { "node/node0/cpulist", "0-55,112-167\n" },
						  { "node/node1/cpulist", "56-111,168-223\n" },
						  { NULL, NULL } };
	const char *root = fake_sysfs(files);
	struct cg_error error = { 0 };
	struct bitmask *mask;
	char path[64], text[16];

	for (int cpu = 0; cpu < 224; cpu++) {
		snprintf(path, sizeof(path), "cpu/cpu%d/topology/thread_siblings_list", cpu);
		snprintf(text, sizeof(text), "%d,%d\n", cpu % 112, cpu % 112 + 112);
		fake_add(path, text);
	}
	assert_int_equal(cg_cpulist_parse("0-223", &mask), 0);
	assert_int_equal(cg_machine_read(machine, root, mask, &error), 0);
	numa_bitmask_free(mask);
	fake_remove();
}

/* The node by arithmetic, not from the machine: 56 cores of each node, twice. */
static int node_of_224(int cpu)
{
	return cpu % 112 / 56;
}

static void test_448_pairs_on_224_cpus(void **state)
{
	static struct cg_seat seats[896];
	int workers[224] = { 0 };
	struct cg_error error = { 0 };
	struct cg_machine machine;

	(void)state;
	read_224_cpus(&machine);
	assert_int_equal(cg_placement_assign(&machine, CG_PLACE_DEFAULT, 448, 2, seats, &error), 0);
	for (size_t pair = 0; pair < 448; pair++) {
		const struct cg_seat *ping = &seats[2 * pair], *pong = &seats[2 * pair + 1];

		assert_int_equal(ping->node, node_of_224(ping->cpu));
		assert_int_equal(pong->node, node_of_224(pong->cpu));
		assert_int_equal(ping->node, 0);
		assert_int_equal(pong->node, 1);
		/* The i-th CPU of one node with the i-th of the other: 56 apart. */
		assert_int_equal(pong->cpu, ping->cpu + 56);
		workers[ping->cpu]++;
		workers[pong->cpu]++;
	}
	for (int cpu = 0; cpu < 224; cpu++)
		assert_int_equal(workers[cpu], 4);

	assert_int_equal(cg_placement_assign(&machine, CG_PLACE_SMT, 112, 2, seats, &error), 0);
	for (size_t pair = 0; pair < 112; pair++) {
		assert_int_equal(seats[2 * pair + 1].cpu, seats[2 * pair].cpu + 112);
		assert_int_equal(seats[2 * pair].node, (int)pair % 2);
	}
	cg_machine_free(&machine);
}

static void test_what_the_machine_lacks_is_skipped(void **state)
{
	static const struct {
		const struct fake_file *machine;
		const char *affinity;
		enum cg_place place;
		size_t nr_members;
		const char *what, *cure;
	} cases[] = {
		{ one_node, "0-3", CG_PLACE_CROSS_NODE, 2, "here is node 0 (online: 0)",
		  "cgpong lab run --nodes 2" },
		{ one_node, "0-3", CG_PLACE_CROSS_NODE, 1, "here is node 0 (online: 0)",
		  "cgpong lab run --nodes 2" },
		{ two_and_two, "2-3", CG_PLACE_CROSS_NODE, 2, "here is node 1 (online: 0-1)",
		  "taskset" },
		{ one_node, "0-3", CG_PLACE_SMT, 2, "a core with two CPUs we may use",
		  "same-node" },
		{ smt_apart, "0-1", CG_PLACE_SMT, 2, "a core with two CPUs we may use",
		  "same-node" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cg_seat seats[2];
		struct cg_error error = { 0 };
		struct cg_machine machine;

		read_machine(&machine, cases[i].machine, cases[i].affinity);
		assert_int_equal(cg_placement_assign(&machine, cases[i].place, 1,
						     cases[i].nr_members, seats, &error),
				 -ENODEV);
		assert_int_equal(error.kind, CG_ERROR_SKIPPED);
		if (!strstr(error.what, cases[i].what) || !strstr(error.cure, cases[i].cure))
			fail_msg("case %zu: %s (%s)", i, error.what, error.cure);
		cg_machine_free(&machine);
	}
}

static void test_names(void **state)
{
	static const struct {
		const char *name;
		enum cg_place place;
	} names[] = {
		{ "cross-node", CG_PLACE_CROSS_NODE },
		{ "same-node", CG_PLACE_SAME_NODE },
		{ "smt", CG_PLACE_SMT },
		{ "same-cpu", CG_PLACE_SAME_CPU },
		{ "spread", CG_PLACE_SPREAD },
		{ "none", CG_PLACE_NONE },
	};
	static const char *const wrong[] = {
		"", "default", "cross", "cross-nod", "cross-nodes", "Smt", "smt ", " none", "3",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct cg_error error = { 0 };
		enum cg_place place = CG_PLACE_DEFAULT;

		assert_int_equal(cg_place_parse(names[i].name, &place, &error), 0);
		assert_int_equal(place, names[i].place);
		assert_string_equal(cg_place_name(names[i].place), names[i].name);
		assert_int_equal(error.kind, CG_ERROR_NONE);
	}
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct cg_error error = { 0 };
		enum cg_place place = CG_PLACE_SMT;

		assert_int_equal(cg_place_parse(wrong[i], &place, &error), -EINVAL);
		assert_int_equal(place, CG_PLACE_SMT);
		assert_int_equal(error.kind, CG_ERROR_USAGE);
		assert_non_null(strstr(error.what, wrong[i]));
		assert_non_null(strstr(error.cure, "same-cpu"));
	}
}

/* ---- Pinning ---- */

/* Restores what a test has changed of this thread. */
static cpu_set_t *saved_affinity;
static size_t saved_size;

static int save_affinity(void **state)
{
	(void)state;
	saved_size = CPU_ALLOC_SIZE(1 << 16);
	saved_affinity = CPU_ALLOC(1 << 16);
	CPU_ZERO_S(saved_size, saved_affinity);
	return sched_getaffinity(0, saved_size, saved_affinity);
}

static int restore(void **state)
{
	(void)state;
	lie_cpu = -1;
	lie_affinity = false;
	lie_getcpu_errno = 0;
	lie_mempolicy_errno = 0;
	return sched_setaffinity(0, saved_size, saved_affinity);
}

static int free_affinity(void **state)
{
	(void)state;
	CPU_FREE(saved_affinity);
	return 0;
}

/* The value of @key in the calling thread's status, e.g. "0-1". */
static void thread_status(const char *key, char *value, size_t size)
{
	FILE *stream = fopen("/proc/thread-self/status", "re");
	char line[512];

	assert_non_null(stream);
	value[0] = '\0';
	while (fgets(line, sizeof(line), stream)) {
		char *tab = strchr(line, '\t');

		if (!tab)
			continue;
		*tab = '\0';
		if (strcmp(line, key) == 0)
			snprintf(value, size, "%.*s", (int)strcspn(tab + 1, "\n"), tab + 1);
	}
	fclose(stream);
}

/* The CPU procfs says the calling thread runs on: field 39 of its stat, proc(5). */
static int thread_processor(void)
{
	FILE *stream = fopen("/proc/thread-self/stat", "re");
	char line[1024], *field, *rest;

	assert_non_null(stream);
	assert_non_null(fgets(line, sizeof(line), stream));
	fclose(stream);
	/* Field 2, the name, is in parentheses and may hold blanks; field 3 comes after ") ". */
	field = strtok_r(strrchr(line, ')') + 2, " ", &rest);
	for (int i = 3; i < 39; i++)
		field = strtok_r(NULL, " ", &rest);
	return (int)strtol(field, NULL, 10);
}

/* Pin to each CPU in turn and ask procfs. Returns NULL, or what went wrong as a new string. */
static void *pin_to_each(void *argument)
{
	char problem[600];
	const struct cg_machine *machine = argument;
	char is[64], wanted[64];

	for (size_t i = 0; i < machine->nr_cpus; i++) {
		struct cg_seat seat = { .cpu = machine->cpus[i].id, .node = machine->cpus[i].node };
		struct cg_error error = { 0 };

		if (cg_placement_pin(&seat, &error)) {
			snprintf(problem, sizeof(problem), "%s", error.what);
			return strdup(problem);
		}
		thread_status("Cpus_allowed_list:", is, sizeof(is));
		snprintf(wanted, sizeof(wanted), "%d", seat.cpu);
		if (strcmp(is, wanted) != 0 || thread_processor() != seat.cpu) {
			snprintf(problem, sizeof(problem), "cpu %s: allowed %s, runs on %d", wanted,
				 is, thread_processor());
			return strdup(problem);
		}
	}
	return NULL;
}

static void test_pin_takes_on_each_cpu(void **state)
{
	struct cg_error error = { 0 };
	struct cg_machine machine;
	void *problem;

	(void)state;
	assert_int_equal(cg_machine_read(&machine, NULL, NULL, &error), 0);
	problem = pin_to_each(&machine);
	if (problem)
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the test ends here */
		fail_msg("%s", (char *)problem);
	cg_machine_free(&machine);
}

static void test_pin_in_a_thread_leaves_the_others_alone(void **state)
{
	struct cg_error error = { 0 };
	struct cg_machine machine;
	char before[256], after[256];
	pthread_t thread;
	void *problem;

	(void)state;
	assert_int_equal(cg_machine_read(&machine, NULL, NULL, &error), 0);
	thread_status("Cpus_allowed_list:", before, sizeof(before));
	assert_int_equal(pthread_create(&thread, NULL, pin_to_each, &machine), 0);
	assert_int_equal(pthread_join(thread, &problem), 0);
	if (problem)
		fail_msg("%s", (char *)problem);
	thread_status("Cpus_allowed_list:", after, sizeof(after));
	assert_string_equal(after, before);
	cg_machine_free(&machine);
}

static void expect_pin(int cpu, int result, const char *what)
{
	struct cg_seat seat = { .cpu = cpu, .node = 0 };
	struct cg_error error = { 0 };
	int got = cg_placement_pin(&seat, &error);

	if (got != result || strcmp(error.what, what) != 0)
		fail_msg("pin to %d: %d \"%s\", not %d \"%s\"", cpu, got, error.what, result, what);
	assert_int_equal(error.kind, result ? CG_ERROR_FAILED : CG_ERROR_NONE);
}

/* The first CPU number that this kernel can never have: behind the end of "possible". */
static int impossible_cpu(void)
{
	FILE *stream = fopen("/sys/devices/system/cpu/possible", "re");
	struct bitmask *mask;
	char line[256];
	int last = 0;

	if (!stream || !fgets(line, sizeof(line), stream)) {
		print_message("skipped: no /sys/devices/system/cpu/possible\n");
		skip();
	}
	fclose(stream);
	assert_int_equal(cg_cpulist_parse(line, &mask), 0);
	for (int id = 0; id >= 0; id = cg_cpulist_next(mask, id + 1))
		last = id;
	numa_bitmask_free(mask);
	return last + 1;
}

static void test_pin_to_a_cpu_that_is_not_there(void **state)
{
	int cpus[] = { impossible_cpu(), 1023, 5000, CG_CPULIST_MAX_ID };
	char before[256], after[256], what[64];

	(void)state;
	thread_status("Cpus_allowed_list:", before, sizeof(before));
	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		if (cpus[i] < cpus[0])
			continue;
		snprintf(what, sizeof(what), "pin to cpu %d: sched_setaffinity", cpus[i]);
		expect_pin(cpus[i], -EINVAL, what);
	}
	thread_status("Cpus_allowed_list:", after, sizeof(after));
	assert_string_equal(after, before);
}

static void *pin_to_1048575(void *argument)
{
	struct cg_seat seat = { .cpu = CG_CPULIST_MAX_ID, .node = 0 };

	cg_placement_pin(&seat, argument);
	return NULL;
}

static void test_pin_to_a_cpu_that_is_not_there_in_a_thread(void **state)
{
	struct cg_error error = { 0 };
	pthread_t thread;

	(void)state;
	assert_int_equal(pthread_create(&thread, NULL, pin_to_1048575, &error), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(error.kind, CG_ERROR_FAILED);
	assert_int_equal(error.code, EINVAL);
	assert_string_equal(error.what, "pin to cpu 1048575: sched_setaffinity");
}

/* The lowest CPU this process may use. */
static int some_cpu(void)
{
	int cpu = 0;

	while (!CPU_ISSET_S((size_t)cpu, saved_size, saved_affinity))
		cpu++;
	return cpu;
}

static void test_pin_that_does_not_take(void **state)
{
	int cpu = some_cpu();
	char what[96];

	(void)state;
	lie_cpu = cpu + 7;
	snprintf(what, sizeof(what), "pin to cpu %d: kernel runs us on cpu %d", cpu, cpu + 7);
	expect_pin(cpu, -EXDEV, what);

	lie_cpu = -1;
	lie_getcpu_errno = ENOSYS;
	snprintf(what, sizeof(what), "pin to cpu %d: getcpu", cpu);
	expect_pin(cpu, -ENOSYS, what);
}

static void test_mask_that_does_not_take(void **state)
{
	char what[96];

	(void)state;
	if (CPU_COUNT_S(saved_size, saved_affinity) < 2) {
		print_message("skipped: with one CPU every mask is the right one\n");
		skip();
	}
	lie_affinity = true;
	snprintf(what, sizeof(what), "pin to cpu %d: kernel gave us another mask", some_cpu());
	expect_pin(some_cpu(), -EXDEV, what);
	lie_affinity = false;
}

static void test_memory_policy_becomes_local(void **state)
{
	int mode = -1;

	(void)state;
	if (syscall(SYS_get_mempolicy, &mode, NULL, 0, NULL, 0)) {
		print_message("skipped: get_mempolicy: %s\n", strerror(errno));
		skip();
	}
	if (syscall(SYS_set_mempolicy, MPOL_INTERLEAVE, &(unsigned long){ 1 }, 2)) {
		print_message("skipped: set_mempolicy interleave on node 0: %s\n", strerror(errno));
		skip();
	}
	expect_pin(-1, 0, "");
	assert_int_equal(syscall(SYS_get_mempolicy, &mode, NULL, 0, NULL, 0), 0);
	assert_int_equal(mode, MPOL_LOCAL);
}

static void test_a_kernel_without_memory_policies_will_do(void **state)
{
	(void)state;
	if (numa_available() < 0) {
		print_message("skipped: NUMA is not available, policies are never set\n");
		skip();
	}
	mempolicy_calls = 0;
	lie_mempolicy_errno = ENOSYS;
	expect_pin(-1, 0, "");
	lie_mempolicy_errno = EPERM;
	expect_pin(-1, 0, "");
	lie_mempolicy_errno = EINVAL;
	expect_pin(-1, -EINVAL, "set_mempolicy MPOL_LOCAL");
	assert_int_equal(mempolicy_calls, 3);
}

static void test_not_pinned_means_the_mask_stays(void **state)
{
	char before[256], after[256];

	(void)state;
	thread_status("Cpus_allowed_list:", before, sizeof(before));
	expect_pin(-1, 0, "");
	thread_status("Cpus_allowed_list:", after, sizeof(after));
	assert_string_equal(after, before);
}

#define PIN_TEST(f) cmocka_unit_test_setup_teardown(f, NULL, restore)

int main(void)
{
	const struct CMUnitTest seats[] = {
		cmocka_unit_test(test_seats),
		cmocka_unit_test(test_seats_say_their_node),
		cmocka_unit_test(test_448_pairs_on_224_cpus),
		cmocka_unit_test(test_what_the_machine_lacks_is_skipped),
		cmocka_unit_test(test_names),
	};
	const struct CMUnitTest pins[] = {
		PIN_TEST(test_pin_takes_on_each_cpu),
		PIN_TEST(test_pin_in_a_thread_leaves_the_others_alone),
		PIN_TEST(test_pin_to_a_cpu_that_is_not_there),
		PIN_TEST(test_pin_to_a_cpu_that_is_not_there_in_a_thread),
		PIN_TEST(test_pin_that_does_not_take),
		PIN_TEST(test_mask_that_does_not_take),
		PIN_TEST(test_memory_policy_becomes_local),
		PIN_TEST(test_a_kernel_without_memory_policies_will_do),
		PIN_TEST(test_not_pinned_means_the_mask_stays),
	};
	int failed = cmocka_run_group_tests_name("placement: seats", seats, NULL, NULL);

	return failed +
	       cmocka_run_group_tests_name("placement: pins", pins, save_affinity, free_affinity);
}
