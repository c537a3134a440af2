// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes.c - counts the hits of charge-path events, without a kernel module. See probes.h.
 *
 * The group and its instance are probe_group.c's; here is what the events are and how often
 * they were hit.
 */
#include "probes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "parse.h"
#include "probe_group.h"
#include "tracefs.h"

/* Reads of kprobe_profile until each event is there once: it changes between its pages. */
#define READ_TRIES 10

struct cg_probes {
	int tracefs;
	struct cg_probe_group group;
	struct cg_event_symbol symbols[CG_NR_EVENTS];
};

size_t cg_probes_sweep(void)
{
	struct cg_error ignored = { 0 };
	int tracefs = cg_tracefs_open(&ignored);
	size_t cleared;

	if (tracefs < 0)
		return 0;
	cleared = cg_probe_group_sweep(tracefs);
	close(tracefs);
	return cleared;
}

/* Two switches disarm probes while everything else looks well: they would count 0. */
static int check_switches(struct cg_error *error)
{
	static const struct {
		const char *path, *cure;
	} switches[] = {
		{ "/proc/sys/kernel/ftrace_enabled", "sysctl kernel.ftrace_enabled=1" },
		{ "/sys/kernel/debug/kprobes/enabled",
		  "echo 1 > /sys/kernel/debug/kprobes/enabled" },
	};

	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		uint64_t value;

		/* Not there, or not for us to see: nothing to go by. */
		if (cg_file_read_u64(switches[i].path, &value) || value)
			continue;
		cg_error_skip(error, 0, "%s is 0, so probes count nothing", switches[i].path);
		cg_error_cure(error, "%s", switches[i].cure);
		return -ENODEV;
	}
	return 0;
}

/* Leaves an event without its symbol, and says why the kernel refuses a probe on it. */
static void refuse(struct cg_event_symbol *symbol, int code)
{
	const char *reason = strerror(code);
	char name[sizeof(symbol->symbol)];

	if (code == EINVAL)
		/* "inline" implies notrace in the kernel, also where the compiler did not inline. */
		reason = "notrace or blacklisted";
	else if (code == EADDRNOTAVAIL)
		reason = "several functions";
	memcpy(name, symbol->symbol, sizeof(name));
	snprintf(symbol->why, sizeof(symbol->why), "%s: %.60s", name, reason);
	symbol->symbol[0] = '\0';
}

/* Makes one event; a symbol that the kernel refuses only leaves that event without. */
static int create_event(struct cg_probes *probes, size_t event, struct cg_error *error)
{
	struct cg_event_symbol *symbol = &probes->symbols[event];
	const char *id = probes->group.id;
	char command[384];
	int result;

	if (!symbol->symbol[0])
		return 0;
	snprintf(command, sizeof(command), "p:cgpong_%s/%s_%s %s", id, cg_events[event].name, id,
		 symbol->symbol);
	result = cg_tracefs_write(probes->tracefs, "kprobe_events", command);
	if (!result)
		return 0;
	if (result == -EACCES || result == -EPERM || result == -EROFS || result == -ENOMEM)
		return cg_tracefs_fail(error, -result, "write", "kprobe_events");
	refuse(symbol, -result);
	return 0;
}

static int create_events(struct cg_probes *probes, struct cg_error *error)
{
	size_t created = 0;
	int result = cg_events_resolve(NULL, probes->symbols, error);

	for (size_t event = 0; !result && event < CG_NR_EVENTS; event++) {
		result = create_event(probes, event, error);
		created += probes->symbols[event].symbol[0] != '\0';
	}
	if (result || created)
		return result;
	cg_error_skip(error, 0, "no charge-path function can be probed (%s: %s)",
		      cg_events[0].symbols[0], probes->symbols[0].why);
	cg_error_cure(error, "needs a kernel with CONFIG_MEMCG");
	return -ENODEV;
}

/*
 * Whether the kernel is known to lack CONFIG_KPROBE_EVENTS: with it, and with perf events, there is a PMU
 * of that name since 4.17 (kernel/events/core.c, perf_tp_register()). A look at the symbols would take
 * a tenth of a second.
 */
static bool has_no_kprobe_events(void)
{
	return access("/sys/bus/event_source/devices", F_OK) == 0 &&
	       access("/sys/bus/event_source/devices/kprobe", F_OK) != 0;
}

/* Where tracefs is not mounted: mounting it only helps if the kernel has what is looked for in it. */
static int open_tracefs(struct cg_error *error)
{
	struct cg_error why = { 0 };
	int tracefs = cg_tracefs_open(&why);

	if (tracefs == -ENODEV && has_no_kprobe_events()) {
		cg_error_skip(error, 0, "this kernel has no kprobe events");
		cg_error_cure(error,
			      "needs a kernel with CONFIG_KPROBE_EVENTS, for instance that of "
			      "a guest: cgpong lab run");
	} else if (tracefs < 0 && error->kind == CG_ERROR_NONE) {
		*error = why;
	}
	return tracefs;
}

static int open_all(struct cg_probes *probes, struct cg_error *error)
{
	int result;

	probes->tracefs = open_tracefs(error);
	if (probes->tracefs < 0)
		return probes->tracefs;
	if (faccessat(probes->tracefs, "kprobe_events", W_OK, AT_EACCESS))
		return cg_tracefs_fail(error, errno, "open", "kprobe_events");
	result = check_switches(error);
	if (result)
		return result;
	cg_probe_group_sweep(probes->tracefs);
	result = cg_probe_group_create(&probes->group, probes->tracefs, error);
	return result ? result : create_events(probes, error);
}

int cg_probes_open(struct cg_probes **probes, struct cg_error *error)
{
	struct cg_probes *new = calloc(1, sizeof(*new));
	int result;

	if (!new)
		return cg_error_fail(error, ENOMEM, "allocate probes");
	new->group.lock = new->group.watch = -1;
	result = open_all(new, error);
	if (result)
		cg_probes_close(new, error);
	else
		*probes = new;
	return result;
}

const struct cg_event_symbol *cg_probes_symbol(const struct cg_probes *probes, enum cg_event event)
{
	return &probes->symbols[event];
}

int cg_probes_enable(struct cg_probes *probes, bool on, struct cg_error *error)
{
	int result = cg_probe_group_enable(&probes->group, probes->tracefs, on);

	return result ? cg_tracefs_fail(error, -result, on ? "enable" : "disable", "our events")
		      : 0;
}

/* The event called "<event>_<id>", or -1. */
static int event_of(const char *name, const char *id)
{
	char wanted[128];

	for (int event = 0; event < CG_NR_EVENTS; event++) {
		snprintf(wanted, sizeof(wanted), "%s_%s", cg_events[event].name, id);
		if (strcmp(name, wanted) == 0)
			return event;
	}
	return -1;
}

/* The next word of *text, or NULL. */
static char *next_word(char **text)
{
	char *word;

	do {
		word = strsep(text, " ");
	} while (word && !*word);
	return word;
}

int cg_probes_parse(char *profile, const char *id, uint64_t *hits, uint64_t *missed,
		    unsigned int *found)
{
	memset(hits, 0, CG_NR_EVENTS * sizeof(*hits));
	memset(missed, 0, CG_NR_EVENTS * sizeof(*missed));
	memset(found, 0, CG_NR_EVENTS * sizeof(*found));
	for (char *line; (line = strsep(&profile, "\n"));) {
		char *name = next_word(&line), *hit, *miss;
		int event = name ? event_of(name, id) : -1;

		if (event < 0)
			continue;
		hit = next_word(&line);
		miss = next_word(&line);
		if (!hit || !miss || next_word(&line) ||
		    cg_parse_u64(hit, 0, UINT64_MAX, &hits[event]) ||
		    cg_parse_u64(miss, 0, UINT64_MAX, &missed[event]))
			return -EINVAL;
		found[event]++;
	}
	return 0;
}

static int read_once(struct cg_probes *probes, uint64_t *hits, uint64_t *missed, bool *complete)
{
	unsigned int found[CG_NR_EVENTS];
	char *text;
	int result = cg_tracefs_read(probes->tracefs, "kprobe_profile", &text);

	if (result)
		return result;
	result = cg_probes_parse(text, probes->group.id, hits, missed, found);
	free(text);
	*complete = true;
	for (size_t event = 0; event < CG_NR_EVENTS; event++) {
		if (found[event] != (probes->symbols[event].symbol[0] != '\0'))
			*complete = false;
	}
	return result;
}

int cg_probes_read(struct cg_probes *probes, uint64_t *hits, uint64_t *missed,
		   struct cg_error *error)
{
	uint64_t unwanted[CG_NR_EVENTS] = { 0 };
	bool complete = false;
	int result = 0;

	for (int i = 0; i < READ_TRIES && !result && !complete; i++)
		result = read_once(probes, hits, missed ? missed : unwanted, &complete);
	if (result)
		return cg_tracefs_fail(error, -result, "read", "kprobe_profile");
	if (!complete)
		return cg_error_fail(error, ENOENT,
				     "our events in kprobe_profile: somebody removed them");
	return 0;
}

bool cg_probes_company(const struct cg_probes *probes, char *id)
{
	return cg_probe_group_company(&probes->group, probes->tracefs, id);
}

void cg_probes_close_locks(struct cg_probes *probes)
{
	if (probes)
		cg_probe_group_unlock(&probes->group);
}

int cg_probes_close(struct cg_probes *probes, struct cg_error *error)
{
	int result = 0;

	if (!probes)
		return 0;
	if (probes->tracefs >= 0) {
		if (!cg_probe_group_remove(&probes->group, probes->tracefs)) {
			result = cg_error_fail(error, EBUSY, "remove our kprobe events cgpong_%s",
					       probes->group.id);
			cg_error_cure(error,
				      "end what traces every event; the next run removes them");
		}
		close(probes->tracefs);
	}
	free(probes);
	return result;
}
