// SPDX-License-Identifier: GPL-2.0-only
/*
 * results_read.c - results files and baselines, read back. See results_read.h.
 */
#include "results_read.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "results.h"

#define CONTEXTS_MAX 4096
#define WORKERS_MAX  1000000
#define RUNS_MAX     1000

/* ---- What a run must have ---- */

static bool is_number(const json_t *value, double min, double max)
{
	double number = json_number_value(value);

	return json_is_number(value) && isfinite(number) && number >= min && number <= max;
}

static bool is_integer(const json_t *value, json_int_t min, json_int_t max)
{
	return json_is_integer(value) && json_integer_value(value) >= min &&
	       json_integer_value(value) <= max;
}

static bool is_count_or_null(const json_t *value)
{
	return json_is_null(value) || is_integer(value, 0, INT64_MAX);
}

/* The first key of a round that is not what it should be, or NULL. */
static const char *fault_of_round(const json_t *round)
{
	static const char *const seconds[] = { "user_sec", "system_sec" };
	static const char *const counts[] = { "voluntary_cs", "involuntary_cs", "cycles",
					      "instructions" };
	/* Not in files of before they were measured. */
	static const char *const later[] = { "cpu_sec", "cpu_speed" };

	if (!is_integer(json_object_get(round, "ops"), 1, INT64_MAX))
		return "ops";
	if (!is_number(json_object_get(round, "seconds"), 1e-9, 1e9))
		return "seconds";
	for (size_t i = 0; i < sizeof(seconds) / sizeof(*seconds); i++) {
		if (!is_number(json_object_get(round, seconds[i]), 0, 1e12))
			return seconds[i];
	}
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		if (!is_count_or_null(json_object_get(round, counts[i])))
			return counts[i];
	}
	for (size_t i = 0; i < sizeof(later) / sizeof(*later); i++) {
		const json_t *value = json_object_get(round, later[i]);

		if (value && !json_is_null(value) && !is_number(value, i == 0 ? 0 : 1e-9, 1e12))
			return later[i];
	}
	return NULL;
}

static const char *fault_of_counts(json_t *counts)
{
	json_t *events = json_object_get(counts, "events"), *event;
	const char *name;

	if (json_is_null(counts))
		return NULL;
	if (!is_integer(json_object_get(counts, "ops"), 1, INT64_MAX))
		return "counts.ops";
	if (!json_is_boolean(json_object_get(counts, "valid")))
		return "counts.valid";
	if (!json_is_object(events))
		return "counts.events";
	json_object_foreach (events, name, event) {
		const json_t *per_op = json_object_get(event, "per_op");

		if (!json_is_null(per_op) && !is_number(per_op, 0, 1e15))
			return "counts.events";
	}
	return NULL;
}

static const char *fault_of_context(const json_t *context)
{
	const json_t *rounds = json_object_get(context, "rounds");
	const char *fault = NULL;
	json_t *round;
	size_t i;

	if (!json_is_string(json_object_get(context, "cgroup")))
		return "cgroup";
	if (!json_is_array(json_object_get(context, "tree")))
		return "tree";
	if (!json_is_array(json_object_get(context, "workers")))
		return "workers";
	if (!json_is_array(rounds) || json_array_size(rounds) == 0)
		return "rounds";
	json_array_foreach (rounds, i, round) {
		fault = fault_of_round(round);
		if (fault)
			return fault;
	}
	return fault_of_counts(json_object_get(context, "counts"));
}

static const char *fault_of_top(const json_t *run)
{
	const char *workload = json_string_value(json_object_get(run, "workload"));
	const char *schema = json_string_value(json_object_get(run, "schema"));

	if (!schema || strcmp(schema, CG_RESULTS_SCHEMA) != 0)
		return "schema"; /* a baseline in a baseline */
	if (!workload || *workload == '\0' || strlen(workload) > 64)
		return "workload";
	if (!is_integer(json_object_get(run, "instances"), 1, WORKERS_MAX))
		return "instances";
	if (!is_integer(json_object_get(run, "members"), 1, WORKERS_MAX))
		return "members";
	if (!json_is_object(json_object_get(run, "options")))
		return "options";
	if (!json_is_object(json_object_get(run, "environment")))
		return "environment";
	return NULL;
}

/* Whether it is ours, and of which version. Returns 0 or -EINVAL. */
static int check_schema(const json_t *top, const char *name, struct cg_error *error)
{
	const char *schema = json_string_value(json_object_get(top, "schema"));

	if (!schema)
		return cg_error_usage(error, "%.200s: not a results file of cgpong", name);
	if (strcmp(schema, CG_RESULTS_SCHEMA) == 0 || strcmp(schema, CG_BASELINE_SCHEMA) == 0)
		return 0;
	cg_error_usage(error, "%.200s: its schema is '%.40s', not %s or %s", name, schema,
		       CG_RESULTS_SCHEMA, CG_BASELINE_SCHEMA);
	if (strncmp(schema, "cgpong/", 7) == 0 || strncmp(schema, "cgpong-baseline/", 16) == 0)
		cg_error_cure(error, "measure anew with this version of cgpong");
	return -EINVAL;
}

static int check_run(const json_t *run, const char *name, struct cg_error *error)
{
	const json_t *contexts = json_object_get(run, "contexts"), *ended;
	const char *fault = fault_of_top(run);
	json_t *context;
	size_t i;

	if (check_schema(run, name, error))
		return -EINVAL;
	ended = json_object_get(run, "error");
	if (ended && !json_is_null(ended))
		return cg_error_usage(error, "%.200s: the run did not come to its end", name);
	if (!fault && (!json_is_array(contexts) || json_array_size(contexts) == 0 ||
		       json_array_size(contexts) > CONTEXTS_MAX))
		fault = "contexts";
	json_array_foreach (contexts, i, context) {
		fault = fault ? fault : fault_of_context(context);
	}
	if (!fault)
		return 0;
	return cg_error_usage(error, "%.200s: damaged: '%s' is missing or out of range", name,
			      fault);
}

/* ---- Collecting ---- */

int cg_runs_add(struct cg_runs *runs, json_t *results, const char *name, struct cg_error *error)
{
	json_t **more;
	int result = check_run(results, name, error);

	if (result)
		return result;
	if (runs->nr == RUNS_MAX)
		return cg_error_usage(error, "%.200s: more than %d runs", name, RUNS_MAX);
	more = reallocarray(runs->items, runs->nr + 1, sizeof(json_t *));
	if (!more)
		return cg_error_fail(error, ENOMEM, "keep %.200s", name);
	runs->items = more;
	runs->items[runs->nr++] = json_incref(results);
	return 0;
}

void cg_runs_free(struct cg_runs *runs)
{
	for (size_t i = 0; i < runs->nr; i++)
		json_decref(runs->items[i]);
	free(runs->items);
	*runs = (struct cg_runs){ 0 };
}

/* Reads until the end or until the limit is passed. Returns the length, or -errno. */
static ssize_t read_all(int fd, char **text)
{
	size_t length = 0, room = 0;

	while (length <= CG_RESULTS_BYTES_MAX) {
		ssize_t got;

		if (length == room) {
			char *more = realloc(*text, room = room ? 2 * room : 1 << 16);

			if (!more)
				return -ENOMEM;
			*text = more;
		}
		got = read(fd, *text + length, room - length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (got == 0)
			return (ssize_t)length;
		length += (size_t)got;
	}
	return -EFBIG;
}

json_t *cg_results_load(const char *path, struct cg_error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	json_error_t fault;
	json_t *top = NULL;
	char *text = NULL;
	ssize_t length;

	if (fd < 0) {
		cg_error_usage(error, "open %.200s: %s", path, strerror(errno));
		return NULL;
	}
	length = read_all(fd, &text);
	close(fd);
	if (length == -EFBIG)
		cg_error_usage(error, "%.200s: longer than %d MiB, no results file of cgpong", path,
			       CG_RESULTS_BYTES_MAX >> 20);
	else if (length == -EISDIR)
		cg_error_usage(error, "read %.200s: %s", path, strerror(EISDIR));
	else if (length < 0)
		cg_error_fail(error, (int)-length, "read %.200s", path);
	else {
		top = json_loadb(text, (size_t)length, JSON_REJECT_DUPLICATES, &fault);
		/* jansson may have read on all the same, without a letter here and there. */
		if (cg_memory_was_short()) {
			json_decref(top);
			top = NULL;
			cg_error_fail(error, ENOMEM, "read %.200s", path);
		} else if (!top)
			cg_error_usage(error, "%.200s: not JSON: line %d: %.100s", path, fault.line,
				       fault.text);
	}
	free(text);
	return top;
}

/* @top is of one of our two schemas. */
static int add_all(struct cg_runs *runs, json_t *top, const char *path, struct cg_error *error)
{
	const char *schema = json_string_value(json_object_get(top, "schema"));
	json_t *list = json_object_get(top, "runs"), *run;
	size_t i;

	if (strcmp(schema, CG_RESULTS_SCHEMA) == 0)
		return cg_runs_add(runs, top, path, error);
	if (json_array_size(list) == 0)
		return cg_error_usage(error, "%.200s: a baseline without runs", path);
	json_array_foreach (list, i, run) {
		int result = cg_runs_add(runs, run, path, error);

		if (result)
			return result;
	}
	return 0;
}

int cg_runs_read(struct cg_runs *runs, const char *path, struct cg_error *error)
{
	json_t *top = cg_results_load(path, error);
	int result;

	if (!top)
		return error->code ? -error->code : -EINVAL;
	result = check_schema(top, path, error);
	if (!result)
		result = add_all(runs, top, path, error);
	json_decref(top);
	return result;
}
