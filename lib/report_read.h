/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_read.h - files that a report is made of, read strictly: they come from anywhere.
 */
#ifndef CGPONG_REPORT_READ_H
#define CGPONG_REPORT_READ_H

#include "report.h"

/**
 * cg_report_check() - which kind of file it is, and whether it has what reports rely on
 * @top: of a file
 * @name: for messages
 * @kind: set on success
 *
 * Runs in it are not looked at: see cg_report_take_runs(). Return: 0 or -EINVAL (usage).
 */
int cg_report_check(const json_t *top, const char *name, enum cg_report_kind *kind,
		    struct cg_error *error);

/**
 * cg_report_take_runs() - check the runs of a file, and add those that came to their end
 * @report: added to: .checked and .runs
 * @file: which of .files
 *
 * Those of sweeps are checked only, for they belong to its curves. Return: 0 or -errno.
 */
int cg_report_take_runs(struct cg_report *report, size_t file, struct cg_error *error);

#endif
