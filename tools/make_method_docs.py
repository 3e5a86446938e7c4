#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes python/src/array/method_docs.h: docstrings of methods in C++.

Their sections come from where those of functions come from, _runtime/sections.py, and what
an example prints from NumPy. `python tools/make_method_docs.py` needs the built package.
"""

import inspect
import json
import pathlib

import numpy
import tenorite
from stubs.parameters import KEYWORDS
from stubs.reductions import METHODS as REDUCTIONS
from tenorite._runtime.sections import assemble

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "python" / "src" / "array" / "method_docs.h"

# What a method of ndarray does, and an example with x = np.array([[1, 2], [3, 4]]).
# Those of reductions are rows of ops/table/reduce_table.def.
_OF_ARRAYS = {
    "astype": (
        "The items as another dtype.\n\nThe array itself where that is its dtype and "
        "`copy` is false.",
        "x.astype(np.float32)",
    ),
    "conj": ("The complex conjugates of the items.", "x.conj()"),
    "conjugate": ("The complex conjugates of the items.", "x.conjugate()"),
    "copy": ("A copy on the same device.", "x.copy()"),
    "cumprod": ("Products of the items up to each one.", "x.cumprod()"),
    "cumsum": ("Sums of the items up to each one.", "x.cumsum(axis=0)"),
    "diagonal": ("A read-only view of a diagonal.", "x.diagonal()"),
    "fill": ("Sets every item to `value`.", "x.fill(7)"),
    "flatten": ("A one-dimensional copy.", "x.flatten()"),
    "get": (
        "A copy of the array as a numpy.ndarray on the host.\n\nThe copy is work on "
        "`stream`, by default the current one. Without `blocking`,\na copy into "
        "page-locked `out` is only queued: it is there when the stream is\n"
        "synchronized.",
        "type(x.get())",
    ),
    "item": ("One item as a Python number; it waits for it.", "x.item(0, 1)"),
    "nonzero": ("Places of the items that are not zero.", "(x > 2).nonzero()"),
    "ravel": ("The items in one dimension, a view if possible.", "x.ravel()"),
    "reshape": ("The items in another shape, a view if possible.", "x.reshape(4)"),
    "resize": (
        "Changes shape and size in place; new items are zeros.\n\nValueError if other "
        "objects refer to the array, unless `refcheck` is false.",
        "x.resize(2, 3, refcheck=False)",
    ),
    "set": (
        "Copies a numpy.ndarray of the same shape and dtype into the array.\n\nGiven a "
        "`stream`, a copy from page-locked memory is only queued on it: `arr` has\n"
        "to stay as it is until the stream is synchronized.",
        "x.set(x.get() + 1)",
    ),
    "squeeze": ("A view without axes of length 1.", "x[:1].squeeze()"),
    "swapaxes": ("A view with two axes in each other's place.", "x.swapaxes(0, 1)"),
    "to_device": (
        "The array on another device; itself if it is there.",
        "x.to_device(x.device) is x",
    ),
    "tolist": ("Nested lists of Python numbers; it waits for them.", "x.tolist()"),
    "transpose": ("A view with the axes in another order.", "x.transpose()"),
    "view": ("The same memory, as another dtype if one is given.", "x.view()"),
}
# The same of ufuncs, and of kernels with k = np.RawKernel(...).
_OF_UFUNCS = {
    "accumulate": ("Results for the items up to each one.", "np.add.accumulate(x)"),
    "at": (
        "Computes in place at indices, as often as each of them is there.",
        "np.add.at(x, [0, 0], 1)",
    ),
    "outer": ("Results for all pairs of items.", "np.add.outer([1, 2], x[0])"),
    "reduce": ("One result for all items along axes.", "np.add.reduce(x)"),
    "reduceat": ("One result for each part of an axis.", "np.add.reduceat(x, [0, 1])"),
    "resolve_dtypes": (
        "The dtypes of operands and results of the loop for dtypes of operands.\n\n"
        "Each is a dtype, int, float or complex for a Python number, or None for a result.",
        'np.add.resolve_dtypes((np.dtype("i4"), float, None))',
    ),
}
_OF_KERNELS = {
    "compile": (
        "Compiles for the current device, which calls do by themselves.",
        "k.compile()",
    )
}
_SETUP = "x = np.array([[1, 2], [3, 4]])"
_KERNEL = """k = np.RawKernel("__global__ void twice(int* a) { *a *= 2; }", "twice")"""


def _parameters(cls, name):
    """Triples as `assemble()` takes them."""
    for p in inspect.signature(getattr(cls, name)).parameters.values():
        if p.name == "self":
            continue
        key = f"{cls.__name__}.{name}"
        if p.kind == p.VAR_KEYWORD and key in KEYWORDS:
            yield from ((word, word, True) for word in KEYWORDS[key])
            continue
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        yield p.name, stars + p.name, p.default is not p.empty


def _example(module, call, setup):
    """The lines of an example behind the first arrow, with what is printed."""
    scope = {"np": module}
    exec(setup, scope)
    value = eval(call, scope)
    if value is not None:
        return f"{setup}\n>>> {call}\n{value!r}"
    # The array has been changed.
    shown = f"\n>>> x\n{scope['x']!r}" if "x" in scope else ""
    return f"{setup}\n>>> {call}{shown}"


def _of_array(name, text, call):
    """The docstring of a method of ndarray."""
    is_numpys = hasattr(numpy.ndarray, name)
    module = numpy if is_numpys and name != "to_device" else tenorite
    text = f"{text} See {'numpy' if is_numpys else 'cupy'}.ndarray.{name}."
    parameters = list(_parameters(tenorite.ndarray, name))
    return assemble(name, text, parameters, _example(module, call, _SETUP))


def _docs():
    """(name of the macro, docstring) of each method but reductions."""
    for name, (text, call) in sorted(_OF_ARRAYS.items()):
        yield name, _of_array(name, text, call)
    for cls, module, setup, methods in (
        (tenorite.ufunc, numpy, _SETUP, _OF_UFUNCS),
        (tenorite.RawKernel, tenorite, _KERNEL, _OF_KERNELS),
    ):
        for name, (text, call) in sorted(methods.items()):
            owner = cls.__name__
            if module is numpy:
                text = f"{text} See numpy.{owner}.{name}."
            parameters = list(_parameters(cls, name))
            example = _example(module, call, setup)
            doc = assemble(name, text, parameters, example, "", owner)
            yield f"{owner}_{name}", doc


def _literal(doc):
    """A docstring as lines of a string in C++."""
    return [json.dumps(row, ensure_ascii=True) for row in doc.splitlines(True)]


def make():
    """The text of the header."""
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "// Made by tools/make_method_docs.py.",
        "#pragma once",
        "// clang-format off",
    ]
    for name, doc in _docs():
        rows = _literal(doc)
        lines += ["", f"#define TENORITE_DOC_{name} \\"]
        lines += [f"  {row} \\" for row in rows[:-1]] + [f"  {rows[-1]}"]
    lines += ["", "namespace tenorite::python {", ""]
    lines += ["// Names and docstrings of the methods of reductions."]
    lines += ["inline constexpr const char* kReductionDocs[][2] = {"]
    for name, (_, text) in sorted(REDUCTIONS.items()):
        rows = _literal(_of_array(name, text, f"x.{name}(axis=0)"))
        lines += [f'  {{"{name}",', *(f"   {row}" for row in rows)]
        lines[-1] += "},"
    lines += ["};", "", "}  // namespace tenorite::python"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(make(), "utf-8")
