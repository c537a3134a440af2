// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate_print.c - a verdict in the forms that CI systems read. Declared in gate.h.
 */
#include <string.h>

#include "gate.h"

/* What there is to show beside the items: why a workload was skipped. */
static const struct cg_gate_item skipped_item = { "", "workload", CG_VERDICT_SKIPPED, "" };

static size_t nr_shown(const struct cg_gate *gate)
{
	return gate->nr_items ? gate->nr_items : 1;
}

static const struct cg_gate_item *shown(const struct cg_gate *gate, size_t i)
{
	return gate->nr_items ? &gate->items[i] : &skipped_item;
}

static const char *why_of(const struct cg_gate *gate, const struct cg_gate_item *item)
{
	return item == &skipped_item ? gate->why : item->why;
}

static void print_text(FILE *out, const struct cg_gate *gate)
{
	fprintf(out, "gate: %s, %zu fresh run%s against %zu of the baseline\n", gate->workload,
		gate->nr_fresh, gate->nr_fresh == 1 ? "" : "s", gate->nr_base);
	for (size_t i = 0; i < nr_shown(gate); i++) {
		const struct cg_gate_item *item = shown(gate, i);

		fprintf(out, "  %-10s %-15s %-12s %s\n", item->context, item->what,
			cg_verdict_name(item->verdict), why_of(gate, item));
	}
	for (size_t i = 0; i < gate->nr_differences; i++)
		fprintf(out, "note: environment differs: %s: %s / %s\n", gate->differences[i].field,
			gate->differences[i].a, gate->differences[i].b);
	fprintf(out,
		"VERDICT workload=%s verdict=%s time=%s counts=%s runs=%zu baseline_runs=%zu\n",
		gate->workload, cg_verdict_name(gate->verdict),
		cg_verdict_name(cg_gate_part(gate, true)),
		cg_verdict_name(cg_gate_part(gate, false)), gate->nr_fresh, gate->nr_base);
}

/* Names of KTAP have no '#', which begins a directive. */
static void print_ktap_text(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(*text == '#' ? '?' : *text, out);
}

/* "CONTEXT<separator>WHAT", or WHAT alone: what was skipped as a whole has no context. */
static void print_name(FILE *out, const struct cg_gate_item *item, char separator,
		       void (*print)(FILE *out, const char *text))
{
	if (*item->context) {
		print(out, item->context);
		fputc(separator, out);
	}
	fputs(item->what, out);
}

/* An inconclusive test has not failed: KTAP knows no other word for it than SKIP. */
static void print_ktap(FILE *out, const struct cg_gate *gate)
{
	fprintf(out, "KTAP version 1\n1..%zu\n", nr_shown(gate));
	for (size_t i = 0; i < nr_shown(gate); i++) {
		const struct cg_gate_item *item = shown(gate, i);

		fprintf(out, "# %s\n%s %zu ", why_of(gate, item),
			item->verdict == CG_VERDICT_REGRESSION ? "not ok" : "ok", i + 1);
		print_ktap_text(out, gate->workload);
		fputc('.', out);
		print_name(out, item, '.', print_ktap_text);
		if (item->verdict == CG_VERDICT_INCONCLUSIVE)
			fputs(" # SKIP inconclusive", out);
		else if (item->verdict == CG_VERDICT_SKIPPED)
			fputs(" # SKIP", out);
		fputc('\n', out);
	}
	fprintf(out, "# verdict: %s\n", cg_verdict_name(gate->verdict));
}

static void print_xml_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

static size_t count(const struct cg_gate *gate, enum cg_verdict verdict)
{
	size_t nr = 0;

	for (size_t i = 0; i < nr_shown(gate); i++)
		nr += shown(gate, i)->verdict == verdict;
	return nr;
}

static void print_testcase(FILE *out, const struct cg_gate *gate, const struct cg_gate_item *item)
{
	const char *tag = NULL;

	if (item->verdict == CG_VERDICT_REGRESSION)
		tag = "failure";
	else if (item->verdict != CG_VERDICT_PASS)
		tag = "skipped";
	fputs("  <testcase classname=\"cgpong.", out);
	print_xml_text(out, gate->workload);
	fputs("\" name=\"", out);
	print_name(out, item, ' ', print_xml_text);
	fputs("\">", out);
	if (tag) {
		fprintf(out, "<%s message=\"%s: ", tag, cg_verdict_name(item->verdict));
		print_xml_text(out, why_of(gate, item));
		fputs("\"/>", out);
	} else {
		fputs("<system-out>", out);
		print_xml_text(out, why_of(gate, item));
		fputs("</system-out>", out);
	}
	fputs("</testcase>\n", out);
}

static void print_junit(FILE *out, const struct cg_gate *gate)
{
	size_t skipped = count(gate, CG_VERDICT_SKIPPED) + count(gate, CG_VERDICT_INCONCLUSIVE);

	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuite name=\"cgpong gate\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" "
		"skipped=\"%zu\">\n"
		"  <properties><property name=\"verdict\" value=\"%s\"/></properties>\n",
		nr_shown(gate), count(gate, CG_VERDICT_REGRESSION), skipped,
		cg_verdict_name(gate->verdict));
	for (size_t i = 0; i < nr_shown(gate); i++)
		print_testcase(out, gate, shown(gate, i));
	fputs("</testsuite>\n", out);
}

/* The data of a workflow command: '%' begins an escape. */
static void print_github_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '%')
			fputs("%25", out);
		else
			fputc(*text, out);
	}
}

static void print_github(FILE *out, const struct cg_gate *gate)
{
	static const char *const levels[] = { "notice", "error", "warning", "warning" };

	for (size_t i = 0; i < nr_shown(gate); i++) {
		const struct cg_gate_item *item = shown(gate, i);

		if (item->verdict == CG_VERDICT_PASS && gate->verdict == CG_VERDICT_PASS)
			continue;
		fprintf(out, "::%s title=cgpong gate::", levels[item->verdict]);
		print_github_text(out, gate->workload);
		fputc(' ', out);
		print_name(out, item, ' ', print_github_text);
		fprintf(out, ": %s: ", cg_verdict_name(item->verdict));
		print_github_text(out, why_of(gate, item));
		fputc('\n', out);
	}
	fprintf(out, "::%s title=cgpong gate::", levels[gate->verdict]);
	print_github_text(out, gate->workload);
	fprintf(out, ": %s\n", cg_verdict_name(gate->verdict));
}

void cg_gate_print(FILE *out, const struct cg_gate *gate, enum cg_gate_format format)
{
	static void (*const printers[])(FILE *, const struct cg_gate *) = {
		[CG_GATE_TEXT] = print_text,
		[CG_GATE_KTAP] = print_ktap,
		[CG_GATE_JUNIT] = print_junit,
		[CG_GATE_GITHUB] = print_github,
	};

	printers[format](out, gate);
}
