// SPDX-License-Identifier: GPL-2.0-only
/*
 * print.c - a run as a person reads it. See print.h.
 */
#include "print.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>

#include "ink.h"
#include "metrics.h"

/* A context's column is as wide as its name, but not without bounds. */
#define COLUMN_MIN 14
#define COLUMN_MAX 40
#define TITLE	   "%-24s"

char *cg_print_rate(char *text, size_t size, double value)
{
	double magnitude = fabs(value);
	int digits = magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : 3;

	if (isnan(value))
		snprintf(text, size, "-");
	else
		snprintf(text, size, "%.*f", digits, value);
	return text;
}

static void print_head(FILE *out, const struct cg_run *run)
{
	const struct cg_settings *s = run->settings;
	struct utsname kernel = { 0 };

	uname(&kernel);
	fprintf(out, "%s%s%s: %s\n", cg_ink(out, CG_INK_BOLD), run->workload->name,
		cg_ink(out, CG_INK_NONE), run->workload->summary);
	fprintf(out, "kernel %s, cgroup %s, %zu %s of %u %s%s, %s, ", kernel.release,
		run->hierarchy.version == 2   ? "v2"
		: run->hierarchy.version == 1 ? "v1"
					      : "none",
		run->nr_instances, run->nr_instances == 1 ? "instance" : "instances",
		run->nr_members, s->threads ? "thread" : "process",
		run->nr_members == 1 ? ""
		: s->threads	     ? "s"
				     : "es",
		cg_place_name(run->place));
	fprintf(out, "%llu round%s of ", (unsigned long long)s->rounds, s->rounds == 1 ? "" : "s");
	if (s->ops)
		fprintf(out, "%llu ops\n", (unsigned long long)s->ops);
	else
		fprintf(out, "%g s\n", (double)s->duration_ns / 1e9);
}

static void print_seats(FILE *out, const struct cg_run *run)
{
	fputs("first instance on", out);
	for (unsigned int m = 0; m < run->nr_members && m < 16; m++) {
		if (run->seats[m].cpu < 0)
			fputs(" any cpu", out);
		else
			fprintf(out, " cpu %d (node %d)", run->seats[m].cpu, run->seats[m].node);
		if (m + 1 < run->nr_members)
			fputs(m == 15 ? ", ..." : ",", out);
	}
	if (run->note[0])
		fprintf(out, "\n%s", run->note);
	fputs("\n\n", out);
}

static int column(const struct cg_run *run, size_t c)
{
	size_t length = strlen(run->contexts[c].name);

	return length < COLUMN_MIN ? COLUMN_MIN : length > COLUMN_MAX ? COLUMN_MAX : (int)length;
}

static void print_names(FILE *out, const struct cg_run *run, const char *title)
{
	fprintf(out, "%s" TITLE, cg_ink(out, CG_INK_BOLD), title);
	for (size_t c = 0; c < run->nr_contexts; c++)
		fprintf(out, " %*.*s", column(run, c), COLUMN_MAX, run->contexts[c].name);
	fprintf(out, "%s\n", cg_ink(out, CG_INK_NONE));
}

/* A row of the table of times, a figure for each context, and what its unit is. */
static void print_row(FILE *out, const struct cg_run *run, const char *title, const double *values,
		      const char *unit)
{
	char text[32];

	fprintf(out, TITLE, title);
	for (size_t c = 0; c < run->nr_contexts; c++)
		fprintf(out, " %*s", column(run, c), cg_print_rate(text, sizeof(text), values[c]));
	fprintf(out, "  %s%s%s\n", cg_ink(out, CG_INK_FAINT), unit, cg_ink(out, CG_INK_NONE));
}

static void print_metric(FILE *out, const struct cg_run *run, const struct cg_metric *metric)
{
	double median[CG_CONTEXTS_MAX], low[CG_CONTEXTS_MAX], high[CG_CONTEXTS_MAX],
		mad[CG_CONTEXTS_MAX];
	bool known = false;
	char unit[128];

	for (size_t c = 0; c < run->nr_contexts; c++) {
		struct cg_summary s = { .median = NAN, .low = NAN, .high = NAN, .mad = NAN };

		known = cg_metric_summary(run, &run->contexts[c], metric, &s) || known;
		median[c] = s.median;
		low[c] = s.low;
		high[c] = s.high;
		mad[c] = s.mad;
	}
	if (!known)
		return;
	if (strcmp(metric->name, "ops_per_sec") != 0) {
		print_row(out, run, metric->name, median, metric->unit);
		return;
	}
	snprintf(unit, sizeof(unit), "%s; one op is one %s", metric->unit, run->workload->op);
	print_row(out, run, metric->name, median, unit);
	print_row(out, run, "  95 % interval, from", low, metric->unit);
	print_row(out, run, "  to", high, metric->unit);
	print_row(out, run, "  MAD", mad, "median distance of a round from the median");
}

static void print_metrics(FILE *out, const struct cg_run *run)
{
	struct cg_metric metrics[CG_METRICS_MAX];
	size_t nr = cg_metrics_of(run, metrics);

	print_names(out, run, "median of rounds");
	for (size_t m = 0; m < nr; m++) {
		if (run->nr_instances == 1 && strcmp(metrics[m].name, "fairness") == 0)
			continue;
		print_metric(out, run, &metrics[m]);
	}
	fputc('\n', out);
}

static bool any_counted(const struct cg_run *run)
{
	for (size_t c = 0; c < run->nr_contexts; c++) {
		if (run->contexts[c].count.ops)
			return true;
	}
	return false;
}

static void print_counts(FILE *out, const struct cg_run *run)
{
	if (!any_counted(run))
		return;
	print_names(out, run, "charge path, per op");
	for (int e = 0; e < CG_NR_EVENTS; e++) {
		fprintf(out, TITLE, cg_events[e].name);
		for (size_t c = 0; c < run->nr_contexts; c++) {
			double value = cg_count_per_op(&run->contexts[c].count, (enum cg_event)e);

			if (isnan(value))
				fprintf(out, " %*s", column(run, c), "n/a");
			else
				fprintf(out, " %*.2f", column(run, c), value);
		}
		fprintf(out, "  %s%s%s\n", cg_ink(out, CG_INK_FAINT), cg_events[e].meaning,
			cg_ink(out, CG_INK_NONE));
	}
	fputc('\n', out);
}

static void print_profile(FILE *out, const struct cg_context *context)
{
	const struct cg_profile_result *profile = &context->profile;

	if (!context->has_profile)
		return;
	if (profile->samples == 0) {
		fprintf(out, "profile of %s: no sample was taken in the kernel (%s)\n\n",
			context->name, profile->source);
		return;
	}
	fprintf(out, "profile of %s: %.1f %% of %llu kernel samples (%s) in the charge path\n",
		context->name, 100 * profile->charge_path_share,
		(unsigned long long)profile->samples, profile->source);
	for (size_t f = 0; f < profile->nr_functions && f < 10; f++)
		fprintf(out, "  %5.1f %%  %s%s\n",
			100 * (double)profile->functions[f].samples / (double)profile->samples,
			profile->functions[f].symbol,
			profile->functions[f].is_charge_path ? "  (charge path)" : "");
	fputc('\n', out);
}

/* Only a difference that is shown has a colour. */
static enum cg_ink ink_of(const struct cg_ratio *ratio)
{
	return ratio->high < 1 ? CG_INK_RED : ratio->low > 1 ? CG_INK_GREEN : CG_INK_NONE;
}

static void print_comparisons(FILE *out, const struct cg_run *run)
{
	size_t baseline = cg_baseline_of(run);

	for (size_t c = 0; c < run->nr_contexts; c++) {
		struct cg_ratio ratio;

		if (c == baseline || run->contexts[c].nr_rounds == 0)
			continue;
		ratio = cg_compare_ops(run, c, baseline);
		fprintf(out, "%s against %s: ops_per_sec x %s%.3f%s", run->contexts[c].name,
			run->contexts[baseline].name, cg_ink(out, ink_of(&ratio)), ratio.ratio,
			cg_ink(out, CG_INK_NONE));
		if (!isnan(ratio.low))
			fprintf(out, " (95 %% interval %.3f to %.3f%s)", ratio.low, ratio.high,
				ratio.low <= 1 && ratio.high >= 1 ? ", no difference shown" : "");
		fputc('\n', out);
	}
}

void cg_print_run(FILE *out, const struct cg_run *run)
{
	print_head(out, run);
	print_seats(out, run);
	print_metrics(out, run);
	print_counts(out, run);
	for (size_t c = 0; c < run->nr_contexts; c++)
		print_profile(out, &run->contexts[c]);
	print_comparisons(out, run);
}

void cg_print_progress(FILE *out, const char *who, const char *line)
{
	struct winsize window;
	char text[256];

	snprintf(text, sizeof(text), "%s: %s", who, line);
	if (!cg_ink_is_terminal(out)) {
		fprintf(out, "%s\n", text);
		return;
	}
	if (ioctl(fileno(out), TIOCGWINSZ, &window) == 0 && window.ws_col > 1 &&
	    window.ws_col <= sizeof(text))
		text[window.ws_col - 1] = '\0';
	fprintf(out, "\r%s\033[K", text);
	fflush(out);
}

void cg_print_progress_end(FILE *out)
{
	if (!cg_ink_is_terminal(out))
		return;
	fputs("\r\033[K", out);
	fflush(out);
}

void cg_print_warning(FILE *out, const char *text)
{
	fprintf(out, "%swarning:%s %s\n", cg_ink(out, CG_INK_YELLOW), cg_ink(out, CG_INK_NONE),
		text);
}

/* A key or value without blanks and control characters. */
static void put_word(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(isgraph((unsigned char)*text) && *text != '=' ? *text : '_', out);
}

static void put_number(FILE *out, const char *prefix, const char *name, double value)
{
	fputc(' ', out);
	put_word(out, prefix);
	if (isnan(value))
		fprintf(out, ".%s=null", name);
	else
		fprintf(out, ".%s=%.6g", name, value);
}

static void put_context(FILE *out, const struct cg_run *run, const struct cg_context *context)
{
	struct cg_metric metrics[CG_METRICS_MAX];
	const char *name = context->name;
	struct cg_summary s;

	cg_metrics_of(run, metrics);
	if (!cg_metric_summary(run, context, &metrics[0], &s))
		s.median = s.low = s.high = NAN;
	put_number(out, name, "ops_per_sec", s.median);
	put_number(out, name, "low", s.low);
	put_number(out, name, "high", s.high);
	for (int e = 0; e < CG_NR_EVENTS && context->count.ops; e++)
		put_number(out, name, cg_events[e].name,
			   cg_count_per_op(&context->count, (enum cg_event)e));
	if (context->uncharged)
		put_number(out, name, "valid", 0);
}

void cg_print_result(FILE *out, const struct cg_run *run, const struct cg_error *error)
{
	size_t baseline = cg_baseline_of(run);
	size_t rounds = SIZE_MAX;

	for (size_t c = 0; c < run->nr_contexts; c++) {
		if (run->contexts[c].nr_rounds < rounds)
			rounds = run->contexts[c].nr_rounds;
	}
	fprintf(out, "RESULT workload=%s status=%s instances=%zu rounds=%zu warnings=%zu",
		run->workload->name, error->kind == CG_ERROR_NONE ? "measured" : "failed",
		run->nr_instances, run->nr_contexts ? rounds : 0, run->warnings.nr);
	for (size_t c = 0; c < run->nr_contexts; c++)
		put_context(out, run, &run->contexts[c]);
	for (size_t c = 0; c < run->nr_contexts; c++) {
		if (c != baseline)
			put_number(out, run->contexts[c].name, "ratio",
				   cg_compare_ops(run, c, baseline).ratio);
	}
	fputc('\n', out);
}
