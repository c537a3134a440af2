// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_name.c - names of a run's directories. See run_name.h.
 *
 * Exact, since what has such a name and a dead owner is removed.
 */
#include "run_name.h"

#include <stdio.h>
#include <string.h>

#include "parse.h"

/* A number as we print it: without zeros before it. */
static bool is_number(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	return (*text != '0' || text[1] == '\0') && cg_parse_u64(text, min, max, value) == 0;
}

bool cg_run_name_parse(const char *name, pid_t *pid, bool *is_self)
{
	static const char prefix[] = "cgpong.";
	char number[16];
	const char *dot, *last;
	uint64_t value, context;

	if (strncmp(name, prefix, strlen(prefix)) != 0)
		return false;
	name += strlen(prefix);
	dot = strchr(name, '.');
	if (!dot || snprintf(number, sizeof(number), "%.*s", (int)(dot - name), name) >=
			    (int)sizeof(number))
		return false;
	last = dot + 1;
	if (!is_number(number, 1, INT32_MAX, &value))
		return false;
	if (strcmp(last, "self") != 0 && !is_number(last, 0, UINT32_MAX, &context))
		return false;
	*pid = (pid_t)value;
	*is_self = strcmp(last, "self") == 0;
	return true;
}
