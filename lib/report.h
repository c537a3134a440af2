/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - what a report is made of: files, the runs in them, which of those measured the same
 * thing, and the verdicts. How it looks is the business of report_html.h and its like.
 */
#ifndef CGPONG_REPORT_H
#define CGPONG_REPORT_H

#include <math.h>

#include "compare.h"
#include "json_node.h"
#include "report_sweep.h"

/* What a file is; by its schema. */
enum cg_report_kind {
	CG_REPORT_RUNS,	      /* a results file, or a baseline with several runs */
	CG_REPORT_RECIPES,    /* of run --recipe */
	CG_REPORT_SWEEP,      /* of sweep */
	CG_REPORT_COMPARISON, /* of compare --format json */
	CG_REPORT_HISTORY,    /* of scripts/lab history and matrix */
};

struct cg_report_file {
	char *name; /* UTF-8 */
	json_t *top;
	enum cg_report_kind kind;
	size_t side;		      /* files of one side are looked at together */
	struct cg_report_sweep sweep; /* of CG_REPORT_SWEEP */
};

/* One run: of a results file, of a baseline, or of a recipe. */
struct cg_report_run {
	struct cg_json_node node;
	char label[96]; /* "run 3", "recipe mq-objcg": what it is in its file; plain text */
	size_t file;
	size_t plot; /* of its rounds */
};

/* Runs of one group in files of one side. */
struct cg_report_side {
	size_t id;		      /* cg_report_file.side */
	struct cg_runs runs;	      /* owned references */
	struct cg_comparison against; /* the group's first side; not of the first itself */
};

/* Runs that measured the same thing. */
struct cg_report_group {
	size_t nr_members;
	size_t *members; /* indexes of cg_report.runs */
	size_t nr_sides;
	struct cg_report_side *sides;
	size_t plot; /* of all sides, where there are several */
};

/* How a verdict is to be taken. */
enum cg_tone {
	CG_TONE_BAD,
	CG_TONE_ODD, /* needs a look */
	CG_TONE_GOOD,
	CG_TONE_SAME,	 /* says something, but not what is good or bad */
	CG_TONE_SKIPPED, /* could not be told */
	CG_NR_TONES
};

/* A figure of a verdict. */
struct cg_report_figure {
	const char *name; /* "ratio"; static */
	double value;
	char at[160]; /* as in json_node.h; "A:B/..." for side B against side A */
};

#define CG_REPORT_FIGURES (2ul * CG_NR_EVENTS)

/* What a verdict's figures are. */
enum cg_report_figures {
	CG_REPORT_FIGURES_PLAIN, /* each by itself */
	CG_REPORT_FIGURES_RATIO, /* ratio, and perhaps low and high */
	CG_REPORT_FIGURES_SIGNAL, /* a recipe's signal, if there is one, then what is healthy: from, to */
	CG_REPORT_FIGURES_PAIRS, /* on one side and on the other, by the name of the first */
};

struct cg_report_verdict {
	enum cg_tone tone;
	const char *word; /* "regressed"; static */
	char what[192];	  /* plain text: may have come from a file */
	char why[512];	  /* likewise, or "" */
	enum cg_report_figures shape;
	size_t nr_figures;
	struct cg_report_figure figures[CG_REPORT_FIGURES];
};

struct cg_report {
	size_t nr_files;
	struct cg_report_file *files;
	struct cg_runs checked; /* all runs, in the order of .runs */
	struct cg_report_run *runs;
	size_t nr_groups;
	struct cg_report_group *groups;
	size_t nr_verdicts;
	struct cg_report_verdict *verdicts; /* the bad ones first */
};

#define CG_REPORT_FILES_MAX 1000

/**
 * cg_report_add() - read a file
 * @report: zeroed before the first; freed by the caller with cg_report_free(), also after a failure
 * @path: as given on the command line
 * @side: not less than that of the file before
 *
 * Return: 0; -errno; -EINVAL (usage) if it is none of ours, or damaged.
 */
int cg_report_add(struct cg_report *report, const char *path, size_t side, struct cg_error *error);

/** cg_report_finish() - after the last file: group, compare, judge. Return: 0 or -errno */
int cg_report_finish(struct cg_report *report, struct cg_error *error);

/** cg_report_find_verdicts() - what cg_report_finish() does last; in report_verdicts.c */
int cg_report_find_verdicts(struct cg_report *report, struct cg_error *error);

void cg_report_free(struct cg_report *report);

/** cg_report_kernel() - the release that a run was measured on, "" if it does not say */
const char *cg_report_kernel(const json_t *run);

#endif
