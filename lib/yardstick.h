/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * yardstick.h - how fast the CPU is that we run on, whatever the kernel does.
 *
 * A hyperthread's sibling that becomes busy, a lower frequency, a neighbour of the virtual machine:
 * they make every op slower, and no clock of ours, wall or CPU, tells them from a slower kernel. An empty
 * loop has no kernel in it. So it is run just before and just after a round, where the round ran: what
 * changes its speed is not the kernel under test.
 */
#ifndef CGPONG_YARDSTICK_H
#define CGPONG_YARDSTICK_H

/**
 * cg_yardstick() - turns of an empty loop per microsecond, on the calling thread's CPU
 *
 * The fastest of a few bursts, so that an interrupt in one of them does not count. Takes some 40 us.
 */
double cg_yardstick(void);

#endif
