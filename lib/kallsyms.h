/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kallsyms.h - the running kernel's symbol list, one symbol at a time.
 *
 * The list has 80,000 to 300,000 lines, so nothing is kept: a reader sees each symbol once
 * and takes what it needs.
 */
#ifndef CGPONG_KALLSYMS_H
#define CGPONG_KALLSYMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* One line of the list; valid only during the call that receives it. */
struct cg_kernel_symbol {
	uint64_t address; /* 0 for a reader without the privilege to see it */
	char type;	  /* as nm(1) prints it: t and T are functions */
	const char *name; /* terminated */
	size_t length;	  /* of @name */
	bool in_module;	  /* or in BPF, or in another part loaded later */
};

/** A reader; whatever it returns other than 0 ends the reading and is handed on. */
typedef int cg_kallsyms_reader(void *data, const struct cg_kernel_symbol *symbol);

/**
 * cg_kallsyms_each() - hand every symbol to a reader, in the file's order
 * @path: the file to read; NULL for /proc/kallsyms
 * @reader, @data: called as reader(data, symbol)
 * @error: see error.h; not filled for what @reader returns
 *
 * Return: 0, the -errno of reading @path, -EINVAL for a line that is not "address type name"
 * with perhaps a tab and "[module]", or what @reader returned.
 */
int cg_kallsyms_each(const char *path, cg_kallsyms_reader *reader, void *data,
		     struct cg_error *error);

/**
 * cg_kallsyms_base() - the length of a name without the compiler's suffixes
 * @name: e.g. "drain_stock.isra.0"
 *
 * A name in C has no dot, so whatever follows one is the compiler's.
 */
size_t cg_kallsyms_base(const char *name);

#endif
