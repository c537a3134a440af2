// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_verdicts.c - what a report's files say, one line each, the bad ones first. Declared in
 * report.h.
 *
 * What a cgroup costs against the root is no verdict on a kernel: it is told, not judged. A side
 * that is slower than the first, or calls more, is.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "plain.h"
#include "report_verdict.h"

/* ---- One of them ---- */

struct cg_report_verdict *cg_verdict_add(struct cg_verdict_list *list, enum cg_tone tone,
					 const char *word, const char *format, ...)
{
	struct cg_report *report = list->report;
	struct cg_report_verdict *more, *verdict = &list->scrap;
	char text[512];
	va_list arguments;

	more = reallocarray(report->verdicts, report->nr_verdicts + 1, sizeof(*more));
	if (more) {
		report->verdicts = more;
		verdict = &more[report->nr_verdicts++];
	}
	list->lost |= !more;
	*verdict = (struct cg_report_verdict){ .tone = tone, .word = word };
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	cg_plain(text, verdict->what, sizeof(verdict->what));
	return verdict;
}

void cg_verdict_figure(struct cg_report_verdict *verdict, const char *name, double value,
		       const char *at)
{
	struct cg_report_figure *figure = &verdict->figures[verdict->nr_figures];

	if (verdict->nr_figures == CG_REPORT_FIGURES || isnan(value))
		return;
	*figure = (struct cg_report_figure){ .name = name, .value = value };
	snprintf(figure->at, sizeof(figure->at), "%s", at);
	verdict->nr_figures++;
}

/* A member of @node that is a number. */
void cg_verdict_member(struct cg_report_verdict *verdict, const char *name,
		       const struct cg_json_node *node, const char *key)
{
	struct cg_json_node member = cg_json_node_key(node, key);

	cg_verdict_figure(verdict, name, cg_json_node_number(&member), member.at);
}

void cg_verdict_ratio(struct cg_report_verdict *verdict, const struct cg_json_node *node)
{
	verdict->shape = CG_REPORT_FIGURES_RATIO;
	cg_verdict_member(verdict, "ratio", node, "ratio");
	cg_verdict_member(verdict, "low", node, "low");
	cg_verdict_member(verdict, "high", node, "high");
}

struct cg_report_verdict *cg_verdict_calls(struct cg_verdict_list *list, const char *about,
					   bool more)
{
	struct cg_report_verdict *verdict =
		cg_verdict_add(list, more ? CG_TONE_BAD : CG_TONE_GOOD,
			       more ? "more calls" : "fewer calls", "%s: calls per op", about);

	verdict->shape = CG_REPORT_FIGURES_PAIRS;
	return verdict;
}

static double member(const struct cg_json_node *node, const char *key)
{
	struct cg_json_node value = cg_json_node_key(node, key);

	return cg_json_node_number(&value);
}

/* ---- A run: its contexts against each other ---- */

static const char *difference_word(const struct cg_json_node *comparison)
{
	if (member(comparison, "low") > 1)
		return "faster";
	return member(comparison, "high") < 1 ? "slower" : "no difference";
}

static void judge_run(struct cg_verdict_list *list, const struct cg_report_run *run)
{
	struct cg_json_node all = cg_json_node_key(&run->node, "comparisons");
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");
	const char *workload = cg_json_node_text(&run->node, "workload", "");
	const char *file = list->report->files[run->file].name;

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);
		struct cg_json_node valid = cg_json_node_path(&context, "counts/valid");

		if (json_is_false(valid.json))
			cg_verdict_add(
				list, CG_TONE_ODD, "not charged",
				"%s: the counted round of %s charged nothing: it tells nothing of memcg",
				workload, cg_json_node_text(&context, "cgroup", ""));
	}
	for (size_t i = 0; i < json_array_size(all.json); i++) {
		struct cg_json_node one = cg_json_node_index(&all, i);
		struct cg_report_verdict *verdict = cg_verdict_add(
			list, CG_TONE_SAME, difference_word(&one), "%s: %s against %s", workload,
			cg_json_node_text(&one, "cgroup", "?"),
			cg_json_node_text(&one, "baseline_cgroup", "?"));
		char where[512];

		cg_verdict_ratio(verdict, &one);
		snprintf(where, sizeof(where), "%s%s%s, %s", file, *run->label ? ", " : "",
			 run->label, cg_report_kernel(run->node.json));
		cg_plain(where, verdict->why, sizeof(verdict->why));
	}
}

/* ---- Sides ---- */

/* The events that came more often, or those that came less often, in one verdict. */
static void judge_calls(struct cg_verdict_list *list, const char *about,
			const struct cg_context_comparison *context, bool more, const char *at,
			const char *why)
{
	struct cg_report_verdict *verdict = NULL;
	char path[CG_JSON_NODE_AT];

	for (int e = 0; e < CG_NR_EVENTS; e++) {
		const struct cg_calls_comparison *calls = &context->calls[e];
		const char *name = cg_events[e].name;

		if (!calls->known || !calls->differs || (calls->change > 0) != more)
			continue;
		if (!verdict)
			verdict = cg_verdict_calls(list, about, more);
		snprintf(path, sizeof(path), "%s/counts/%s/a", at, name);
		cg_verdict_figure(verdict, name, calls->a.median, path);
		path[strlen(path) - 1] = 'b';
		cg_verdict_figure(verdict, name, calls->b.median, path);
		snprintf(verdict->why, sizeof(verdict->why), "%s", why);
	}
}

static void judge_time(struct cg_verdict_list *list, const char *about,
		       const struct cg_metric_comparison *time, const char *at, const char *why)
{
	struct cg_report_verdict *verdict;
	char path[CG_JSON_NODE_AT];

	if (!time->known)
		return;
	if (!time->differs)
		verdict = cg_verdict_add(list, CG_TONE_SAME, "no difference", "%s: ops/sec", about);
	else if (time->ratio < 1)
		verdict = cg_verdict_add(list, CG_TONE_BAD, "slower", "%s: ops/sec", about);
	else
		verdict = cg_verdict_add(list, CG_TONE_GOOD, "faster", "%s: ops/sec", about);
	verdict->shape = CG_REPORT_FIGURES_RATIO;
	snprintf(path, sizeof(path), "%s/times/ops_per_sec/ratio", at);
	cg_verdict_figure(verdict, "ratio", time->ratio, path);
	snprintf(path, sizeof(path), "%s/times/ops_per_sec/low", at);
	cg_verdict_figure(verdict, "low", time->low, path);
	snprintf(path, sizeof(path), "%s/times/ops_per_sec/high", at);
	cg_verdict_figure(verdict, "high", time->high, path);
	snprintf(verdict->why, sizeof(verdict->why), "%s", why);
}

/* "a.json and 2 more, kernel 6.1.0" */
static void name_side(const struct cg_report *report, const struct cg_report_side *side, char *text,
		      size_t size)
{
	const char *first = NULL;
	size_t nr = 0;

	for (size_t f = 0; f < report->nr_files; f++) {
		if (report->files[f].side != side->id)
			continue;
		first = first ? first : report->files[f].name;
		nr++;
	}
	if (nr > 1)
		snprintf(text, size, "%.80s and %zu more (%.60s)", first, nr - 1,
			 cg_report_kernel(side->runs.items[0]));
	else
		snprintf(text, size, "%.80s (%.60s)", first ? first : "",
			 cg_report_kernel(side->runs.items[0]));
}

static void judge_side(struct cg_verdict_list *list, const struct cg_report_group *group, size_t s)
{
	const struct cg_report_side *side = &group->sides[s];
	char about[256], at[64], why[512], text[512], this[224], first[224];

	name_side(list->report, side, this, sizeof(this));
	name_side(list->report, &group->sides[0], first, sizeof(first));
	snprintf(text, sizeof(text), "%s against %s", this, first);
	cg_plain(text, why, sizeof(why));
	for (size_t c = 0; c < side->against.nr_contexts; c++) {
		const struct cg_context_comparison *context = &side->against.contexts[c];

		snprintf(about, sizeof(about), "%s in %s",
			 json_string_value(json_object_get(side->runs.items[0], "workload")),
			 context->cgroup);
		snprintf(at, sizeof(at), "%zu:%zu/contexts/%zu", group->sides[0].id + 1,
			 side->id + 1, c);
		judge_time(list, about, &context->metrics[CG_SAMPLE_OPS_PER_SEC], at, why);
		judge_calls(list, about, context, true, at, why);
		judge_calls(list, about, context, false, at, why);
	}
}

/* ---- All of them ---- */

/* The bad ones first, else as they came: an insertion would be slow for thousands. */
static int sort(struct cg_report *report)
{
	struct cg_report_verdict *sorted = cg_memory_new(report->nr_verdicts + 1, sizeof(*sorted));
	size_t nr = 0;

	if (!sorted)
		return -ENOMEM;
	for (int tone = 0; tone < CG_NR_TONES; tone++) {
		for (size_t v = 0; v < report->nr_verdicts; v++) {
			if (report->verdicts[v].tone == (enum cg_tone)tone)
				sorted[nr++] = report->verdicts[v];
		}
	}
	free(report->verdicts);
	report->verdicts = sorted;
	return 0;
}

int cg_report_find_verdicts(struct cg_report *report, struct cg_error *error)
{
	struct cg_verdict_list list = { .report = report };

	for (size_t f = 0; f < report->nr_files; f++)
		cg_verdict_file(&list, f);
	for (size_t g = 0; g < report->nr_groups; g++) {
		for (size_t s = 1; s < report->groups[g].nr_sides; s++)
			judge_side(&list, &report->groups[g], s);
	}
	for (size_t r = 0; r < report->checked.nr; r++)
		judge_run(&list, &report->runs[r]);
	if (list.lost || sort(report))
		return cg_error_fail(error, ENOMEM, "keep the verdicts");
	return 0;
}
