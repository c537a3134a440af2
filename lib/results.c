// SPDX-License-Identifier: GPL-2.0-only
/*
 * results.c - a run as JSON. See results.h.
 */
#include "results.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "environment.h"
#include "json_number.h"
#include "memory.h"
#include "metrics.h"
#include "output.h"

static json_t *count_or_null(bool known, uint64_t value)
{
	return known ? json_integer((json_int_t)value) : json_null();
}

static json_t *round_json(const struct cg_run *run, const struct cg_round *round)
{
	json_t *instances = json_array();
	double bytes = NAN;

	for (size_t i = 0; i < run->nr_instances; i++)
		json_array_append_new(instances, json_integer((json_int_t)round->instance_ops[i]));
	if (run->workload->moves_bytes)
		bytes = (double)round->ops * (double)cg_option_u64(&run->settings->values, "size");
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o}",
			 "ops", (json_int_t)round->ops, "seconds", cg_json_number(round->seconds),
			 "ops_per_sec", cg_json_number(round->ops_per_sec), "instance_ops",
			 instances, "fairness", cg_json_number(round->fairness), "user_sec",
			 cg_json_number(round->user_sec), "system_sec",
			 cg_json_number(round->system_sec), "cpu_sec",
			 cg_json_number(round->cpu_sec), "voluntary_cs",
			 (json_int_t)round->voluntary_switches, "involuntary_cs",
			 (json_int_t)round->involuntary_switches, "bytes",
			 isnan(bytes) ? json_null() : json_integer((json_int_t)bytes), "cycles",
			 count_or_null(round->has_counters, round->cycles), "instructions",
			 count_or_null(round->has_counters, round->instructions), "cpu_speed",
			 cg_json_number(run->emulated ? (double)NAN : round->cpu_speed));
}

static json_t *summary_json(const struct cg_run *run, const struct cg_context *context)
{
	struct cg_metric metrics[CG_METRICS_MAX];
	size_t nr = cg_metrics_of(run, metrics);
	json_t *all = json_object();

	for (size_t m = 0; m < nr; m++) {
		struct cg_summary s;
		json_t *one = json_null();

		if (cg_metric_summary(run, context, &metrics[m], &s))
			one = json_pack("{s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "n", (json_int_t)s.n,
					"median", cg_json_number(s.median), "min",
					cg_json_number(s.min), "max", cg_json_number(s.max), "mad",
					cg_json_number(s.mad), "low", cg_json_number(s.low), "high",
					cg_json_number(s.high));
		json_object_set_new(all, metrics[m].name, one);
	}
	return all;
}

static json_t *event_json(const struct cg_count *count, int event)
{
	const struct cg_event_symbol *symbol = &count->symbols[event];

	if (symbol->symbol[0] == '\0')
		return json_pack("{s:n, s:s, s:n, s:n, s:n, s:n}", "symbol", "why", symbol->why,
				 "hits", "missed", "background", "per_op");
	return json_pack("{s:s, s:n, s:I, s:I, s:I, s:o}", "symbol", symbol->symbol, "why", "hits",
			 (json_int_t)count->hits[event], "missed", (json_int_t)count->missed[event],
			 "background", (json_int_t)count->background[event], "per_op",
			 cg_json_number(cg_count_per_op(count, (enum cg_event)event)));
}

static json_t *counts_json(const struct cg_context *context)
{
	const struct cg_count *count = &context->count;
	json_t *events;

	if (count->ops == 0)
		return json_null();
	events = json_object();
	for (int e = 0; e < CG_NR_EVENTS; e++)
		json_object_set_new(events, cg_events[e].name, event_json(count, e));
	return json_pack("{s:I, s:o, s:o, s:b, s:o}", "ops", (json_int_t)count->ops, "seconds",
			 cg_json_number(count->seconds), "background_seconds",
			 cg_json_number(count->background_seconds), "valid", !context->uncharged,
			 "events", events);
}

static json_t *profile_json(const struct cg_context *context)
{
	const struct cg_profile_result *profile = &context->profile;
	json_t *top = json_array();

	if (!context->has_profile) {
		json_decref(top);
		return json_null();
	}
	for (size_t f = 0; f < profile->nr_functions && f < 10; f++)
		json_array_append_new(
			top, json_pack("{s:s, s:o, s:b}", "symbol", profile->functions[f].symbol,
				       "share",
				       cg_json_number((double)profile->functions[f].samples /
						      (double)profile->samples),
				       "charge_path", profile->functions[f].is_charge_path));
	return json_pack("{s:s, s:I, s:I, s:o, s:o}", "source", profile->source, "samples",
			 (json_int_t)profile->samples, "lost", (json_int_t)profile->lost,
			 "charge_path_share",
			 cg_json_number(profile->samples ? profile->charge_path_share : NAN), "top",
			 top);
}

static json_t *memory_file_json(const struct cg_memory_file *file)
{
	json_t *all = json_object();

	if (file->nr == 0) {
		json_decref(all);
		return json_null();
	}
	for (size_t i = 0; i < file->nr; i++)
		json_object_set_new(all, file->values[i].key, json_integer(file->values[i].value));
	return all;
}

static json_t *workers_json(const struct cg_run *run, const struct cg_context *context)
{
	json_t *workers = json_array();

	for (size_t w = 0; context->ran_on && run->seats && w < run->nr_instances * run->nr_members;
	     w++) {
		const struct cg_seat *seat = &run->seats[w];
		int ran_on = context->ran_on[w], group = context->groups[w];

		json_array_append_new(
			workers,
			json_pack("{s:i, s:i, s:o, s:o, s:o, s:s?}", "instance",
				  (int)(w / run->nr_members), "member", (int)(w % run->nr_members),
				  "cpu", seat->cpu < 0 ? json_null() : json_integer(seat->cpu),
				  "node", seat->node < 0 ? json_null() : json_integer(seat->node),
				  "ran_on", ran_on < 0 ? json_null() : json_integer(ran_on),
				  "group",
				  group < 0 ? NULL : context->topology.groups[group].path));
	}
	return workers;
}

static json_t *tree_json(const struct cg_topology *topology)
{
	json_t *groups = json_array();

	for (size_t g = 0; g < topology->nr_groups; g++) {
		const struct cg_group *group = &topology->groups[g];
		json_t *keys = json_object();

		for (size_t k = 0; k < group->nr_keys; k++)
			json_object_set_new(keys, group->keys[k].name,
					    json_string(group->keys[k].value));
		json_array_append_new(groups,
				      json_pack("{s:s, s:o}", "path", group->path, "keys", keys));
	}
	return groups;
}

static json_t *context_json(const struct cg_run *run, const struct cg_context *context)
{
	json_t *rounds = json_array(), *object;

	for (size_t r = 0; r < context->nr_rounds; r++)
		json_array_append_new(rounds, round_json(run, &context->rounds[r]));
	object = json_pack("{s:s?, s:s?, s:s?, s:o, s:o, s:o, s:o}", "cgroup", context->name,
			   "file", context->topology.file, "path", context->path, "tree",
			   tree_json(&context->topology), "workers", workers_json(run, context),
			   "rounds", rounds, "summary", summary_json(run, context));
	if (!object)
		return NULL;
	json_object_set_new(object, "counts", counts_json(context));
	json_object_set_new(object, "profile", profile_json(context));
	json_object_set_new(object, "memory_stat", memory_file_json(&context->memory.stat));
	json_object_set_new(object, "memory_events", memory_file_json(&context->memory.events));
	json_object_set_new(object, "latency", json_null());
	return object;
}

static json_t *comparisons_json(const struct cg_run *run)
{
	size_t baseline = cg_baseline_of(run);
	json_t *all = json_array();

	for (size_t c = 0; c < run->nr_contexts; c++) {
		struct cg_ratio ratio;

		if (c == baseline)
			continue;
		ratio = cg_compare_ops(run, c, baseline);
		json_array_append_new(
			all,
			json_pack("{s:i, s:i, s:s?, s:s?, s:s, s:o, s:o, s:o}", "context", (int)c,
				  "baseline", (int)baseline, "cgroup", run->contexts[c].name,
				  "baseline_cgroup", run->contexts[baseline].name, "metric",
				  "ops_per_sec", "ratio", cg_json_number(ratio.ratio), "low",
				  cg_json_number(ratio.low), "high", cg_json_number(ratio.high)));
	}
	return all;
}

static json_t *own_options_json(const struct cg_option_values *values)
{
	json_t *all = json_object();

	for (size_t i = 0; values->table && values->table[i].name; i++) {
		json_t *value = json_null();

		if (values->table[i].type == CG_OPTION_FLAG)
			value = json_boolean(values->numbers[i]);
		else if (values->table[i].type == CG_OPTION_BYTES ||
			 values->table[i].type == CG_OPTION_NUMBER)
			value = json_integer((json_int_t)values->numbers[i]);
		else if (values->texts[i])
			value = json_string(values->texts[i]);
		json_object_set_new(all, values->table[i].name, value);
	}
	return all;
}

static json_t *options_json(const struct cg_run *run)
{
	const struct cg_settings *s = run->settings;
	json_t *own = own_options_json(&s->values);
	json_t *all = json_pack(
		"{s:I, s:s, s:s, s:s?, s:o, s:o, s:o, s:I, s:o, s:I, s:b}", "nr",
		(json_int_t)run->nr_instances, "mode", s->threads ? "thread" : "process", "place",
		cg_place_name(run->place), "cgroup_parent", run->parent, "duration_sec",
		s->ops ? json_null() : cg_json_number((double)s->duration_ns / 1e9), "ops",
		s->ops ? json_integer((json_int_t)s->ops) : json_null(), "warmup_sec",
		cg_json_number((double)s->warmup_ns / 1e9), "rounds", (json_int_t)s->rounds,
		"stuck_sec", cg_json_number((double)s->stuck_ns / 1e9), "count_ops",
		(json_int_t)s->count_ops, "profile", s->profile);

	json_object_update(all, own);
	json_decref(own);
	return all;
}

static json_t *error_json(const struct cg_error *error)
{
	char text[1024];

	if (error->kind == CG_ERROR_NONE)
		return json_null();
	return json_pack("{s:i, s:s}", "exit_code", (int)error->kind, "text",
			 cg_error_text(error, text, sizeof(text)));
}

json_t *cg_results_json(const struct cg_run *run, const struct cg_error *error)
{
	json_t *contexts = json_array(), *warnings = json_array(), *results;
	char started[64];
	struct tm utc;

	gmtime_r(&run->started_at.tv_sec, &utc);
	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", &utc);
	for (size_t c = 0; c < run->nr_contexts; c++)
		json_array_append_new(contexts, context_json(run, &run->contexts[c]));
	for (size_t w = 0; w < run->warnings.nr; w++)
		json_array_append_new(warnings, json_string(run->warnings.texts[w]));
	results =
		json_pack("{s:s, s:s, s:s, s:o, s:s, s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o}",
			  "schema", CG_RESULTS_SCHEMA, "version", CGPONG_VERSION, "started_at",
			  started, "environment", cg_environment(&run->machine, &run->hierarchy),
			  "workload", run->workload->name, "op", run->workload->op, "instances",
			  (int)run->nr_instances, "members", (int)run->nr_members, "options",
			  options_json(run), "contexts", contexts, "comparisons",
			  comparisons_json(run), "warnings", warnings, "error", error_json(error));
	if (!results)
		return NULL;
	json_object_set_new(results, "set_up_sec", cg_json_number(run->set_up_sec));
	json_object_set_new(results, "note", run->note[0] ? json_string(run->note) : json_null());
	json_object_set_new(results, "no_counts",
			    run->no_counts[0] ? json_string(run->no_counts) : json_null());
	if (!cg_memory_was_short())
		return results;
	/* What could not be added is missing in it, and nobody would notice. */
	json_decref(results);
	return NULL;
}

/* ---- To a file ---- */

int cg_results_write(json_t *results, const char *path, struct cg_error *error)
{
	char *text = json_dumps(results, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	size_t length = text ? strlen(text) : 0;
	int result;

	/* Where there was none for a string, jansson leaves it out and says nothing. */
	if (!text || cg_memory_was_short()) {
		free(text);
		return cg_error_fail(error, ENOMEM, "make the results file");
	}
	/* Its end of line, in the place of the terminator. */
	text[length] = '\n';
	result = cg_output_write(path, text, length + 1, error);
	free(text);
	return result;
}
