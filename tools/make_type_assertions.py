#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes tests/typing/assertions.py: what the stubs say of calls, one a line.

Each call of `calls()` runs, and its value tells the most exact type; mypy says which
of that and of less exact ones the stub has. So no line claims what is not so, and a
stub that gets worse fails. `python tools/make_type_assertions.py` needs mypy.
"""

import doctest
import itertools
import pathlib
import re
import subprocess
import sys
import warnings

import numpy
import tenorite

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "tests" / "typing" / "assertions.py"
_DTYPES = {
    "b": "bool",
    "i1": "int8",
    "i4": "int32",
    "i8": "int64",
    "u1": "uint8",
    "u8": "uint64",
    "f2": "float16",
    "f4": "float32",
    "f8": "float64",
    "c8": "complex64",
    "c16": "complex128",
}
_PAIRS = """b,b b,True i8,i8 i8,2 2,i8 i4,i8 i4,i4 u1,2 f4,f4 f4,f8 f4,2 f4,1.5 1.5,f4
    f8,i8 i8,1.5 c8,f4 c8,1j 1j,c8 f8,np.float32(2) f4,np.float64(2) np.int8(2),i1""".split()
_OPERATORS = "+ - * / // % ** & | ^ << >> @ == !=  < <= > >=".split()
_REDUCTIONS = (
    "all any argmax argmin cumprod cumsum max mean min prod std sum var".split()
)
_METHODS = """T real imag flat.copy() astype(np.float32) astype(int) reshape(3,1) ravel()
    reshape((3,1)) flatten() transpose() copy() sort() argsort() nonzero() tolist()
    item(0) dtype shape size ndim device get() squeeze() take([0]) repeat(2) view()
    clip(0,1) conj() round() tobytes() swapaxes(0,0) searchsorted(1) dot(f8)""".split()
_CREATIONS = """zeros(3) zeros(3,np.float32) zeros(3,dtype=int) zeros(3,bool) ones((2,3))
    ones(3,dtype=np.dtype(np.int8)) empty(3,float) full(3,1) full(3,1,np.int16) eye(3)
    eye(3,dtype=np.float32) arange(3) arange(3,dtype=np.uint8) array([1.0]) array(f4)
    asarray(f4) asarray([1],np.complex64) zeros_like(f4) ones_like(f4,np.int8)
    linspace(0,1) linspace(0,1,dtype=np.float32) identity(2) tri(3)
    random.default_rng(1).random(3) random.default_rng(1).integers(3,size=2)
    random.default_rng(1).standard_normal(3,np.float32) where(b) where(b,f4,f4)
    where(b,f4,1.0) unique(f4) sum(f4,dtype=np.float64) sum(f4,0,np.float64)
    sum(f4,out=np.zeros(())) mean(i8) mean(f4,axis=0,keepdims=True) sqrt(f4,out=f4)
    add(f4,f4,dtype=np.float64) stack([f4,f4]) concatenate((i8,i8))""".split()


def calls():
    """Expressions over the arrays of `_DTYPES` and the names of the package."""
    yield from (f"np.{text}" for text in _CREATIONS)
    for method in _METHODS:
        yield from (f"{x}.{method}" for x in ("f4", "i8", "c16"))
    for name in _REDUCTIONS:
        yield from (f"np.{name}({x})" for x in _DTYPES)
        yield from (f"{x}.{name}(axis=0)" for x in ("i4", "f4", "c8"))
    for op, pair in itertools.product(_OPERATORS, _PAIRS):
        # NumPy's scalars and Python's == have their own stubs.
        if not pair.startswith("np.") and (op not in ("==", "!=") or pair[0].isalpha()):
            yield f" {op} ".join(pair.split(","))
    yield from (f"{op}{x}" for op in "-+~" for x in _DTYPES)
    yield from (f"abs({x})" for x in _DTYPES)
    for prefix, module in (("np", tenorite), ("np.special", tenorite.special)):
        for name in module.__all__:
            value = getattr(module, name)
            if isinstance(value, tenorite.ufunc):
                operands = _DTYPES if value.nin == 1 else _PAIRS
                yield from (f"{prefix}.{name}({x})" for x in operands)
    yield from _examples()


def _examples():
    """The one-line examples of docstrings whose value is shown."""
    parser = doctest.DocTestParser()
    for name in tenorite.__all__:
        value = getattr(tenorite, name)
        if not (getattr(value, "__module__", None) or "").startswith("tenorite"):
            continue  # NumPy's own
        doc = value.__doc__ if isinstance(value.__doc__, str) else ""
        for example in parser.get_examples(doc):
            source = example.source.strip()
            if example.want and source.startswith("np.") and "\n" not in source:
                yield source


def arrays():
    """What the expressions name."""
    names = {key: tenorite.ones(3, dtype) for key, dtype in _DTYPES.items()}
    return {"np": tenorite, **names}


def candidates(value):
    """Types of a value as texts, the most exact first; the last one is `Any`."""
    if isinstance(value, (tenorite.ndarray, numpy.ndarray)):
        kind = value.dtype.type.__name__
        kind = "bool" if kind == "bool_" else kind
        module = "" if isinstance(value, tenorite.ndarray) else "numpy_typing."
        return [f"{module}NDArray[np.{kind}]", f"{module}NDArray[Any]", "Any"]
    if type(value) is tuple and all(type(item) is int for item in value):
        return ["tuple[int, ...]", "tuple[Any, ...]", "Any"]
    if isinstance(value, (tuple, list)) and value and type(value) in (tuple, list):
        items = [candidates(item) for item in value]
        found = []
        for level in range(max(map(len, items))):
            texts = [item[min(level, len(item) - 1)] for item in items]
            if isinstance(value, list):
                found += [f"list[{texts[0]}]"] * (len(set(texts)) == 1)
                continue
            found.append(f"tuple[{', '.join(texts)}]")
            found += [f"tuple[{texts[0]}, ...]"] * (len(set(texts)) == 1)
        return [*found, "Any"]
    if isinstance(value, tenorite.Device):
        return ["np.Device", "Any"]
    if isinstance(value, numpy.dtype):
        return [f"np.dtype[np.{value.type.__name__}]", "np.dtype[Any]", "Any"]
    if type(value) in (bool, int, float, complex, str, bytes, dict):
        return [type(value).__name__, "Any"]
    return ["Any"]


_HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""What the stubs say of these calls; made by tools/make_type_assertions.py."""

# fmt: off
# ruff: noqa: E712
from typing import Any, assert_type

import numpy.typing as numpy_typing
import tenorite as np
from tenorite.typing import NDArray

'''


def text_of(lines):
    """The file with these (expression, type) pairs."""
    names = "".join(
        f"{key}: NDArray[np.{dtype}] = np.ones(3, np.{dtype})\n"
        for key, dtype in _DTYPES.items()
    )
    body = "".join(f"assert_type({call}, {kind})\n" for call, kind in lines)
    return _HEAD + names + "\n" + body


def _evaluated():
    """(expression, candidates) of the calls that run."""
    for call in dict.fromkeys(calls()):
        try:
            value = eval(call, arrays())
        except (NameError, TypeError, ValueError, numpy.exceptions.AxisError):
            continue
        if value is not None:
            yield call, candidates(value)


def _wrong_lines(path):
    """Numbers of the lines at which mypy finds an error."""
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    return {int(n) for n in re.findall(r"assertions\.py:(\d+): error", run.stdout)}


def main():
    with warnings.catch_warnings(action="ignore"):
        found = list(_evaluated())
    levels = [0] * len(found)
    before = text_of([]).count("\n")
    while True:
        lines = [
            (call, kinds[k]) for (call, kinds), k in zip(found, levels, strict=True)
        ]
        FILE.write_text(text_of(lines), "utf-8")
        wrong = [n - before - 1 for n in _wrong_lines(FILE)]
        for k in wrong:
            levels[k] += 1
            if levels[k] == len(found[k][1]):
                sys.exit(f"mypy takes no type of {found[k][0]}")
        if not wrong:
            break
    exact = levels.count(0)
    print(f"{len(found)} calls, {exact} of them with the type of the value")


if __name__ == "__main__":
    main()
