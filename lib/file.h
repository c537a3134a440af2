/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * file.h - small files of the kernel: one line, one number, "key value" lines.
 */
#ifndef CGPONG_FILE_H
#define CGPONG_FILE_H

#include <stddef.h>
#include <stdint.h>

/**
 * cg_file_read() - a small file as a string, its trailing newlines cut off
 * @path: the file
 * @text: filled, terminated
 * @size: bytes at @text
 * Return: its length; or -errno, -EFBIG if it does not fit.
 */
int cg_file_read(const char *path, char *text, size_t size);

/** cg_file_read_u64() - a file that holds one number. Return: 0, -errno, or as cg_parse_u64() */
int cg_file_read_u64(const char *path, uint64_t *value);

/**
 * cg_file_read_keyed() - the number behind a key at the start of a line
 * @key: the whole first word of the line ("MemAvailable:", "oom_kill")
 *
 * What follows the number on the line (a unit) is not looked at. Return: 0; -ENOENT if the
 * key is not there; -EINVAL if no number follows it; or the -errno of reading.
 */
int cg_file_read_keyed(const char *path, const char *key, uint64_t *value);

#endif
