// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_tables.c - the tables of a report that files bring with them: a history as a heat map,
 * a comparison. See report_html.h.
 */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "report_html.h"

/* ---- A history: kernels and recipes ---- */

/* The upper end of "0..0.2", or NAN. */
static double healthy_high(const char *range)
{
	const char *dots = strstr(range, "..");
	char *end;
	double high = dots ? strtod(dots + 2, &end) : NAN;

	return dots && end != dots + 2 && *end == '\0' ? high : NAN;
}

#define HOT 60 /* from so much on the ground is dark, and the text light */

/* How hot a regressed cell is, of 100, by how many times it is above what is healthy. */
static double heat_of(double signal, double high)
{
	double decades = high > 0 ? log10(fmax(signal / high, 1)) : 1;

	if (isnan(decades))
		return 20;
	return decades < 0.5 ? 10 + 30 * decades : fmin(100, 70 + 25 * decades);
}

static struct cg_json_node find_cell(const struct cg_json_node *cells, const char *recipe)
{
	for (size_t i = 0; i < json_array_size(cells->json); i++) {
		struct cg_json_node cell = cg_json_node_index(cells, i);

		if (strcmp(cg_json_node_text(&cell, "recipe", ""), recipe) == 0)
			return cell;
	}
	return (struct cg_json_node){ .json = NULL };
}

static void put_boots(FILE *out, const struct cg_json_node *cell, bool is_bad)
{
	json_int_t boots = json_integer_value(json_object_get(cell->json, "boots"));
	json_int_t regressed = json_integer_value(json_object_get(cell->json, "regressed"));

	if (boots > 1 && is_bad)
		fprintf(out, "<small>%lld of %lld boots</small>", (long long)regressed,
			(long long)boots);
}

static void put_cell(FILE *out, const struct cg_json_node *cell, double high)
{
	const char *verdict = cg_json_node_text(cell, "verdict", "");
	const char *why = cg_json_node_text(cell, "why", "");
	struct cg_json_node signal = cg_json_node_key(cell, "signal");
	double heat = heat_of(cg_json_node_number(&signal), high);
	bool is_bad = strcmp(verdict, "regressed") == 0;

	if (!cell->json) {
		fputs("<td></td>", out);
		return;
	}
	if (is_bad)
		fprintf(out, "<td class=\"bad%s\" style=\"--heat:%.0f%%\"",
			heat > HOT ? " hot" : "", heat);
	else
		fprintf(out, "<td class=\"%s\"",
			strcmp(verdict, "healthy") == 0	  ? "good"
			: strcmp(verdict, "skipped") == 0 ? "skipped"
							  : "odd");
	fputs(" title=\"", out);
	cg_html_text(out, *why ? why : verdict);
	fputs("\">", out);
	if (json_is_number(signal.json))
		cg_html_figure(out, &signal, CG_FIGURE_CALLS);
	if (is_bad || !json_is_number(signal.json))
		fprintf(out, "<small>%s</small>", verdict);
	put_boots(out, cell, is_bad);
	fputs("</td>", out);
}

static void put_kernel(FILE *out, const struct cg_json_node *kernel, const json_t *recipes)
{
	struct cg_json_node cells = cg_json_node_key(kernel, "cells");
	json_t *recipe;
	size_t i;

	fputs("<tr><th scope=\"row\">", out);
	cg_html_text(out, cg_json_node_text(kernel, "kernel", ""));
	fputs("</th>", out);
	json_array_foreach (recipes, i, recipe) {
		struct cg_json_node cell =
			find_cell(&cells, json_string_value(json_object_get(recipe, "recipe")));

		put_cell(out, &cell,
			 healthy_high(json_string_value(json_object_get(recipe, "healthy"))));
	}
	fputs("</tr>\n", out);
}

/* Why cells are skipped or failed: paper shows no titles. */
static void put_reasons(FILE *out, const json_t *kernels)
{
	json_t *kernel, *cell;
	size_t k, i;

	fputs("<details><summary>Why cells are skipped or failed</summary><dl>\n", out);
	json_array_foreach (kernels, k, kernel) {
		json_array_foreach (json_object_get(kernel, "cells"), i, cell) {
			const char *why = json_string_value(json_object_get(cell, "why"));

			if (!why)
				continue;
			fputs("<dt>", out);
			cg_html_text(out, json_string_value(json_object_get(kernel, "kernel")));
			fputs(", ", out);
			cg_html_text(out, json_string_value(json_object_get(cell, "recipe")));
			fputs("</dt><dd>", out);
			cg_html_text(out, why);
			fputs("</dd>\n", out);
		}
	}
	fputs("</dl></details>\n", out);
}

void cg_report_html_history(FILE *out, const struct cg_report *report, size_t f)
{
	const struct cg_report_file *file = &report->files[f];
	struct cg_json_node top = cg_json_node_file(file->top, f + 1);
	struct cg_json_node kernels = cg_json_node_key(&top, "kernels");
	const json_t *recipes = json_object_get(file->top, "recipes");
	json_t *recipe, *remark;
	size_t i;

	fprintf(out, "<section class=\"history\" id=\"file%zu\"><h2>Recipes over kernels</h2>\n",
		f + 1);
	fputs("<p class=\"sub\">the signal of each recipe, and what is healthy; ", out);
	cg_html_text(out, file->name);
	fputs("</p>\n<div class=\"wide\"><table class=\"heat\"><thead><tr><th></th>", out);
	json_array_foreach (recipes, i, recipe) {
		fputs("<th>", out);
		cg_html_text(out, json_string_value(json_object_get(recipe, "recipe")));
		fputs("<small>", out);
		cg_html_text(out, json_string_value(json_object_get(recipe, "healthy")));
		fputs("</small></th>", out);
	}
	fputs("</tr></thead><tbody>\n", out);
	for (size_t k = 0; k < json_array_size(kernels.json); k++) {
		struct cg_json_node kernel = cg_json_node_index(&kernels, k);

		put_kernel(out, &kernel, recipes);
	}
	fputs("</tbody></table></div>\n", out);
	json_array_foreach (json_object_get(file->top, "remarks"), i, remark) {
		fputs("<p class=\"note\">", out);
		cg_html_text(out, json_is_string(remark) ? json_string_value(remark) : "");
		fputs("</p>\n", out);
	}
	put_reasons(out, kernels.json);
	cg_report_html_json(out, file->top);
	fputs("</section>\n", out);
}

/* ---- A comparison ---- */

static void put_compared(FILE *out, const struct cg_json_node *all, const char *const *keys,
			 enum cg_figure figure)
{
	json_t *value;
	const char *name;

	json_object_foreach ((json_t *)all->json, name, value) {
		struct cg_json_node one = cg_json_node_key(all, name);

		if (!json_is_object(value))
			continue;
		fputs("<tr><th scope=\"row\" class=\"mono\">", out);
		cg_html_text(out, name);
		fputs("</th>", out);
		for (const char *const *key = keys; *key; key++) {
			struct cg_json_node node = cg_json_node_key(&one, *key);

			fputs("<td class=\"n\">", out);
			cg_html_figure(out, &node, key - keys < 2 ? figure : CG_FIGURE_RATIO);
			fputs("</td>", out);
		}
		fprintf(out, "<td>%s</td></tr>\n",
			json_is_true(json_object_get(value, "differs")) ? "differs" : "~");
	}
}

static void put_compared_context(FILE *out, const struct cg_json_node *context)
{
	static const char *const times[] = { "a", "b", "ratio", "low", "high", "p", NULL };
	static const char *const calls[] = { "a", "b", "change", NULL };
	struct cg_json_node node = cg_json_node_key(context, "times");

	fputs("<h3>", out);
	cg_html_text(out, cg_json_node_text(context, "cgroup", ""));
	fputs("</h3>\n<div class=\"wide\"><table><thead><tr><th>metric</th><th class=\"n\">A</th>"
	      "<th class=\"n\">B</th><th class=\"n\">B / A</th><th class=\"n\">from</th>"
	      "<th class=\"n\">to</th><th class=\"n\">p</th><th></th></tr></thead><tbody>\n",
	      out);
	put_compared(out, &node, times, CG_FIGURE_PLAIN);
	fputs("</tbody></table></div>\n<div class=\"wide\"><table><thead><tr><th>calls per op</th>"
	      "<th class=\"n\">A</th><th class=\"n\">B</th><th class=\"n\">change</th><th></th></tr>"
	      "</thead><tbody>\n",
	      out);
	node = cg_json_node_key(context, "counts");
	put_compared(out, &node, calls, CG_FIGURE_CALLS);
	fputs("</tbody></table></div>\n", out);
}

void cg_report_html_comparison(FILE *out, const struct cg_report *report, size_t f)
{
	const struct cg_report_file *file = &report->files[f];
	struct cg_json_node top = cg_json_node_file(file->top, f + 1);
	struct cg_json_node contexts = cg_json_node_key(&top, "contexts");

	fprintf(out, "<section class=\"comparison\" id=\"file%zu\"><h2>", f + 1);
	cg_html_text(out, cg_json_node_text(&top, "workload", ""));
	fputs(": B against A</h2>\n<p class=\"sub\">", out);
	cg_html_text(out, file->name);
	fputs("</p>\n", out);
	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_compared_context(out, &context);
	}
	cg_report_html_json(out, file->top);
	fputs("</section>\n", out);
}
