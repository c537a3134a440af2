// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_raw.c - what is folded away of a run: environment, rounds, profile, the JSON itself.
 * See report_html.h.
 */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "report_html.h"

/* A longer file is named, not repeated. */
#define JSON_BYTES_MAX (1 << 20)

/* ---- Environment ---- */

static void put_value(FILE *out, const struct cg_json_node *node)
{
	char *text;

	if (json_is_string(node->json)) {
		cg_html_text(out, json_string_value(node->json));
	} else if (json_is_number(node->json)) {
		cg_html_figure(out, node, CG_FIGURE_COUNT);
	} else if (!json_is_null(node->json)) {
		text = json_dumps(node->json, JSON_COMPACT | JSON_ENCODE_ANY);
		cg_html_text(out, text ? text : "");
		free(text);
	} else {
		fputs("<span class=\"na\">n/a</span>", out);
	}
}

/* NOLINTNEXTLINE(misc-no-recursion): one level */
static void put_members(FILE *out, const struct cg_json_node *object, const char *prefix)
{
	json_t *value;
	const char *key;

	json_object_foreach ((json_t *)object->json, key, value) {
		struct cg_json_node member = cg_json_node_key(object, key);

		if (json_is_object(value) && *prefix == '\0') {
			char inner[64];

			snprintf(inner, sizeof(inner), "%.50s.", key);
			put_members(out, &member, inner);
			continue;
		}
		fputs("<dt>", out);
		cg_html_text(out, prefix);
		cg_html_text(out, key);
		fputs("</dt><dd>", out);
		put_value(out, &member);
		fputs("</dd>\n", out);
	}
}

static void put_environment(FILE *out, const struct cg_report_run *run)
{
	struct cg_json_node environment = cg_json_node_key(&run->node, "environment");

	fputs("<details><summary>Environment</summary><dl>\n", out);
	put_members(out, &environment, "");
	fputs("</dl></details>\n", out);
}

/* ---- Rounds ---- */

static const struct {
	const char *key;
	enum cg_figure figure;
} columns[] = {
	{ "ops", CG_FIGURE_COUNT },	     { "seconds", CG_FIGURE_RATIO },
	{ "ops_per_sec", CG_FIGURE_PLAIN },  { "user_sec", CG_FIGURE_RATIO },
	{ "system_sec", CG_FIGURE_RATIO },   { "cpu_sec", CG_FIGURE_RATIO },
	{ "voluntary_cs", CG_FIGURE_COUNT }, { "involuntary_cs", CG_FIGURE_COUNT },
	{ "cycles", CG_FIGURE_COUNT },	     { "instructions", CG_FIGURE_COUNT },
	{ "cpu_speed", CG_FIGURE_RATIO },
};

#define NR_COLUMNS (sizeof(columns) / sizeof(columns[0]))

static void put_context_rounds(FILE *out, const struct cg_json_node *context)
{
	struct cg_json_node rounds = cg_json_node_key(context, "rounds");

	for (size_t r = 0; r < json_array_size(rounds.json); r++) {
		struct cg_json_node round = cg_json_node_index(&rounds, r);

		fputs("<tr><td>", out);
		cg_html_text(out, cg_json_node_text(context, "cgroup", ""));
		fprintf(out, "</td><td class=\"n\">%zu</td>", r + 1);
		for (size_t k = 0; k < NR_COLUMNS; k++) {
			struct cg_json_node value = cg_json_node_key(&round, columns[k].key);

			fputs("<td class=\"n\">", out);
			cg_html_figure(out, &value, columns[k].figure);
			fputs("</td>", out);
		}
		fputs("</tr>\n", out);
	}
}

static void put_rounds(FILE *out, const struct cg_report_run *run)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");

	fputs("<details><summary>Rounds</summary><div class=\"wide\"><table><thead><tr>"
	      "<th>context</th><th class=\"n\">round</th>",
	      out);
	for (size_t k = 0; k < NR_COLUMNS; k++)
		fprintf(out, "<th class=\"n mono\">%s</th>", columns[k].key);
	fputs("</tr></thead><tbody>\n", out);
	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_context_rounds(out, &context);
	}
	fputs("</tbody></table></div></details>\n", out);
}

/* ---- Profile ---- */

static void put_profile(FILE *out, const struct cg_json_node *context)
{
	struct cg_json_node profile = cg_json_node_key(context, "profile");
	struct cg_json_node share = cg_json_node_key(&profile, "charge_path_share");
	struct cg_json_node top = cg_json_node_key(&profile, "top");

	if (!json_is_object(profile.json))
		return;
	fputs("<h3>Profile of ", out);
	cg_html_text(out, cg_json_node_text(context, "cgroup", ""));
	fputs(": ", out);
	cg_html_figure(out, &share, CG_FIGURE_RATIO);
	fputs(" of the kernel's samples in the charge path</h3>\n<table><tbody>\n", out);
	for (size_t i = 0; i < json_array_size(top.json); i++) {
		struct cg_json_node function = cg_json_node_index(&top, i);
		struct cg_json_node part = cg_json_node_key(&function, "share");

		fputs("<tr><th scope=\"row\" class=\"mono\">", out);
		cg_html_text(out, cg_json_node_text(&function, "symbol", "?"));
		fputs("</th><td class=\"n\">", out);
		cg_html_figure(out, &part, CG_FIGURE_RATIO);
		fprintf(out, "</td><td class=\"m\">%s</td></tr>\n",
			json_is_true(json_object_get(function.json, "charge_path")) ? "charge path"
										    : "");
	}
	fputs("</tbody></table>\n", out);
}

/* ---- The JSON ---- */

void cg_report_html_json(FILE *out, const json_t *json)
{
	char *text = json_dumps(json, JSON_INDENT(1) | JSON_REAL_PRECISION(15));

	fputs("<details><summary>Raw data</summary><pre>", out);
	if (text && strlen(text) <= JSON_BYTES_MAX)
		cg_html_text(out, text);
	else
		fputs("More than a mebibyte: see the file.", out);
	fputs("</pre></details>\n", out);
	free(text);
}

void cg_report_html_raw(FILE *out, const struct cg_report_run *run)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");

	for (size_t c = 0; c < json_array_size(contexts.json); c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_profile(out, &context);
	}
	put_rounds(out, run);
	put_environment(out, run);
	cg_report_html_json(out, run->node.json);
}
