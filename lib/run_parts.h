/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run_parts.h - what run.c, run_count.c and run_warnings.c have of each other.
 */
#ifndef CGPONG_RUN_PARTS_H
#define CGPONG_RUN_PARTS_H

#include "run.h"

/** cg_run_report() - say what is being done, printf style, to whoever watches the progress */
void cg_run_report(struct cg_run *run, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** cg_run_round() - one round of a context, timed or of a fixed number of ops, as asked for */
int cg_run_round(struct cg_run *run, struct cg_context *context, struct cg_error *error);

/** cg_run_open_probes() - get ready to count, if that is wanted and can be done. Return: 0 or -errno */
int cg_run_open_probes(struct cg_run *run, struct cg_error *error);

/** cg_run_count() - count every context, if probes are open. Return: 0, -EINTR or -errno */
int cg_run_count(struct cg_run *run, struct cg_error *error);

/** cg_run_profile() - profile every context, if that is wanted. Return: 0, -EINTR or -errno */
int cg_run_profile(struct cg_run *run, struct cg_error *error);

/** cg_run_vigil_begin() - look at what the machine does, now that rounds begin */
void cg_run_vigil_begin(struct cg_run *run);

/** cg_run_vigil_end() - and again, now that they are done */
void cg_run_vigil_end(struct cg_run *run);

/** cg_run_warn() - collect the warnings about times, of a run that came to its end */
void cg_run_warn(struct cg_run *run);

#endif
