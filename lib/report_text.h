/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_text.h - a report for mails and job summaries, and one for robots.
 */
#ifndef CGPONG_REPORT_TEXT_H
#define CGPONG_REPORT_TEXT_H

#include <stdio.h>

#include "report.h"

/**
 * cg_report_markdown() - verdicts, and a table of each workload
 *
 * What comes from a file stands in code spans, where it is no markup, no link and no mention.
 * Errors are @out's.
 */
void cg_report_markdown(FILE *out, const struct cg_report *report);

/**
 * cg_report_lkp() - "name: value" pairs, one a line, as LKP's statistics scripts print them
 *
 * A name that comes again is of another run. What is not known has no line. Errors are @out's.
 */
void cg_report_lkp(FILE *out, const struct cg_report *report);

#endif
