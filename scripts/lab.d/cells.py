# SPDX-License-Identifier: GPL-2.0-only
"""cells - measures recipes on kernels, once: what `lab history` and `lab matrix` put into their tables.

A cell is one verdict: of one recipe, in one boot of one kernel. It is a file in the cache, named after all
that it depends on (the kernel, what the recipe measures, the programs' version, the number of the boot), so
that a long history which is interrupted goes on where it was. Only what cgpong itself has judged is kept
there. A guest that dies makes a cell "failed", which is tried again the next time: why is in a file beside
it, for those who did not see it fail (slurm.py).
"""

import dataclasses
import hashlib
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))
LAB = os.path.join(TREE, "scripts", "lab")

# What of a recipe decides what is measured and how it is judged; the rest is for people.
DECISIVE = ("workload", "options", "cgroup", "place", "signal", "healthy")
VERDICT = re.compile(r"VERDICT recipe=(\S+) kernel=\S+ verdict=(\w+)(?: signal=(\S+) | \((.*)\)$)")


class Trouble(Exception):
    """It cannot go on. The text says why; the exit code is 64 where the user has asked for the wrong thing."""

    def __init__(self, text, status=1):
        super().__init__(text)
        self.status = status


def note(text):
    print("lab: " + text, file=sys.stderr, flush=True)


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("lab: ") if lines else "no reason is given"


def lab(*words):
    """Runs scripts/lab; gives its exit code, stdout and stderr. Ends it when we are ended."""
    with subprocess.Popen([LAB, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, errors="replace") as child:
        try:
            out, err = child.communicate()
        except BaseException:
            child.terminate()
            child.wait()
            raise
    return child.returncode, out, err


@dataclasses.dataclass
class Recipe:
    name: str
    key: str
    healthy: str
    word: str  # for cgpong run --recipe, in the guest
    path: str = ""  # of a file that the guest must be given


def recipe_directories():
    """Where a recipe is looked for by name; the user's go first, as in cgpong."""
    return [os.path.join(base, "recipes") for base in (os.environ.get("CGPONG_DATADIR"), TREE) if base]


def find_recipe(name):
    """Its file; that in the tree, if there is none."""
    paths = [os.path.join(directory, name + ".recipe") for directory in recipe_directories()]
    return next((path for path in paths if os.path.exists(path)), paths[-1])


def read_recipe(word):
    """The recipe of that name, or in that file. (cgpong checks what is in it.)"""
    is_path = "/" in word or word.endswith(".recipe")
    path = word if is_path else find_recipe(word)
    keys = {}
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                name, equals, value = line.partition("=")
                if equals and not name.startswith("#"):
                    keys[name.strip()] = value.strip()
    except OSError as error:
        raise Trouble(f"recipe {word}: {error.strerror}", 64) from error
    name = os.path.basename(path).removesuffix(".recipe")
    decisive = "\n".join(keys.get(key, "") for key in DECISIVE)
    key = hashlib.sha256(decisive.encode()).hexdigest()[:12]
    inside = f"/root/{name}.recipe" if is_path else name
    return Recipe(name, key, keys.get("healthy", ""), inside, path if is_path else "")


def all_recipes():
    files = {name for directory in recipe_directories() if os.path.isdir(directory)
             for name in os.listdir(directory)}
    return [read_recipe(name.removesuffix(".recipe")) for name in sorted(files) if name.endswith(".recipe")]


@dataclasses.dataclass
class Kernel:
    label: str
    key: str = ""  # different when the kernel is
    word: str = ""  # for lab run --kernel
    trouble: str = ""  # why it cannot be had


def built_key(image):
    """Of a kernel in the cache's builds/."""
    directory = os.path.dirname(image)
    with open(os.path.join(directory, "key"), encoding="ascii") as file:
        return f"{os.path.basename(directory)}-{file.read().strip()[:12]}"


def built_kernel(word):
    spec, _, faults = word.removeprefix("build").partition(":")
    options = [o for fault in faults.split("+") if fault for o in ("--fault", fault)]
    if spec:
        options += ["--source", spec.removeprefix("@")]
    status, out, err = lab("build", *options)
    if status == 64:
        raise Trouble(last_line(err), 64)
    if status:
        return Kernel(word, trouble=last_line(err))
    return Kernel(word, built_key(out.strip()), out.strip())


def file_kernel(word):
    """A kernel image, or a built tree, of the user's: known by its content."""
    image = word
    for inside in ("vmlinux", "arch/x86/boot/bzImage"):
        if os.path.isdir(image) and os.path.isfile(os.path.join(word, inside)):
            image = os.path.join(word, inside)
    if os.path.isdir(image):
        return Kernel(word, trouble="no kernel is in it")
    try:
        with open(image, "rb") as file:
            key = hashlib.file_digest(file, "sha256").hexdigest()[:12]
    except OSError as error:
        return Kernel(word, trouble=error.strerror)
    return Kernel(word, f"{os.path.basename(word.rstrip('/'))}-{key}", os.path.abspath(word))


def released_kernels(word, cache):
    """One of Debian's, or several: the kernels of a range."""
    status, out, err = lab("fetch", word)
    if status == 64:
        raise Trouble(last_line(err), 64)
    kernels = []
    for release in out.split():
        with open(os.path.join(cache, "kernels", release, "package"), encoding="ascii") as file:
            version = file.read().strip()
        kernels.append(Kernel(version.rpartition("-")[0], release, release))
    if status:
        kernels.append(Kernel(word, trouble=last_line(err)))
    return kernels


def find_kernels(word, cache):
    if re.fullmatch(r"build(@[^:]+)?(:.*)?", word):
        return [built_kernel(word)]
    if "/" in word or os.path.exists(word):
        return [file_kernel(word)]
    return released_kernels(word, cache)


def key_now(kernel, cache):
    """That of the kernel as it is now; only a release never changes."""
    if "/" not in kernel.word:
        return kernel.key
    if os.path.dirname(os.path.dirname(kernel.word)) == os.path.join(cache, "builds"):
        return built_key(kernel.word)
    return file_kernel(kernel.word).key


@dataclasses.dataclass
class Cell:
    verdict: str  # healthy, regressed, skipped; failed: it could not be had; missing: it is not there yet
    signal: float = None
    why: str = ""


class Store:
    """The files of cells, by their names (see Cells.name)."""

    def __init__(self, cache):
        self.directory = os.path.join(cache, "history")

    def path(self, name, suffix=""):
        return os.path.join(self.directory, name) + suffix

    def read(self, name, suffix=".json"):
        """The cell as it was kept; with ".failed", why there is none."""
        try:
            with open(self.path(name, suffix), encoding="utf-8") as file:
                return Cell(**json.load(file))
        except (OSError, ValueError, TypeError):
            return None

    def keep(self, name, cell):
        """For good when it was judged; else only why not, until it is."""
        path = self.path(name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(f"{path}.{os.uname().nodename}.{os.getpid()}", "w", encoding="utf-8") as file:
                json.dump(dataclasses.asdict(cell), file)
            os.replace(file.name, path + (".failed" if cell.verdict == "failed" else ".json"))
            if cell.verdict != "failed":
                self.forget(name, (".failed",))
        except OSError as error:
            raise Trouble(f"{path}: {error.strerror}") from error

    def forget(self, name, suffixes=(".json", ".failed")):
        for suffix in suffixes:
            try:
                os.unlink(self.path(name, suffix))
            except FileNotFoundError:
                pass


class Cells:
    """The cells that were measured, and how more are."""

    def __init__(self, cache, programs, again=False, timeout=600):
        self.cache, self.programs, self.again, self.timeout = cache, programs, again, timeout
        self.fresh = {}
        self.store = Store(cache)
        program = os.path.join(programs, "cgpong")
        try:
            out = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Trouble(f"there are no static programs in {programs}: build them, "
                          "or give --programs") from error
        self.version = out.stdout.split()[-1]

    def name(self, kernel, recipe, boot):
        """Of the cell's file, but for what it ends in."""
        return os.path.join(kernel.key or kernel.label, f"{recipe.name}-{recipe.key}-{self.version}", str(boot))

    def get(self, kernel, recipe, boot):
        """The cell, or None. With `again`, those of earlier runs do not count."""
        name = self.name(kernel, recipe, boot)
        if name in self.fresh or self.again:
            return self.fresh.get(name)
        return self.store.read(name)

    def put(self, kernel, recipe, boot, cell):
        name = self.name(kernel, recipe, boot)
        self.fresh[name] = cell
        if kernel.key:
            self.store.keep(name, cell)

    def measure(self, kernel, recipes, boot):
        """Sees to it that there is a cell of each recipe. One boot, unless a guest dies: then the recipe
        that it died of has failed, and the others get another guest. Two that came to nothing are enough."""
        barren = 0
        todo = [r for r in recipes if not self.get(kernel, r, boot)]
        while todo:
            one_of_many = False
            failure = kernel.trouble
            if not failure:
                failure, one_of_many = self.boot(kernel, todo, boot)
            left = [r for r in todo if not self.get(kernel, r, boot)]
            barren = barren + 1 if left == todo else 0
            for recipe in left[:1] if one_of_many and barren < 2 else left:
                self.put(kernel, recipe, boot, Cell("failed", None, failure))
            todo = [r for r in left if not self.get(kernel, r, boot)]

    def boot(self, kernel, recipes, boot):
        """One guest. Gives what went wrong, if anything, and whether a recipe was running then."""
        note(f"{kernel.label}: boot {boot}, {len(recipes)} recipes")
        adds = [word for r in recipes if r.path for word in ("--add", f"{r.path}:{r.word}")]
        status, out, err = lab("run", "--kernel", kernel.word, "--nodes", "2", "--programs", self.programs,
                               "--timeout", str(self.timeout), *adds, "--", "cgpong", "run",
                               "--recipe", ",".join(r.word for r in recipes), "-q")
        if status == 64:
            raise Trouble(last_line(err), 64)
        by_name = {r.name: r for r in recipes}
        for match in filter(None, map(VERDICT.match, out.splitlines())):
            recipe = by_name.pop(match[1], None)
            if recipe:
                signal = float(match[3]) if match[3] else None
                self.put(kernel, recipe, boot, Cell(match[2], signal, match[4] or ""))
        return guest_failure(status, err), in_command(status, err)


def in_command(status, err):
    """Did the guest die while a recipe ran? Else no other recipe will do better."""
    return status == 125 and ("died before the command ended" in err or "in the command" in err)


def guest_failure(status, err):
    """In a few words, from what scripts/lab says of a guest: its last words are long."""
    if status != 125:
        return last_line(err)
    cause = re.search(r"^.*?((?:Kernel panic|BUG: |Oops: ).*)$", err, re.M)
    if cause:
        return cause[1].strip()
    first = [line for line in err.splitlines() if line.startswith("lab: ")]
    return last_line("\n".join(first)).removesuffix("; its last words:")
