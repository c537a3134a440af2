// SPDX-License-Identifier: GPL-2.0-only
/*
 * error.c - one failure, recorded where it happened. See error.h.
 */
#include "error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "plain.h"

/* vsnprintf() that shows a cut text as cut: a 10,000-character name must not pass for its head. */
static void format_cut(char *text, size_t size, const char *format, va_list arguments)
{
	int length = vsnprintf(text, size, format, arguments);

	if (length >= (int)size)
		memcpy(text + size - 4, "...", 4);
}

static int record(struct cg_error *error, enum cg_error_kind kind, int code, const char *format,
		  va_list arguments)
{
	if (error->kind == CG_ERROR_NONE) {
		error->kind = kind;
		error->code = code;
		format_cut(error->what, sizeof(error->what), format, arguments);
		error->cure[0] = '\0';
	}
	return code > 0 ? -code : -EINVAL;
}

int cg_error_fail(struct cg_error *error, int code, const char *format, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, format);
	result = record(error, CG_ERROR_FAILED, code, format, arguments);
	va_end(arguments);
	return result;
}

int cg_error_skip(struct cg_error *error, int code, const char *format, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, format);
	result = record(error, CG_ERROR_SKIPPED, code, format, arguments);
	va_end(arguments);
	return result;
}

int cg_error_usage(struct cg_error *error, const char *format, ...)
{
	va_list arguments;
	int result;

	va_start(arguments, format);
	result = record(error, CG_ERROR_USAGE, 0, format, arguments);
	va_end(arguments);
	return result;
}

void cg_error_cure(struct cg_error *error, const char *format, ...)
{
	va_list arguments;

	if (error->kind == CG_ERROR_NONE || error->cure[0] != '\0')
		return;
	va_start(arguments, format);
	format_cut(error->cure, sizeof(error->cure), format, arguments);
	va_end(arguments);
}

char *cg_error_text(const struct cg_error *error, char *text, size_t size)
{
	snprintf(text, size, "%s%s%s%s%s%s", error->what, error->code ? ": " : "",
		 error->code ? strerror(error->code) : "", error->cure[0] ? " (" : "", error->cure,
		 error->cure[0] ? ")" : "");
	return cg_plain_line(text);
}
