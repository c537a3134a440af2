// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse.c - numbers, read exactly or not at all. See parse.h.
 */
#include "parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Digits at *text into *value; *text moves behind them. */
static int parse_digits(const char **text, uint64_t *value)
{
	const char *c = *text;
	bool overflow = false;
	uint64_t sum = 0;

	if (!isdigit((unsigned char)*c))
		return -EINVAL;
	/* To the end of the digits even then: what follows may make it no number at all. */
	for (; isdigit((unsigned char)*c); c++) {
		overflow = overflow || __builtin_mul_overflow(sum, 10, &sum) ||
			   __builtin_add_overflow(sum, (uint64_t)(*c - '0'), &sum);
	}
	*text = c;
	*value = overflow ? UINT64_MAX : sum;
	return overflow ? -ERANGE : 0;
}

static int in_range(uint64_t number, uint64_t min, uint64_t max, uint64_t *value)
{
	if (number < min || number > max)
		return -ERANGE;
	*value = number;
	return 0;
}

int cg_parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t number;
	int result = parse_digits(&text, &number);

	if (*text)
		return -EINVAL;
	return result ? result : in_range(number, min, max, value);
}

int cg_parse_bytes(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	static const char suffixes[] = "kMG";
	uint64_t number;
	const char *suffix;
	int result = parse_digits(&text, &number);

	if (result == -EINVAL)
		return result;
	if (*text) {
		suffix = strchr(suffixes, *text == 'K' ? 'k' : *text);
		if (!suffix || text[1])
			return -EINVAL;
		if (result)
			return result;
		for (ptrdiff_t i = 0; i <= suffix - suffixes; i++) {
			if (__builtin_mul_overflow(number, 1024, &number))
				return -ERANGE;
		}
	}
	return result ? result : in_range(number, min, max, value);
}

static int unit_ns(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 },
		{ "us", 1000 },
		{ "ms", 1000000 },
		{ "s", 1000000000 },
		{ "m", 60 * 1000000000ull },
		{ "h", 3600 * 1000000000ull },
		{ "", 1000000000 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(text, units[i].name) == 0) {
			*ns = units[i].ns;
			return 0;
		}
	}
	return -EINVAL;
}

int cg_parse_duration(const char *text, uint64_t min_ns, uint64_t max_ns, uint64_t *value_ns)
{
	uint64_t whole, fraction = 0, scale = 1, unit, sum;
	const char *digits;
	int result = parse_digits(&text, &whole);

	if (result)
		return result;
	if (*text == '.') {
		digits = ++text;
		result = parse_digits(&text, &fraction);
		if (result)
			return result;
		if (text - digits > 9)
			return -EINVAL;
		for (ptrdiff_t i = 0; i < text - digits; i++)
			scale *= 10;
	}
	result = unit_ns(text, &unit);
	if (result)
		return result;
	if (__builtin_mul_overflow(whole, unit, &sum))
		return -ERANGE;
	/* fraction < scale, so the quotient is below one unit; only the product is wide. */
	if (__builtin_add_overflow(sum, (uint64_t)((unsigned __int128)fraction * unit / scale),
				   &sum))
		return -ERANGE;
	return in_range(sum, min_ns, max_ns, value_ns);
}

char *cg_parse_trim(char *text)
{
	char *end;

	text += strspn(text, " \t");
	end = text + strlen(text);
	while (end > text && strchr(" \t\r", end[-1]))
		end--;
	*end = '\0';
	return text;
}
