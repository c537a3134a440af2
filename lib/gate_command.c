// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate_command.c - `cgpong gate`. See gate_command.h.
 */
#include "gate_command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "baseline.h"
#include "clock.h"
#include "gate_options.h"
#include "gate_shape.h"
#include "ink.h"
#include "measure.h"
#include "output.h"
#include "plain.h"
#include "print.h"
#include "progress.h"
#include "text.h"

/* Of ours, beside those of the shape: --progress never --no-count. */
#define NR_RUN_WORDS (CG_GATE_SHAPE_WORDS + 3)

/* Counts hardly vary: more runs than these are for the time. */
#define COUNTED_RUNS 3

struct session {
	const struct cg_gate_options *options;
	struct cg_runs base, fresh;
	struct cg_gate_shape shape;
	struct cg_gate gate;
};

/* ---- Measuring ---- */

/* The arguments of the next run; returns how many. The caller's own come last, and win. */
static size_t make_words(const struct session *s, const char **words)
{
	const struct cg_gate_options *o = s->options;
	bool counts = o->limits.by == CG_BY_COUNTS ||
		      (o->limits.by == CG_BY_BOTH && s->fresh.nr < COUNTED_RUNS);
	size_t nr = 0;

	while (nr < CG_GATE_SHAPE_WORDS) {
		words[nr] = s->shape.words[nr];
		nr++;
	}
	words[nr++] = "--progress";
	words[nr++] = "never";
	if (!counts)
		words[nr++] = "--no-count";
	for (size_t i = 0; i < o->nr_words; i++)
		words[nr++] = o->words[i];
	return nr;
}

/* "run 7, at most 48 s left", or of a new baseline "run 7 of 30, about 14 s left"; on a terminal only. */
static void show_progress(const struct session *s, uint64_t elapsed_ns)
{
	const struct cg_gate_options *o = s->options;
	char workload[80], doing[64], line[128];

	if (!cg_ink_is_terminal(stderr))
		return;
	if (o->update) {
		snprintf(doing, sizeof(doing), "run %zu of %zu", s->fresh.nr + 1,
			 (size_t)o->nr_runs);
		cg_progress_steps(doing, s->fresh.nr, o->nr_runs, elapsed_ns, line, sizeof(line));
	} else {
		snprintf(line, sizeof(line), "run %zu, at most %.0f s left", s->fresh.nr + 1,
			 (double)(o->budget_ns - elapsed_ns) / 1e9);
	}
	cg_print_progress(stderr, cg_plain(o->workload, workload, sizeof(workload)), line);
}

/* One run more in .fresh; or a verdict SKIPPED. */
static int measure_one(struct session *s, struct cg_measure *measure, struct cg_error *error)
{
	const struct cg_gate_options *o = s->options;
	const char *words[NR_RUN_WORDS + CG_GATE_WORDS_MAX];
	size_t nr = make_words(s, words);
	struct cg_outcome outcome;
	int result;

	result = cg_measure(measure, o->workload, words, nr, &outcome, error);
	if (result == -EINTR)
		cg_error_fail(error, 0, "interrupted by SIG%s",
			      sigabbrev_np(measure->watch.interrupted));
	if (!result && outcome.status == 0) {
		result = cg_runs_add(&s->fresh, outcome.results, o->workload, error);
		/* Our own results: nobody's bad input. */
		if (result)
			error->kind = CG_ERROR_FAILED;
	} else if (!result && outcome.status == CG_ERROR_SKIPPED) {
		cg_gate_free(&s->gate);
		s->gate.verdict = CG_VERDICT_SKIPPED;
		s->gate.nr_base = s->base.nr;
		s->gate.nr_fresh = s->fresh.nr;
		cg_plain(outcome.why, s->gate.why, sizeof(s->gate.why));
	} else if (!result && outcome.status == CG_ERROR_USAGE) {
		result = cg_error_usage(error, "%s: %s", o->workload, outcome.why);
	} else if (!result) {
		result = cg_error_fail(error, 0, "%s: %s", o->workload, outcome.why);
	}
	json_decref(outcome.results);
	return result;
}

static int judge(struct session *s, struct cg_error *error)
{
	cg_gate_free(&s->gate);
	return cg_gate_judge(&s->gate, &s->base, &s->fresh, &s->options->limits, error);
}

/* Counts are looked at after each run, for they hardly vary; times seldom. */
static bool is_look(const struct session *s)
{
	return s->options->limits.by == CG_BY_COUNTS ? s->fresh.nr >= COUNTED_RUNS
						     : cg_gate_is_look(s->fresh.nr);
}

/*
 * A machine has moods that last for seconds, such as a hypervisor that takes longer to wake a CPU, and
 * runs of one mood agree with each other. So a regression by time has to stand when a quarter of the budget
 * is spent.
 */
static bool is_settled(const struct session *s, uint64_t elapsed_ns)
{
	if (s->gate.verdict == CG_VERDICT_REGRESSION &&
	    cg_gate_part(&s->gate, false) != CG_VERDICT_REGRESSION)
		return elapsed_ns >= s->options->budget_ns / 4;
	return s->gate.verdict != CG_VERDICT_INCONCLUSIVE || !s->gate.open;
}

/* Runs until the verdict is there or the budget is not enough for another run. */
static int measure_and_judge(struct session *s, struct cg_measure *measure, struct cg_error *error)
{
	uint64_t start = cg_clock_ns(), longest = 0, now = start;
	bool last = false;
	int result = 0;

	while (!result && !last) {
		uint64_t before = now;

		show_progress(s, now - start);
		result = measure_one(s, measure, error);
		now = cg_clock_ns();
		if (!result && s->fresh.nr == 1)
			result = cg_comparable(&s->base, &s->fresh, error);
		if (result || s->gate.verdict == CG_VERDICT_SKIPPED)
			break;
		if (now - before > longest)
			longest = now - before;
		last = s->fresh.nr == CG_GATE_RUNS_MAX ||
		       now - start + longest > s->options->budget_ns;
		if (!last && !is_look(s))
			continue;
		result = judge(s, error);
		last |= is_settled(s, now - start);
	}
	return result;
}

static int measure_runs(struct session *s, struct cg_measure *measure, struct cg_error *error)
{
	uint64_t start = cg_clock_ns();
	int result = 0;

	while (!result && s->fresh.nr < s->options->nr_runs &&
	       s->gate.verdict != CG_VERDICT_SKIPPED) {
		show_progress(s, cg_clock_ns() - start);
		result = measure_one(s, measure, error);
	}
	return result;
}

/* ---- The two jobs ---- */

/* Fills .fresh from files, or by measuring with @by. */
static int get_fresh(struct session *s,
		     int (*by)(struct session *s, struct cg_measure *measure,
			       struct cg_error *error),
		     struct cg_error *error)
{
	const struct cg_gate_options *o = s->options;
	struct cg_measure measure;
	int result = 0;

	for (size_t i = 0; i < o->nr_files && !result; i++)
		result = cg_runs_read(&s->fresh, o->files[i], error);
	if (!o->workload || result)
		return result;
	/* A new baseline does not keep an old one's shape. */
	cg_gate_shape_of(&s->shape, o->update ? &s->fresh : &s->base);
	result = cg_measure_open(&measure, error);
	if (result)
		return result;
	result = by(s, &measure, error);
	cg_print_progress_end(stderr);
	cg_measure_close(&measure);
	return result;
}

static int flush(FILE *out, const char *what, struct cg_error *error)
{
	errno = 0;
	if (fflush(out) == 0 && !ferror(out))
		return 0;
	/* Reported here: nothing is left for the flush at exit. */
	clearerr(out);
	return cg_error_fail(error, errno ? errno : EIO, "write %s", what);
}

static int write_report(const char *path, const struct cg_gate *gate, enum cg_gate_format format,
			struct cg_error *error)
{
	struct cg_text text;
	size_t size;
	char *bytes;
	int result;

	if (cg_text_open(&text))
		cg_gate_print(text.stream, gate, format);
	bytes = cg_text_close(&text, &size);
	result = bytes ? cg_output_write(path, bytes, size, error)
		       : cg_error_fail(error, ENOMEM, "write %s", path);
	free(bytes);
	return result;
}

/* Before anything is measured. */
static int check_report(const struct cg_gate_options *o, struct cg_error *error)
{
	int result = o->report ? cg_output_check_path(o->report, "--output", error) : 0;

	if (!result && o->report && cg_output_is_file(o->report, o->baseline))
		result = cg_error_usage(error, "--output %s: is the baseline", o->report);
	for (size_t i = 0; i < o->nr_files && !result && o->report; i++) {
		if (cg_output_is_file(o->report, o->files[i]))
			result = cg_error_usage(error, "--output %s: is what is to be judged",
						o->report);
	}
	cg_error_cure(error, "give another file");
	return result;
}

static int report(FILE *out, struct session *s, struct cg_error *error)
{
	static const int codes[] = {
		[CG_VERDICT_PASS] = 0,
		[CG_VERDICT_REGRESSION] = 1,
		[CG_VERDICT_INCONCLUSIVE] = 3,
		[CG_VERDICT_SKIPPED] = CG_ERROR_SKIPPED,
	};
	const struct cg_gate_options *o = s->options;
	int result = 0;

	if (s->gate.workload[0] == '\0')
		cg_plain(o->workload, s->gate.workload, sizeof(s->gate.workload));
	cg_gate_print(out, &s->gate, o->report ? CG_GATE_TEXT : o->format);
	if (o->report)
		result = write_report(o->report, &s->gate, o->format, error);
	if (!result)
		result = flush(out, "to stdout", error);
	return result ? result : codes[s->gate.verdict];
}

/* A baseline of slowed-down CPUs makes every gate inconclusive, which would be noticed late. */
static void warn_of_speed(const struct cg_runs *runs)
{
	struct cg_speed_band band;
	struct cg_sample sample = { 0 };

	if (runs->nr < CG_GATE_RUNS_MIN || !cg_speed_band_of(runs, 0, &band))
		return;
	if (cg_sample_take(runs, 0, CG_SAMPLE_CPU_SPEED, true, &band, &sample) &&
	    (sample.n < CG_GATE_RUNS_MIN || sample.n < runs->nr / 4))
		fprintf(stderr,
			"warning: in %zu of %zu runs only were the CPUs at full speed: a neighbour of a "
			"thread, or the frequency (make the baseline again when it is quieter, or with "
			"more --runs)\n",
			sample.n, runs->nr);
	free(sample.values);
}

static int update(FILE *out, struct session *s, struct cg_error *error)
{
	const struct cg_gate_options *o = s->options;
	int result = cg_baseline_check_path(o->baseline, &s->base, error);

	if (!result)
		result = get_fresh(s, measure_runs, error);
	if (!result && s->gate.verdict == CG_VERDICT_SKIPPED)
		return report(out, s, error);
	if (!result)
		result = cg_comparable(&s->fresh, &s->fresh, error);
	if (!result)
		result = cg_baseline_write(out, o->baseline, &s->fresh, &s->base, error);
	if (!result)
		warn_of_speed(&s->fresh);
	return result ? result : flush(out, "to stdout", error);
}

/* Known before anything is measured, or found missing here. */
static int check_workload(const struct session *s, struct cg_error *error)
{
	const char *of_base = json_string_value(json_object_get(s->base.items[0], "workload"));
	char name[80];

	if (!s->options->workload || strcmp(of_base, s->options->workload) == 0)
		return 0;
	return cg_error_usage(error,
			      "not comparable: workload is %s on one side and %.60s on the other",
			      cg_plain(of_base, name, sizeof(name)), s->options->workload);
}

static int gate(FILE *out, struct session *s, struct cg_error *error)
{
	int result = cg_runs_read(&s->base, s->options->baseline, error);

	if (!result)
		result = check_workload(s, error);
	if (!result)
		result = get_fresh(s, measure_and_judge, error);
	if (!result && !s->options->workload)
		result = judge(s, error);
	return result ? result : report(out, s, error);
}

int cg_gate_command(FILE *out, int argc, char **argv, struct cg_error *error)
{
	struct cg_gate_options options;
	struct session s = { .options = &options };
	int result = cg_gate_options_parse(&options, argc, argv, error);

	if (!result)
		result = check_report(&options, error);
	if (!result)
		result = options.update ? update(out, &s, error) : gate(out, &s, error);
	cg_gate_free(&s.gate);
	cg_runs_free(&s.base);
	cg_runs_free(&s.fresh);
	return result;
}
