#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Check a report's page against the files it was made of.

Usage: check_report.py CGPONG PAGE FILE... PAGE is HTML, best as a browser has read it (--dump-dom). Every
figure must be the one that stands in the files where the page says; every figure of the files that a reader
wants must be in the page; nothing in it may run or load anything. Figures of sides that are compared are
checked against `cgpong compare`, for files that are sides of their own.
"""
import html.parser
import json
import math
import re
import subprocess
import sys

FORBIDDEN = {"script", "iframe", "object", "embed", "link", "base", "img", "form", "audio", "video",
             "image", "foreignobject"}


class Page(html.parser.HTMLParser):
    """The figures of a page, the dots of its pictures."""

    def __init__(self):
        super().__init__()
        self.figures, self.open, self.text, self.dots, self.tags = [], None, "", [], set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.add(tag)
        assert tag not in FORBIDDEN, f"<{tag}> in the page"
        for name, value in attrs.items():
            assert not name.startswith("on"), f"{name} in <{tag}>"
            if name.endswith("href"):
                assert value.startswith("#"), f"{name}={value}"
            assert name not in ("src", "srcset", "action", "formaction", "data"), f"{name} in <{tag}>"
            if name == "style":
                assert "url(" not in value, value
        if tag == "svg":
            self.dots.append([])
        if tag == "use" and "transform" in attrs and "scale" in attrs["transform"]:
            x, y = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", attrs["transform"]).groups()
            self.dots[-1].append((float(x), float(y)))
        if tag == "data":
            self.open, self.text = attrs, ""

    def handle_data(self, data):
        self.text += data

    def handle_endtag(self, tag):
        if tag == "data":
            self.figures.append((self.open["data-at"], float(self.open["value"]), self.text))
            self.open = None


def find(value, pointer):
    """RFC 6901."""
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def check_shown(place, value, text):
    """What is shown is the value, rounded to the digits that are shown."""
    digits = text.replace("\u202f", "")
    shown = float(digits)
    # Limits of recipes, and what no machine has measured, are shown with four digits that count.
    if "e" in digits or "/healthy_" in place:
        assert math.isclose(shown, value, rel_tol=5e-4), (place, value, text)
        return
    decimals = len(digits.partition(".")[2])
    assert abs(shown - value) <= 0.5 * 10 ** -decimals * (1 + 1e-9), f"{place}: {value} is shown as {text}"


class Files:
    def __init__(self, cgpong, paths):
        self.cgpong, self.paths = cgpong, paths
        self.tops = []
        for path in paths:
            with open(path, encoding="utf-8") as file:
                self.tops.append(json.load(file))
        self.compared = {}

    def at(self, place):
        where, _, pointer = place.partition("/")
        if ":" not in where:
            return find(self.tops[int(where) - 1], "/" + pointer)
        if where not in self.compared:
            a, b = (self.paths[int(side) - 1] for side in where.split(":"))
            done = subprocess.run([self.cgpong, "compare", "--format", "json", a, b], check=True,
                                  capture_output=True)
            self.compared[where] = json.loads(done.stdout)
        return find(self.compared[where], "/" + pointer)


def runs_of(top, place):
    if top["schema"] == "cgpong/1":
        yield place, top
    for i, run in enumerate(top.get("runs", [])):
        yield f"{place}/runs/{i}", run
    for i, recipe in enumerate(top.get("recipes", [])):
        if isinstance(recipe.get("results"), dict) and recipe["results"].get("error") is None:
            yield f"{place}/recipes/{i}/results", recipe["results"]


def wanted_of_context(place, context):
    for name, summary in context.get("summary", {}).items():
        name = name.replace("~", "~0").replace("/", "~1")
        for key in ("median", "low", "high") if summary else ():
            # An interval is shown whole or not at all.
            if None not in (summary["low"], summary["high"]) or key == "median":
                yield f"{place}/summary/{name}/{key}", summary[key]
    for i, one in enumerate(context["rounds"]):
        for key in ("ops", "seconds", "ops_per_sec", "user_sec", "system_sec", "voluntary_cs"):
            yield f"{place}/rounds/{i}/{key}", one[key]
    for name, event in ((context["counts"] or {}).get("events") or {}).items():
        yield f"{place}/counts/events/{name}/per_op", event["per_op"]


def wanted(top, place):
    for at, run in runs_of(top, place):
        for i, context in enumerate(run["contexts"]):
            yield from wanted_of_context(f"{at}/contexts/{i}", context)
        for i, comparison in enumerate(run.get("comparisons", [])):
            for key in ("ratio", "low", "high"):
                yield f"{at}/comparisons/{i}/{key}", comparison[key]
    for i, recipe in enumerate(top["recipes"] if top["schema"] == "cgpong-recipes/1" else []):
        yield f"{place}/recipes/{i}/signal", recipe["signal"]
    for i, step in enumerate(top.get("steps", [])):
        for k, context in enumerate(step["result"]["contexts"] if step["exit_code"] == 0 else []):
            at = f"{place}/steps/{i}/result/contexts/{k}"
            yield f"{at}/summary/ops_per_sec/median", context["summary"]["ops_per_sec"]["median"]
            for name in ("charge_walk", "objcg_drain") if context["counts"] else ():
                yield (f"{at}/counts/events/{name}/per_op",
                       context["counts"]["events"][name]["per_op"])
    for i, kernel in enumerate(top.get("kernels", [])):
        for k, cell in enumerate(kernel["cells"]):
            yield f"{place}/kernels/{i}/cells/{k}/signal", cell["signal"]


def check_dots(page, top):
    """The dots of a single run: one a round, and their heights are those of the figures."""
    # What no machine has measured is not drawn.
    rates = [one["ops_per_sec"] for context in top["contexts"] for one in context["rounds"]
             if one["ops_per_sec"] < 1e15]
    dots = page.dots[0]
    assert len(dots) == len(rates), f"{len(dots)} dots for {len(rates)} rounds"
    assert [x for x, _ in dots] == sorted(x for x, _ in dots)
    low, high = rates.index(min(rates)), rates.index(max(rates))
    slope = (dots[high][1] - dots[low][1]) / (rates[high] - rates[low])
    assert slope < 0
    for (_, y), rate in zip(dots, rates):
        # To a hundredth of a unit, as the picture has them.
        assert abs(dots[low][1] + slope * (rate - rates[low]) - y) < 0.03, (y, rate)


def main():
    cgpong, path, *paths = sys.argv[1:]
    files, page = Files(cgpong, paths), Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    for place, value, text in page.figures:
        expected = files.at(place)
        # compare prints fifteen digits of what it has worked out.
        slack = 1e-14 if ":" in place.partition("/")[0] else 0
        assert math.isclose(value, expected, rel_tol=slack, abs_tol=0), \
            f"{place}: {value} in the page, {expected} in the file"
        check_shown(place, value, text)
    shown = {place for place, _, _ in page.figures}
    for number, top in enumerate(files.tops, 1):
        missing = [place for place, value in wanted(top, str(number))
                   if value is not None and place not in shown]
        assert not missing, f"not in the page: {missing[:5]}"
    if page.dots and len(files.tops) == 1 and files.tops[0]["schema"] == "cgpong/1":
        check_dots(page, files.tops[0])
    print(f"{len(page.figures)} figures, {len(page.dots)} pictures")


main()
