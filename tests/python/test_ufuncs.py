# SPDX-License-Identifier: Apache-2.0
"""Every row of the op table x every loop x every layout, against NumPy.

Real results are held against the same function in extended precision, within the
row's bound; NaN, infinity and signs of zeros against NumPy's own loop.
"""

import functools
import itertools
from typing import NamedTuple

import numpy as np
import pytest
import tenorite as tn
from helpers import host
from layouts import LAYOUTS, real_strides
from op_table import by_name, read_rows
from samples import everything, sample, special
from ulp import SLACK, assert_close, assert_exact, parts, reference

ROWS = read_rows()
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


ACCEPTED = [
    Difference("power float_power", "D", "no scale", 0, _one_part_overflows),
    Difference("multiply square", "FD", "NumPy contracts to FMA", 3, _extreme),
    Difference("exp2 power float_power", "FD", "product rounded", 0, _phase_is_lost),
    Difference("power", "F", "computed in double", 0, _out_of_range),
    Difference("nextafter", "e", "the sign that NumPy 2.5 gives to 0", 0, _zeros),
    Difference(
        "maximum minimum fmax fmin clip", "e", "either zero is larger", 0, _zeros
    ),
]


def call(xp, row, args):
    """Outputs of a row as a tuple."""
    out = getattr(xp, FUNCTIONS.get(row.name, row.name))(*args)
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


def refuses_negative(row, loop):
    return row.name == "power" and loop[0] in "bhil"


def allowed(row, loop, args):
    """The operands, without those that the operation refuses."""
    if refuses_negative(row, loop):
        return [args[0], args[1] & np.iinfo(args[1].dtype).max]
    return args


def inputs(loop):
    return loop.partition("->")[0]


@functools.cache
def arranged(device, letter, seed, layout, shape=(3, 4, 5)):
    """One pair (NumPy's, ours) of arrays in a layout."""
    x = sample(letter, int(np.prod(shape)), seed).reshape(shape)
    return LAYOUTS[layout](np, x), LAYOUTS[layout](tn, tn.asarray(x, device=device))


def layout_choices(nin):
    """Each layout for each operand, for all, and beside each other one in turn."""
    names = list(LAYOUTS)
    if nin == 1:
        return [(name,) for name in names]
    choices = set()
    for i, name in enumerate(names):
        choices.add((name,) * nin)
        for k in range(nin):
            choices.add(tuple(name if j == k else "C" for j in range(nin)))
        for step in range(1, len(names), 3):
            other = names[(i + step) % len(names)]
            choices.add((name, other, name)[:nin])
    return sorted(choices)


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_layouts(device, row):
    for loop in row.loops:
        for names in layout_choices(row.nin):
            pairs = [
                arranged(device, letter, i, name)
                for i, (letter, name) in enumerate(
                    zip(inputs(loop), names, strict=True)
                )
            ]
            if refuses_negative(row, loop):
                pairs[1] = tuple(x & x.dtype.type(15) for x in pairs[1])
            args, ours = zip(*pairs, strict=True)
            compare(row, loop, args, call(tn, row, ours), names)


SHAPES = [((),), ((1,),), ((0, 3),), ((3, 0),), ((7,),), ((33,),), ((2, 1, 3), (4, 1))]
SHAPES += [((), (5,)), ((5, 1), (1, 3)), ((0,), ()), ((1, 0), (3, 1)), ((1,) * 64,)]


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_shapes(device, row):
    for loop, shapes in itertools.product(row.loops, SHAPES):
        args = []
        for i, letter in enumerate(inputs(loop)):
            shape = shapes[i % len(shapes)]
            args.append(sample(letter, int(np.prod(shape)), i).reshape(shape))
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), shapes)


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_accuracy(device, row):
    for loop in row.loops:
        args = [sample(c, 2003, 10 + i) for i, c in enumerate(inputs(loop))]
        if inputs(loop) in ("e", "b", "B", "bb", "BB"):
            args = everything(inputs(loop))
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), "sample")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_special_values(device, row):
    for loop in row.loops:
        args = [special(c) for c in inputs(loop)]
        if row.nin == 3:
            args = [a[:: 1 + len(a) // 40] for a in args]
        args = [x.ravel() for x in np.meshgrid(*args, indexing="ij")]
        args = allowed(row, loop, args)
        ours = [tn.asarray(a, device=device) for a in args]
        compare(row, loop, args, call(tn, row, ours), "special values")


@pytest.mark.parametrize("row", ROWS, ids=by_name)
def test_all_cores(device, row):
    """Enough items that the work is split, and not evenly."""
    for loop in row.loops:
        if loop[0] in "?bHlefdF":
            args = [
                np.resize(sample(c, 2003, i), 70_001)
                for i, c in enumerate(inputs(loop))
            ]
            args = allowed(row, loop, args)
            ours = [tn.asarray(a, device=device) for a in args]
            short = call(tn, row, [a[:2003] for a in ours])
            for x, y in zip(call(tn, row, ours), short, strict=True):
                assert_exact(ours, np.resize(host(y), 70_001), host(x), f"{row.name}")
