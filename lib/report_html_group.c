// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_group.c - one workload of a report: what it is, its runs beside each other, then each.
 * See report_html.h.
 */
#include <string.h>

#include "html.h"
#include "report_html.h"

/* ---- What was measured ---- */

static void put_options(FILE *out, const json_t *run)
{
	json_t *options = json_object_get(run, "options"), *value;
	const char *key;

	json_object_foreach (options, key, value) {
		if (json_is_null(value) || json_is_false(value) ||
		    strcmp(key, "cgroup_parent") == 0 || strcmp(key, "stuck_sec") == 0)
			continue;
		fputs(" <span class=\"option\">", out);
		cg_html_text(out, key);
		fputc(' ', out);
		if (json_is_string(value))
			cg_html_text(out, json_string_value(value));
		else if (json_is_number(value))
			fprintf(out, "%.9g", json_number_value(value));
		else
			fputs(json_is_true(value) ? "on" : "off", out);
		fputs("</span> ·", out);
	}
}

static void put_title(FILE *out, const struct cg_report *report, size_t g)
{
	const struct cg_report_group *group = &report->groups[g];
	const json_t *run = report->checked.items[group->members[0]];
	const char *op = json_string_value(json_object_get(run, "op"));
	json_int_t instances = json_integer_value(json_object_get(run, "instances"));
	json_int_t members = json_integer_value(json_object_get(run, "members"));

	fprintf(out, "<section class=\"workload\" id=\"workload%zu\"><h2>", g + 1);
	cg_html_text(out, json_string_value(json_object_get(run, "workload")));
	fprintf(out, "</h2>\n<p class=\"sub\">%lld instance%s of %lld worker%s",
		(long long)instances, instances == 1 ? "" : "s", (long long)members,
		members == 1 ? "" : "s");
	if (op) {
		fputs("; one op is a ", out);
		cg_html_text(out, op);
	}
	fputs(" ·", out);
	put_options(out, run);
	fprintf(out, " %zu run%s</p>\n", group->nr_members, group->nr_members == 1 ? "" : "s");
}

/* ---- Its runs beside each other ---- */

static void put_where(FILE *out, const struct cg_report *report, const struct cg_report_run *run)
{
	cg_html_text(out, report->files[run->file].name);
	if (run->label[0]) {
		fputs(", ", out);
		cg_html_text(out, run->label);
	}
}

static void put_rate(FILE *out, const struct cg_json_node *context)
{
	struct cg_json_node rate = cg_json_node_path(context, "summary/ops_per_sec");

	cg_report_html_summary(out, &rate);
}

static void put_runs_row(FILE *out, const struct cg_report *report, const struct cg_report_run *run,
			 size_t number)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");

	fprintf(out, "<tr><td class=\"n\">%zu</td><td class=\"k\">", number);
	cg_html_text(out, cg_report_kernel(run->node.json));
	fputs("</td>", out);
	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_rate(out, &context);
	}
	fputs("<td class=\"m\">", out);
	put_where(out, report, run);
	fputs("</td></tr>\n", out);
}

static void put_runs(FILE *out, const struct cg_report *report, const struct cg_report_group *group)
{
	struct cg_json_node contexts =
		cg_json_node_key(&report->runs[group->members[0]].node, "contexts");

	fputs("<h3>Runs: ops/sec, median and 95 % interval</h3>\n<div class=\"wide\"><table>"
	      "<thead><tr><th class=\"n\">run</th><th>kernel</th>",
	      out);
	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		fprintf(out,
			"<th colspan=\"2\" class=\"v\"><span class=\"key\" style=\"background:var(--p%zu)\"></span>",
			CG_GNUPLOT_SERIES + c % CG_GNUPLOT_COLOURS);
		cg_html_text(out, cg_json_node_text(&context, "cgroup", ""));
		fputs("</th>", out);
	}
	fputs("<th>file</th></tr></thead><tbody>\n", out);
	for (size_t m = 0; m < group->nr_members; m++)
		put_runs_row(out, report, &report->runs[group->members[m]], m + 1);
	fputs("</tbody></table></div>\n", out);
}

/* ---- In what the machines of its sides differ ---- */

static bool is_same(const struct cg_difference *a, const struct cg_difference *b)
{
	return strcmp(a->field, b->field) == 0 && strcmp(a->a, b->a) == 0 &&
	       strcmp(a->b, b->b) == 0;
}

/* How many of the sides from @first up to @last, exclusive, differ in this, too. */
static size_t nr_alike(const struct cg_report_group *group, const struct cg_difference *difference,
		       size_t first, size_t last)
{
	size_t nr = 0;

	for (size_t s = first; s < last; s++) {
		const struct cg_comparison *c = &group->sides[s].against;

		for (size_t d = 0; d < c->nr_differences; d++)
			nr += is_same(&c->differences[d], difference);
	}
	return nr;
}

static void put_difference(FILE *out, const struct cg_report_group *group, size_t s,
			   const struct cg_difference *difference)
{
	size_t nr = nr_alike(group, difference, s + 1, group->nr_sides);

	fprintf(out, "<li>side %zu", group->sides[s].id + 1);
	if (nr)
		fprintf(out, " and %zu more", nr);
	fputs(": ", out);
	cg_html_text(out, difference->field);
	fputs(" is ", out);
	cg_html_text(out, difference->b);
	fprintf(out, ", on side %zu ", group->sides[0].id + 1);
	cg_html_text(out, difference->a);
	fputs("</li>\n", out);
}

static void put_differences(FILE *out, const struct cg_report_group *group)
{
	bool head = false, by_run = true;

	for (size_t s = 1; s < group->nr_sides; s++) {
		const struct cg_comparison *c = &group->sides[s].against;

		by_run &= c->by_run;
		for (size_t d = 0; d < c->nr_differences; d++) {
			if (nr_alike(group, &c->differences[d], 1, s))
				continue;
			if (!head)
				fputs("<div class=\"warn\">Environments differ:<ul>\n", out);
			head = true;
			put_difference(out, group, s, &c->differences[d]);
		}
	}
	if (head)
		fputs("</ul></div>\n", out);
	if (!by_run)
		fprintf(out,
			"<p class=\"note\">Fewer than %d runs on a side: their rounds were compared, "
			"as if they were independent. Boots and processes differ more than rounds "
			"do.</p>\n",
			CG_COMPARE_RUNS_MIN);
}

/* ---- Warnings of all its runs: each once ---- */

static bool was_said(const struct cg_report *report, const struct cg_report_group *group, size_t m,
		     const json_t *text)
{
	for (size_t i = 0; i < m; i++) {
		const json_t *run = report->checked.items[group->members[i]];
		json_t *other;
		size_t w;

		json_array_foreach (json_object_get(run, "warnings"), w, other) {
			if (json_equal(other, text))
				return true;
		}
	}
	return false;
}

static void put_warnings(FILE *out, const struct cg_report *report,
			 const struct cg_report_group *group)
{
	bool head = false;
	json_t *text;
	size_t w;

	for (size_t m = 0; m < group->nr_members; m++) {
		const json_t *run = report->checked.items[group->members[m]];

		json_array_foreach (json_object_get(run, "warnings"), w, text) {
			if (!json_is_string(text) || was_said(report, group, m, text))
				continue;
			if (!head)
				fputs("<div class=\"warn\">Warnings:<ul>\n", out);
			head = true;
			fputs("<li>", out);
			cg_html_text(out, json_string_value(text));
			if (group->nr_members > 1)
				fprintf(out, " <span class=\"note\">(first in run %zu)</span>",
					m + 1);
			fputs("</li>\n", out);
		}
	}
	if (head)
		fputs("</ul></div>\n", out);
}

void cg_report_html_group(FILE *out, const struct cg_report *report,
			  const struct cg_gnuplot *gnuplot, size_t g)
{
	const struct cg_report_group *group = &report->groups[g];

	put_title(out, report, g);
	put_warnings(out, report, group);
	put_differences(out, group);
	if (group->nr_members > 1) {
		cg_report_html_plot(
			out, gnuplot, group->plot,
			"Ops/sec of each run of the table, first to last in every panel: "
			"the median of its rounds, and the 95 % interval as far as the axis goes.",
			json_object_get(report->checked.items[group->members[0]], "contexts"));
		put_runs(out, report, group);
	}
	for (size_t m = 0; m < group->nr_members; m++) {
		const struct cg_report_run *run = &report->runs[group->members[m]];

		if (group->nr_members > 1) {
			fprintf(out, "<details class=\"run\"%s><summary>Run %zu: ",
				group->nr_members <= 2 ? " open" : "", m + 1);
			put_where(out, report, run);
			fputs("</summary>\n", out);
		}
		cg_report_html_run(out, gnuplot, run);
		if (group->nr_members > 1)
			fputs("</details>\n", out);
	}
	fputs("</section>\n", out);
}
