// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_sweep.c - a sweep of a report: curves and their table. See report_html.h.
 */
#include "html.h"
#include "report_html.h"
#include "report_plots.h"

static void put_key(FILE *out, size_t colour, const char *text)
{
	fprintf(out, "<span class=\"key\" style=\"background:var(--p%zu)\"></span>",
		CG_GNUPLOT_SERIES + colour % CG_GNUPLOT_COLOURS);
	cg_html_text(out, text);
}

/* A picture, with a caption that names its curves. */
static void put_rates_plot(FILE *out, const struct cg_report_sweep *sweep,
			   const struct cg_gnuplot *gnuplot)
{
	const char *svg = cg_gnuplot_svg(gnuplot, sweep->rates_plot);

	if (!svg)
		return;
	fprintf(out, "<figure>\n%s<figcaption>Ops/sec by %s: ", svg, sweep->option);
	for (size_t c = 0; c < sweep->nr_contexts && c < CG_REPORT_PLOT_CONTEXTS; c++) {
		fputs(c ? " &ensp; " : "", out);
		put_key(out, c, cg_report_sweep_context(sweep, c));
	}
	fputs(" &ensp; (the band is the 95 % interval)</figcaption></figure>\n", out);
}

/* Whether there is more to see than a line at nothing. */
static bool is_called(const struct cg_report_sweep *sweep, size_t context)
{
	for (size_t s = 0; s < sweep->nr_steps; s++) {
		for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++) {
			struct cg_json_node node =
				cg_report_sweep_calls(sweep, s, context, cg_report_sweep_events[e]);

			if (cg_json_node_number(&node) > 0)
				return true;
		}
	}
	return false;
}

static void put_calls_plot(FILE *out, const struct cg_report_sweep *sweep,
			   const struct cg_gnuplot *gnuplot, size_t context)
{
	const char *svg = cg_gnuplot_svg(gnuplot, sweep->calls_plots + context);

	if (!svg || !is_called(sweep, context))
		return;
	fprintf(out, "<figure>\n%s<figcaption>Calls per op in ", svg);
	cg_html_text(out, cg_report_sweep_context(sweep, context));
	fputs(": ", out);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++) {
		fputs(e ? " &ensp; " : "", out);
		put_key(out, e + 2, cg_events[cg_report_sweep_events[e]].name);
	}
	fputs("</figcaption></figure>\n", out);
}

static void put_step_context(FILE *out, const struct cg_report_sweep *sweep, size_t s, size_t c)
{
	struct cg_json_node median = cg_report_sweep_rate(sweep, s, c, "median");
	struct cg_json_node low = cg_report_sweep_rate(sweep, s, c, "low");
	struct cg_json_node high = cg_report_sweep_rate(sweep, s, c, "high");

	fputs("<tr><td class=\"n\">", out);
	cg_html_text(out, sweep->steps[s].label);
	fputs("</td><td>", out);
	put_key(out, c, cg_report_sweep_context(sweep, c));
	fputs("</td><td class=\"n\">", out);
	cg_html_figure(out, &median, CG_FIGURE_PLAIN);
	fputs("</td><td class=\"n m\">", out);
	cg_html_figure(out, &low, CG_FIGURE_PLAIN);
	fputs(" to ", out);
	cg_html_figure(out, &high, CG_FIGURE_PLAIN);
	fputs("</td>", out);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++) {
		struct cg_json_node calls =
			cg_report_sweep_calls(sweep, s, c, cg_report_sweep_events[e]);

		fputs("<td class=\"n\">", out);
		cg_html_figure(out, &calls, CG_FIGURE_CALLS);
		fputs("</td>", out);
	}
	fputs("</tr>\n", out);
}

static void put_step(FILE *out, const struct cg_report_sweep *sweep, size_t s)
{
	const struct cg_report_step *step = &sweep->steps[s];

	if (step->exit_code == 0) {
		for (size_t c = 0; c < sweep->nr_contexts; c++)
			put_step_context(out, sweep, s, c);
		return;
	}
	fputs("<tr><td class=\"n\">", out);
	cg_html_text(out, step->label);
	fprintf(out, "</td><td colspan=\"%d\"><span class=\"badge %s\">%s</span> ",
		3 + CG_REPORT_SWEEP_EVENTS, step->exit_code == CG_ERROR_SKIPPED ? "" : "odd",
		step->exit_code == CG_ERROR_SKIPPED ? "skipped" : "failed");
	cg_html_text(out, cg_json_node_text(&step->node, "why", ""));
	fputs("</td></tr>\n", out);
}

static void put_table(FILE *out, const struct cg_report_sweep *sweep)
{
	fputs("<div class=\"wide\"><table><thead><tr><th class=\"n\">", out);
	cg_html_text(out, sweep->option);
	fputs("</th><th>context</th><th class=\"n\">ops/sec</th><th class=\"n\">95 % interval</th>",
	      out);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++)
		fprintf(out, "<th class=\"n mono\">%s</th>",
			cg_events[cg_report_sweep_events[e]].name);
	fputs("</tr></thead><tbody>\n", out);
	for (size_t s = 0; s < sweep->nr_steps; s++)
		put_step(out, sweep, s);
	fputs("</tbody></table></div>\n", out);
}

void cg_report_html_sweep(FILE *out, const struct cg_report *report,
			  const struct cg_gnuplot *gnuplot, size_t f)
{
	const struct cg_report_file *file = &report->files[f];
	const struct cg_report_sweep *sweep = &file->sweep;

	fprintf(out, "<section class=\"sweep\" id=\"file%zu\"><h2>", f + 1);
	cg_html_text(out, sweep->workload);
	fputs(" by ", out);
	cg_html_text(out, sweep->option);
	fprintf(out, "</h2>\n<p class=\"sub\">sweep of %zu steps, ", sweep->nr_steps);
	cg_html_text(out, file->name);
	fputs("</p>\n", out);
	if (sweep->nr_contexts) {
		put_rates_plot(out, sweep, gnuplot);
		for (size_t c = 0; c < sweep->nr_contexts && c < CG_REPORT_PLOT_CONTEXTS; c++)
			put_calls_plot(out, sweep, gnuplot, c);
	}
	put_table(out, sweep);
	cg_report_html_json(out, file->top);
	fputs("</section>\n", out);
}
