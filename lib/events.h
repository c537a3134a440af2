/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - charge-path events: canonical names for the kernel functions that
 * charge and uncharge memory cgroups, whatever a kernel release calls them.
 */
#ifndef CGPONG_EVENTS_H
#define CGPONG_EVENTS_H

#include "error.h"

enum cg_event {
	CG_EVENT_CHARGE_WALK,
	CG_EVENT_UNCHARGE_WALK,
	CG_EVENT_STOCK_DRAIN,
	CG_EVENT_STOCK_REFILL,
	CG_EVENT_CHARGE,
	CG_EVENT_OBJCG_DRAIN,
	CG_EVENT_OBJCG_REFILL,
	CG_EVENT_SLAB_CHARGE,
	CG_EVENT_SLAB_UNCHARGE,
	CG_EVENT_SOCK_CHARGE,
	CG_EVENT_SOCK_UNCHARGE,
	CG_EVENT_DRAIN_ALL,
	CG_EVENT_STAT_UPDATE,
	CG_EVENT_STAT_FLUSH,
	CG_NR_EVENTS
};

struct cg_event_info {
	const char *name;	/* as in JSON, recipes and tables: "charge_walk" */
	const char *meaning;	/* what a hit means, a few words */
	const char *symbols[4]; /* kernel functions, newest first, NULL-terminated */
};

extern const struct cg_event_info cg_events[CG_NR_EVENTS];

/** cg_event_find() - the event called @name, or -1 */
int cg_event_find(const char *name);

/* The kernel symbol that stands for an event on the running kernel. */
struct cg_event_symbol {
	char symbol[128]; /* "" if there is none */
	char why[192];	  /* with no symbol: the reason: "no such symbol" ... */
};

/**
 * cg_events_resolve() - find each event's symbol on the running kernel
 * @kallsyms: the file to read; NULL for /proc/kallsyms
 * @symbols: CG_NR_EVENTS entries, all filled on success
 * @error: see error.h
 *
 * The first name of cg_events[].symbols that is a text symbol (type t or T) of the kernel
 * proper (not of a module), alone or with the compiler's suffix (.isra.N, .part.N, .constprop.N,
 * also combined), wins; newest name first. If a name exists plain, its suffixed twins (.cold
 * and the like) are not looked at. A `.cold` part never counts. If several functions bear the
 * winning name, a probe would count one of them or none, so the event has no symbol.
 *
 * Return: 0, or the -errno of reading @kallsyms.
 */
int cg_events_resolve(const char *kallsyms, struct cg_event_symbol *symbols,
		      struct cg_error *error);

#endif
