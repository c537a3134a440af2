/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plain.h - text from files that anybody may have written, made harmless for a line of a report.
 */
#ifndef CGPONG_PLAIN_H
#define CGPONG_PLAIN_H

#include <stddef.h>

/**
 * cg_plain() - copy the printable ASCII characters, '?' for every other byte
 * @text: NULL is ""
 * @copy: terminated; text that does not fit is cut
 * @size: at least 1
 *
 * Return: @copy.
 */
const char *cg_plain(const char *text, char *copy, size_t size);

#endif
