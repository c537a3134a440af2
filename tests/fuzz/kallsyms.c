// SPDX-License-Identifier: GPL-2.0-only
/*
 * kallsyms.c - fuzzes the kernel's symbol list, for those who read it: the choice of charge-path
 * symbols, and the profile.
 */
#include "kallsyms.h"

#include "events.h"
#include "fuzz.h"
#include "profile_functions.h"

static int count_symbol(void *data, const struct cg_kernel_symbol *symbol)
{
	size_t *nr = data;

	REQUIRE(symbol->length && strlen(symbol->name) == symbol->length);
	REQUIRE(!strpbrk(symbol->name, " \t\n"));
	REQUIRE(cg_kallsyms_base(symbol->name) <= symbol->length);
	++*nr;
	return 0;
}

static size_t count_lines(const uint8_t *data, size_t size)
{
	size_t nr = 0;

	for (size_t i = 0; i < size; i++)
		nr += data[i] == '\n';
	return nr;
}

/* An event has a symbol that is in the list, or a reason for having none. */
static void check_symbols(const struct cg_event_symbol *symbols, const char *text)
{
	for (size_t event = 0; event < CG_NR_EVENTS; event++) {
		const struct cg_event_symbol *s = &symbols[event];
		char wanted[sizeof(s->symbol) + 3];

		REQUIRE(!s->symbol[0] == !!s->why[0]);
		snprintf(wanted, sizeof(wanted), " %s\n", s->symbol);
		REQUIRE(!s->symbol[0] || strstr(text, wanted));
		REQUIRE(!strstr(s->symbol, ".cold"));
	}
}

static void check_profile(const char *path)
{
	uint64_t addresses[] = { 0xffffffff81000018, 0, 0xffffffff81000024, UINT64_MAX, 16 };
	size_t nr = sizeof(addresses) / sizeof(addresses[0]);
	struct cg_profile_result result = { 0 };
	struct cg_error error = { 0 };
	uint64_t sum = 0, charge_path = 0;
	int code = cg_profile_count(addresses, nr, path, &result, &error);

	fuzz_check_error(code, &error);
	for (size_t i = 0; !code && i < result.nr_functions; i++) {
		sum += result.functions[i].samples;
		charge_path += result.functions[i].is_charge_path ? result.functions[i].samples : 0;
		REQUIRE(!i || result.functions[i].samples <= result.functions[i - 1].samples);
	}
	REQUIRE(code || (result.samples == nr && sum == nr));
	REQUIRE(code || result.charge_path_samples == charge_path);
	REQUIRE(result.charge_path_share >= 0 && result.charge_path_share <= 1);
	cg_profile_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file file;
	struct cg_event_symbol symbols[CG_NR_EVENTS];
	struct cg_error error = { 0 };
	char *text = fuzz_text(data, size);
	size_t nr = 0;
	int result;

	fuzz_file_set(&file, data, size);
	result = cg_kallsyms_each(file.path, count_symbol, &nr, &error);
	fuzz_check_error(result, &error);
	REQUIRE(result || nr == count_lines(data, size));
	error = (struct cg_error){ 0 };
	REQUIRE(cg_events_resolve(file.path, symbols, &error) == result);
	if (!result)
		check_symbols(symbols, text);
	check_profile(file.path);
	free(text);
	return 0;
}
