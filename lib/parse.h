/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parse.h - numbers as people and the kernel write them, read exactly or not at all.
 *
 * Leading blanks, signs where none belongs, trailing junk and values out of
 * range are errors: "12x" is never 12, and "-1" is never 4294967295.
 */
#ifndef CGPONG_PARSE_H
#define CGPONG_PARSE_H

#include <stdint.h>

/**
 * cg_parse_u64() - a decimal integer
 * @text: digits only
 * @min, @max: inclusive range
 * @value: set on success only
 *
 * Return: 0; -EINVAL if @text is not a decimal integer; -ERANGE if it is out of range.
 */
int cg_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/** cg_parse_bytes() - as cg_parse_u64(), with an optional suffix k, M or G (powers of 1024) */
int cg_parse_bytes(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/**
 * cg_parse_duration() - a time: a decimal number, perhaps with a fraction, and ns, us, ms, s, m
 * or h; without a unit, seconds
 * @text: e.g. "200ms", "1s", "1.5", "2m"
 * @min_ns, @max_ns: inclusive range in nanoseconds
 * @value_ns: set on success only, nanoseconds
 *
 * Return: as cg_parse_u64().
 */
int cg_parse_duration(const char *text, uint64_t min_ns, uint64_t max_ns, uint64_t *value_ns);

/** cg_parse_trim() - cut blanks, tabs and carriage returns at both ends, in place. Return: the rest */
char *cg_parse_trim(char *text);

#endif
