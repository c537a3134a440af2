#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""holds.py FILE EXPRESSION: is the Python expression true of a results file?

The expression sees `r`, the whole file, and the functions below. When it is false, what the functions
returned on the way is printed.
"""
import json
import sys

seen = []


def told(function):
    def wrapper(*arguments):
        value = function(*arguments)
        seen.append(f"{function.__name__}{arguments} = {value}")
        return value
    return wrapper


def context(name):
    """The context whose --cgroup word is NAME; the only one of several of that name is an error."""
    found = [c for c in r["contexts"] if c["cgroup"] == name]
    if len(found) != 1:
        sys.exit(f"{len(found)} contexts {name} in {sys.argv[1]}")
    return found[0]


@told
def per_op(name, event):
    """Calls of a charge-path event per op."""
    return context(name)["counts"]["events"][event]["per_op"]


@told
def largest(name, *others):
    """The calls per op of the most frequent event, those that come by timer and OTHERS left out."""
    events = context(name)["counts"]["events"]
    others += ("stat_flush",)
    return max(e["per_op"] for key, e in events.items() if key not in others and e["per_op"] is not None)


@told
def near(value, expected, tolerance=0.1):
    return value is not None and abs(value - expected) <= tolerance


@told
def workers(name, key):
    """One value for each worker: cpu, node, ran_on, group."""
    return [w[key] for w in context(name)["workers"]]


with open(sys.argv[1], encoding="utf-8") as file:
    r = json.load(file)
if not eval(sys.argv[2]):
    print("false:", " ".join(sys.argv[2].split()))
    print("\n".join(seen))
    sys.exit(1)
