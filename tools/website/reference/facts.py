# SPDX-License-Identifier: Apache-2.0
"""What is known of a function: its loops, its error bound, the dtypes that it takes."""

import functools
import re
import sys
import warnings

import numpy
import tenorite
from staging import ROOT

sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "python")]

from support import op_table  # noqa: E402

from benchmarks.census import cases, derive  # noqa: E402
from benchmarks.census.operands import KINDS, operand  # noqa: E402
from benchmarks.data import host_operand  # noqa: E402

LETTERS = op_table.LETTERS
FAMILIES = {
    "bool": "?",
    "signed integers": "bhil",
    "unsigned integers": "BHIL",
    "floats": "efd",
    "complex": "FD",
}
# The error of sums, in all places where the table of differences states it.
SUMS = "within ``(log2(n) + 8) * eps * sum(abs(x))``, the same bits in every run"
BOUNDS = {name: SUMS for name in ("sum", "mean", "nansum", "nanmean")}


@functools.cache
def rows():
    """The rows of the table of operations, by the names of their ufuncs."""
    return {row.name: row for row in op_table.read_rows() if row.kind != "INTERNAL"}


def error_bound(name, is_special=False):
    """The error bound of a function in words, or None."""
    row = rows().get(name)
    if row is None or is_special != (row.kind == "SPECIAL"):
        return None if is_special else BOUNDS.get(name)
    if not any(set(loop) & set("efdFD") for loop in row.loops):
        return "exact"
    return "correctly rounded" if row.ulp == 0 else f"{row.ulp} ulp"


def complex_bound(name):
    """What error_bound() leaves out of a function with complex loops."""
    row = rows()[name]
    if not any(set(loop) & set("FD") for loop in row.loops):
        return ""
    return f"; complex64 1 ulp, complex128 {max(row.ulp, 8)} ulp"


# ---- dtypes ----


def named(letters):
    """Letters of dtypes as words: families where they are whole, else names."""
    words, rest = [], set(letters)
    if rest == set(LETTERS):
        return "all"
    for family, members in FAMILIES.items():
        if set(members) <= rest:
            words.append(family)
        else:
            words += [numpy.dtype(c).name for c in members if c in rest]
    if {"signed integers", "unsigned integers"} <= set(words):
        words.remove("unsigned integers")
        words[words.index("signed integers")] = "integers"
    return ", ".join(words)


def described(results):
    """`{letter of the operands: letters of the results}` in words."""
    if not results:
        return None
    groups = {}  # what comes out: letters of operands
    for members in FAMILIES.values():
        taken = [c for c in members if c in results]
        outs = {results[c] for c in taken}
        for c in taken:
            same = set(results[c]) == {c} and (len(outs) > 1 or len(taken) == 1)
            groups.setdefault("" if same else results[c], []).append(c)
    if "?" in groups.get("", ()) and "?" in groups:
        groups[""].remove("?")
        groups["?"].insert(0, "?")
    if len(groups) == 1 and "" in groups:
        return named(results)
    return "; ".join(
        f"{named(members)} → {_names_of(outs) if outs else 'the same'}"
        for outs, members in groups.items()
        if members
    )


def _names_of(outs):
    return ", ".join(dict.fromkeys(numpy.dtype(c).name for c in outs))


def loops_of(ufunc):
    """The loops of a ufunc in words."""
    uniform, others = {}, []
    for loop in ufunc.types:
        ins, outs = loop.split("->")
        if len(set(ins)) == 1:
            uniform.setdefault(ins[0], outs)
        else:
            others.append(loop)
    text = described(uniform) or ""
    if others:
        text += ("; " if text else "") + "loops " + ", ".join(others)
    return text


# What the call of the census cannot tell, since values decide.
BY_VALUE = dict.fromkeys(
    ("linalg.eig", "linalg.eigvals"),
    "bool, integers, float64 → float64, or complex128 if an eigenvalue is complex; "
    "float32 → float32 or complex64; complex → the same",
)


def dtypes_of(path):
    """The dtypes of a function of NumPy's name in words, or None."""
    return BY_VALUE.get(path) or described(tried(path)[1])


@functools.cache
def tried(path):
    """A call of a function of NumPy's name, and what it gives for each dtype.

    The first call of the census is made with ten elements, on the CPU device, with
    nothing left to NumPy: {letter of the operands: letters of the results}. None and
    {} for a function that the census does not call.
    """
    for text in derive.calls_of().get(path, ())[:3]:
        if not cases.has_layouts(text) and not re.search(r"\bD\b", text):
            continue
        text = re.sub(r" \+ [01]$", "", text)  # which makes a view an operation
        found = {c: _result(text, c) for c in LETTERS}
        found = {c: outs for c, outs in found.items() if outs}
        if found:
            return text, found
    return None, {}


def _result(text, letter):
    """Letters of the dtypes of a call's results, or None where it is refused."""
    dtype = numpy.dtype(letter)
    call = cases.compiled(text, cases.letters_of(text), 10, dtype.str[1:])
    with (
        warnings.catch_warnings(),
        tenorite.Device("cpu"),
        tenorite.config.using(fallback="error"),
    ):
        warnings.simplefilter("ignore")
        for operands in (
            operands_of(text, dtype),
            operands_of(text, dtype, identities=True),
        ):
            try:
                result = call(tenorite, *map(tenorite.array, operands))
                return "".join(letters_of(result))
            except numpy.linalg.LinAlgError:
                continue  # this matrix has none: the identity has
            except Exception:
                return None
    return None


def operands_of(text, dtype, identities=False):
    """The operands of a call, as host arrays; on request with identity matrices."""
    base = "D" if dtype.kind == "c" else "f8"  # in which all operands can be made
    ranges = cases.values_of(text, base)
    for k, c in enumerate(cases.letters_of(text)):
        host = host_operand(operand(c, base, "contiguous", ranges.get(c)), (10,), k)
        if identities and host.ndim > 1 and host.shape[-1] == host.shape[-2]:
            host = numpy.broadcast_to(numpy.eye(host.shape[-1]), host.shape)
        yield host if KINDS[c].dtype else host.astype(dtype)


def letters_of(result):
    """Letters of the dtypes of a result, or of the results in it."""
    if isinstance(result, (tuple, list)):
        for item in result:
            yield from letters_of(item)
    elif hasattr(result, "dtype"):
        numpy.array(result)  # a look: what is recorded runs, or fails
        yield {"q": "l", "Q": "L"}.get(result.dtype.char, result.dtype.char)
