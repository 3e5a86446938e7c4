# SPDX-License-Identifier: Apache-2.0
"""How far results of a row of the op table may be from NumPy's.

Real results are held against the same function in extended precision, within the
row's bound; NaN, infinity and signs of zeros against NumPy's own loop.
"""

from typing import NamedTuple

import numpy as np

from .helpers import host
from .layouts import real_strides
from .machine import X86
from .ulp import SLACK, assert_close, assert_exact, numpys, parts, reference

# How rows that are not ufuncs are called.
FUNCTIONS = {"select": "where"}
# Complex results of these are made part by part, as exactly as real ones.
PARTWISE = {"add", "subtract", "negative", "positive", "conjugate", "rint"}
PARTWISE |= {"maximum", "minimum", "fmax", "fmin", "clip", "select"}


def _extreme(args, expected):
    """Some operand so large or small that products of parts leave the range."""
    wrong = np.zeros(expected.shape, bool)
    for x in (x for a in args for x in parts(a)):
        info, size = np.finfo(x.dtype), abs(x)
        wrong |= np.isfinite(x) & (size > np.sqrt(info.max) / 4)
        wrong |= (x != 0) & (size < np.sqrt(info.tiny) * 4)
    return wrong


class Difference(NamedTuple):
    """Where results differ from NumPy's for a good reason."""

    rows: str
    loops: str
    reason: str
    ulp: float = 0
    skip: object = None


def _zeros(args, expected):
    """Two zeros meet, of which either is the larger."""
    return expected == 0


def _of_zero(args, expected):
    return args[0] == 0


def _real(args, expected):
    return expected.imag == 0


def _phase_is_lost(args, expected):
    """The angle of the result is a number beyond 1 / eps, known to no digit."""
    turns = abs(args[-1]) if len(args) == 1 else abs(args[1] * np.log(args[0]))
    return ~(turns * np.finfo(expected.dtype).eps < 0.1)


def _out_of_range(args, expected):
    """Finite operands whose result leaves the range on either side."""
    out = ~np.logical_and(*(np.isfinite(x) & (x != 0) for x in parts(expected)))
    for a in args:
        out = out & np.isfinite(a)
    return out


def _one_part_overflows(args, expected):
    """The other part has no scale left to be held against."""
    infinite = [np.isinf(x) for x in parts(expected)]
    return np.logical_xor(infinite[0], infinite[-1])


def _sign_of_nan(args, expected):
    """C leaves the sign of an infinity open; some machines take a NaN's."""
    wrong = np.zeros(expected.shape, bool)
    for x in (x for a in args for x in parts(a)):
        wrong |= np.isnan(x) & np.signbit(x)
    return wrong & np.isinf(expected) & np.isnan(expected)


def _not_finite(args, expected):
    """Values of the array API, which test_array_api.py holds against its tables."""
    return ~np.isfinite(args[0])


def _not_finite_or_zero(args, expected):
    """Likewise; NumPy's expm1 also loses the real axis where exp overflows."""
    return ~(np.isfinite(args[0]) & np.isfinite(expected)) | (args[0] == 0)


SIGNED = "sqrt arcsin arccos arcsinh arccosh sin sinh"
ACCEPTED = [
    Difference(SIGNED, "FD", "the sign of a NaN", 0, _sign_of_nan),
    Difference("power float_power", "D", "no scale", 0, _one_part_overflows),
    Difference("tan tanh", "FD", "the array API's signs of zero", 0, _not_finite),
    Difference("expm1", "FD", "the array API's values", 0, _not_finite_or_zero),
    Difference("multiply square", "FD", "NumPy contracts to FMA", 3, _extreme),
    Difference("exp2 power float_power", "FD", "product rounded", 0, _phase_is_lost),
    Difference("power", "F", "computed in double", 0, _out_of_range),
    Difference("nextafter", "e", "the sign that NumPy 2.5 gives to 0", 0, _zeros),
    Difference("fmax fmin", "f", "the zero depends on the layout", 0, _zeros),
    Difference("fmax fmin", "d", "the zero depends on the layout", 0, _zeros),
    Difference(
        "maximum minimum fmax fmin clip", "e", "either zero is larger", 0, _zeros
    ),
]
if not X86:
    ACCEPTED += [
        Difference("reciprocal", "bBhHiIlLqQ", "1 / 0 as an integer", 0, _of_zero),
        Difference("maximum minimum clip", "fd", "either zero is larger", 0, _zeros),
        Difference("power float_power", "D", "the sign of a zero", 0, _real),
    ]


def call(xp, row, args):
    """Outputs of a row as a tuple."""
    name = FUNCTIONS.get(row.name, row.name)
    out = (numpys(name) if xp is np else getattr(xp, name))(*args)
    return out if isinstance(out, tuple) else (out,)


def bound(row, loop, args):
    """Error bound of a loop in ulp, and the scale it counts in if not the result's."""
    letter = loop[-1]
    if letter in "FD" and row.name not in PARTWISE:
        extra = 0
        with np.errstate(all="ignore"):
            if "power" in row.name:
                # The exponent b log(a) carries the errors of hypot, log and atan2,
                # up to 2, 1 and 2 ulp on CUDA, into the result.
                extra = 4 * np.nan_to_num(abs(args[1] * np.log(args[0])))
            if row.name == "exp2":
                extra = np.nan_to_num(abs(args[0]))
        return (1 if letter == "F" else max(row.ulp, 8)) + extra, None
    if row.name.startswith("logaddexp"):
        return row.ulp, np.maximum(abs(args[0]), abs(args[1]))
    if row.name == "absolute" and loop[0] not in "FD":
        return 0, None
    return row.ulp, None


def compare(row, loop, args, got, where, layout=True):
    """Check the outputs for host operands of the loop's types."""
    with np.errstate(all="ignore"):
        expected = call(np, row, args)
    assert len(expected) == len(got)
    ulp, scale = bound(row, loop, args)
    exact, skip = None, False
    for known in ACCEPTED:
        if row.name in known.rows.split() and loop[0] in known.loops:
            ulp = ulp + known.ulp
            if known.skip:
                with np.errstate(all="ignore"):
                    skip = skip | known.skip(args, expected[0])
    inexact = np.any(ulp) and loop[-1] in "efdFD"
    if inexact:
        exact = reference(row.name, args)
    for i, (want, have) in enumerate(zip(expected, got, strict=True)):
        what = f"{row.name} {loop} {where} [{i}]"
        assert have.dtype == want.dtype, f"{what}: {have.dtype}, not {want.dtype}"
        assert have.shape == want.shape, f"{what}: {have.shape}, not {want.shape}"
        if layout:
            assert real_strides(have) == real_strides(want), what
        have, want = host(have), np.asarray(want)
        if inexact:
            limit = ulp + SLACK
            assert_close(args, want, exact[i], have, limit, what, scale, skip)
        else:
            assert_exact(args, want, have, what, skip)
