// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_parse.c - numbers are read exactly or not at all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "parse.h"

#define UNTOUCHED 777u

struct parse_case {
	const char *text;
	uint64_t min, max;
	int result;
	uint64_t value; /* with result 0 */
};

typedef int (*parse_function)(const char *text, uint64_t min, uint64_t max, uint64_t *value);

static void run_cases(parse_function parse, const struct parse_case *cases, size_t nr_cases)
{
	for (size_t i = 0; i < nr_cases; i++) {
		uint64_t value = UNTOUCHED;
		int result = parse(cases[i].text, cases[i].min, cases[i].max, &value);

		if (result != cases[i].result)
			fail_msg("\"%s\": %d, not %d", cases[i].text, result, cases[i].result);
		if (value != (result ? UNTOUCHED : cases[i].value))
			fail_msg("\"%s\" is read as %ju", cases[i].text, (uintmax_t)value);
	}
}

#define RUN(parse, cases) run_cases(parse, cases, sizeof(cases) / sizeof((cases)[0]))

static void test_u64(void **state)
{
	static const struct parse_case cases[] = {
		{ "0", 0, 10, 0, 0 },
		{ "10", 0, 10, 0, 10 },
		{ "007", 0, 10, 0, 7 },
		{ "18446744073709551615", 0, UINT64_MAX, 0, UINT64_MAX },
		{ "11", 0, 10, -ERANGE, 0 },
		{ "4", 5, 10, -ERANGE, 0 },
		{ "18446744073709551616", 0, UINT64_MAX, -ERANGE, 0 },
		{ "99999999999999999999999", 0, UINT64_MAX, -ERANGE, 0 },
		{ "", 0, 10, -EINVAL, 0 },
		{ " 1", 0, 10, -EINVAL, 0 },
		{ "1 ", 0, 10, -EINVAL, 0 },
		{ "1\n", 0, 10, -EINVAL, 0 },
		{ "-1", 0, UINT64_MAX, -EINVAL, 0 },
		{ "+1", 0, 10, -EINVAL, 0 },
		{ "1x", 0, 10, -EINVAL, 0 },
		{ "x1", 0, 10, -EINVAL, 0 },
		{ "0x10", 0, 100, -EINVAL, 0 },
		{ "1.5", 0, 10, -EINVAL, 0 },
		{ "1e3", 0, 10000, -EINVAL, 0 },
		{ "12k", 0, UINT64_MAX, -EINVAL, 0 },
		{ "\xc2\xb2", 0, 10, -EINVAL, 0 }, /* superscript two */
	};

	(void)state;
	RUN(cg_parse_u64, cases);
}

static void test_bytes(void **state)
{
	static const struct parse_case cases[] = {
		{ "0", 0, UINT64_MAX, 0, 0 },
		{ "64", 0, UINT64_MAX, 0, 64 },
		{ "64k", 0, UINT64_MAX, 0, 65536 },
		{ "64K", 0, UINT64_MAX, 0, 65536 },
		{ "2M", 0, UINT64_MAX, 0, 2097152 },
		{ "3G", 0, UINT64_MAX, 0, 3221225472 },
		{ "17179869183G", 0, UINT64_MAX, 0, 18446744072635809792u },
		{ "17179869184G", 0, UINT64_MAX, -ERANGE, 0 }, /* 2^64 */
		{ "1k", 0, 1023, -ERANGE, 0 },
		{ "1k", 0, 1024, 0, 1024 },
		{ "k", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1kB", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1KiB", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1 k", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1m", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1g", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1T", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1.5k", 0, UINT64_MAX, -EINVAL, 0 },
		{ "-1k", 0, UINT64_MAX, -EINVAL, 0 },
		{ "", 0, UINT64_MAX, -EINVAL, 0 },
	};

	(void)state;
	RUN(cg_parse_bytes, cases);
}

static void test_duration(void **state)
{
	static const struct parse_case cases[] = {
		{ "1", 0, UINT64_MAX, 0, 1000000000 },
		{ "1s", 0, UINT64_MAX, 0, 1000000000 },
		{ "1.5", 0, UINT64_MAX, 0, 1500000000 },
		{ "12.34s", 0, UINT64_MAX, 0, 12340000000 },
		{ "0.05s", 0, UINT64_MAX, 0, 50000000 },
		{ "200ms", 0, UINT64_MAX, 0, 200000000 },
		{ "0.5ms", 0, UINT64_MAX, 0, 500000 },
		{ "7us", 0, UINT64_MAX, 0, 7000 },
		{ "9ns", 0, UINT64_MAX, 0, 9 },
		{ "0.9ns", 0, UINT64_MAX, 0, 0 },
		{ "2m", 0, UINT64_MAX, 0, 120000000000 },
		{ "1.5m", 0, UINT64_MAX, 0, 90000000000 },
		{ "1h", 0, UINT64_MAX, 0, 3600000000000 },
		{ "0.000000001", 0, UINT64_MAX, 0, 1 },
		{ "0.999999999h", 0, UINT64_MAX, 0, 3599999996400 },
		{ "0", 1, UINT64_MAX, -ERANGE, 0 },
		{ "11s", 0, 10000000000, -ERANGE, 0 },
		{ "18446744074s", 0, UINT64_MAX, -ERANGE, 0 },
		{ "18446744073.709551616", 0, UINT64_MAX, -ERANGE, 0 }, /* 2^64 ns */
		{ "18446744073.709551615", 0, UINT64_MAX, 0, UINT64_MAX },
		{ "", 0, UINT64_MAX, -EINVAL, 0 },
		{ "s", 0, UINT64_MAX, -EINVAL, 0 },
		{ ".5", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1.", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1.s", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1.2.3", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1,5", 0, UINT64_MAX, -EINVAL, 0 },
		{ "-1s", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1 s", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1sec", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1d", 0, UINT64_MAX, -EINVAL, 0 },
		{ "1S", 0, UINT64_MAX, -EINVAL, 0 },
		{ "0.0000000001", 0, UINT64_MAX, -EINVAL, 0 }, /* finer than a nanosecond */
	};

	(void)state;
	RUN(cg_parse_duration, cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_u64),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_duration),
	};

	return cmocka_run_group_tests_name("parse", tests, NULL, NULL);
}
