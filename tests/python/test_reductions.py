# SPDX-License-Identifier: Apache-2.0
"""Reductions and scans: types x axes x layouts, special values, and their error."""

import itertools
import math

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    check,
    host,
    on_device,
    outcome,
    same,
    same_error,
    same_or_class,
    values,
)
from support.layouts import LAYOUTS

NAMES = ["sum", "prod", "max", "min", "any", "all", "mean", "var", "std"]
NAMES += ["count_nonzero"]
ARG = ["argmax", "argmin"]
SCANS = ["cumsum", "cumprod"]
AXES = [None, 0, 1, 2, -1, (0, 1), (0, 2), (-1, 1), (2, 1, 0), ()]
RTOL = {"e": 2e-3, "f": 1e-5, "F": 1e-5}


def rtol(letter):
    return RTOL.get(letter, 1e-12)


def small(letter, shape=(3, 4, 5), seed=0):
    """Values whose products stay in range."""
    x = values(shape, letter, seed)
    if x.dtype.kind in "iu":
        return x % x.dtype.type(3)
    return x / x.dtype.type(4) if x.dtype.kind in "fc" else x


@pytest.mark.parametrize("name", NAMES)
def test_axes_and_layouts(device, name):
    for letter, (layout, arrange) in itertools.product(DTYPES, LAYOUTS.items()):
        x = small(letter)
        theirs, ours = arrange(np, x), arrange(tn, tn.asarray(x, device=device))
        for axis, keepdims in itertools.product(AXES, (False, True)):
            with np.errstate(all="ignore"):
                expected = getattr(np, name)(theirs, axis=axis, keepdims=keepdims)
            got = getattr(tn, name)(ours, axis=axis, keepdims=keepdims)
            what = f"{letter} {layout} {axis}"
            check(expected, got, rtol=rtol(letter), order=False, where=what)


@pytest.mark.parametrize("name", ARG + SCANS)
def test_scans_and_positions(device, name):
    for letter, (layout, arrange) in itertools.product(DTYPES, LAYOUTS.items()):
        x = small(letter)
        theirs, ours = arrange(np, x), arrange(tn, tn.asarray(x, device=device))
        for axis in (None, 0, 1, 2, -2):
            with np.errstate(all="ignore"):
                expected = getattr(np, name)(theirs, axis=axis)
            got = getattr(tn, name)(ours, axis=axis)
            what = f"{letter} {layout} {axis}"
            check(expected, got, rtol=rtol(letter), order=False, where=what)
            if name in ARG:
                expected = getattr(np, name)(theirs, axis=axis, keepdims=True)
                got = getattr(tn, name)(ours, axis=axis, keepdims=True)
                check(expected, got, order=False, where=what)


@pytest.mark.parametrize("letter", ["b", "l", "f", "d", "D"])
def test_scans_of_many_tiles(device, letter):
    """Around 1, 32 and 1024 tiles, where the tree of their sums grows a level."""
    for tiles, off in itertools.product((1, 31, 32, 33, 1023, 1024, 1025), (-1, 0, 1)):
        tile = 1024 if letter == "D" else 4096 if letter == "f" else 2048
        x = (np.arange(tiles * tile + off) % 7 - 3).astype(letter)
        ours = tn.asarray(x, device=device)
        check(x.cumsum(), ours.cumsum(), where=f"{letter} {tiles} tiles {off}")
        last = np.maximum.accumulate(x.real)
        check(last, tn.maximum.accumulate(ours.real), where=f"maximum {tiles} {off}")


KEYWORDS = [
    ("sum prod", {"dtype": "f8"}),
    ("sum prod mean", {"dtype": "D", "axis": 1}),
    ("sum prod mean var std", {"dtype": "f4", "axis": 0}),
    ("sum prod", {"dtype": "i4", "axis": (0, 2)}),
    ("sum prod max min", {"initial": 2, "axis": 1}),
    ("sum prod max min", {"initial": 1, "axis": None, "keepdims": True}),
    ("sum prod mean var std any all", {"where": "mask", "axis": 1}),
    ("sum prod any all", {"where": "mask", "axis": None}),
    ("sum prod mean any all", {"where": "row", "axis": (0, 2)}),
    ("max min", {"where": "mask", "initial": 1, "axis": 0}),
    ("max min", {"where": "mask", "axis": 0}),
    ("sum any all mean", {"where": False, "axis": 0}),
    ("var std", {"ddof": 1, "axis": 1}),
    ("var std", {"ddof": 0.5, "axis": (0, 1)}),
    ("var std", {"correction": 1, "axis": None}),
    ("var std", {"ddof": 4, "axis": 1}),
    ("var std", {"ddof": 1, "correction": 1}),
    ("sum prod max min any all mean var std", {"axis": 3}),
    ("sum prod max min any all mean var std argmax cumsum", {"axis": -4}),
    ("sum prod max min any all mean var std", {"axis": (0, 0)}),
    ("sum max mean var argmax cumsum", {"axis": 0.5}),
    ("sum max mean var argmax cumsum", {"axis": "0"}),
    ("argmax argmin cumsum", {"axis": (0, 1)}),
    ("sum prod cumsum cumprod", {"out": ((4, 5), "D"), "axis": 0}),
    ("max min any all mean var argmax", {"out": ((4, 5), "f8"), "axis": 0}),
    ("sum max any mean argmax", {"out": ((4, 5), "i8"), "axis": 0}),
    ("sum max any mean var argmax cumsum", {"out": ((4,), "f8"), "axis": 0}),
    ("sum max any mean var argmax", {"out": ((), "f8"), "axis": None}),
    ("cumsum cumprod", {"dtype": "f4", "axis": 1}),
    ("cumsum cumprod", {"dtype": "i2"}),
]


@pytest.mark.parametrize("names,kwargs", KEYWORDS)
def test_keywords(device, names, kwargs):
    mask = values((3, 4, 5), "?", 3)
    for name, letter in itertools.product(names.split(), "?bLefD"):
        if letter == "D" and name in ("var", "std") and kwargs.get("dtype") == "f4":
            continue  # NumPy takes the mean of real parts from complex numbers.

        def reduce(xp, x, m, name=name):
            given = dict(kwargs)
            if isinstance(given.get("where"), str):
                given["where"] = m if given["where"] == "mask" else m[0, 0]
            if "out" in given:
                given["out"] = xp.zeros(*given["out"])
            return getattr(xp, name)(x, **given)

        near = max(rtol(letter), rtol("f") if kwargs.get("dtype") == "f4" else 0)
        same_or_class(reduce, device, small(letter), mask, rtol=near, order=False)


EMPTY = [((0,), None), ((0,), 0), ((2, 0, 3), 0), ((2, 0, 3), 1), ((2, 0, 3), None)]
EMPTY += [((2, 0), (0, 1)), ((), None), ((), ()), ((1,), 0), ((1, 1), None)]
EMPTY += [((0, 0), 0), ((0, 2, 0), 2), ((0, 2, 0), 1), ((0, 3), 1)]


@pytest.mark.parametrize("name", NAMES + ARG + SCANS)
def test_empty_and_single(device, name):
    """Also: what is refused on arrays without items."""
    for letter, (shape, axis) in itertools.product("?bLefD", EMPTY):
        x = np.ones(shape, letter)
        same_or_class(
            lambda xp, x, axis=axis: getattr(xp, name)(x, axis=axis), device, x
        )


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "mean", "var"] + ARG)
def test_nan_and_infinity(device, name):
    """NaN spreads; the first one is the largest and the smallest; any length."""
    for letter, n in itertools.product("efdFD", (1, 3, 8, 33, 1000)):
        # The order of complex products decides what an infinity becomes.
        infinities = [] if letter in "FD" else [np.inf, -np.inf]
        for at, value in itertools.product({0, n // 2, n - 1}, [np.nan, *infinities]):
            x = small(letter, (n,))
            x[at] = value
            if value == value:
                x[-1] = np.nan
            same_or_class(
                lambda xp, x: [
                    getattr(xp, name)(x),
                    getattr(xp, name)(xp.stack([x, x[::-1]]), axis=1),
                    getattr(xp, name)(xp.stack([x, x[::-1]]), axis=0),
                ],
                device,
                x,
                rtol=rtol(letter),
            )


def test_zero_signs_and_bounds(device):
    for letter in "bBhHiIlL":
        info = np.iinfo(letter)
        x = np.array([info.min, 0, info.max, 1], letter)
        for name in ("max", "min", "argmax", "argmin", "sum", "prod", "cumsum"):
            same_or_class(lambda xp, x, f=name: getattr(xp, f)(x), device, x)
    assert not np.signbit(host(tn.sum(tn.zeros(0, device=device))))
    for letter in "efdFD":
        for count in (1, 5, 300):
            x = np.full(count, complex(-0.0, -0.0) if letter in "FD" else -0.0, letter)
            negative = on_device(x, device)
            for name in ("sum", "mean", "nanmean", "average", "median", "cumsum"):
                expected = getattr(np, name)(x)
                got = host(getattr(tn, name)(negative))
                for part in ("real", "imag"):
                    signs = [np.signbit(getattr(r, part)) for r in (expected, got)]
                    assert np.array_equal(*signs), (name, letter, count)


def test_complex_order(device):
    """By real part, then imaginary; the first item with a NaN wins."""
    z = np.array([1 + 2j, 1 + 3j, 0 + 9j, 1 - 1j])
    for extra in ([], [complex(np.nan, 0)], [complex(5, np.nan), complex(np.nan, 1)]):
        x = np.concatenate([z, extra, z])
        for name in ("max", "min", "argmax", "argmin"):
            same_or_class(lambda xp, x, f=name: getattr(xp, f)(x), device, x)


def exact_sums(x, axis):
    """Sums in the precision of all digits, and the sums of absolute values."""
    rows = np.moveaxis(x, axis, -1).reshape(-1, x.shape[axis])
    sums = np.array([math.fsum(map(float, row)) for row in rows])
    sizes = np.array([math.fsum(map(float, abs(row))) for row in rows])
    return sums, sizes


SHAPES = [(1 << 18, 1), (1, 1 << 18), (512, 515), (40, 80, 81), (3, 100_003)]


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_error_of_sums(device, letter, shape):
    """At most (log2 n + 8) eps sum|x| on every axis and layout."""
    rng = np.random.default_rng(7)
    x = (rng.standard_normal(shape) + 0.5).astype(letter)
    x.flat[::1001] *= 1000
    eps = np.finfo(letter).eps
    layouts = {
        "C": lambda a: a,
        "F": lambda a: tn.asarray(a, order="F"),
        "negative": lambda a: tn.copy(a[::-1])[::-1],
    }
    for axis in range(len(shape)):
        n = shape[axis]
        sums, sizes = exact_sums(x, axis)
        bound = (math.log2(n) + 8) * eps * sizes
        for name, arrange in layouts.items():
            ours = arrange(tn.asarray(x, device=device))
            got = host(tn.sum(ours, axis=axis)).ravel()
            assert (abs(got - sums) <= bound).all(), (name, axis)
            mean = host(tn.mean(ours, axis=axis)).ravel()
            assert (abs(mean * n - sums) <= bound + eps * abs(sums)).all(), (name, axis)
            scanned = host(tn.cumsum(ours, axis=axis).take(-1, axis)).ravel()
            assert (abs(scanned - sums) <= 4 * n**0.5 * eps * sizes).all(), name
    sums, sizes = exact_sums(x.reshape(1, -1), 1)
    got = host(tn.sum(tn.asarray(x, device=device)))
    assert abs(got - sums[0]) <= (math.log2(x.size) + 8) * eps * sizes[0]


@pytest.mark.parametrize("letter", "efd")
def test_variance_far_from_zero(device, letter):
    """The mean is removed before squaring: no cancellation."""
    rng = np.random.default_rng(3)
    offset = {"e": 50, "f": 1e4, "d": 1e8}[letter]
    x = (rng.standard_normal((700, 300)) + offset).astype(letter)
    wide = x.astype("g")
    for axis in (None, 0, 1):
        got = host(tn.var(tn.asarray(x, device=device), axis=axis))
        expected = wide.var(axis=axis).astype("d")
        np.testing.assert_allclose(got, expected, rtol={"e": 4e-3}.get(letter, 1e-4))


@pytest.mark.parametrize("name", ["var", "std"])
@pytest.mark.parametrize("axis, keepdims", [(None, False), (0, False), (1, True)])
def test_variance_about_a_known_mean(device, name, axis, keepdims):
    x = values((20, 30), "f8")

    def method(xp, a, **more):
        mean = a.mean(axis=axis, keepdims=keepdims)
        return getattr(a, name)(axis=axis, keepdims=keepdims, mean=mean, **more)

    same(method, device, x, rtol=1e-12)
    same(lambda xp, a: method(xp, a, ddof=1), device, x, rtol=1e-12)
    same(lambda xp, a: getattr(a, name)(mean=None), device, x, rtol=1e-12)
    same(lambda xp, a: getattr(xp, name)(a, mean=None), device, x, rtol=1e-12)
    same(lambda xp, a: getattr(a, name)(mean=7.0), device, x, rtol=1e-12)
    same_or_class(lambda xp, a: getattr(a, name)(0, mean=xp.ones(7)), device, x)


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "var", "max", "cumsum"])
def test_repetition_gives_the_same_bits(device, name):
    rng = np.random.default_rng(5)
    for letter, shape in itertools.product("efdF", ((300_007,), (513, 257))):
        x = rng.standard_normal(shape).astype(letter)
        if name == "prod":
            x = np.exp(x.real * 0.001).astype(letter)
        ours = tn.asarray(x, device=device)
        for axis in (None, 0, -1):
            first = host(getattr(tn, name)(ours, axis=axis)).tobytes()
            for _ in range(3):
                again = host(getattr(tn, name)(ours.copy(), axis=axis)).tobytes()
                assert again == first, (letter, shape, axis)


def test_many_axes(device):
    """Axes that cannot be merged, more than a launch takes as parameters."""
    x = values((3, 5) * 4, "f4")[::2, ::2, ::2, ::2, ::2, ::2, ::2, ::2]
    y = values((4, 3) * 5, "i4")[::-1, ::2, ::-1, ::2, ::-1, ::2, ::-1, ::2, ::-1, ::2]
    for a, axes in itertools.product((x, y), ((0, 2, 4, 6), (1, 3, 5, 7), (7,), None)):
        for name in ("sum", "max", "var"):
            expected = getattr(np, name)(
                a.astype("f8") if name == "var" else a, axis=axes
            )
            got = getattr(tn, name)(tn.asarray(a, device=device), axis=axes)
            np.testing.assert_allclose(host(got), expected, rtol=1e-5)


def test_float16(device):
    """mean accumulates in float32; sum overflows as its type does."""
    x = np.full(100, 1000, "e")
    same_or_class(lambda xp, x: [xp.mean(x), xp.sum(x)], device, x)
    long = np.full(5000, 0.1, "e")
    same_or_class(lambda xp, x: xp.mean(x), device, long)
    total = float(host(tn.sum(tn.asarray(long, device=device))))
    assert abs(total - 5000 * float(long[0])) <= 20 * 2**-11 * 500


def test_sizes_around_blocks(device):
    """One more and one less than powers of two, on the inner and the outer axis."""
    for n in (2**k + d for k in (7, 8, 10, 12, 15, 16) for d in (-1, 0, 1)):
        x = values((n,), "i4")
        for shape in ((n,), (n, 1), (1, n)):
            for name in ("sum", "max", "argmax", "count_nonzero"):
                expected = getattr(np, name)(x.reshape(shape), axis=0)
                ours = tn.asarray(x.reshape(shape), device=device)
                check(expected, getattr(tn, name)(ours, axis=0))
            check(np.cumsum(x), tn.cumsum(ours))


@pytest.mark.parametrize("letter", "?bLedF")
def test_elements_that_decide(device, letter):
    """Nothing after a true one, a NaN or the largest of all integers matters."""
    n, kind = 150_001, np.dtype(letter).kind
    last = np.iinfo(letter).max if kind in "iu" else True if kind == "b" else np.nan
    for at in (0, 70, 1023, 1024, 16_384, 70_000, n - 1):
        x = np.zeros(n, letter)
        x[at] = last
        x[at + 1 :: 977] = 1
        for shape in ((n,), (1, n), (n, 1)):
            same(
                lambda xp, x: [
                    f(y, axis=axis)
                    for f in (xp.argmax, xp.argmin, xp.any, xp.all)
                    for axis in (0, -1)
                    for y in (x, x == 0)
                ],
                device,
                x.reshape(shape),
            )


@pytest.mark.parametrize("letter", "?bBhiefdD")
def test_columns_of_few_rows(device, letter):
    """Of lengths around whole vectors, into results that begin anywhere."""
    names = ["sum", "max", "any", "all", "mean", "var", *ARG]
    for rows, n in itertools.product((1, 2, 3, 5, 8, 9, 33), (1, 7, 16, 33, 1028)):
        x = small(letter, (2, rows, n))
        ours = tn.asarray(x, device=device)
        for name, first in itertools.product(names, (0, 1)):
            expected = np.asarray(getattr(np, name)(x[first], axis=0))
            out = tn.zeros(n + 1, expected.dtype, device=device)
            got = getattr(tn, name)(ours[first], axis=0, out=out[first : first + n])
            what = f"{name} {rows} {n}"
            check(expected, got, rtol=rtol(letter), where=what)
            assert host(out)[-1 if first == 0 else 0] == 0
            expected = np.asarray(getattr(np, name)(x, axis=1))
            got = getattr(tn, name)(ours, axis=1)
            check(expected, got, rtol=rtol(letter), where=what)


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("length", range(1, 8))
def test_rows_of_few_terms_have_numpys_bits(device, letter, length):
    """Wherever they lie, and whatever loads their places allow."""
    rng = np.random.default_rng(length)
    wide = rng.standard_normal((3001, 13)) * 10.0 ** rng.integers(-9, 9, (3001, 13))
    wide = wide.astype(letter)
    ours = tn.array(wide, device=device)
    places = [np.s_[:, :length], np.s_[1:, 1 : 1 + length], np.s_[::-2, 4 : 4 + length]]
    for place in places:
        view, rows = ours[place], wide[place]
        for x, theirs in ((view, rows), (view.copy(), rows.copy())):
            for name in ("sum", "mean", "max", "argmin", "prod"):
                found = host(getattr(tn, name)(x, axis=1))
                expected = getattr(np, name)(theirs, axis=1)
                np.testing.assert_array_equal(found, expected, strict=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["std", "var", "mean", "sum", "max", "prod"])
@pytest.mark.parametrize("rows", [1, 63, 64, 65, 5000, 9001])
def test_masked_columns(device, name, rows):
    """Beside each other, more than are folded together, and some without items."""
    rng = np.random.default_rng(rows)
    whole = rng.standard_normal((rows, 40)) + 3
    there = rng.random(whole.shape) < 0.9
    there[:, 1] = False
    more = {"initial": -9.0} if name == "max" else {}
    for at in (np.s_[:, :3], np.s_[:, 2:10], np.s_[:, 1:10], np.s_[:, :33], np.s_[:]):
        for step in (np.s_[:, ::1], np.s_[::-1, ::1], np.s_[:, ::2]):
            x, mask = whole[at][step], there[at][step]
            ours = tn.array(whole, device=device)[at][step]
            our_mask = tn.array(there, device=device)[at][step]
            with np.errstate(all="ignore"), tn.errstate(all="ignore"):
                expected = getattr(np, name)(x, axis=0, where=mask, **more)
                found = getattr(tn, name)(ours, axis=0, where=our_mask, **more)
                dense = getattr(tn, name)(
                    ours.copy(), axis=0, where=our_mask.copy(), **more
                )
            for got in (found, dense):
                check(expected, got, rtol=1e-12, where=f"{at} {step}")


def test_methods_take_the_same_arguments(device):
    x = tn.asarray(small("d"), device=device)
    for name in NAMES[:-1] + ARG + SCANS:
        for axis in (None, 0, -1):
            _, error = outcome(lambda name=name, axis=axis: getattr(x, name)(axis=axis))
            assert error is None, (name, axis, error)
            np.testing.assert_array_equal(
                host(getattr(x, name)(axis=axis)), host(getattr(tn, name)(x, axis=axis))
            )


NOT_GIVEN = [
    lambda xp, x: x.sum(initial=np._NoValue),
    lambda xp, x: x.max(axis=1, initial=np._NoValue),
    lambda xp, x: xp.add.reduce(x, initial=np._NoValue),
    lambda xp, x: xp.minimum.reduce(x, axis=1, initial=np._NoValue),
    lambda xp, x: xp.add.reduce(x[:0], initial=np._NoValue),
    lambda xp, x: xp.prod(x, initial=np._NoValue, where=np._NoValue),
]


@pytest.mark.parametrize("body", NOT_GIVEN)
def test_initial_that_is_not_given(device, body):
    """Functions around NumPy's hand on the value that stands for none."""
    same(body, device, np.arange(1.0, 7.0).reshape(2, 3))


def test_maxima_of_nothing_need_an_initial(device):
    same_error(lambda xp, x: x.max(initial=np._NoValue), device, np.empty(0))
