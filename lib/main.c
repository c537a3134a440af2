// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - the program around a workload: the only part of the library that prints.
 *
 * main() itself is in start.c, which knows the workload by name; this is told.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datadir.h"
#include "ink.h"
#include "memory.h"
#include "output.h"
#include "print.h"
#include "results.h"
#include "run.h"

/* What this program is; there is one in a process. */
static const struct cg_workload *self;

static void say_error(const struct cg_error *error)
{
	char text[1024];

	fprintf(stderr, "cgpong-%s: %s%s%s%s\n", self->name,
		cg_ink(stderr, error->kind == CG_ERROR_SKIPPED ? CG_INK_YELLOW : CG_INK_RED),
		error->kind == CG_ERROR_SKIPPED ? "skipped: " : "",
		cg_error_text(error, text, sizeof(text)), cg_ink(stderr, CG_INK_NONE));
}

/*
 * A descriptor below 3 that is closed would go to the first file that is opened, and what
 * is meant for a person would be written there. Return: whether stdout was open.
 */
static bool hold_standard_streams(void)
{
	bool has_stdout = fcntl(STDOUT_FILENO, F_GETFD) >= 0;

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) < 0)
			return false;
	}
	return has_stdout;
}

static int end(int status)
{
	char program[80];

	snprintf(program, sizeof(program), "cgpong-%s", self->name);
	return cg_output_end(program, status);
}

static void show_progress(void *data, const char *line)
{
	(void)data;
	cg_print_progress(stderr, self->name, line);
}

static bool wants_progress(const struct cg_settings *settings)
{
	if (settings->progress == CG_AUTO)
		return cg_ink_is_terminal(stderr);
	return settings->progress == CG_ON;
}

static void say_warnings(const struct cg_run *run)
{
	for (size_t w = 0; w < run->warnings.nr; w++)
		cg_print_warning(stderr, run->warnings.texts[w]);
}

static size_t rounds_done(const struct cg_run *run)
{
	size_t nr = 0;

	for (size_t c = 0; c < run->nr_contexts; c++)
		nr += run->contexts[c].nr_rounds;
	return nr;
}

/* Everything measured goes out, whether or not the run came to its end. */
static int deliver(const struct cg_run *run, struct cg_error *error)
{
	const struct cg_settings *settings = run->settings;
	bool json_on_stdout = settings->json && cg_output_is_stdout(settings->json);
	struct cg_error lost = { 0 };
	json_t *results;

	say_warnings(run);
	if (error->kind == CG_ERROR_SKIPPED && rounds_done(run) == 0)
		return error->kind;
	if (!settings->quiet && !json_on_stdout && rounds_done(run) > 0)
		cg_print_run(stdout, run);
	if (!json_on_stdout && rounds_done(run) > 0)
		cg_print_result(stdout, run, error);
	if (settings->json) {
		results = cg_results_json(run, error);
		if (!results)
			cg_error_fail(&lost, ENOMEM, "make the results file");
		else
			cg_results_write(results, settings->json, &lost);
		json_decref(results);
	}
	if (lost.kind == CG_ERROR_NONE && cg_memory_was_short())
		cg_error_fail(&lost, ENOMEM, "report all that was measured");
	if (lost.kind != CG_ERROR_NONE)
		say_error(&lost);
	return (int)(error->kind != CG_ERROR_NONE ? error->kind : lost.kind);
}

static int run_it(const struct cg_settings *settings)
{
	struct cg_error error = { 0 };
	struct cg_run run = { 0 };
	const char *directories[CG_DATADIRS_MAX + 1];
	int status;

	if (wants_progress(settings))
		run.progress = show_progress;
	cg_datadirs("cgroups", directories);
	if (settings->json)
		cg_output_check_path(settings->json, "--json", &error);
	if (error.kind == CG_ERROR_NONE)
		cg_run_check(&run, self, settings, directories, &error);
	/* What could not even begin has nothing to deliver. */
	if (error.kind != CG_ERROR_NONE || settings->only_check) {
		say_warnings(&run);
		status = error.kind;
	} else {
		cg_run(&run, &error);
		if (run.progress)
			cg_print_progress_end(stderr);
		status = deliver(&run, &error);
	}
	if (error.kind != CG_ERROR_NONE)
		say_error(&error);
	cg_run_free(&run);
	cg_datadirs_free(directories);
	return status;
}

static int describe(void)
{
	json_t *options = json_array(), *all;

	for (const struct cg_option *o = self->options; o && o->name; o++)
		json_array_append_new(options, json_pack("{s:s, s:s?, s:s?, s:s}", "name", o->name,
							 "value", o->value_name, "default",
							 o->fallback, "help", o->help));
	all = json_pack("{s:s, s:s, s:s, s:i, s:b, s:o}", "name", self->name, "summary",
			self->summary, "op", self->op, "members", (int)self->members, "charges",
			self->charges, "options", options);
	if (!all || cg_memory_was_short() || json_dumpf(all, stdout, JSON_INDENT(1)))
		return CG_ERROR_FAILED;
	putchar('\n');
	json_decref(all);
	return 0;
}

/* A program from before a field came has no value for it, one from after has a field too many. */
static int take_workload(const void *workload, size_t size, struct cg_error *error)
{
	static struct cg_workload whole;

	memcpy(&whole, workload, size < sizeof(whole) ? size : sizeof(whole));
	self = &whole;
	if (size <= sizeof(whole))
		return 0;
	cg_error_fail(error, 0, "this program was built for a newer cgpong than the library's %s",
		      CGPONG_VERSION);
	cg_error_cure(error, "install the library it was built with, or build it again");
	return -EINVAL;
}

int cg_workload_main(const struct cg_workload *workload, size_t size, int argc, char **argv)
{
	struct cg_settings settings;
	struct cg_error error = { 0 };

	if (take_workload(workload, size, &error)) {
		say_error(&error);
		return error.kind;
	}
	if (!hold_standard_streams()) {
		cg_error_fail(&error, 0, "stdout is closed: there is nowhere to report to");
		say_error(&error);
		return error.kind;
	}
	cg_memory_watch();
	/* A reader that left (cgpong ... | head) must not cost us the results file. */
	signal(SIGPIPE, SIG_IGN);
	if (cg_options_parse(&settings, self, argc, argv, &error)) {
		say_error(&error);
		return error.kind;
	}
	if (settings.help) {
		cg_options_help(stdout, self);
		return end(0);
	}
	if (settings.version) {
		printf("cgpong-%s %s\n", self->name, CGPONG_VERSION);
		return end(0);
	}
	if (settings.only_describe)
		return end(describe());
	return end(run_it(&settings));
}
