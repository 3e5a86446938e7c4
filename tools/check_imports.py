#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that Python's imports point in one direction; see `RULES`.

`python tools/check_imports.py [root]` prints one line per violation and exits
with 1 when there are any. Imports inside functions count like all others.
"""

import ast
import pathlib
import sys

from check_includes import find_cycles

RULES = """
order      a room imports only itself and the rooms before it
relative   modules of the package name each other relatively
missing    a relative import names a module of the package
public     a name with an underscore is imported only in its own room
cycle      no module imports itself through others
"""

PACKAGE = "python/tenorite"
# The rooms of the package, from the bottom up: folders and lone modules.
ROOMS = (
    "_core",
    "_runtime",
    "cuda",
    "_array",
    "_numpy",
    "_kernels",
    "_profiling",
    "_neighbours",
    "char",
    "core",
    "ctypeslib",
    "dtypes",
    "exceptions",
    "f2py",
    "fft",
    "kernel_cache",
    "lib",
    "linalg",
    "ma",
    "memory",
    "polynomial",
    "profiler",
    "random",
    "rec",
    "special",
    "strings",
    "testing",
    "typing",
    "version",
    "_terminal",
    "cublas",
    "dask",
    "distributed",
    "scipy",
    "cupyx",
    "cupy_compat",
    "__init__",
    "__main__",
)
# Modules that are compiled, with those that they have as attributes.
COMPILED = ("_core",)


def modules_of(root):
    """Path from the root of each module, by its name below the package."""
    found = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root / PACKAGE).with_suffix("").parts
        if len(parts) > 1 and parts[-1] == "__init__":
            parts = parts[:-1]
        found[".".join(parts)] = path.relative_to(root).as_posix()
    return found


def folder_of(name, path):
    """The package that relative imports of a module start from; "" at the top."""
    if path.endswith("/__init__.py"):
        return "" if name == "__init__" else name
    return name.rpartition(".")[0]


def imports_of(name, path, text):
    """(line, module or None, imported name) of each import of the package.

    The module is None where it is not named relatively, or lies outside.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "tenorite":
                    yield node.lineno, None, alias.name
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                if node.module.split(".")[0] == "tenorite":
                    yield node.lineno, None, node.module
                continue
            folders = folder_of(name, path).split(".") if folder_of(name, path) else []
            if node.level > len(folders) + 1:
                yield node.lineno, None, "." * node.level
                continue
            base = folders[: len(folders) + 1 - node.level]
            base += node.module.split(".") if node.module else []
            for alias in node.names:
                yield node.lineno, ".".join(base), alias.name


def room_of(module):
    """The index of the module's room; None for those that no room holds."""
    first = module.split(".")[0]
    return ROOMS.index(first) if first in ROOMS else None


def targets_of(source, base, imported, modules):
    """The modules that `from base import imported` runs, None if there is no base.

    A package runs before what it holds; for modules inside it, it has begun.
    """
    if base.split(".")[0] in COMPILED:
        return [base.split(".")[0]]
    whole = f"{base}.{imported}" if base else imported
    if whole in modules or whole in COMPILED:
        base = whole
    elif not base:
        base = "__init__"
    if base not in modules and base not in COMPILED:
        return None
    parts = base.split(".")
    packages = [".".join(parts[:n]) for n in range(1, len(parts))]
    return [
        *(p for p in packages if p != source and not source.startswith(f"{p}.")),
        base,
    ]


def check_module(name, path, text, modules):
    """(line, rule, text) of each violation, and the modules that are imported."""
    problems, edges = [], []
    room = room_of(name)
    if room is None:
        problems.append((1, "order", f"{name}: no room holds this module"))
        return problems, edges
    for line, base, imported in imports_of(name, path, text):
        if base is None:
            problems.append((line, "relative", f"{imported}: not named relatively"))
            continue
        targets = targets_of(name, base, imported, modules)
        if targets is None:
            problems.append((line, "missing", f"{base}: no such module"))
            continue
        edges += [target for target in targets if target in modules]
        target = targets[-1]
        if room_of(target) is None or room_of(target) > room:
            problems.append((line, "order", f"{ROOMS[room]} comes before {target}"))
        hidden = imported.startswith("_") and not imported.startswith("__")
        is_name = target != (f"{base}.{imported}" if base else imported)
        if hidden and is_name and room_of(target) != room and target not in COMPILED:
            problems.append((line, "public", f"{target}.{imported} is its own"))
    return problems, edges


def check_tree(root):
    """All violations below the root, as lines `file:line: [rule] text`."""
    root = pathlib.Path(root)
    modules = modules_of(root)
    problems, graph = [], {}
    for name, path in modules.items():
        found, graph[name] = check_module(
            name, path, (root / path).read_text("utf-8"), modules
        )
        problems += [f"{path}:{line}: [{rule}] {text}" for line, rule, text in found]
    for cycle in find_cycles(graph):
        problems.append(f"{modules[cycle[0]]}:1: [cycle] {' -> '.join(cycle)}")
    return problems


def main(argv):
    root = pathlib.Path(argv[1]) if len(argv) > 1 else pathlib.Path(__file__).parents[1]
    problems = check_tree(root)
    for problem in problems:
        print(problem)
    print(f"import check: {len(modules_of(root))} modules, {len(problems)} violations")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
