# SPDX-License-Identifier: Apache-2.0
"""solve, inv, pinv, lstsq, determinants and what is computed with them."""

import numpy as np
import pytest
import tenorite
from support.helpers import host, same, same_error, same_or_error
from support.linalg_helpers import (
    DTYPES,
    EMPTY,
    SHAPES,
    STACKS,
    close,
    deficient,
    layouts,
    precise,
    random,
)


def on(device, x):
    return tenorite.asarray(x, device=device)


def regular(shape, dtype, seed=0):
    """Matrices far from singular."""
    n = shape[-1]
    return (random(shape, dtype, seed) + 3 * n * np.eye(n)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", STACKS)
def test_solve(device, dtype, shape):
    a = regular(shape, dtype)
    for columns in (1, 3, 20):
        b = random((*shape[:-1], columns), dtype, 1)
        x = tenorite.linalg.solve(on(device, a), on(device, b))
        expected = np.linalg.solve(a, b)
        assert (x.dtype, x.shape) == (expected.dtype, expected.shape)
        assert x.flags.c_contiguous
        close(x, expected, dtype, 50 * shape[-1])


@pytest.mark.parametrize(
    "a_shape, b_shape",
    [
        ((3, 3), (3,)),
        ((4, 3, 3), (3,)),
        ((2, 4, 3, 3), (3,)),
        ((4, 3, 3), (3, 2)),
        ((3, 3), (4, 3, 2)),
        ((2, 1, 3, 3), (4, 3, 2)),
        ((1, 3, 3), (0, 3, 2)),
        ((3, 3), (3, 0)),
        ((0, 0), (0,)),
        ((0, 0), (0, 2)),
        ((2, 0, 0), (0, 2)),
        ((0, 3, 3), (3,)),
        ((3, 3), (2,)),
        ((3, 3), ()),
        ((3, 3), (2, 3)),
        ((3, 3), (4, 2, 3)),
        ((2, 3, 3), (4, 3, 1)),
        ((3, 2), (3,)),
        ((3,), (3,)),
        ((), ()),
    ],
)
def test_shapes_of_solve(device, a_shape, b_shape):
    is_square = len(a_shape) > 1 and a_shape[-1] == a_shape[-2]
    a = np.zeros(a_shape) + (2 * np.eye(a_shape[-1]) if is_square else 1)
    b = random(b_shape, "d")
    same_or_error(lambda xp, a, b: xp.linalg.solve(a, b), device, a, b, rtol=1e-12)


@pytest.mark.parametrize("a_dtype", "ifdFD")
@pytest.mark.parametrize("b_dtype", "?lfdFD")
def test_dtypes_of_solve(device, a_dtype, b_dtype):
    a = (np.eye(3) * 2).astype(a_dtype)
    b = np.ones((3, 2), b_dtype)
    same(lambda xp, a, b: xp.linalg.solve(a, b), device, a, b)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", STACKS)
def test_inv(device, dtype, shape):
    a = regular(shape, dtype)
    x = tenorite.linalg.inv(on(device, a))
    expected = np.linalg.inv(a)
    assert (x.dtype, x.shape) == (expected.dtype, expected.shape)
    assert x.flags.c_contiguous
    close(x, expected, dtype, 50 * shape[-1])


def test_ill_conditioned(device):
    n = 8
    a = 1 / (np.arange(n)[:, None] + np.arange(n) + 1.0)  # Hilbert's matrix
    b = a.sum(axis=1)
    x = host(tenorite.linalg.solve(on(device, a), on(device, b)))
    # The residual is small even if the solution is not exact.
    assert np.abs(a @ x - b).max() < 1e-14
    assert 1e10 < float(tenorite.linalg.cond(on(device, a))) < 2e10


@pytest.mark.parametrize("layout", ["C", "F", "strided", "backwards"])
@pytest.mark.parametrize("dtype", "dF")
def test_layouts(device, layout, dtype):
    a = layouts(regular((2, 5, 5), dtype))[layout]
    b = layouts(random((2, 5, 3), dtype))[layout]
    x, y = on(device, a), on(device, b)
    close(tenorite.linalg.solve(x, y), np.linalg.solve(a, b), dtype, 200)
    close(tenorite.linalg.inv(x), np.linalg.inv(a), dtype, 200)
    close(tenorite.linalg.det(x), np.linalg.det(a), dtype, 200)
    np.testing.assert_array_equal(host(x), a)
    np.testing.assert_array_equal(host(y), b)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(3, 3), (40, 40), (10, 4, 4), (3, 20, 20)])
def test_singular(device, dtype, shape):
    a = random(shape, dtype)
    a[..., 0] = 0
    same_error(lambda xp, x: xp.linalg.inv(x), device, a)
    b = random(shape, dtype)
    same_error(lambda xp, x, y: xp.linalg.solve(x, y), device, a, b)
    assert not host(tenorite.linalg.det(on(device, a))).any()
    sign, logarithm = tenorite.linalg.slogdet(on(device, a))
    assert not host(sign).any() and (host(logarithm) == -np.inf).all()
    # Nothing is left over for later calls.
    host(tenorite.linalg.inv(on(device, regular(shape, dtype))))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [*STACKS, (100, 100)])
def test_determinants(device, dtype, shape):
    a = random(shape, dtype)
    found = tenorite.linalg.slogdet(on(device, a))
    expected = np.linalg.slogdet(a)
    assert type(found) is type(expected)
    for ours, theirs in zip(found, expected, strict=True):
        theirs = np.asarray(theirs)
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        close(ours, theirs, dtype, 1e3 * shape[-1])
    small = a / shape[-1] ** 0.5
    det = tenorite.linalg.det(on(device, small.astype(dtype)))
    close(det, np.linalg.det(small.astype(dtype)), dtype, 1e3 * shape[-1])


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), *EMPTY])
@pytest.mark.parametrize("name", ["inv", "det", "slogdet", "pinv", "cond"])
def test_empty_and_ill_shaped(device, name, shape):
    if name == "pinv" and len(shape) < 2:
        return  # NumPy fails in various ways
    if name == "cond" and shape == (2, 3):
        return
    x = np.ones(shape)
    same_or_error(lambda xp, x: getattr(xp.linalg, name)(x), device, x, rtol=1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_pinv(device, dtype, shape):
    a = random(shape, dtype)
    close(
        tenorite.linalg.pinv(on(device, a)), np.linalg.pinv(a), dtype, 500 * max(shape)
    )
    low = deficient(shape, dtype, 1)
    found = tenorite.linalg.pinv(on(device, low), rtol=1e-4)
    close(found, np.linalg.pinv(low, rtol=1e-4), dtype, 500 * max(shape))


def test_arguments_of_pinv(device):
    a = random((2, 4, 3), "d")
    a[..., 2] *= 1e-8

    def both(**kwargs):
        return lambda xp, x: xp.linalg.pinv(x, **kwargs)

    for kwargs in ({}, {"rcond": 1e-4}, {"rtol": 1e-4}, {"rtol": None}):
        same(both(**kwargs), device, a, rtol=1e-6, order=False)
    same(
        lambda xp, x, r: xp.linalg.pinv(x, rcond=r),
        device,
        a,
        np.asarray([1e-4, 1e-15]),
        rtol=1e-6,
        order=False,
    )
    h = a[0, :3] + a[0, :3].T
    same(both(hermitian=True), device, h, rtol=1e-6, order=False)
    same_error(both(rcond=1, rtol=1), device, a)
    same_error(both(rtol=None), device, np.eye(3, dtype=int))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(6, 4), (4, 6), (5, 5), (40, 3)])
@pytest.mark.parametrize("b_shape", [(), (1,), (3,)])
def test_lstsq(device, dtype, shape, b_shape):
    m, n = shape
    for rank in (min(m, n), 2):
        a = deficient(shape, dtype, rank)
        b = random((m, *b_shape), dtype, 5)
        rcond = 1e-3 if rank == 2 else None
        found = tenorite.linalg.lstsq(on(device, a), on(device, b), rcond)
        expected = np.linalg.lstsq(a, b, rcond)
        for ours, theirs in zip(found, expected, strict=True):
            theirs = np.asarray(theirs)
            assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        assert int(found[2]) == expected[2]
        condition = expected[3][0] / expected[3][rank - 1]
        factor = 100 * m * condition**2
        close(found[0], expected[0], dtype, factor)
        close(found[1], expected[1], dtype, factor)
        close(found[3], expected[3], dtype, 100 * m)


@pytest.mark.parametrize(
    "shape, b_shape",
    [
        ((0, 3), (0, 2)),
        ((3, 0), (3, 2)),
        ((0, 0), (0, 2)),
        ((4, 3), (4, 0)),
        ((3, 0), (3,)),
        ((4, 3), (3,)),
        ((4, 3), (3, 2)),
        ((4,), (4,)),
        ((4, 3), (4, 2, 2)),
        ((2, 4, 3), (4, 2)),
    ],
)
def test_shapes_of_lstsq(device, shape, b_shape):
    a, b = np.ones(shape), np.ones(b_shape)
    a += np.arange(shape[-1]) * (np.arange(shape[0]) ** 2).reshape(
        (-1, *(1,) * (len(shape) - 1))
    )
    same_or_error(
        lambda xp, a, b: xp.linalg.lstsq(a, b),
        device,
        a,
        b,
        rtol=1e-11,
        order=False,
    )


def test_lstsq_of_nan(device):
    a = random((5, 3), "d")
    a[1, 1] = np.nan
    same_error(lambda xp, a, b: xp.linalg.lstsq(a, b), device, a, np.ones(5))


def test_tensor_equations(device):
    a = np.eye(2 * 3 * 4).reshape(6, 4, 2, 3, 4)
    b = random((6, 4), "d")
    same(lambda xp, a, b: xp.linalg.tensorsolve(a, b), device, a, b, rtol=1e-12)
    a = random((3, 4, 3, 4), "d")
    same(
        lambda xp, a, b: xp.linalg.tensorsolve(a, b, axes=(0,)),
        device,
        a.transpose(1, 2, 3, 0).copy(),
        random((4, 3), "d"),
        rtol=1e-9,
    )
    same(lambda xp, a: xp.linalg.tensorinv(a), device, a, rtol=1e-9)
    a = random((24, 8, 3), "d")
    same(lambda xp, a: xp.linalg.tensorinv(a, ind=1), device, a, rtol=1e-9)
    same_error(lambda xp, a: xp.linalg.tensorinv(a, ind=0), device, a)
    same_error(lambda xp, a: xp.linalg.tensorsolve(a, a[0, 0]), device, a)


@pytest.mark.parametrize("dtype", "ilfdFD")
@pytest.mark.parametrize("power", [0, 1, 2, 3, 4, 7, 10, -1, -3])
def test_matrix_power(device, dtype, power):
    a = (np.eye(3) * 2 + np.tri(3)).astype(dtype)
    for x in (a, np.stack([a, a.T])):
        same(
            lambda xp, x: xp.linalg.matrix_power(x, power),
            device,
            x,
            rtol=1e-5 if dtype in "fF" else 1e-12,
            order=False,
        )


def test_matrix_power_checks(device):
    a = np.eye(3)
    same_error(lambda xp, x: xp.linalg.matrix_power(x, 1.5), device, a)
    same_error(lambda xp, x: xp.linalg.matrix_power(x, 2), device, np.ones((2, 3)))
    same_error(lambda xp, x: xp.linalg.matrix_power(x, -1), device, np.zeros((2, 2)))


def test_solutions_are_new(device):
    a = on(device, regular((4, 4), "d"))
    before = precise(a)
    x = tenorite.linalg.inv(a)
    x[...] = 0
    np.testing.assert_array_equal(host(a), before)
