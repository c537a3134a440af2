// SPDX-License-Identifier: GPL-2.0-only
/*
 * recipe_command.c - `cgpong run --recipe` and `cgpong list --recipes`. See recipe_command.h.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "datadir.h"
#include "ink.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "print.h"
#include "progress.h"
#include "recipe_run.h"
#include "results.h"

#include "recipe_command.h"

#define RECIPES_MAX 128
#define MORE_MAX    24

/* The command line, read. */
struct request {
	const char *names;
	const char *json;
	bool quiet;
	const char *more[MORE_MAX];
	size_t nr_more;
};

static int parse(struct request *request, int argc, char **argv, struct cg_error *error)
{
	if (argc < 1 || *argv[0] == '-' || *argv[0] == '\0')
		return cg_error_usage(error, "run --recipe: which? (see cgpong list --recipes)");
	request->names = argv[0];
	for (int i = 1; i < argc; i++) {
		bool json = strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--json") == 0;

		if (json && i + 1 == argc)
			return cg_error_usage(error, "run --recipe: %s needs a file", argv[i]);
		if (json)
			request->json = argv[++i];
		else if (strncmp(argv[i], "--json=", 7) == 0)
			request->json = argv[i] + 7;
		else if (strcmp(argv[i], "-q") == 0 || strcmp(argv[i], "--quiet") == 0)
			request->quiet = true;
		else if (cg_options_check_part(argv[i], "run --recipe", error))
			return -EINVAL;
		else if (request->nr_more == MORE_MAX)
			return cg_error_usage(error, "run --recipe: more than %d options",
					      MORE_MAX);
		else
			request->more[request->nr_more++] = argv[i];
	}
	return 0;
}

struct names {
	char *all[RECIPES_MAX];
	size_t nr;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_listed(const struct names *names, const char *name)
{
	for (size_t i = 0; i < names->nr; i++) {
		if (strcmp(names->all[i], name) == 0)
			return true;
	}
	return false;
}

static int add_name(struct names *names, const char *name, struct cg_error *error)
{
	if (names->nr == RECIPES_MAX)
		return cg_error_usage(error, "more than %d recipes", RECIPES_MAX);
	names->all[names->nr] = strdup(name);
	if (!names->all[names->nr])
		return cg_error_fail(error, ENOMEM, "list the recipes");
	names->nr++;
	return 0;
}

static int add_names_in(struct names *names, const char *path, struct cg_error *error)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	int result = 0;

	if (!directory)
		return errno == ENOMEM ? cg_error_fail(error, ENOMEM, "list the recipes") : 0;
	while (!result && (entry = readdir(directory)) != NULL) {
		char *dot = strrchr(entry->d_name, '.');

		if (!dot || strcmp(dot, ".recipe") != 0)
			continue;
		*dot = '\0';
		if (!is_listed(names, entry->d_name))
			result = add_name(names, entry->d_name, error);
	}
	closedir(directory);
	return result;
}

/* All recipes in the directories, sorted. */
static int add_all_names(struct names *names, const char *const *directories,
			 struct cg_error *error)
{
	int result = 0;

	for (size_t i = 0; directories[i] && !result; i++)
		result = add_names_in(names, directories[i], error);
	qsort(names->all, names->nr, sizeof(*names->all), compare_names);
	if (!result && names->nr == 0)
		result = cg_error_usage(error, "there are no recipes in %s",
					directories[0] ? directories[0] : "any directory");
	return result;
}

static int add_names_of(struct names *names, const char *list, struct cg_error *error)
{
	char *copy = strdup(list), *rest = copy, *name;
	int result = copy ? 0 : cg_error_fail(error, ENOMEM, "list the recipes");

	while (!result && (name = strsep(&rest, ",")) != NULL)
		result = add_name(names, name, error);
	free(copy);
	return result;
}

/* Reads the recipes asked for: all are known to be good before the first is run. */
static int read_recipes(struct cg_recipe_run *runs, size_t *nr, const char *list,
			const char *const *directories, struct cg_error *error)
{
	struct names names = { .nr = 0 };
	int result;

	*nr = 0;
	if (cg_memory_was_short())
		return cg_error_fail(error, ENOMEM, "look for recipes");
	result = strcmp(list, "all") == 0 ? add_all_names(&names, directories, error)
					  : add_names_of(&names, list, error);
	for (size_t i = 0; i < names.nr; i++) {
		if (!result)
			result =
				cg_recipe_find(&runs[*nr].recipe, names.all[i], directories, error);
		*nr += !result;
		free(names.all[i]);
	}
	return result;
}

static int write_json(const char *path, const struct cg_recipe_run *runs, size_t nr,
		      struct cg_error *error)
{
	json_t *json = cg_recipe_runs_json(runs, nr);
	int result = json ? cg_results_write(json, path, error)
			  : cg_error_fail(error, ENOMEM, "make the results file");

	json_decref(json);
	return result;
}

/* What is running, on a terminal: a recipe takes some seconds without a word. */
static void show_progress(const struct cg_recipe_run *runs, size_t done, size_t nr,
			  uint64_t began_ns)
{
	char doing[256], line[300];

	if (!cg_ink_is_terminal(stderr))
		return;
	snprintf(doing, sizeof(doing), "recipe %zu of %zu, %s", done + 1, nr,
		 runs[done].recipe.name);
	cg_print_progress(
		stderr, "cgpong",
		cg_progress_steps(doing, done, nr, cg_clock_ns() - began_ns, line, sizeof(line)));
}

static int run_all(FILE *out, struct cg_recipe_run *runs, size_t nr, const struct request *request,
		   struct cg_error *error)
{
	bool json_on_stdout = request->json && cg_output_is_stdout(request->json);
	struct cg_measure measure;
	int result = cg_measure_open(&measure, error);
	uint64_t began_ns = cg_clock_ns();
	size_t done = 0;

	if (result)
		return result;
	for (; done < nr && !result; done++) {
		show_progress(runs, done, nr, began_ns);
		result = cg_recipe_run(&runs[done], &measure, request->more, request->nr_more,
				       error);
		cg_print_progress_end(stderr);
		if (!result && !json_on_stdout) {
			cg_recipe_run_print(out, &runs[done], request->quiet);
			fflush(out);
		}
	}
	if (result == -EINTR) {
		done--;
		cg_error_fail(error, 0, "interrupted by SIG%s",
			      sigabbrev_np(measure.watch.interrupted));
	}
	cg_measure_close(&measure);
	/* What was judged before a signal is not lost. */
	if (request->json && (!result || result == -EINTR)) {
		int lost = write_json(request->json, runs, done, error);

		result = result ? result : lost;
	}
	return result ? result : cg_recipe_runs_status(runs, nr);
}

int cg_recipe_command_run(FILE *out, int argc, char **argv, struct cg_error *error)
{
	struct cg_recipe_run *runs = calloc(RECIPES_MAX, sizeof(*runs));
	const char *directories[CG_DATADIRS_MAX + 1];
	struct request request = { 0 };
	size_t nr = 0;
	int result;

	if (!runs)
		return cg_error_fail(error, ENOMEM, "allocate recipes");
	cg_datadirs("recipes", directories);
	result = parse(&request, argc, argv, error);
	if (!result && request.json)
		result = cg_output_check_path(request.json, "--json", error);
	if (!result)
		result = read_recipes(runs, &nr, request.names, directories, error);
	if (!result)
		result = run_all(out, runs, nr, &request, error);
	for (size_t i = 0; i < nr; i++)
		cg_recipe_run_free(&runs[i]);
	free(runs);
	cg_datadirs_free(directories);
	return result;
}

static json_t *recipe_json(const struct cg_recipe *r)
{
	return json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s, s:s?, s:s, s:s?, s:s?, s:s?, s:f, s:f}",
			 "name", r->name, "summary", r->summary, "commit", r->commit, "fix", r->fix,
			 "reference", r->reference, "workload", r->workload, "options", r->options,
			 "cgroup", r->cgroup, "place", r->place, "good", r->good, "bad", r->bad,
			 "healthy_low", r->low, "healthy_high", r->high);
}

int cg_recipe_command_list(FILE *out, bool json, struct cg_error *error)
{
	struct cg_recipe_run *runs = calloc(RECIPES_MAX, sizeof(*runs));
	const char *directories[CG_DATADIRS_MAX + 1];
	json_t *all = json_array();
	size_t nr = 0;
	int result;

	if (!runs || !all) {
		free(runs);
		json_decref(all);
		return cg_error_fail(error, ENOMEM, "allocate recipes");
	}
	cg_datadirs("recipes", directories);
	result = read_recipes(runs, &nr, "all", directories, error);
	for (size_t i = 0; i < nr; i++) {
		if (json)
			json_array_append_new(all, recipe_json(&runs[i].recipe));
		else
			fprintf(out, "%-16s %-16s %s\n", runs[i].recipe.name,
				runs[i].recipe.workload, runs[i].recipe.summary);
		cg_recipe_run_free(&runs[i]);
	}
	if (!result && json && json_dumpf(all, out, JSON_INDENT(1)))
		result = cg_error_fail(error, errno, "print JSON");
	if (json)
		fputc('\n', out);
	json_decref(all);
	free(runs);
	cg_datadirs_free(directories);
	return result;
}
