// SPDX-License-Identifier: GPL-2.0-only
/*
 * gnuplot.c - pictures by gnuplot, all in one run of it. See gnuplot.h.
 *
 * The script is a memory file that gnuplot opens by way of /proc: nothing is written to a disk,
 * and nothing is left behind.
 */
#include "gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "child.h"
#include "html.h"
#include "memory.h"
#include "svg.h"

#define TIMEOUT_MS 60000
#define TEXT_MAX   24
#define MARK	   "cgpong-picture\n" /* printed before each one */

static FILE *open_script(void)
{
	int fd = memfd_create("cgpong-gnuplot", MFD_CLOEXEC);
	FILE *script = fd < 0 ? NULL : fdopen(fd, "w");

	if (!script && fd >= 0)
		close(fd);
	return script;
}

int cg_gnuplot_open(struct cg_gnuplot *gnuplot, struct cg_error *error)
{
	*gnuplot = (struct cg_gnuplot){ 0 };
	gnuplot->script = open_script();
	if (!gnuplot->script)
		return cg_error_fail(error, errno, "make the pictures' script");
	fprintf(gnuplot->script,
		"set print '-'\nset encoding utf8\n"
		"set border 2 lc rgb '#0101%02d' lw 0.6\nset tics nomirror scale 0 textcolor rgb "
		"'#0101%02d'\nset grid ytics lt 1 lc rgb '#0101%02d' lw 0.6\nset key off\n"
		"set style fill solid 0.16 noborder\n",
		CG_GNUPLOT_GRID, CG_GNUPLOT_INK, CG_GNUPLOT_GRID);
	return 0;
}

size_t cg_gnuplot_begin(struct cg_gnuplot *gnuplot, int width, int height)
{
	fprintf(gnuplot->script,
		"unset output\nprint '%.*s'\nset terminal svg size %d,%d dynamic noenhanced font "
		"'sans-serif,11'\nunset logscale\nset xtics\nset ytics\nset autoscale\n",
		(int)strlen(MARK) - 1, MARK, width, height);
	return gnuplot->nr++;
}

const char *cg_gnuplot_colour(size_t i)
{
	static const char *const colours[CG_GNUPLOT_COLOURS] = {
		"lc rgb '#01010a'", "lc rgb '#01010b'", "lc rgb '#01010c'", "lc rgb '#01010d'",
		"lc rgb '#01010e'", "lc rgb '#01010f'", "lc rgb '#010110'", "lc rgb '#010111'",
	};

	return colours[i % CG_GNUPLOT_COLOURS];
}

void cg_gnuplot_text(struct cg_gnuplot *gnuplot, const char *text)
{
	fputc('\'', gnuplot->script);
	for (size_t i = 0; i < TEXT_MAX && text[i]; i++) {
		unsigned char c = (unsigned char)text[i];

		fputc(isascii(c) && (isalnum(c) || strchr(".:+/-_, ", c)) ? c : '?',
		      gnuplot->script);
	}
	fputc('\'', gnuplot->script);
}

/* The smallest of 1, 2, 5, 10 ... that divides @span into six at most. */
static double step_of(double span)
{
	static const double factors[] = { 1, 2, 5 };
	double power = pow(10, floor(log10(span / 6)));

	for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
		if (factors[i] * power >= span / 6)
			return factors[i] * power;
	}
	return 10 * power;
}

void cg_gnuplot_axis(struct cg_gnuplot *gnuplot, char axis, double low, double high)
{
	double from = low > 0 && low < 0.6 * high ? 0 : low, step, first, last, margin;
	int nr;

	if (high <= from)
		high = from + (from > 0 ? 0.1 * from : 1);
	/* A dot should not stand on the edge. */
	margin = 0.04 * (high - from);
	high += margin;
	from = from > margin ? from - margin : from;
	step = step_of(high - from);
	first = floor(from / step);
	last = ceil(high / step);
	nr = (int)(last - first);
	fprintf(gnuplot->script, "set %crange [%.15g:%.15g]\nset %ctics (", axis, first * step,
		last * step, axis);
	for (int i = 0; i <= nr; i++) {
		double value = (first + i) * step;
		char text[64];

		cg_figure_text(text, sizeof(text), value, CG_FIGURE_PLAIN, " ");
		if (strchr(text, '.')) /* 0.250 is 0.25 */
			snprintf(text, sizeof(text), "%.6g", value);
		fprintf(gnuplot->script, "%s'%s' %.15g", i ? ", " : "", text, value);
	}
	fputs(")\n", gnuplot->script);
}

/* ---- Running it ---- */

/* Whether there is one in PATH. */
static bool find(char *program, size_t size)
{
	const char *path = getenv("PATH");
	char *copy = strdup(path ? path : ""), *rest = copy, *directory;
	bool found = false;

	if (!copy)
		cg_memory_missed();
	while (copy && !found && (directory = strsep(&rest, ":")) != NULL) {
		if (*directory != '/')
			continue;
		found = snprintf(program, size, "%s/gnuplot", directory) < (int)size &&
			access(program, X_OK) == 0;
	}
	free(copy);
	return found;
}

/* Cuts what gnuplot printed at the marks. */
static int take_svgs(struct cg_gnuplot *gnuplot, char *text, struct cg_error *error)
{
	char *at = strstr(text, MARK);

	gnuplot->svgs = calloc(gnuplot->nr, sizeof(*gnuplot->svgs));
	if (!gnuplot->svgs)
		return cg_error_fail(error, ENOMEM, "keep the pictures");
	for (size_t i = 0; i < gnuplot->nr && at; i++) {
		char *next;

		at += strlen(MARK);
		next = strstr(at, MARK);
		if (next)
			*next = '\0';
		gnuplot->svgs[i] = cg_svg_clean(at, i == 0);
		at = next;
	}
	for (size_t i = 0; i < gnuplot->nr; i++) {
		if (!gnuplot->svgs[i])
			snprintf(gnuplot->why, sizeof(gnuplot->why),
				 "gnuplot did not draw picture %zu of %zu", i + 1, gnuplot->nr);
	}
	return 0;
}

static void say_failure(struct cg_gnuplot *gnuplot, struct cg_child_end *end)
{
	const char *words = cg_child_last_words(end, "gnuplot");

	if (*words)
		snprintf(gnuplot->why, sizeof(gnuplot->why), "gnuplot failed: %.200s", words);
	else
		snprintf(gnuplot->why, sizeof(gnuplot->why), "gnuplot failed: exit status %d",
			 end->status);
}

static int draw(struct cg_gnuplot *gnuplot, const char *program, const char *script,
		struct cg_error *error)
{
	char *argv[] = { "gnuplot", "-d", (char *)script, NULL };
	struct cg_child child = { .program = program,
				  .argv = argv,
				  .keep_out = true,
				  .keep_err = true,
				  .timeout_ms = TIMEOUT_MS };
	struct cg_child_end end = { 0 };
	struct cg_watch watch;
	int result = cg_watch_open(&watch, error);

	if (result)
		return result;
	result = cg_child_run(&child, &watch, &end, error);
	cg_watch_close(&watch);
	if (result == -EINTR)
		cg_error_fail(error, 0, "interrupted");
	if (!result && end.timed_out)
		snprintf(gnuplot->why, sizeof(gnuplot->why), "gnuplot took longer than a minute");
	else if (!result && end.status)
		say_failure(gnuplot, &end);
	else if (!result && end.out)
		result = take_svgs(gnuplot, end.out, error);
	cg_child_end_free(&end);
	return result;
}

int cg_gnuplot_run(struct cg_gnuplot *gnuplot, struct cg_error *error)
{
	char program[4096], script[64];

	if (fflush(gnuplot->script) || ferror(gnuplot->script))
		return cg_error_fail(error, ENOMEM, "write the pictures' script");
	if (gnuplot->nr == 0)
		return 0;
	if (!find(program, sizeof(program))) {
		snprintf(gnuplot->why, sizeof(gnuplot->why), "gnuplot is not installed");
		return 0;
	}
	snprintf(script, sizeof(script), "/proc/%d/fd/%d", (int)getpid(), fileno(gnuplot->script));
	return draw(gnuplot, program, script, error);
}

const char *cg_gnuplot_svg(const struct cg_gnuplot *gnuplot, size_t nr)
{
	return gnuplot->svgs && nr < gnuplot->nr ? gnuplot->svgs[nr] : NULL;
}

void cg_gnuplot_close(struct cg_gnuplot *gnuplot)
{
	for (size_t i = 0; gnuplot->svgs && i < gnuplot->nr; i++)
		free(gnuplot->svgs[i]);
	free(gnuplot->svgs);
	if (gnuplot->script)
		fclose(gnuplot->script);
	*gnuplot = (struct cg_gnuplot){ 0 };
}
