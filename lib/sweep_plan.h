/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sweep_plan.h - the command line of a sweep: a workload's, in which one option has a range.
 *
 * What varies is found by its look, not by the option's name, so that every option that a
 * workload may have can be swept:
 *
 *	--reply-size 64..64K	a range (range.h) as the whole value
 *	--cgroup root,deep:1..8	a range behind the colon of one of several contexts
 *	--place {} --values same-cpu,cross-node
 *				any text, put in the place of {}
 */
#ifndef CGPONG_SWEEP_PLAN_H
#define CGPONG_SWEEP_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "catalog.h"
#include "error.h"
#include "events.h"

struct cg_sweep_plan {
	const struct cg_catalog_entry *workload;
	size_t argc;
	char **argv;			/* of the workload: all but the sweep's own */
	size_t varied;			/* index of the argument that varies */
	char *before, *varying, *after; /* its parts: the middle one is a range, or {} */
	char option[64];		/* its option, without dashes: "reply-size" */
	size_t nr_steps;
	char **values;		   /* [step]: what stands between .before and .after */
	uint64_t *numbers;	   /* [step]: the same as a number; NULL: .values are no numbers */
	const char *json;	   /* file, or NULL */
	const char *list;	   /* what --values says, or NULL */
	bool events[CG_NR_EVENTS]; /* columns of the table */
	bool help;
};

/**
 * cg_sweep_plan_parse() - read the command line of a sweep
 * @plan: filled; freed by the caller with cg_sweep_plan_free(), also after a failure
 * @workload: argv[0]'s; borrowed like @argv
 * @argc, @argv: the workload's name and what follows it; not changed
 * @nr_cpus: what percentages are of; 0 if not known
 * @error: see error.h
 *
 * With --help nothing else is looked at. Only --json, --values, --events and --help are the sweep's
 * own, everything else is for the workload. Return: 0, -EINVAL with a usage error, or -ENOMEM.
 */
int cg_sweep_plan_parse(struct cg_sweep_plan *plan, const struct cg_catalog_entry *workload,
			int argc, char **argv, size_t nr_cpus, struct cg_error *error);

/**
 * cg_sweep_plan_label() - what a step is called: "4096", "deep:4"
 * Return: @text.
 */
char *cg_sweep_plan_label(const struct cg_sweep_plan *plan, size_t step, char *text, size_t size);

void cg_sweep_plan_free(struct cg_sweep_plan *plan);

#endif
