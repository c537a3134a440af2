# SPDX-License-Identifier: GPL-2.0-only
"""cell_list - cells as lines of a file, and how one of them is measured (`lab cell`).

This is how cells get to other machines: whatever starts one command for each number, a Slurm job array or
a loop over ssh, can measure them. A line says all that is needed. What it stands for may have changed
since it was written, so each cell is named once more where it is measured, and the names must be the same.
"""

import json
import os

from cells import Cell, Cells, Kernel, Store, Trouble, key_now, read_recipe


def write(path, wanted, cells):
    """`wanted`: (kernel, recipe, boot), one a line."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            for kernel, recipe, boot in wanted:
                file.write(json.dumps({
                    "cell": cells.name(kernel, recipe, boot),
                    "kernel": [kernel.label, kernel.key, kernel.word],
                    "recipe": os.path.abspath(recipe.path) if recipe.path else recipe.name,
                    "boot": boot,
                    "programs": os.path.abspath(cells.programs),
                    "timeout": cells.timeout,
                }) + "\n")
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror}") from error


def names(path):
    """The cells' names, in the order of the lines."""
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["cell"] for line in file]


def read_line(path, number):
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.readlines()
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else "it is not text"
        raise Trouble(f"{path}: {what} (does this machine see the same files as the one that made it?)",
                      64) from error
    if number > len(lines):
        raise Trouble(f"{path} has {len(lines)} lines: there is no cell {number}", 64)
    try:
        line = json.loads(lines[number - 1])
        return line, Kernel(*line["kernel"])
    except (ValueError, TypeError, KeyError) as error:
        raise Trouble(f"{path}: line {number} is not as history --cells writes it", 64) from error


def prepare(cache, line, kernel):
    """The cells and the recipe; Trouble when they would not be those of the list."""
    cells = Cells(cache, line["programs"], timeout=line["timeout"])
    recipe = read_recipe(line["recipe"])
    try:
        key = key_now(kernel, cache)
    except OSError as error:
        raise Trouble(f"{error.filename}: {error.strerror}") from error
    if key != kernel.key:
        raise Trouble(f"{kernel.word} is not the kernel any more that it was when the list was made")
    if cells.name(kernel, recipe, line["boot"]) != line["cell"]:
        raise Trouble(f"{recipe.name} or the programs are not those of the list any more: make it again")
    return cells, recipe


def measure(cache, path, number):
    """Cell `number` of the list, unless it is measured already. Gives what came of it, in one line, and
    whether it is a cell."""
    line, kernel = read_line(path, number)
    boot = line["boot"]
    try:
        cells, recipe = prepare(cache, line, kernel)
        cells.measure(kernel, [recipe], boot)
    except Trouble as trouble:
        Store(cache).keep(line["cell"], Cell("failed", None, str(trouble)))
        raise
    cell = cells.get(kernel, recipe, boot)
    signal = "" if cell.signal is None else f"{cell.signal:.2f} "
    why = f" ({cell.why})" if cell.why else ""
    return f"{kernel.label} {recipe.name} boot {boot}: {signal}{cell.verdict}{why}", cell.verdict != "failed"
