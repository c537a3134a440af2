/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warnings.h - what a reader of the results must know, collected during a run.
 */
#ifndef CGPONG_WARNINGS_H
#define CGPONG_WARNINGS_H

#include <stddef.h>

struct cg_warnings {
	size_t nr;
	char **texts; /* one line each, owned */
};

/** cg_warn() - add a line, printf style, unless it is there already; lost only without memory */
void cg_warn(struct cg_warnings *warnings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** cg_warnings_free() - release them; a zeroed struct is fine */
void cg_warnings_free(struct cg_warnings *warnings);

#endif
