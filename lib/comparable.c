// SPDX-License-Identifier: GPL-2.0-only
/*
 * comparable.c - whether two runs may be compared. See comparable.h.
 */
#include "comparable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plain.h"

static bool is_listed(const char *const *names, const char *name)
{
	for (; *names; names++) {
		if (strcmp(*names, name) == 0)
			return true;
	}
	return false;
}

/* A value as a person would write it, cut where there is no more room. */
static const char *show(const json_t *value, char *text, size_t size)
{
	char *dump;

	if (json_is_string(value))
		return cg_plain(json_string_value(value), text, size);
	dump = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6))
		     : NULL;
	cg_plain(dump ? dump : "nothing", text, size);
	free(dump);
	return text;
}

static int differ(const char *field, const json_t *a, const json_t *b, struct cg_error *error)
{
	char of_a[96], of_b[96];

	return cg_error_usage(error, "not comparable: %.100s is %s on one side and %s on the other",
			      field, show(a, of_a, sizeof(of_a)), show(b, of_b, sizeof(of_b)));
}

/* ---- What was measured ---- */

static int check_options(json_t *a, json_t *b, struct cg_error *error)
{
	/* How long, how often, and where the cgroups were: not what. */
	static const char *const ignored[] = { "cgroup_parent", "duration_sec", "ops",
					       "warmup_sec",	"rounds",	"stuck_sec",
					       "count_ops",	"profile",	NULL };
	json_t *value;
	const char *key;

	json_object_foreach (a, key, value) {
		json_t *other = json_object_get(b, key);

		if (!is_listed(ignored, key) && (!other || !json_equal(value, other)))
			return differ(key, value, other, error);
	}
	json_object_foreach (b, key, value) {
		if (!is_listed(ignored, key) && !json_object_get(a, key))
			return differ(key, NULL, value, error);
	}
	return 0;
}

static int check_workers(const json_t *a, const json_t *b, struct cg_error *error)
{
	static const char *const keys[] = { "instance", "member", "node", "group", NULL };
	const char *const *key;
	json_t *worker;
	size_t i;

	if (json_array_size(a) != json_array_size(b))
		return cg_error_usage(error, "not comparable: the number of workers differs");
	json_array_foreach (a, i, worker) {
		const json_t *other = json_array_get(b, i);
		char field[64];

		for (key = keys; *key; key++) {
			json_t *x = json_object_get(worker, *key),
			       *y = json_object_get(other, *key);

			snprintf(field, sizeof(field), "placement: the %s of worker %zu", *key, i);
			if ((x || y) && !json_equal(x, y))
				return differ(field, x, y, error);
		}
	}
	return 0;
}

static int check_context(const json_t *a, const json_t *b, struct cg_error *error)
{
	json_t *of_a = json_object_get(a, "cgroup"), *of_b = json_object_get(b, "cgroup");
	char field[96];

	if (!json_equal(of_a, of_b))
		return differ("topology: the context", of_a, of_b, error);
	snprintf(field, sizeof(field), "topology: the tree of %.60s", json_string_value(of_a));
	of_a = json_object_get(a, "tree");
	of_b = json_object_get(b, "tree");
	if (!json_equal(of_a, of_b))
		return differ(field, of_a, of_b, error);
	return check_workers(json_object_get(a, "workers"), json_object_get(b, "workers"), error);
}

static int check_pair(const json_t *a, const json_t *b, struct cg_error *error)
{
	static const char *const keys[] = { "workload", "instances", "members", NULL };
	const json_t *contexts_a = json_object_get(a, "contexts");
	const json_t *contexts_b = json_object_get(b, "contexts");
	json_t *context;
	int result;
	size_t i;

	for (const char *const *key = keys; *key; key++) {
		json_t *of_a = json_object_get(a, *key), *of_b = json_object_get(b, *key);

		if (!json_equal(of_a, of_b))
			return differ(*key, of_a, of_b, error);
	}
	result = check_options(json_object_get(a, "options"), json_object_get(b, "options"), error);
	if (result)
		return result;
	if (json_array_size(contexts_a) != json_array_size(contexts_b))
		return cg_error_usage(error, "not comparable: topology: %zu contexts and %zu",
				      json_array_size(contexts_a), json_array_size(contexts_b));
	json_array_foreach (contexts_a, i, context) {
		result = check_context(context, json_array_get(contexts_b, i), error);
		if (result)
			return result;
	}
	return 0;
}

int cg_comparable(const struct cg_runs *a, const struct cg_runs *b, struct cg_error *error)
{
	const struct cg_runs *sides[] = { a, b };
	int result = 0;

	for (size_t s = 0; s < 2; s++) {
		for (size_t r = 0; r < sides[s]->nr && !result; r++)
			result = check_pair(a->items[0], sides[s]->items[r], error);
	}
	return result;
}

/* ---- Where it was measured ---- */

static size_t note(struct cg_difference *differences, size_t nr, const char *prefix,
		   const char *field, const json_t *a, const json_t *b)
{
	static const char *const decisive[] = { "machine", "cpu_model", "page_size",
						"virtualisation", NULL };
	struct cg_difference *d = &differences[nr];
	char whole[128];

	if (nr == CG_DIFFERENCES_MAX || (a && b && json_equal(a, b)))
		return nr;
	snprintf(whole, sizeof(whole), "%s%s", prefix, field);
	cg_plain(whole, d->field, sizeof(d->field));
	show(a, d->a, sizeof(d->a));
	show(b, d->b, sizeof(d->b));
	d->decides = is_listed(decisive, d->field);
	return nr + 1;
}

static size_t note_objects(struct cg_difference *differences, size_t nr, const char *prefix,
			   json_t *a, json_t *b)
{
	/* The kernel is what is compared; what the cgroup mount is called is no matter. */
	static const char *const ignored[] = { "kernel", "kernel_version", "mitigations",
					       "cgroup", "mount",	   NULL };
	const char *key;
	json_t *value;

	json_object_foreach (a, key, value) {
		if (!is_listed(ignored, key))
			nr = note(differences, nr, prefix, key, value, json_object_get(b, key));
	}
	json_object_foreach (b, key, value) {
		if (!is_listed(ignored, key) && !json_object_get(a, key))
			nr = note(differences, nr, prefix, key, NULL, value);
	}
	return nr;
}

size_t cg_differences(const json_t *a, const json_t *b, struct cg_difference *differences)
{
	static const char *const inner[] = { "mitigations", "cgroup" };
	json_t *of_a = json_object_get(a, "environment"), *of_b = json_object_get(b, "environment");
	size_t nr = note_objects(differences, 0, "", of_a, of_b);

	for (size_t i = 0; i < 2; i++) {
		char prefix[32];

		snprintf(prefix, sizeof(prefix), "%s.", inner[i]);
		nr = note_objects(differences, nr, prefix, json_object_get(of_a, inner[i]),
				  json_object_get(of_b, inner[i]));
	}
	return nr;
}
