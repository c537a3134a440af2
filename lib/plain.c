// SPDX-License-Identifier: GPL-2.0-only
/*
 * plain.c - text made harmless for a line of a report. See plain.h.
 *
 * ASCII only, so that a cut never leaves half a character, which JSON and XML would refuse.
 */
#include "plain.h"

const char *cg_plain(const char *text, char *copy, size_t size)
{
	size_t i = 0;

	for (; text && text[i] && i + 1 < size; i++)
		copy[i] = text[i] < ' ' || text[i] > '~' ? '?' : text[i];
	copy[i] = '\0';
	return copy;
}
