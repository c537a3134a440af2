/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ink.h - colour, for people at a terminal only.
 */
#ifndef CGPONG_INK_H
#define CGPONG_INK_H

#include <stdbool.h>
#include <stdio.h>

enum cg_ink {
	CG_INK_NONE, /* back to the terminal's own */
	CG_INK_BOLD,
	CG_INK_FAINT,
	CG_INK_RED,
	CG_INK_GREEN,
	CG_INK_YELLOW,
};

/**
 * cg_ink_is_wanted() - whether what is written to @out may be coloured
 *
 * Only on a terminal; not with NO_COLOR set and not empty (no-color.org), nor where TERM is dumb or not
 * known.
 */
bool cg_ink_is_wanted(FILE *out);

/** cg_ink_is_terminal() - whether @out is a terminal on which the cursor can be moved */
bool cg_ink_is_terminal(FILE *out);

/** cg_ink() - what to write to @out to go on in @ink; "" where no colour is wanted */
const char *cg_ink(FILE *out, enum cg_ink ink);

#endif
