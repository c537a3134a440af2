#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""make_results - results files of runs that never were, for tests of compare and gate.

usage: make_results.py FILE [--runs N] [--ops RATE] [--cpu SHARE] [--walks N] [--rounds N] [--set PATH=JSON]...

One worker, rounds (3) of one second at RATE ops per second, each run a thousandth faster than the one before.
More than one run makes a baseline. --walks: counted charge_walk calls per op. --set: any value, by a path like
environment.governor or contexts.0.rounds.1.ops; a run that lacks the key gets it.
"""
import argparse
import json


def make_round(ops, share, speed):
    return {"ops": int(ops), "seconds": 1.0, "ops_per_sec": float(int(ops)), "user_sec": share / 4,
            "system_sec": share * 3 / 4, "voluntary_cs": 10, "involuntary_cs": 0, "cycles": None,
            "instructions": None, "cpu_speed": speed}


def make_run(ops, share, walks, rounds, speed):
    steps = range(-(rounds // 2), rounds - rounds // 2)
    counts = None
    if walks is not None:
        counts = {"ops": 1000, "valid": True, "events": {"charge_walk": {"per_op": walks}}}
    return {"schema": "cgpong/1", "version": "0", "started_at": "2026-01-01T00:00:00Z",
            "environment": {"kernel": "6.1.0", "cpu_model": "X", "governor": None},
            "workload": "null", "op": "empty op", "instances": 1, "members": 1,
            "options": {"nr": 1, "mode": "process", "place": "none", "rounds": 3},
            "contexts": [{"cgroup": "leaf", "tree": [], "workers": [], "counts": counts,
                          "rounds": [make_round(ops * (1 + i / 100), share, speed) for i in steps]}],
            "error": None, "no_counts": None}


def put(run, assignment):
    path, _, text = assignment.partition("=")
    *parents, last = path.split(".")
    at = run
    for key in parents:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[int(last) if isinstance(at, list) else last] = json.loads(text)


parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--runs", type=int, default=1)
parser.add_argument("--ops", type=float, default=100000)
parser.add_argument("--cpu", type=float, default=0.9)
parser.add_argument("--walks", type=float)
parser.add_argument("--speed", type=float, default=3500)
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--set", action="append", default=[])
arguments = parser.parse_args()
runs = [make_run(arguments.ops * (1 + i / 1000), arguments.cpu, arguments.walks, arguments.rounds,
                 arguments.speed)
        for i in range(arguments.runs)]
for assignment in arguments.set:
    for one in runs:
        put(one, assignment)
whole = runs[0] if len(runs) == 1 else {"schema": "cgpong-baseline/1", "version": "0", "runs": runs}
with open(arguments.file, "w", encoding="ascii") as file:
    json.dump(whole, file)
