// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - charge-path events and the kernel symbols that stand for them. See events.h.
 *
 * The functions of the charge path are renamed, split and inlined from release to release;
 * results, recipes and tables speak of events, and this file alone knows the names.
 */
#include "events.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kallsyms.h"

#define NR_NAMES (sizeof(cg_events[0].symbols) / sizeof(cg_events[0].symbols[0]))

const struct cg_event_info cg_events[CG_NR_EVENTS] = {
	[CG_EVENT_CHARGE_WALK] = { .name = "charge_walk",
				   .meaning = "the hierarchy was charged: the page stock missed",
				   .symbols = { "page_counter_try_charge" } },
	[CG_EVENT_UNCHARGE_WALK] = { .name = "uncharge_walk",
				     .meaning = "the hierarchy was uncharged: not absorbed by "
						"the stock",
				     .symbols = { "page_counter_uncharge" } },
	[CG_EVENT_STOCK_DRAIN] = { .name = "stock_drain",
				   .meaning = "a page-stock slot was emptied",
				   .symbols = { "drain_stock" } },
	[CG_EVENT_STOCK_REFILL] = { .name = "stock_refill",
				    .meaning = "an uncharge went into the stock",
				    .symbols = { "refill_stock" } },
	[CG_EVENT_CHARGE] = { .name = "charge",
			      .meaning = "pages were charged, hit or miss",
			      .symbols = { "try_charge_memcg", "try_charge" } },
	[CG_EVENT_OBJCG_DRAIN] = { .name = "objcg_drain",
				   .meaning = "the object stock was emptied",
				   .symbols = { "drain_obj_stock_slot", "drain_obj_stock" } },
	[CG_EVENT_OBJCG_REFILL] = { .name = "objcg_refill",
				    .meaning = "an object uncharge went to the object stock",
				    .symbols = { "__refill_obj_stock", "refill_obj_stock" } },
	[CG_EVENT_SLAB_CHARGE] = { .name = "slab_charge",
				   .meaning = "an accounted object was allocated",
				   .symbols = { "__memcg_slab_post_alloc_hook",
						"memcg_slab_post_alloc_hook" } },
	[CG_EVENT_SLAB_UNCHARGE] = { .name = "slab_uncharge",
				     .meaning = "an accounted object was freed",
				     .symbols = { "__memcg_slab_free_hook",
						  "memcg_slab_free_hook" } },
	[CG_EVENT_SOCK_CHARGE] = { .name = "sock_charge",
				   .meaning = "a socket was charged",
				   .symbols = { "mem_cgroup_sk_charge",
						"mem_cgroup_charge_skmem" } },
	[CG_EVENT_SOCK_UNCHARGE] = { .name = "sock_uncharge",
				     .meaning = "a socket was uncharged",
				     .symbols = { "mem_cgroup_sk_uncharge",
						  "mem_cgroup_uncharge_skmem" } },
	[CG_EVENT_DRAIN_ALL] = { .name = "drain_all",
				 .meaning = "every CPU's stock was drained",
				 .symbols = { "drain_all_stock" } },
	[CG_EVENT_STAT_UPDATE] = { .name = "stat_update",
				   .meaning = "a statistics update reached rstat",
				   /* with a newer name there, css_rstat_updated is for BPF only */
				   .symbols = { "__css_rstat_updated", "css_rstat_updated",
						"cgroup_rstat_updated" } },
	[CG_EVENT_STAT_FLUSH] = { .name = "stat_flush",
				  .meaning = "statistics were flushed",
				  .symbols = { "mem_cgroup_css_rstat_flush",
					       "cgroup_rstat_flush" } },
};

/* What kallsyms has for one name of cg_events[].symbols. */
struct match {
	unsigned int plain;    /* functions of exactly this name */
	unsigned int suffixed; /* functions of this name with a compiler's suffix */
	char last_suffixed[sizeof(((struct cg_event_symbol *)NULL)->symbol)];
};

struct search {
	size_t lengths[CG_NR_EVENTS][NR_NAMES]; /* of the names; 0 for none */
	struct match matches[CG_NR_EVENTS][NR_NAMES];
};

int cg_event_find(const char *name)
{
	for (int event = 0; event < CG_NR_EVENTS; event++) {
		if (strcmp(cg_events[event].name, name) == 0)
			return event;
	}
	return -1;
}

/* Whether @text is ".isra.0" or one or more of its like. */
static bool is_clone_suffix(const char *text)
{
	static const char *const kinds[] = { ".isra.", ".part.", ".constprop." };
	const char *digits;

	do {
		digits = NULL;
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			if (strncmp(text, kinds[i], strlen(kinds[i])) == 0)
				digits = text + strlen(kinds[i]);
		}
		if (!digits || !isdigit((unsigned char)*digits))
			return false;
		for (text = digits; isdigit((unsigned char)*text); text++)
			;
	} while (*text);
	return true;
}

static void match_symbol(struct match *match, const struct cg_kernel_symbol *symbol, size_t base)
{
	if (base == symbol->length) {
		match->plain++;
	} else if (symbol->length < sizeof(match->last_suffixed) &&
		   is_clone_suffix(symbol->name + base)) {
		match->suffixed++;
		memcpy(match->last_suffixed, symbol->name, symbol->length + 1);
	}
}

static int search_symbol(void *data, const struct cg_kernel_symbol *symbol)
{
	struct search *search = data;
	size_t base;

	if (symbol->in_module || (symbol->type != 't' && symbol->type != 'T'))
		return 0;
	base = cg_kallsyms_base(symbol->name);
	for (size_t event = 0; event < CG_NR_EVENTS; event++) {
		for (size_t i = 0; search->lengths[event][i]; i++) {
			if (search->lengths[event][i] == base &&
			    memcmp(cg_events[event].symbols[i], symbol->name, base) == 0)
				match_symbol(&search->matches[event][i], symbol, base);
		}
	}
	return 0;
}

/* The newest name the kernel has; a name that means several functions is no answer. */
static void choose(size_t event, const struct match *matches, struct cg_event_symbol *result)
{
	const char *const *names = cg_events[event].symbols;

	memset(result, 0, sizeof(*result));
	for (size_t i = 0; i < NR_NAMES && names[i]; i++) {
		const struct match *match = &matches[i];

		if (match->plain == 1)
			snprintf(result->symbol, sizeof(result->symbol), "%s", names[i]);
		else if (match->plain == 0 && match->suffixed == 1)
			memcpy(result->symbol, match->last_suffixed, sizeof(result->symbol));
		else if (match->plain || match->suffixed)
			snprintf(result->why, sizeof(result->why), "%u functions are called %s",
				 match->plain ? match->plain : match->suffixed, names[i]);
		else
			continue;
		return;
	}
	snprintf(result->why, sizeof(result->why), "no such symbol");
}

int cg_events_resolve(const char *kallsyms, struct cg_event_symbol *symbols, struct cg_error *error)
{
	struct search search = { 0 };
	int result;

	for (size_t event = 0; event < CG_NR_EVENTS; event++) {
		for (size_t i = 0; i < NR_NAMES && cg_events[event].symbols[i]; i++)
			search.lengths[event][i] = strlen(cg_events[event].symbols[i]);
	}
	result = cg_kallsyms_each(kallsyms, search_symbol, &search, error);
	if (result)
		return result;
	for (size_t event = 0; event < CG_NR_EVENTS; event++)
		choose(event, search.matches[event], &symbols[event]);
	return 0;
}
