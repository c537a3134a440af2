/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_html.h - a report as one HTML page that needs nothing else: no network, no script.
 *
 * Its own content policy forbids both, so that not even a mistake of ours lets a hostile file do more
 * than be read. Every figure is a <data> with its exact value and its place in the files (json_node.h).
 */
#ifndef CGPONG_REPORT_HTML_H
#define CGPONG_REPORT_HTML_H

#include "gnuplot.h"
#include "report.h"

/** cg_report_html() - the whole page. Errors are @out's */
void cg_report_html(FILE *out, const struct cg_report *report, const struct cg_gnuplot *gnuplot);

/* ---- Its parts, in files of their own ---- */

/** cg_report_style - the style sheet: report_style.c */
extern const char cg_report_style[];

/** cg_report_html_verdicts() - report_html_verdicts.c */
void cg_report_html_verdicts(FILE *out, const struct cg_report *report);

/** cg_report_html_group() - one workload: report_html_group.c */
void cg_report_html_group(FILE *out, const struct cg_report *report,
			  const struct cg_gnuplot *gnuplot, size_t group);

/** cg_report_html_run() - one run of it: report_html_run.c */
void cg_report_html_run(FILE *out, const struct cg_gnuplot *gnuplot,
			const struct cg_report_run *run);

/** cg_report_html_summary() - of a metric: two cells, median and interval: report_html_run.c */
void cg_report_html_summary(FILE *out, const struct cg_json_node *summary);

/** cg_report_html_raw() - what is folded away of it: report_html_raw.c */
void cg_report_html_raw(FILE *out, const struct cg_report_run *run);

/** cg_report_html_json() - a whole file or run, folded away: report_html_raw.c */
void cg_report_html_json(FILE *out, const json_t *json);

/** cg_report_html_sweep() - report_html_sweep.c */
void cg_report_html_sweep(FILE *out, const struct cg_report *report,
			  const struct cg_gnuplot *gnuplot, size_t file);

/** cg_report_html_history(), cg_report_html_comparison() - report_html_tables.c */
void cg_report_html_history(FILE *out, const struct cg_report *report, size_t file);
void cg_report_html_comparison(FILE *out, const struct cg_report *report, size_t file);

/**
 * cg_report_html_plot() - a picture in a figure, if there is one
 * @caption: ours, HTML
 * @contexts: what it shows; if they are too many, it says so
 */
void cg_report_html_plot(FILE *out, const struct cg_gnuplot *gnuplot, size_t plot,
			 const char *caption, const json_t *contexts);

#endif
