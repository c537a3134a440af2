/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gnuplot.h - pictures drawn by gnuplot, all of them in one run of it, as SVG for an HTML page.
 *
 * Nothing of a file's text may get into the script unchanged: gnuplot runs commands that stand in
 * double quotes between backquotes. So text goes through cg_gnuplot_text() only.
 */
#ifndef CGPONG_GNUPLOT_H
#define CGPONG_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/*
 * Colours are numbers: in the SVG, number N is the page's own "var(--pN)", so that a picture follows
 * the page into the dark and onto paper.
 */
#define CG_GNUPLOT_INK	   1
#define CG_GNUPLOT_GRID	   2
#define CG_GNUPLOT_SERIES  10 /* and the seven that follow */
#define CG_GNUPLOT_COLOURS 8

struct cg_gnuplot {
	FILE *script;  /* to print commands to, between begin and run */
	size_t nr;     /* pictures begun */
	char **svgs;   /* [nr] after a run; NULL: none */
	char why[256]; /* why there are none, or "" */
};

/** cg_gnuplot_open() - without a picture. Return: 0 or -ENOMEM */
int cg_gnuplot_open(struct cg_gnuplot *gnuplot, struct cg_error *error);

/**
 * cg_gnuplot_begin() - a new picture; what is printed to .script from now on draws it
 * @width, @height: in the picture's own units; the page scales it
 *
 * Return: its number, for cg_gnuplot_svg().
 */
size_t cg_gnuplot_begin(struct cg_gnuplot *gnuplot, int width, int height);

/** cg_gnuplot_colour() - "lc rgb '#0101NN'" of series @i */
const char *cg_gnuplot_colour(size_t i);

/** cg_gnuplot_text() - print text to the script as a quoted word, harmless, cut at 24 bytes */
void cg_gnuplot_text(struct cg_gnuplot *gnuplot, const char *text);

/**
 * cg_gnuplot_axis() - a linear axis from 0, or from near @low if that is not far below @high
 * @axis: 'x' or 'y'
 */
void cg_gnuplot_axis(struct cg_gnuplot *gnuplot, char axis, double low, double high);

/**
 * cg_gnuplot_run() - draw all pictures
 *
 * Where gnuplot is missing, fails or takes longer than a minute there are no pictures, and .why
 * says so; that is no error. Return: 0; -EINTR when a signal asked us to end; or -errno.
 */
int cg_gnuplot_run(struct cg_gnuplot *gnuplot, struct cg_error *error);

/** cg_gnuplot_svg() - a picture, "<svg ...>...</svg>", or NULL */
const char *cg_gnuplot_svg(const struct cg_gnuplot *gnuplot, size_t nr);

void cg_gnuplot_close(struct cg_gnuplot *gnuplot);

#endif
