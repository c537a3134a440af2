/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warnings.h - what a reader of the results must know, collected during a run.
 *
 * The list of kinds is closed: docs/results.md says of each when it is given, why just then, and
 * what to do.
 */
#ifndef CGPONG_WARNINGS_H
#define CGPONG_WARNINGS_H

#include <stddef.h>

enum cg_warning {
	/* What could not be done as wished */
	CG_WARNING_NO_CGROUP,
	CG_WARNING_EMPTY_CGROUPS,
	CG_WARNING_NOT_COUNTED,
	CG_WARNING_NOT_CHARGED,
	CG_WARNING_NO_PROFILE,
	/* How the machine is set up */
	CG_WARNING_NUMA_BALANCING,
	CG_WARNING_GOVERNOR,
	CG_WARNING_THP,
	CG_WARNING_CROWDED,
	/* What happened while rounds were timed */
	CG_WARNING_OTHER_LOAD,
	CG_WARNING_STOLEN_TIME,
	CG_WARNING_SMT_SIBLING,
	CG_WARNING_THROTTLED,
	/* What the figures themselves show */
	CG_WARNING_FEW_ROUNDS,
	CG_WARNING_BIMODAL,
	CG_WARNING_DRIFT,
	CG_WARNING_BACKGROUND,
	CG_WARNING_OTHER_COUNT,
	CG_NR_WARNINGS
};

struct cg_warnings {
	size_t nr;
	char **texts; /* one line each, owned: "what is wrong (its cure) [its name]" */
};

/** cg_warning_name() - the name of a kind, as in brackets at the end of its line: "few-rounds" */
const char *cg_warning_name(enum cg_warning kind);

/**
 * cg_warn() - add a line, unless it is there already; lost only without memory
 * @kind: its usual cure and its name are put behind the text
 * @format: what is wrong, printf style, no full stop
 */
void cg_warn(struct cg_warnings *warnings, enum cg_warning kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** cg_warnings_free() - release them; a zeroed struct is fine */
void cg_warnings_free(struct cg_warnings *warnings);

#endif
