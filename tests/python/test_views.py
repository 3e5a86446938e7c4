# SPDX-License-Identifier: Apache-2.0
"""Views: which calls copy, what strides they give, what they refuse."""

import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    check,
    host,
    outcome,
    same,
    same_error,
    same_or_class,
    same_or_error,
    values,
)
from support.layouts import LAYOUTS, real_strides

X = np.arange(24, dtype="i4").reshape(2, 3, 4)


def compare_view(device, body, x, what=""):
    """Equal values, shape and strides; memory shared exactly when NumPy shares it."""
    ours = tn.asarray(x, device=device)
    expected, error = outcome(lambda: body(np, x))
    if error is not None:
        same_error(body, device, x)
        return
    got = body(tn, ours)
    check(expected, got, where=what)
    assert real_strides(got) == real_strides(expected), what
    if expected.size:
        shared = np.shares_memory(expected, x)
        assert tn.may_share_memory(got, ours) == shared, what
    if expected.size and np.shares_memory(expected, x) and expected.flags.writeable:
        # Fresh operands on both sides, written through the view.
        mine, his = tn.asarray(x, device=device), x.copy(order="K")
        body(tn, mine)[...] = 1
        body(np, his)[...] = 1
        check(his, mine, where=what)


def arranged(device):
    """Every layout of one array, made of a base as NumPy would."""
    for name, arrange in LAYOUTS.items():
        yield name, arrange(np, X), arrange(tn, tn.asarray(X, device=device))


@pytest.mark.parametrize(
    "copy",
    [
        lambda xp, x: x.copy("K"),
        lambda xp, x: x.astype("f4"),
        lambda xp, x: xp.array(x, dtype="f8"),
        lambda xp, x: xp.asarray(x, "D"),
        lambda xp, x: xp.empty_like(x),
        lambda xp, x: -x,
    ],
)
def test_memory_order_of_copies_of_repeated_items(device, copy):
    """Copies sort axes by their strides alone, unlike results of ufuncs."""
    for shape, source in itertools.product(
        [(2, 5, 3), (3, 5, 1), (2, 3, 4, 3)], [(3,), (1,), (5, 1), (1, 5, 1)]
    ):
        if np.broadcast_shapes(source[-1:], shape[-1:]) != shape[-1:]:
            continue
        if len(source) > 1 and shape[-2] != 5:
            continue
        x = np.ones(source, "i8")
        theirs = copy(np, np.broadcast_to(x, shape))
        ours = copy(tn, tn.broadcast_to(tn.asarray(x, device=device), shape))
        assert real_strides(ours) == real_strides(theirs), (shape, source)
        moved = tn.asarray(np.broadcast_to(x, shape), device=device)
        expected = np.array(np.broadcast_to(x, shape))
        assert real_strides(moved) == real_strides(expected), (shape, source)


SHAPES = [(24,), (-1,), (6, 4), (2, 12), (4, 6), (3, 2, 4), (2, 3, 2, 2), (2, 3, 4, 1)]
SHAPES += [(1, 2, 1, 3, 4), (2, -1), (-1, 8), (6, -1, 1), (4, 3, 2), (24, 1, 1), 24]


def test_reshape_copies_as_numpy(device):
    for (layout, theirs, ours), shape in itertools.product(arranged(device), SHAPES):
        for order in "CFA":
            expected = theirs.reshape(shape, order=order)
            got = ours.reshape(shape, order=order)
            what = f"{layout} {shape} {order}"
            check(expected, got, where=what)
            shared = np.shares_memory(expected, theirs)
            assert tn.may_share_memory(got, ours) == shared, what
            if shared:
                assert real_strides(got) == real_strides(expected), what


def test_ravel_and_flatten(device):
    for layout, theirs, ours in arranged(device):
        for order in "CFAK":
            for name in ("ravel", "flatten"):
                expected = getattr(theirs, name)(order)
                got = getattr(ours, name)(order)
                check(expected, got, where=f"{layout} {order} {name}")
                shared = np.shares_memory(expected, theirs)
                assert tn.may_share_memory(got, ours) == shared, (layout, order, name)


RESHAPES = [
    lambda xp, x: x.reshape(5, 5),
    lambda xp, x: x.reshape(-1, -1),
    lambda xp, x: x.reshape(-1, 5),
    lambda xp, x: x.reshape(-1, 0),
    lambda xp, x: x.reshape(()),
    lambda xp, x: x.reshape(-2, 12),
    lambda xp, x: x.reshape(2.0, 12),
    lambda xp, x: x.reshape("x"),
    lambda xp, x: x.reshape(24, order="X"),
    lambda xp, x: x[:0].reshape(0, 5),
    lambda xp, x: x[:0].reshape(-1, 3),
    lambda xp, x: x[:0].reshape(-1),
    lambda xp, x: x[:0].reshape(3, 0, -1),
    lambda xp, x: x[:0].reshape(1),
    lambda xp, x: x.reshape((1,) * 64 + (24,)),
    lambda xp, x: x.reshape(2**32, 2**32),
    lambda xp, x: x.reshape(2**63),
    lambda xp, x: xp.reshape(x, (6, 4), copy=False),
    lambda xp, x: xp.reshape(x.T, (6, 4), copy=False),
    lambda xp, x: xp.reshape(x, (6, 4), copy=True),
    lambda xp, x: x.reshape(),
]


@pytest.mark.parametrize("body", RESHAPES)
def test_odd_reshapes(device, body):
    same_or_error(body, device, X)


VIEWS = {
    "transpose": [
        lambda xp, x: x.T,
        lambda xp, x: x.mT,
        lambda xp, x: x.transpose(1, 0, 2),
        lambda xp, x: x.transpose((-1, 0, 1)),
        lambda xp, x: x.transpose(None),
        lambda xp, x: x.transpose(0, 1),
        lambda xp, x: x.transpose(0, 0, 1),
        lambda xp, x: x.transpose(0, 1, 3),
        lambda xp, x: x.transpose(0, 1, 1.0),
        lambda xp, x: x[0, 0].mT,
        lambda xp, x: x.swapaxes(0, 2),
        lambda xp, x: x.swapaxes(0, 3),
        lambda xp, x: xp.moveaxis(x, 0, -1),
        lambda xp, x: xp.moveaxis(x, [0, 1], [-1, 0]),
        lambda xp, x: xp.moveaxis(x, 0, 3),
        lambda xp, x: xp.moveaxis(x, [0, 0], [0, 1]),
        lambda xp, x: xp.moveaxis(x, [0, 1], [0]),
        lambda xp, x: xp.rollaxis(x, 2),
        lambda xp, x: xp.permute_dims(x, (2, 0, 1)),
        lambda xp, x: xp.matrix_transpose(x),
    ],
    "axes": [
        lambda xp, x: xp.expand_dims(x, 0),
        lambda xp, x: xp.expand_dims(x, (0, -1, 2)),
        lambda xp, x: xp.expand_dims(x, 4),
        lambda xp, x: xp.expand_dims(x, (0, 0)),
        lambda xp, x: xp.squeeze(x[:1, :, 1:2]),
        lambda xp, x: x[:1, :, 1:2].squeeze(0),
        lambda xp, x: x[:1, :, 1:2].squeeze((0, -1)),
        lambda xp, x: x[:1].squeeze(1),
        lambda xp, x: x[:1].squeeze((0, 0)),
        lambda xp, x: x[:1].squeeze(3),
        lambda xp, x: xp.squeeze(x[:1, :1, :1]),
        lambda xp, x: xp.atleast_3d(x[0]),
        lambda xp, x: xp.flip(x, (0, 2)),
        lambda xp, x: xp.rot90(x, 1, (0, 2)),
    ],
    "diagonal": [
        lambda xp, x: x.diagonal(),
        lambda xp, x: x.diagonal(1, 1, 2),
        lambda xp, x: x.diagonal(-1, 2, 0),
        lambda xp, x: x.diagonal(9),
        lambda xp, x: x.diagonal(-9),
        lambda xp, x: x.diagonal(0, 1, 1),
        lambda xp, x: x.diagonal(0, 0, 3),
        lambda xp, x: x[0, 0].diagonal(),
        lambda xp, x: x[:, :, ::-1].diagonal(0, 0, 2),
        lambda xp, x: xp.diagonal(x[:0]),
    ],
    "broadcast": [
        lambda xp, x: xp.broadcast_to(x, (5, 2, 3, 4)),
        lambda xp, x: xp.broadcast_to(x[:, :1], (2, 7, 4)),
        lambda xp, x: xp.broadcast_to(x[0, 0, 0, ...], ()),
        lambda xp, x: xp.broadcast_to(x[0, 0, :1], (0,)),
        lambda xp, x: xp.broadcast_to(x, (3, 4)),
        lambda xp, x: xp.broadcast_to(x, (2, 3, 5)),
        lambda xp, x: xp.broadcast_to(x, (0, 3, 4)),
        lambda xp, x: xp.broadcast_to(x, (-1, 3, 4)),
        lambda xp, x: xp.broadcast_to(x[0, 0, :1], 2**62),
        lambda xp, x: xp.broadcast_to(x[0, 0, :1], (2**40, 2**40)),
    ],
    "types": [
        lambda xp, x: x.view("u4"),
        lambda xp, x: x.view("f4"),
        lambda xp, x: x.view("i2"),
        lambda xp, x: x.view("u1"),
        lambda xp, x: x.view("i8"),
        lambda xp, x: x.view("D"),
        lambda xp, x: x[..., 1:].view("i8"),
        lambda xp, x: x[..., ::2].view("i2"),
        lambda xp, x: x[..., ::2].view("u4"),
        lambda xp, x: x.T.view("i2"),
        lambda xp, x: x[0, 0, 0, ...].view("i2"),
        lambda xp, x: x[0, 0, 0, ...].view("f4"),
        lambda xp, x: x[:0].view("i2"),
        lambda xp, x: x[..., :0].view("i8"),
        lambda xp, x: x.view(),
        lambda xp, x: x.view("nothing"),
        lambda xp, x: x.real,
        lambda xp, x: x.imag,
    ],
}  # fmt: skip
VIEW_BODIES = [(name, i) for name, bodies in VIEWS.items() for i in range(len(bodies))]


@pytest.mark.parametrize("name,i", VIEW_BODIES)
def test_views(device, name, i):
    compare_view(device, VIEWS[name][i], X.copy())
    if name not in ("types", "broadcast"):
        for letter in "eD":
            compare_view(device, VIEWS[name][i], X.astype(letter))


@pytest.mark.parametrize("letter", DTYPES)
def test_real_and_imag(device, letter):
    x = values((3, 4), letter)
    for body in (
        lambda xp, x: x.real,
        lambda xp, x: x.T.real[::2],
        lambda xp, x: x[:, ::-1].real,
        lambda xp, x: xp.real(x),
    ):
        compare_view(device, body, x)
    same(lambda xp, x: [x.imag, x[::2].imag, xp.imag(x)], device, x, order=False)

    def change(xp, x):
        x.real = 3
        x.real[0] += x.real[1]
        if x.dtype.kind == "c":
            x.imag = x.real * 2
            x.imag[:, 1] = -1
        return x

    same_or_error(change, device, x)
    same_or_class(lambda xp, x: setattr(x, "imag", 1), device, x)


def test_many_axes(device):
    shape = (1,) * 30 + (2,) + (1,) * 32 + (3,)
    x = values(shape, "f4")

    def body(xp, x):
        y = x.transpose(*reversed(range(64)))
        z = (x + y.T)[..., ::-1]
        return [y, z, x.sum(axis=(30, 63)), x.reshape(6), x.squeeze(), x * 2, z.copy()]

    same(body, device, x)
    for wrong in (
        lambda xp, x: x[None],
        lambda xp, x: xp.expand_dims(x, 0),
        lambda xp, x: x.reshape((1,) * 63 + (2, 3)),
        lambda xp, x: xp.zeros((1,) * 65),
        lambda xp, x: xp.broadcast_to(x, (2, *x.shape)),
        lambda xp, x: xp.add.outer(x, x),
        lambda xp, x: x[(0,) * 65],
    ):
        same_error(wrong, device, x)


def test_as_strided(device):
    def windows(xp, x, shape, strides, **kwargs):
        return xp.lib.stride_tricks.as_strided(x, shape, strides, **kwargs)

    x = np.arange(10.0)
    for shape, strides in (
        ((8, 3), (8, 8)), ((5, 2), (16, 8)), ((3, 3), (0, 8)), ((), ()), ((0, 5), (80, 8)),
        ((2, 5), (8, 16)), ((10,), (8,)), ((4,), (24,)), ((2,), (4,)),
    ):  # fmt: skip

        def body(xp, x, shape=shape, strides=strides):
            return windows(xp, x, shape, strides)

        same(body, device, x)
    ours = tn.asarray(x, device=device)
    windows(tn, ours, (2,), (8,))[...] = -1
    assert host(ours)[:3].tolist() == [-1, -1, 2]
    read_only = windows(tn, ours, (2,), (8,), writeable=False)
    with pytest.raises(ValueError, match="read-only"):
        read_only[0] = 1
    # Outside of the memory of the array: refused, whichever way it leaves.
    for shape, strides in (
        ((11,), (8,)), ((2,), (-8,)), ((3,), (40,)), ((2**62,), (8,)), ((2,), (2**62,)),
        ((2**62, 2**62), (8, 8)), ((2, 6), (8, 16)), ((2,), (73,)), ((-1,), (8,)),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            windows(tn, ours, shape, strides)
    with pytest.raises(ValueError):
        windows(tn, ours[5:], (10,), (8,))
    same(lambda xp, x: xp.lib.stride_tricks.sliding_window_view(x, 3)[::2], device, x)


# (what is made of an array of shape (2, 3, 4), the shape of its reduced view)
REDUCED = [
    (lambda x: x, (24,)),
    (lambda x: x[:, :2], (2, 8)),
    (lambda x: x[..., ::2], (12,)),
    (lambda x: x[:, ::2], (2, 2, 4)),
    (lambda x: x[::-1], (2, 12)),
    (lambda x: x.T, (4, 3, 2)),
    (lambda x: x[:1], (12,)),
    (lambda x: x[:, :1], (2, 4)),
    (lambda x: x[:1, :1, :1], ()),
    (lambda x: x[:, :0], (0,)),
    (lambda x: x[0, 0], (4,)),
    (lambda x: x[:1, 0, 0], (1,)),
    (lambda x: x[0, 0, :1].reshape(()), ()),
]


@pytest.mark.parametrize(("make", "shape"), REDUCED)
def test_reduced_view(device, make, shape):
    """As few axes as hold the items in the same order, on the same memory."""
    x = make(tn.arange(24.0, device=device).reshape(2, 3, 4))
    view = x.reduced_view()
    assert view.shape == shape and (view is x) == (len(shape) == x.ndim)
    np.testing.assert_array_equal(host(view).ravel(), host(x).ravel())
    view[...] = -1.0
    assert (host(x) == -1).all()
