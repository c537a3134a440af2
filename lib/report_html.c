// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html.c - the frame of a report's page. See report_html.h.
 */
#include "report_html.h"

#include <string.h>

#include "html.h"
#include "report_plots.h"

void cg_report_html_plot(FILE *out, const struct cg_gnuplot *gnuplot, size_t plot,
			 const char *caption, const json_t *contexts)
{
	const char *svg = cg_gnuplot_svg(gnuplot, plot);

	if (!svg)
		return;
	fprintf(out, "<figure>\n%s<figcaption>%s", svg, caption);
	if (json_array_size(contexts) > CG_REPORT_PLOT_CONTEXTS)
		fprintf(out, " Of %zu contexts the first %d.", json_array_size(contexts),
			CG_REPORT_PLOT_CONTEXTS);
	fputs("</figcaption></figure>\n", out);
}

/* ---- The headline: how many verdicts of which word ---- */

static size_t count(const struct cg_report *report, enum cg_tone tone)
{
	size_t nr = 0;

	for (size_t v = 0; v < report->nr_verdicts; v++)
		nr += report->verdicts[v].tone == tone;
	return nr;
}

static void put_headline(FILE *out, const struct cg_report *report)
{
	size_t bad = count(report, CG_TONE_BAD), odd = count(report, CG_TONE_ODD);
	size_t good = count(report, CG_TONE_GOOD), skipped = count(report, CG_TONE_SKIPPED);

	if (bad)
		fprintf(out, "%zu worse", bad);
	else if (good)
		fputs("Nothing is worse", out);
	else
		fputs("Nothing to judge by", out);
	if (good)
		fprintf(out, ", %zu healthy or better", good);
	if (odd)
		fprintf(out, ", %zu to look at", odd);
	if (skipped)
		fprintf(out, ", %zu skipped", skipped);
}

/* The first and the last time a run was started, of those that say. */
static void put_dates(FILE *out, const struct cg_report *report)
{
	const char *first = NULL, *last = NULL;

	for (size_t r = 0; r < report->checked.nr; r++) {
		const char *at =
			json_string_value(json_object_get(report->checked.items[r], "started_at"));

		if (!at)
			continue;
		first = !first || strcmp(at, first) < 0 ? at : first;
		last = !last || strcmp(at, last) > 0 ? at : last;
	}
	if (!first)
		return;
	fputs(" · measured ", out);
	cg_html_text(out, first);
	if (strcmp(first, last) != 0) {
		fputs(" to ", out);
		cg_html_text(out, last);
	}
}

static void put_header(FILE *out, const struct cg_report *report)
{
	fprintf(out, "<header><p class=\"brand\">cgpong report</p>\n<h1>");
	put_headline(out, report);
	fprintf(out, "</h1>\n<p class=\"sub\">%zu file%s, %zu run%s", report->nr_files,
		report->nr_files == 1 ? "" : "s", report->checked.nr,
		report->checked.nr == 1 ? "" : "s");
	put_dates(out, report);
	fputs("</p>\n", out);
}

/* ---- Where to go ---- */

static void put_link(FILE *out, const char *kind, size_t i, const char *text)
{
	fprintf(out, "<a href=\"#%s%zu\">", kind, i + 1);
	cg_html_text(out, text);
	fputs("</a>\n", out);
}

static const char *title_of(const struct cg_report_file *file)
{
	switch (file->kind) {
	case CG_REPORT_SWEEP:
		return "sweep";
	case CG_REPORT_COMPARISON:
		return "comparison";
	case CG_REPORT_HISTORY:
		return "history";
	case CG_REPORT_RUNS:
	case CG_REPORT_RECIPES:
		break;
	}
	return NULL;
}

/* "tcp-rr (root, leaf)": a workload may be there more than once. */
static void name_group(const json_t *run, char *text, size_t size)
{
	const json_t *contexts = json_object_get(run, "contexts");

	snprintf(text, size, "%s", json_string_value(json_object_get(run, "workload")));
	for (size_t c = 0; c < json_array_size(contexts) && c < 4; c++) {
		size_t length = strlen(text);

		snprintf(text + length, size - length, "%s%.30s", c ? ", " : " (",
			 json_string_value(json_object_get(json_array_get(contexts, c), "cgroup")));
	}
	snprintf(text + strlen(text), size - strlen(text), ")");
}

static void put_navigation(FILE *out, const struct cg_report *report)
{
	char name[256];

	fputs("<nav>", out);
	for (size_t g = 0; g < report->nr_groups; g++) {
		const json_t *run = report->checked.items[report->groups[g].members[0]];

		name_group(run, name, sizeof(name));
		put_link(out, "workload", g, name);
	}
	for (size_t f = 0; f < report->nr_files; f++) {
		if (title_of(&report->files[f]))
			put_link(out, "file", f, title_of(&report->files[f]));
	}
	fputs("<a href=\"#files\">files</a></nav></header>\n", out);
}

/* ---- The files ---- */

static const char *kind_of(const struct cg_report_file *file)
{
	static const char *const names[] = {
		[CG_REPORT_RUNS] = "results",	 [CG_REPORT_RECIPES] = "recipes",
		[CG_REPORT_SWEEP] = "sweep",	 [CG_REPORT_COMPARISON] = "comparison",
		[CG_REPORT_HISTORY] = "history",
	};

	return names[file->kind];
}

static void put_files(FILE *out, const struct cg_report *report, const struct cg_gnuplot *gnuplot)
{
	fputs("<section id=\"files\"><h2>Files</h2>\n<div class=\"wide\"><table><thead><tr>"
	      "<th class=\"n\">#</th><th>file</th><th>what</th><th>side</th></tr></thead><tbody>\n",
	      out);
	for (size_t f = 0; f < report->nr_files; f++) {
		fprintf(out, "<tr><td class=\"n\">%zu</td><td>", f + 1);
		cg_html_text(out, report->files[f].name);
		fprintf(out, "</td><td>%s</td><td>%zu</td></tr>\n", kind_of(&report->files[f]),
			report->files[f].side + 1);
	}
	fputs("</tbody></table></div>\n", out);
	if (gnuplot->why[0]) {
		fputs("<p class=\"note\">No pictures: ", out);
		cg_html_text(out, gnuplot->why);
		fputs(".</p>\n", out);
	}
	fputs("</section>\n", out);
}

static void put_sections(FILE *out, const struct cg_report *report,
			 const struct cg_gnuplot *gnuplot)
{
	for (size_t g = 0; g < report->nr_groups; g++)
		cg_report_html_group(out, report, gnuplot, g);
	for (size_t f = 0; f < report->nr_files; f++) {
		switch (report->files[f].kind) {
		case CG_REPORT_SWEEP:
			cg_report_html_sweep(out, report, gnuplot, f);
			break;
		case CG_REPORT_COMPARISON:
			cg_report_html_comparison(out, report, f);
			break;
		case CG_REPORT_HISTORY:
			cg_report_html_history(out, report, f);
			break;
		case CG_REPORT_RUNS:
		case CG_REPORT_RECIPES:
			break;
		}
	}
}

void cg_report_html(FILE *out, const struct cg_report *report, const struct cg_gnuplot *gnuplot)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	      "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta name=\"generator\" content=\"cgpong " CGPONG_VERSION "\">\n"
	      "<title>cgpong report</title>\n<style>",
	      out);
	fputs(cg_report_style, out);
	fputs("</style></head><body>\n", out);
	put_header(out, report);
	put_navigation(out, report);
	fputs("<main>\n", out);
	cg_report_html_verdicts(out, report);
	put_sections(out, report, gnuplot);
	put_files(out, report, gnuplot);
	fputs("</main>\n<footer>Written by cgpong " CGPONG_VERSION
	      ". The exact value of a figure, and where it stands in the files, are in its "
	      "element.</footer>\n</body></html>\n",
	      out);
}
