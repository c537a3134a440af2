/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_plots.h - the pictures of a report, as commands for gnuplot.
 */
#ifndef CGPONG_REPORT_PLOTS_H
#define CGPONG_REPORT_PLOTS_H

#include "gnuplot.h"
#include "report.h"

/* More contexts, rounds or steps are not drawn; the tables have them. */
#define CG_REPORT_PLOT_CONTEXTS 16
#define CG_REPORT_PLOT_POINTS	400

/** cg_report_plot() - all pictures of a report; runs, groups and sweeps are told theirs */
void cg_report_plot(struct cg_gnuplot *gnuplot, struct cg_report *report);

#endif
