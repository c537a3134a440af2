# SPDX-License-Identifier: GPL-2.0-only
"""options - the command lines of `lab history`, `lab matrix` and `lab cell`, and their help."""

import argparse
import os
import re
import sys
import textwrap

from cells import TREE

REFERENCE = "trim"  # the fix without which 7.2 is not healthy


class Formatter(argparse.HelpFormatter):
    """An option's name stays in one line."""

    def _split_lines(self, text, width):
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(argparse.ArgumentParser):
    def __init__(self, **words):
        super().__init__(formatter_class=Formatter, **words)

    def error(self, message):
        sys.stderr.write(f"lab: {self.prog.split()[-1]}: {message} (try: {self.prog} --help)\n")
        sys.exit(64)


def positive(text):
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to 999999")
    return int(text)


def add_common(parser):
    parser.add_argument("--recipe", action="append", metavar="R",
                        help="a recipe's name or file; may be repeated, or a list with commas (default: all)")
    parser.add_argument("--boots", type=positive, default=1, metavar="N",
                        help="boot each kernel N times; a cell then has the median of the signal, and in "
                        "how many boots the verdict was regressed (default: 1)")
    parser.add_argument("--out", metavar="DIR", help="also write the table as .txt, .md, .csv and .json there")
    parser.add_argument("--doc", metavar="FILE", help="put the table into this document, as docs/history.md "
                        "and docs/matrix.md have it, between two marks")
    parser.add_argument("--again", action="store_true", help="measure again what is in the cache")
    parser.add_argument("--timeout", type=positive, default=600, metavar="SECONDS",
                        help="how long one guest may take (default: 600)")
    parser.add_argument("--programs", metavar="DIR", default=os.path.join(TREE, "build-static", "bin"),
                        help="where our static programs are (default: build-static/bin)")
    add_elsewhere(parser)


def add_elsewhere(parser):
    group = parser.add_argument_group("more than one machine", "The machines share our tree, the programs and "
                                      "the cache (docs/history.md).")
    way = group.add_mutually_exclusive_group()
    way.add_argument("--slurm", action="store_true", help="submit what is not measured as a Slurm job array, one "
                     "cell a task, and wait. What an earlier call has submitted is waited for, not submitted again")
    way.add_argument("--cells", metavar="FILE", help="measure nothing, but write what is to be measured into FILE, "
                     "one cell a line, for other schedulers: `scripts/lab cell FILE NUMBER` measures one")
    way.add_argument("--gather", action="store_true",
                     help="measure nothing: the table of what is there, and why the rest is not")
    group.add_argument("--submit-only", action="store_true", help="with --slurm: do not wait; the same command "
                       "without this, or --gather, makes the table")
    group.add_argument("--at-once", type=positive, metavar="N", help="with --slurm: at most N tasks of a job "
                       "array at the same time")
    group.add_argument("--slurm-options", action="append", default=[], metavar="WORDS",
                       help="with --slurm: more options for sbatch, such as '--partition=long --nice'; may be repeated")


def bind_value(option, words):
    """With its value, which may begin with a dash, as one word."""
    words = list(words)
    while option in words[:-1]:
        at = words.index(option)
        words[at:at + 2] = [f"{option}={words[at + 1]}"]
    return words


def check_elsewhere(parser, options):
    for name in ("submit_only", "at_once", "slurm_options"):
        if getattr(options, name) and not options.slurm:
            parser.error(f"--{name.replace('_', '-')} goes with --slurm")


def parse_cell(words):
    parser = Parser(
        prog="scripts/lab cell",
        description="Measures one cell of a list that `scripts/lab history --cells` (or matrix) has made, unless "
        "it is measured already. This is what each task of a job array runs.",
        epilog="Exit: 0 it is measured, skipped included; 1 it could not be had; 64 usage, or there is no such "
        "list or cell; 130, 143 SIGINT, SIGTERM.")
    parser.add_argument("file", metavar="FILE", help="the list")
    parser.add_argument("number", metavar="NUMBER", type=positive, help="which line of it; the first is 1")
    return parser.parse_args(words)


def parse(command, words):
    if command == "cell":
        return parse_cell(words)
    if command == "history":
        parser = Parser(
            prog="scripts/lab history",
            description="Runs recipes on kernels and prints one table: rows kernels, oldest first, columns "
            "recipes, each cell the signal and the verdict. What was measured once is in the cache and is "
            "not measured again.",
            epilog="Exit: 0 the table is complete, skipped cells included; 1 a cell could not be had (the "
            "guest crashed, the kernel is not on offer, the task was cancelled) or, with --gather, is not there. "
            "With --submit-only and --cells 0 says that they have done so; 64 usage; 130, 143 SIGINT, SIGTERM.")
        parser.add_argument("kernels", nargs="*", metavar="KERNEL",
                            help="what run --kernel takes, or a range as in fetch (default: the newest "
                            "released kernel of each series from 6.1 on)")
    else:
        parser = Parser(
            prog="scripts/lab matrix",
            description="Which recipe catches which fault. The reference is the built kernel with the fix "
            f"{REFERENCE}; each fault is planted on it. The last row is the kernel without the fix. With "
            "several boots a fault has all recipes in the first one, and in the others those that caught it.",
            epilog="Exit: 0 the reference is healthy in all recipes and boots, and each fault is caught in "
            "every boot by a recipe; 1 it is not so, or a cell could not be had or, with --gather, "
            "is not there. With --submit-only and --cells 0 says that they have done so; 64 usage.")
        parser.add_argument("faults", nargs="*", metavar="FAULT", help="only these (default: all)")
    add_common(parser)
    options = parser.parse_args(bind_value("--slurm-options", words))
    check_elsewhere(parser, options)
    return options
