# SPDX-License-Identifier: Apache-2.0
"""Edges of linear algebra, searching and statistics: NumPy's results and exceptions.

Arrays without axes, without items, with NaN and infinities; arguments checked in
NumPy's order.
"""

import numpy as np
import pytest
from support.helpers import same, same_error, same_or_class, same_or_error

REDUCTIONS = (
    "sum prod max min any all count_nonzero argmax argmin nansum nanmax nanargmax ptp "
    "mean std var cumsum nancumsum"
).split()


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("axis", [None, 0, -1, 1, -2, (), (0,)], ids=str)
def test_axis_of_no_axes(device, name, axis):
    """An axis of 0 or -1 passes for arrays that have none, where it does in NumPy."""
    for x in (np.array(3), np.array(2.5)):
        same_or_error(lambda xp, x: getattr(xp, name)(x, axis=axis), device, x)


@pytest.mark.parametrize("axis", [None, 0, -1, -2, (0,)], ids=str)
def test_ufunc_axis_of_no_axes(device, axis):
    same_or_error(lambda xp, x: xp.add.reduce(x, axis=axis), device, np.array(3))


def test_inner_with_a_number(device):
    """inner() of an array without axes is a product: nothing is transposed."""
    matrix, stack = np.arange(6.0).reshape(2, 3), np.arange(24).reshape(2, 3, 4)
    for x in (matrix, stack, np.arange(3), np.array(2)):
        same(lambda xp, x, y: xp.inner(x, y), device, np.array(3), x)
        same(lambda xp, x, y: xp.inner(x, y), device, x, np.array(3))


@pytest.mark.parametrize("axis", [-1, 0])
def test_vecdot_needs_an_axis(device, axis):
    for pair in ((np.array(1.0), np.ones(3)), (np.ones(3), np.array(1.0))):
        same_error(lambda xp, x, y: xp.linalg.vecdot(x, y, axis=axis), device, *pair)


def test_solve_without_right_hand_sides(device):
    """A singular matrix is an error even where there is nothing to solve."""
    same_error(lambda xp, a, b: xp.linalg.solve(a, b), device, np.zeros((3, 3)), EMPTY)
    same(lambda xp, a, b: xp.linalg.solve(a, b), device, np.eye(3), EMPTY)


EMPTY = np.zeros((3, 0))


def test_dtype_is_refused_before_shapes(device):
    a, b = np.ones((3, 3), "e"), np.ones(4)
    same_error(lambda xp, a, b: xp.linalg.solve(a, b), device, a, b)


@pytest.mark.parametrize("order", ["K", "reversed"])
def test_norm_of_complex_infinities(device, order):
    for value in (complex(np.inf, 0), complex(0, -np.inf), complex(np.nan, 1)):
        x = np.ones((3, 4), complex)
        x[1, 1] = value
        x = x[::-1, ::-1] if order == "reversed" else x
        same(lambda xp, x: xp.linalg.norm(x), device, x)
    same(lambda xp, x: xp.linalg.norm(x[::2].T), device, np.ones((4, 6), complex) * 2j)


@pytest.mark.parametrize("name", ["partition", "argpartition"])
@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 3), (0,)], ids=str)
def test_partition_of_nothing(device, name, shape):
    for kth in (0, 2, -1, 9):
        same_or_error(
            lambda xp, x, kth=kth: getattr(xp, name)(x, kth), device, np.zeros(shape)
        )


def test_lexsort_of_a_number(device):
    same_error(lambda xp, x: xp.lexsort(x), device, np.array(3))


def test_nonzero_of_a_condition(device):
    for x in (np.array(True), np.array(1)):
        same_error(lambda xp, x: xp.nonzero(x), device, x)


QUANTILES = [
    0,
    0.3,
    [0.1, 0.9],
    [],
    [[]],
    np.zeros(0, int),
    [[0.2], [0.4]],
    2,
    [np.nan],
]


@pytest.mark.parametrize("q", QUANTILES, ids=str)
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 3)], ids=str)
@pytest.mark.parametrize("letter", "dl")
def test_quantiles_of_nothing(device, q, shape, letter):
    x = np.arange(np.prod(shape)).reshape(shape).astype(letter)
    for axis in (None, 0, -1):
        same_or_class(lambda xp, x, axis=axis: xp.quantile(x, q, axis), device, x)


@pytest.mark.parametrize("name", ["median", "nanmedian", "ptp"])
@pytest.mark.parametrize("letter", "dfl?")
def test_into_another_dtype(device, name, letter):
    """median() casts into `out` in any way, ptp() does not."""

    def body(xp, x):
        out = xp.zeros(4, letter)
        return getattr(xp, name)(x, axis=1, out=out), out

    same_or_class(body, device, np.arange(12.0).reshape(4, 3))


def test_ptp_into_a_larger_array(device):
    def body(xp, x):
        return xp.ptp(x, axis=1, out=xp.zeros((2, 4)))

    same_error(body, device, np.arange(12.0).reshape(4, 3))


COUNTS = [
    ([0, 1, 1], None, 0),
    (np.array([0, 1, 1]), np.array([[1.0]]), 0),
    (np.array([0, 1, 1]), np.array(1.0), 0),
    (np.array([0, 1, 1]), np.ones(2), 0),
    (np.array([0, -1, 1]), np.ones(2), 0),
    (np.array([0, 1, 1]), np.ones(3, complex), 0),
    (np.array([], int), np.ones(5), 3),
    (np.array([], int), np.ones((2, 2), complex), 3),
    (np.array([]), None, 3),
    (np.array([1.0]), None, 3),
    (np.array([[1]]), None, -1),
    (np.array(1), None, "a"),
    (np.array([1.0]), None, -1),
]


@pytest.mark.parametrize("case", COUNTS, ids=str)
def test_bincount_checks_in_order(device, case):
    x, weights, least = case
    same_or_error(
        lambda xp, x, w: xp.bincount(x, weights=w, minlength=least), device, x, weights
    )


BINS = [
    [],
    [1.0],
    [1.0, 1.0],
    [0, 1, 1, 2],
    [2, 1, 1, 0],
    [0, 2, 1],
    [2, 0, 1],
    [1, 2, np.nan],
    [np.nan, 1, 2],
    [np.nan, 2, 1],
    [np.nan, np.nan],
    [1j, 2],
    [[1, 2]],
    [[1j]],
    3.0,
]


@pytest.mark.parametrize("bins", BINS, ids=str)
@pytest.mark.parametrize("right", [False, True])
def test_digitize_finds_the_direction(device, bins, right):
    x = np.array([-4.0, 0, 1, 1.5, 2, 9, np.nan])
    same_or_error(lambda xp, x, b: xp.digitize(x, b, right), device, x, np.array(bins))


SAMPLES = [
    [np.arange(3.0), np.arange(3.0)],
    [np.arange(3.0), np.arange(4.0)],
    [np.ones((2, 3)), np.ones((2, 3))],
    np.ones((2, 3, 4)),
    np.ones((3, 0)),
    np.ones((0, 2)),
    np.ones(5),
]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: str([x.shape for x in s]))
def test_samples_of_points(device, sample):
    same_or_error(lambda xp, s: xp.histogramdd(s, 3), device, sample)


def test_average_of_nothing(device):
    x = np.ones((3, 0))
    same_error(lambda xp, x: xp.average(x, axis=0), device, x)
    same_error(lambda xp, x: xp.average(x, 0, [0, 0, 0]), device, x)
    same(lambda xp, x: xp.average(x, 0, [1, 2, 0], True), device, x)
    same(
        lambda xp, x: xp.average(x, 1, [1, 2, 0], True, keepdims=True),
        device,
        np.arange(12.0).reshape(4, 3),
    )


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_modes_and_depths(device, name):
    operands = [np.array(2.0), np.ones(0), np.arange(3.0), np.ones((2, 2))]
    for a in operands:
        for v in operands:
            for mode in ("full", "same", "x"):
                same_or_error(
                    lambda xp, a, v, mode=mode: getattr(xp, name)(a, v, mode),
                    device,
                    a,
                    v,
                )


def test_trapezoid_of_more_coordinates(device):
    """Coordinates with more axes than the values are broadcast against them."""
    x = np.cumsum(np.arange(12.0).reshape(4, 3), axis=1)
    for y in (np.array([1.0, 2, 4]), np.ones((4, 3)), np.ones((2, 4, 3))):
        for axis in (-1, 0):
            same_or_class(
                lambda xp, y, x, axis=axis: xp.trapezoid(y, x, axis=axis), device, y, x
            )


def test_ediff1d_checks_ends_first(device):
    same_error(lambda xp, x: xp.ediff1d(x, to_end=[1, 2]), device, np.array([True]))
    same(lambda xp, x: xp.ediff1d(x, [9, 8], 7), device, np.arange(4))


@pytest.mark.parametrize("shape", [(7,), (5, 6), (3, 4, 5), (200, 400)], ids=str)
@pytest.mark.parametrize("letter", "?hlfD")
def test_argpartition_partitions(device, shape, letter):
    x = (np.random.default_rng(1).standard_normal(shape) * 50).astype(letter)
    for axis in range(-1, len(shape)):
        n = x.shape[axis]
        for kth in (0, n // 2, -1, [0, n - 1]):

            def body(xp, x, axis=axis, kth=kth):
                at = xp.argpartition(x, kth, axis=axis)
                found = xp.take_along_axis(x, at, axis)
                return xp.sort(at, axis), xp.take(found, xp.asarray(kth), axis)

            same(body, device, x)


@pytest.mark.parametrize("letters", ["ll", "bB", "lL", "Ll", "?l", "hh"])
def test_isin_of_integers(device, letters):
    """Narrow ranges go by a table on the CPU, wide ones by a search."""
    rng = np.random.default_rng(2)
    for top in (2, 100):
        element = rng.integers(0, top, (30, 4)).astype(letters[0])
        for tests in (rng.integers(0, top, 9), np.array([], int), np.array([0])):
            tests = tests.astype(letters[1])
            for invert in (False, True):
                same(
                    lambda xp, e, t, invert=invert: xp.isin(e, t, invert=invert),
                    device,
                    element,
                    tests,
                )
    wide = np.array([0, 2**62, -(2**62), 5])
    same(lambda xp, e, t: xp.isin(e, t), device, wide[::-1], wide[:3])


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize(
    "places",
    [
        {"axis": 0},
        {"axis": 1},
        {"axis": -2},
        {"axes": [0, 0]},
        {"axes": [1, -2]},
        {"axes": [(0,), (0,)]},
        {"axes": [0, 0, 0]},
        {"axes": [(0,), (0,), (1,)]},
        {"axes": [0, 0, ()]},
    ],
    ids=str,
)
def test_where_vecdot_leaves_an_axis(device, places, keepdims):
    """Without a word about the result, the axis that is kept is its last one."""
    x = np.arange(27.0).reshape(3, 3, 3)
    options = {**places, "keepdims": keepdims}
    same_or_error(lambda xp, x: xp.vecdot(x, x + 1, **options), device, x)
