/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * environment.h - what a result was measured on.
 */
#ifndef CGPONG_ENVIRONMENT_H
#define CGPONG_ENVIRONMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "hierarchy.h"
#include "machine.h"

/**
 * cg_environment() - kernel, CPUs, nodes, cgroups and whatever else makes figures differ
 *
 * What this machine does not say is null. Documented in docs/results.md, "environment".
 *
 * Return: a new JSON object, or NULL without memory.
 */
json_t *cg_environment(const struct cg_machine *machine, const struct cg_hierarchy *hierarchy);

/** cg_environment_is_emulated() - whether QEMU translates our code: then no loop says how fast a CPU is */
bool cg_environment_is_emulated(void);

#endif
