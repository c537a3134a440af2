// SPDX-License-Identifier: GPL-2.0-only
/*
 * profile_functions.c - from sampled addresses to functions of the kernel, and which of these
 * are the charge path. See profile_functions.h.
 */
#include "profile_functions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "kallsyms.h"

/* Beside the functions that stand for events: whole families, from 4.x to 7.x. */
static const char *const charge_path_prefixes[] = {
	"page_counter_",	   "obj_cgroup_",	  "memcg_kmem_",
	"__memcg_kmem_",	   "memcg_slab_",	  "__memcg_slab_",
	"mem_cgroup_charge",	   "__mem_cgroup_charge", "mem_cgroup_try_charge",
	"__mem_cgroup_try_charge", "mem_cgroup_uncharge", "__mem_cgroup_uncharge",
	"mem_cgroup_swapin_",
};

/* And single functions whose names begin like many others. */
static const char *const charge_path_names[] = {
	/* charging and uncharging folios, sockets, kernel stacks */
	"charge_memcg",
	"commit_charge",
	"mem_cgroup_commit_charge",
	"cancel_charge",
	"mem_cgroup_cancel_charge",
	"uncharge_batch",
	"uncharge_folio",
	"uncharge_page",
	"uncharge_list",
	"kmem_cache_charge",
	"memcg_charge_kernel_stack",
	"memcg_account_kmem",
	"__sk_charge",
	/* the per-CPU stock of pages */
	"trylock_stock",
	"consume_stock",
	"__refill_stock",
	"drain_stock_fully",
	"drain_local_stock",
	"drain_local_memcg_stock",
	/* the per-CPU stock of bytes for objects */
	"consume_obj_stock",
	"__account_obj_stock",
	"drain_local_obj_stock",
	"current_obj_cgroup",
	"get_obj_cgroup_from_current",
	"mod_objcg_state",
	"__css_rstat_updated",
};

/* One symbol of any kind: data and the ends of sections say where functions end. */
struct entry {
	uint64_t address;
	size_t name; /* offset in struct table's names; without suffixes */
	char rank;   /* the lower, the better a name for its address; see type_rank() */
	bool in_module;
};

struct table {
	struct entry *entries;
	size_t nr_entries, room;
	char *names;
	size_t names_used, names_room;
	uint64_t highest;
};

#define RANK_NO_FUNCTION 3

static int type_rank(char type)
{
	switch (type) {
	case 'T':
		return 0;
	case 't':
		return 1;
	case 'W':
	case 'w':
		return 2;
	default:
		return RANK_NO_FUNCTION;
	}
}

/* Doubles *array until it has room for @wanted elements. */
static int grow(void **array, size_t *room, size_t wanted, size_t element_bytes)
{
	size_t more = *room ? *room : 4096;
	void *larger;

	if (wanted <= *room)
		return 0;
	while (more < wanted)
		more *= 2;
	larger = reallocarray(*array, more, element_bytes);
	if (!larger)
		return -ENOMEM;
	*array = larger;
	*room = more;
	return 0;
}

static int add_symbol(void *data, const struct cg_kernel_symbol *symbol)
{
	struct table *table = data;
	size_t length = cg_kallsyms_base(symbol->name);
	void *entries = table->entries, *names = table->names;
	int result;

	/* A name that is all suffix (".Lhere", or an assembler's) is its own name. */
	if (length == 0)
		length = symbol->length;
	result = grow(&entries, &table->room, table->nr_entries + 1, sizeof(*table->entries));
	if (!result) {
		table->entries = entries;
		result = grow(&names, &table->names_room, table->names_used + length + 1, 1);
	}
	if (result)
		return result;
	table->names = names;
	memcpy(table->names + table->names_used, symbol->name, length);
	table->names[table->names_used + length] = '\0';
	table->entries[table->nr_entries++] = (struct entry){
		.address = symbol->address,
		.name = table->names_used,
		.rank = (char)type_rank(symbol->type),
		.in_module = symbol->in_module,
	};
	table->names_used += length + 1;
	if (symbol->address > table->highest)
		table->highest = symbol->address;
	return 0;
}

/* By address; of those at one address, the best name first. */
static int compare_entries(const void *left, const void *right, void *names)
{
	const struct entry *a = left, *b = right;

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return strcmp((char *)names + a->name, (char *)names + b->name);
}

static int table_read(struct table *table, const char *kallsyms, struct cg_error *error)
{
	int result = cg_kallsyms_each(kallsyms, add_symbol, table, error);

	if (result)
		return cg_error_fail(error, -result, "keep the kernel's symbols");
	if (table->highest == 0) {
		cg_error_skip(error, 0, "the kernel hides its symbols' addresses");
		cg_error_cure(error, "run as root, with sysctl kernel.kptr_restrict=1");
		return -EACCES;
	}
	qsort_r(table->entries, table->nr_entries, sizeof(*table->entries), compare_entries,
		table->names);
	return 0;
}

static int compare_addresses(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a == *b ? 0 : *a < *b ? -1 : 1;
}

static int compare_names(const void *left, const void *right)
{
	const struct cg_profile_function *a = left, *b = right;
	int order = strcmp(a->symbol, b->symbol);

	/* A module's function of the same name is another one. */
	return order ? order : (int)a->is_charge_path - (int)b->is_charge_path;
}

static int compare_samples(const void *left, const void *right)
{
	const struct cg_profile_function *a = left, *b = right;

	if (a->samples != b->samples)
		return a->samples > b->samples ? -1 : 1;
	return compare_names(left, right);
}

static void name_function(const struct table *table, const struct entry *entry,
			  struct cg_profile_function *function)
{
	const char *name = "[unknown]";

	if (entry && entry->rank != RANK_NO_FUNCTION)
		name = table->names + entry->name;
	snprintf(function->symbol, sizeof(function->symbol), "%s", name);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is room for it */
	function->is_charge_path = entry && !entry->in_module && cg_profile_is_charge_path(name);
	function->samples = 0;
}

/* One function for each run of @addresses (sorted) that lies in one symbol. */
static int walk(const struct table *table, const uint64_t *addresses, size_t nr_addresses,
		struct cg_profile_result *result)
{
	const struct entry *entry = NULL, *next = table->entries;
	const struct entry *end = table->entries + table->nr_entries;
	void *functions = NULL;
	size_t room = 0;

	for (size_t i = 0; i < nr_addresses; i++) {
		bool same = i > 0;

		for (; next < end && next->address <= addresses[i]; next++) {
			/* The first of several at one address has the best name. */
			if (!entry || next->address != entry->address) {
				entry = next;
				same = false;
			}
		}
		if (!same) {
			if (grow(&functions, &room, result->nr_functions + 1,
				 sizeof(*result->functions)))
				return -ENOMEM;
			result->functions = functions;
			name_function(table, entry, &result->functions[result->nr_functions++]);
		}
		result->functions[result->nr_functions - 1].samples++;
	}
	return 0;
}

/* A function can lie in several places: split in hot and cold, or cloned. */
static void merge(struct cg_profile_result *result)
{
	struct cg_profile_function *functions = result->functions;
	size_t last = 0;

	if (result->nr_functions == 0)
		return;
	qsort(functions, result->nr_functions, sizeof(*functions), compare_names);
	for (size_t i = 1; i < result->nr_functions; i++) {
		if (compare_names(&functions[last], &functions[i]) == 0)
			functions[last].samples += functions[i].samples;
		else
			functions[++last] = functions[i];
	}
	result->nr_functions = last + 1;
	qsort(functions, result->nr_functions, sizeof(*functions), compare_samples);
}

int cg_profile_count(uint64_t *addresses, size_t nr_addresses, const char *kallsyms,
		     struct cg_profile_result *result, struct cg_error *error)
{
	struct table table = { 0 };
	int code = table_read(&table, kallsyms, error);

	memset(result, 0, sizeof(*result));
	if (!code) {
		if (nr_addresses) /* none: @addresses may be NULL, which qsort() does not take */
			qsort(addresses, nr_addresses, sizeof(*addresses), compare_addresses);
		code = walk(&table, addresses, nr_addresses, result);
		if (code)
			cg_error_fail(error, -code, "keep the profile's functions");
	}
	free(table.entries);
	free(table.names);
	if (code) {
		cg_profile_result_free(result);
		return code;
	}
	merge(result);
	result->samples = nr_addresses;
	for (size_t i = 0; i < result->nr_functions; i++) {
		if (result->functions[i].is_charge_path)
			result->charge_path_samples += result->functions[i].samples;
	}
	if (nr_addresses)
		result->charge_path_share =
			(double)result->charge_path_samples / (double)nr_addresses;
	return 0;
}

void cg_profile_result_free(struct cg_profile_result *result)
{
	free(result->functions);
	memset(result, 0, sizeof(*result));
}

static bool is_name(const char *symbol, size_t length, const char *name)
{
	return strlen(name) == length && memcmp(symbol, name, length) == 0;
}

bool cg_profile_is_charge_path(const char *symbol)
{
	size_t length = cg_kallsyms_base(symbol);

	for (size_t event = 0; event < CG_NR_EVENTS; event++) {
		for (const char *const *name = cg_events[event].symbols; *name; name++) {
			if (is_name(symbol, length, *name))
				return true;
		}
	}
	for (size_t i = 0; i < sizeof(charge_path_names) / sizeof(charge_path_names[0]); i++) {
		if (is_name(symbol, length, charge_path_names[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof(charge_path_prefixes) / sizeof(charge_path_prefixes[0]);
	     i++) {
		if (strncmp(symbol, charge_path_prefixes[i], strlen(charge_path_prefixes[i])) == 0)
			return true;
	}
	return false;
}
