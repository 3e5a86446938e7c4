# SPDX-License-Identifier: Apache-2.0
"""Indexing routines against NumPy: each body runs with both libraries."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import SOME_DTYPES, check, same, same_error, values


@pytest.fixture(autouse=True, params=["few", "many"])
def items(request, monkeypatch):
    """Few items in host memory are NumPy's in some functions, many are not."""
    if request.param == "many":
        monkeypatch.setattr(tn._array.memory, "_FEW", -1)


A = values((2, 3, 4), "f4")
B = values((3, 4), "i4", 1)
V = values(6, "f8", 2)
I = np.array([[0, 2], [-1, 1]])

BODIES = {
    "take": lambda xp, a, b, v, i: [
        xp.take(v, 2),
        xp.take(v, [0, -1]),
        xp.take(v, i),
        xp.take(v, []),
        xp.take(v, [1.5]),
        xp.take(v, [True, False]),
        xp.take(b, i),
        xp.take(b, i, axis=0),
        xp.take(b, i, axis=-1),
        xp.take(b, 1, axis=1),
        xp.take(a, [1, 0], axis=1),
        xp.take(a[..., ::-1], 5),
        xp.take(b.T, [0, 5, -1]),
        xp.take(v, [7, -9, 3], mode="wrap"),
        xp.take(v, [7, -9, 3], mode="clip"),
        xp.take(b, [7, -9, 3], axis=1, mode="wrap"),
        xp.take(b, [7, -9, 3], axis=1, mode="clip"),
        xp.take(v, [1, 2], out=xp.zeros(2)),
        xp.take(xp.asarray(3), [0, 0]),
        xp.take(xp.zeros((3, 0)), [], axis=1),
        xp.take(v, xp.asarray([1, 2], dtype="u1")),
    ],
    "take_along_axis": lambda xp, a, b, v, i: [
        xp.take_along_axis(b, xp.argmax(b, axis=1, keepdims=True), axis=1),
        xp.take_along_axis(b, xp.argmin(b, axis=0, keepdims=True), axis=0),
        xp.take_along_axis(b, xp.asarray([[0, 1], [1, 0], [-1, 2]])),
        xp.take_along_axis(b, xp.asarray([3, 5]), axis=None),
    ],
    "where": lambda xp, a, b, v, i: [
        xp.where(b > 0, b, -b),
        xp.where(b > 0, 1, 0),
        xp.where(b > 0, 1.5, b),
        xp.where(b, xp.asarray(2, dtype="f4"), 1),
        xp.where(v > 0),
        xp.where(b, 1, True),
        xp.where(b[:1] > 0, a, v[:3, None]),
        xp.where(True, v, 0),
        xp.where([True, False], [1, 2], [3.5, 4]),
        xp.where(b > 0, np.float32(2), b),
        xp.where(b > 0, [1, 2, 3, 4], 0),
    ],
    "nonzero": lambda xp, a, b, v, i: [
        xp.where(b > 0),
        xp.nonzero(b > 0),
        xp.flatnonzero(b > 0),
        xp.argwhere(b > 0),
        xp.argwhere(xp.asarray(3)),
        xp.argwhere(xp.asarray(0)),
        xp.argwhere(xp.zeros((0, 3))),
        xp.extract(b > 0, b),
        xp.compress([True, False, True], b, axis=0),
        xp.compress([False, True], b, axis=1),
        xp.compress([False, True, True], b),
        xp.count_nonzero(b > 0),
    ],
    "choose": lambda xp, a, b, v, i: [
        xp.choose([2, 0, 1], [v[:3], v[3:], [1, 2, 3]]),
        xp.choose(xp.abs(i), xp.asarray([1, 2, 3])),
        xp.choose([5, -1, 0], [10, 20], mode="wrap"),
        xp.choose([5, -1, 0], [10, 20], mode="clip"),
        xp.choose(1, [b, -b]),
        xp.choose([1, 0], [1, 2], out=xp.zeros(2, int)),
    ],
    "select": lambda xp, a, b, v, i: [
        xp.select([b > 10, b > 0], [b, b * 2.5], -1),
        xp.select([b > 10, b > 0], [1, 2]),
        xp.select([v > 0], [xp.asarray(1, dtype="f4")], 5),
        xp.piecewise(v, [v < 0, v > 3], [-1, 1]),
        xp.piecewise(v, [v < 0, v > 3], [lambda x: -x, 1, lambda x: x * 2]),
        xp.piecewise(v, v < 0, [lambda x: x + 1, 0]),
        xp.piecewise(xp.asarray(3.0), [True], [7]),
        xp.piecewise(v[0], v[0] > 3, [4, 0]),
        xp.piecewise(v[0], [v[0] < 3], [4, 0]),
    ],
    "triangles": lambda xp, a, b, v, i: [
        xp.diag_indices(3),
        xp.diag_indices(2, 3),
        xp.diag_indices_from(xp.zeros((3, 3))),
        xp.tril_indices(3),
        xp.tril_indices(3, 1, 4),
        xp.triu_indices(3, -1),
        xp.tril_indices_from(b),
        xp.triu_indices_from(b, 1),
        xp.mask_indices(3, xp.triu),
        xp.diagonal(a),
        xp.diagonal(a, 1, 2, 1),
    ],
    "ix_": lambda xp, a, b, v, i: [
        xp.ix_([0, 1], [2, 3, 1]),
        xp.ix_([True, False], [1]),
        xp.ix_([], [1]),
        b[xp.ix_([0, 2], [1, 3])],
    ],
    "ravel_index": lambda xp, a, b, v, i: [
        xp.unravel_index(5, (2, 3)),
        xp.unravel_index([5, 0], (2, 3)),
        xp.unravel_index(xp.asarray([[22, 41], [37, 2]]), (7, 6), "F"),
        xp.unravel_index(xp.argmax(b), b.shape),
        xp.unravel_index(xp.asarray([3]), 5),
        xp.unravel_index(xp.asarray(0), ()),
        xp.ravel_multi_index(([1, 0], [2, 1]), (2, 3)),
        xp.ravel_multi_index((xp.asarray([1, 0]), xp.asarray([2, 1])), (2, 3)),
        xp.ravel_multi_index(xp.asarray([[1, 0], [2, 1]]), (2, 3), order="F"),
        xp.ravel_multi_index(xp.asarray([[5, 0], [-2, 9]]), (2, 3), mode="clip"),
        xp.ravel_multi_index(
            xp.asarray([[5, 0], [-2, 9]]), (2, 3), mode=("wrap", "clip")
        ),
    ],
    "r_": lambda xp, a, b, v, i: [
        xp.r_[v, 0, [1, 2]],
        xp.r_[0:5, 7],
        xp.r_[0:1:5j, 2],
        xp.r_[1:9:3],
        xp.r_["0,2", [1, 2], [3, 4]],
        xp.r_["1", b, b],
        xp.r_["0,2,0", [1, 2], [3, 4]],
        xp.r_["1,2,0", [1, 2], [3, 4]],
        xp.c_[v, v],
        xp.c_[b, b],
        xp.c_[[1, 2], [3.5, 4]],
        xp.c_[0:3, 4:7],
        xp.r_[True, 2.5],
        xp.r_[v, 1j],
        xp.r_[xp.asarray([1], dtype="f4"), 2.5],
    ],
}


ORDERED = ("take", "where", "choose", "select")


@pytest.mark.parametrize("name", BODIES)
def test_functions(device, name):
    same(BODIES[name], device, A, B, V, I, order=name in ORDERED)


def test_where_of_a_number_that_does_not_fit(device):
    """As NumPy 2.5; earlier ones let the number wrap around."""
    with pytest.raises(OverflowError, match="300 out of bounds for uint8"):
        tn.where(True, tn.asarray([1], dtype="u1"), 300)


def _changed(change):
    def body(xp, a, b, v):
        change(xp, a, b, v)
        return a, b, v

    return body


CHANGES = [
    lambda xp, a, b, v: xp.put(b, [0, -1, 5], [7, 8]),
    lambda xp, a, b, v: xp.put(b, 3, 9),
    lambda xp, a, b, v: xp.put(b.T, [0, 4, 5], [7, 8, 9]),
    lambda xp, a, b, v: xp.put(b, [50, -70], 1, mode="clip"),
    lambda xp, a, b, v: xp.put(b, [50, -70], [1, 2], mode="wrap"),
    lambda xp, a, b, v: xp.put(b, [1, 13, -11, 2], [1, 2, 3, 4], mode="wrap"),
    lambda xp, a, b, v: xp.put(b.T, xp.asarray([-1, 12, 24]), [1, 2, 3], mode="wrap"),
    lambda xp, a, b, v: xp.put(b, xp.asarray([-99, 99]), [1, 2], mode="clip"),
    lambda xp, a, b, v: xp.put(b, [], 1),
    lambda xp, a, b, v: xp.put(b, [1], [1, 2, 3]),
    lambda xp, a, b, v: xp.put(v, [1, 2], [1.5, 2]),
    lambda xp, a, b, v: xp.put_along_axis(
        b, xp.argmax(b, axis=1, keepdims=True), 99, axis=1
    ),
    lambda xp, a, b, v: xp.put_along_axis(b, xp.asarray([1, 7]), 9, axis=None),
    lambda xp, a, b, v: xp.place(b, b > 0, [44, 55]),
    lambda xp, a, b, v: xp.place(b.T, b.T > 0, [1, 2, 3]),
    lambda xp, a, b, v: xp.place(b, b > 1000, []),
    lambda xp, a, b, v: xp.place(b, b > 0, [2.5, 3]),
    lambda xp, a, b, v: xp.place(b, b > 0, v[0]),
    lambda xp, a, b, v: xp.place(v, v > 0, b.ravel()),
    lambda xp, a, b, v: xp.putmask(b, b > 0, v[0]),
    lambda xp, a, b, v: xp.putmask(b, b > 0, [44, 55, 66]),
    lambda xp, a, b, v: xp.putmask(v, v > 0, 1),
    lambda xp, a, b, v: xp.putmask(b, b > 0, b * 2),
    lambda xp, a, b, v: xp.putmask(b, b > 0, 2.5),
    lambda xp, a, b, v: xp.putmask(b, b > 0, [2.5, 3]),
    lambda xp, a, b, v: xp.putmask(b.T, b.T > 0, xp.arange(12).astype("i4")),
    lambda xp, a, b, v: xp.fill_diagonal(b, 7),
    lambda xp, a, b, v: xp.fill_diagonal(b.T, [7, 8]),
    lambda xp, a, b, v: xp.fill_diagonal(a[:2, :2, :2], 7),
    lambda xp, a, b, v: b.put([1, 2], 5),
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_changes(device, change):
    same(_changed(change), device, A, B, V)


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("shape", [(7, 3), (3, 7), (4, 3), (8, 2)])
def test_fill_diagonal_of_tall_arrays(device, wrap, shape):
    def body(xp, a, value):
        xp.fill_diagonal(a, value, wrap)
        return a

    for value in (5, [1, 2, 3]):
        same(body, device, np.zeros(shape, int), value)


ERRORS = [
    lambda xp, a, b, v: xp.take(v, [6]),
    lambda xp, a, b, v: xp.take(v, -7),
    lambda xp, a, b, v: xp.take(b, [4], axis=1),
    lambda xp, a, b, v: xp.take(b, [0], axis=2),
    lambda xp, a, b, v: xp.take(v[:0], [0]),
    lambda xp, a, b, v: xp.take(v, xp.asarray([1.5])),
    lambda xp, a, b, v: xp.take(v, [1], out=xp.zeros(3)),
    lambda xp, a, b, v: xp.take(v, [1], mode="other"),
    lambda xp, a, b, v: xp.take_along_axis(b, xp.asarray([1])),
    lambda xp, a, b, v: xp.take_along_axis(b, xp.asarray([[1.0]])),
    lambda xp, a, b, v: xp.take_along_axis(b, xp.asarray([[9]]), axis=1),
    lambda xp, a, b, v: xp.take_along_axis(b, xp.asarray([[1]]), axis=None),
    lambda xp, a, b, v: xp.where(b, 1),
    lambda xp, a, b, v: xp.where(b, v, 1),
    lambda xp, a, b, v: xp.nonzero(xp.asarray(1)),
    lambda xp, a, b, v: xp.put(b, [99], 1),
    lambda xp, a, b, v: xp.put(b, [1], 1, mode="other"),
    lambda xp, a, b, v: xp.put(v[:0], [0], 1),
    lambda xp, a, b, v: xp.place(b, b > 0, []),
    lambda xp, a, b, v: xp.place(b, [True], [1]),
    lambda xp, a, b, v: xp.place(b, b > 0, v),
    lambda xp, a, b, v: xp.place(b, b > 1000, v),
    lambda xp, a, b, v: xp.place(a, a > 0, v),
    lambda xp, a, b, v: xp.putmask(b, [True], [1]),
    lambda xp, a, b, v: xp.putmask(b, b > 0, 1j),
    lambda xp, a, b, v: xp.putmask(b.astype("u1"), b > 0, 300),
    lambda xp, a, b, v: xp.putmask(b, b > 0, v),
    lambda xp, a, b, v: xp.choose([2], [1, 2]),
    lambda xp, a, b, v: xp.choose([-1], [1, 2]),
    lambda xp, a, b, v: xp.compress([[True]], b),
    lambda xp, a, b, v: xp.compress([True] * 9, b, axis=0),
    lambda xp, a, b, v: xp.select([], []),
    lambda xp, a, b, v: xp.select([b > 0], [b, b]),
    lambda xp, a, b, v: xp.select([b], [b]),
    lambda xp, a, b, v: xp.piecewise(v, [v > 0], [1, 2, 3]),
    lambda xp, a, b, v: xp.ix_([[1]]),
    lambda xp, a, b, v: xp.diag_indices_from(b),
    lambda xp, a, b, v: xp.diag_indices_from(v),
    lambda xp, a, b, v: xp.tril_indices_from(v),
    lambda xp, a, b, v: xp.fill_diagonal(v, 1),
    lambda xp, a, b, v: xp.fill_diagonal(a, 1),
    lambda xp, a, b, v: xp.unravel_index(xp.asarray([6]), (2, 3)),
    lambda xp, a, b, v: xp.unravel_index(xp.asarray([-1]), (2, 3)),
    lambda xp, a, b, v: xp.unravel_index(xp.asarray([1.5]), (2, 3)),
    lambda xp, a, b, v: xp.unravel_index(6, (2, 3)),
    lambda xp, a, b, v: xp.unravel_index(xp.zeros((0, 3), int), ()),
    lambda xp, a, b, v: xp.unravel_index(xp.asarray([1]), ()),
    lambda xp, a, b, v: xp.ravel_multi_index(xp.asarray([[2], [0]]), (2, 3)),
    lambda xp, a, b, v: xp.r_[b, v],
    lambda xp, a, b, v: xp.r_["x", v],
    lambda xp, a, b, v: xp.r_[v, "0"],
    lambda xp, a, b, v: xp.diagonal(v),
    lambda xp, a, b, v: xp.diagonal(a, 0, 1, 1),
]


@pytest.mark.parametrize("body", ERRORS, ids=range(len(ERRORS)))
def test_errors(device, body):
    same_error(body, device, A, B, V)


@pytest.mark.parametrize("first", SOME_DTYPES)
@pytest.mark.parametrize("second", SOME_DTYPES)
def test_where_promotes(device, first, second):
    c, x, y = values(5, "?"), values(5, first), values(5, second, 1)
    same(lambda xp, c, x, y: xp.where(c, x, y), device, c, x, y)
    same(lambda xp, c, x, y: xp.where(x, y, 2), device, c, x, y)
    same(lambda xp, c, x, y: xp.choose([0, 1, 1, 0, 1], [x, y]), device, c, x, y)


def test_iterators(device):
    x = tn.asarray(B)
    assert list(tn.ndindex(2, 2)) == list(np.ndindex(2, 2))
    assert list(tn.ndenumerate(x)) == list(np.ndenumerate(B))
    assert tn.s_[1:2, ..., None] == np.s_[1:2, ..., None]


def test_host_array_go_to_the_device(device):
    x = tn.asarray(V)
    check(V[I], tn.take(x, I))
    tn.put(x, np.array([1, 2]), 5.0)
    assert x.get()[1] == 5


SCALARS = {
    "choose a number": lambda xp, k: xp.choose(1, [10, 20]),
    "choose by a scalar": lambda xp, k: xp.choose(k[1], k),
    "method of a scalar": lambda xp, k: k[1].choose(k),
    "choose into": lambda xp, k: xp.choose(k[1], k, out=xp.zeros((), k.dtype)),
    "take at a float": lambda xp, k: xp.take(k * 1.5, (k * 1.0)[2]),
    "take at a bool": lambda xp, k: xp.take(k, k[1] > 0),
}


@pytest.mark.parametrize("name", SCALARS)
def test_scalars_among_indices(device, name):
    same(SCALARS[name], device, np.arange(3))


@pytest.mark.parametrize(
    "index", [[slice(0, 2), slice(0, 2)], [[0, 1], slice(0, 2)], ["a"], [None, "b"]]
)
def test_lists_that_are_no_index(device, index):
    same_error(lambda xp, a: a[index], device, np.zeros((4, 4)))
