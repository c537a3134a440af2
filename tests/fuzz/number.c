// SPDX-License-Identifier: GPL-2.0-only
/*
 * number.c - fuzzes numbers, sizes and times (parse.h), and the names of runs (run_name.h).
 */
#include <inttypes.h>

#include "fuzz.h"
#include "parse.h"
#include "run_name.h"

/* A text with a suffix behind it, through one of the parsers. */
static int with(int (*parse)(const char *, uint64_t, uint64_t, uint64_t *), const char *text,
		const char *suffix, uint64_t *value)
{
	size_t length = strlen(text);
	char *whole = malloc(length + strlen(suffix) + 1);
	int result;

	REQUIRE(whole);
	memcpy(whole, text, length);
	strcpy(whole + length, suffix);
	result = parse(whole, 0, UINT64_MAX, value);
	free(whole);
	return result;
}

/* A factor is a factor, or the product does not fit. */
static void check_factor(int (*parse)(const char *, uint64_t, uint64_t, uint64_t *),
			 const char *text, const char *suffix, uint64_t number, uint64_t factor)
{
	uint64_t value;
	int result = with(parse, text, suffix, &value);

	REQUIRE(result == (number > UINT64_MAX / factor ? -ERANGE : 0));
	REQUIRE(result || value == number * factor);
}

static void check_integer(const char *text)
{
	uint64_t number, other;
	char digits[32];

	if (cg_parse_u64(text, 0, UINT64_MAX, &number))
		return;
	snprintf(digits, sizeof(digits), "%" PRIu64, number);
	REQUIRE(strcmp(text + strspn(text, "0"), number ? digits : "") == 0);
	REQUIRE((cg_parse_u64(text, 10, 1000, &other) == 0) == (number >= 10 && number <= 1000));
	check_factor(cg_parse_bytes, text, "", number, 1);
	check_factor(cg_parse_bytes, text, "k", number, 1024);
	check_factor(cg_parse_bytes, text, "M", number, 1 << 20);
	check_factor(cg_parse_bytes, text, "G", number, 1 << 30);
	check_factor(cg_parse_duration, text, "ns", number, 1);
	check_factor(cg_parse_duration, text, "ms", number, 1000000);
	check_factor(cg_parse_duration, text, "", number, 1000000000);
	check_factor(cg_parse_duration, text, "m", number, 60000000000);
}

static void check_ranges(const char *text)
{
	uint64_t value;

	if (cg_parse_bytes(text, 100, 5000, &value) == 0)
		REQUIRE(value >= 100 && value <= 5000 && isdigit((unsigned char)*text));
	if (cg_parse_duration(text, 1000, 2000000, &value) == 0)
		REQUIRE(value >= 1000 && value <= 2000000 && isdigit((unsigned char)*text));
}

/* What passes for a run's name is one that cgpong makes: it may be removed. */
static void check_name(const char *text)
{
	char prefix[48];
	bool is_self;
	pid_t pid;

	if (!cg_run_name_parse(text, &pid, &is_self))
		return;
	snprintf(prefix, sizeof(prefix), "cgpong.%d.", pid);
	REQUIRE(pid > 0 && strncmp(text, prefix, strlen(prefix)) == 0);
	text += strlen(prefix);
	REQUIRE(is_self ? strcmp(text, "self") == 0 : *text != '0' || text[1] == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *trimmed;

	check_integer(text);
	check_ranges(text);
	check_name(text);
	trimmed = cg_parse_trim(text);
	size = strlen(trimmed);
	REQUIRE(!size ||
		(!isblank((unsigned char)*trimmed) && !strchr(" \t\r", trimmed[size - 1])));
	free(text);
	return 0;
}
