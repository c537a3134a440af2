/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * datadir.h - where topology files and recipes are found: beside the program that runs, so
 * that a build tree, a prefix and a guest all work; or where the user says.
 */
#ifndef CGPONG_DATADIR_H
#define CGPONG_DATADIR_H

#include <stdbool.h>
#include <stddef.h>

#define CG_DATADIRS_MAX 3

/**
 * cg_own_directory() - the directory of the program that runs
 * @path: filled, without a '/' at the end
 * @size: its size in bytes
 *
 * Return: false if it cannot be known, as without /proc.
 */
bool cg_own_directory(char *path, size_t size);

/**
 * cg_datadirs() - directories to look in, in this order: $CGPONG_DATADIR/<kind>,
 * <program's directory>/../share/cgpong/<kind>, the installed one
 * @kind: "cgroups" or "recipes"
 * @directories: CG_DATADIRS_MAX + 1 entries, NULL-terminated; freed with cg_datadirs_free()
 */
void cg_datadirs(const char *kind, const char **directories);

void cg_datadirs_free(const char **directories);

#endif
