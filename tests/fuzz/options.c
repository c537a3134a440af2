// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - fuzzes the command line of a workload, one word a line: what is accepted is in range.
 */
#include "options.h"

#include "fuzz.h"

#define MS  1000000ull
#define DAY (24 * 3600 * 1000 * MS)

static const char *const kinds[] = { "plain", "odd", NULL };
static const struct cg_option own[] = {
	{ "size", 's', CG_OPTION_BYTES, "BYTES", "64", 1, 1 << 20, NULL, "a size" },
	{ "members", 0, CG_OPTION_NUMBER, "N", "4", 2, 64, NULL, "a number" },
	{ "kind", 0, CG_OPTION_CHOICE, "KIND", "plain", 0, 0, kinds, "a choice" },
	{ "dir", 0, CG_OPTION_TEXT, "DIR", "/tmp", 0, 0, NULL, "a text" },
	{ "flag", 0, CG_OPTION_FLAG, NULL, NULL, 0, 0, NULL, "a flag" },
	{ 0 },
};
static const struct cg_workload workload = {
	.name = "w",
	.members_option = "members",
	.options = own,
};

static bool within(uint64_t value, uint64_t min, uint64_t max)
{
	return value >= min && value <= max;
}

static void check_common(const struct cg_settings *s)
{
	REQUIRE(within(s->nr, 1, 100000));
	REQUIRE(within(s->rounds, 1, 100000));
	REQUIRE(within(s->ops, 0, 1000000000000));
	REQUIRE(within(s->count_ops, 10, 1000000000));
	REQUIRE(within(s->duration_ns, MS, DAY));
	REQUIRE(within(s->warmup_ns, 0, DAY));
	REQUIRE(within(s->stuck_ns, 100 * MS, DAY));
	REQUIRE(s->place <= CG_PLACE_NONE);
	REQUIRE(!s->contexts || *s->contexts);
	REQUIRE(!s->cgroup_parent || *s->cgroup_parent);
	REQUIRE(!s->json || *s->json);
}

static void check_own(const struct cg_option_values *values)
{
	REQUIRE(within(cg_option_u64(values, "size"), 1, 1 << 20));
	REQUIRE(within(cg_option_u64(values, "members"), 2, 64));
	REQUIRE(within(cg_option_u64(values, "flag"), 0, 1));
	REQUIRE(cg_option_is(values, "kind", "plain") || cg_option_is(values, "kind", "odd"));
	REQUIRE(cg_option_text(values, "dir"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *argv[FUZZ_WORDS_MAX + 1];
	struct cg_error error = { 0 };
	struct cg_settings settings;
	int argc = fuzz_words(text, "w", argv);
	int result = cg_options_parse(&settings, &workload, argc, argv, &error);

	fuzz_check_error(result, &error);
	if (!result && !settings.help && !settings.version) {
		check_common(&settings);
		check_own(&settings.values);
	} else if (result) {
		REQUIRE(error.kind == CG_ERROR_USAGE);
	}
	free(text);
	return 0;
}
