// SPDX-License-Identifier: GPL-2.0-only
/*
 * geometry.c - the geometry of the per-CPU stocks. See geometry.h.
 */
#include "geometry.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/*
 * A hop that fits costs no walk at all; one that does not costs between 0.2 and 1, by how the
 * kernel picks the slot to evict. What set-up and the rest of the machine add is below 0.02.
 */
#define CLIFF_CALLS 0.1
/* By time a cliff is a slowdown that its interval shows, and no smaller than this. */
#define CLIFF_TIME 0.97

/* Which figure of which ring tells about which stock. */
struct probe {
	const char *workload;
	const char *event;
};

static const struct probe page_probe = { "tcp-ring", "charge_walk" };
static const struct probe object_probe = { "mq-ring", "objcg_drain" };

static const char *const count_words[] = { "--count",	 "--count-ops", "840",	    "--rounds", "1",
					   "--duration", "20ms",	"--warmup", "50ms" };
static const char *const time_words[] = { "--no-count", "--rounds", "9",   "--duration",
					  "60ms",	"--warmup", "40ms" };

#define NR(array) (sizeof(array) / sizeof((array)[0]))

static void unknown(struct cg_geometry_number *number, const char *why, const char *what)
{
	number->known = CG_KNOWN_NOT;
	snprintf(number->why, sizeof(number->why), "%s%s", why, what);
}

/* An event's calls per op in the first context, or NAN. */
static double per_op(const json_t *results, const char *event)
{
	json_t *context = json_array_get(json_object_get(results, "contexts"), 0);
	json_t *counts = json_object_get(context, "counts");
	json_t *one = json_object_get(json_object_get(counts, "events"), event);
	json_t *value = json_object_get(one, "per_op");

	return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Runs a ring of @k with its workers in k cgroups, or in both k and one. */
static int run_ring(struct cg_measure *measure, const char *workload, unsigned int k, bool by_time,
		    struct cg_outcome *outcome, struct cg_error *error)
{
	const char *const *more = by_time ? time_words : count_words;
	size_t nr_more = by_time ? NR(time_words) : NR(count_words), nr = 0;
	const char *words[24];
	char ring[16], cgroups[48];

	snprintf(ring, sizeof(ring), "%u", k);
	snprintf(cgroups, sizeof(cgroups), "%ssiblings:%u", by_time ? "leaf," : "", k);
	words[nr++] = "--ring";
	words[nr++] = ring;
	words[nr++] = "--cgroup";
	words[nr++] = cgroups;
	for (size_t i = 0; i < nr_more; i++)
		words[nr++] = more[i];
	return cg_measure(measure, workload, words, nr, outcome, error);
}

/* The figure of one ring by count. @number becomes unknown when there is none. */
static int count_ring(struct cg_measure *measure, const struct probe *probe, unsigned int k,
		      double *value, struct cg_geometry_number *number, struct cg_error *error)
{
	struct cg_outcome outcome;
	int result = run_ring(measure, probe->workload, k, false, &outcome, error);

	*value = NAN;
	if (result)
		return result;
	*value = per_op(outcome.results, probe->event);
	if (outcome.status)
		unknown(number, outcome.why, "");
	else if (isnan(*value))
		unknown(number, "calls are not counted here: ", probe->event);
	json_decref(outcome.results);
	return 0;
}

static int find_by_count(struct cg_measure *measure, const struct probe *probe,
			 unsigned int max_ring, struct cg_geometry_number *number,
			 struct cg_error *error)
{
	double value;

	for (unsigned int k = 1; k <= max_ring; k++) {
		int result = count_ring(measure, probe, k, &value, number, error);

		if (result || isnan(value))
			return result;
		if (value > CLIFF_CALLS) {
			if (k == 1) {
				unknown(number, "even a ring of one misses", "");
				return 0;
			}
			number->known = CG_KNOWN_COUNT;
			number->value = k - 1;
			number->after = value;
			return 0;
		}
		number->before = value;
	}
	number->known = CG_KNOWN_COUNT;
	number->value = max_ring;
	number->at_least = true;
	return 0;
}

/* ops/sec in k cgroups over ops/sec in one, with its interval. */
struct slowdown {
	double ratio, low, high;
};

static int time_ring(struct cg_measure *measure, const struct probe *probe, unsigned int k,
		     struct slowdown *slowdown, struct cg_geometry_number *number,
		     struct cg_error *error)
{
	struct cg_outcome outcome;
	int result = run_ring(measure, probe->workload, k, true, &outcome, error);
	json_t *comparison;

	*slowdown = (struct slowdown){ NAN, NAN, NAN };
	if (result)
		return result;
	comparison = json_array_get(json_object_get(outcome.results, "comparisons"), 0);
	if (outcome.status) {
		unknown(number, outcome.why, "");
	} else if (json_is_number(json_object_get(comparison, "high"))) {
		slowdown->ratio = json_number_value(json_object_get(comparison, "ratio"));
		slowdown->low = json_number_value(json_object_get(comparison, "low"));
		slowdown->high = json_number_value(json_object_get(comparison, "high"));
	} else {
		unknown(number, "no interval for the ring's time", "");
	}
	json_decref(outcome.results);
	return 0;
}

/*
 * The first ring that is slower, with all larger ones slower too; anything else is noise, and
 * the answer is that it is not known.
 */
static void find_cliff(struct cg_geometry_number *number, const struct slowdown *of,
		       unsigned int max_ring)
{
	unsigned int first = max_ring + 1;

	while (first > 2 && of[first - 1].high < CLIFF_TIME)
		first--;
	for (unsigned int k = 2; k < first; k++) {
		if (of[k].high < CLIFF_TIME) {
			unknown(number, "too noisy: time tells no clear cliff", "");
			return;
		}
	}
	if (first > max_ring) {
		unknown(number, "time shows no cliff", "");
		return;
	}
	number->known = CG_KNOWN_TIME;
	number->value = first - 1;
	number->before = first > 2 ? of[first - 1].ratio : 1;
	number->after = of[first].ratio;
	number->low = of[first].low;
	number->high = of[first].high;
}

static int find_by_time(struct cg_measure *measure, const struct probe *probe,
			unsigned int max_ring, struct cg_geometry_number *number,
			struct cg_error *error)
{
	struct slowdown of[65];

	for (unsigned int k = 2; k <= max_ring; k++) {
		int result = time_ring(measure, probe, k, &of[k], number, error);

		if (result || isnan(of[k].ratio))
			return result;
	}
	find_cliff(number, of, max_ring);
	return 0;
}

/* Pages charged one by one: each walk of the hierarchy fetches a batch of them. */
static int find_batch(struct cg_measure *measure, struct cg_geometry_number *number,
		      struct cg_error *error)
{
	static const char *const words[] = { "--cgroup", "leaf",       "--count", "--count-ops",
					     "100",	 "--size",     "1M",	  "--rounds",
					     "1",	 "--duration", "50ms",	  "--warmup",
					     "50ms" };
	struct cg_outcome outcome;
	int result = cg_measure(measure, "shmem-fallocate", words, NR(words), &outcome, error);
	double pages, walks;

	if (result)
		return result;
	pages = per_op(outcome.results, "charge");
	walks = per_op(outcome.results, "charge_walk");
	json_decref(outcome.results);
	if (outcome.status) {
		unknown(number, outcome.why, "");
	} else if (!(pages > 0 && walks > 0)) {
		unknown(number, "charges are not counted here", "");
	} else {
		number->known = CG_KNOWN_COUNT;
		number->value = (unsigned int)lround(pages / walks);
		number->before = number->after = pages / walks;
	}
	return 0;
}

/* One stock's slots: by count, and by time where that is wanted or where nothing can be counted. */
static int find_slots(struct cg_measure *measure, const struct probe *probe, unsigned int max_ring,
		      bool by_time, struct cg_geometry_number *number, struct cg_error *error)
{
	int result = by_time ? 0 : find_by_count(measure, probe, max_ring, number, error);

	if (result || number->known != CG_KNOWN_NOT)
		return result;
	return find_by_time(measure, probe, max_ring, number, error);
}

int cg_geometry_measure(struct cg_geometry *geometry, struct cg_measure *measure,
			unsigned int max_ring, bool by_time, struct cg_error *error)
{
	int result;

	*geometry = (struct cg_geometry){ 0 };
	result = find_slots(measure, &page_probe, max_ring, by_time, &geometry->page_slots, error);
	if (!result)
		result = find_slots(measure, &object_probe, max_ring, by_time,
				    &geometry->object_slots, error);
	if (!result && by_time)
		unknown(&geometry->batch, "time does not show it", "");
	else if (!result)
		result = find_batch(measure, &geometry->batch, error);
	return result;
}

static json_t *number_json(const struct cg_geometry_number *number)
{
	static const char *const how[] = { "unknown", "count", "time" };

	if (number->known == CG_KNOWN_NOT)
		return json_pack("{s:n, s:s, s:s}", "value", "by", how[number->known], "why",
				 number->why);
	return json_pack("{s:i, s:b, s:s, s:f, s:f, s:o, s:o}", "value", (int)number->value,
			 "at_least", number->at_least, "by", how[number->known], "before",
			 number->before, "after", number->after, "low",
			 number->known == CG_KNOWN_TIME ? json_real(number->low) : json_null(),
			 "high",
			 number->known == CG_KNOWN_TIME ? json_real(number->high) : json_null());
}

json_t *cg_geometry_json(const struct cg_geometry *geometry)
{
	return json_pack("{s:s, s:o, s:o, s:o}", "schema", "cgpong-geometry/1", "page_slots",
			 number_json(&geometry->page_slots), "object_slots",
			 number_json(&geometry->object_slots), "batch",
			 number_json(&geometry->batch));
}

static void print_number(FILE *out, const char *name, const struct cg_geometry_number *number,
			 const char *event)
{
	fprintf(out, "%-34s ", name);
	if (number->known == CG_KNOWN_NOT)
		fprintf(out, "unknown (%s)\n", number->why);
	else if (number->known == CG_KNOWN_TIME)
		fprintf(out,
			"%u (by time: a ring of %u runs at %.2f of its speed in one cgroup, "
			"95 %% interval %.2f to %.2f)\n",
			number->value, number->value + 1, number->after, number->low, number->high);
	else if (number->at_least)
		fprintf(out, "%u or more\n", number->value);
	else if (event)
		fprintf(out, "%u (by count: %.2f %s per hop in a ring of %u, %.2f in one of %u)\n",
			number->value, number->after, event, number->value + 1, number->before,
			number->value);
	else
		fprintf(out, "%u (by count: %.1f pages per walk)\n", number->value, number->after);
}

void cg_geometry_print(FILE *out, const struct cg_geometry *geometry)
{
	print_number(out, "page stock, memcgs per CPU", &geometry->page_slots, page_probe.event);
	print_number(out, "object stock, objcgs per CPU", &geometry->object_slots,
		     object_probe.event);
	print_number(out, "charge batch, pages", &geometry->batch, NULL);
}

int cg_geometry_status(const struct cg_geometry *geometry)
{
	if (geometry->page_slots.known == CG_KNOWN_NOT &&
	    geometry->object_slots.known == CG_KNOWN_NOT && geometry->batch.known == CG_KNOWN_NOT)
		return CG_ERROR_SKIPPED;
	return 0;
}
