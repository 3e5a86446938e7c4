# SPDX-License-Identifier: Apache-2.0
"""reduce, accumulate, reduceat, outer and at of every ufunc that has them."""

import copy
import functools
import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    host,
    on_device,
    outcome,
    same,
    same_or_class,
    same_or_error,
    values,
)
from support.machine import X86
from support.op_table import by_name, ufunc_rows

BINARY = ufunc_rows(2, 1)
# NumPy folds ldexp wrongly for some dtypes: ldexp.reduce(ones(3, "i4")) is 2.
FOLDS = [row for row in BINARY if row.name != "ldexp"]
RTOL = dict.fromkeys("?bBe", 1e-2) | dict.fromkeys("hHfF", 1e-5)
# NumPy's vector loops of these read what they have just written when they fold.
FOLDED_WRONGLY = ("power", "float_power", "arctan2")
M = values((2, 3, 4), "?", 9)


def operand(row, letter, shape=(2, 3, 4), seed=0):
    """Values with which repeated application neither overflows nor refuses."""
    x = values(shape, letter, seed)
    if x.dtype.kind in "iu" and row.name in ("power", "left_shift", "lcm"):
        return x % x.dtype.type(4)
    if x.dtype.kind in "iu":
        return x % x.dtype.type(7)
    if row.name in ("power", "float_power", "floor_divide", "remainder", "fmod"):
        return abs(x).astype(letter) + x.dtype.type(1)
    if x.dtype.kind in "fc":
        return x / x.dtype.type(4) + x.dtype.type(1)
    return x


def letters(row, folds=True):
    """A few types for most rows; every type for the common reductions."""
    if folds and row.name in FOLDED_WRONGLY:
        return "" if row.name == "arctan2" else "D"
    if row.name in ("add", "multiply", "maximum", "minimum", "logical_and"):
        return DTYPES
    return "?bHlefD"


def both(body, device, row, letter, *args):
    """Compare the two results; of exceptions only the class, as faults combine."""
    exact = letter in "?bBhHiIlL" and row.ulp == 0
    # Small integers go through the small floats.
    rtol = 0 if exact and row.name not in ("divide", "ldexp") else 1e-12
    if rtol:
        rtol = RTOL.get(letter, rtol)
    same_or_class(body, device, *args, rtol=rtol, order=False)


def cast_to_integers(row, letter):
    """Whether results are floats, which at() casts to integers as the machine does."""
    if X86 or letter not in "?bBhHiIlL":
        return False
    ufunc = getattr(np, row.name)
    found = [types for types in ufunc.types if types.startswith(letter * ufunc.nin)]
    return row.name == "reciprocal" or not found or found[0][-1] not in "?bBhHiIlLqQ"


def supported(row, letter, device, body, *args):
    """Whether NumPy does the simplest call; if not, check that ours refuses too."""
    _, error = outcome(lambda: body(np, *copy.deepcopy(args)))
    both(body, device, row, letter, *args)
    return error is None


REDUCE = [
    {},
    {"axis": None},
    {"axis": 1},
    {"axis": -1},
    {"axis": (0, 2)},
    {"axis": (-1, 1)},
    {"axis": ()},
    {"axis": 1, "keepdims": True},
    {"axis": None, "keepdims": True},
    {"axis": 2, "initial": 3},
    {"axis": None, "initial": None},
    {"axis": 1, "dtype": "f8"},
    {"axis": 3},
    {"axis": (1, 1)},
    {"axis": 1.0},
    {"axis": "x"},
]


@pytest.mark.parametrize("row", FOLDS, ids=by_name)
def test_reduce(device, row):
    for letter in letters(row):
        x = operand(row, letter)
        if not supported(
            row, letter, device, lambda xp, x: getattr(xp, row.name).reduce(x), x
        ):
            continue
        for kwargs in REDUCE:
            if kwargs.get("initial") and letter == "?":
                continue

            def reduce(xp, x, kwargs=kwargs):
                return getattr(xp, row.name).reduce(x, **kwargs)

            both(reduce, device, row, letter, x)
            if "axis" in kwargs and kwargs["axis"] in (1, None, (0, 2)):
                both(lambda xp, x: reduce(xp, x.T[::-1]), device, row, letter, x)


@pytest.mark.parametrize("row", FOLDS, ids=by_name)
def test_reduce_where_out_and_empty(device, row):
    name = row.name
    bodies = [
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=1, where=m),
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=1, where=m, initial=1),
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=None, where=m[0], initial=1),
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=(0, 2), where=m, initial=1),
        lambda xp, x, m: getattr(xp, name).reduce(x, where=False, initial=1),
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=1, out=xp.zeros((2, 4), "D")),
        lambda xp, x, m: getattr(xp, name).reduce(x.real, 1, None, xp.zeros((2, 4))),
        lambda xp, x, m: getattr(xp, name).reduce(x, axis=1, out=(xp.zeros(3),)),
        lambda xp, x, m: getattr(xp, name).reduce(x[:, :0], axis=1),
        lambda xp, x, m: getattr(xp, name).reduce(x[:, :0], axis=1, initial=1),
        lambda xp, x, m: getattr(xp, name).reduce(x[:, :0], axis=2),
        lambda xp, x, m: getattr(xp, name).reduce(x[:, :0], axis=None),
        lambda xp, x, m: getattr(xp, name).reduce(x[:, :1], axis=1),
        lambda xp, x, m: getattr(xp, name).reduce(x[0, 0, 0], axis=()),
        lambda xp, x, m: getattr(xp, name).reduce(x[0, 0, 0]),
        lambda xp, x, m: getattr(xp, name).reduce(x[0, 0, 0], axis=0),
        lambda xp, x, m: getattr(xp, name).reduce(x[0, 0, 0], axis=1),
        lambda xp, x, m: getattr(xp, name).reduce([1, 2, 3]),
    ]
    for letter in sorted(set("blfD") & set(letters(row))):
        x = operand(row, letter)
        if not supported(
            row, letter, device, lambda xp, x: getattr(xp, name).reduce(x), x
        ):
            continue
        for body in bodies:
            both(body, device, row, letter, x, M)


@pytest.mark.parametrize("name", FOLDED_WRONGLY)
def test_folds_that_numpy_gets_wrong(device, name):
    row = next(row for row in BINARY if row.name == name)
    for letter in "fd":
        x = operand(row, letter)
        ours, ufunc = tn.asarray(x, device=device), getattr(tn, name)
        for axis in range(3):
            steps = np.moveaxis(x, axis, 0)
            with np.errstate(all="ignore"):
                expected = functools.reduce(getattr(np, name), steps)
            got = [
                ufunc.reduce(ours, axis),
                ufunc.accumulate(ours, axis).take(-1, axis),
            ]
            got.append(ufunc.reduceat(ours, [0], axis).squeeze(axis))
            for result in got:
                np.testing.assert_allclose(host(result), expected, rtol=1e-4)


ACCUMULATE = [{}, {"axis": 1}, {"axis": -1}, {"axis": 2, "dtype": "f8"}]
ACCUMULATE += [{"axis": 3}, {"axis": None}, {"axis": (0, 1)}]


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_accumulate(device, row):
    for letter, kwargs in itertools.product(letters(row), ACCUMULATE):

        def accumulate(xp, x, kwargs=kwargs):
            return getattr(xp, row.name).accumulate(x, **kwargs)

        x = operand(row, letter)
        plain = lambda xp, x: accumulate(xp, x, {})  # noqa: E731
        if not supported(row, letter, device, plain, x):
            continue
        both(accumulate, device, row, letter, x)
        both(lambda xp, x: accumulate(xp, x.T[::-1, :, ::2]), device, row, letter, x)
        both(lambda xp, x: accumulate(xp, x[:, :0]), device, row, letter, x)


REDUCEAT = [[0], [0, 2, 1, 3], [1, 3], [3, 3, 0], [], [0, 4], [-1], [[0, 1]], [0.5]]


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_reduceat(device, row):
    for letter, indices in itertools.product(letters(row), REDUCEAT):

        def reduceat(xp, x, indices=indices, axis=2, **kwargs):
            return getattr(xp, row.name).reduceat(x, indices, axis, **kwargs)

        x = operand(row, letter)
        plain = lambda xp, x: reduceat(xp, x, [0])  # noqa: E731
        if not supported(row, letter, device, plain, x):
            continue
        both(reduceat, device, row, letter, x)
        both(lambda xp, x: reduceat(xp, x.T[::-1], axis=0), device, row, letter, x)
        if row.name not in FOLDED_WRONGLY:
            both(lambda xp, x: reduceat(xp, x, dtype="f8"), device, row, letter, x)


# Segments of 256 items or more on average, and ones of a single item among them.
LONG_SEGMENTS = [[0], [0, 900, 1800], [700, 100, 101, 2999], [5, 5, 2000]]
WITH_REDUCTIONS = (
    "add multiply maximum minimum fmax fmin logical_and logical_or bitwise_and "
    "bitwise_or bitwise_xor"
).split()


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_reduceat_of_long_segments(device, row):
    for letter, indices in itertools.product(letters(row), LONG_SEGMENTS):
        if row.name not in WITH_REDUCTIONS and letter not in "?ld":
            continue
        x = operand(row, letter, (2, 3000))
        if row.name == "multiply":  # whose products stay finite
            x = np.where(x < 0, -1, 1).astype(letter)

        def reduceat(xp, x, indices=indices, axis=1, **kwargs):
            return getattr(xp, row.name).reduceat(x, indices, axis, **kwargs)

        if not supported(row, letter, device, lambda xp, x: reduceat(xp, x, [0]), x):
            continue
        both(reduceat, device, row, letter, x)
        both(lambda xp, x: reduceat(xp, x.T[::-1], axis=0), device, row, letter, x)
        both(lambda xp, x: reduceat(xp, x[:, ::-1]), device, row, letter, x)
        both(lambda xp, x: reduceat(xp, x[0], axis=0), device, row, letter, x)
        if row.name in WITH_REDUCTIONS and letter in "?bif":
            both(lambda xp, x: reduceat(xp, x, dtype="f8"), device, row, letter, x)


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_outer(device, row):
    for letter in letters(row, folds=False):
        x = operand(row, letter)
        y = operand(row, "i" if row.name == "ldexp" else letter, (3,), 1)

        def outer(xp, x, y, **kwargs):
            return getattr(xp, row.name).outer(x, y, **kwargs)

        both(outer, device, row, letter, x, y)
        both(lambda xp, x, y: outer(xp, y, x.T[::2]), device, row, letter, x, y)
        both(lambda xp, x, y: outer(xp, y, y[0]), device, row, letter, x, y)
        both(lambda xp, x, y: outer(xp, x[:0], y), device, row, letter, x, y)
        both(lambda xp, x, y: outer(xp, y, 2), device, row, letter, x, y)
        both(lambda xp, x, y: outer(xp, y, y, dtype="D"), device, row, letter, x, y)


AT = [
    lambda u, x, b: u.at(x, [0, 1, 0, 0, -1], b[0, 0, 0]),
    lambda u, x, b: u.at(x, 1, b[0]),
    lambda u, x, b: u.at(x, ([0, 1, 0], [2, 2, 2]), b[0, 0, :3, None]),
    lambda u, x, b: u.at(x, (slice(None), [0, 1, 0]), b[0]),
    lambda u, x, b: u.at(x, (0, [1, 1], slice(None, None, 2)), b[0, 0, 0]),
    lambda u, x, b: u.at(x, (..., [3, 3]), b[..., :2]),
    lambda u, x, b: u.at(x, x == x, b[0, 0, 0]),
    lambda u, x, b: u.at(x, x[..., 0] == x[..., 0], b[0, 0]),
    lambda u, x, b: u.at(x[:, ::-1], ([1, 1], [0, 0]), b[0, :2]),
    lambda u, x, b: u.at(x.T, [0, 0], b[0].T),
    lambda u, x, b: u.at(x, slice(None, None, 2), b[0]),
    lambda u, x, b: u.at(x, [], b[0]),
    lambda u, x, b: u.at(x, [2], b[0]),
    lambda u, x, b: u.at(x, [0, -3], b[0]),
    lambda u, x, b: u.at(x, [0.5], b[0]),
    lambda u, x, b: u.at(x, [0, 1], b[0, :2]),
    lambda u, x, b: u.at(x, [0, 1]),
    lambda u, x, b: u.at(x),
]


@pytest.mark.parametrize("row", BINARY, ids=by_name)
def test_at(device, row):
    for letter, body in itertools.product(letters(row, folds=False), AT):

        def at(xp, x, b, body=body):
            body(getattr(xp, row.name), x, b)
            return x

        x = operand(row, letter)
        b = operand(row, "i" if row.name == "ldexp" else letter, x.shape, 1)
        plain = lambda xp, x, b: at(xp, x, b, AT[1])  # noqa: E731
        if cast_to_integers(row, letter):
            continue
        if not supported(row, letter, device, plain, x, b):
            continue
        both(at, device, row, letter, x, b)


# Targets of fewer bytes than the loop's results: each step is rounded to them.
NARROW = ["fd", "ed", "ef", "FD", "bl", "hl", "il", "bi", "Bl", "Iq", "HI", "il", "fl"]


@pytest.mark.parametrize("kinds", NARROW)
@pytest.mark.parametrize("places", [1, 40, 5000, 100_000])
def test_at_of_narrow_targets(device, kinds, places):
    rng = np.random.default_rng(places)
    n = 3000
    x = (rng.random(places) * 20 - 5 * (kinds[0] not in "BHI")).astype(kinds[0])
    values = (rng.random(n) * 8 - 3).astype(kinds[1])
    index = rng.integers(-places, places, n)

    for name in ("add", "subtract", "multiply", "maximum", "bitwise_xor"):
        if name == "bitwise_xor" and np.result_type(x, values).kind not in "iu":
            continue
        for value in (values, values[0], values[0].item()):

            def at(xp, x, i, v, name=name):
                getattr(xp, name).at(x, i, v)
                return x

            same(at, device, x, index, value)


PLACES = {
    "ascending": lambda xp, i: i,
    "negative": lambda xp, i: i - 10,
    "of both signs": lambda xp, i: xp.where(i % 3, i, i - 10),
    "every other": lambda xp, i: xp.repeat(i, 2)[::2],
    "two axes": lambda xp, i: i.reshape(-1, 4),
    "none": lambda xp, i: i[:0],
    "beyond": lambda xp, i: xp.where(xp.arange(i.size) == 30, 10, i),
    "below": lambda xp, i: xp.where(xp.arange(i.size) == 30, -11, i),
    "huge": lambda xp, i: xp.where(xp.arange(i.size) == 30, 2**63 - 1, i),
    "tiny": lambda xp, i: xp.where(xp.arange(i.size) == 30, -(2**63), i),
}


@pytest.mark.parametrize("dtype", ["i8", "i4", "u1"])
@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("step", [1, 2, -1])
def test_places_of_at(device, places, step, dtype):
    if dtype == "u1" and places not in ("ascending", "every other", "two axes", "none"):
        pytest.skip("not of this dtype")

    def at(xp, x, i):
        index = PLACES[places](xp, i)
        if index.dtype == "i8":  # where the greatest numbers are, they stay
            index = index.astype(dtype if places not in ("huge", "tiny") else "i8")
        xp.add.at(x[::step], index, 2.5)
        return x

    i = np.random.default_rng(5).integers(0, 10, 4000)
    same_or_error(at, device, np.arange(10.0 * abs(step)), i)


def test_at_of_its_own_places(device):
    def at(xp, i):
        xp.add.at(i, i, 1)
        xp.subtract.at(i, i[::-1], i)
        return i

    same(at, device, np.array([0, 1, 2, 0, 1, 4, 3]))


@pytest.mark.parametrize("letter", "fd")
def test_at_of_complex_values_between_items(device, letter):
    """They begin at every float, not only at every other one."""
    rng = np.random.default_rng(2)
    floats = rng.standard_normal(4001).astype(letter)
    index = rng.integers(0, 20, 2000)

    def at(xp, floats, i):
        x = xp.zeros_like(floats, shape=20, dtype=floats.dtype.char.upper())
        xp.add.at(x, i, floats[1:].view(x.dtype))
        return x

    same(at, device, floats, index)


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("name", ["maximum", "minimum", "fmax", "fmin"])
def test_at_of_extremes(device, name, letter):
    """In any order, but where NaN or zeros of two signs meet."""
    rng = np.random.default_rng(1)
    values = rng.standard_normal(5000).astype(letter)
    plain = rng.standard_normal(700).astype(letter)
    special = np.where(rng.random(5000) < 0.9, values, np.nan).astype(letter)
    zeros = np.where(rng.random(5000) < 0.9, 0.0, -0.0).astype(letter)
    infinite = np.where(rng.random(5000) < 0.9, values, -np.inf).astype(letter)
    index = rng.integers(-700, 700, 5000)

    def at(xp, x, i, v):
        getattr(xp, name).at(x, i, v)
        return x

    for x in (plain, special[:700], -np.abs(zeros[:700]), zeros[:700]):
        for v in (values, special, zeros, infinite, 0.5, -0.0):
            same(at, device, x, index, v)
            # Which of two zeros is left is not the same in all loops of NumPy's.
            there, here = (
                at(tn, *on_device((x.copy(), index, v), d)).get()
                for d in (device, "cpu")
            )
            np.testing.assert_array_equal(np.signbit(there), np.signbit(here))


@pytest.mark.parametrize("row", ufunc_rows(1, 1), ids=by_name)
def test_at_of_unary(device, row):
    for letter in "?blfD":

        def at(xp, x, indices):
            getattr(xp, row.name).at(x, indices)
            return x

        x = operand(row, letter, (5, 2))
        plain = lambda xp, x: at(xp, x, [0])  # noqa: E731
        if cast_to_integers(row, letter):
            continue
        if not supported(row, letter, device, plain, x):
            continue
        for indices in ([1, 1, -1], ([0, 0], [1, 1]), slice(1, 3), 2, [5]):
            both(lambda xp, x, i=indices: at(xp, x, i), device, row, letter, x)


OTHERS = [
    lambda xp, x: xp.negative.reduce(x),
    lambda xp, x: xp.negative.accumulate(x),
    lambda xp, x: xp.negative.outer(x, x),
    lambda xp, x: xp.negative.reduceat(x, [0]),
    lambda xp, x: xp.divmod.reduce(x),
    lambda xp, x: xp.divmod.at(x, [0], x),
    lambda xp, x: xp.modf.at(x, [0]),
    lambda xp, x: xp.divmod.outer(x, x + 100),
    lambda xp, x: xp.less.reduce(x > 0),
    lambda xp, x: xp.add.accumulate(x[0, 0]),
    lambda xp, x: xp.add.reduce(),
    lambda xp, x: xp.add.reduce(x, wrong=1),
    lambda xp, x: xp.add.reduce(x, 0, None, None, False, 0, True, 1),
    lambda xp, x: xp.add.at(x, [0], x[0], out=x),
]


@pytest.mark.parametrize("body", OTHERS)
def test_methods_that_ufuncs_lack(device, body):
    same_or_error(body, device, values((3, 4), "f8"))


def test_comparisons_do_not_fold_numbers(device):
    """NumPy's text depends on the calls that came before."""
    same_or_class(lambda xp, x: xp.less.reduce(x), device, values(4, "f8"))


def test_many_duplicates(device):
    """Sums over repeated indices, in numbers that fill any machine."""
    rng = np.random.default_rng(0)
    index = rng.integers(0, 50, 100_000)
    for letter in "blfdD":

        def count(xp, i, v, letter=letter):
            out = xp.zeros(50, letter)
            xp.add.at(out, i, v)
            xp.maximum.at(out, i[::7], v[::7])
            return out

        ones = rng.integers(0, 3, index.size).astype(letter)
        same(count, device, index, ones)


# ---- the dtypes of loops ----


def same_dtypes(name, *args, **options):
    """resolve_dtypes(), or its exception, is that of NumPy's ufunc of the name."""
    found, expected = (
        outcome(lambda xp=xp: getattr(xp, name).resolve_dtypes(*args, **options))
        for xp in (tn, np)
    )
    assert found[0] == expected[0]
    assert repr(found[1]) == repr(expected[1])


@pytest.mark.parametrize("row", ufunc_rows(), ids=str)
def test_resolved_dtypes(row):
    given = (np.dtype("i4"), np.dtype("f4"), float)
    for operands in itertools.product(given, repeat=row.nin):
        same_dtypes(row.name, operands + (None,) * row.nout)


def test_resolved_dtypes_of_other_arguments():
    i4, f4 = np.dtype("i4"), np.dtype("f4")
    same_dtypes("add", (i4, f4, None), signature="dd->d")
    same_dtypes("add", (f4, f4, i4), casting="unsafe")
    same_dtypes("add", (f4, f4, i4))
    same_dtypes("add", (None, i4, None), reduction=True)
    same_dtypes("add", (i4, None, None), reduction=True)
    same_dtypes("add", (i4, i4))
    same_dtypes("add", (i4, "f4", None))
    # Of special functions, SciPy's.
    assert tn.special.erf.resolve_dtypes((f4, None)) == (f4, f4)
