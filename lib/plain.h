/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plain.h - text from files and arguments that anybody may have written, made harmless for a
 * terminal and for a line of a report.
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

/**
 * cg_plain_line() - make a text safe to print, in place
 *
 * What a terminal would obey becomes '?', byte by byte: control characters, those of Latin-1 (U+0080 to
 * U+009F), those that turn the direction of writing, and whatever is not UTF-8. Other characters stay:
 * file names are UTF-8 more often than not.
 *
 * Return: @text.
 */
char *cg_plain_line(char *text);

#endif
