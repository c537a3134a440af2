/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * findings.h - what was found out about a machine, each with what mends it.
 */
#ifndef CGPONG_FINDINGS_H
#define CGPONG_FINDINGS_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

enum cg_finding_state {
	CG_FINDING_OK,
	CG_FINDING_WARN, /* it can be shown, but something is in the way or makes it noisy */
	CG_FINDING_NO,	 /* it cannot be shown here */
};

struct cg_finding {
	enum cg_finding_state state;
	char what[40];
	char detail[640];
	char cure[384]; /* a command or a setting, or "" */
};

struct cg_findings {
	size_t nr, nr_lost; /* lost: no memory */
	struct cg_finding *all;
};

/** cg_findings_add() - one more; @format is the detail, printf style, no full stop */
void cg_findings_add(struct cg_findings *findings, enum cg_finding_state state, const char *what,
		     const char *format, ...) __attribute__((format(printf, 4, 5)));

/** cg_findings_cure() - how what was added last can be mended */
void cg_findings_cure(struct cg_findings *findings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** cg_findings_add_error() - one more, from an error record, its cure included */
void cg_findings_add_error(struct cg_findings *findings, enum cg_finding_state state,
			   const char *what, const struct cg_error *error);

/** cg_findings_print() - one line each: "ok|warn|no  what  - detail (cure)" */
void cg_findings_print(FILE *out, const struct cg_findings *findings);

/** cg_findings_json() - the same as a new JSON object, or NULL without memory */
json_t *cg_findings_json(const struct cg_findings *findings);

void cg_findings_free(struct cg_findings *findings);

#endif
