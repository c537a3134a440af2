#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""examples.py - the examples of the documentation, run.

usage: examples.py check TREE BIN
       examples.py run TREE BIN here|lab|guest [STATIC-BIN]
       examples.py update TREE BIN here|lab|guest [STATIC-BIN]

An example is a fenced block of README.md, docs/*.md and the like:
  ```sh runnable          commands, run one by one here: each must end with 0, or with 4 (skipped), which
                          is reported
  ```console runnable     commands behind "$ " or "# ", each with what it prints: that must have the same
                          shape, which is the text with every figure and name of a kernel alike; a line
                          "..." stands for any lines
  ```sh runnable lab      the same, where guests can be booted
  ```sh runnable guest    the same, in a guest with two nodes
  ```sh runnable lab full the same, with CGPONG_FULL=1 only
A block of commands that is not run says why in the line above: <!-- not run: REASON -->.

`check` looks at all blocks of commands without running them: each is marked or says why not, each program
is there, each --option is in its --help. `run` also shortens the rounds of what `sh` blocks run. `update`
puts what was printed into the pages. Exit: 0 as they should be, 1 not, 64 usage.
"""
import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SHORT = "--duration 50ms --warmup 0 --rounds 2 --count-ops 100"
WRAPPER = """#!/bin/sh
# Shortens the rounds of an example.
short='%s'
case " $* " in
*" -i "* | *" --ops "*) short=${short#--duration 50ms} ;;
*" --help "* | *" --version "* | *" --check "*) short= ;;
esac
case ${0##*/}:$1 in
cgpong:run | cgpong:sweep) ;;
cgpong:*) short= ;;
esac
exec %s/${0##*/} "$@" $short
"""
# What a lab that cannot boot a guest says (exit 1), as in tests/lab/common.bash.
CANNOT = re.compile(r"apt-get install|no kernel|cannot be (had|got|fetched)")


class Example:
    """A command, or all of a block."""

    def __init__(self, block, line, text, shown=None, shown_at=None):
        self.block, self.line, self.text = block, line, text
        self.shown, self.shown_at = shown, shown_at
        self.status, self.out, self.err = None, "", ""

    @property
    def where(self):
        return "%s:%d" % (self.block.page, self.line)


class Block:
    """A fenced block: its lines, from the one behind the fence, and what stands above it."""

    def __init__(self, page, line, info, lines, above):
        self.page, self.line, self.lines = page, line, lines
        self.info, words = info, info.split()
        self.language = words[0] if words else ""
        self.runnable = "runnable" in words
        self.place = words[2] if len(words) > 2 else "here"
        self.full = "full" in words
        reason = re.match(r"<!-- not run: (.+) -->$", above.strip())
        self.reason = reason.group(1) if reason else None

    def is_commands(self):
        return self.language in ("sh", "console", "bash", "shell")

    def examples(self):
        return self.consoles() if self.language == "console" else self.commands()

    def consoles(self):
        found = []
        for i, line in enumerate(self.lines):
            if re.match(r"[$#] \S", line):
                found.append(Example(self, self.line + i, line[2:], [], i + 1))
            elif found:
                found[-1].shown.append(line)
        return found

    def commands(self):
        """Line by line, where lines are commands; else all of it."""
        found, text, start = [], "", 0
        for i, line in enumerate(self.lines):
            start = start if text else i
            text += line
            if line.endswith("\\"):
                text = text[:-1] + " "
                continue
            if text.strip() and not text.startswith("#"):
                found.append(Example(self, self.line + start, text))
            text = ""
        if any("<<" in e.text for e in found) or \
                any(subprocess.run(["bash", "-n", "-c", e.text], stderr=subprocess.DEVNULL,
                                   check=False).returncode for e in found):
            return [Example(self, self.line, "\n".join(self.lines))]
        return found


def blocks_of(tree, page):
    with open(os.path.join(tree, page), encoding="utf-8") as file:
        lines = file.read().split("\n")
    at = 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = lines.index("```", at + 1)
            above = next((line for line in reversed(lines[:at]) if line.strip()), "")
            yield Block(page, at + 2, lines[at][3:], lines[at + 1:end], above)
            at = end
        at += 1


def pages_of(tree):
    found = ["README.md", "cgroups/README.md", "bench/README.md"]
    found += sorted("docs/" + name for name in os.listdir(os.path.join(tree, "docs"))
                    if name.endswith(".md"))
    return [page for page in found if os.path.exists(os.path.join(tree, page))]


def all_blocks(tree):
    return [block for page in pages_of(tree) for block in blocks_of(tree, page)]


# ---- check ----

class Checker:
    """Knows what programs there are, and their options."""

    def __init__(self, tree, directory):
        self.tree, self.directory = tree, directory
        # Programs that a page tells how to make.
        self.described = {"cgpong-" + b.info[6:-2] for b in all_blocks(tree)
                          if b.info.startswith("c cmd/")}
        self.workloads = [line.split()[0] for line in self.help("cgpong", "list").split("\n") if line]

    @functools.lru_cache(maxsize=None)
    def help(self, program, *words):
        """What it prints; nothing if it is not there or does not end well."""
        path = self.path(program)
        if not path:
            return ""
        done = subprocess.run([path, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, encoding="utf-8", check=False)
        return done.stdout if done.returncode == 0 else ""

    def path(self, program):
        name = program.rsplit("/", 1)[-1]
        if re.match(r"cgpong(-[a-z-]+)?$", name):
            path = os.path.join(self.directory, name)
        else:
            path = os.path.join(self.tree, re.sub(r"^~/cgpong/", "", program))
        return path if os.access(path, os.X_OK) else None

    def helps(self, words):
        """All the texts in which an option of this command may be."""
        program, rest = words[0], words[1:]
        name = program.rsplit("/", 1)[-1]
        texts = []
        if name == "cgpong":
            texts.append(self.help("cgpong", "--help"))
            if rest and not rest[0].startswith("-"):
                text = self.help("cgpong", "help", rest[0])
                if not text:
                    return None
                texts.append(text)
            if rest and rest[0] == "lab":
                texts.append(self.help("scripts/lab", *rest[1:2], "--help"))
            texts += [self.help("cgpong-" + w, "--help") for w in rest if w in self.workloads]
            if "--recipe" in rest:
                texts.append(self.help("cgpong-null", "--help"))
        elif name == "lab" and rest and not rest[0].startswith("-"):
            texts.append(self.help(program, rest[0], "--help"))
        else:
            texts.append(self.help(program, "--help"))
        return texts

    def complaints(self, words):
        """What is wrong with one command, as texts."""
        if not re.match(r"(\S*/)?(cgpong(-[a-z-]+)?|scripts/[a-z-]+|bench/[a-z-]+)$", words[0]):
            return []
        if words[0].rsplit("/", 1)[-1] in self.described:
            return []
        if not self.path(words[0]):
            return ["there is no %s" % words[0]]
        # What is behind -- runs in the guest.
        inner = words[words.index("--") + 1:] if "--" in words and "compare" not in words else []
        words = words[:len(words) - len(inner)]
        texts = self.helps(words)
        if not texts or not all(texts):
            return ["'%s' has no help" % " ".join(words[:3])]
        known = set(re.findall(r"--[a-z][a-z0-9-]*", " ".join(texts))) | {"--help", "--version"}
        unknown = [w for w in words[1:] if re.match(r"--[a-z]", w) and w.split("=")[0] not in known]
        wrong = ["%s has no option %s" % (" ".join(words[:2]), w) for w in unknown]
        return wrong + (self.complaints(inner) if inner else [])

    def check_text(self, text):
        wrong = []
        for line in text.split("\n"):
            try:
                lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;()")
                lexer.whitespace_split, lexer.commenters = True, "#"
                words = list(lexer)
            except ValueError:
                continue
            command = []
            for word in words + [";"]:
                if word and not set(word) - set("|&;()"):
                    wrong += self.complaints(command) if command else []
                    command = []
                elif word not in ("if", "then", "else", "do", "git", "run") or command[:1] == ["cgpong"] \
                        or (command and "/" in command[0]):
                    command.append(word)
        return wrong


def check(tree, directory):
    checker, wrong, counts = Checker(tree, directory), [], {}
    for block in all_blocks(tree):
        where = "%s:%d" % (block.page, block.line - 1)
        commands = [line for line in block.lines
                    if re.match(r"([$#] )?(cgpong(?! [a-z]+,)|scripts/|build/bin/cgpong)", line)]
        if not block.language and commands:
            wrong.append("%s: commands in a block without a language: say sh or console" % where)
        if not block.is_commands():
            continue
        if block.runnable == bool(block.reason):
            wrong.append("%s: mark it runnable, or put <!-- not run: why --> above it, not both" % where)
        if block.reason:
            print("%s: not run: %s" % (where, block.reason))
        counts[block.runnable] = counts.get(block.runnable, 0) + 1
        for example in block.examples():
            wrong += ["%s: %s" % (example.where, w) for w in checker.check_text(example.text)]
    print("\n".join(wrong))
    print("%d blocks of commands are run, %d are not" % (counts.get(True, 0), counts.get(False, 0)))
    return 1 if wrong else 0


# ---- run ----

def wrap(directory, programs, real):
    """A directory of programs that shorten rounds; @real is where the true ones are."""
    os.mkdir(directory)
    names = [n for n in os.listdir(programs) if re.match(r"cgpong(-[a-z-]+)?$", n)]
    for name in names:
        path = os.path.join(directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(WRAPPER % (SHORT, real))
        os.chmod(path, 0o755)


def place_of(tree, scratch, page, directory, static):
    """A directory that looks like the root of the tree, in which a page's examples may write."""
    path = os.path.join(scratch, page.replace("/", "-"))
    if os.path.exists(path):
        return path
    os.mkdir(path)
    for name in ("scripts", "docs", "cgroups", "recipes", "cmd", "lib", "README.md", "CMakeLists.txt"):
        os.symlink(os.path.join(tree, name), os.path.join(path, name))
    os.mkdir(os.path.join(path, "build"))
    os.symlink(directory, os.path.join(path, "build/bin"))
    if static:
        os.mkdir(os.path.join(path, "build-static"))
        os.symlink(static, os.path.join(path, "build-static/bin"))
    return path


def run_here(examples, tree, scratch, directory, static):
    wrap(os.path.join(scratch, "short"), directory, directory)
    for example in examples:
        paths = [directory, os.environ["PATH"]]
        if example.shown is None:
            paths.insert(0, os.path.join(scratch, "short"))
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", example.text],
                              cwd=place_of(tree, scratch, example.block.page, directory, static),
                              env=dict(os.environ, PATH=":".join(paths)), stdin=subprocess.DEVNULL,
                              capture_output=True, encoding="utf-8", check=False, timeout=600)
        example.status, example.out, example.err = done.returncode, done.stdout, done.stderr


DRIVER = """
mkdir -p /tmp/pages
for script in /root/examples/*.sh; do
	name=$(basename "$script" .sh)
	mkdir -p "/tmp/pages/$(cat "/root/examples/$name.page")"
	cd "/tmp/pages/$(cat "/root/examples/$name.page")"
	[ -e "/root/examples/$name.full" ] || PATH=/root/short:$PATH
	sh -e "$script" >"/out/$name.out" 2>"/out/$name.err" </dev/null
	echo $? >"/out/$name.status"
	PATH=${PATH#/root/short:}
done
"""


def run_in_guest(examples, tree, scratch, static):
    """All in one guest; what it says of each comes back in files."""
    root, out = os.path.join(scratch, "examples"), os.path.join(scratch, "out")
    os.mkdir(root)
    wrap(os.path.join(scratch, "short"), static, "/usr/bin")
    for i, example in enumerate(examples):
        parts = {"sh": example.text, "page": example.block.page.replace("/", "-")}
        if example.shown is not None:
            parts["full"] = ""
        for suffix, text in parts.items():
            with open("%s/%03d.%s" % (root, i, suffix), "w", encoding="utf-8") as file:
                file.write(text + "\n")
    with open(os.path.join(scratch, "driver"), "w", encoding="utf-8") as file:
        file.write(DRIVER)
    done = subprocess.run(
        [os.path.join(tree, "scripts/lab"), "run", "--nodes", "2", "--programs", static, "--out", out,
         "--timeout", "600", "--add", root + ":/root/examples", "--add", os.path.join(scratch, "short"),
         "--add", os.path.join(scratch, "driver"), "--", "sh", "driver"],
        capture_output=True, encoding="utf-8", check=False)
    for i, example in enumerate(examples):
        def read(suffix, number=i):
            with open("%s/%03d.%s" % (out, number, suffix), encoding="utf-8") as file:
                return file.read()
        if done.returncode:
            example.status, example.err = done.returncode, done.stderr
        else:
            example.status = int(read("status"))
            example.out, example.err = read("out"), read("err")


def shape(line):
    """The line with figures, kernels and what follows from chance alike."""
    words = []
    for word in line.replace(", no difference shown", "").split():
        key, equals, value = word.partition("=")
        if equals and re.match(r"[a-z_.]+$", key):
            words.append(key + "=" + ("#" if re.search(r"\d", value) or value == "null" else value))
        elif re.search(r"\d", word) or word in ("n/a", "null", "inf", "~"):
            words.append("#" + ("," if word.endswith(",") else ""))
        else:
            words.append(word.rstrip(")"))
    return " ".join(words)


def same_shape(shown, printed):
    """None, or the first line that differs, and how."""
    shown = [shape(line) for line in shown if line.strip()]
    printed = [shape(line) for line in printed.split("\n") if line.strip()]
    while shown:
        line = shown.pop(0)
        if line == "...":
            if not shown:
                return None
            while printed and printed[0] != shown[0]:
                printed.pop(0)
        elif not printed or printed.pop(0) != line:
            return line
    return printed[0] + " (more than is shown)" if printed else None


def verdict(example):
    """('ok', '') or ('skipped' or 'failed', why)"""
    last = (example.err.strip().split("\n") or [""])[-1]
    if example.status == 4 or (example.status == 1 and CANNOT.search(example.err)):
        return "skipped", last
    if example.status:
        return "failed", "exit %d: %s" % (example.status, last)
    if example.shown is not None:
        differs = same_shape(example.shown, example.out)
        if differs:
            return "failed", "it does not print: %s\nbut:\n%s" % (differs, example.out)
    return "ok", ""


def update(tree, examples):
    """Puts what was printed into the pages, the last first, for lines move."""
    for example in sorted(examples, key=lambda e: (e.block.page, -e.line)):
        if example.status or not example.shown or "..." in example.shown:
            continue
        path = os.path.join(tree, example.block.page)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        printed = example.out.rstrip("\n").split("\n")
        lines[example.line:example.line + len(example.shown)] = printed
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))


def run(tree, directory, place, static, also_update):
    examples = [e for b in all_blocks(tree) if b.runnable and b.place == place and
                (os.environ.get("CGPONG_FULL") or not b.full) for e in b.examples()]
    failed = 0
    scratch = tempfile.mkdtemp(prefix="cgpong-examples.")
    try:
        if place == "guest" and examples:
            run_in_guest(examples, tree, scratch, static)
        else:
            run_here(examples, tree, scratch, directory, static)
    finally:
        shutil.rmtree(scratch)
    for example in examples:
        result, why = verdict(example)
        failed += result == "failed"
        print("%s: %s: %s%s" % (example.where, result, example.text.strip().split("  #")[0],
                                why and " (%s)" % why))
    print("%d examples, %d failed" % (len(examples), failed))
    if also_update:
        update(tree, examples)
    return 1 if failed or not examples else 0


def main(arguments):
    if arguments[:1] == ["check"] and len(arguments) == 3:
        return check(*map(os.path.abspath, arguments[1:]))
    if arguments[:1] not in (["run"], ["update"]) or len(arguments) not in (4, 5) or \
            arguments[3] not in ("here", "lab", "guest"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 64
    tree, directory = map(os.path.abspath, arguments[1:3])
    static = os.path.abspath(arguments[4]) if len(arguments) == 5 else None
    return run(tree, directory, arguments[3], static, arguments[0] == "update")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
