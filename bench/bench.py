# SPDX-License-Identifier: GPL-2.0-only
"""What the programs of bench/ have in common: where cgpong's programs are, how they are run, and what is
said about a handful of figures. Standard library only."""
import argparse
import datetime
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys

TREE = pathlib.Path(__file__).resolve().parent.parent

EXIT_MISSED = 1   # a figure misses the bound that was asked for
EXIT_USAGE = 64
EXIT_SKIPPED = 77  # ctest's SKIP_RETURN_CODE

# The five that bench-bare knows, with the sizes it has built in.
BARE_OPTIONS = {
    "unix-stream": ["--size", "64k"],
    "mq-pingpong": ["--size", "64"],
    "pipe-pingpong": ["--size", "64"],
    "tcp-rr": ["--size", "64", "--reply-size", "64"],
    "page-fault": ["--map", "private-file", "--dir", "/dev/shm", "--size", "128M"],
}


class Failed(Exception):
    """A program of cgpong did not do its work; the text says which and why."""


class Skipped(Exception):
    """This machine cannot; the text says why."""


class Parser(argparse.ArgumentParser):
    """argparse, with the exit code that all of cgpong has for wrong usage."""

    def error(self, message):
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(EXIT_USAGE)


def parser(description, default_bin="build/bin"):
    result = Parser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("--bin", type=pathlib.Path, default=TREE / default_bin, metavar="DIR",
                        help=f"where the programs are (default: {default_bin} of the tree)")
    return result


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is below 1")
    return number


def choose_workloads(arguments, known):
    """The workloads named on the command line, or all; exits with 64 at one that is not known."""
    for name in arguments:
        if name not in known:
            print(f"unknown workload '{name}': one of {', '.join(known)}", file=sys.stderr)
            sys.exit(EXIT_USAGE)
    return arguments or list(known)


def output_of(command):
    """Standard output of a command that must succeed."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              check=False)
    except FileNotFoundError as error:
        raise Failed(f"{error.filename} is not there: build cgpong, or name its programs with --bin") \
            from error
    if done.returncode == 4:
        raise Skipped(done.stderr.strip().splitlines()[-1])
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def harness(programs, workload, options):
    """The results of one run of cgpong-<workload>, as the object of docs/results.md."""
    return json.loads(output_of([programs / f"cgpong-{workload}", *options, "--json", "-"]))


def median_interval(values):
    """A distribution-free interval of the median, of at least 95 %: (low, high), or None for
    fewer than six values. The k-th smallest and the k-th largest value enclose the median but for
    two tails of the binomial distribution (NIST/SEMATECH e-Handbook, 7.2.4)."""
    n = len(values)
    tail, k = 0.0, 0
    while k < n and tail + math.comb(n, k) / 2 ** n <= 0.025:
        tail += math.comb(n, k) / 2 ** n
        k += 1
    ordered = sorted(values)
    return (ordered[k - 1], ordered[n - k]) if k else None


def show_ratios(ratios):
    interval = median_interval(ratios)
    text = f"{statistics.median(ratios):.4f}"
    return text + (f" [{interval[0]:.4f}, {interval[1]:.4f}]" if interval else " [-, -]")


def load():
    return os.getloadavg()[0]


def machine():
    """One line about where and when this was measured."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return (f"{now}, Linux {platform.release()} {platform.machine()}, "
            f"{len(os.sched_getaffinity(0))} CPUs, load {load():.2f}")


def main(body):
    """Run the program; say in one line what ended it."""
    name = pathlib.Path(sys.argv[0]).name
    try:
        sys.exit(body())
    except Failed as failed:
        print(f"{name}: {failed}", file=sys.stderr)
        sys.exit(EXIT_MISSED)
    except Skipped as skipped:
        print(f"{name}: skipped: {skipped}")
        sys.exit(EXIT_SKIPPED)
    except KeyboardInterrupt:
        sys.exit(130)
