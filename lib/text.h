/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text.h - a text that is printed into memory, and is whole or not there.
 *
 * The C library's open_memstream() leaves out what it has no memory for, and says nothing (glibc 2.36).
 */
#ifndef CGPONG_TEXT_H
#define CGPONG_TEXT_H

#include <stdio.h>

struct cg_text {
	FILE *stream; /* to print to */
	char *bytes;
	size_t length, room;
};

/**
 * cg_text_open() - an empty text
 *
 * Return: its stream, to be closed with cg_text_close() only; NULL without memory.
 */
FILE *cg_text_open(struct cg_text *text);

/**
 * cg_text_close() - end it
 * @text: open, or such that cg_text_open() has failed
 * @length: of the text, in bytes, if not NULL
 *
 * Return: the text with a NUL behind it, the caller's to free(); NULL if memory was short at any
 * time, which is remembered (memory.h).
 */
char *cg_text_close(struct cg_text *text, size_t *length);

#endif
