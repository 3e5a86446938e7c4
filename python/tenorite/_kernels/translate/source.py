# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a Python function, from a file, a notebook or a lambda."""

import ast
import functools
import linecache
import types

from .errors import KernelSyntaxError, Place


class FunctionSource:
    """Tree, parameters and scope of a Python function."""

    def __init__(self, function):
        self.function = function
        code = function.__code__
        linecache.checkcache(code.co_filename)
        lines = linecache.getlines(code.co_filename, function.__globals__)
        name = function.__name__
        if not lines:
            raise KernelSyntaxError(
                f"the source of {name}() is not available: a function typed into "
                "Python's prompt or made by exec() has none; define it in a file or "
                "in a notebook"
            )
        self.place = Place(name, code.co_filename, lines)
        self.node = _find(code, tuple(lines), self.place)
        if isinstance(self.node, ast.Lambda):
            result = ast.copy_location(ast.Return(self.node.body), self.node.body)
            self.body = [result]
        else:
            self.body = self.node.body
        self._check_parameters()

    def _check_parameters(self):
        a = self.node.args
        if a.vararg or a.kwarg:
            raise self.place.error(
                a.vararg or a.kwarg,
                "*args and **kwargs have no fixed number of operands: name each "
                "parameter",
            )


@functools.lru_cache(maxsize=64)
def _parse(lines):
    tree = ast.parse("".join(lines))
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.decorator_list[0] if node.decorator_list else node
            found.setdefault(first.lineno, []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _columns(code):
    """Line and column ranges of a function's instructions."""
    return [p for p in code.co_positions() if None not in p and p[0] != p[1] + 1]


def _holds(node, code):
    """Whether all instructions of a lambda's code stand inside the node's body."""
    body = node.body
    start, end = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    spans = [
        ((line, column), (end_line, end_column))
        for line, end_line, column, end_column in _columns(code)
        if (line, column) != (end_line, end_column)
    ]
    return bool(spans) and (
        min(s for s, _ in spans) >= start and max(e for _, e in spans) <= end
    )


def _find(code, lines, place):
    try:
        candidates = _parse(lines).get(code.co_firstlineno, [])
    except SyntaxError:
        candidates = []
    if code.co_name == "<lambda>":
        candidates = [n for n in candidates if isinstance(n, ast.Lambda)]
        if len(candidates) > 1:
            # The innermost one that the instructions fit in.
            fitting = [n for n in candidates if _holds(n, code)]
            fitting.sort(key=lambda n: len(ast.unparse(n)))
            candidates = fitting[:1]
    else:
        candidates = [n for n in candidates if getattr(n, "name", None) == code.co_name]
    if len(candidates) != 1:
        raise KernelSyntaxError(
            f"the source of {place.name}() is not at line {code.co_firstlineno} of "
            f"{place.filename} any more: has the file changed since it was loaded?"
        )
    node = candidates[0]
    if isinstance(node, ast.AsyncFunctionDef):
        raise place.error(node, "an async function is no function of numbers: use def")
    return node


def is_python_function(value):
    """Whether a value is a function whose body can be read."""
    return isinstance(value, types.FunctionType)
