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
 * cg_output_check_path() - whether @path could be written, before measuring
 * @option: which option names it, for the error
 *
 * Return: 0; -EINVAL (usage) for an empty one; or the -errno of why it cannot.
 */
int cg_output_check_path(const char *path, const char *option, struct cg_error *error);

/** cg_output_is_file() - whether what is written to @path would replace the file @other */
bool cg_output_is_file(const char *path, const char *other);

/**
 * cg_output_write() - write text to a file
 * @path: replaced by renaming "<path>.cgpong-tmp"; a device or a pipe is written
 *	directly; "-" is stdout
 * @text: @size bytes
 * @error: see error.h
 *
 * Return: 0, or -errno (a full disk, too).
 */
int cg_output_write(const char *path, const char *text, size_t size, struct cg_error *error);

/**
 * cg_output_end() - the exit code, once stdout is flushed for the last time
 * @program: for the message on stderr if output was lost: a full disk, a closed stdout
 * @status: the exit code so far; 0 becomes CG_ERROR_FAILED when output was lost
 */
int cg_output_end(const char *program, int status);

#endif
