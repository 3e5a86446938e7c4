# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of scripts/ with NumPy, and with nothing but its import replaced."""

import ast
import contextlib
import io
import pathlib
import random
import re
import types
import warnings

import numpy
from whole_programs.observed import observed

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "scripts"
SCRIPTS = {path.stem: path for path in sorted(FOLDER.glob("*.py"))}
ROUNDINGS = re.compile(r"# Floats may differ by (\d+) roundings: \w")


class ReplacedImports(ast.NodeTransformer):
    """Imports of numpy and of its modules become those of another module."""

    def __init__(self, module):
        self.module = module

    def replaced(self, name):
        package, *rest = name.split(".")
        return ".".join([self.module if package == "numpy" else package, *rest])

    def visit_Import(self, node):
        names = []
        for alias in node.names:
            name = self.replaced(alias.name)
            if name == alias.name or alias.asname:
                names.append(ast.alias(name, alias.asname))
                continue
            names.append(ast.alias(self.module, "numpy"))
            if "." in name:
                names.append(ast.alias(name))
        node.names = names
        return node

    def visit_ImportFrom(self, node):
        node.module = self.replaced(node.module)
        return node


def rounding(name):
    """By how many roundings the floats of a script may differ, as it says itself."""
    found = ROUNDINGS.match(SCRIPTS[name].read_text().split("\n")[1])
    return int(found[1]) if found else 0


def outputs(name, module):
    """What a script prints, and its global variables that are data."""
    path = SCRIPTS[name]
    tree = ast.parse(path.read_text(), str(path))
    tree = ast.fix_missing_locations(ReplacedImports(module).visit(tree))
    printed = io.StringIO()
    main = types.ModuleType("__main__")
    state = numpy.random.get_state()
    with (
        contextlib.redirect_stdout(printed),
        numpy.printoptions(),
        numpy.errstate(),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        exec(compile(tree, str(path), "exec", dont_inherit=True), vars(main))
        variables = {
            key: data
            for key, value in vars(main).items()
            if not key.startswith("_") and (data := observed_or_none(value))
        }
    numpy.random.set_state(state)
    random.seed(0)
    return printed.getvalue(), variables


def observed_or_none(value):
    """The value as plain data; None for functions, modules, objects of classes."""
    try:
        return observed(value)
    except AssertionError:
        return None
