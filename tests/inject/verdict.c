// SPDX-License-Identifier: GPL-2.0-only
/*
 * verdict.c - compares a run's results with those of one in which nothing failed. See verdict.h.
 *
 * The results of a run of a fixed number of ops are the same each time but for what is measured.
 */
#include "verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 256

/* Exit codes that a run may have: measured, failed, skipped. */
static bool is_known_exit(int code)
{
	return code == 0 || code == 1 || code == 4;
}

static bool is_one_of(const char *key, const char *const *keys)
{
	for (; *keys; keys++) {
		if (strcmp(key, *keys) == 0)
			return true;
	}
	return false;
}

/* Null, by docs/results.md, where it could not be found out; of a round only the counters are. */
static bool may_be_unknown(const char *path)
{
	static const char *const parts[] = { ".environment.",
					     ".counts",
					     ".memory_stat",
					     ".memory_events",
					     ".cycles",
					     ".instructions",
					     ".profile",
					     ".ran_on",
					     ".set_up_sec",
					     ".warnings",
					     ".path",
					     ".note",
					     ".summary.cycles",
					     ".summary.instructions",
					     ".low",
					     ".high",
					     NULL };

	for (size_t i = 0; parts[i]; i++) {
		if (strstr(path, parts[i]))
			return true;
	}
	return false;
}

/* Each key is a line or a file of the kernel's, and there if that could be read. */
static bool may_lack_keys(const char *path)
{
	return strstr(path, ".memory_stat") || strstr(path, ".memory_events") ||
	       strstr(path, ".mitigations");
}

static bool complain(char *why, size_t size, const char *path, const char *what)
{
	snprintf(why, size, "results%s: %s", path, what);
	return false;
}

static bool compare(const json_t *sound, const json_t *now, const char *path, const char *key,
		    char *why, size_t size);

static bool compare_objects(const json_t *sound, const json_t *now, const char *path, char *why,
			    size_t size)
{
	char below[PATH_BYTES];
	const char *key;
	json_t *value;

	/* jansson takes an object that it only reads without const. */
	json_object_foreach ((json_t *)now, key, value) {
		if (!json_object_get(sound, key)) {
			snprintf(below, sizeof(below), "%s.%s", path, key);
			return complain(why, size, below, "is new");
		}
	}
	json_object_foreach ((json_t *)sound, key, value) {
		snprintf(below, sizeof(below), "%s.%s", path, key);
		if (!json_object_get(now, key) && may_lack_keys(path))
			continue;
		if (!json_object_get(now, key))
			return complain(why, size, below, "is missing");
		if (!compare(value, json_object_get(now, key), below, key, why, size))
			return false;
	}
	return true;
}

static bool compare_arrays(const json_t *sound, const json_t *now, const char *path,
			   const char *key, char *why, size_t size)
{
	char below[PATH_BYTES];

	if (strcmp(key, "warnings") == 0)
		return true;
	if (json_array_size(sound) != json_array_size(now))
		return complain(why, size, path, "has another length");
	for (size_t i = 0; i < json_array_size(sound); i++) {
		snprintf(below, sizeof(below), "%s[%zu]", path, i);
		if (!compare(json_array_get(sound, i), json_array_get(now, i), below, key, why,
			     size))
			return false;
	}
	return true;
}

/* What is measured is any number that can be; the rest is the same in each run. */
static bool compare_numbers(const json_t *sound, const json_t *now, const char *path,
			    const char *key, char *why, size_t size)
{
	static const char *const fixed[] = { "ops",   "instance_ops", "instances", "members",
					     "bytes", "nr",	      "n",	   "count_ops",
					     "cpu",   "node",	      "rounds",	   NULL };
	static const char *const small[] = { "seconds",	     "user_sec",       "system_sec",
					     "voluntary_cs", "involuntary_cs", NULL };
	double was = json_number_value(sound), is = json_number_value(now);

	if (is_one_of(key, fixed) && !strstr(path, ".environment.") && is != was)
		return complain(why, size, path, "is another number");
	if (is_one_of(key, small) && (is < 0 || is > 10000))
		return complain(why, size, path, "is an absurd number");
	/* Differences over a short run; what was read at one end only is larger. */
	if (strstr(path, ".memory_stat.") && (is < -1e9 || is > 1e9))
		return complain(why, size, path, "is no difference");
	/* Counts are exact but for what others charge meanwhile; statistics are kept by a timer,
	 * and slab objects freed after a grace period. */
	if (strcmp(key, "per_op") == 0 && !strstr(path, ".stat_") && !strstr(path, ".slab_") &&
	    was >= 1 && (is < was * 0.7 || is > was * 1.5 + 2))
		return complain(why, size, path, "is not what it was");
	return true;
}

static bool compare(const json_t *sound, const json_t *now, const char *path, const char *key,
		    char *why, size_t size)
{
	/* Nothing was known then: a line of the file that failed now may be this one's. */
	if (json_is_null(sound))
		return true;
	if (json_is_null(now))
		return may_be_unknown(path) ? true : complain(why, size, path, "is null");
	if (json_is_object(sound) && json_is_object(now))
		return compare_objects(sound, now, path, why, size);
	if (json_is_array(sound) && json_is_array(now))
		return compare_arrays(sound, now, path, key, why, size);
	if (json_is_number(sound) && json_is_number(now))
		return compare_numbers(sound, now, path, key, why, size);
	if (json_typeof(sound) != json_typeof(now) &&
	    !(json_is_boolean(sound) && json_is_boolean(now)))
		return complain(why, size, path, "is of another type");
	return true;
}

/* A run that could not count says why; uncounted without a word is a lie. */
static bool says_why_uncounted(const json_t *sound, const json_t *now)
{
	const json_t *then, *counts;
	size_t i;

	json_array_foreach (json_object_get(sound, "contexts"), i, then) {
		const json_t *context = json_array_get(json_object_get(now, "contexts"), i);

		counts = json_object_get(context, "counts");
		if (json_is_object(json_object_get(then, "counts")) && !json_is_object(counts) &&
		    !json_is_string(json_object_get(now, "no_counts")))
			return false;
	}
	return true;
}

/* Whether the last line of a file is a whole one that begins so; with NULL, whether it has any. */
static bool last_line_begins(const char *path, const char *text)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;
	ssize_t got = 0, next;
	bool good = false;

	while (file && (next = getline(&line, &room, file)) > 0) {
		got = next;
		good = line[got - 1] == '\n' && (!text || strncmp(line, text, strlen(text)) == 0);
	}
	free(line);
	if (file)
		fclose(file);
	return good;
}

static bool judge_measured(const json_t *sound, const json_t *now,
			   const struct verdict_files *files, char *why, size_t size)
{
	if (!now) {
		snprintf(why, size, "exit 0 without results");
		return false;
	}
	if (!compare(sound, now, "", "", why, size))
		return false;
	if (!says_why_uncounted(sound, now)) {
		snprintf(why, size, "uncounted without a word");
		return false;
	}
	if (!last_line_begins(files->output, "RESULT ")) {
		snprintf(why, size, "exit 0 without a RESULT line");
		return false;
	}
	return true;
}

bool verdict_of(const json_t *sound, int exit_code, const struct verdict_files *files, char *why,
		size_t size)
{
	json_error_t error;
	json_t *now = NULL;
	bool good = true;

	if (!is_known_exit(exit_code)) {
		snprintf(why, size, "exit %d", exit_code);
		return false;
	}
	if (access(files->results, F_OK) == 0) {
		now = json_load_file(files->results, 0, &error);
		if (!now) {
			snprintf(why, size, "half a file of results: %s", error.text);
			return false;
		}
	}
	if (exit_code == 0) {
		good = judge_measured(sound, now, files, why, size);
	} else if (!last_line_begins(files->errors, NULL)) {
		snprintf(why, size, "exit %d without a word", exit_code);
		good = false;
	}
	json_decref(now);
	return good;
}
