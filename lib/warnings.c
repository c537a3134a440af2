// SPDX-License-Identifier: GPL-2.0-only
/*
 * warnings.c - what a reader of the results must know. See warnings.h.
 */
#include "warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "plain.h"

static const struct {
	const char *name;
	const char *cure; /* NULL: the text has it, it depends on the case */
} kinds[CG_NR_WARNINGS] = {
	[CG_WARNING_NO_CGROUP] = { "no-cgroup", NULL },
	[CG_WARNING_EMPTY_CGROUPS] = { "empty-cgroups", NULL },
	[CG_WARNING_NOT_COUNTED] = { "not-counted", NULL },
	[CG_WARNING_NOT_CHARGED] = { "not-charged", NULL },
	[CG_WARNING_NO_PROFILE] = { "no-profile", NULL },
	[CG_WARNING_NUMA_BALANCING] = { "numa-balancing", "sysctl kernel.numa_balancing=0" },
	[CG_WARNING_GOVERNOR] = { "governor", "cpupower frequency-set -g performance" },
	[CG_WARNING_THP] = { "thp", "use a --dir on a tmpfs mounted with huge=never" },
	[CG_WARNING_CROWDED] = { "crowded", "use fewer instances, see --nr" },
	[CG_WARNING_OTHER_LOAD] = { "other-load",
				    "end what else runs, or choose quiet CPUs: taskset -c CPUS" },
	[CG_WARNING_STOLEN_TIME] = { "stolen-time", "measure on a host that is not shared, or "
						    "compare CPU time and counts" },
	[CG_WARNING_SMT_SIBLING] = { "smt-sibling", "end what runs there, or echo off > "
						    "/sys/devices/system/cpu/smt/control" },
	[CG_WARNING_THROTTLED] = { "throttled",
				   "raise or remove the limit, cpu.max or cpu.cfs_quota_us" },
	[CG_WARNING_FEW_ROUNDS] = { "few-rounds", "use --rounds 5 or more" },
	[CG_WARNING_BIMODAL] = { "bimodal", "look at the rounds, and for what comes and goes "
					    "between them" },
	[CG_WARNING_DRIFT] = { "drift", "raise --warmup, or measure when the machine has settled" },
	[CG_WARNING_BACKGROUND] = { "background",
				    "end what else runs, or count in a guest: cgpong lab run" },
	[CG_WARNING_OTHER_COUNT] = { "other-count", "count again when the other is done" },
};

const char *cg_warning_name(enum cg_warning kind)
{
	return kinds[kind].name;
}

/* "text (cure) [name]", or NULL without memory. */
static char *make_line(enum cg_warning kind, const char *text)
{
	const char *cure = kinds[kind].cure;
	char *line;

	if (asprintf(&line, "%s%s%s%s [%s]", text, cure ? " (" : "", cure ? cure : "",
		     cure ? ")" : "", kinds[kind].name) < 0)
		return NULL;
	return line;
}

/* Takes @line over. */
static void add(struct cg_warnings *warnings, char *line)
{
	char **texts;

	for (size_t i = 0; i < warnings->nr; i++) {
		if (strcmp(warnings->texts[i], line) == 0) {
			free(line);
			return;
		}
	}
	texts = reallocarray(warnings->texts, warnings->nr + 1, sizeof(*texts));
	if (!texts) {
		cg_memory_missed();
		free(line);
		return;
	}
	warnings->texts = texts;
	texts[warnings->nr++] = line;
}

void cg_warn(struct cg_warnings *warnings, enum cg_warning kind, const char *format, ...)
{
	va_list arguments;
	char *text, *line;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	line = text ? make_line(kind, cg_plain_line(text)) : NULL;
	free(text);
	if (line)
		add(warnings, line);
	else
		cg_memory_missed();
}

void cg_warnings_free(struct cg_warnings *warnings)
{
	for (size_t i = 0; i < warnings->nr; i++)
		free(warnings->texts[i]);
	free(warnings->texts);
	*warnings = (struct cg_warnings){ 0 };
}
