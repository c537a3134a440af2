/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * output.h - a file that is written whole or not at all.
 */
#ifndef CGPONG_OUTPUT_H
#define CGPONG_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/** cg_output_is_stdout() - whether @path is "-" or "/dev/stdout" */
bool cg_output_is_stdout(const char *path);

/**
 * cg_output_is_special() - whether it must be written as it stands: a rename would put a file in the
 * place of a device or a link
 */
bool cg_output_is_special(const char *path);

/**
 * cg_output_write() - write text to a file
 * @path: replaced by renaming "<path>.cgpong-tmp"; a device, a pipe or a symbolic link is written
 *	directly; "-" is stdout
 * @text: @size bytes
 * @error: see error.h
 *
 * Return: 0, or -errno (a full disk, too).
 */
int cg_output_write(const char *path, const char *text, size_t size, struct cg_error *error);

#endif
