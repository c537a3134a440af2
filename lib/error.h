/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * error.h - one failure, recorded where it happened and printed only by main().
 *
 * A function of the library that can fail takes a `struct cg_error *` (last, but for the checks of
 * workload.h), returns 0 or -errno, and fills the record once: a record that is already filled is
 * never overwritten, so the first cause survives the clean-up after it. The record has no pointers
 * and can live in memory shared by processes.
 */
#ifndef CGPONG_ERROR_H
#define CGPONG_ERROR_H

#include <stddef.h>

/* What the failure means for the run; the value is the program's exit code. */
enum cg_error_kind {
	CG_ERROR_NONE = 0,
	CG_ERROR_FAILED = 1,  /* could not be measured */
	CG_ERROR_SKIPPED = 4, /* this machine lacks something; kselftest's code */
	CG_ERROR_USAGE = 64,  /* bad input; EX_USAGE of sysexits.h */
};

struct cg_error {
	enum cg_error_kind kind;
	int code;	/* positive errno value, or 0 where no call failed */
	char what[512]; /* the call and its object: "openat /sys/fs/cgroup/x" */
	char cure[384]; /* how to mend it: a command or a value, or "" */
};

/**
 * cg_error_fail() - record that something could not be done (exit code 1)
 * @error: record to fill; left alone if it is filled already
 * @code: positive errno value, or 0 where no system call failed
 * @format: the failing call and its object, printf style, no full stop
 *
 * Return: -@code, or -EINVAL if @code is 0.
 */
int cg_error_fail(struct cg_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** cg_error_skip() - as cg_error_fail(), for what this machine lacks (exit code 4) */
int cg_error_skip(struct cg_error *error, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** cg_error_usage() - as cg_error_fail(), for bad input (exit code 64); returns -EINVAL */
int cg_error_usage(struct cg_error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * cg_error_cure() - say how a recorded failure can be mended
 * @error: a filled record without a cure; otherwise nothing happens
 * @format: an imperative or a command, printf style, no full stop
 */
void cg_error_cure(struct cg_error *error, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * cg_error_text() - the record as one line: "what: strerror (cure)"
 * @error: a filled record
 * @text: where to write; always terminated, and safe to print (plain.h)
 * @size: bytes at @text, at least 1
 *
 * Return: @text.
 */
char *cg_error_text(const struct cg_error *error, char *text, size_t size);

#endif
