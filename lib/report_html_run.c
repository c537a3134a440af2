// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_run.c - one run of a report: rounds, metrics and counts, contexts beside each other.
 * See report_html.h.
 */
#include <string.h>

#include "html.h"
#include "report_html.h"

static void put_context_heads(FILE *out, const struct cg_json_node *contexts,
			      const char *attributes)
{
	for (size_t c = 0; c < json_array_size(contexts->json); c++) {
		struct cg_json_node context = cg_json_node_index(contexts, c);

		fprintf(out,
			"<th %s><span class=\"key\" style=\"background:var(--p%zu)\">"
			"</span>",
			attributes, CG_GNUPLOT_SERIES + c % CG_GNUPLOT_COLOURS);
		cg_html_text(out, cg_json_node_text(&context, "cgroup", ""));
		fputs("</th>", out);
	}
}

/* ---- Metrics ---- */

void cg_report_html_summary(FILE *out, const struct cg_json_node *summary)
{
	struct cg_json_node median = cg_json_node_key(summary, "median");
	struct cg_json_node low = cg_json_node_key(summary, "low");
	struct cg_json_node high = cg_json_node_key(summary, "high");

	fputs("<td class=\"n v\">", out);
	cg_html_figure(out, &median, CG_FIGURE_PLAIN);
	fputs("</td><td class=\"m iv\">", out);
	if (json_is_number(low.json) && json_is_number(high.json)) {
		cg_html_figure(out, &low, CG_FIGURE_PLAIN);
		fputs(" to ", out);
		cg_html_figure(out, &high, CG_FIGURE_PLAIN);
	}
	fputs("</td>", out);
}

static bool is_known(const struct cg_json_node *contexts, const char *metric)
{
	for (size_t c = 0; c < json_array_size(contexts->json); c++) {
		struct cg_json_node context = cg_json_node_index(contexts, c);
		struct cg_json_node summary = cg_json_node_key(&context, "summary");

		if (json_is_object(json_object_get(summary.json, metric)))
			return true;
	}
	return false;
}

static void put_metrics(FILE *out, const struct cg_json_node *contexts)
{
	struct cg_json_node first = cg_json_node_index(contexts, 0);
	json_t *metrics = json_object_get(first.json, "summary"), *value;
	const char *name;

	if (json_object_size(metrics) == 0)
		return;
	fputs("<div class=\"wide\"><table><thead><tr><th>median of rounds, 95 % interval</th>",
	      out);
	put_context_heads(out, contexts, "colspan=\"2\" class=\"v\"");
	fputs("</tr></thead><tbody>\n", out);
	json_object_foreach (metrics, name, value) {
		if (!is_known(contexts, name))
			continue;
		fprintf(out, "<tr%s><th scope=\"row\" class=\"mono\">",
			strcmp(name, "ops_per_sec") == 0 ? " class=\"lead\"" : "");
		cg_html_text(out, name);
		fputs("</th>", out);
		for (size_t c = 0; c < json_array_size(contexts->json); c++) {
			struct cg_json_node context = cg_json_node_index(contexts, c);
			struct cg_json_node summary = cg_json_node_key(&context, "summary");

			summary = cg_json_node_key(&summary, name);
			cg_report_html_summary(out, &summary);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

/* ---- Counts, as bars ---- */

static struct cg_json_node per_op(const struct cg_json_node *contexts, size_t c, int event)
{
	struct cg_json_node node = cg_json_node_index(contexts, c);

	node = cg_json_node_path(&node, "counts/events");
	node = cg_json_node_key(&node, cg_events[event].name);
	return cg_json_node_key(&node, "per_op");
}

/* What the longest bar stands for; 0 if nothing was counted. */
static double longest(const struct cg_json_node *contexts)
{
	double most = 0;

	for (int e = 0; e < CG_NR_EVENTS; e++) {
		for (size_t c = 0; c < json_array_size(contexts->json); c++) {
			struct cg_json_node node = per_op(contexts, c, e);

			most = fmax(most, cg_json_node_number(&node));
		}
	}
	return most;
}

static void put_bar(FILE *out, const struct cg_json_node *node, size_t c, double most)
{
	double value = cg_json_node_number(node);

	fprintf(out, "<td class=\"b%s\">", value > 0 ? "" : " zero");
	cg_html_figure(out, node, CG_FIGURE_CALLS);
	if (value > 0 && most > 0)
		fprintf(out,
			"<span class=\"bar\" style=\"width:%.2f%%;background:var(--p%zu)\"></span>",
			100 * value / most, CG_GNUPLOT_SERIES + c % CG_GNUPLOT_COLOURS);
	fputs("</td>", out);
}

static bool is_counted(const struct cg_json_node *contexts)
{
	for (size_t c = 0; c < json_array_size(contexts->json); c++) {
		struct cg_json_node context = cg_json_node_index(contexts, c);

		if (json_is_object(json_object_get(context.json, "counts")))
			return true;
	}
	return false;
}

static void put_counts(FILE *out, const struct cg_json_node *contexts)
{
	double most = longest(contexts);

	fputs("<h3>Charge path: calls per op</h3>\n<div class=\"wide\"><table class=\"full\"><thead><tr>"
	      "<th>event</th>",
	      out);
	put_context_heads(out, contexts, "class=\"b\"");
	fputs("<th>what a call means</th></tr></thead><tbody>\n", out);
	for (int e = 0; e < CG_NR_EVENTS; e++) {
		fprintf(out, "<tr><th scope=\"row\" class=\"mono\">%s</th>", cg_events[e].name);
		for (size_t c = 0; c < json_array_size(contexts->json); c++) {
			struct cg_json_node node = per_op(contexts, c, e);

			put_bar(out, &node, c, most);
		}
		fputs("<td class=\"m\">", out);
		cg_html_text(out, cg_events[e].meaning);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

void cg_report_html_run(FILE *out, const struct cg_gnuplot *gnuplot,
			const struct cg_report_run *run)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");
	const char *no_counts = cg_json_node_text(&run->node, "no_counts", NULL);
	const char *note = cg_json_node_text(&run->node, "note", NULL);

	fputs("<p class=\"sub\">kernel ", out);
	cg_html_text(out, cg_report_kernel(run->node.json));
	fputs(", ", out);
	cg_html_text(out, cg_json_node_text(&run->node, "started_at", "at a time not known"));
	if (note) {
		fputs(". ", out);
		cg_html_text(out, note);
	}
	fputs("</p>\n", out);
	cg_report_html_plot(out, gnuplot, run->plot,
			    "Ops/sec of each round, in the order they were run; the line is the "
			    "median, the band the 95 % interval as far as the axis goes.",
			    contexts.json);
	put_metrics(out, &contexts);
	if (is_counted(&contexts)) {
		put_counts(out, &contexts);
	} else if (no_counts) {
		fputs("<p class=\"note\">The charge path was not counted: ", out);
		cg_html_text(out, no_counts);
		fputs("</p>\n", out);
	}
	cg_report_html_raw(out, run);
}
