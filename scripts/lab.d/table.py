# SPDX-License-Identifier: GPL-2.0-only
"""table - cells as one table: rows kernels, columns recipes; as text, Markdown, CSV and JSON."""

import csv
import io
import json
import os
import statistics


BEGIN = "<!-- table: generated, see above -->\n"
END = "<!-- end of table -->\n"


def replace(path, text):
    """Whole or not at all."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


class Summary:
    """The cells of one recipe on one kernel: one for each boot."""

    def __init__(self, cells):
        self.cells = cells
        self.judged = [c for c in cells if c.signal is not None]
        self.regressed = sum(c.verdict == "regressed" for c in self.judged)
        self.failed = sum(c.verdict == "failed" for c in cells)
        self.missing = sum(c.verdict == "missing" for c in cells)
        worst = sorted(cells, key=lambda c: {"failed": 0, "missing": 1}.get(c.verdict, 2))
        self.why = next((c.why for c in worst if c.why), "")
        self.signal = statistics.median(c.signal for c in self.judged) if self.judged else None

    @property
    def verdict(self):
        """Of all boots: one that was regressed is told, and so is one that failed or is not there."""
        if self.failed:
            return "failed"
        if self.missing:
            return "missing"
        if not self.judged:
            return "skipped"
        return "regressed" if self.regressed else "healthy"

    def text(self, why):
        """`why` makes of a reason what stands in the table for it."""
        if self.verdict in ("failed", "missing", "skipped"):
            return f"{self.verdict}{why(self.why)}"
        times = f" {self.regressed}/{len(self.judged)}" if len(self.judged) > 1 else ""
        return f"{self.signal:.2f} {self.verdict}{times}"


class Table:
    """`rows`: (kernel, {recipe name: Summary}); `extra`: one more column, if any: (its title, its texts);
    `remarks`: lines below the table."""

    def __init__(self, recipes, rows, version, extra=None, remarks=()):
        self.recipes, self.rows, self.version = recipes, rows, version
        self.extra, self.remarks = extra, list(remarks)

    def grid(self, why):
        titles = ["kernel"] + [r.name for r in self.recipes]
        lines = [[k.label] + [cells[r.name].text(why) for r in self.recipes] for k, cells in self.rows]
        if self.extra:
            titles.append(self.extra[0])
            lines = [line + [text] for line, text in zip(lines, self.extra[1])]
        return [titles] + lines

    def with_notes(self):
        """The table with a number in place of each reason, and the reasons."""
        reasons = {}

        def number(why):
            return f" [{reasons.setdefault(why, len(reasons) + 1)}]"

        lines = self.grid(number)
        return lines, [f"[{n}] {why}" for why, n in reasons.items()] + self.remarks

    def as_text(self):
        lines, notes = self.with_notes()
        widths = [max(map(len, column)) for column in zip(*lines)]
        table = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]
        return "\n".join(table + notes) + "\n"

    def as_markdown(self):
        lines, notes = self.with_notes()
        lines.insert(1, ["---"] * len(lines[0]))
        table = ["| " + " | ".join(line) + " |" for line in lines]
        return "\n\n".join(["\n".join(table)] + notes) + "\n"

    def as_csv(self):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(self.grid(lambda why: f": {why}"))
        return text.getvalue()

    def as_json(self):
        return json.dumps({
            "schema": "cgpong-history/1",
            "programs": self.version,
            "remarks": self.remarks,
            "recipes": [{"recipe": r.name, "healthy": r.healthy} for r in self.recipes],
            "kernels": [{
                "kernel": kernel.label,
                "key": kernel.key or None,
                "cells": [{
                    "recipe": name,
                    "verdict": cell.verdict,
                    "signal": cell.signal,
                    "boots": len(cell.judged),
                    "regressed": cell.regressed,
                    "signals": [c.signal for c in cell.judged],
                    "why": cell.why or None,
                } for name, cell in cells.items()],
            } for kernel, cells in self.rows],
        }, indent=1) + "\n"

    def write(self, directory, name):
        os.makedirs(directory, exist_ok=True)
        for suffix, text in (("txt", self.as_text()), ("md", self.as_markdown()),
                             ("csv", self.as_csv()), ("json", self.as_json())):
            replace(os.path.join(directory, f"{name}.{suffix}"), text)

    def update(self, path):
        """Puts the table into a document, in place of the one that is there."""
        with open(path, encoding="utf-8") as file:
            before, begin, rest = file.read().partition(BEGIN)
        _, end, after = rest.partition(END)
        if not end:
            raise ValueError(f"{path} has no place for a table: {BEGIN.strip()}, {END.strip()}")
        replace(path, before + begin + self.as_markdown() + end + after)
