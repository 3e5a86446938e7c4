#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that includes point in one direction; see `RULES` for what is checked.

`python tools/check_includes.py [root]` prints one line per violation and exits
with 1 when there are any.
"""

import pathlib
import re
import sys

RULES = """
order      a layer includes only itself and the layers before it
backend    headers of a cpu or cuda folder are for that family alone, and for fusion
device     ops/device includes nothing outside itself, standard headers too
toolkit    CUDA's headers are included only below a cuda or fusion folder
python     Python's and pybind11's headers are included only in python/src
code       a .cuh, which has device code, is included only by .cu and .cuh files,
           and by what makes the CPU run it
missing    a quoted include names a file, as seen from the root of the tree
cycle      no header includes itself through others
"""

LAYERS = ("core", "memory", "ops", "linalg", "python/src")
DEVICES = ("cpu", "cuda")
BACKENDS = (*DEVICES, "fusion")
# A generator of kernels drives the backends that it generates for.
DRIVES = {"cpu": {"cpu"}, "cuda": {"cuda"}, "fusion": {"fusion", "cpu", "cuda"}}
# Above every layer: free in what they include, but for toolkit and missing.
TOP = ("tests/cpp", "benchmarks")
EMULATION = "tests/cpp/emulated/"
SUFFIXES = {".h", ".cuh", ".cpp", ".cu", ".def", ".in"}

# (including file, included name): reason. Empty is the goal.
EXCEPTIONS = {}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TOOLKIT = re.compile(
    r"^(cuda|cub/|thrust/|cublas|cusolver|cusparse|cufft|curand|nvrtc|nccl|nv/|nvtx"
    r"|driver_types|vector_types|device_launch|cooperative_groups|library_types)"
)
PYTHON = re.compile(r"^(Python\.h|structmember\.h|pybind11/|numpy/)")


def layer_of(path):
    """The index of the path's layer, or None outside of all layers."""
    for index, layer in enumerate(LAYERS):
        if path.startswith(layer + "/"):
            return index
    return None


def backend_of(path):
    """The backend folder that the path lies below, or None."""
    folders = path.split("/")[:-1]
    return next((folder for folder in folders if folder in BACKENDS), None)


def includes_of(text):
    """(line, bracket, name) of each include directive outside block comments."""
    text = COMMENT.sub(lambda m: "\n" * m.group().count("\n"), text)
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def sources(root):
    """The project's C++ and CUDA files as paths from the root, sorted."""
    found = []
    for folder in (*LAYERS, *TOP):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                found.append(path.relative_to(root).as_posix())
    return found


def check_angled(path, name):
    """The rule that `#include <name>` in the file breaks, or None."""
    if path.startswith("ops/device/"):
        return "device", "ops/device includes nothing outside itself"
    if TOOLKIT.match(name) and backend_of(path) not in ("cuda", "fusion"):
        if not path.startswith(TOP):
            return "toolkit", "CUDA's headers belong below a cuda or fusion folder"
    if PYTHON.match(name) and not path.startswith("python/src/"):
        return "python", "Python's headers belong in python/src"
    return None


def check_quoted(path, name):
    """The rule that `#include "name"` in the file breaks, or None."""
    if path.startswith("ops/device/") and not name.startswith("ops/device/"):
        return "device", "ops/device includes nothing outside itself"
    code = path.removesuffix(".in").endswith((".cu", ".cuh"))
    if name.endswith(".cuh") and not code and not path.startswith(EMULATION):
        return "code", "only .cu and .cuh files include device code"
    if path.startswith(TOP):
        return None
    source, target = layer_of(path), layer_of(name)
    if target is None or target > source:
        place = "no layer" if target is None else LAYERS[target]
        return "order", f"{LAYERS[source]} comes before {place}"
    backend = backend_of(name)
    if backend in DEVICES and backend not in DRIVES.get(backend_of(path), ()):
        return "backend", f"only files below a {backend} folder include this"
    return None


def find_cycles(graph):
    """One list of files for every include cycle met in a depth-first walk."""
    cycles, done, trail = [], set(), []

    def visit(path):
        if path in trail:
            cycles.append([*trail[trail.index(path) :], path])
            return
        if path in done:
            return
        trail.append(path)
        for target in graph.get(path, ()):
            visit(target)
        trail.pop()
        done.add(path)

    for path in sorted(graph):
        visit(path)
    return cycles


def check_tree(root, exceptions=EXCEPTIONS):
    """All violations below the root, as lines `file:line: [rule] text`."""
    root = pathlib.Path(root)
    problems, graph, used = [], {}, set()

    def report(path, line, name, rule, text):
        if (path, name) in exceptions:
            used.add((path, name))
        else:
            problems.append(f"{path}:{line}: [{rule}] {name}: {text}")

    for path in sources(root):
        graph[path] = []
        for line, bracket, name in includes_of((root / path).read_text("utf-8")):
            if bracket == "<":
                broken = check_angled(path, name)
            else:
                broken = check_quoted(path, name)
                if (root / name).is_file():
                    graph[path].append(name)
                elif broken is None:
                    # CMake writes a file beside its template's place.
                    if not (root / f"{name}.in").is_file():
                        broken = "missing", "no such file, seen from the root"
            if broken:
                report(path, line, name, *broken)
    for cycle in find_cycles(graph):
        report(cycle[0], 1, cycle[1], "cycle", " -> ".join(cycle))
    for path, name in sorted(set(exceptions) - used):
        problems.append(f"{path}:1: [exception] {name}: the exception is not needed")
    return problems


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).parents[1]
    problems = check_tree(root)
    for problem in problems:
        print(problem)
    files = len(sources(root))
    print(f"include check: {files} files, {len(problems)} violations")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
