// SPDX-License-Identifier: GPL-2.0-only
/*
 * warnings.c - what a reader of the results must know. See warnings.h.
 */
#include "warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cg_warn(struct cg_warnings *warnings, const char *format, ...)
{
	char **texts = realloc(warnings->texts, (warnings->nr + 1) * sizeof(*texts));
	va_list arguments;
	char *text;

	if (!texts)
		return;
	warnings->texts = texts;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	for (size_t i = 0; text && i < warnings->nr; i++) {
		if (strcmp(texts[i], text) == 0) {
			free(text);
			return;
		}
	}
	if (text)
		texts[warnings->nr++] = text;
}

void cg_warnings_free(struct cg_warnings *warnings)
{
	for (size_t i = 0; i < warnings->nr; i++)
		free(warnings->texts[i]);
	free(warnings->texts);
	*warnings = (struct cg_warnings){ 0 };
}
