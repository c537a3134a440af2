// SPDX-License-Identifier: GPL-2.0-only
/*
 * environment.c - what a result was measured on. See environment.h.
 */
#include "environment.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cpulist.h"
#include "file.h"

#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities"

/* A file's text, or null. */
static json_t *text_of(const char *path)
{
	char text[4096];

	return cg_file_read(path, text, sizeof(text)) < 0 ? json_null() : json_string(text);
}

static json_t *number_of(const char *path)
{
	uint64_t value;

	return cg_file_read_u64(path, &value) ? json_null() : json_integer((json_int_t)value);
}

/* The choice in brackets: "always [madvise] never". */
static json_t *choice_of(const char *path)
{
	char text[256], *open, *close;

	if (cg_file_read(path, text, sizeof(text)) < 0)
		return json_null();
	open = strchr(text, '[');
	close = open ? strchr(open, ']') : NULL;
	return close ? json_stringn(open + 1, (size_t)(close - open - 1)) : json_string(text);
}

static json_t *cpulist_of(const struct bitmask *mask)
{
	char *text = cg_cpulist_format(mask);
	json_t *value = text ? json_string(text) : NULL;

	free(text);
	return value;
}

static json_t *nodes_of(const struct cg_machine *machine)
{
	json_t *nodes = json_array();

	for (size_t n = 0; n < machine->nr_nodes; n++) {
		const struct cg_node *node = &machine->nodes[n];
		json_t *cpus = json_array();

		for (size_t c = 0; c < node->nr_cpus; c++)
			json_array_append_new(cpus, json_integer(node->cpus[c]->id));
		json_array_append_new(nodes, json_pack("{s:i, s:b, s:o}", "id", node->id, "memory",
						       node->has_memory, "cpus", cpus));
	}
	return nodes;
}

static json_t *mitigations(void)
{
	DIR *directory = opendir(VULNERABILITIES);
	json_t *all = json_object();
	struct dirent *entry;
	char path[PATH_MAX];

	if (!directory) {
		json_decref(all);
		return json_null();
	}
	while ((entry = readdir(directory)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), VULNERABILITIES "/%s", entry->d_name);
		json_object_set_new(all, entry->d_name, text_of(path));
	}
	closedir(directory);
	return all;
}

/* The value of a line "key<blanks>: value" of /proc/cpuinfo's first CPU. */
static json_t *cpuinfo(const char *key)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t size = 0, length = strlen(key);
	json_t *value = NULL;

	while (file && !value && getline(&line, &size, file) > 1) {
		char *colon = strchr(line, ':');

		if (!colon || strncmp(line, key, length) != 0 ||
		    line + length + strspn(line + length, " \t") != colon)
			continue;
		line[strcspn(line, "\n")] = '\0';
		value = json_string(colon + 1 + strspn(colon + 1, " "));
	}
	free(line);
	if (file)
		fclose(file);
	return value ? value : json_null();
}

/* Whether a hypervisor shows: its CPU flag (x86), or what it calls itself. */
static json_t *virtualisation(void)
{
	json_t *flags = cpuinfo("flags"), *result;
	const char *words = json_string_value(flags);
	const char *at = words ? strstr(words, " hypervisor") : NULL;

	if (at && (at[11] == ' ' || at[11] == '\0'))
		result = json_string("guest");
	else
		result = words ? json_string("none") : json_null();
	json_decref(flags);
	return result;
}

bool cg_environment_is_emulated(void)
{
	json_t *model = cpuinfo("model name");
	const char *name = json_string_value(model);
	bool emulated = name && strstr(name, "QEMU TCG CPU");

	json_decref(model);
	return emulated;
}

static json_t *controllers_of(const struct cg_hierarchy *hierarchy)
{
	char path[PATH_MAX];

	if (hierarchy->version == 1)
		return json_string("memory");
	if (hierarchy->version != 2)
		return json_null();
	snprintf(path, sizeof(path), "%s/cgroup.controllers", hierarchy->mount);
	return text_of(path);
}

json_t *cg_environment(const struct cg_machine *machine, const struct cg_hierarchy *hierarchy)
{
	struct utsname kernel = { 0 };
	json_t *cgroup, *environment;

	uname(&kernel);
	cgroup = json_pack("{s:i, s:b, s:b, s:s?, s:o}", "version", hierarchy->version, "hybrid",
			   hierarchy->hybrid, "root_visible", hierarchy->has_root, "mount",
			   hierarchy->mount, "controllers", controllers_of(hierarchy));
	environment = json_pack(
		"{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "kernel", kernel.release,
		"kernel_version", kernel.version, "machine", kernel.machine, "command_line",
		text_of("/proc/cmdline"), "cpu_model", cpuinfo("model name"), "cpus_allowed",
		cpulist_of(machine->allowed), "cpus_online", cpulist_of(machine->online), "nodes",
		nodes_of(machine), "cgroup", cgroup, "mitigations", mitigations());
	if (!environment)
		return NULL;
	json_object_set_new(environment, "governor",
			    text_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
	json_object_set_new(environment, "smt", text_of("/sys/devices/system/cpu/smt/control"));
	json_object_set_new(environment, "thp",
			    choice_of("/sys/kernel/mm/transparent_hugepage/enabled"));
	json_object_set_new(environment, "numa_balancing",
			    number_of("/proc/sys/kernel/numa_balancing"));
	json_object_set_new(environment, "virtualisation", virtualisation());
	json_object_set_new(environment, "page_size", json_integer(sysconf(_SC_PAGESIZE)));
	json_object_set_new(environment, "cgpong", json_string(CGPONG_VERSION));
	return environment;
}
