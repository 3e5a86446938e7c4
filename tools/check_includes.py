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
order      a room includes only itself and the rooms before it in `ROOMS`, so that
           rooms form no circle; every file stands in a room
device     what lies below a cpu or cuda folder is for rooms of that device alone, but
           for `OPEN`; ops/device includes nothing outside itself, standard headers too
toolkit    CUDA's headers are included only below a cuda folder
python     Python's and pybind11's headers are included only below python/src and in
           the headers that are installed
installed  the headers that are installed include each other as <tenorite/...>, and
           nothing else of the tree
code       a .cuh, which has device code, is included only by .cu and .cuh files,
           and by what makes the CPU run it
assert     core/assert.h is included only by sources of the host part, which are
           compiled with assertions and without, and by tests
shared     a header of the host part defines no variable that changes: the CUDA part,
           a library of its own, would have another one
missing    a quoted include names a file, as seen from the root of the tree
cycle      no header includes itself through others
"""

# The folders of the tree, from the bottom up.
ROOMS = (
    "core",
    "core/cuda",
    "memory",
    "memory/cuda",
    "ops/device",
    "ops/table",
    "ops/plan",
    "ops/record",
    "ops/api",
    "ops/cpu",
    "ops/cpu/elementwise",
    "ops/cpu/copy",
    "ops/cpu/reduce",
    "ops/cpu/index",
    "ops/cpu/sort",
    "ops/cpu/random",
    "ops/cpu/fft",
    "ops/cpu/machine",
    "ops/cpu/groups",
    "ops/cuda/abi",
    "ops/cuda",
    "ops/cuda/elementwise",
    "ops/cuda/copy",
    "ops/cuda/reduce",
    "ops/cuda/scan",
    "ops/cuda/sort",
    "ops/cuda/index",
    "ops/cuda/random",
    "ops/cuda/fft",
    "jit/prelude/kernels",
    "jit/prelude/groups",
    "jit/prelude/emulator",
    "jit/compile",
    "jit/compile/worker",
    "jit/emulator",
    "jit/codegen",
    "jit/groups",
    "jit/raw",
    "jit/cuda",
    "linalg",
    "linalg/cpu",
    "linalg/cuda",
    "collectives",
    "python/tenorite/include/tenorite",
    "python/tenorite/scipy/interpolate",
    "python/tenorite/scipy/linalg",
    "python/tenorite/scipy/ndimage",
    "python/tenorite/scipy/signal",
    "python/tenorite/scipy/sparse",
    "python/tenorite/scipy/sparse/csgraph",
    "python/tenorite/scipy/sparse/linalg",
    "python/tenorite/scipy/spatial",
    "python/tenorite/scipy/spatial/distance",
    "python/tenorite/scipy/stats",
    "python/src/array",
    "python/src/kernels",
    "python/src/bindings",
)
DEVICES = ("cpu", "cuda")
# Of one device, though no folder is named so: text for kernels on GPUs.
TEXTS = {"jit/prelude/groups": "cuda"}
# For extensions, which are compiled apart; cuda.h is for those that use CUDA.
INSTALLED = "python/tenorite/include/tenorite/"
# Structs that kernels and those who launch them share.
OPEN = ("ops/cuda/abi/",)
# Above every room: free in what they include, but for toolkit and missing.
TOP = ("tests/cpp", "benchmarks")
EMULATION = "tests/cpp/emulated/"
SUFFIXES = {".h", ".cuh", ".cpp", ".cu", ".def", ".in"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TOOLKIT = re.compile(
    r"^(cuda|cub/|thrust/|cublas|cusolver|cusparse|cufft|curand|nvrtc|nccl|nv/|nvtx"
    r"|driver_types|vector_types|device_launch|cooperative_groups|library_types)"
)
# Of the host part's headers those that the CUDA part may include.
HOST = re.compile(
    r"^(core|memory|ops/(table|plan|record|api)|jit/\w+|linalg)/[^/]+\.h$"
)
VARIABLE = re.compile(
    r"^(?:inline|(?:inline )?thread_local|constinit inline) (?!.*constexpr)[^()\n]*?[;={]",
    re.MULTILINE,
)
PYTHON = re.compile(r"^(Python\.h|structmember\.h|pybind11/|numpy/)")


def room_of(path):
    """The index of the folder that a file stands in, or None outside of all rooms."""
    folder = path.rpartition("/")[0]
    return ROOMS.index(folder) if folder in ROOMS else None


def device_of(path):
    """The device that a file is for alone, or None."""
    *folders, _ = path.split("/")
    alone = TEXTS.get("/".join(folders))
    return alone or next((folder for folder in folders if folder in DEVICES), None)


def includes_of(text):
    """(line, bracket, name) of each include directive outside block comments."""
    text = COMMENT.sub(lambda m: "\n" * m.group().count("\n"), text)
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def sources(root):
    """The project's C++ and CUDA files as paths from the root, sorted."""
    found = []
    for folder in (*dict.fromkeys(room.split("/")[0] for room in ROOMS), *TOP):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                found.append(path.relative_to(root).as_posix())
    return found


def check_angled(path, name):
    """The rule that `#include <name>` in the file breaks, or None."""
    if path.startswith("ops/device/"):
        return "device", "ops/device includes nothing outside itself"
    if TOOLKIT.match(name) and not path.startswith((*TOP, f"{INSTALLED}cuda.h")):
        if "cuda" not in path.split("/")[:-1]:
            return "toolkit", "CUDA's headers belong below a cuda folder"
    if PYTHON.match(name) and not path.startswith(("python/src/", INSTALLED)):
        return "python", "Python's headers belong in python/src"
    return None


def check_quoted(path, name):
    """The rule that `#include "name"` in the file breaks, or None."""
    if path.startswith("ops/device/") and not name.startswith("ops/device/"):
        return "device", "ops/device includes nothing outside itself"
    if path.startswith(INSTALLED):
        return "installed", "the headers of extensions know no file of the tree"
    code = path.removesuffix(".in").endswith((".cu", ".cuh"))
    if name.endswith(".cuh") and not code and not path.startswith(EMULATION):
        return "code", "only .cu and .cuh files include device code"
    if name == "core/assert.h" and not path.startswith(TOP):
        if not path.endswith(".cpp") or "cuda" in path.split("/"):
            return "assert", "only sources of the host part have assertions"
    if path.startswith(TOP):
        return None
    if name.startswith("third_party/"):
        return None
    source, target = room_of(path), room_of(name)
    if source is None or target is None or target > source:
        places = ["no room" if r is None else ROOMS[r] for r in (source, target)]
        return "order", f"{places[0]} comes before {places[1]}"
    device = device_of(name)
    if device and device != device_of(path) and not name.startswith(OPEN):
        return "device", f"only what is for {device} alone includes this"
    return None


def shared_variables(path, text):
    """(line, text) of definitions of variables in a header of the host part."""
    if HOST.match(path):
        for match in VARIABLE.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match.group()


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


def check_tree(root):
    """All violations below the root, as lines `file:line: [rule] text`."""
    root = pathlib.Path(root)
    problems, graph = [], {}

    def report(path, line, name, rule, text):
        problems.append(f"{path}:{line}: [{rule}] {name}: {text}")

    for path in sources(root):
        graph[path] = []
        if room_of(path) is None and not path.startswith(TOP):
            report(path, 1, path, "order", "no room has this file")
        text = (root / path).read_text("utf-8")
        for line, name in shared_variables(path, text):
            report(path, line, name, "shared", "the CUDA part would have another one")
        for line, bracket, name in includes_of(text):
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
