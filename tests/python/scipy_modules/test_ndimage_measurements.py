# SPDX-License-Identifier: Apache-2.0
"""Labels and measurements against SciPy, and against a plain union-find."""

import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.layouts import LAYOUTS
from support.scipy_calls import plain_ndimage
from tenorite.scipy import ndimage


def image(shape, share=0.5, seed=0):
    return np.random.default_rng(seed).random(shape) < share


def equal(got, expected, rtol=0):
    """Equal dtypes, shapes and items, in sequences, too."""
    if isinstance(expected, (tuple, list)):
        assert type(got) is type(expected) and len(got) == len(expected)
        for pair in zip(got, expected, strict=True):
            equal(*pair, rtol)
    elif isinstance(expected, dict):
        assert got.keys() == expected.keys()
        assert {type(key) for key in got} == {type(key) for key in expected}
        for key, value in expected.items():
            equal(got[key], value)
    elif isinstance(expected, np.ndarray) and expected.dtype.hasobject:
        assert isinstance(got, np.ndarray) and got.shape == expected.shape
        equal(got.ravel().tolist(), expected.ravel().tolist())
    elif isinstance(expected, (np.ndarray, np.generic)):
        got = host(got)
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        if rtol:
            np.testing.assert_allclose(got, expected, rtol=rtol, atol=0)
        else:
            np.testing.assert_array_equal(got, expected)
    else:
        assert type(got) is type(expected) and got == expected


def same(device, name, *args, rtol=0, **kwargs):
    expected, wrong = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert wrong is None, f"the test is wrong: SciPy raises {wrong!r}"
    got, error = outcome(
        lambda: getattr(ndimage, name)(*on_device(args, device), **kwargs)
    )
    if error is not None:
        raise error
    equal(got, expected, rtol)


def same_error(device, name, *args, **kwargs):
    _, expected = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert expected is not None, "the test is wrong: SciPy raises nothing"
    options = {k: on_device(x, device) for k, x in kwargs.items()}
    moved = on_device(args, device)
    _, got = outcome(lambda: getattr(ndimage, name)(*moved, **options))
    assert type(got) is type(expected), f"{got!r}, not {expected!r}"
    assert str(got).replace("tenorite", "numpy") == str(expected)


# ---- labels ----


def structures(rank):
    """Symmetric ones, with and without neighbours along the last axis."""
    rng = np.random.default_rng(rank)
    found = [plain_ndimage.generate_binary_structure(rank, k + 1) for k in range(rank)]
    for _ in range(4):
        some = rng.random((3,) * rank) < 0.3
        found.append(some | some[(slice(None, None, -1),) * rank])
    found.append(np.zeros((3,) * rank))
    return found


@pytest.mark.parametrize(
    "shape", [(100,), (1, 70), (70, 1), (33, 65), (64, 32), (9, 10, 40), (4, 5, 6, 7)]
)
def test_label(device, shape):
    for share, structure in itertools.product(
        (0.3, 0.5, 0.7, 1), structures(len(shape))
    ):
        same(device, "label", image(shape, share), structure)


@pytest.mark.parametrize("rank", [5, 6])
def test_many_axes(device, rank):
    for connectivity in (1, 2, rank):
        structure = plain_ndimage.generate_binary_structure(rank, connectivity)
        same(device, "label", image((3, 4, 2, 3, 2, 5)[:rank], 0.3), structure)


def test_labels_by_a_plain_union_find(device):
    x = image((40, 300), 0.55)
    parents = {}

    def root(at):
        while parents[at] != at:
            at = parents[at]
        return at

    for r, c in zip(*np.nonzero(x), strict=True):
        parents[r, c] = (r, c)
        for before in ((r - 1, c), (r, c - 1)):
            if before in parents:
                one, other = sorted((root((r, c)), root(before)))
                parents[other] = one
    numbers = {}
    expected = np.zeros(x.shape, np.int32)
    for at in sorted(parents):
        expected[at] = numbers.setdefault(root(at), len(numbers) + 1)
    got, count = ndimage.label(tn.asarray(x))
    assert type(count) is int and count == len(numbers)
    np.testing.assert_array_equal(host(got), expected)


def test_a_spiral_is_one_part(device):
    n = 65
    x = np.zeros((n, n), bool)
    low, high = 0, n - 1
    x[0, :] = True
    while low < high:
        x[low:high, high] = x[high, low : high + 1] = True
        x[low + 2 : high, low] = x[low + 2, low : high - 1] = True
        low, high = low + 2, high - 2
    same(device, "label", x)
    same(device, "label", ~x, np.ones((3, 3)))


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
def test_dtypes_of_labels(device, dtype):
    x = (image((9, 9)) * 3).astype(dtype)
    same(device, "label", x)
    same(device, "label", image((9, 9), 0.3), output=dtype)
    out = tn.zeros((9, 9), dtype)
    given = np.zeros((9, 9), dtype)
    assert ndimage.label(tn.asarray(x), output=out) == plain_ndimage.label(
        x, output=given
    )
    equal(out, given)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(device, layout):
    x = LAYOUTS[layout](tn, tn.asarray(image((9, 13))))
    equal(ndimage.label(x), plain_ndimage.label(host(x)))
    labels = LAYOUTS[layout](tn, tn.asarray(np.arange(117).reshape(9, 13) % 5))
    values = LAYOUTS[layout](tn, tn.asarray(np.arange(117.0).reshape(9, 13) % 17))
    h, v = host(labels), host(values)
    equal(ndimage.find_objects(labels), plain_ndimage.find_objects(h))
    for name in ("sum", "median", "minimum", "center_of_mass"):
        got = getattr(ndimage, name)(values, labels, [1, 2, 4])
        equal(got, getattr(plain_ndimage, name)(v, h, [1, 2, 4]))


def test_nan_and_no_items_are_labelled(device):
    same(device, "label", np.array([np.nan, 0, -0.0, 1.0, np.inf]))
    same(device, "label", np.array(5))
    same(device, "label", np.array(0))
    same(device, "label", np.zeros((0, 3)))


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ")
def test_find_objects(device, dtype):
    labels, _ = plain_ndimage.label(image((30, 31), 0.3))
    labels = (labels % 100).astype(dtype)
    same(device, "find_objects", labels)
    same(device, "find_objects", labels, 7)
    same(device, "find_objects", labels, 120)
    same(device, "find_objects", labels[3])
    same(device, "find_objects", labels.reshape(5, 6, 31))
    if dtype in "bhilq":
        same(device, "find_objects", labels - np.array(50, dtype))
        same(device, "find_objects", -labels)


def test_objects_of_few_items(device):
    same(device, "find_objects", np.array(2))
    same(device, "find_objects", np.array([0, 3.7]), 3)
    same(device, "find_objects", np.zeros((0, 3), int), 2)
    same(device, "find_objects", np.array([True, False]), 1)


@pytest.mark.parametrize("dtype", "bBhHiIlL")  # SciPy finds nothing in qQ
def test_value_indices(device, dtype):
    x = np.random.default_rng(2).integers(0, 9, (5, 6, 7)).astype(dtype)
    same(device, "value_indices", x)
    same(device, "value_indices", x, ignore_value=0)
    same(device, "value_indices", x[0, 0], ignore_value=100)
    same(device, "value_indices", np.array(3, dtype))
    same(device, "value_indices", np.zeros((0, 3), dtype))


# ---- measurements ----

SUMS = ("sum", "sum_labels", "mean", "variance", "standard_deviation")
ORDERED = ("minimum", "maximum", "median")
PLACES = ("minimum_position", "maximum_position", "extrema")
INDICES = ([1, 3, 2], [7, 1, -1], [[1, 2], [0, 99]], np.arange(4), np.array([2], "u1"))


@pytest.mark.parametrize("name", [*SUMS, "center_of_mass"])
@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
def test_sums(device, name, dtype):
    rng = np.random.default_rng(4)
    x = rng.integers(0, 2 if dtype == "?" else 100, (6, 7)).astype(dtype)
    labels = rng.integers(0, 5, (6, 7))
    # Variances of float32 are sums in float32 where there is one group.
    rtol = 1e-5 if dtype == "f" else 1e-13
    same(device, name, x, rtol=rtol)
    same(device, name, x, labels, rtol=rtol)
    same(device, name, x, labels, 2, rtol=rtol)
    for index in INDICES:
        if name != "center_of_mass" or np.ndim(index) == 1:
            same(device, name, x, labels, index, rtol=rtol)


@pytest.mark.parametrize("name", [*ORDERED, *PLACES])
@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfdD")
def test_order(device, name, dtype):
    rng = np.random.default_rng(4)
    # No two items are equal: SciPy finds the first one, or any.
    x = rng.permutation(42).reshape(6, 7).astype(dtype)
    if dtype == "?":
        x = np.eye(2, dtype=bool)[:, :1]
    labels = rng.integers(0, 5, x.shape)
    if dtype == "?":
        labels = np.array([[1], [2]])
    if dtype not in "?D" or name != "median":
        same(device, name, x)
        same(device, name, x, labels)
        same(device, name, x, labels, 2)
    for index in INDICES:
        same(device, name, x, labels, index)


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
def test_dtypes_of_labels_of_measurements(device, dtype):
    rng = np.random.default_rng(4)
    x = rng.permutation(42).reshape(6, 7) * 1.0
    labels = rng.integers(0, 5, (6, 7)).astype(dtype)
    for name in (*SUMS, *ORDERED, *PLACES):
        same(device, name, x, labels, [1, 2, 4], rtol=1e-13)
        same(device, name, x, labels, rtol=1e-13)
        same(device, name, x, labels * labels.dtype.type(25), [25, 100], rtol=1e-13)
    if np.dtype(dtype).kind in "if":
        for name in (*SUMS, *ORDERED, *PLACES):
            same(device, name, x, labels - labels.dtype.type(2), [-2, 1], rtol=1e-13)


def test_equal_items(device):
    """The first one is the least; the largest is the last one of a list's labels."""
    x = tn.asarray(np.array([[3, 1, 3], [1, 3, 1]]))
    labels = tn.ones((2, 3), int)
    assert ndimage.minimum_position(x) == (0, 1)
    assert ndimage.maximum_position(x) == (0, 0)
    assert ndimage.minimum_position(x, labels, [1]) == [(0, 1)]
    assert ndimage.maximum_position(x, labels, [1]) == [(1, 1)]


def test_broadcast_labels(device):
    x = np.arange(12.0).reshape(3, 4)
    for name in (*SUMS, "minimum", "maximum", "median"):
        same(device, name, x, np.array([0, 1, 2, 1]), [1, 2], rtol=1e-14)
        same(device, name, x, np.array([[0], [1], [2]]), rtol=1e-14)


def test_nan_items(device):
    x = np.arange(12.0)
    x[[2, 7]] = np.nan
    labels = np.arange(12) % 3
    for name in (*SUMS, *ORDERED):
        same(device, name, x, labels, [0, 1, 2], rtol=1e-14)
        same(device, name, x, labels, rtol=1e-14)


def test_random_sums(device):
    rng = np.random.default_rng(9)
    x = rng.standard_normal((200, 300))
    labels = rng.integers(0, 40, x.shape)
    # Sums of numbers of both signs: their error is that of the largest partial sum.
    got = host(ndimage.sum(tn.asarray(x), tn.asarray(labels), np.arange(40)))
    expected = plain_ndimage.sum(x, labels, np.arange(40))
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-11)
    for name in ("variance", "standard_deviation"):
        same(device, name, x, labels, np.arange(40), rtol=1e-12)
    for name in ORDERED:
        same(device, name, x, labels, np.arange(40))


def test_histogram(device):
    x = np.random.default_rng(1).uniform(0, 9, (5, 6))
    labels = np.arange(30).reshape(5, 6) % 4
    same(device, "histogram", x, 0, 9, 3)
    same(device, "histogram", x, 0, 9, 3, labels)
    same(device, "histogram", x, 0, 9, 3, labels, 1)
    same(device, "histogram", x, 1, 8, 4, labels, [1, 2, 9])


def test_labeled_comprehension(device):
    x = np.random.default_rng(1).integers(0, 99, (5, 6)) / 4
    labels = np.arange(30).reshape(5, 6) % 4

    def least(values):
        return values.min()

    def spread(values, places):
        return values.max() - values.min() + places.sum()

    for index in ([1, 3, 9], 2, None, [2, 1, 2], np.array([3])):
        for dtype in (float, np.float32, np.int16):
            args = x, labels, index, least, dtype, -1
            if index is not None:
                same(device, "labeled_comprehension", *args)
            args = x, labels, index, spread, dtype, -1, True
            same(device, "labeled_comprehension", *args)
    same(device, "labeled_comprehension", x, None, None, least, float, 0)
    same(device, "labeled_comprehension", x, None, None, spread, float, 0, True)


X = np.arange(9.0).reshape(3, 3)
L = np.arange(9).reshape(3, 3) % 3


@pytest.mark.parametrize(
    "name, args, options",
    [
        ("label", (X, [[1, 0, 0], [0, 1, 0], [0, 0, 0]]), {}),
        ("label", (X.astype("e"),), {}),
        ("label", (X.astype("F"),), {}),
        ("label", (X,), {"output": "e"}),
        ("label", (X,), {"output": "F"}),
        ("label", (X,), {"output": np.zeros((3, 2))}),
        ("label", (np.eye(300), np.zeros((3, 3))), {"output": "u1"}),
        ("label", (np.eye(300),), {"output": np.zeros((300, 300), "i1")}),
        ("label", (X, [1, 1, 1]), {}),
        ("label", (X, np.ones((3, 2))), {}),
        ("find_objects", (X + 0j,), {}),
        ("find_objects", (X,), {}),
        ("find_objects", (L, 2.5), {}),
        ("find_objects", (np.zeros((0, 3), int),), {}),
        ("find_objects", (X > 0,), {}),
        ("value_indices", (X,), {}),
        ("value_indices", (X > 0,), {}),
        ("sum", (X, np.ones(4, int), [1]), {}),
        ("sum", (X + 0j, L, [1, 2]), {}),
        ("sum", (np.zeros(0), np.zeros(0, int), [1]), {}),
        ("minimum", (X, L, 7), {}),
        ("maximum", (X, L, 7), {}),
        ("maximum_position", (X, L, 7), {}),
        ("median", (X, np.ones(4, int), [1]), {}),
        ("labeled_comprehension", (X, None, 1, len, int, 0), {}),
        ("labeled_comprehension", (X, L, [1.5], len, int, 0), {}),
        ("labeled_comprehension", (X, np.ones(4), [1], len, int, 0), {}),
    ],
)
def test_errors(device, name, args, options):
    same_error(device, name, *args, **options)
