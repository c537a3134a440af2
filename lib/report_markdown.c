// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_markdown.c - a report for a mail or a job's summary. See report_text.h.
 */
#include <string.h>

#include "html.h"
#include "report_text.h"

/* In a code span nothing means anything but its end and, in a table, a bar. */
static void put_code(FILE *out, const char *text)
{
	if (*text == '\0')
		return;
	fputc('`', out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		fputc(c == '`' || c < ' ' || c == 0x7f ? '\'' : c == '|' ? '/' : c, out);
	}
	fputc('`', out);
}

static void put_number(FILE *out, double value, enum cg_figure figure)
{
	char text[64];

	fputs(cg_figure_text(text, sizeof(text), value, figure, ""), out);
}

static void put_figure(FILE *out, const struct cg_json_node *node, const char *key,
		       enum cg_figure figure)
{
	struct cg_json_node value = cg_json_node_key(node, key);

	put_number(out, cg_json_node_number(&value), figure);
}

/* ---- Verdicts ---- */

static void put_verdict(FILE *out, const struct cg_report_verdict *verdict)
{
	fprintf(out, "| %s%s%s | ", verdict->tone == CG_TONE_BAD ? "**" : "", verdict->word,
		verdict->tone == CG_TONE_BAD ? "**" : "");
	put_code(out, verdict->what);
	fputs(" | ", out);
	for (size_t i = 0; i < verdict->nr_figures; i++) {
		bool second = verdict->shape == CG_REPORT_FIGURES_PAIRS && i % 2 == 1;

		if (second)
			fputs(" to ", out);
		else
			fprintf(out, "%s%s ", i ? ", " : "", verdict->figures[i].name);
		put_number(out, verdict->figures[i].value, CG_FIGURE_CALLS);
	}
	fputs(" | ", out);
	put_code(out, verdict->why);
	fputs(" |\n", out);
}

static void put_verdicts(FILE *out, const struct cg_report *report)
{
	fputs("## cgpong report\n\n", out);
	if (report->nr_verdicts == 0)
		return;
	fputs("| verdict | of | figures | where, why |\n|---|---|---|---|\n", out);
	for (size_t v = 0; v < report->nr_verdicts; v++)
		put_verdict(out, &report->verdicts[v]);
}

/* ---- Workloads ---- */

static void put_run(FILE *out, const struct cg_report *report, const struct cg_report_run *run)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);
		struct cg_json_node rate = cg_json_node_path(&context, "summary/ops_per_sec");

		fputs("| ", out);
		put_code(out, report->files[run->file].name);
		if (run->label[0]) {
			fputc(' ', out);
			put_code(out, run->label);
		}
		fputs(" | ", out);
		put_code(out, cg_report_kernel(run->node.json));
		fputs(" | ", out);
		put_code(out, cg_json_node_text(&context, "cgroup", ""));
		fputs(" | ", out);
		put_figure(out, &rate, "median", CG_FIGURE_PLAIN);
		fputs(" | ", out);
		put_figure(out, &rate, "low", CG_FIGURE_PLAIN);
		fputs(" to ", out);
		put_figure(out, &rate, "high", CG_FIGURE_PLAIN);
		fputs(" |\n", out);
	}
}

static struct cg_json_node event_of(const struct cg_json_node *context, int event)
{
	struct cg_json_node events = cg_json_node_path(context, "counts/events");

	return cg_json_node_key(&events, cg_events[event].name);
}

/* Whether the event is worth a column: any run of the group has more than nothing of it. */
static bool is_seen(const struct cg_report *report, const struct cg_report_group *group, int event)
{
	for (size_t m = 0; m < group->nr_members; m++) {
		struct cg_json_node contexts =
			cg_json_node_key(&report->runs[group->members[m]].node, "contexts");

		for (size_t c = 0; c < json_array_size(contexts.json); c++) {
			struct cg_json_node context = cg_json_node_index(&contexts, c);
			struct cg_json_node calls = event_of(&context, event);
			struct cg_json_node per_op = cg_json_node_key(&calls, "per_op");

			if (cg_json_node_number(&per_op) > 0)
				return true;
		}
	}
	return false;
}

static void put_calls_row(FILE *out, const struct cg_report *report,
			  const struct cg_report_group *group, int event)
{
	fprintf(out, "| %s |", cg_events[event].name);
	for (size_t m = 0; m < group->nr_members; m++) {
		struct cg_json_node contexts =
			cg_json_node_key(&report->runs[group->members[m]].node, "contexts");

		for (size_t c = 0; c < json_array_size(contexts.json); c++) {
			struct cg_json_node context = cg_json_node_index(&contexts, c);
			struct cg_json_node calls = event_of(&context, event);

			fputc(' ', out);
			put_figure(out, &calls, "per_op", CG_FIGURE_CALLS);
			fputs(" |", out);
		}
	}
	fputc('\n', out);
}

/* Wider tables are nothing for a mail. */
#define COLUMNS_MAX 8

static void put_calls(FILE *out, const struct cg_report *report,
		      const struct cg_report_group *group)
{
	const json_t *first = report->checked.items[group->members[0]];
	size_t nr_contexts = json_array_size(json_object_get(first, "contexts"));
	size_t nr = nr_contexts * group->nr_members;
	bool head = false;

	for (int e = 0; e < CG_NR_EVENTS && nr <= COLUMNS_MAX; e++) {
		if (!is_seen(report, group, e))
			continue;
		for (size_t i = 0; i < nr && !head; i++) {
			fputs(i ? "" : "\n| calls per op |", out);
			fputc(' ', out);
			put_code(out,
				 json_string_value(json_object_get(
					 cg_sample_context(first, i % nr_contexts), "cgroup")));
			if (group->nr_members > 1)
				fprintf(out, " %zu", i / nr_contexts + 1);
			fputs(" |", out);
		}
		for (size_t i = 0; i <= nr && !head; i++)
			fputs(i ? "---:|" : "\n|---|", out);
		if (!head)
			fputc('\n', out);
		head = true;
		put_calls_row(out, report, group, e);
	}
}

static void put_warnings(FILE *out, const struct cg_report *report,
			 const struct cg_report_group *group)
{
	json_t *text;
	size_t w;

	for (size_t m = 0; m < group->nr_members; m++) {
		const json_t *run = report->checked.items[group->members[m]];

		json_array_foreach (json_object_get(run, "warnings"), w, text) {
			if (!json_is_string(text))
				continue;
			fprintf(out, "%s- warning, run %zu: ", m || w ? "" : "\n", m + 1);
			put_code(out, json_string_value(text));
			fputc('\n', out);
		}
	}
}

void cg_report_markdown(FILE *out, const struct cg_report *report)
{
	put_verdicts(out, report);
	for (size_t g = 0; g < report->nr_groups; g++) {
		const struct cg_report_group *group = &report->groups[g];
		const json_t *run = report->checked.items[group->members[0]];

		fputs("\n### ", out);
		put_code(out, json_string_value(json_object_get(run, "workload")));
		fputs("\n\n| file | kernel | context | ops/sec | 95 % interval |\n"
		      "|---|---|---|---:|---|\n",
		      out);
		for (size_t m = 0; m < group->nr_members; m++)
			put_run(out, report, &report->runs[group->members[m]]);
		put_calls(out, report, group);
		put_warnings(out, report, group);
	}
}
