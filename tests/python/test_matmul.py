# SPDX-License-Identifier: Apache-2.0
"""Matrix products against NumPy: values, dtypes, layouts, errors."""

import itertools
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import tenorite
from support.helpers import DTYPES, SOME_DTYPES, check, host, on_device, outcome, values

INNER = 37  # not a multiple of any tile

# Shapes of both operands: vectors, matrices, batches, broadcasting, size 0.
SHAPES = [
    ((5,), (5,)),
    ((5,), (5, 3)),
    ((4, 5), (5,)),
    ((4, 5), (5, 3)),
    ((1, 5), (5, 1)),
    ((4, 1), (1, 3)),
    ((130, INNER), (INNER, 67)),
    ((3, 4, 5), (3, 5, 2)),
    ((3, 4, 5), (5, 2)),
    ((4, 5), (3, 5, 2)),
    ((3, 1, 5), (5, 2)),
    ((4, 5), (3, 5, 1)),
    ((2, 1, 4, 5), (3, 5, 2)),
    ((2, 3, 4, 5), (1, 3, 5, 2)),
    ((2, 3, 4, 5), (5,)),
    ((5,), (2, 3, 5, 2)),
    ((0, 5), (5, 3)),
    ((4, 0), (0, 3)),
    ((4, 5), (5, 0)),
    ((0,), (0,)),
    ((0, 4, 5), (5, 2)),
    ((0, 4, 5), (1, 5, 2)),
]


# Each makes a view with the values of a C-contiguous `x` and another layout.
def _strided(xp, x):
    big = xp.zeros([2 * n + 1 for n in x.shape], x.dtype)
    view = big[tuple(slice(1, None, 2) for _ in x.shape)]
    view[...] = x
    return view


def _padded(xp, x):
    big = xp.zeros([n + 3 for n in x.shape], x.dtype)
    view = big[tuple(slice(1, 1 + n) for n in x.shape)]
    view[...] = x
    return view


def _fortran(xp, x):
    axes = tuple(range(x.ndim))[::-1]
    return xp.asarray(x.transpose(axes).copy()).transpose(axes)


def _negative(xp, x):
    index = (slice(None, None, -1),) * x.ndim
    return x[index].copy()[index]


def _batch_last(xp, x):
    """The first axis innermost in memory."""
    axes = (*range(1, x.ndim), 0)
    back = (x.ndim - 1, *range(x.ndim - 1))
    return x.transpose(axes).copy().transpose(back)


LAYOUTS = {
    "C": lambda xp, x: x,
    "F": _fortran,
    "padded": _padded,
    "strided": _strided,
    "negative": _negative,
    "batch_last": _batch_last,
}


def tolerance(dtype, length):
    """Relative to the largest item: sums of `length` products."""
    dtype = np.dtype(dtype)
    return (length + 8) * float(np.finfo(dtype).eps) if dtype.kind in "fc" else 0


def product_values(shape, dtype, seed):
    """Values that exercise wrapping integers and sparse bools."""
    dtype = np.dtype(dtype)
    rng = np.random.default_rng(seed)
    if dtype.kind == "b":
        return rng.random(shape) < 0.3
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    return values(shape, dtype, seed)


def builtin_class(error):
    """The built-in class that an exception of NumPy derives from."""
    return next(c for c in type(error).__mro__ if c.__module__ == "builtins")


def same_product(function, device, a, b, *, rtol=None, layouts=("C", "C"), **kwargs):
    """Compare function(xp, a, b) of both modules, errors included."""

    def run(xp, operands):
        a, b = (
            LAYOUTS[layout](xp, x) if x.ndim else x
            for layout, x in zip(layouts, operands, strict=True)
        )
        return function(xp, a, b, **kwargs)

    expected, np_error = outcome(lambda: run(np, (a, b)))
    got, error = outcome(lambda: run(tenorite, on_device((a, b), device)))
    if np_error is not None:
        assert error is not None, f"no exception; NumPy raises {np_error!r}"
        assert isinstance(error, builtin_class(np_error))
        assert str(error) == str(np_error)
        return
    if error is not None:
        raise error
    if rtol is None:
        rtol = tolerance(np.result_type(a, b), a.shape[-1] if a.ndim else 1)
    check(expected, got, rtol=rtol)


@pytest.mark.parametrize("shapes", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", DTYPES)
def test_matmul(device, dtype, shapes):
    a, b = (product_values(s, dtype, i) for i, s in enumerate(shapes))
    same_product(lambda xp, a, b: xp.matmul(a, b), device, a, b)


@pytest.mark.parametrize("right", LAYOUTS)
@pytest.mark.parametrize("left", LAYOUTS)
@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_layouts(device, dtype, left, right):
    for shapes in SHAPES[:16]:
        a, b = (product_values(s, dtype, i) for i, s in enumerate(shapes))
        same_product(
            lambda xp, a, b: xp.matmul(a, b), device, a, b, layouts=(left, right)
        )


@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_broadcast_operands_are_not_expanded(device, dtype):
    a, b = product_values((4, 5), dtype, 0), product_values((5, 3), dtype, 1)
    for shape in [(7, 4, 5), (2, 7, 4, 5)]:
        same_product(
            lambda xp, a, b, shape=shape: xp.matmul(xp.broadcast_to(a, shape), b),
            device,
            a,
            b,
        )
        same_product(
            lambda xp, a, b, shape=shape: xp.matmul(xp.broadcast_to(a[:1], shape), b),
            device,
            a,
            b,
        )


@pytest.mark.parametrize("right", DTYPES)
@pytest.mark.parametrize("left", DTYPES)
def test_promotion(device, left, right):
    a, b = product_values((3, 4), left, 0), product_values((4, 2), right, 1)
    if np.result_type(a, b).kind in "fc":
        a, b = values((3, 4), left, 0), values((4, 2), right, 1)
    same_product(lambda xp, a, b: a @ b, device, a, b)


@pytest.mark.parametrize("order", "CFAK")
@pytest.mark.parametrize("layouts", [("C", "C"), ("F", "F"), ("F", "C")], ids=str)
def test_order_of_results(device, order, layouts):
    shapes = [((4, 5), (5, 3)), ((3, 4, 5), (5, 3)), ((2, 3, 4, 5), (2, 3, 5, 3))]
    for shape_a, shape_b in shapes:
        same_product(
            lambda xp, a, b: xp.matmul(a, b, order=order),
            device,
            values(shape_a, "d", 0),
            values(shape_b, "d", 1),
            layouts=layouts,
        )


def test_batch_axes_keep_their_memory_order(device):
    a, b = values((4, 5, 2, 3), "d"), values((3, 2), "d", 1)
    expected = np.matmul(a.transpose(1, 0, 2, 3), b)
    a, b = on_device((a, b), device)
    got = tenorite.matmul(a.transpose(1, 0, 2, 3), b)
    assert got.strides == expected.strides
    check(expected, got, rtol=1e-14)


OUTPUTS = [
    ((4, 3), "d", "C"),
    ((4, 3), "d", "F"),
    ((4, 3), "d", "strided"),
    ((4, 3), "f", "C"),
    ((4, 3), "D", "C"),
    ((4, 3), "l", "C"),
    ((2, 4, 3), "d", "C"),
    ((1, 4, 3), "d", "F"),
    ((3, 4), "d", "C"),
    ((4, 4), "d", "C"),
    ((3,), "d", "C"),
    ((4,), "d", "C"),
    ((), "d", "C"),
]


@pytest.mark.parametrize("shape, dtype, layout", OUTPUTS)
def test_out(device, shape, dtype, layout):
    def run(xp, a, b):
        out = xp.ones(shape, dtype)
        out = LAYOUTS[layout](xp, out) if out.ndim else out
        result = xp.matmul(a, b, out=out)
        assert result is out
        return result

    a, b = values((4, 5), "d", 0), values((5, 3), "d", 1)
    rtol = 1e-6 if dtype == "f" else 1e-14
    same_product(run, device, a, b, rtol=rtol)


@pytest.mark.parametrize("out_shape", [(2, 4, 3), (1, 4, 3), (3, 4, 3), (5, 2, 4, 3)])
def test_out_of_batches(device, out_shape):
    def run(xp, a, b):
        return xp.matmul(a, b, out=xp.ones(out_shape))

    same_product(run, device, values((2, 4, 5), "d", 0), values((5, 3), "d", 1))
    same_product(run, device, values((4, 5), "d", 0), values((5, 3), "d", 1))


def test_out_may_be_an_operand(device):
    def run(xp, a, b):
        a = a.copy()
        xp.matmul(a, b, out=a)
        xp.matmul(a.T, a, out=a[::-1])
        return a

    same_product(run, device, values((6, 6), "d", 0), values((6, 6), "d", 1))


def test_out_forms(device):
    a, b = on_device((values((2, 3), "d"), values((3, 2), "d", 1)), device)
    out = tenorite.empty((2, 2), device=device)
    assert tenorite.matmul(a, b, out) is out
    assert tenorite.matmul(a, b, out=(out,)) is out
    with pytest.raises(ValueError, match="exactly one entry per ufunc output"):
        tenorite.matmul(a, b, out=(out, None))
    with pytest.raises(TypeError, match="return arrays must be of ArrayType"):
        tenorite.matmul(a, b, out=[1.0])


def test_read_only_out(device):
    a, b = on_device((values((2, 3), "d"), values((3, 2), "d", 1)), device)
    out = tenorite.broadcast_to(tenorite.zeros((), device=device), (2, 2))
    with pytest.raises(ValueError, match="^output array is read-only$"):
        tenorite.matmul(a, b, out=out)


ERRORS = {
    "core": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((2, 3))),
    "core vectors": lambda xp: xp.matmul(xp.ones(3), xp.ones(2)),
    "core vector left": lambda xp: xp.matmul(xp.ones(3), xp.ones((2, 3))),
    "0-d left": lambda xp: xp.matmul(xp.ones(()), xp.ones(2)),
    "0-d right": lambda xp: xp.matmul(xp.ones(2), 1),
    "batch": lambda xp: xp.matmul(xp.ones((2, 2, 3)), xp.ones((3, 3, 2))),
    "batch 4": lambda xp: xp.matmul(xp.ones((4, 2, 2, 3)), xp.ones((3, 3, 2))),
    "batch vector": lambda xp: xp.matvec(xp.ones((2, 2, 3)), xp.ones((3, 3))),
    "dtype cast": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), dtype=int),
    "no cast": lambda xp: xp.matmul(
        xp.ones((2, 3)), xp.ones((3, 2)), dtype="f", casting="no"
    ),
    "casting": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), casting="bad"),
    "vecdot core": lambda xp: xp.vecdot(xp.ones((2, 3)), xp.ones(2)),
    "vecdot 0-d": lambda xp: xp.vecdot(xp.ones(()), xp.ones(2)),
    "vecdot batch": lambda xp: xp.vecdot(xp.ones((2, 3)), xp.ones((3, 3))),
    "vecdot batch 2": lambda xp: xp.vecdot(xp.ones((4, 2, 3)), xp.ones((3, 3))),
    "matvec 1-d": lambda xp: xp.matvec(xp.ones(2), xp.ones(2)),
    "vecmat core": lambda xp: xp.vecmat(xp.ones(2), xp.ones((3, 2))),
    "axis": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), axis=0),
    "keepdims": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), keepdims=True),
    "axes list": lambda xp: xp.matmul(xp.ones((2, 3)), xp.ones((3, 2)), axes=5),
    "axes count": lambda xp: xp.matmul(
        xp.ones((2, 3)), xp.ones((3, 2)), axes=[(0, 1), (0, 1)]
    ),
    "axes twice": lambda xp: xp.matmul(
        xp.ones((2, 3)), xp.ones((3, 2)), axes=[(0, 0), (0, 1), (0, 1)]
    ),
    "axes bound": lambda xp: xp.matmul(
        xp.ones((2, 3)), xp.ones((3, 2)), axes=[(0, 5), (0, 1), (0, 1)]
    ),
    "dot": lambda xp: xp.dot(xp.ones((2, 3)), xp.ones((2, 3))),
    "dot vectors": lambda xp: xp.dot(xp.ones(3), xp.ones(2)),
    "dot stacks": lambda xp: xp.dot(xp.ones((4, 2, 3)), xp.ones((2, 2, 3))),
    "dot out dtype": lambda xp: xp.dot(
        xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 2), "f")
    ),
    "dot out order": lambda xp: xp.dot(
        xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 2), order="F")
    ),
    "dot out shape": lambda xp: xp.dot(
        xp.ones((2, 3)), xp.ones((3, 2)), out=xp.ones((2, 3))
    ),
    "inner": lambda xp: xp.inner(xp.ones((2, 3)), xp.ones((2, 2))),
    "inner stacks": lambda xp: xp.inner(xp.ones((2, 3)), xp.ones((4, 5, 4))),
    "vdot": lambda xp: xp.vdot(xp.ones((2, 3)), xp.ones((2, 2))),
    "tensordot": lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), 1),
    "tensordot pairs": lambda xp: xp.tensordot(
        xp.ones((2, 3)), xp.ones((2, 3)), ([0], [0, 1])
    ),
    "tensordot many": lambda xp: xp.tensordot(xp.ones((2, 3)), xp.ones((2, 3)), 3),
    "outer out": lambda xp: xp.outer(xp.ones(6), xp.ones(4), xp.ones((6, 5))),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_are_those_of_numpy(device, case):
    _, expected = outcome(lambda: ERRORS[case](np))
    _, error = outcome(lambda: ERRORS[case](tenorite))
    assert expected is not None and error is not None
    assert isinstance(error, builtin_class(expected))
    assert str(error) == str(expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "shapes",
    [
        ((7,), (7,)),
        ((2, 7), (7,)),
        ((7,), (7, 3)),
        ((2, 7), (7, 3)),
        ((4, 2, 7), (5, 7, 3)),
        ((4, 2, 7), (7,)),
        ((7,), (5, 7, 3)),
        ((2, 0), (0, 3)),
        ((), (2, 3)),
        ((2, 3), ()),
    ],
    ids=str,
)
def test_dot(device, dtype, shapes):
    a, b = (product_values(s, dtype, i) for i, s in enumerate(shapes))
    same_product(lambda xp, a, b: xp.dot(a, b), device, a, b)


def test_dot_out(device):
    def run(xp, a, b):
        out = xp.ones((4, 2, 5, 3))
        assert xp.dot(a, b, out) is out
        return out

    same_product(run, device, values((4, 2, 7), "d", 0), values((5, 7, 3), "d", 1))


@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_inner_vdot_outer(device, dtype):
    a, b = product_values((2, 7), dtype, 0), product_values((4, 3, 7), dtype, 1)
    same_product(lambda xp, a, b: xp.inner(a, b), device, a, b)
    b = product_values((7, 2), dtype, 1)
    rtol = tolerance(dtype, a.size)
    same_product(lambda xp, a, b: xp.vdot(a, b), device, a, b, rtol=rtol)
    same_product(lambda xp, a, b: xp.vdot(a.T, b), device, a, b, rtol=rtol)
    same_product(lambda xp, a, b: xp.outer(a, b), device, a, b, rtol=rtol)


@pytest.mark.parametrize("dtype", "lD")
@pytest.mark.parametrize(
    "axes", [0, 1, 2, ([1, 0], [0, 1]), (-1, 0), ([], []), ([1], [0])], ids=str
)
def test_tensordot(device, axes, dtype):
    shapes = {2: ((2, 3, 4), (3, 4, 5)), 0: ((2, 3), (4,))}
    shape_a, shape_b = shapes.get(axes if type(axes) is int else 9, ((5, 4), (4, 5)))
    a, b = product_values(shape_a, dtype, 0), product_values(shape_b, dtype, 1)
    same_product(lambda xp, a, b: xp.tensordot(a, b, axes), device, a, b, rtol=1e-13)


VECTOR_SHAPES = {
    "vecdot": [((5,), (5,)), ((3, 5), (5,)), ((2, 1, 5), (3, 5)), ((3, 0), (3, 0))],
    "matvec": [((3, 5), (5,)), ((2, 3, 5), (2, 5)), ((3, 5), (4, 5))],
    "vecmat": [((5,), (5, 3)), ((2, 5), (2, 5, 3)), ((4, 5), (5, 3))],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", SOME_DTYPES)
@pytest.mark.parametrize("name", VECTOR_SHAPES)
def test_vector_products(device, name, dtype, layout):
    for shapes in VECTOR_SHAPES[name]:
        a, b = (product_values(s, dtype, i) for i, s in enumerate(shapes))
        same_product(
            lambda xp, a, b: getattr(xp, name)(a, b),
            device,
            a,
            b,
            layouts=(layout, layout),
        )


def test_axes(device):
    a, b = values((5, 4, 2), "D", 0), values((2, 5, 3), "D", 1)
    cases = [
        lambda xp, a, b: xp.matmul(a, b, axes=[(1, 0), (1, 2), (0, 2)]),
        lambda xp, a, b: xp.matmul(
            a, b, axes=[(1, 0), (1, 2), (0, 2)], out=xp.ones((4, 2, 3), "D")
        ),
        lambda xp, a, b: xp.vecdot(a, a, axis=0),
        lambda xp, a, b: xp.vecdot(a, a, axis=1, keepdims=True),
        lambda xp, a, b: xp.vecdot(a[0], a, axes=[0, 1, ()]),
        lambda xp, a, b: xp.vecmat(a, b, axes=[0, (1, 2), 0]),
    ]
    for case in cases:
        same_product(case, device, a, b, rtol=1e-14)


def test_dtype_argument(device):
    a, b = values((4, 5), "f", 0), values((5, 3), "f", 1)
    same_product(lambda xp, a, b: xp.matmul(a, b, dtype="d"), device, a, b)
    same_product(
        lambda xp, a, b: xp.matmul(a, b, dtype=int, casting="unsafe"), device, a, b
    )


@pytest.mark.parametrize("dtype", "efdFD")
def test_lengths_that_are_split(device, dtype):
    """Long sums: error grows slowly, and runs give the same bits."""
    rng = np.random.default_rng(3)
    n = 300_001
    a = rng.standard_normal(n).astype(dtype)
    b = rng.standard_normal(n).astype(dtype)
    wide = np.complex128 if np.dtype(dtype).kind == "c" else np.float64
    exact = np.dot(a.astype(wide), b.astype(wide))
    scale = float(np.dot(abs(a).astype("d"), abs(b).astype("d")))
    a, b = on_device((a, b), device)
    got = tenorite.dot(a, b)
    eps = float(np.finfo("f" if dtype == "e" else dtype).eps)
    final = abs(exact) * 1e-3 if dtype == "e" else 0
    assert abs(wide(got.item()) - exact) <= 64 * eps * scale + final
    assert tenorite.dot(a, b).item() == got.item()


@pytest.mark.parametrize("batch", [(), (3,)])
@pytest.mark.parametrize("turned", ["", "a", "b", "ab"])
@pytest.mark.parametrize("dtype", "fdFD")
def test_products_in_parts(device, dtype, turned, batch):
    """The CPU device cuts those of this size, by rows or by columns, for threads."""
    rng = np.random.default_rng(4)
    for m, k, n in [(333, 90, 70), (41, 130, 517), (1050, 1001, 1)]:
        a, b = rng.random((*batch, m, k)), rng.random((*batch, k, n))
        a, b = (x.astype(dtype) * (1 + 1j if dtype in "FD" else 1) for x in (a, b))
        expected = a @ b
        ours = [tenorite.array(x, device=device) for x in (a, b)]
        for at, letter in enumerate("ab"):
            if letter in turned:
                x = np.ascontiguousarray(np.swapaxes((a, b)[at], -1, -2))
                ours[at] = tenorite.array(x, device=device).swapaxes(-1, -2)
        found = host(ours[0] @ ours[1])
        eps = 64 * np.finfo(dtype).eps
        np.testing.assert_allclose(found, expected, rtol=eps, strict=True)


def test_errors_of_products_in_parts():
    """An overflow in one part is one warning of the product."""
    a, b = np.full((333, 90), 1.0), np.full((90, 70), 1.0)
    a[330, 5], b[5, 69] = 1e200, 1e200
    ours = tenorite.array(a), tenorite.array(b)
    text = "overflow encountered in matmul"
    with np.errstate(all="warn"), pytest.warns(RuntimeWarning, match=text) as seen:
        found = host(ours[0] @ ours[1])
    assert len(seen) == 1 and np.isinf(found).sum() == 1
    with np.errstate(all="raise"), pytest.raises(FloatingPointError, match=text):
        host(ours[0] @ ours[1])


@pytest.mark.parametrize("dtype", "?bHil")
def test_long_integer_products(device, dtype):
    for shapes in [
        ((300_001,), (300_001,)),
        ((3, 70_001), (70_001, 2)),
        ((3, 5_001), (5_001,)),
        ((20_001,), (20_001, 3)),
        ((2, 130, 300), (2, 300, 129)),
    ]:
        a, b = (product_values(s, dtype, i) for i, s in enumerate(shapes))
        same_product(lambda xp, a, b: xp.matmul(a, b), device, a, b)
        same_product(lambda xp, a, b: xp.matmul(a, b), device, a, b, layouts=("F", "F"))


def test_half_sums_in_single_precision(device):
    a = np.full((2, 5000), 1.0, "e")
    b = np.full((5000, 2), 1.0, "e")
    got = tenorite.matmul(*on_device((a, b), device))
    check(np.full((2, 2), 5000.0, "e"), got)


def test_special_values(device):
    a = np.array([[np.nan, 1.0], [np.inf, 0.0], [0.0, 0.0]])
    b = np.array([[0.0, 1.0], [1.0, -np.inf]])
    for dtype in "fd":
        same_product(
            lambda xp, a, b: xp.matmul(a, b),
            device,
            a.astype(dtype),
            b.astype(dtype),
            rtol=1e-6,
        )


@pytest.mark.parametrize("offset", [1, 3])
def test_misaligned_operands(device, offset):
    """Views whose items do not lie at multiples of their size."""

    def run(xp, a, b):
        raw = xp.zeros(a.nbytes + offset, "u1")
        view = raw[offset:].view(a.dtype).reshape(a.shape)
        view[...] = a
        return xp.matmul(view, b)

    for dtype in "ldD":
        a, b = values((4, 5), dtype, 0), values((5, 3), dtype, 1)
        same_product(run, device, a, b)


def test_operands_of_python(device):
    a = tenorite.asarray([[1, 2], [3, 4]], device=device)
    check(np.array([[1, 2], [3, 4]]) @ [5, 6], a @ [5, 6])
    check([5, 6] @ np.array([[1, 2], [3, 4]]), [5, 6] @ a)
    check(np.array([[1, 2], [3, 4]]).dot([5, 6]), a.dot([5, 6]))


def test_in_place_operator(device):
    a, b = values((4, 4), "d", 0), values((4, 4), "d", 1)
    expected = a @ b
    a, b = on_device((a, b), device)
    same = a
    a @= b
    assert a is same
    check(expected, a, rtol=1e-14)


def test_many_threads(device):
    a, b = values((3, 64, 65), "d", 0), values((65, 66), "d", 1)
    expected = a @ b
    a, b = on_device((a, b), device)
    results = [None] * 8

    def work(i):
        for _ in range(10):
            results[i] = (a @ b).get()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(results))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        np.testing.assert_allclose(result, expected, rtol=1e-13, atol=1e-12)


FORK = """
import os, sys
import tenorite as np
a = np.ones((300, 301), device="cpu")
b = np.ones((300, 301), int, device="cpu")
def products():
    return float((a @ a.T).sum()), int((b @ b.T).sum())
before = products()
child = os.fork()
if child == 0:
    os._exit(0 if products() == before == (300 * 300 * 301,) * 2 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
def test_products_after_a_fork():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK], timeout=120, check=False
    )
    assert done.returncode == 0


def test_ufunc_attributes():
    for name in ("matmul", "vecdot", "matvec", "vecmat"):
        ours, theirs = getattr(tenorite, name), getattr(np, name)
        assert ours.signature == theirs.signature
        assert (ours.nin, ours.nout, ours.nargs) == (2, 1, 3)
        assert set(ours.types) <= set(theirs.types)


@pytest.mark.parametrize("dtype", "efdFD")
@pytest.mark.parametrize("a", [0.0, -0.0, 1.0, -1.0])
def test_signs_of_zeros(device, dtype, a):
    """Products of numbers keep them; those that are summed start from 0."""
    shapes = [((1,), (1,)), ((1, 1), (1,)), ((1, 1), (1, 1)), ((1, 1, 1), (1,)),
              ((3,), (3,)), ((2, 3), (3,)), ((1,), (1, 2)), ((2, 3), (3, 2)),
              ((0,), (0,)), ((2, 0), (0, 3)), ((), ())]  # fmt: skip
    calls = {
        "dot": lambda xp, x, y: xp.dot(x, y),
        "inner": lambda xp, x, y: xp.inner(x, xp.swapaxes(y, -1, -2) if y.ndim > 1 else y),
        "matmul": lambda xp, x, y: xp.matmul(x, y) if x.ndim else xp.outer(x, y),
        "tensordot": lambda xp, x, y: xp.tensordot(x, y, min(x.ndim, 1)) if y.ndim < 2 else x,
        "vdot": lambda xp, x, y: xp.vdot(x, y) if x.size == y.size else x,
        "kron": lambda xp, x, y: xp.kron(x, y),
    }  # fmt: skip
    if dtype in "FD":  # BLAS has either sign, by dtype and shape
        shapes.remove(((2, 3), (3, 2)))
    if device != "cpu":  # where cuBLAS has a say
        shapes = shapes[:3]
        del calls["matmul"], calls["vdot"]
    for b in (0.0, -0.0, 2.0, -2.0):
        if a * b != 0:
            continue
        for left, right in shapes:
            x, y = np.full(left, a, dtype), np.full(right, b, dtype)
            for name, call in calls.items():
                expected = call(np, x, y)
                got = call(tenorite, *on_device((x, y), device)).get()
                for part in ("real", "imag"):
                    signs = [np.signbit(getattr(r, part)) for r in (expected, got)]
                    assert np.array_equal(*signs), (name, left, right, b, expected, got)


def rounded_to_tf32(x):
    """The nearest numbers of 10 bits after the point."""
    bits = x.view(np.uint32).astype(np.uint64)
    return ((bits + 0x1000) & 0xFFFFE000).astype(np.uint32).view(np.float32)


@pytest.mark.parametrize("dtype", ["f4", "F", "f8", "f2"])
def test_tf32_is_a_choice(device, dtype):
    rng = np.random.default_rng(5)
    x, y = (rng.uniform(0.5, 1, (256, 256)).astype(dtype) for _ in range(2))
    if dtype == "F":
        x = (x + 1j * x[::-1]).astype(dtype)
    a, b = (on_device(z, device) for z in (x, y))
    highest = (a @ b).get()
    with tenorite.config.using(matmul_precision="tf32"):
        chosen = (a @ b).get()
        np.testing.assert_array_equal(
            tenorite.matmul(a, b, precision="highest").get(), highest
        )
    np.testing.assert_array_equal(tenorite.matmul(a, b, precision="tf32").get(), chosen)
    np.testing.assert_array_equal((a @ b).get(), highest)
    exact = x.astype("G") @ y.astype("G")
    error = abs(chosen - exact).max() / abs(exact).max()
    if device == "cpu" or dtype in ("f8", "f2"):
        np.testing.assert_array_equal(chosen, highest)
    else:
        assert 1e-7 < error < 2e-3
    if device != "cpu" and dtype == "f4":
        nearest = rounded_to_tf32(x).astype("f8") @ rounded_to_tf32(y).astype("f8")
        np.testing.assert_allclose(chosen, nearest, rtol=1e-3)


def test_precisions_that_are_none(device):
    a = on_device(np.ones((2, 2), "f4"), device)
    message = "the precision of matrix products is 'highest' or 'tf32', not 'high'"
    with pytest.raises(ValueError, match=message):
        tenorite.matmul(a, a, precision="high")
    with pytest.raises(ValueError, match=message):
        tenorite.config.matmul_precision = "high"
    assert tenorite.config.matmul_precision == "highest"
    with pytest.raises(ValueError, match="mismatch"):
        tenorite.matmul(a, a[:1].T[:1], precision="tf32")
    assert tenorite.config.matmul_precision == "highest"


def test_a_precision_is_of_the_calling_thread():
    """What one call asks for changes nothing for other threads."""
    own = tenorite._core.set_matmul_precision_here("tf32")
    try:
        assert own is None
        seen = []
        thread = threading.Thread(
            target=lambda: seen.append(tenorite._core.set_matmul_precision_here(None))
        )
        thread.start()
        thread.join()
        assert seen == [None]
    finally:
        assert tenorite._core.set_matmul_precision_here(None) == "tf32"


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [None, 1, 3, 8, 9])
@pytest.mark.parametrize("k", [1, 3, 4, 5, 16, 17])
def test_many_short_rows(device, dtype, n, k):
    """Colours and points times a small matrix, on GPUs by a kernel of their own."""
    matrix = values((k,) if n is None else (k, n), dtype, 1)
    for shape in ((5003, k), (3, 4099, k), (70, 71, k)):
        x = values(shape, dtype)
        for case in (
            lambda xp, a, b: a @ b,
            lambda xp, a, b: _padded(xp, a) @ b,
            lambda xp, a, b: a @ _fortran(xp, b),
        ):
            same_product(case, device, x, matrix)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("terms", [1, 2, 3, 8, 9, 50, 256, 257])
def test_few_terms(device, dtype, terms):
    """Vectors of few items with many others, which GPUs multiply item by item."""
    rng = np.random.default_rng(terms)
    a = rng.standard_normal((300, 250, terms)).astype(dtype)
    b = rng.standard_normal(terms).astype(dtype)
    b[0] *= 1e3
    exact = a.astype("g") @ b
    scale = np.abs(a).astype("g") @ np.abs(b)
    x, y = (tenorite.array(v, device=device) for v in (a, b))
    out = tenorite.empty((300, 250), dtype, device=device)
    assert tenorite.matmul(x, y, out=out) is out
    for found in (
        x @ y,
        out,
        tenorite.dot(x, y),
        y @ x.transpose(0, 2, 1),
        (x.reshape(-1, terms) @ y[:, None]).reshape(300, 250),
        (y[None] @ x.reshape(-1, terms).T).reshape(300, 250),
    ):
        found = host(found)
        assert found.dtype == dtype and found.shape == (300, 250)
        bound = (terms + 1) * np.finfo(dtype).eps * scale
        assert (np.abs(found - exact) <= bound).all()
    pending = host((x * 2) @ y + 1)  # of what is still to be computed
    bound = (terms + 3) * np.finfo(dtype).eps * (2 * scale + 1)
    assert (np.abs(pending - (2 * exact + 1)) <= bound).all()


SIZES = [*itertools.product((1, 2, 3, 4, 5), repeat=3), (1, 17, 8), (17, 1, 8)]
SIZES += [(16, 1, 8), (1, 16, 9), (8, 1, 6), (1, 8, 7), (16, 4, 4), (17, 3, 3)]


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_stacks_of_small_matrices(device, dtype):
    """Of whole numbers, whose sums are exact in every order."""
    rng = np.random.default_rng(1)

    def numbers(*shape):
        x = rng.integers(-9, 10, (*shape, 2)).astype(dtype)
        return x[..., 0] + 1j * x[..., 1] if dtype[0] == "c" else x[..., 0]

    for m, n, k in SIZES:
        a, b = numbers(3, 1, 5, m, k), numbers(2, 5, k, n)
        v = numbers(2, 5, k)
        turned = numbers(3, 1, 5, k, m).swapaxes(-1, -2)
        apart, column = numbers(2, 10, 2 * k, 2 * n)[:, ::2, ::2, ::2], v[..., None]
        pairs = [
            (a, b),
            (turned, b),
            (a, apart),
            (a, b[0, ::-1]),
            (a[0], b),
            (a, column),
        ]
        pairs += [(a, turned.swapaxes(-1, -2)), (v[:, :, None], b)]
        for x, y in pairs:
            got = tenorite.array(x, device=device) @ tenorite.array(y, device=device)
            expected = np.einsum("...ij,...jk->...ik", x, y)
            np.testing.assert_array_equal(
                host(got), expected.astype(dtype), strict=True
            )
        got = tenorite.vecdot(
            tenorite.array(v, device=device),
            tenorite.array(v[..., ::-1], device=device),
        )
        np.testing.assert_array_equal(host(got), np.vecdot(v, v[..., ::-1]))


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [63, 64, 65, 200])
def test_products_with_the_own_transpose(device, dtype, n):
    """Half of them is computed, which must not show: in layouts, parts, out=."""
    x = values((n, 70), dtype, seed=n)
    rtol = 1e-4 if dtype in "fF" else 1e-12
    for function in (
        lambda xp, a, b: a @ a.T,
        lambda xp, a, b: a.T @ a,
        lambda xp, a, b: xp.dot(a[:, :64], a[:, :64].T),
        lambda xp, a, b: xp.matmul(a[::2], a[::2].T),
        lambda xp, a, b: a[:64] @ a[:64].T + a[:64] @ a[1:65].T[:, :64],
        lambda xp, a, b: a[:63] @ a[1:64].T,
        lambda xp, a, b: a @ a.conj().T,
        lambda xp, a, b: xp.stack([a, b]) @ xp.stack([a, b]).mT,
        lambda xp, a, b: xp.matmul(a, a.T, out=xp.ones((n, n + 3), a.dtype)[:, 2:-1]),
        lambda xp, a, b: xp.cov(a.real),
    ):
        same_product(function, device, x, x[::-1], rtol=rtol)
    (a,) = on_device((x,), device)
    product = host(a @ a.T)
    assert (product == product.T).all()
    x[3, 5] = np.nan
    x[60, 1] = np.inf
    same_product(lambda xp, a, b: a.T @ a, device, x, x, rtol=rtol)
    product = host(on_device((x,), device)[0].T @ on_device((x,), device)[0])
    np.testing.assert_array_equal(np.isnan(product.real), np.isnan((x.T @ x).real))


@pytest.mark.parametrize("dtype", "ifdFD")
def test_vdot_of_vectors_with_steps(device, dtype):
    x, y = values((2, 3001), dtype, seed=3)
    rtol = 1e-3 if dtype in "fF" else 1e-10
    for a, b in ((x[::2], y[::2]), (x[::-1], y), (x[:5], y[2:7]), (x[::3], y[::-3])):
        same_product(lambda xp, a, b: xp.vdot(a, b), device, a, b, rtol=rtol)
    same_product(lambda xp, a, b: xp.vdot(a[::2], b[::-2]), device, x, y, rtol=rtol)
