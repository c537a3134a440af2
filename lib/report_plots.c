// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_plots.c - the pictures of a report. See report_plots.h.
 *
 * Rounds stand in the order they were run, so that a drift shows; each context has a panel of its
 * own on one axis. Numbers that no machine can have measured are left out: gnuplot gives up at them.
 */
#include "report_plots.h"

#include <math.h>

#define WIDTH  720
#define HEIGHT 230
/* Of a panel that is 1 wide. */
#define MARGIN 0.12

static bool is_sane(double value)
{
	return isfinite(value) && value >= 0 && value < 1e15;
}

/* What is drawn so far. */
struct extent {
	double low, high;
};

static void widen(struct extent *extent, double value)
{
	if (!is_sane(value))
		return;
	extent->low = fmin(extent->low, value);
	extent->high = fmax(extent->high, value);
}

static double member(const struct cg_json_node *node, const char *key)
{
	struct cg_json_node value = cg_json_node_key(node, key);

	return cg_json_node_number(&value);
}

/* "$name << EOD": data follow, then end_data(). */
static void begin_data(FILE *script, const char *kind, size_t i)
{
	fprintf(script, "$%s%zu << EOD\n", kind, i);
}

static void end_data(FILE *script)
{
	/* A data block must not be empty. */
	fputs("NaN NaN NaN NaN\nEOD\n", script);
}

static void name_panels(struct cg_gnuplot *gnuplot, const struct cg_json_node *contexts, size_t nr)
{
	FILE *script = gnuplot->script;

	fprintf(script, "set xrange [0:%zu]\nset xtics (", nr);
	for (size_t c = 0; c < nr; c++) {
		struct cg_json_node context = cg_json_node_index(contexts, c);

		fputs(c ? ", " : "", script);
		cg_gnuplot_text(gnuplot, cg_json_node_text(&context, "cgroup", "?"));
		fprintf(script, " %zu.5", c);
	}
	fputs(")\n", script);
}

static size_t nr_panels(const struct cg_json_node *contexts)
{
	size_t nr = json_array_size(contexts->json);

	return nr < CG_REPORT_PLOT_CONTEXTS ? nr : CG_REPORT_PLOT_CONTEXTS;
}

/* ---- A run ---- */

static void put_rounds(FILE *script, size_t c, const struct cg_json_node *context,
		       struct extent *extent)
{
	const json_t *rounds = json_object_get(context->json, "rounds");
	size_t nr = json_array_size(rounds), step = nr / CG_REPORT_PLOT_POINTS + 1;

	begin_data(script, "rounds", c);
	for (size_t r = 0; r < nr; r += step) {
		const json_t *rate = json_object_get(json_array_get(rounds, r), "ops_per_sec");
		double value = json_is_number(rate) ? json_number_value(rate) : NAN;

		if (!is_sane(value))
			continue;
		widen(extent, value);
		fprintf(script, "%.6f %.15g\n",
			(double)c + MARGIN + (1 - 2 * MARGIN) * ((double)r + 0.5) / (double)nr,
			value);
	}
	end_data(script);
}

/* The box from low to high, and the median's line. Of two rounds it may be wider than any axis. */
static void put_interval(FILE *script, size_t c, const struct cg_json_node *context)
{
	struct cg_json_node rate = cg_json_node_path(context, "summary/ops_per_sec");
	double low = member(&rate, "low"), high = member(&rate, "high");
	double median = member(&rate, "median");

	begin_data(script, "box", c);
	if (is_sane(low) && is_sane(high)) {
		fprintf(script, "%.6f %.6f %.15g %.15g\n", (double)c + MARGIN / 2,
			(double)c + 1 - MARGIN / 2, low, high);
	}
	end_data(script);
	begin_data(script, "median", c);
	if (is_sane(median))
		fprintf(script, "%.6f %.15g %.6f 0\n", (double)c + MARGIN / 2, median, 1 - MARGIN);
	end_data(script);
}

static void plot_run(struct cg_gnuplot *gnuplot, struct cg_report_run *run)
{
	struct cg_json_node contexts = cg_json_node_key(&run->node, "contexts");
	struct extent extent = { INFINITY, 0 };
	size_t nr = nr_panels(&contexts);
	FILE *script = gnuplot->script;

	run->plot = cg_gnuplot_begin(gnuplot, WIDTH, HEIGHT);
	for (size_t c = 0; c < nr; c++) {
		struct cg_json_node context = cg_json_node_index(&contexts, c);

		put_rounds(script, c, &context, &extent);
		put_interval(script, c, &context);
	}
	cg_gnuplot_axis(gnuplot, 'y', isfinite(extent.low) ? extent.low : 0, extent.high);
	name_panels(gnuplot, &contexts, nr);
	fputs("plot ", script);
	for (size_t c = 0; c < nr; c++) {
		const char *colour = cg_gnuplot_colour(c);

		fprintf(script,
			"%s$box%zu using 1:3:1:2:3:4 with boxxyerror %s, "
			"$median%zu with vectors nohead lw 1.6 %s, "
			"$rounds%zu with points pt 7 ps 0.55 %s",
			c ? ", " : "", c, colour, c, colour, c, colour);
	}
	fputc('\n', script);
}

/* ---- A group: all its runs ---- */

static void plot_group(struct cg_gnuplot *gnuplot, const struct cg_report *report,
		       struct cg_report_group *group)
{
	struct cg_json_node first =
		cg_json_node_key(&report->runs[group->members[0]].node, "contexts");
	struct extent extent = { INFINITY, 0 };
	size_t nr = nr_panels(&first);
	/* A line as a box, which gnuplot cuts at the axis; error bars have a white rim. */
	double half = 0.0011 * (double)nr;
	FILE *script = gnuplot->script;

	group->plot = cg_gnuplot_begin(gnuplot, WIDTH, HEIGHT);
	for (size_t c = 0; c < nr; c++) {
		begin_data(script, "runs", c);
		for (size_t m = 0; m < group->nr_members; m++) {
			struct cg_json_node node = report->runs[group->members[m]].node;
			double x = (double)c + MARGIN +
				   (1 - 2 * MARGIN) * ((double)m + 0.5) / (double)group->nr_members;
			double median, low, high;

			node = cg_json_node_key(&node, "contexts");
			node = cg_json_node_index(&node, c);
			node = cg_json_node_path(&node, "summary/ops_per_sec");
			median = member(&node, "median");
			low = member(&node, "low");
			high = member(&node, "high");
			if (!is_sane(median))
				continue;
			low = is_sane(low) ? low : median;
			high = is_sane(high) ? high : median;
			widen(&extent, median);
			widen(&extent, fmin(high, 1.5 * median));
			widen(&extent, fmax(low, median / 1.5));
			fprintf(script, "%.6f %.15g %.15g %.15g\n", x, median, low, high);
		}
		end_data(script);
	}
	cg_gnuplot_axis(gnuplot, 'y', isfinite(extent.low) ? extent.low : 0, extent.high);
	name_panels(gnuplot, &first, nr);
	fputs("plot ", script);
	for (size_t c = 0; c < nr; c++)
		fprintf(script,
			"%s$runs%zu using 1:2:($1-%.5f):($1+%.5f):3:4 with boxxyerror fs solid 0.7 "
			"noborder %s, $runs%zu using 1:2 with points pt 7 ps %s %s",
			c ? ", " : "", c, half, half, cg_gnuplot_colour(c), c,
			group->nr_members * nr > 60 ? "0.35" : "0.6", cg_gnuplot_colour(c));
	fputc('\n', script);
}

/* ---- Sweeps ---- */

static size_t nr_drawn(const struct cg_report_sweep *sweep)
{
	return sweep->nr_contexts < CG_REPORT_PLOT_CONTEXTS ? sweep->nr_contexts
							    : CG_REPORT_PLOT_CONTEXTS;
}

/* Where a step stands: by its value, on a logarithmic axis if the values are far apart. */
static double place_of(const struct cg_report_sweep *sweep, size_t s)
{
	const struct cg_report_step *steps = sweep->steps;
	size_t last = sweep->nr_steps - 1;

	if (!sweep->is_numeric)
		return (double)s;
	if (steps[0].number > 0 && steps[last].number >= 8 * steps[0].number)
		return log2(steps[s].number);
	return steps[s].number;
}

/* Names of steps, as many as there is room for. */
static void name_steps(struct cg_gnuplot *gnuplot, const struct cg_report_sweep *sweep)
{
	size_t nr = sweep->nr_steps, every = nr / 13 + 1;
	double from = place_of(sweep, 0), to = place_of(sweep, nr - 1), edge = 0.03 * (to - from);
	FILE *script = gnuplot->script;

	edge = edge > 0 ? edge : 1;
	fprintf(script, "set xrange [%.15g:%.15g]\nset xtics (", from - edge, to + edge);
	for (size_t s = 0; s < nr; s += every) {
		fputs(s ? ", " : "", script);
		cg_gnuplot_text(gnuplot, sweep->steps[s].label);
		fprintf(script, " %.15g", place_of(sweep, s));
	}
	fputs(")\n", script);
}

static size_t plot_rates(struct cg_gnuplot *gnuplot, const struct cg_report_sweep *sweep)
{
	size_t picture = cg_gnuplot_begin(gnuplot, WIDTH, HEIGHT);
	struct extent extent = { INFINITY, 0 };
	FILE *script = gnuplot->script;

	for (size_t c = 0; c < nr_drawn(sweep); c++) {
		begin_data(script, "rates", c);
		for (size_t s = 0; s < sweep->nr_steps; s++) {
			struct cg_json_node m = cg_report_sweep_rate(sweep, s, c, "median");
			struct cg_json_node l = cg_report_sweep_rate(sweep, s, c, "low");
			struct cg_json_node h = cg_report_sweep_rate(sweep, s, c, "high");
			double median = cg_json_node_number(&m), low = cg_json_node_number(&l);
			double high = cg_json_node_number(&h);

			if (!is_sane(median))
				continue;
			low = is_sane(low) ? low : median;
			high = is_sane(high) ? high : median;
			widen(&extent, median);
			fprintf(script, "%.15g %.15g %.15g %.15g\n", place_of(sweep, s), median,
				low, high);
		}
		end_data(script);
	}
	cg_gnuplot_axis(gnuplot, 'y', 0, 1.2 * extent.high);
	name_steps(gnuplot, sweep);
	fputs("plot ", script);
	for (size_t c = 0; c < nr_drawn(sweep); c++)
		fprintf(script,
			"%s$rates%zu using 1:3:4 with filledcurves %s, "
			"$rates%zu using 1:2 with linespoints lw 1.6 pt 7 ps 0.55 %s",
			c ? ", " : "", c, cg_gnuplot_colour(c), c, cg_gnuplot_colour(c));
	fputc('\n', script);
	return picture;
}

static void plot_calls(struct cg_gnuplot *gnuplot, const struct cg_report_sweep *sweep,
		       size_t context)
{
	struct extent extent = { 0, 0 };
	FILE *script = gnuplot->script;

	cg_gnuplot_begin(gnuplot, WIDTH, HEIGHT);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++) {
		begin_data(script, "calls", e);
		for (size_t s = 0; s < sweep->nr_steps; s++) {
			struct cg_json_node node =
				cg_report_sweep_calls(sweep, s, context, cg_report_sweep_events[e]);
			double value = cg_json_node_number(&node);

			if (!is_sane(value))
				continue;
			widen(&extent, value);
			fprintf(script, "%.15g %.15g\n", place_of(sweep, s), value);
		}
		end_data(script);
	}
	cg_gnuplot_axis(gnuplot, 'y', 0, extent.high);
	name_steps(gnuplot, sweep);
	fputs("plot ", script);
	for (size_t e = 0; e < CG_REPORT_SWEEP_EVENTS; e++)
		fprintf(script, "%s$calls%zu using 1:2 with linespoints lw 1.6 %s %s",
			e ? ", " : "", e,
			/* Those of charging and uncharging often lie on each other. */
			e == 0 ? "pt 6 ps 1" : "pt 7 ps 0.5", cg_gnuplot_colour(e + 2));
	fputc('\n', script);
}

static void plot_sweep(struct cg_gnuplot *gnuplot, struct cg_report_sweep *sweep)
{
	if (sweep->nr_contexts == 0)
		return;
	sweep->rates_plot = plot_rates(gnuplot, sweep);
	sweep->calls_plots = gnuplot->nr;
	for (size_t c = 0; c < nr_drawn(sweep); c++)
		plot_calls(gnuplot, sweep, c);
}

void cg_report_plot(struct cg_gnuplot *gnuplot, struct cg_report *report)
{
	for (size_t r = 0; r < report->checked.nr; r++)
		plot_run(gnuplot, &report->runs[r]);
	for (size_t g = 0; g < report->nr_groups; g++) {
		if (report->groups[g].nr_members > 1)
			plot_group(gnuplot, report, &report->groups[g]);
	}
	for (size_t f = 0; f < report->nr_files; f++)
		plot_sweep(gnuplot, &report->files[f].sweep);
}
