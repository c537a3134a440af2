// SPDX-License-Identifier: GPL-2.0-only
/*
 * ink.c - colour, for people at a terminal only. See ink.h.
 */
#include "ink.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ECMA-48, "SGR": what every terminal of today understands, and no exact shades. */
static const char *const codes[] = {
	[CG_INK_NONE] = "\033[0m", [CG_INK_BOLD] = "\033[1m",	[CG_INK_FAINT] = "\033[2m",
	[CG_INK_RED] = "\033[31m", [CG_INK_GREEN] = "\033[32m", [CG_INK_YELLOW] = "\033[33m",
};

bool cg_ink_is_terminal(FILE *out)
{
	const char *term = getenv("TERM");

	return term && *term && strcmp(term, "dumb") != 0 && isatty(fileno(out));
}

bool cg_ink_is_wanted(FILE *out)
{
	const char *no_color = getenv("NO_COLOR");

	return !(no_color && *no_color) && cg_ink_is_terminal(out);
}

const char *cg_ink(FILE *out, enum cg_ink ink)
{
	return cg_ink_is_wanted(out) ? codes[ink] : "";
}
