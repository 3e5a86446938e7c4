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
import sys
import tempfile
import warnings

import numpy
import tenorite
from check_types import mypy, pyright

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

# Methods of Generator, with and without a size, most of which RandomState has too.
_DISTRIBUTIONS = """beta(1,2 binomial(5,0.5 chisquare(2 exponential(1.0 f(2,3 gamma(2.0
    geometric(0.5 gumbel(0.0 hypergeometric(5,5,3 laplace(0.0 logistic(0.0 lognormal(0.0
    logseries(0.5 negative_binomial(3,0.5 noncentral_chisquare(2,1 noncentral_f(2,3,1
    normal(0.0 pareto(2.0 poisson(2.0 power(2.0 rayleigh(1.0 standard_gamma(2.0
    standard_t(3 triangular(0,1,2 uniform(0.0,1.0 vonmises(0.0,1.0 wald(1.0,1.0
    weibull(2.0 zipf(2.0""".split()
_DRAWS = """choice(5,3) dirichlet([1,2]) integers(5,size=3) multinomial(5,[0.5,0.5])
    multivariate_hypergeometric([3,2],2) multivariate_normal([0.0],[[1.0]]) permutation(5)
    permuted(f4) random() random(3) random(3,np.float32) standard_cauchy(3)
    standard_exponential(3) standard_normal() bytes(3) spawn(2)""".split()
_LEGACY = """rand(3) randn(3) randint(5,size=3) random_integers(5,size=3)
    random_sample(3) ranf(3) sample(3) random(3) standard_normal(3) permutation(5)
    standard_exponential(3) standard_cauchy(3) bytes(3)""".split()


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
    random = "np.random.default_rng(1)"
    yield from (f"{random}.{text}" for text in _DRAWS)
    yield from (f"np.random.{text}" for text in _LEGACY)
    for text, size in itertools.product(_DISTRIBUTIONS, (")", ",size=3)")):
        yield f"{random}.{text}{size}"
        yield f"np.random.{text}{size}"
    yield from _examples()


def _examples():
    """The one-line examples of our docstrings whose value is shown."""
    parser = doctest.DocTestParser()
    linalg, fft, special = tenorite.linalg, tenorite.fft, tenorite.special
    for module in (tenorite, linalg, fft, special, tenorite.lib.stride_tricks):
        for name in module.__all__:
            doc = getattr(module, name).__doc__
            if not isinstance(doc, str) or ">>> import tenorite as np\n" not in doc:
                continue
            for example in parser.get_examples(doc):
                source = example.source.strip()
                is_call = source.startswith("np.") and not re.search(
                    r"\n|lambda", source
                )
                if example.want and is_call:
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
    if isinstance(value, type):
        return ["type[Any]", "Any"]
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


def _wrong_lines(checker):
    """Numbers of the lines whose type a checker sees otherwise.

    Whatever else it reports ends the program: then a stub takes too little.
    """
    with tempfile.TemporaryDirectory() as folder:
        reports = list(checker([FILE], pathlib.Path(folder)))
    others = [text for _, _, text in reports if not _OTHER_TYPE.search(text)]
    if others:
        sys.exit("\n".join(others))
    return [line for _, line, _ in reports]


_OTHER_TYPE = re.compile(r"\[assert-type\]|\"assert_type\" mismatch")


def main():
    with warnings.catch_warnings(action="ignore"):
        found = list(_evaluated())
    before = text_of([]).count("\n")
    # Where operands have no dtype that is known the two checkers choose differently;
    # such calls are left out.
    for checker in (mypy, pyright):
        while True:
            FILE.write_text(text_of((c, kinds[0]) for c, kinds in found), "utf-8")
            wrong = {n - before - 1 for n in _wrong_lines(checker)}
            if not wrong:
                break
            is_last = checker is pyright
            for k in sorted(wrong):
                if len(found[k][1]) == 1 or is_last:
                    print(f"left out: {found[k][0]}")
            found = [
                (call, kinds[1:] if k in wrong else kinds)
                for k, (call, kinds) in enumerate(found)
                if k not in wrong or (len(kinds) > 1 and not is_last)
            ]
    exact = sum("Any" not in kinds[0] for _, kinds in found)
    print(f"{len(found)} calls, {exact} of them with every dtype")


if __name__ == "__main__":
    main()
