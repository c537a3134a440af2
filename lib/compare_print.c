// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare_print.c - a comparison as text, as Markdown and as JSON. Declared in compare.h.
 */
#include <math.h>
#include <string.h>

#include "compare.h"
#include "json_number.h"
#include "plain.h"

/* How a table's row begins, continues and ends. */
struct style {
	const char *open, *next, *close;
};

static const struct style text_style = { "  ", "  ", "\n" };
static const struct style markdown_style = { "| ", " | ", " |\n" };

/* Nor what Markdown would take for markup. */
static const char *plain(const char *text, char *copy, size_t size)
{
	cg_plain(text, copy, size);
	for (char *c = copy; *c; c++) {
		if (strchr("|<`", *c))
			*c = '?';
	}
	return copy;
}

static const char *kernel_of(const json_t *run, char *copy, size_t size)
{
	const char *kernel =
		json_string_value(json_object_get(json_object_get(run, "environment"), "kernel"));

	return plain(kernel ? kernel : "of an unknown kernel", copy, size);
}

static size_t rounds_of(const struct cg_runs *runs)
{
	size_t nr = 0;

	for (size_t r = 0; r < runs->nr; r++)
		nr += json_array_size(
			json_object_get(cg_sample_context(runs->items[r], 0), "rounds"));
	return nr;
}

static void print_head(FILE *out, const struct cg_comparison *c, const char *end)
{
	const struct cg_runs *sides[] = { c->a, c->b };
	char text[128];

	fprintf(out, "%s: B against A%s\n",
		plain(json_string_value(json_object_get(c->a->items[0], "workload")), text,
		      sizeof(text)),
		end);
	for (size_t s = 0; s < 2; s++)
		fprintf(out, "%c: %zu run%s, %zu rounds, %s%s\n", "AB"[s], sides[s] -> nr,
			sides[s] -> nr == 1 ? "" : "s", rounds_of(sides[s]),
			kernel_of(sides[s]->items[0], text, sizeof(text)), end);
}

static void print_metric(FILE *out, const struct style *s, const char *name,
			 const struct cg_metric_comparison *m)
{
	char change[32] = "~", ratio[32] = "n/a", interval[48] = "too few";

	if (m->differs)
		snprintf(change, sizeof(change), "%+.1f%%", 100 * (m->ratio - 1));
	if (isnan(m->ratio))
		snprintf(interval, sizeof(interval), "n/a");
	else
		snprintf(ratio, sizeof(ratio), "%.3f", m->ratio);
	if (!isnan(m->low))
		snprintf(interval, sizeof(interval), "%.3f..%.3f", m->low, m->high);
	fprintf(out, "%s%-19s%s%12.5g%s%12.5g%s%8s%s%6s%s%-14s%s%6.6g%s%.4f%s", s->open, name,
		s->next, m->a, s->next, m->b, s->next, change, s->next, ratio, s->next, interval,
		s->next, m->test.u, s->next, m->test.p, s->close);
}

static void print_metrics(FILE *out, const struct style *s, bool markdown,
			  const struct cg_context_comparison *context)
{
	fprintf(out, "%s%-19s%s%12s%s%12s%s%8s%s%6s%s%-14s%s%6s%s%s%s", s->open, "metric", s->next,
		"A", s->next, "B", s->next, "change", s->next, "ratio", s->next, "95 % interval",
		s->next, "U", s->next, "p", s->close);
	if (markdown)
		fputs("|---|---:|---:|---:|---:|---|---:|---:|\n", out);
	for (int i = 0; i < CG_NR_SAMPLE_METRICS; i++) {
		if (context->metrics[i].known)
			print_metric(out, s, cg_sample_name((enum cg_sample_metric)i),
				     &context->metrics[i]);
	}
}

static void print_calls(FILE *out, const struct style *s, bool markdown,
			const struct cg_context_comparison *context)
{
	bool head = false;

	for (int i = 0; i < CG_NR_EVENTS; i++) {
		const struct cg_calls_comparison *c = &context->calls[i];

		if (!c->known)
			continue;
		if (!head) {
			fprintf(out, "\n%s%-19s%s%12s%s%12s%s%8s%s", s->open, "calls per op",
				s->next, "A", s->next, "B", s->next, "change", s->close);
			if (markdown)
				fputs("|---|---:|---:|---:|\n", out);
		}
		head = true;
		fprintf(out, "%s%-19s%s%12.3f%s%12.3f%s", s->open, cg_events[i].name, s->next,
			c->a.median, s->next, c->b.median, s->next);
		if (c->differs)
			fprintf(out, "%+8.3f%s", c->change, s->close);
		else
			fprintf(out, "%8s%s", "~", s->close);
	}
	if (!head)
		fputs("\nNo counts on both sides.\n", out);
}

static void print_notes(FILE *out, const struct cg_comparison *c, const char *bullet)
{
	char a[96], b[96];

	fprintf(out,
		"%sratio is the median of B / A over all pairs of a %s of B and one of A (Hodges and "
		"Lehmann), so it need not be the ratio of the medians shown; change is ratio - 1.\n",
		bullet, c->by_run ? "run" : "round");
	if (!c->by_run)
		fprintf(out,
			"%sFewer than %d runs on a side: rounds are compared as if they were "
			"independent. Boots and processes differ more than rounds do.\n",
			bullet, CG_COMPARE_RUNS_MIN);
	for (size_t i = 0; i < c->nr_differences; i++)
		fprintf(out, "%sEnvironment differs: %s: %s / %s\n", bullet,
			c->differences[i].field, plain(c->differences[i].a, a, sizeof(a)),
			plain(c->differences[i].b, b, sizeof(b)));
}

void cg_comparison_print(FILE *out, const struct cg_comparison *comparison, bool markdown)
{
	const struct style *s = markdown ? &markdown_style : &text_style;
	char text[128];

	print_head(out, comparison, markdown ? "  " : "");
	for (size_t c = 0; c < comparison->nr_contexts; c++) {
		const struct cg_context_comparison *context = &comparison->contexts[c];

		fprintf(out, "\n%s%s\n%s", markdown ? "### " : "context ",
			plain(context->cgroup, text, sizeof(text)), markdown ? "\n" : "");
		print_metrics(out, s, markdown, context);
		print_calls(out, s, markdown, context);
	}
	fputc('\n', out);
	print_notes(out, comparison, markdown ? "- " : "note: ");
}

static json_t *metric_json(const struct cg_metric_comparison *m)
{
	if (!m->known)
		return json_null();
	return json_pack("{s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b}", "n_a",
			 (json_int_t)m->m, "n_b", (json_int_t)m->n, "a", cg_json_number(m->a), "b",
			 cg_json_number(m->b), "ratio", cg_json_number(m->ratio), "low",
			 cg_json_number(m->low), "high", cg_json_number(m->high), "u",
			 cg_json_number(m->test.u), "p", cg_json_number(m->test.p), "exact",
			 m->test.exact, "differs", m->differs);
}

static json_t *calls_json(const struct cg_calls_comparison *c)
{
	if (!c->known)
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:b}", "a", cg_json_number(c->a.median), "b",
			 cg_json_number(c->b.median), "change", cg_json_number(c->change),
			 "differs", c->differs);
}

static json_t *context_json(const struct cg_context_comparison *context)
{
	json_t *metrics = json_object(), *calls = json_object();

	for (int i = 0; i < CG_NR_SAMPLE_METRICS; i++)
		json_object_set_new(metrics, cg_sample_name((enum cg_sample_metric)i),
				    metric_json(&context->metrics[i]));
	for (int i = 0; i < CG_NR_EVENTS; i++)
		json_object_set_new(calls, cg_events[i].name, calls_json(&context->calls[i]));
	return json_pack("{s:s, s:o, s:o}", "cgroup", context->cgroup, "times", metrics, "counts",
			 calls);
}

json_t *cg_comparison_json(const struct cg_comparison *comparison)
{
	json_t *contexts = json_array(), *differences = json_array();

	for (size_t c = 0; c < comparison->nr_contexts; c++)
		json_array_append_new(contexts, context_json(&comparison->contexts[c]));
	for (size_t i = 0; i < comparison->nr_differences; i++)
		json_array_append_new(differences, json_pack("{s:s, s:s, s:s}", "field",
							     comparison->differences[i].field, "a",
							     comparison->differences[i].a, "b",
							     comparison->differences[i].b));
	return json_pack("{s:s, s:s, s:O, s:I, s:I, s:s, s:o, s:o}", "schema", CG_COMPARE_SCHEMA,
			 "version", CGPONG_VERSION, "workload",
			 json_object_get(comparison->a->items[0], "workload"), "runs_a",
			 (json_int_t)comparison->a->nr, "runs_b", (json_int_t)comparison->b->nr,
			 "level", comparison->by_run ? "runs" : "rounds", "contexts", contexts,
			 "environment", differences);
}
