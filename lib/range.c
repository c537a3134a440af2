// SPDX-License-Identifier: GPL-2.0-only
/*
 * range.c - the values that a sweep goes through. See range.h.
 */
#include "range.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

#define PERCENT_MAX 100000

bool cg_range_is_meant(const char *text)
{
	return isdigit((unsigned char)*text) && (strstr(text, "..") || strchr(text, ','));
}

/* A number or a percentage, rounded as --nr rounds it: at least one. */
static int parse_value(const char *text, size_t nr_cpus, uint64_t *value, struct cg_error *error)
{
	size_t length = strlen(text);
	char digits[32];

	if (nr_cpus && length > 1 && length < sizeof(digits) && text[length - 1] == '%') {
		memcpy(digits, text, length - 1);
		digits[length - 1] = '\0';
		if (cg_parse_u64(digits, 1, PERCENT_MAX, value) == 0) {
			*value = (*value * nr_cpus + 50) / 100;
			*value += *value == 0;
			return 0;
		}
	} else if (cg_parse_bytes(text, 0, UINT64_MAX, value) == 0) {
		return 0;
	}
	return cg_error_usage(error, "'%.60s' is not a number such as 64, 4k or 1M%s", text,
			      nr_cpus ? ", nor a percentage such as 200%" : "");
}

static int too_many(struct cg_error *error)
{
	return cg_error_usage(error, "a sweep of more than %d steps", CG_RANGE_VALUES_MAX);
}

static int push(struct cg_range *range, uint64_t value, struct cg_error *error)
{
	if (range->nr == CG_RANGE_VALUES_MAX)
		return too_many(error);
	range->values[range->nr++] = value;
	return 0;
}

static int fill_doubling(struct cg_range *range, uint64_t from, uint64_t to, struct cg_error *error)
{
	int result = 0;

	/* At most 64 rounds: no overflow check but this one is needed. */
	for (uint64_t value = from; value < to && !result; value *= 2) {
		result = push(range, value, error);
		if (value > UINT64_MAX / 2)
			break;
	}
	return result ? result : push(range, to, error);
}

static int fill_linear(struct cg_range *range, uint64_t from, uint64_t to, uint64_t step,
		       struct cg_error *error)
{
	int result = 0;

	if ((to - from) / step >= CG_RANGE_VALUES_MAX)
		return too_many(error);
	for (uint64_t value = from; value < to && !result; value += step) {
		result = push(range, value, error);
		if (step > to - value)
			break;
	}
	return result ? result : push(range, to, error);
}

static int fill_geometric(struct cg_range *range, uint64_t from, uint64_t to, uint64_t nr,
			  struct cg_error *error)
{
	double factor = pow((double)to / (double)from, 1.0 / (double)(nr - 1));
	int result = 0;

	for (uint64_t i = 0; i + 1 < nr && !result; i++) {
		double exact = (double)from * pow(factor, (double)i);
		uint64_t value = i == 0 ? from : (uint64_t)(exact + 0.5);

		if (value < to && (range->nr == 0 || value > range->values[range->nr - 1]))
			result = push(range, value, error);
	}
	return result ? result : push(range, to, error);
}

/* What follows "..": the end, and perhaps how to get there. */
static int fill(struct cg_range *range, uint64_t from, char *rest, size_t nr_cpus,
		struct cg_error *error)
{
	size_t length = strcspn(rest, ":+");
	char how = rest[length];
	uint64_t to, by = 0;
	int result;

	rest[length] = '\0';
	result = parse_value(rest, nr_cpus, &to, error);
	if (result)
		return result;
	if (to < from)
		return cg_error_usage(error, "a range ends at or above its begin, '%.60s' does not",
				      rest);
	if (how == ':' && cg_parse_u64(rest + length + 1, 2, CG_RANGE_VALUES_MAX, &by))
		return cg_error_usage(error, "'%.60s' is not a number of steps from 2 to %d",
				      rest + length + 1, CG_RANGE_VALUES_MAX);
	if (how == '+' && cg_parse_bytes(rest + length + 1, 1, UINT64_MAX, &by))
		return cg_error_usage(error, "'%.60s' is not a step", rest + length + 1);
	if (how == '+')
		return fill_linear(range, from, to, by, error);
	if (from == 0)
		return cg_error_usage(error, "no factor leads away from 0: begin at 1, or give a "
					     "step, such as 0..16+1");
	return how == ':' ? fill_geometric(range, from, to, by, error)
			  : fill_doubling(range, from, to, error);
}

static int fill_list(struct cg_range *range, char *text, size_t nr_cpus, struct cg_error *error)
{
	int result = 0;
	uint64_t value;
	char *word;

	while (!result && (word = strsep(&text, ",")) != NULL) {
		result = parse_value(word, nr_cpus, &value, error);
		if (!result)
			result = push(range, value, error);
	}
	return result;
}

static int parse(struct cg_range *range, char *text, size_t nr_cpus, struct cg_error *error)
{
	char *dots = strstr(text, "..");
	uint64_t from;
	int result;

	if (!dots)
		return fill_list(range, text, nr_cpus, error);
	*dots = '\0';
	result = parse_value(text, nr_cpus, &from, error);
	return result ? result : fill(range, from, dots + 2, nr_cpus, error);
}

int cg_range_parse(struct cg_range *range, const char *text, size_t nr_cpus, struct cg_error *error)
{
	char *copy = strdup(text);
	int result;

	*range = (struct cg_range){ .values = calloc(CG_RANGE_VALUES_MAX, sizeof(uint64_t)) };
	if (copy && range->values)
		result = parse(range, copy, nr_cpus, error);
	else
		result = cg_error_fail(error, ENOMEM, "allocate a range");
	if (result)
		cg_range_free(range);
	free(copy);
	return result;
}

void cg_range_free(struct cg_range *range)
{
	free(range->values);
	*range = (struct cg_range){ 0 };
}
