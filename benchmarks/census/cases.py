# SPDX-License-Identifier: Apache-2.0
"""Cases of the census. Its key tells a case wholly, to every process alike."""

import ast
import functools
import re
import warnings

import numpy

from ..cases import random as random_cases
from ..cases import table
from ..checks import problem
from ..data import host_operand
from ..spec import ON_CPU, ON_GPU, Case
from .operands import KINDS, WHOLE, operand, side

SIZES = (10, 10**4, 10**6, 10**8)
CHECKED = 10**5  # the most elements of results that are compared with NumPy's
DTYPES = ("f8", "f4", "i4", "?", "F", "D")
LAYOUTS = ("contiguous", "strided")
PATTERN = re.compile(r"census, (\d+) elements: (.*), ([\w?]+), (\w+)", re.DOTALL)
# What is compared; the precision of all these functions is tested elsewhere.
RTOL = {"f": 1e-3, "F": 1e-3}
# Whose result is not one alone: its values in order are compared, without signs.
FREE = re.compile(
    r"partition\(|argsort\(x\)|svd\(|qr\(|eigh?\(|eigvals\(|roots\(|unique_values\("
)
# Random numbers, memory as it was, and folds that NumPy's vector loops get wrong:
# shape and dtype are compared.
DRAWN = re.compile(
    r"rng\.|np\.random\.|np\.empty|resize\(2|(arctan2|ldexp|power)\.(reduce|accumulate)"
)
# Products of many numbers, which are to stay finite.
PRODUCT = re.compile(r"prod\b|multiply\.(reduce|accumulate)")
# What describes an array of this library, not of NumPy's.
OWN = re.compile(r"\.flags|dumps\(|array_repr\(")
# Bins of complex numbers depend on how their edges are rounded.
REAL_ALONE = re.compile("histogram")


@functools.cache
def compiled(text, letters, n, dtype):
    """The function of (library, *operands) that a call's text stands for."""
    *statements, result = text.split("; ")
    body = "".join(f"    {line}\n" for line in statements)
    if "rng." in text:
        body = "    rng = generator(np)\n" + body
    head = ", ".join(("np", *letters))
    scope = {"N": n, "R": side(n), "D": numpy.dtype(dtype)}
    scope["generator"] = random_cases.generator
    exec(f"def call({head}):\n{body}    return {result}\n", scope)
    return scope["call"]


@functools.cache
def letters_of(text):
    """The operands that a call's text names, in the order of the alphabet."""
    nodes = list(ast.walk(ast.parse(text)))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    for node in nodes:
        if isinstance(node, ast.Assign):
            names -= {x.id for x in node.targets if isinstance(x, ast.Name)}
    return tuple(sorted(names & set(KINDS)))


def key_of(text, dtype, layout, n):
    return f"census, {n} elements: {text}, {dtype}, {layout}"


def is_key(key):
    return PATTERN.fullmatch(key) is not None


def values_of(text, dtype):
    """The ranges of operands where those of most calls do not serve."""
    if PRODUCT.search(text) and dtype[0] in "fFD":
        one = 1.0 if dtype[0] == "f" else 0.5**0.5  # a modulus of 1
        return dict.fromkeys("xmzq", (0.9999 * one, 1.0001 * one))
    name = re.match(r"np\.(\w+)", text)
    name = name and name[1]
    if not isinstance(getattr(numpy, name or "", None), numpy.ufunc):
        return {}
    ranges = table.RANGES.get(name, (table.ANY,))
    if numpy.dtype(dtype).kind in "iu" and name != "ldexp":
        ranges = (WHOLE, table.COUNTS if name in table.SHIFTS else WHOLE)
    return {"x": ranges[0], "u": ranges[0], "y": ranges[-1], "v": ranges[-1]}


def in_order(x):
    return numpy.sort(abs(numpy.asarray(x)), axis=None)


def same_in_order(operands, expected, found):
    """What is wrong with a result whose order and signs are free, or None."""
    if isinstance(expected, tuple):
        texts = (same_in_order(operands, *x) for x in zip(expected, found, strict=True))
        return next((text for text in texts if text), None)
    if (text := similar(operands, expected, found)) or expected.dtype.kind not in "fc":
        return text
    any_precision = Case(
        "", "", None, (), (), (), rtol=tolerance(expected), scaled=True
    )
    return problem(any_precision, in_order(expected), in_order(found))


def tolerance(x):
    return RTOL.get(numpy.asarray(x).dtype.char, 1e-8)


def similar(operands, expected, found):
    """What is wrong with the shape and the dtype of a result, or None."""
    expected, found = numpy.asarray(expected), numpy.asarray(found)
    if (found.shape, found.dtype) == (expected.shape, expected.dtype):
        return None
    return f"{found.dtype} of {found.shape}, not {expected.dtype} of {expected.shape}"


def anything(operands, expected, found):
    return None


CHECKS = ((OWN, anything), (DRAWN, similar), (FREE, same_in_order))


@functools.cache
def case_of(key):
    """The case of a key."""
    n, text, dtype, layout = PATTERN.fullmatch(key).groups()
    n, letters = int(n), letters_of(text)
    values = values_of(text, dtype)
    check = next((check for these, check in CHECKS if these.search(text)), None)
    single = numpy.dtype(dtype).char in RTOL or re.search(r"[\"']f4[\"']", text)
    return Case(
        f"{text}, {dtype}, {layout}",
        f"census, {n} elements",
        compiled(text, letters, n, dtype),
        tuple(operand(c, dtype, layout, values.get(c)) for c in letters),
        (n,),
        # N and R in a call are those of its case alone.
        (n if re.search(r"\b[NR]\b", text) else min(n, CHECKED),),
        libraries=tuple(dict.fromkeys((*ON_CPU, *ON_GPU))),
        clock="host" if n <= 10**4 else "device",
        rtol=1e-3 if single else 1e-8,
        scaled=True,
        drawn=check is not None,
        same=check,
        batch=0.004,
    )


def has_layouts(text):
    """Whether a call has operands that may be other than contiguous."""
    return any(KINDS[c].dtype is None for c in letters_of(text))


@functools.cache
def dtypes_of(text):
    """Those of DTYPES for which NumPy has a call, without objections.

    The first of them stands for all where a call has no operand of the case's dtype.
    """
    has_dtype = has_layouts(text) or re.search(r"\bD\b", text)
    found = [dtype for dtype in DTYPES if is_defined(text, dtype)]
    return found if has_dtype else found[:1]


def is_defined(text, dtype):
    if dtype in "FD" and REAL_ALONE.search(text):
        return False
    case = case_of(key_of(text, dtype, "contiguous", 10))
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            operands = [host_operand(o, (10,), i) for i, o in enumerate(case.operands)]
            case.call(numpy, *operands)
        except Exception:
            return False
    return True
