/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg.h - gnuplot's SVG made fit to stand in an HTML page, several in one.
 */
#ifndef CGPONG_SVG_H
#define CGPONG_SVG_H

#include <stdbool.h>

/**
 * cg_svg_clean() - an SVG document as an element of a page
 * @text: as gnuplot writes it
 * @definitions: keep <defs>: one picture of a page has them for all, for names are the page's
 *
 * The prologue, titles, ids of groups and empty groups go; the colour rgb(1, 1, N) becomes
 * var(--pN). Return: "<svg ...>...</svg>", the caller's to free(); NULL if there is no whole
 * picture in @text, or without memory.
 */
char *cg_svg_clean(const char *text, bool definitions);

#endif
