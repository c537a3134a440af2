// SPDX-License-Identifier: GPL-2.0-only
/*
 * cgpong.c - the front end: finds the workloads, runs them one by one or in sweeps, judges
 * kernels by recipes, and looks at the machine.
 *
 * Each command has a --help and a man page of its own, cgpong-COMMAND. A workload is a program
 * cgpong-NAME beside this one or in PATH, and cgpong run NAME is the same as cgpong-NAME.
 *
 * Topology files and recipes are looked for in $CGPONG_DATADIR, beside the program in
 * ../share/cgpong, and where cgpong was installed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalog.h"
#include "compare_command.h"
#include "doctor.h"
#include "gate_command.h"
#include "geometry.h"
#include "ink.h"
#include "memory.h"
#include "output.h"
#include "parse.h"
#include "recipe_command.h"
#include "report_command.h"
#include "script.h"
#include "sweep_command.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv, struct cg_error *error);
	const char *summary;
	const char *help; /* NULL: a script, which has its own */
};

static const struct command *find_command(const char *name);

static void say_error(const struct cg_error *error)
{
	char text[1024];

	fprintf(stderr, "cgpong: %s%s%s%s\n",
		cg_ink(stderr, error->kind == CG_ERROR_SKIPPED ? CG_INK_YELLOW : CG_INK_RED),
		error->kind == CG_ERROR_SKIPPED ? "skipped: " : "",
		cg_error_text(error, text, sizeof(text)), cg_ink(stderr, CG_INK_NONE));
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static int print_json(json_t *json, struct cg_error *error)
{
	int lost = json ? json_dumpf(json, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(15)) : -1;

	json_decref(json);
	if (lost)
		return cg_error_fail(error, errno, "print JSON");
	putchar('\n');
	return 0;
}

/* The one option of list and doctor. Returns 0 or -EINVAL. */
static int take_json(int argc, char **argv, bool *json, struct cg_error *error)
{
	*json = false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--json") != 0)
			return cg_error_usage(error, "%s: unknown argument '%.60s'", argv[0],
					      argv[i]);
		*json = true;
	}
	return 0;
}

/* ---- list ---- */

/* The workloads, each asked what it is. */
static int describe_all(struct cg_catalog *catalog, struct cg_watch *watch, struct cg_error *error)
{
	int result = cg_catalog_find(catalog, error);

	if (!result)
		result = cg_catalog_describe(catalog, watch, error);
	if (result == -EINTR)
		cg_error_fail(error, 0, "interrupted");
	return result;
}

static int list(int argc, char **argv, struct cg_error *error)
{
	struct cg_catalog catalog = { 0 };
	struct cg_watch watch;
	bool json;
	int result;

	if (argc > 2 && strcmp(argv[2], "--recipes") == 0) {
		argv[2] = argv[1];
		argv[1] = "--recipes";
	}
	if (argc > 1 && strcmp(argv[1], "--recipes") == 0) {
		result = take_json(argc - 1, argv + 1, &json, error);
		return result ? result : cg_recipe_command_list(stdout, json, error);
	}
	result = take_json(argc, argv, &json, error);
	if (!result)
		result = cg_watch_open(&watch, error);
	if (result)
		return result;
	result = describe_all(&catalog, &watch, error);
	cg_watch_close(&watch);
	for (size_t i = 0; i < catalog.nr && !result; i++) {
		if (!catalog.entries[i].about)
			fprintf(stderr, "warning: %s is not listed: %s\n",
				catalog.entries[i].program, catalog.entries[i].why);
	}
	if (!result && json)
		result = print_json(cg_catalog_json(&catalog), error);
	else if (!result)
		cg_catalog_print(stdout, &catalog);
	cg_catalog_free(&catalog);
	return result;
}

/* ---- run ---- */

/* Returns only if the workload could not be executed. */
static int execute(const char *name, char **argv, struct cg_error *error)
{
	const struct cg_catalog_entry *entry = NULL;
	struct cg_catalog catalog;

	if (cg_catalog_find(&catalog, error) == 0)
		entry = cg_catalog_entry(&catalog, name, error);
	if (entry) {
		argv[0] = strrchr(entry->program, '/') + 1;
		execv(entry->program, argv);
		cg_error_fail(error, errno, "execute %s", entry->program);
	}
	cg_catalog_free(&catalog);
	return -EINVAL;
}

static int run(int argc, char **argv, struct cg_error *error)
{
	if (argc < 2)
		return cg_error_usage(error, "run: which workload? (see cgpong list)");
	if (strcmp(argv[1], "--recipe") == 0)
		return cg_recipe_command_run(stdout, argc - 2, argv + 2, error);
	if (strncmp(argv[1], "--recipe=", 9) == 0) {
		argv[1] += 9;
		return cg_recipe_command_run(stdout, argc - 1, argv + 1, error);
	}
	return execute(argv[1], argv + 1, error);
}

/* ---- doctor ---- */

static int doctor(int argc, char **argv, struct cg_error *error)
{
	struct cg_findings findings = { 0 };
	struct cg_catalog catalog = { 0 };
	struct cg_watch watch;
	bool json;
	int result = take_json(argc, argv, &json, error);

	if (!result)
		result = cg_watch_open(&watch, error);
	if (result)
		return result;
	result = describe_all(&catalog, &watch, error);
	if (!result)
		result = cg_doctor_examine(&findings, &catalog, &watch, error);
	if (result == -EINTR)
		cg_error_fail(error, 0, "interrupted");
	cg_watch_close(&watch);
	if (!result && json)
		result = print_json(cg_findings_json(&findings), error);
	else if (!result)
		cg_findings_print(stdout, &findings);
	cg_findings_free(&findings);
	cg_catalog_free(&catalog);
	return result;
}

/* ---- sweep ---- */

static int sweep(int argc, char **argv, struct cg_error *error)
{
	return cg_sweep_command(stdout, find_command("sweep")->help, argc, argv, error);
}

/* ---- geometry ---- */

static int print_geometry(const struct cg_geometry *numbers, bool json, struct cg_error *error)
{
	if (json)
		return print_json(cg_geometry_json(numbers), error);
	cg_geometry_print(stdout, numbers);
	return 0;
}

static int geometry(int argc, char **argv, struct cg_error *error)
{
	struct cg_geometry numbers;
	struct cg_measure measure;
	uint64_t max_ring = 16;
	bool json = false, by_time = false;
	int result;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--json") == 0)
			json = true;
		else if (strcmp(argv[i], "--by-time") == 0)
			by_time = true;
		else if (strcmp(argv[i], "--max-ring") != 0)
			return cg_error_usage(error, "geometry: unknown argument '%.60s'", argv[i]);
		else if (++i == argc || cg_parse_u64(argv[i], 2, 64, &max_ring))
			return cg_error_usage(error, "--max-ring: takes a number from 2 to 64");
	}
	result = cg_measure_open(&measure, error);
	if (result)
		return result;
	result = cg_geometry_measure(&numbers, &measure, (unsigned int)max_ring, by_time, error);
	if (result == -EINTR)
		cg_error_fail(error, 0, "interrupted by SIG%s",
			      sigabbrev_np(measure.watch.interrupted));
	cg_measure_close(&measure);
	if (!result)
		result = print_geometry(&numbers, json, error);
	return result ? result : cg_geometry_status(&numbers);
}

/* ---- compare, gate ---- */

static int compare(int argc, char **argv, struct cg_error *error)
{
	return cg_compare_command(stdout, argc, argv, error);
}

/* A failure has a code of its own here: 1 would be a regression. */
static int gate(int argc, char **argv, struct cg_error *error)
{
	int result = cg_gate_command(stdout, argc, argv, error);

	if (error->kind == CG_ERROR_NONE && cg_memory_was_short())
		cg_error_fail(error, ENOMEM, "gate");
	if (error->kind != CG_ERROR_FAILED)
		return result;
	say_error(error);
	*error = (struct cg_error){ 0 };
	return CG_GATE_FAILED;
}

/* ---- lab, bisect, survey ---- */

static int script(int argc, char **argv, struct cg_error *error)
{
	(void)argc;
	return cg_script_execute(argv, error);
}

/* ---- help, and which command ---- */

static int help(int argc, char **argv, struct cg_error *error);

static const struct command commands[] = {
	{ "list", list, "the workloads there are",
	  "Usage: cgpong list [--recipes] [--json]\n"
	  "\n"
	  "Lists the programs cgpong-* beside this one and in PATH that are workloads: name, what\n"
	  "it does, what one op is. With --recipes, the recipes: name, workload, what they show.\n"
	  "Exit status: 0; 1 failed; 64 usage.\n" },
	{ "run", run, "run a workload",
	  "Usage: cgpong run WORKLOAD [OPTION]...\n"
	  "       cgpong run --recipe NAME[,NAME]...|all [-q] [-o FILE] [OPTION]...\n"
	  "\n"
	  "The same as cgpong-WORKLOAD [OPTION]...; for its options see cgpong help WORKLOAD.\n"
	  "With --recipe, reproduces a known regression and says whether this kernel has it: the last\n"
	  "line is VERDICT recipe=NAME kernel=RELEASE verdict=healthy|regressed|skipped|failed ...\n"
	  "OPTIONs go to the workload, behind the recipe's own. See cgpong list --recipes.\n"
	  "Exit status: 0 measured, whatever the verdict; 1 failed; 4 skipped; 64 usage.\n" },
	{ "doctor", doctor, "say what this machine can show, and how to mend the rest",
	  "Usage: cgpong doctor [--json]\n"
	  "\n"
	  "One line for each thing looked at: ok, warn (something is in the way) or no (cannot be\n"
	  "shown here), what was found, and in brackets what mends it. The workloads come last,\n"
	  "each asked with --check.\n"
	  "Exit status: 0 looked, whatever was found; 1 failed; 64 usage.\n" },
	{ "sweep", sweep, "run a workload for every value of one option",
	  "Usage: cgpong sweep WORKLOAD --OPTION RANGE [OPTION]...\n"
	  "\n"
	  "Runs the workload once per value and prints a row when it is measured; at the end, the\n"
	  "range in which the charge path is walked on every op. Exactly one option varies:\n"
	  "  --reply-size 64..64K     64, 128, 256, ... 65536\n"
	  "  --nr 1..200%             1, 2, 4, ... two instances per CPU\n"
	  "  --reply-size 1k..8k:10   ten values, each the same factor above the one before\n"
	  "  --ring 1..16+1           1, 2, 3, ... 16\n"
	  "  --size 64,3000,4096      these\n"
	  "  --cgroup root,deep:1..8  deep:1, deep:2, deep:4, deep:8, each beside root\n"
	  "  --place {} --values same-cpu,cross-node\n"
	  "                           any texts, put in the place of {}\n"
	  "\n"
	  "  -o, --json FILE          write all results there; - for stdout\n"
	  "      --events NAME,...    charge-path events to show\n"
	  "                           [charge_walk,uncharge_walk,objcg_drain,charge]\n"
	  "      --values VALUE,...   for {}\n"
	  "All other options are the workload's; see cgpong help WORKLOAD.\n"
	  "Exit status: 0, 1 a step failed or a signal ended it, 4 all steps skipped, 64 usage.\n" },
	{ "compare", compare, "compare results files",
	  "Usage: cgpong compare [--format text|markdown|json] A.json B.json\n"
	  "       cgpong compare [--format ...] A.json... -- B.json...\n"
	  "\n"
	  "Says what differs between two sides, times and counts of the charge path apart, each time\n"
	  "with a 95 % interval and Mann and Whitney's U and p; ~ where no difference is shown. A file\n"
	  "is a run, or a baseline with several. With three runs or more on either side their medians\n"
	  "are compared, else rounds. Runs of different things are refused.\n"
	  "The ratio is the median of B / A over all pairs of a value of B and one of A, so it need not be\n"
	  "the ratio of the medians that are shown.\n"
	  "Exit status: 0 compared, whatever came of it; 1 failed; 64 usage, or a file that is not there.\n" },
	{ "gate", gate, "say whether fresh runs are worse than a baseline, for CI",
	  "Usage: cgpong gate --baseline FILE [OPTION]... WORKLOAD [WORKLOAD'S OPTION]...\n"
	  "       cgpong gate --baseline FILE [OPTION]... RESULT.json...\n"
	  "       cgpong gate --baseline FILE --update [--runs N] WORKLOAD|RESULT.json...\n"
	  "\n"
	  "Measures until the verdict is certain or the budget is spent; or judges results that are\n"
	  "there already. With --update, writes a new baseline and says what it replaced.\n"
	  "      --max-slowdown P%    of ops/sec that may be lost [5%]\n"
	  "      --max-extra-calls N  of a charge-path event per op, above the baseline [0.05]\n"
	  "      --budget TIME        for measuring; a slowdown has to stand for a quarter of it [60s]\n"
	  "      --by WHAT            what is judged: time, counts or both [both]\n"
	  "      --clock CLOCK        by which time it must be slower: wall, cpu or both [both]\n"
	  "      --format FORMAT      text, ktap, junit or github [text]\n"
	  "  -o, --output FILE        write the report in FORMAT there, and text to stdout\n"
	  "      --runs N             of a new baseline [30]\n"
	  "Times are compared in rounds at full CPU speed, the highest that the baseline had: an empty loop\n"
	  "before and after each round tells. In a guest time says nothing: --by counts. --clock wall\n"
	  "is for a machine nobody else uses, cpu for one always shared; both is slower by CPU time, and\n"
	  "not refuted by wall time.\n"
	  "Exit status: 0 pass, 1 regression, 3 inconclusive, 4 skipped, 64 usage, 70 failed.\n" },
	{ "report", cg_report_command, "write results as a page, for a mail or for robots",
	  "Usage: cgpong report [--format html] -o FILE.html FILE...\n"
	  "       cgpong report --format markdown|lkp [-o FILE] FILE...\n"
	  "       cgpong report [OPTION]... A.json... -- B.json... [-- C.json...]...\n"
	  "\n"
	  "One page of whatever cgpong has written as JSON: results and baselines, recipes, sweeps,\n"
	  "comparisons, and the history of scripts/lab. The verdicts come first, the raw data last,\n"
	  "folded away. The page needs no network and no script. Runs that measured the same thing are\n"
	  "compared with those of the first file; with --, files between two are taken together.\n"
	  "Pictures are drawn by gnuplot; where it is missing the page has tables alone.\n"
	  "Markdown is for a mail or a job's summary; lkp is lines 'name: value', for robots.\n"
	  "      --format FORMAT      html, markdown or lkp [html]\n"
	  "  -o, --output FILE        write it there; - for stdout [-, but of html]\n"
	  "Exit status: 0 written, whatever is in it; 1 it cannot be written; 64 usage, or a file that\n"
	  "cannot be read, that cgpong did not write, or that is damaged.\n" },
	{ "geometry", geometry, "measure the slots and the batch of the per-CPU stocks",
	  "Usage: cgpong geometry [--max-ring K] [--by-time] [--json]\n"
	  "\n"
	  "How many memcgs the page stock of a CPU holds, how many object cgroups its object stock,\n"
	  "and how many pages are charged at once: by counting calls in rings of growing size, up to\n"
	  "K (default 16); or, with --by-time, from the time of a hop. What cannot be told is unknown.\n"
	  "Exit status: 0; 1 it could not be measured; 4 nothing can be told here; 64 usage.\n" },
	{ "lab", script, "boot any kernel in a guest, and run a command in it", NULL },
	{ "bisect", script, "find the kernel or commit that brought a regression", NULL },
	{ "survey", script, "run every workload, one line each", NULL },
	{ "help", help, "explain a command or a workload",
	  "Usage: cgpong help [COMMAND|WORKLOAD]\n" },
};

#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < NR_COMMANDS; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

static void print_usage(FILE *out)
{
	fputs("Usage: cgpong COMMAND [ARGUMENT]...\n"
	      "Reproduces Linux memory-cgroup performance regressions.\n\n",
	      out);
	for (size_t i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
	fputs("\ncgpong COMMAND --help says more; cgpong --version prints the version.\n", out);
}

static int help(int argc, char **argv, struct cg_error *error)
{
	const struct command *command = argc > 1 ? find_command(argv[1]) : NULL;

	if (argc > 2)
		return cg_error_usage(error, "help: one command or workload at a time");
	if (argc > 1 && !command)
		return execute(argv[1], (char *[]){ NULL, "--help", NULL }, error);
	if (command && !command->help)
		return command->run(2, (char *[]){ argv[1], "--help", NULL }, error);
	if (command)
		fputs(command->help, stdout);
	else
		print_usage(stdout);
	return 0;
}

/* The exit code: what a command returns if it is one, else what went wrong. */
static int dispatch(int argc, char **argv)
{
	const struct command *command = find_command(argv[1]);
	struct cg_error error = { 0 };
	int result;

	if (!command) {
		cg_error_usage(&error, "there is no command '%.60s'", argv[1]);
		cg_error_cure(&error, "see cgpong help; a workload is run by cgpong run WORKLOAD");
		result = -EINVAL;
	} else if (argc > 2 && is_help(argv[2]) && command->help) {
		fputs(command->help, stdout);
		return 0;
	} else {
		result = command->run(argc - 1, argv + 1, &error);
	}
	if (error.kind == CG_ERROR_NONE)
		return result;
	say_error(&error);
	return error.kind;
}

static int end(int status)
{
	if (status == 0 && cg_memory_was_short()) {
		fprintf(stderr, "cgpong: %s: not all of it was printed\n", strerror(ENOMEM));
		status = CG_ERROR_FAILED;
	}
	return cg_output_end("cgpong", status);
}

int main(int argc, char **argv)
{
	cg_memory_watch();
	if (argc < 2) {
		print_usage(stderr);
		return CG_ERROR_USAGE;
	}
	if (is_help(argv[1])) {
		print_usage(stdout);
		return end(0);
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("cgpong %s\n", CGPONG_VERSION);
		return end(0);
	}
	return end(dispatch(argc, argv));
}
