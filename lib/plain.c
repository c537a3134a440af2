// SPDX-License-Identifier: GPL-2.0-only
/*
 * plain.c - text made harmless for a line of a report. See plain.h.
 */
#include "plain.h"

#include <stdbool.h>
#include <string.h>

/* ASCII only, so that a cut never leaves half a character, which JSON and XML would refuse. */
const char *cg_plain(const char *text, char *copy, size_t size)
{
	size_t i = 0;

	for (; text && text[i] && i + 1 < size; i++)
		copy[i] = (char)(text[i] < ' ' || text[i] > '~' ? '?' : text[i]);
	copy[i] = '\0';
	return copy;
}

/*
 * The character at @text and its length in bytes; 0 if there is none of UTF-8 (RFC 3629: none too
 * long, no surrogates, up to U+10FFFF).
 */
static size_t decode(const unsigned char *text, unsigned int *character)
{
	static const unsigned int least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first = *text;
	size_t length = first < 0x80   ? 1
			: first < 0xc0 ? 0
			: first < 0xe0 ? 2
			: first < 0xf0 ? 3
				       : 4;

	if (length < 2 || first > 0xf4) {
		*character = first;
		return first > 0xf4 ? 0 : length;
	}
	*character = first & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		/* The terminator is no such byte either. */
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*character = *character << 6 | (text[i] & 0x3f);
	}
	if (*character < least[length] || *character > 0x10ffff ||
	    (*character >= 0xd800 && *character <= 0xdfff))
		return 0;
	return length;
}

/* Unicode 15, "General Punctuation": marks, embeddings, overrides and isolates of direction. */
static bool turns_direction(unsigned int character)
{
	return character == 0x200e || character == 0x200f ||
	       (character >= 0x2028 && character <= 0x202e) ||
	       (character >= 0x2066 && character <= 0x2069);
}

static bool is_obeyed(unsigned int character)
{
	return character < ' ' || (character >= 0x7f && character < 0xa0) ||
	       turns_direction(character);
}

char *cg_plain_line(char *text)
{
	size_t length;

	for (char *at = text; *at; at += length) {
		unsigned int character;

		length = decode((const unsigned char *)at, &character);
		if (length == 0) {
			length = 1;
			*at = '?';
		} else if (is_obeyed(character)) {
			memset(at, '?', length);
		}
	}
	return text;
}
