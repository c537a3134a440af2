// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_cgroups.c - the part of the doctor that looks at cgroups and what they account.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "delegation.h"
#include "doctor.h"
#include "file.h"

/* Whether the kernel command line has @key=...,@value,... */
static bool is_on_command_line(const char *key, const char *value)
{
	char line[4096], *rest = line, *word;
	size_t length = strlen(key);

	if (cg_file_read("/proc/cmdline", line, sizeof(line)) < 0)
		return false;
	while ((word = strsep(&rest, " \n")) != NULL) {
		char *values = word + length, *one;

		if (strncmp(word, key, length) != 0 || *values++ != '=')
			continue;
		while ((one = strsep(&values, ",")) != NULL) {
			if (strcmp(one, value) == 0)
				return true;
		}
	}
	return false;
}

static void look_at_version(struct cg_findings *findings, const struct cg_hierarchy *h)
{
	if (h->version == 0) {
		cg_findings_add(findings, CG_FINDING_NO, "cgroup", "%s",
				h->why_none ? h->why_none : "no memory controller");
		cg_findings_cure(findings, "%s",
				 is_on_command_line("cgroup_disable", "memory")
					 ? "boot without cgroup_disable=memory"
					 : "boot with systemd.unified_cgroup_hierarchy=1, or use a "
					   "guest: cgpong lab run -- cgpong doctor");
		return;
	}
	cg_findings_add(findings, CG_FINDING_OK, "cgroup", "v%d, memory controller at %s%s",
			h->version, h->mount,
			h->hybrid ? "; hybrid: v2 is mounted too, without it" : "");
}

static void look_at_trees(struct cg_findings *findings, const struct cg_hierarchy *h)
{
	struct cg_error why = { 0 };
	char *parent;

	if (cg_trees_parent(h, NULL, &parent, &why)) {
		cg_findings_add_error(findings, CG_FINDING_NO, "cgroup trees", &why);
		return;
	}
	cg_findings_add(findings, CG_FINDING_OK, "cgroup trees", "are created below %s%s", parent,
			h->own && strcmp(parent, h->own) == 0 && strcmp(parent, h->mount) != 0
				? ", delegated to us"
				: "");
	free(parent);
}

static void look_at_root(struct cg_findings *findings, const struct cg_hierarchy *h)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/cgroup.procs", h->mount ? h->mount : "");
	if (h->version == 0 || !h->has_root)
		cg_findings_add(findings, CG_FINDING_NO, "root memcg",
				"not visible, so nothing to compare a leaf with");
	else if (access(path, W_OK))
		cg_findings_add(findings, CG_FINDING_NO, "root memcg", "%s is not ours to write",
				path);
	else {
		cg_findings_add(findings, CG_FINDING_OK, "root memcg", "workers can run in %s",
				h->mount);
		return;
	}
	cg_findings_cure(findings, "run as root outside a container, or cgpong lab run");
}

static void look_at_v1(struct cg_findings *findings, const struct cg_hierarchy *h)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/memory.usage_in_bytes", h->mount);
	if (access(path, F_OK)) {
		cg_findings_add(findings, CG_FINDING_NO, "kernel memory",
				"not known: there is no %s, so something else is mounted over it",
				path);
		cg_findings_cure(findings, "make the cgroup mount visible here");
		return;
	}
	snprintf(path, sizeof(path), "%s/memory.kmem.usage_in_bytes", h->mount);
	if (access(path, F_OK)) {
		cg_findings_add(findings, CG_FINDING_NO, "kernel memory",
				"this v1 hierarchy has no kmem files: slab and sockets are not "
				"charged");
		cg_findings_cure(findings, "use cgroup v2, or a kernel with CONFIG_MEMCG_KMEM");
		return;
	}
	/* v1 counts socket buffers apart, and only below a memory.kmem.tcp.limit_in_bytes
	 * (Documentation/admin-guide/cgroup-v1/memory.rst, 2.7). */
	cg_findings_add(findings, CG_FINDING_WARN, "kernel memory",
			"slab objects are charged; socket buffers are not on cgroup v1");
	cg_findings_cure(findings, "boot with systemd.unified_cgroup_hierarchy=1, or cgpong lab "
				   "run");
}

static void look_at_accounting(struct cg_findings *findings, const struct cg_hierarchy *h)
{
	const char *off = is_on_command_line("cgroup.memory", "nokmem")	    ? "nokmem"
			  : is_on_command_line("cgroup.memory", "nosocket") ? "nosocket"
									    : NULL;

	if (h->version == 0)
		return;
	if (off) {
		cg_findings_add(findings, CG_FINDING_NO, "kernel memory",
				"%s are not charged: cgroup.memory=%s is on the kernel command "
				"line",
				strcmp(off, "nokmem") == 0 ? "slab objects" : "sockets", off);
		cg_findings_cure(findings, "boot without cgroup.memory=%s", off);
	} else if (h->version == 1) {
		look_at_v1(findings, h);
	} else {
		cg_findings_add(findings, CG_FINDING_OK, "kernel memory",
				"slab objects and sockets are charged");
	}
}

void cg_doctor_cgroups(struct cg_findings *findings, const struct cg_hierarchy *hierarchy)
{
	look_at_version(findings, hierarchy);
	look_at_trees(findings, hierarchy);
	look_at_root(findings, hierarchy);
	look_at_accounting(findings, hierarchy);
}
