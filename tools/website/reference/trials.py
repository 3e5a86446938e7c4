# SPDX-License-Identifier: Apache-2.0
"""Dtypes of functions that the census does not call, by the examples of docstrings."""

import ast
import doctest
import warnings

import tenorite

from . import docstrings, facts

# What makes the arrays of examples.
MAKERS = {f"np.{name}" for name in ("array", "arange", "linspace", "ones", "zeros")}
SHOWN = {"dtype", "item", "round", "shape", "tolist"}
# Enough to tell families apart; kernels of examples may have to be compiled for each.
LETTERS = "?lefdFD"


def dtypes_of(function):
    """The dtypes in words with which a function's example runs; None where none tells.

    Each array of numbers in the example is made in a dtype, on the CPU device, with
    nothing left to SciPy.
    """
    statements, result = _example_of(function)
    if result is None:
        return None
    found = {letter: _result(statements, result, letter) for letter in LETTERS}
    return facts.described({c: outs for c, outs in found.items() if outs})


def _example_of(function):
    """An example's statements and its last expression, compiled; or None, None.

    What makes an array, `np.array(...)`, is `_cast(np.array(...))` in them.
    """
    doc = function.__doc__ if isinstance(function.__doc__, str) else ""
    text = docstrings.sections_of(doc)[1].get("Examples", "")
    sources = [example.source for example in doctest.DocTestParser().get_examples(text)]
    marker = _MarkArrays()
    tree = ast.fix_missing_locations(marker.visit(ast.parse("".join(sources))))
    if not marker.count or not isinstance(tree.body[-1], ast.Expr):
        return None, None
    last = ast.Expression(_array_behind(tree.body.pop().value))
    return compile(tree, "example", "exec"), compile(last, "example", "eval")


def _array_behind(node):
    """The array of which an expression shows the shape, rounded items or a list."""
    called = node.func if isinstance(node, ast.Call) else node
    if isinstance(called, ast.Attribute) and called.attr in SHOWN:
        return _array_behind(called.value)
    return node


class _MarkArrays(ast.NodeTransformer):
    count = 0

    def visit_Call(self, node):
        self.generic_visit(node)
        if ast.unparse(node.func) not in MAKERS:
            return node
        self.count += 1
        return ast.Call(ast.Name("_cast", ast.Load()), [node], [])


def _result(statements, result, letter):
    """Letters of the dtypes of the example's result, or None where it fails."""
    scope = {"_cast": lambda x: x.astype(letter) if x.dtype.kind in "biufc" else x}
    with (
        warnings.catch_warnings(),
        tenorite.Device("cpu"),
        tenorite.config.using(fallback="error"),
    ):
        warnings.simplefilter("ignore")
        try:
            exec(statements, scope)
            return "".join(facts.letters_of(eval(result, scope)))
        except Exception:
            return None
