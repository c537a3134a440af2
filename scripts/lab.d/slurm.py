# SPDX-License-Identifier: GPL-2.0-only
"""slurm - what we ask of Slurm: submit a list of cells as a job array, and tell what became of its tasks.

A job is a directory in the cache's jobs/: `cells` (cell_list.py; line N is task N), `task` (what each task
runs), `id` (Slurm's, once it is submitted) and N.log. No accounting is needed: squeue tells of a job while
it lives and some minutes after; of a task that is long over, the last line of its log does.
"""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time

import cell_list
from cells import LAB, Trouble, last_line

OVER = ("BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY",
        "PREEMPTED", "REVOKED", "TIMEOUT")
# Ours: line N is task N, and its words go to N.log.
OURS = re.compile(r"--(array|output|error|parsable|wrap|test-only)(=|$)|-[aoe]")


class Down(Exception):
    """Slurm does not answer now."""


def call(*words):
    try:
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
    except FileNotFoundError as error:
        raise Trouble(f"{words[0]} is missing: apt-get install slurm-client") from error
    except OSError as error:
        raise Trouble(f"{words[0]}: {error.strerror}") from error


def user_options(texts):
    """The words for sbatch; refuses those that would break the mapping of tasks to cells."""
    try:
        words = [word for text in texts for word in shlex.split(text)]
    except ValueError as error:
        raise Trouble(f"--slurm-options: {error}", 64) from error
    for word in words:
        if OURS.match(word):
            raise Trouble(f"--slurm-options: {word} is for us to say (see --at-once for how many tasks at a time)",
                          64)
    return words


def longest_array():
    """How many tasks a job array may have here."""
    found = re.search(r"^MaxArraySize\s*=\s*(\d+)", call("scontrol", "show", "config").stdout, re.M)
    return max(1, int(found[1]) - 1) if found else 1000


class Job:
    def __init__(self, directory):
        self.directory = directory
        self.cells = cell_list.names(os.path.join(directory, "cells"))
        with open(os.path.join(directory, "id"), encoding="ascii") as file:
            self.id = file.read().strip()

    def states(self):
        """{task: (state, reason)}, empty when Slurm does not know the job any more."""
        answer = call("squeue", "-h", "-r", "-t", "all", "-j", self.id, "-o", "%K %T %r")
        if answer.returncode and "Invalid job id" not in answer.stderr:
            raise Down(last_line(answer.stderr))
        found = re.findall(r"^(\d+) (\w+) (.*)$", answer.stdout, re.M)
        return {int(task): (state, reason) for task, state, reason in found}

    def log(self, task):
        return os.path.join(self.directory, f"{task}.log")

    def last_words(self, task):
        try:
            with open(self.log(task), encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            return ""
        return last_line(text) if text.strip() else ""

    def remove(self):
        shutil.rmtree(self.directory, ignore_errors=True)


def jobs(cache):
    """Those in the cache, oldest first. One that another user is about to submit is none yet."""
    directory = os.path.join(cache, "jobs")
    found = []
    for name in sorted(os.listdir(directory)) if os.path.isdir(directory) else []:
        try:
            found.append(Job(os.path.join(directory, name)))
        except (OSError, ValueError, KeyError):
            continue
    return found


def write_task(directory, cache):
    with open(os.path.join(directory, "task"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n# One task: the cell of its number.\n"
                   f"export XDG_CACHE_HOME={shlex.quote(os.path.dirname(cache))}\n"
                   f"exec {shlex.quote(LAB)} cell {shlex.quote(os.path.join(directory, 'cells'))} "
                   '"$SLURM_ARRAY_TASK_ID"\n')


def sbatch(directory, tasks, cells, options, at_once):
    """What a cell needs: a guest has 1 GB of memory, and no more time than its own limit. The user may
    say otherwise, but for the last line."""
    answer = call(
        "sbatch", "--job-name=cgpong", "--ntasks=1", "--mem=1536M", f"--time={cells.timeout // 60 + 5}", *options,
        "--parsable", f"--array=1-{tasks}" + (f"%{at_once}" if at_once else ""),
        f"--output={os.path.join(directory, '%a.log')}", os.path.join(directory, "task"))
    if answer.returncode or not re.match(r"\d+", answer.stdout):
        raise Trouble("sbatch: " + re.sub("^sbatch: ((error|fatal): )?", "", last_line(answer.stderr)))
    return re.match(r"\d+", answer.stdout)[0]


def submit(cache, wanted, cells, options, at_once):
    """`wanted`: (kernel, recipe, boot). One job array."""
    parent = os.path.join(cache, "jobs")
    directory = None
    try:
        os.makedirs(parent, exist_ok=True)
        directory = tempfile.mkdtemp(prefix=time.strftime("%Y%m%d-%H%M%S-"), dir=parent)
        os.chmod(directory, 0o755)
        cell_list.write(os.path.join(directory, "cells"), wanted, cells)
        write_task(directory, cache)
        for each in wanted:
            cells.store.forget(cells.name(*each), (".failed",))
        job_id = sbatch(directory, len(wanted), cells, options, at_once)
        with open(os.path.join(directory, "id"), "w", encoding="ascii") as file:
            file.write(job_id + "\n")
        return Job(directory)
    except BaseException as error:
        if directory:
            shutil.rmtree(directory, ignore_errors=True)
        if isinstance(error, OSError):
            raise Trouble(f"{error.filename}: {error.strerror}") from error
        raise
