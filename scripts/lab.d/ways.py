# SPDX-License-Identifier: GPL-2.0-only
"""ways - how the cells of a table are had: measured here, put on a list, as Slurm tasks, or only looked up.

Each way is given what is wanted, as (kernel, recipe, boot), and says whether there is a table to be made of
it now. It is one when not: the caller ends then, and the next call goes on from what has been measured.
"""

import collections
import itertools
import os
import time

import cell_list
import slurm
from cells import Cell, Trouble, note

# A file of another machine may be seen late: NFS looks again after a minute.
GRACE = 60


def missing(cells, wanted):
    """Those to be measured. A kernel that cannot be had is no other machine's work."""
    todo = []
    for kernel, recipe, boot in wanted:
        if cells.get(kernel, recipe, boot):
            continue
        if kernel.trouble:
            note(f"{kernel.label}: {kernel.trouble}")
            cells.put(kernel, recipe, boot, Cell("failed", None, kernel.trouble))
        else:
            todo.append((kernel, recipe, boot))
    return todo


def forget(cells, wanted):
    """--again, where others measure: they see only what is kept."""
    for each in wanted if cells.again else ():
        cells.store.forget(cells.name(*each))
    cells.again = False


class Here:
    """One guest for all recipes of a kernel."""

    def __init__(self, cells):
        self.cells = cells

    def measure(self, wanted):
        for (kernel, boot), group in itertools.groupby(wanted, lambda each: (each[0], each[2])):
            self.cells.measure(kernel, [recipe for _, recipe, _ in group], boot)
        return True


class Listed:
    """The missing cells as a file, for schedulers that we do not know."""

    def __init__(self, cells, path):
        self.cells, self.path = cells, path

    def measure(self, wanted):
        forget(self.cells, wanted)
        todo = missing(self.cells, wanted)
        for each in todo:
            self.cells.store.forget(self.cells.name(*each), (".failed",))
        cell_list.write(self.path, todo, self.cells)
        note(f"cells to be measured: {len(todo)}, each with scripts/lab cell {self.path} NUMBER")
        return not todo


class Tasks:
    """Cells that are tasks of Slurm's, and what becomes of them."""

    def __init__(self, cells):
        self.cells = cells
        self.seen = {}  # (job id, task): its last state and reason
        self.since = {}  # (job id, task): when it was first seen to be over
        self.said = None

    def known(self):
        """{cell's name: (job, task)}; of several tasks the last."""
        return {name: (job, task) for job in slurm.jobs(self.cells.cache)
                for task, name in enumerate(job.cells, 1)}

    def look(self, tasks):
        """Asks Slurm, then the files, in this order: the result of a task that is over is there. Gives the
        tasks that are not over."""
        states = {job.id: job.states() for job in {job.id: job for job, _ in tasks.values()}.values()}
        open_tasks = {}
        for name, (job, task) in tasks.items():
            key = job.id, task
            state = states[job.id].get(task)
            self.seen[key] = state or self.seen.get(key, ("", ""))
            if self.result(name):
                continue
            if not state or (state[0] in slurm.OVER and state[0] != "COMPLETED"):
                continue
            if state[0] == "COMPLETED":
                self.since.setdefault(key, time.monotonic())
                if time.monotonic() - self.since[key] > GRACE:
                    continue
            open_tasks[name] = (job, task)
        return open_tasks

    def result(self, name):
        return self.cells.store.read(name) or self.cells.store.read(name, ".failed")

    def why(self, job, task):
        """There is no result of a task that is over."""
        state, words = self.seen.get((job.id, task), ("", ""))[0], job.last_words(task)
        if state == "COMPLETED":
            return f"Slurm: COMPLETED, but no result has come to {self.cells.cache}: do all nodes share it?"
        if state in ("", "FAILED"):
            return f"Slurm: {state or 'the task is over'}" + (f", last words: {words}" if words else "")
        return f"Slurm: {state}"

    def settle(self, name, job, task):
        """Keeps why there is no result, if there is none."""
        if not self.result(name):
            self.cells.store.keep(name, Cell("failed", None, self.why(job, task)))

    def tell(self, tasks, open_tasks):
        """A line when something is new."""
        count = collections.Counter(self.seen[job.id, task][0] for job, task in open_tasks.values())
        count = {state.lower().replace("_", " "): n for state, n in count.items() if state != "COMPLETED"}
        reasons = {reason for job, task in open_tasks.values()
                   for state, reason in [self.seen[job.id, task]] if state == "PENDING" and reason != "None"}
        text = f"{len(tasks) - len(open_tasks)} of {len(tasks)} tasks are over"
        text += "".join(f", {n} {state}" for state, n in sorted(count.items()))
        text += f" ({', '.join(sorted(reasons))})" if reasons else ""
        if text != self.said:
            note(text)
        self.said = text

    def wait(self, tasks):
        pause, down = 0.5, False
        while True:
            try:
                open_tasks = self.look(tasks)
                down = False
            except slurm.Down as error:
                if not down:
                    note(f"Slurm does not answer, trying on: {error}")
                down = True
            if not down:
                self.tell(tasks, open_tasks)
                if not open_tasks:
                    return
            time.sleep(pause)
            pause = min(10, pause * 1.3)


class Slurm:
    """A job array, one cell a task. Tasks of earlier calls that are not over are waited for, too."""

    def __init__(self, cells, options, at_once, submit_only):
        self.cells, self.options, self.at_once, self.submit_only = cells, options, at_once, submit_only
        self.tasks = Tasks(cells)

    def measure(self, wanted):
        flying = self.flying()
        names = {self.cells.name(*each) for each in wanted}
        mine = {name: where for name, where in flying.items() if name in names}
        forget(self.cells, [each for each in wanted if self.cells.name(*each) not in mine])
        todo = missing(self.cells, wanted)
        new = [each for each in todo if self.cells.name(*each) not in mine]
        mine.update(self.submit(new))
        if not mine:
            return True
        ids = " ".join(sorted({job.id for job, _ in mine.values()}, key=int))
        note(f"cells submitted: {len(new)}, with Slurm since before: {len(mine) - len(new)}; jobs: {ids}")
        if self.submit_only:
            return False
        try:
            self.tasks.wait(mine)
        except (KeyboardInterrupt, SystemExit):
            note(f"the tasks go on: the same command waits for them again, scancel {ids} ends them")
            raise
        self.collect(todo, mine)
        return True

    def flying(self):
        """The tasks that are not over. Of the jobs without any, nothing is needed any more: what has failed
        is submitted again."""
        known = self.tasks.known()
        try:
            found = self.tasks.look(known) if known else {}
        except slurm.Down as error:
            raise Trouble(f"Slurm does not answer: {error}") from error
        alive = {job.directory for job, _ in found.values()}
        for job in {job.directory: job for job, _ in known.values()}.values():
            if job.directory not in alive:
                job.remove()
        return found

    def submit(self, new):
        """{name: (job, task)}, in as many arrays as are needed."""
        tasks, size = {}, slurm.longest_array() if new else 1
        for first in range(0, len(new), size):
            part = new[first:first + size]
            try:
                job = slurm.submit(self.cells.cache, part, self.cells, self.options, self.at_once)
            except Trouble as error:
                more = f"; {len(tasks)} cells are submitted, the same command goes on from there" if tasks else ""
                raise Trouble(f"{error}{more}") from error
            tasks.update((name, (job, task)) for task, name in enumerate(job.cells, 1))
        return tasks

    def collect(self, todo, tasks):
        store, cells = self.cells.store, self.cells
        for each in todo:
            name = cells.name(*each)
            job, task = tasks[name]
            self.tasks.settle(name, job, task)
            if not cells.get(*each):
                cells.fresh[name] = store.read(name, ".failed")
                note(f"{each[0].label} {each[1].name} boot {each[2]}, task {job.id}_{task}: "
                     f"{cells.fresh[name].why} (see {job.log(task)})")
        for job in {job.directory: job for job, _ in tasks.values()}.values():
            if all(store.read(name) for name in job.cells):
                job.remove()


class Gather:
    """Nothing is measured: of what is not there, why."""

    def __init__(self, cells):
        self.cells = cells
        self.tasks = Tasks(cells)

    def measure(self, wanted):
        todo = missing(self.cells, wanted)
        known = self.tasks.known() if todo else {}
        names = {self.cells.name(*each) for each in todo}
        known = {name: where for name, where in known.items() if name in names}
        open_tasks = self.look(known)
        for each in todo:
            name = self.cells.name(*each)
            if name in open_tasks:
                state = self.tasks.seen.get((open_tasks[name][0].id, open_tasks[name][1]), ("",))[0]
                cell = Cell("missing", None, f"Slurm: {state or 'it does not answer'}")
            else:
                if name in known:
                    self.tasks.settle(name, *known[name])
                cell = self.cells.store.read(name, ".failed") or Cell("missing", None, "not measured yet")
            self.cells.fresh[name] = cell
        return True

    def look(self, known):
        try:
            return self.tasks.look(known) if known else {}
        except (slurm.Down, Trouble) as error:
            note(f"Slurm does not answer: {error}")
            return known


def choose(options, cells):
    if options.cells:
        return Listed(cells, os.path.abspath(options.cells))
    if options.gather:
        return Gather(cells)
    if options.slurm:
        words = slurm.user_options(options.slurm_options)
        return Slurm(cells, words, options.at_once, options.submit_only)
    return Here(cells)
