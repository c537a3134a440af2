// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - a text that is printed into memory. See text.h.
 */
#include "text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#define ROOM_FIRST 4096

/* Room for @more bytes and the NUL. */
static bool grow(struct cg_text *text, size_t more)
{
	size_t room = text->room ? text->room : ROOM_FIRST;
	char *bytes;

	while (room - text->length <= more)
		room *= 2;
	if (room == text->room)
		return true;
	bytes = realloc(text->bytes, room);
	if (!bytes)
		return false;
	text->bytes = bytes;
	text->room = room;
	return true;
}

/* Of fopencookie(3): less than @size is an error, which the stream remembers. */
static ssize_t append(void *cookie, const char *bytes, size_t size)
{
	struct cg_text *text = cookie;

	if (!grow(text, size)) {
		errno = ENOMEM;
		return 0;
	}
	memcpy(text->bytes + text->length, bytes, size);
	text->length += size;
	text->bytes[text->length] = '\0';
	return (ssize_t)size;
}

FILE *cg_text_open(struct cg_text *text)
{
	*text = (struct cg_text){ 0 };
	if (grow(text, 0)) {
		text->bytes[0] = '\0';
		text->stream = fopencookie(text, "w", (cookie_io_functions_t){ .write = append });
	}
	return text->stream;
}

char *cg_text_close(struct cg_text *text, size_t *length)
{
	bool whole = text->stream && fflush(text->stream) == 0 && !ferror(text->stream);
	char *bytes = text->bytes;

	if (text->stream && fclose(text->stream))
		whole = false;
	if (length)
		*length = text->length;
	*text = (struct cg_text){ 0 };
	if (whole)
		return bytes;
	cg_memory_missed();
	free(bytes);
	return NULL;
}
