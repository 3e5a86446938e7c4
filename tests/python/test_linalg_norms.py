# SPDX-License-Identifier: Apache-2.0
"""Norms, ranks, condition numbers and products; the namespace itself."""

import inspect
import warnings

import numpy as np
import pytest
import tenorite
from support.helpers import check, on_device, same, same_error, same_or_error
from support.linalg_helpers import DTYPES, deficient, random
from tenorite._runtime.numpy_version import FROM_2_5

ORDERS = [
    None,
    "fro",
    "f",
    "nuc",
    np.inf,
    -np.inf,
    0,
    1,
    -1,
    2,
    -2,
    3,
    -3,
    0.5,
    2.5,
    "x",
]


def close(dtype):
    return 1e-4 if np.dtype(dtype).char in "fF" else 3e-2 if dtype == "e" else 1e-11


@pytest.mark.parametrize("dtype", "?il" + DTYPES)
@pytest.mark.parametrize("ord", ORDERS)
def test_norm(device, dtype, ord):
    for shape, axes in (
        ((7,), (None, 0, -1, (0,), 1)),
        ((4, 3), (None, 0, 1, (0, 1), (1, 0), (0, 0), 2, "a")),
        ((2, 3, 4), (None, 1, (0, 2), (2, 1), (-1, 0), (0, 1, 2))),
    ):
        x = (random(shape, "D" if dtype in "FD" else "d") * 3).astype(dtype)
        if dtype == "?" and len(shape) > 1:
            x[...] = np.tri(*shape[-2:])  # of full rank
        if dtype == "?" and ord == -2 and len(shape) == 3:
            continue  # of singular matrices: noise
        for axis in axes:
            for keepdims in (False, True):
                same_or_error(
                    lambda xp, x, axis=axis, keepdims=keepdims: xp.linalg.norm(
                        x, ord, axis, keepdims
                    ),
                    device,
                    x,
                    rtol=close(dtype),
                    order=False,
                )


@pytest.mark.parametrize("ord", [None, 1, 2, 0, np.inf, -np.inf, 3])
def test_norm_of_float16(device, ord):
    x = random((4, 5), "e")
    same(lambda xp, x: xp.linalg.norm(x, ord, axis=1), device, x, rtol=close("e"))


@pytest.mark.parametrize("ord", ORDERS)
@pytest.mark.parametrize("shape", [(0,), (0, 0), (0, 3), (3, 0), (2, 0, 3)])
def test_norm_of_nothing(device, ord, shape):
    x = np.ones(shape)
    same_or_error(lambda xp, x: xp.linalg.norm(x, ord), device, x, order=False)
    axis = (-2, -1) if len(shape) > 1 else None
    same_or_error(lambda xp, x: xp.linalg.norm(x, ord, axis), device, x, order=False)
    same_or_error(lambda xp, x: xp.linalg.norm(x, ord, -1), device, x, order=False)


@pytest.mark.parametrize("ord", [None, 1, 2, -1, np.inf, -np.inf, 0, 3])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_norm_of_special_values(device, ord, value):
    x = np.asarray([[1, value], [3, 4.0]])
    same(lambda xp, x: xp.linalg.norm(x, ord, axis=1), device, x, rtol=1e-14)


@pytest.mark.parametrize("keepdims", [False, True])
def test_array_api_norms(device, keepdims):
    x = random((2, 3, 4), "D")
    for ord in (None, "fro", "nuc", 1, -1, 2, -2, np.inf):
        same(
            lambda xp, x, ord=ord: xp.linalg.matrix_norm(x, keepdims=keepdims, ord=ord),
            device,
            x,
            rtol=1e-11,
            order=False,
        )
    for axis in (None, 0, -1, (0, 2), (1,), (2, 0, 1)):
        for ord in (0, 1, 2, 3.5, np.inf, -np.inf):
            same(
                lambda xp, x, ord=ord, axis=axis: xp.linalg.vector_norm(
                    x, axis=axis, keepdims=keepdims, ord=ord
                ),
                device,
                x,
                rtol=1e-11,
                order=False,
            )
    same_error(lambda xp, x: xp.linalg.vector_norm(x, axis=(0, 3)), device, x)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc"])
def test_cond(device, dtype, p):
    for shape in ((3, 3), (4, 5, 5)):
        x = random(shape, dtype) + 3 * np.eye(shape[-1], dtype=dtype)
        same(
            lambda xp, x: xp.linalg.cond(x, p),
            device,
            x.astype(dtype),
            rtol=close(dtype),
        )
    singular = np.zeros((2, 3, 3), dtype)
    singular[1] = np.eye(3)
    with warnings.catch_warnings(action="error"):
        result = tenorite.linalg.cond(on_device(singular, device), p)
    expected = np.full(2, {"fro": 3.0, "nuc": 9.0}.get(p, 1.0))
    expected[0] = np.inf
    check(expected.astype(result.dtype), result, rtol=close(dtype))


@pytest.mark.parametrize("p", [None, -2, 1, np.inf, "fro", "nuc"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_cond_of_special_values(device, p, value):
    if p in (None, -2, "nuc") and not hasattr(np.linalg._linalg, "_cond_svdvals"):
        pytest.skip("this NumPy has an error for matrices without an SVD")
    x = np.stack([np.eye(3), np.eye(3)])
    x[0, 0, 0] = value
    same(lambda xp, x: xp.linalg.cond(x, p), device, x)
    same(lambda xp, x: xp.linalg.cond(x, p), device, x[0])


def test_cond_checks(device):
    same_error(lambda xp, x: xp.linalg.cond(x), device, np.ones((0, 3)))
    same_error(lambda xp, x: xp.linalg.cond(x, 1), device, np.ones((2, 3)))
    same_error(lambda xp, x: xp.linalg.cond(x, "x"), device, np.eye(3))


@pytest.mark.parametrize("dtype", DTYPES)
def test_matrix_rank(device, dtype):
    x = np.stack([deficient((5, 4), dtype, rank) for rank in range(5)])
    same(lambda xp, x: xp.linalg.matrix_rank(x), device, x)
    same(lambda xp, x: xp.linalg.matrix_rank(x, tol=1e-2), device, x)
    same(lambda xp, x: xp.linalg.matrix_rank(x, rtol=1e-2), device, x)
    tol = np.asarray([0.1, 0.2, 100, 0.1, 3])
    same(lambda xp, x, tol: xp.linalg.matrix_rank(x, tol), device, x, tol)
    same(lambda xp, x, tol: xp.linalg.matrix_rank(x, rtol=tol), device, x, tol)
    h = x[..., :4, :] + x[..., :4, :].swapaxes(-1, -2).conj()
    same(lambda xp, x: xp.linalg.matrix_rank(x, hermitian=True), device, h)
    for shape in ((), (0,), (3,), (0, 3), (2, 3, 0)):
        same(lambda xp, x: xp.linalg.matrix_rank(x), device, np.ones(shape, dtype))
    same(lambda xp, x: xp.linalg.matrix_rank(x), device, np.zeros(3, dtype))
    same_error(lambda xp, x: xp.linalg.matrix_rank(x, tol=1, rtol=1), device, x)


@pytest.mark.parametrize(
    "shapes",
    [
        [(2, 3), (3, 4)],
        [(2, 3), (3, 4), (4, 5)],
        [(5, 4), (4, 3), (3, 2)],
        [(3,), (3, 4), (4, 5)],
        [(3, 4), (4, 5), (5,)],
        [(3,), (3, 4), (4,)],
        [(10, 2), (2, 30), (30, 4), (4, 7), (7, 3)],
        [(3,), (3, 4), (4, 2), (2,)],
    ],
)
def test_multi_dot(device, shapes):
    arrays = [random(shape, "d", i) for i, shape in enumerate(shapes)]
    same(lambda xp, *a: xp.linalg.multi_dot(a), device, *arrays, rtol=1e-12)
    if min(map(len, shapes)) < 2:
        return
    out = np.empty((shapes[0][0], shapes[-1][1]))

    def into(xp, out, *a):
        result = xp.linalg.multi_dot(a, out=out)
        assert result is out
        return out

    same(into, device, out, *arrays, rtol=1e-12)


def test_multi_dot_checks(device):
    a = np.eye(3)
    same_error(lambda xp, a: xp.linalg.multi_dot([a]), device, a)
    same_error(lambda xp, a: xp.linalg.multi_dot([a, a[0, 0:1], a]), device, a)
    same_error(lambda xp, a: xp.linalg.multi_dot([a, a[:2], a]), device, a)


def test_array_api_products(device):
    a, b = random((4, 3), "D"), random((4, 3), "D", 1)
    same(lambda xp, a, b: xp.linalg.cross(a, b), device, a, b, rtol=1e-15)
    same(
        lambda xp, a, b: xp.linalg.cross(a.T, b.T, axis=0),
        device,
        a,
        b,
        rtol=1e-15,
        order=False,
    )
    same_error(lambda xp, a, b: xp.linalg.cross(a, b, axis=0), device, a, b)
    if FROM_2_5:  # before it the exceptions were those of tuples
        same_error(lambda xp, a, b: xp.linalg.cross(a, b, axis=5), device, a, b)
        same_error(lambda xp, a, b: xp.linalg.cross(a, b[0], axis=0), device, a, b)
        same_error(lambda xp, a, b: xp.linalg.cross(a, 1), device, a, b)
    same(lambda xp, a, b: xp.linalg.outer(a[0], b[0]), device, a, b, rtol=1e-15)
    same_error(lambda xp, a, b: xp.linalg.outer(a, b[0]), device, a, b)
    same(lambda xp, a: xp.linalg.diagonal(a, offset=-1), device, a)
    same(lambda xp, a: xp.linalg.trace(a, offset=1), device, a, rtol=1e-15)
    same(lambda xp, a: xp.linalg.trace(a, dtype="F"), device, a, rtol=1e-6)
    same(lambda xp, a: xp.linalg.matrix_transpose(a), device, a)
    same_error(lambda xp, a: xp.linalg.matrix_transpose(a[0]), device, a)
    same(lambda xp, a, b: xp.linalg.matmul(a, b.T), device, a, b, rtol=1e-14)
    same(lambda xp, a, b: xp.linalg.vecdot(a, b, axis=0), device, a, b, rtol=1e-14)
    same(
        lambda xp, a, b: xp.linalg.tensordot(a, b, axes=((0,), (0,))),
        device,
        a,
        b,
        rtol=1e-14,
    )


def test_names_and_signatures():
    assert sorted(tenorite.linalg.__all__) == sorted(np.linalg.__all__)
    assert tenorite.linalg.LinAlgError is np.linalg.LinAlgError
    for name in np.linalg.__all__:
        theirs = getattr(np.linalg, name)
        if isinstance(theirs, type):
            continue
        ours = inspect.signature(getattr(tenorite.linalg, name))
        assert str(ours) == str(inspect.signature(theirs)), name
