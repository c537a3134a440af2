// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate_shape.c - how long and how often runs were measured. See gate_shape.h.
 */
#include "gate_shape.h"

#include <stdio.h>

#define NS_PER_SEC 1e9
/* A day: more than the workloads take. */
#define MOST_SEC 86400.0

enum { ROUNDS, LENGTH, WARMUP };

static const json_t *option(const struct cg_runs *runs, size_t run, const char *name)
{
	return json_object_get(json_object_get(runs->items[run], "options"), name);
}

/* A whole number of nanoseconds, as the workloads read it. */
static bool take_seconds(const json_t *value, char *text, size_t size)
{
	double seconds = json_is_number(value) ? json_number_value(value) : -1;

	if (!(seconds >= 0 && seconds <= MOST_SEC))
		return false;
	snprintf(text, size, "%.0fns", seconds * NS_PER_SEC);
	return true;
}

static bool take_count(const json_t *value, char *text, size_t size)
{
	if (!json_is_integer(value) || json_integer_value(value) < 1)
		return false;
	snprintf(text, size, "%lld", (long long)json_integer_value(value));
	return true;
}

void cg_gate_shape_of(struct cg_gate_shape *shape, const struct cg_runs *base)
{
	static const struct cg_gate_shape usual = { .text = { "25", "20ms", "100ms" } };
	const size_t size = sizeof(shape->text[0]);

	*shape = usual;
	for (size_t i = 0; i < CG_GATE_SHAPE_WORDS / 2; i++) {
		static const char *const names[] = { "--rounds", "--duration", "--warmup" };

		shape->words[2 * i] = names[i];
		shape->words[2 * i + 1] = shape->text[i];
	}
	if (base->nr == 0)
		return;
	take_count(option(base, 0, "rounds"), shape->text[ROUNDS], size);
	if (take_count(option(base, 0, "ops"), shape->text[LENGTH], size))
		shape->words[2ul * LENGTH] = "--ops";
	else
		take_seconds(option(base, 0, "duration_sec"), shape->text[LENGTH], size);
	take_seconds(option(base, 0, "warmup_sec"), shape->text[WARMUP], size);
}

static bool has_shape_of(const struct cg_runs *model, const struct cg_runs *runs)
{
	static const char *const names[] = { "duration_sec", "ops", "warmup_sec" };

	for (size_t r = 0; r < runs->nr; r++) {
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			const json_t *a = option(model, 0, names[i]),
				     *b = option(runs, r, names[i]);

			if ((a || b) && !(a && b && json_equal(a, b)))
				return false;
		}
	}
	return true;
}

bool cg_gate_shape_is_same(const struct cg_runs *a, const struct cg_runs *b)
{
	return has_shape_of(a, a) && has_shape_of(a, b);
}
