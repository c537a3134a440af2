/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_verdict.h - how a verdict of a report is made: what report_verdicts.c and report_judges.c share.
 */
#ifndef CGPONG_REPORT_VERDICT_H
#define CGPONG_REPORT_VERDICT_H

#include "report.h"

struct cg_verdict_list {
	struct cg_report *report;
	bool lost;			/* no memory for one */
	struct cg_report_verdict scrap; /* where that one went */
};

/** cg_verdict_add() - a new one; @format is what it is about, made plain. Never NULL */
struct cg_report_verdict *cg_verdict_add(struct cg_verdict_list *list, enum cg_tone tone,
					 const char *word, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/** cg_verdict_figure() - one more figure of it; nothing for NAN */
void cg_verdict_figure(struct cg_report_verdict *verdict, const char *name, double value,
		       const char *at);

/** cg_verdict_member() - the same for a member of @node, if it is a number */
void cg_verdict_member(struct cg_report_verdict *verdict, const char *name,
		       const struct cg_json_node *node, const char *key);

/** cg_verdict_ratio() - the members ratio, low and high of @node */
void cg_verdict_ratio(struct cg_report_verdict *verdict, const struct cg_json_node *node);

/** cg_verdict_calls() - a new one of calls that became more, or fewer; figures come in pairs */
struct cg_report_verdict *cg_verdict_calls(struct cg_verdict_list *list, const char *about,
					   bool more);

/** cg_verdict_file() - what a file says itself, other than runs; in report_judges.c */
void cg_verdict_file(struct cg_verdict_list *list, size_t file);

#endif
