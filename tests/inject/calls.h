/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * calls.h - which system calls there are, and how each may fail.
 */
#ifndef INJECT_CALLS_H
#define INJECT_CALLS_H

#define CALL_ERRORS_MAX 3

struct call_kind {
	long nr;
	const char *name;
	/*
	 * What it fails with, as its man page has it; ends with 0. None at all: by its man page it
	 * cannot fail, or does not return.
	 */
	int errors[CALL_ERRORS_MAX + 1];
	/* Which argument, from 0, is a path or a text worth showing; -1 for none. */
	int text;
	/* Its effect takes place even where it says that it failed. */
	int always_done;
};

/**
 * call_kind_of() - what is known of a system call
 * @nr: its number on this machine
 * Return: never NULL; a call that is not in the table fails with EIO.
 */
const struct call_kind *call_kind_of(long nr);

#endif
