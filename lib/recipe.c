// SPDX-License-Identifier: GPL-2.0-only
/*
 * recipe.c - reads recipes. See recipe.h. (What a recipe makes of a results file is in judge.c.)
 */
#include "recipe.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "file.h"
#include "parse.h"

#define RECIPE_BYTES_MAX 16384

/* ---- The keys ---- */

struct key {
	const char *name;
	size_t at; /* offset of its char * in struct cg_recipe, or NO_FIELD */
	bool needed;
};

#define NO_FIELD SIZE_MAX

static const struct key keys[] = {
	{ "summary", offsetof(struct cg_recipe, summary), true },
	{ "commit", offsetof(struct cg_recipe, commit), true },
	{ "fix", offsetof(struct cg_recipe, fix), false },
	{ "reference", offsetof(struct cg_recipe, reference), false },
	{ "workload", offsetof(struct cg_recipe, workload), true },
	{ "options", offsetof(struct cg_recipe, options), false },
	{ "cgroup", offsetof(struct cg_recipe, cgroup), true },
	{ "place", offsetof(struct cg_recipe, place), false },
	{ "good", offsetof(struct cg_recipe, good), false },
	{ "bad", offsetof(struct cg_recipe, bad), false },
	{ "signal", NO_FIELD, true },
	{ "healthy", NO_FIELD, true },
};

#define NR_KEYS (sizeof(keys) / sizeof(keys[0]))

struct reader {
	struct cg_recipe *recipe;
	const char *path;
	unsigned int line;
	unsigned int seen[NR_KEYS]; /* line of each key, 0: not yet */
	struct cg_error *error;
};

static int refuse(const struct reader *reader, const char *what, const char *which)
{
	return cg_error_usage(reader->error, "%.240s:%u: %s '%.60s'", reader->path, reader->line,
			      what, which);
}

/* More than any signal has. */
#define SIGNAL_WORDS_MAX 7

/* The words of @text, which is cut up: how many, or SIGNAL_WORDS_MAX for more than fit. */
static size_t split_words(char *text, char **words)
{
	size_t nr = 0;
	char *word;

	while (nr < SIGNAL_WORDS_MAX && (word = strsep(&text, " \t"))) {
		if (*word)
			words[nr++] = word;
	}
	return nr;
}

static bool is_word(const char *word, const char *wanted)
{
	return strcmp(word, wanted) == 0;
}

/* "calls EVENT in CONTEXT [less CONTEXT]", or "time of CONTEXT over CONTEXT". */
static int read_signal_words(struct reader *reader, const char *value, char **words, size_t nr)
{
	struct cg_signal *signal = &reader->recipe->signal;
	bool time = nr == 5 && is_word(words[0], "time") && is_word(words[1], "of") &&
		    is_word(words[3], "over");
	bool calls = (nr == 4 || (nr == 6 && is_word(words[4], "less"))) &&
		     is_word(words[0], "calls") && is_word(words[2], "in");

	if (!time && !calls)
		return refuse(reader, "not a signal:", value);
	if (calls && cg_event_find(words[1]) < 0)
		return refuse(reader, "no charge-path event is called", words[1]);
	signal->kind = time ? CG_SIGNAL_TIME : nr == 4 ? CG_SIGNAL_CALLS : CG_SIGNAL_DIFFERENCE;
	signal->context = strdup(words[time ? 2 : 3]);
	signal->event = calls ? strdup(words[1]) : NULL;
	signal->baseline = nr > 4 ? strdup(words[nr - 1]) : NULL;
	if (!signal->context || (calls && !signal->event) || (nr > 4 && !signal->baseline))
		return -ENOMEM;
	return 0;
}

static int read_signal(struct reader *reader, const char *value)
{
	char *words[SIGNAL_WORDS_MAX], *copy = strdup(value);
	int result;

	if (!copy)
		return -ENOMEM;
	result = read_signal_words(reader, value, words, split_words(copy, words));
	free(copy);
	return result;
}

/* One end of a range: a decimal number that uses all of @text. */
static bool read_end(const char *text, double *value)
{
	char *rest;

	if (strspn(text, "0123456789.") != strlen(text) || *text == '\0')
		return false;
	*value = strtod(text, &rest);
	return *rest == '\0' && isfinite(*value);
}

/* "LOW..HIGH". */
static int read_healthy(struct reader *reader, char *value)
{
	struct cg_recipe *recipe = reader->recipe;
	char *dots = strstr(value, "..");

	if (dots) {
		*dots = '\0';
		if (read_end(value, &recipe->low) && read_end(dots + 2, &recipe->high) &&
		    recipe->low <= recipe->high)
			return 0;
		*dots = '.';
	}
	return refuse(reader, "not a range LOW..HIGH:", value);
}

static int read_line(struct reader *reader, char *line)
{
	char *equals = strchr(line, '='), *name, *value;
	size_t k = 0;

	name = cg_parse_trim(line);
	if (*name == '\0' || *name == '#')
		return 0;
	/* What a recipe says is printed: it is what it looks like, and no terminal obeys it. */
	for (const char *c = line; *c; c++) {
		if ((unsigned char)*c >= 0x7f || *c == '\r')
			return refuse(reader, "outside comments, only ASCII:", name);
	}
	if (!equals)
		return refuse(reader, "not a line 'key = value':", name);
	*equals = '\0';
	name = cg_parse_trim(name);
	value = cg_parse_trim(equals + 1);
	while (k < NR_KEYS && strcmp(keys[k].name, name) != 0)
		k++;
	if (k == NR_KEYS)
		return refuse(reader, "unknown key", name);
	if (reader->seen[k])
		return refuse(reader, "second key", name);
	if (*value == '\0')
		return refuse(reader, "no value for", name);
	reader->seen[k] = reader->line;
	if (strcmp(name, "signal") == 0)
		return read_signal(reader, value);
	if (strcmp(name, "healthy") == 0)
		return read_healthy(reader, value);
	value = strdup(value);
	*(char **)((char *)reader->recipe + keys[k].at) = value;
	return value ? 0 : -ENOMEM;
}

/* The file's name without directory and suffix. */
static int set_name(struct cg_recipe *recipe, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');

	recipe->name = strndup(base, dot ? (size_t)(dot - base) : strlen(base));
	return recipe->name ? 0 : -ENOMEM;
}

static int read_text(struct reader *reader, char *text, size_t length)
{
	char *line;
	int result = 0;

	for (size_t i = 0; i < length; i++) {
		if (iscntrl((unsigned char)text[i]) && (!text[i] || !strchr("\n\t\r", text[i])))
			return cg_error_usage(reader->error, "%.240s: not a text file",
					      reader->path);
	}
	while (!result && (line = strsep(&text, "\n")) != NULL) {
		reader->line++;
		result = read_line(reader, line);
	}
	for (size_t k = 0; k < NR_KEYS && !result; k++) {
		if (keys[k].needed && !reader->seen[k])
			result = cg_error_usage(reader->error, "%.240s: no key '%s'", reader->path,
						keys[k].name);
	}
	return result;
}

int cg_recipe_read(struct cg_recipe *recipe, const char *path, struct cg_error *error)
{
	struct reader reader = { .recipe = recipe, .path = path, .error = error };
	char *text = malloc(RECIPE_BYTES_MAX);
	int length = text ? cg_file_read(path, text, RECIPE_BYTES_MAX) : -ENOMEM;
	int result = length < 0 ? length : 0;

	*recipe = (struct cg_recipe){ 0 };
	if (result && result != -ENOMEM) {
		cg_error_usage(error, "recipe %.240s: %s", path, strerror(-result));
	} else {
		if (!result)
			result = set_name(recipe, path);
		if (!result)
			result = read_text(&reader, text, (size_t)length);
		if (result == -ENOMEM)
			cg_error_fail(error, ENOMEM, "read %s", path);
	}
	free(text);
	if (result)
		cg_recipe_free(recipe);
	return result;
}

void cg_recipe_free(struct cg_recipe *recipe)
{
	for (size_t k = 0; k < NR_KEYS; k++) {
		if (keys[k].at != NO_FIELD)
			free(*(char **)((char *)recipe + keys[k].at));
	}
	free(recipe->name);
	free(recipe->signal.event);
	free(recipe->signal.context);
	free(recipe->signal.baseline);
	*recipe = (struct cg_recipe){ 0 };
}

static bool is_path(const char *name)
{
	size_t length = strlen(name);

	return strchr(name, '/') || (length > 7 && strcmp(name + length - 7, ".recipe") == 0);
}

int cg_recipe_find(struct cg_recipe *recipe, const char *name, const char *const *directories,
		   struct cg_error *error)
{
	char path[PATH_MAX];

	if (is_path(name))
		return cg_recipe_read(recipe, name, error);
	for (; *directories; directories++) {
		snprintf(path, sizeof(path), "%s/%s.recipe", *directories, name);
		if (access(path, R_OK))
			continue;
		return cg_recipe_read(recipe, path, error);
	}
	cg_error_usage(error, "no recipe is called '%.60s'", name);
	cg_error_cure(error, "see cgpong list --recipes");
	return -ENOENT;
}

int cg_recipe_words(const struct cg_recipe *recipe, const char **words, char **storage)
{
	char *rest, *word;
	int nr = 0;

	*storage = strdup(recipe->options ? recipe->options : "");
	if (!*storage)
		return -ENOMEM;
	words[nr++] = "--cgroup";
	words[nr++] = recipe->cgroup;
	if (recipe->place) {
		words[nr++] = "--place";
		words[nr++] = recipe->place;
	}
	rest = *storage;
	while ((word = strsep(&rest, " \t")) != NULL) {
		if (*word == '\0')
			continue;
		if (nr == CG_RECIPE_WORDS_MAX)
			return -E2BIG;
		words[nr++] = word;
	}
	return nr;
}
