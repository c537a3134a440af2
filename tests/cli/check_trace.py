#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prove from strace's output that workers were pinned first and moved to their cgroup then.

Usage: check_trace.py TRACE - of strace -f -y with the calls below. Prints how many processes
were moved and how many of their threads were pinned; fails if any had not been by then.
"""
import re
import sys

FORKS = r'(?:clone3?|fork|vfork)'


def events_of(lines):
    """("born", thread, parent or None), ("pinned", thread), ("moved", process), in order."""
    makes_thread = {}  # of a thread whose clone is not finished
    for line in lines:
        tid, call = re.match(r'(\d+) +(.*)', line).groups()
        if re.match(FORKS + r'\(', call):
            makes_thread[tid] = 'CLONE_THREAD' in call
        born = re.match(r'(?:<\.\.\. )?' + FORKS + r'\b.* = (\d+)$', call)
        if born:
            yield 'born', born[1], tid if makes_thread[tid] else None
        # A call is over where its result is shown, and begins where its arguments are.
        if re.match(r'(?:<\.\.\. )?sched_setaffinity\b.* = 0$', call):
            yield 'pinned', tid, None
        moved = re.match(r'write\(\d+<[^>]*/cgroup\.procs>, "(\d+)', call)
        if moved:
            yield 'moved', moved[1], None


def main():
    process_of = {}
    pinned, moved = set(), set()
    with open(sys.argv[1], encoding='utf-8', errors='replace') as trace:
        events = list(events_of(trace))
    # The parent may be told of a birth after the newborn's first call.
    for what, tid, parent in events:
        if what == 'born':
            process_of[tid] = process_of.get(parent, parent) if parent else tid
    for what, tid, _ in events:
        if what == 'pinned':
            pinned.add(tid)
        elif what == 'moved':
            moved.add(tid)
            # Of all it ever has; pinning once more later does no harm.
            late = [t for t, p in process_of.items() if p == tid and t not in pinned]
            if late:
                sys.exit(f'process {tid} is moved before its threads {late} are pinned')
    workers = [tid for tid in pinned if process_of.get(tid) in moved]
    print(len(moved), 'moved', len(workers), 'pinned')


main()
