// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_html_verdicts.c - the verdicts of a report as a list, the bad ones first. See report_html.h.
 */
#include <string.h>

#include "html.h"
#include "report_html.h"

/* More of those that are not bad, and need no look, are folded away. */
#define FINE_SHOWN 12
/* And so are more than these, whatever they are. */
#define SHOWN 40

#define SCALE 4.0 /* a ratio's picture goes from 1/SCALE to SCALE */

static const char *const tones[CG_NR_TONES] = {
	[CG_TONE_BAD] = "bad",	 [CG_TONE_ODD] = "odd",		[CG_TONE_GOOD] = "good",
	[CG_TONE_SAME] = "same", [CG_TONE_SKIPPED] = "skipped",
};

/* Where a ratio stands on the scale, in percent. */
static double percent(double ratio)
{
	double at = ratio > 0 ? 50 + 50 * log(ratio) / log(SCALE) : 0;

	return fmin(fmax(at, 0), 100);
}

static void put_scale(FILE *out, const struct cg_report_verdict *verdict)
{
	const struct cg_report_figure *f = verdict->figures;

	fputs("<span class=\"scale\" aria-hidden=\"true\">", out);
	if (verdict->nr_figures == 3)
		fprintf(out, "<i style=\"left:%.2f%%;width:%.2f%%\"></i>", percent(f[1].value),
			percent(f[2].value) - percent(f[1].value));
	fprintf(out, "<b style=\"left:%.2f%%\"></b></span>", percent(f[0].value));
}

static void put_ratio(FILE *out, const struct cg_report_verdict *verdict)
{
	const struct cg_report_figure *f = verdict->figures;

	fputs("<b>× ", out);
	cg_html_value(out, f[0].value, CG_FIGURE_RATIO, f[0].at);
	fputs("</b>", out);
	if (verdict->nr_figures == 3) {
		fputs("<small>", out);
		cg_html_value(out, f[1].value, CG_FIGURE_RATIO, f[1].at);
		fputs(" to ", out);
		cg_html_value(out, f[2].value, CG_FIGURE_RATIO, f[2].at);
		fputs("</small>", out);
	}
	put_scale(out, verdict);
}

/* A recipe's: what it is, and what it should be. */
static void put_signal(FILE *out, const struct cg_report_verdict *verdict)
{
	const struct cg_report_figure *f = verdict->figures;
	size_t i = verdict->nr_figures - 2;

	if (i == 1) {
		fputs("<b>", out);
		cg_html_value(out, f[0].value, CG_FIGURE_CALLS, f[0].at);
		fputs("</b>", out);
	}
	fputs("<small>healthy ", out);
	cg_html_value(out, f[i].value, CG_FIGURE_SHORT, f[i].at);
	fputs(" to ", out);
	cg_html_value(out, f[i + 1].value, CG_FIGURE_SHORT, f[i + 1].at);
	fputs("</small>", out);
}

static void put_pairs(FILE *out, const struct cg_report_verdict *verdict)
{
	for (size_t i = 0; i + 1 < verdict->nr_figures; i += 2) {
		const struct cg_report_figure *f = &verdict->figures[i];

		fprintf(out, "<span class=\"pair\"><code>%s</code> ", f[0].name);
		cg_html_value(out, f[0].value, CG_FIGURE_CALLS, f[0].at);
		fputs(" → <b>", out);
		cg_html_value(out, f[1].value, CG_FIGURE_CALLS, f[1].at);
		fputs("</b></span>", out);
	}
}

static void put_figures(FILE *out, const struct cg_report_verdict *verdict)
{
	const struct cg_report_figure *f = verdict->figures;

	fputs("<span class=\"figures\">", out);
	if (verdict->shape == CG_REPORT_FIGURES_RATIO && verdict->nr_figures)
		put_ratio(out, verdict);
	else if (verdict->shape == CG_REPORT_FIGURES_SIGNAL && verdict->nr_figures >= 2)
		put_signal(out, verdict);
	else if (verdict->shape == CG_REPORT_FIGURES_PAIRS)
		put_pairs(out, verdict);
	for (size_t i = 0; verdict->shape == CG_REPORT_FIGURES_PLAIN && i < verdict->nr_figures;
	     i++) {
		fputs("<b>", out);
		cg_html_value(out, f[i].value, CG_FIGURE_CALLS, f[i].at);
		fprintf(out, "</b><small>%s</small>", f[i].name);
	}
	fputs("</span>", out);
}

static void put_verdict(FILE *out, const struct cg_report_verdict *verdict)
{
	fprintf(out, "<li class=\"%s\"><span class=\"badge\">%s</span><span class=\"what\">",
		tones[verdict->tone], verdict->word);
	cg_html_text(out, verdict->what);
	if (verdict->why[0]) {
		fputs("<span class=\"why\">", out);
		cg_html_text(out, verdict->why);
		fputs("</span>", out);
	}
	fputs("</span>", out);
	put_figures(out, verdict);
	fputs("</li>\n", out);
}

void cg_report_html_verdicts(FILE *out, const struct cg_report *report)
{
	size_t nr_fine = 0;
	bool folded = false;

	fputs("<section class=\"verdicts\" id=\"verdicts\">\n", out);
	if (report->nr_verdicts)
		fputs("<ol class=\"list\">\n", out);
	for (size_t v = 0; v < report->nr_verdicts; v++) {
		nr_fine += report->verdicts[v].tone > CG_TONE_ODD;
		if (!folded && (nr_fine > FINE_SHOWN || v == SHOWN)) {
			fprintf(out,
				"</ol><details class=\"more\"><summary>%zu more</summary><ol class=\"list\">\n",
				report->nr_verdicts - v);
			folded = true;
		}
		put_verdict(out, &report->verdicts[v]);
	}
	if (report->nr_verdicts)
		fputs(folded ? "</ol></details>\n" : "</ol>\n", out);
	fputs("</section>\n", out);
}
