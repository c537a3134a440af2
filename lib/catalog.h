/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * catalog.h - the workloads there are: programs "cgpong-<name>", and what each says of itself.
 */
#ifndef CGPONG_CATALOG_H
#define CGPONG_CATALOG_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"
#include "watch.h"

struct cg_catalog_entry {
	char *name;    /* "tcp-rr" */
	char *program; /* its path */
	json_t *about; /* what it answers to --describe; NULL: not asked, or no workload */
	char why[256]; /* asked, and no workload: why it is taken for none */
};

struct cg_catalog {
	size_t nr;
	struct cg_catalog_entry *entries; /* by name */
};

/**
 * cg_catalog_find() - find programs called "cgpong-<name>"
 * @catalog: filled; freed by the caller with cg_catalog_free(), also after a failure
 * @error: see error.h
 *
 * Looks beside the program that runs, then in the directories of PATH, absolute ones only; of
 * two with one name the first wins. No program is run.
 *
 * Return: 0 or -ENOMEM.
 */
int cg_catalog_find(struct cg_catalog *catalog, struct cg_error *error);

/**
 * cg_catalog_describe() - ask each program what it is
 * @catalog: from cg_catalog_find(); .about or .why of each entry is filled
 * @watch: open
 * @error: see error.h
 *
 * Return: 0, or as cg_child_run().
 */
int cg_catalog_describe(struct cg_catalog *catalog, struct cg_watch *watch, struct cg_error *error);

/**
 * cg_catalog_entry() - the entry called @name
 * @error: a usage error that names the nearest ones; see error.h
 *
 * Return: the entry, or NULL.
 */
const struct cg_catalog_entry *cg_catalog_entry(const struct cg_catalog *catalog, const char *name,
						struct cg_error *error);

/** cg_catalog_print() - a line for each workload: name, summary, op */
void cg_catalog_print(FILE *out, const struct cg_catalog *catalog);

/** cg_catalog_json() - the same as a new JSON object, or NULL without memory */
json_t *cg_catalog_json(const struct cg_catalog *catalog);

void cg_catalog_free(struct cg_catalog *catalog);

#endif
