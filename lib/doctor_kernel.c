// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_kernel.c - the part of the doctor that looks at how the kernel can be watched: counts,
 * hardware counters, profile.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "counters.h"
#include "doctor.h"
#include "file.h"
#include "probes.h"
#include "profile.h"

#define PROFILE_HZ 997

static void look_at_events(struct cg_findings *findings, const struct cg_probes *probes)
{
	char lacking[512] = "";
	int nr = 0;

	for (int e = 0; e < CG_NR_EVENTS; e++) {
		const struct cg_event_symbol *symbol = cg_probes_symbol(probes, (enum cg_event)e);
		size_t used = strlen(lacking);

		if (symbol->symbol[0])
			nr++;
		else
			snprintf(lacking + used, sizeof(lacking) - used, "%s%s (%s)",
				 used ? ", " : "; not: ", cg_events[e].name, symbol->why);
	}
	cg_findings_add(findings, nr == CG_NR_EVENTS ? CG_FINDING_OK : CG_FINDING_WARN, "counts",
			"%d of %d charge-path events can be counted by kprobe%s", nr, CG_NR_EVENTS,
			lacking);
}

static void look_at_counts(struct cg_findings *findings)
{
	struct cg_probes *probes = NULL;
	struct cg_error why = { 0 };

	if (cg_probes_open(&probes, &why))
		cg_findings_add_error(findings, CG_FINDING_NO, "counts", &why);
	else
		look_at_events(findings, probes);
	why = (struct cg_error){ 0 };
	if (cg_probes_close(probes, &why))
		cg_findings_add_error(findings, CG_FINDING_WARN, "counts", &why);
}

static void look_at_counters(struct cg_findings *findings)
{
	int cycles, instructions, result = cg_counters_open(&cycles, &instructions);

	if (result == 0) {
		close(cycles);
		close(instructions);
		cg_findings_add(findings, CG_FINDING_OK, "cycles",
				"the CPU counts cycles and instructions for us");
		return;
	}
	cg_findings_add(findings, CG_FINDING_NO, "cycles",
			"no cycles and instructions: perf_event_open: %s", strerror(-result));
	if (result == -EACCES || result == -EPERM)
		cg_findings_cure(findings, "sysctl kernel.perf_event_paranoid=1, or run as root");
	else if (result == -ENOSYS)
		cg_findings_cure(findings, "use a kernel with CONFIG_PERF_EVENTS");
	else
		cg_findings_cure(findings, "use a machine whose CPU counters are visible; a guest "
					   "needs a virtual PMU");
}

static void look_at_profile(struct cg_findings *findings, const struct cg_machine *machine)
{
	struct cg_profile_result shares = { 0 };
	struct cg_profile *profile = NULL;
	struct cg_error why = { 0 };
	int result = cg_profile_open(&profile, machine->online, PROFILE_HZ, &why);

	if (!result)
		result = cg_profile_start(profile, &why);
	if (!result)
		result = cg_profile_stop(profile, &why);
	if (!result)
		result = cg_profile_resolve(profile, &shares, &why);
	if (result) {
		cg_findings_add_error(findings, CG_FINDING_NO, "profile", &why);
	} else {
		cg_findings_add(findings, CG_FINDING_OK, "profile",
				"the kernel can be sampled on all CPUs, by %s", shares.source);
		cg_profile_result_free(&shares);
	}
	cg_profile_close(profile);
}

void cg_doctor_kernel(struct cg_findings *findings, const struct cg_machine *machine)
{
	look_at_counts(findings);
	look_at_counters(findings);
	look_at_profile(findings, machine);
}
