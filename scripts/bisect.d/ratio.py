#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""ratio - how far B is from A, for scripts/bisect.

usage: ratio.py METRIC FILE

FILE is the output of `cgpong compare --format json` with one context. Prints, in one line: the ratio of B to A, the
ends of its interval, the medians of A and B, and, if B is less, the slowdown in percent that is half-way
between the two on a logarithmic scale. A figure that is not known is -.
"""
import json
import math
import sys


def show(value, form):
    return "-" if value is None else format(value, form)


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        context, = json.load(file)["contexts"]
    times = context["times"][sys.argv[1]]
    line = [show(times[key], ".3f") for key in ("ratio", "low", "high")]
    line += [show(times[key], ".5g") for key in ("a", "b")]
    if times["ratio"] is not None and 0 < times["ratio"] < 1:
        halfway = 100 * (1 - math.sqrt(times["ratio"]))
        line.append(format(min(halfway, 99), ".2f"))
    print(*line)


main()
