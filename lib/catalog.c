// SPDX-License-Identifier: GPL-2.0-only
/*
 * catalog.c - the workloads there are. See catalog.h.
 *
 * No table of them exists anywhere: whoever puts a program "cgpong-<name>" beside this one or
 * into PATH has added a workload, also without this tree.
 */
#include "catalog.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "datadir.h"

#define PREFIX		    "cgpong-"
#define DESCRIBE_TIMEOUT_MS 10000

/* ---- Finding them ---- */

static const char *workload_name(const char *file)
{
	const char *name = file + strlen(PREFIX);

	if (strncmp(file, PREFIX, strlen(PREFIX)) != 0 || *name == '\0' || *name == '-')
		return NULL;
	for (const char *c = name; *c; c++) {
		if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '-')
			return NULL;
	}
	return name;
}

static bool is_program(int directory, const char *file)
{
	struct stat status;

	return fstatat(directory, file, &status, 0) == 0 && S_ISREG(status.st_mode) &&
	       faccessat(directory, file, X_OK, 0) == 0;
}

static bool is_known(const struct cg_catalog *catalog, const char *name)
{
	for (size_t i = 0; i < catalog->nr; i++) {
		if (strcmp(catalog->entries[i].name, name) == 0)
			return true;
	}
	return false;
}

static int add(struct cg_catalog *catalog, const char *directory, const char *file)
{
	struct cg_catalog_entry *grown, *entry;

	grown = reallocarray(catalog->entries, catalog->nr + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	catalog->entries = grown;
	entry = &grown[catalog->nr];
	*entry = (struct cg_catalog_entry){ .name = strdup(workload_name(file)) };
	if (asprintf(&entry->program, "%s/%s", directory, file) < 0)
		entry->program = NULL;
	catalog->nr++;
	return entry->name && entry->program ? 0 : -ENOMEM;
}

static int look_in(struct cg_catalog *catalog, const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *file;
	int result = 0;

	if (!directory)
		return errno == ENOMEM ? -ENOMEM : 0;
	while (!result && (file = readdir(directory)) != NULL) {
		const char *name = workload_name(file->d_name);

		if (name && !is_known(catalog, name) && is_program(dirfd(directory), file->d_name))
			result = add(catalog, path, file->d_name);
	}
	closedir(directory);
	return result;
}

static int look_beside_us(struct cg_catalog *catalog)
{
	char own[PATH_MAX];

	return cg_own_directory(own, sizeof(own)) ? look_in(catalog, own) : 0;
}

static int look_in_path(struct cg_catalog *catalog)
{
	const char *path = getenv("PATH");
	char *copy = strdup(path ? path : ""), *rest = copy, *directory;
	int result = copy ? 0 : -ENOMEM;

	while (!result && (directory = strsep(&rest, ":")) != NULL) {
		if (*directory == '/')
			result = look_in(catalog, directory);
	}
	free(copy);
	return result;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct cg_catalog_entry *)a)->name,
		      ((const struct cg_catalog_entry *)b)->name);
}

int cg_catalog_find(struct cg_catalog *catalog, struct cg_error *error)
{
	int result;

	*catalog = (struct cg_catalog){ 0 };
	result = look_beside_us(catalog);
	if (!result)
		result = look_in_path(catalog);
	if (result)
		return cg_error_fail(error, -result, "look for workloads");
	if (catalog->nr)
		qsort(catalog->entries, catalog->nr, sizeof(*catalog->entries), by_name);
	return 0;
}

/* ---- Asking them ---- */

static bool is_text(const json_t *object, const char *key)
{
	return json_is_string(json_object_get(object, key));
}

static void judge(struct cg_catalog_entry *entry, struct cg_child_end *end, const char *argv0)
{
	const char *words = cg_child_last_words(end, argv0), *name;

	if (end->timed_out)
		snprintf(entry->why, sizeof(entry->why), "no answer to --describe");
	else if (end->status != 0)
		snprintf(entry->why, sizeof(entry->why), "--describe ends with status %d%s%.160s",
			 end->status, *words ? ": " : "", words);
	else
		entry->about = json_loads(end->out ? end->out : "", 0, NULL);
	if (end->timed_out || end->status != 0)
		return;
	name = json_string_value(json_object_get(entry->about, "name"));
	if (name && strcmp(name, entry->name) == 0 && is_text(entry->about, "summary") &&
	    is_text(entry->about, "op"))
		return;
	json_decref(entry->about);
	entry->about = NULL;
	snprintf(entry->why, sizeof(entry->why), "its answer to --describe is not a workload's");
}

int cg_catalog_describe(struct cg_catalog *catalog, struct cg_watch *watch, struct cg_error *error)
{
	int result = 0;

	for (size_t i = 0; i < catalog->nr && !result; i++) {
		struct cg_catalog_entry *entry = &catalog->entries[i];
		char *argv[] = { strrchr(entry->program, '/') + 1, "--describe", NULL };
		const struct cg_child child = { .program = entry->program,
						.argv = argv,
						.keep_out = true,
						.keep_err = true,
						.timeout_ms = DESCRIBE_TIMEOUT_MS };
		struct cg_child_end end;

		result = cg_child_run(&child, watch, &end, error);
		if (!result)
			judge(entry, &end, argv[0]);
		cg_child_end_free(&end);
	}
	return result;
}

/* ---- Naming them ---- */

/* How many letters must be changed, added or taken away to make @b of @a (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
	size_t row[NAME_MAX + 1], length = strnlen(b, NAME_MAX);

	for (size_t j = 0; j <= length; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1] && i <= NAME_MAX; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= length; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (best > row[j] + 1)
				best = row[j] + 1;
			if (best > row[j - 1] + 1)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[length];
}

static bool is_near(const char *name, const char *wanted)
{
	size_t length = strlen(wanted);

	if (length >= 2 && (strstr(name, wanted) || strstr(wanted, name)))
		return true;
	return distance(wanted, name) <= (length < 4 ? 1 : 2);
}

const struct cg_catalog_entry *cg_catalog_entry(const struct cg_catalog *catalog, const char *name,
						struct cg_error *error)
{
	char near[256] = "";

	for (size_t i = 0; i < catalog->nr; i++) {
		const char *have = catalog->entries[i].name;
		size_t used = strlen(near);

		if (strcmp(have, name) == 0)
			return &catalog->entries[i];
		if (is_near(have, name) && used + strlen(have) + 3 < sizeof(near))
			snprintf(near + used, sizeof(near) - used, "%s%s", used ? ", " : "", have);
	}
	cg_error_usage(error, "there is no workload '%.60s'", name);
	if (*near)
		cg_error_cure(error, "nearest: %s", near);
	else
		cg_error_cure(error, "see cgpong list");
	return NULL;
}

/* ---- Showing them ---- */

void cg_catalog_print(FILE *out, const struct cg_catalog *catalog)
{
	int name_width = 0, summary_width = 0;
	const char *summary, *op;

	for (size_t i = 0; i < catalog->nr; i++) {
		const struct cg_catalog_entry *e = &catalog->entries[i];

		if (!e->about)
			continue;
		summary = json_string_value(json_object_get(e->about, "summary"));
		if ((int)strlen(e->name) > name_width)
			name_width = (int)strlen(e->name);
		if ((int)strlen(summary) > summary_width)
			summary_width = (int)strlen(summary);
	}
	for (size_t i = 0; i < catalog->nr; i++) {
		const struct cg_catalog_entry *e = &catalog->entries[i];

		if (!e->about)
			continue;
		summary = json_string_value(json_object_get(e->about, "summary"));
		op = json_string_value(json_object_get(e->about, "op"));
		fprintf(out, "%-*s  %-*s  op: %s\n", name_width, e->name, summary_width, summary,
			op);
	}
}

json_t *cg_catalog_json(const struct cg_catalog *catalog)
{
	json_t *workloads = json_array();

	for (size_t i = 0; i < catalog->nr; i++) {
		json_t *one = json_copy(catalog->entries[i].about);

		if (!one)
			continue;
		json_object_set_new(one, "program", json_string(catalog->entries[i].program));
		json_array_append_new(workloads, one);
	}
	return json_pack("{s:s, s:s, s:o}", "schema", "cgpong-list/1", "version", CGPONG_VERSION,
			 "workloads", workloads);
}

void cg_catalog_free(struct cg_catalog *catalog)
{
	for (size_t i = 0; i < catalog->nr; i++) {
		free(catalog->entries[i].name);
		free(catalog->entries[i].program);
		json_decref(catalog->entries[i].about);
	}
	free(catalog->entries);
	*catalog = (struct cg_catalog){ 0 };
}
