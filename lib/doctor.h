/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * doctor.h - what this machine can show and what it cannot, and how each gap is mended.
 *
 * Looks as a run would look, with the same functions; nothing is created that is not removed
 * again at once, and no setting is changed.
 */
#ifndef CGPONG_DOCTOR_H
#define CGPONG_DOCTOR_H

#include "catalog.h"
#include "findings.h"
#include "hierarchy.h"
#include "machine.h"
#include "watch.h"

/**
 * cg_doctor_examine() - all of it
 * @findings: zeroed; filled; freed by the caller with cg_findings_free()
 * @catalog: each workload of which is asked with --check
 * @watch: open
 * @error: see error.h
 *
 * What cannot be looked at is a finding too. Return: 0, or as cg_child_run().
 */
int cg_doctor_examine(struct cg_findings *findings, const struct cg_catalog *catalog,
		      struct cg_watch *watch, struct cg_error *error);

/* The parts of it. */
void cg_doctor_cgroups(struct cg_findings *findings, const struct cg_hierarchy *hierarchy);
void cg_doctor_cpus(struct cg_findings *findings, const struct cg_machine *machine);
void cg_doctor_kernel(struct cg_findings *findings, const struct cg_machine *machine);
void cg_doctor_limits(struct cg_findings *findings, const struct cg_machine *machine);

#endif
