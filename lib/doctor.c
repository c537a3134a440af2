// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor.c - what this machine can show and what it cannot. See doctor.h.
 */
#include "doctor.h"

#include <string.h>
#include <sys/utsname.h>

#include "child.h"

#define CHECK_TIMEOUT_MS 30000

static void judge_workload(struct cg_findings *findings, const struct cg_catalog_entry *entry,
			   struct cg_child_end *end, const char *argv0)
{
	const char *words = cg_child_last_words(end, argv0);
	const char *op = json_string_value(json_object_get(entry->about, "op"));

	if (end->timed_out)
		cg_findings_add(findings, CG_FINDING_WARN, entry->name, "no answer to --check");
	else if (end->status == 0)
		cg_findings_add(findings, CG_FINDING_OK, entry->name, "can run; one op is one %s",
				op);
	else if (end->status == CG_ERROR_SKIPPED)
		cg_findings_add(findings, CG_FINDING_NO, entry->name, "%s", words);
	else
		cg_findings_add(findings, CG_FINDING_WARN, entry->name,
				"--check ends with status %d: %s", end->status, words);
}

static int ask_workload(struct cg_findings *findings, const struct cg_catalog_entry *entry,
			struct cg_watch *watch, struct cg_error *error)
{
	char *argv[] = { strrchr(entry->program, '/') + 1, "--check", NULL };
	struct cg_child_end end;
	int result;

	if (!entry->about) {
		cg_findings_add(findings, CG_FINDING_WARN, entry->name, "%s: %s", entry->program,
				entry->why);
		return 0;
	}
	result = cg_child_run(&(struct cg_child){ .program = entry->program,
						  .argv = argv,
						  .keep_out = true,
						  .keep_err = true,
						  .timeout_ms = CHECK_TIMEOUT_MS },
			      watch, &end, error);
	if (!result)
		judge_workload(findings, entry, &end, argv[0]);
	cg_child_end_free(&end);
	return result;
}

static void examine_machine(struct cg_findings *findings)
{
	struct cg_machine machine = { 0 };
	struct cg_error why = { 0 };

	if (cg_machine_read(&machine, NULL, NULL, &why)) {
		cg_findings_add_error(findings, CG_FINDING_NO, "cpus", &why);
		return;
	}
	cg_doctor_kernel(findings, &machine);
	cg_doctor_cpus(findings, &machine);
	cg_doctor_limits(findings, &machine);
	cg_machine_free(&machine);
}

int cg_doctor_examine(struct cg_findings *findings, const struct cg_catalog *catalog,
		      struct cg_watch *watch, struct cg_error *error)
{
	struct cg_hierarchy hierarchy = { 0 };
	struct utsname kernel = { 0 };
	struct cg_error why = { 0 };
	int result = 0;

	uname(&kernel);
	cg_findings_add(findings, CG_FINDING_OK, "kernel", "%s %s", kernel.release, kernel.machine);
	if (cg_hierarchy_find(&hierarchy, NULL, &why))
		cg_findings_add_error(findings, CG_FINDING_NO, "cgroup", &why);
	else
		cg_doctor_cgroups(findings, &hierarchy);
	cg_hierarchy_free(&hierarchy);
	examine_machine(findings);
	for (size_t i = 0; i < catalog->nr && !result; i++)
		result = ask_workload(findings, &catalog->entries[i], watch, error);
	return result;
}
