// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_cpus.c - the part of the doctor that looks at CPUs, nodes, and what makes them noisy.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "doctor.h"
#include "file.h"

#define CPU_SYSFS "/sys/devices/system/cpu/"

static void look_at_cpus(struct cg_findings *findings, const struct cg_machine *machine)
{
	char *allowed = cg_cpulist_format(machine->allowed);
	char *online = cg_cpulist_format(machine->online);
	char offline[256];
	bool all = allowed && online && strcmp(allowed, online) == 0;
	bool one = machine->nr_cpus == 1;

	if (cg_file_read(CPU_SYSFS "offline", offline, sizeof(offline)) < 0)
		offline[0] = '\0';
	cg_findings_add(findings, all && !one ? CG_FINDING_OK : CG_FINDING_WARN, "cpus",
			"%zu may be used (%s), online are %s%s%s%s", machine->nr_cpus,
			allowed ? allowed : "?", online ? online : "?",
			*offline ? ", offline " : "", offline,
			one ? "; the workers of an instance share it" : "");
	if (!all)
		cg_findings_cure(findings, "taskset -pc %s $$, or cpuset.cpus of our cgroup",
				 online ? online : "");
	free(allowed);
	free(online);
}

static void look_at_nodes(struct cg_findings *findings, const struct cg_machine *machine)
{
	char *online = cg_cpulist_format(machine->nodes_online);

	if (machine->nr_nodes >= 2) {
		cg_findings_add(findings, CG_FINDING_OK, "cross-node",
				"%zu NUMA nodes have CPUs we may use", machine->nr_nodes);
	} else {
		cg_findings_add(findings, CG_FINDING_NO, "cross-node",
				"CPUs we may use are on node %d only; nodes online: %s",
				machine->nodes[0].id, online && *online ? online : "0");
		cg_findings_cure(findings, "cgpong lab run --nodes 2 -- cgpong-mq-pingpong");
	}
	free(online);
	for (size_t n = 0; n < machine->nr_nodes; n++) {
		if (machine->nodes[n].has_memory)
			continue;
		cg_findings_add(findings, CG_FINDING_WARN, "memory of nodes",
				"node %d has CPUs and no memory: its workers' memory is on "
				"another node",
				machine->nodes[n].id);
		cg_findings_cure(findings, "taskset -c CPUS cgpong-..., with CPUs of other nodes");
		return;
	}
	cg_findings_add(findings, CG_FINDING_OK, "memory of nodes",
			"every node with CPUs we may use has memory");
}

/* Documentation/ABI/testing/sysfs-devices-system-cpu, "smt/control". */
static const char *smt_in_words(const char *control)
{
	static const struct {
		const char *control, *words;
	} known[] = {
		{ "on", "SMT is on" },
		{ "off", "SMT is off" },
		{ "forceoff", "SMT is off until the next boot" },
		{ "notsupported", "the CPU has no SMT, or none is shown" },
		{ "notimplemented", "this kernel cannot switch SMT" },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(known[i].control, control) == 0)
			return known[i].words;
	}
	return "whether SMT is on is not known";
}

static void look_at_smt(struct cg_findings *findings, const struct cg_machine *machine)
{
	char control[64];

	for (size_t c = 0; c < machine->nr_cpus; c++) {
		if (machine->cpus[c].thread == 0)
			continue;
		cg_findings_add(findings, CG_FINDING_OK, "smt",
				"there are cores with two CPUs we may use");
		return;
	}
	if (cg_file_read(CPU_SYSFS "smt/control", control, sizeof(control)) < 0)
		control[0] = '\0';
	cg_findings_add(findings, CG_FINDING_NO, "smt", "no core has two CPUs we may use; %s",
			smt_in_words(control));
	if (strcmp(control, "off") == 0)
		cg_findings_cure(findings, "echo on > " CPU_SYSFS "smt/control");
	else
		cg_findings_cure(findings, "use --place same-node or same-cpu");
}

static void look_at_governor(struct cg_findings *findings, const struct cg_machine *machine)
{
	char path[128], governor[64];

	for (size_t c = 0; c < machine->nr_cpus; c++) {
		int cpu = machine->cpus[c].id;

		snprintf(path, sizeof(path), CPU_SYSFS "cpu%d/cpufreq/scaling_governor", cpu);
		if (cg_file_read(path, governor, sizeof(governor)) < 0 ||
		    strcmp(governor, "performance") == 0)
			continue;
		cg_findings_add(findings, CG_FINDING_WARN, "governor",
				"CPU %d is governed by %s: its speed follows the load", cpu,
				governor);
		cg_findings_cure(findings, "cpupower frequency-set -g performance");
		return;
	}
	snprintf(path, sizeof(path), CPU_SYSFS "cpu%d/cpufreq/scaling_governor",
		 machine->cpus[0].id);
	cg_findings_add(findings, CG_FINDING_OK, "governor", "%s",
			cg_file_read(path, governor, sizeof(governor)) < 0
				? "none in sight"
				: "performance on all CPUs we may use");
}

static void look_at_balancing(struct cg_findings *findings)
{
	uint64_t on;

	if (cg_file_read_u64("/proc/sys/kernel/numa_balancing", &on) || on == 0) {
		cg_findings_add(findings, CG_FINDING_OK, "numa balancing", "off");
		return;
	}
	cg_findings_add(findings, CG_FINDING_WARN, "numa balancing",
			"on: page migration makes rounds bimodal");
	cg_findings_cure(findings, "sysctl kernel.numa_balancing=0");
}

static void look_at_thp(struct cg_findings *findings)
{
	char text[128];

	if (cg_file_read("/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof(text)) < 0) {
		cg_findings_add(findings, CG_FINDING_OK, "thp", "not in this kernel");
		return;
	}
	if (!strstr(text, "[always]")) {
		cg_findings_add(findings, CG_FINDING_OK, "thp", "only where asked for: %s", text);
		return;
	}
	/* No gap: what page-fault maps is small pages whatever is set here. */
	cg_findings_add(findings, CG_FINDING_OK, "thp",
			"always; page-fault opts out for its own mapping");
}

void cg_doctor_cpus(struct cg_findings *findings, const struct cg_machine *machine)
{
	look_at_cpus(findings, machine);
	look_at_nodes(findings, machine);
	look_at_smt(findings, machine);
	look_at_balancing(findings);
	look_at_governor(findings, machine);
	look_at_thp(findings);
}
