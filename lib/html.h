/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * html.h - text and figures as HTML; whatever they are, they stay text and figures.
 */
#ifndef CGPONG_HTML_H
#define CGPONG_HTML_H

#include <stdio.h>

#include "json_node.h"

/* How a figure is rounded for the eye. */
enum cg_figure {
	CG_FIGURE_PLAIN, /* four digits that count; from 1000 on whole, in groups of three */
	CG_FIGURE_CALLS, /* calls per op: three decimals */
	CG_FIGURE_RATIO, /* three decimals */
	CG_FIGURE_COUNT, /* whole */
	CG_FIGURE_SHORT, /* as short as it can be: a limit */
};

/**
 * cg_figure_text() - a figure as people read it
 * @group: what stands between groups of three digits; "" for none
 *
 * Return: @text; "n/a" for NAN.
 */
char *cg_figure_text(char *text, size_t size, double value, enum cg_figure figure,
		     const char *group);

/** cg_html_text() - with everything escaped that means something in text or a quoted attribute */
void cg_html_text(FILE *out, const char *text);

/**
 * cg_html_value() - a figure, with its exact value and where it comes from beside it:
 * <data value="9511.7612" data-at="1/contexts/0/summary/ops_per_sec/median">9 512</data>
 */
void cg_html_value(FILE *out, double value, enum cg_figure figure, const char *at);

/** cg_html_figure() - the same for a value of a file */
void cg_html_figure(FILE *out, const struct cg_json_node *node, enum cg_figure figure);

#endif
