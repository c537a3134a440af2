/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kill.h - runs that are killed at random moments, and runs that are left alone.
 */
#ifndef INJECT_KILL_H
#define INJECT_KILL_H

#include "bench.h"

/**
 * inject_kills() - kill -9 by turns the parent of a run and one of its workers
 *
 * Without its parent a run must be gone at once, and what it has left after the next one; without
 * a worker it must say so, and leave nothing. Return: 0.
 */
int inject_kills(struct bench *bench);

/** inject_nothing() - the same run again and again. Return: 0. */
int inject_nothing(struct bench *bench);

#endif
