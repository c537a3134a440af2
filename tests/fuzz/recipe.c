// SPDX-License-Identifier: GPL-2.0-only
/*
 * recipe.c - fuzzes recipes: an accepted one has all it needs, and its signal is the one in the file.
 */
#include "recipe.h"

#include <math.h>

#include "events.h"
#include "fuzz.h"

/* The words of a line, one blank between them. */
static void squeeze(char *line)
{
	char *to = line;

	for (char *from = line; *from; from++) {
		char c = (char)(*from == '\t' ? ' ' : *from);

		if (c != ' ' || (to > line && to[-1] != ' '))
			*to++ = c;
	}
	while (to > line && strchr(" \r", to[-1]))
		to--;
	*to = '\0';
}

/* The signal, written out, is what its line says, word for word. */
static void check_signal(const struct cg_signal *signal, char *text)
{
	bool less = signal->kind == CG_SIGNAL_DIFFERENCE;
	char *wanted;
	int length;

	if (signal->kind == CG_SIGNAL_TIME)
		length = asprintf(&wanted, "time of %s over %s", signal->context, signal->baseline);
	else
		length = asprintf(&wanted, "calls %s in %s%s%s", signal->event, signal->context,
				  less ? " less " : "", less ? signal->baseline : "");
	REQUIRE(length > 0);
	for (char *line; (line = strsep(&text, "\n"));) {
		char *name = strsep(&line, "=");

		squeeze(name);
		if (!line || strcmp(name, "signal") != 0)
			continue;
		squeeze(line);
		REQUIRE(strcmp(line, wanted) == 0);
	}
	free(wanted);
}

static void check_recipe(const struct cg_recipe *recipe, char *text)
{
	const char *words[CG_RECIPE_WORDS_MAX];
	char *storage;
	int nr;

	REQUIRE(recipe->summary && recipe->commit && recipe->workload && recipe->cgroup);
	REQUIRE(isfinite(recipe->low) && isfinite(recipe->high) && recipe->low >= 0);
	REQUIRE(recipe->low <= recipe->high);
	REQUIRE(recipe->signal.kind == CG_SIGNAL_TIME || cg_event_find(recipe->signal.event) >= 0);
	nr = cg_recipe_words(recipe, words, &storage);
	REQUIRE(nr == -E2BIG || (nr >= 2 && nr <= CG_RECIPE_WORDS_MAX));
	for (int i = 0; i < nr; i++)
		REQUIRE(*words[i]);
	free(storage);
	check_signal(&recipe->signal, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fuzz_file file;
	struct cg_error error = { 0 };
	struct cg_recipe recipe;
	char *text = fuzz_text(data, size);
	int result;

	fuzz_file_set(&file, data, size);
	result = cg_recipe_read(&recipe, file.path, &error);
	fuzz_check_error(result, &error);
	if (!result) {
		REQUIRE(strlen(text) == size); /* text, all of it */
		check_recipe(&recipe, text);
	} else {
		REQUIRE(error.kind == CG_ERROR_USAGE);
	}
	cg_recipe_free(&recipe);
	free(text);
	return 0;
}
