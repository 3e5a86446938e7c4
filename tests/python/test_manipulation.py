# SPDX-License-Identifier: Apache-2.0
"""Array manipulation against NumPy: each body runs with both libraries."""

import itertools
import os
import weakref

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    PEAK,
    SOME_DTYPES,
    check,
    in_python,
    outcome,
    same,
    same_error,
    same_or_error,
    values,
)
from tenorite._numpy import joining
from tenorite._numpy.manipulation import _repeat_on_device

A = values((2, 3, 4), "f4")
B = values((3, 4), "i4", 1)
V = values(6, "f8", 2)
E = np.zeros((0, 3), "f4")
Z = np.asarray(np.float32(2.5))


VIEWS = {
    "reshape": lambda xp, a, b, v, e, z: [
        xp.reshape(a, (4, 6)),
        xp.reshape(a, -1, order="F"),
        xp.reshape(a.T, (4, 6), order="A"),
        xp.reshape(a, (2, -1), copy=True),
        xp.reshape(e, (3, 0)),
        xp.reshape(z, (1, 1)),
    ],
    "ravel": lambda xp, a, b, v, e, z: [
        xp.ravel(x, order)
        for x in (a, a.T, a[::2], e, z, b[:, ::-1])
        for order in "CFAK"
    ],
    "transpose": lambda xp, a, b, v, e, z: [
        xp.transpose(a),
        xp.transpose(a, (1, 0, 2)),
        xp.transpose(a, (-1, 0, 1)),
        xp.permute_dims(a, (2, 0, 1)),
        xp.matrix_transpose(a),
        xp.swapaxes(a, 0, -1),
        xp.transpose(z),
    ],
    "moveaxis": lambda xp, a, b, v, e, z: [
        xp.moveaxis(a, 0, -1),
        xp.moveaxis(a, [0, 1], [-1, 0]),
        xp.rollaxis(a, 2),
        xp.rollaxis(a, 0, 3),
        xp.rollaxis(a, 1, 1),
    ],
    "dims": lambda xp, a, b, v, e, z: [
        xp.expand_dims(a, 0),
        xp.expand_dims(a, (0, -1)),
        xp.squeeze(a[:1]),
        xp.squeeze(a[:1, :, :1], axis=(0, 2)),
        xp.atleast_1d(z),
        xp.atleast_1d(z, v),
        xp.atleast_2d(z),
        xp.atleast_2d(v, a),
        xp.atleast_3d(z, v, b, a),
    ],
    "broadcast": lambda xp, a, b, v, e, z: [
        xp.broadcast_to(b, (5, 3, 4)),
        xp.broadcast_to(z, (2, 2)),
        xp.broadcast_arrays(b, a, 3),
        xp.broadcast_shapes((2, 1), (3,)),
    ],
    "flips": lambda xp, a, b, v, e, z: [
        xp.flip(a),
        xp.flip(a, 1),
        xp.flip(a, (0, 2)),
        xp.flipud(v),
        xp.fliplr(a),
        *(xp.rot90(b, k) for k in range(-1, 5)),
        xp.rot90(a, 1, (1, 2)),
    ],
    "trims": lambda xp, a, b, v, e, z: [
        xp.trim_zeros(xp.asarray([0, 0, 1, 0, 2, 0])),
        xp.trim_zeros(xp.asarray([0, 0, 1, 0, 2, 0]), "f"),
        xp.trim_zeros(xp.asarray([0, 0, 1, 0, 2, 0]), "B"),
        xp.trim_zeros(xp.asarray([0, 0])),
        xp.trim_zeros(xp.asarray([[0, 0], [0, 1]])),
        xp.trim_zeros(xp.asarray([[0, 0], [0, 1]]), axis=1),
    ],
    "info": lambda xp, a, b, v, e, z: [
        xp.shape(a),
        xp.shape([[1, 2]]),
        xp.ndim(a),
        xp.ndim([1]),
        xp.size(a),
        xp.size(a, 1),
        xp.size([1, 2]),
    ],
}

JOINS = {
    "concatenate": lambda xp, a, b, v, e, z: [
        xp.concatenate([a, a]),
        xp.concatenate((a, a), axis=1),
        xp.concatenate((a, b[None], 2 * a), axis=0),
        xp.concatenate([a, b, v], axis=None),
        xp.concatenate([a.T, a.T], axis=-1),
        xp.concatenate([e, e]),
        xp.concatenate([v, [1, 2]]),
        xp.concatenate([v, v], dtype="f4"),
        xp.concatenate([v, v], dtype="i4", casting="unsafe"),
        xp.concatenate([v, v], out=xp.zeros(12)),
        xp.concat([b, b], axis=1),
        xp.concatenate(a),
    ],
    "stack": lambda xp, a, b, v, e, z: [
        xp.stack([b, b]),
        xp.stack([b, b], axis=-1),
        xp.stack([b, b], axis=1, dtype="f8"),
        xp.stack([z, z]),
        xp.stack([b.T, b.T]),
        xp.vstack([v, v]),
        xp.vstack([b, b]),
        xp.hstack([v, v]),
        xp.hstack([b, b]),
        xp.hstack([z, 2]),
        xp.dstack([v, v]),
        xp.dstack([b, b]),
        xp.column_stack([v, v]),
        xp.column_stack([b, b[:, 0]]),
    ],
    "block": lambda xp, a, b, v, e, z: [
        xp.block(v),
        xp.block([v, v]),
        xp.block([[b, b], [b, b]]),
        xp.block([[b, xp.zeros((3, 1))], [xp.ones((1, 5))]]),
        xp.block([1, 2]),
        xp.block([[z, 2], [3, 4]]),
    ],
    "append": lambda xp, a, b, v, e, z: [
        xp.append(v, 3),
        xp.append(b, b),
        xp.append(b, b, axis=1),
    ],
    "repeat": lambda xp, a, b, v, e, z: [
        xp.repeat(v, 2),
        xp.repeat(b, 3, axis=0),
        xp.repeat(b, 2, axis=-1),
        xp.repeat(b, [1, 0, 2], axis=0),
        xp.repeat(b, [2], axis=1),
        xp.repeat(v, 0),
        xp.repeat(v, 1.5),
        xp.repeat(v, xp.ceil(1.5)),
        xp.repeat(3, 4),
        xp.repeat(e, 2, axis=1),
    ],
    "tile": lambda xp, a, b, v, e, z: [
        xp.tile(v, 2),
        xp.tile(b, (2, 1)),
        xp.tile(b, (2, 3, 2)),
        xp.tile(b, 2),
        xp.tile(b, 1),
        xp.tile(z, 3),
        xp.tile(b, (0, 1)),
        xp.tile(a, ()),
        xp.tile(v, np.True_),
        xp.tile(v, v.astype(bool)[0]),
        xp.tile(v, (2, np.False_)),
    ],
    "resize": lambda xp, a, b, v, e, z: [
        xp.resize(v, 4),
        xp.resize(v, np.int64(3)),
        xp.resize(v, v.astype(int).max() + 3),
        xp.resize(v, (4, 4)),
        xp.resize(b, (2, 2)),
        xp.resize(v, 0),
        xp.resize(e, (2, 2)),
    ],
    "roll": lambda xp, a, b, v, e, z: [
        xp.roll(v, 2),
        xp.roll(v, -13),
        xp.roll(b, 1),
        xp.roll(b, 1, axis=0),
        xp.roll(b, (1, -2), axis=(0, 1)),
        xp.roll(b, 1, axis=(0, 1)),
        xp.roll(b, (1, 1), axis=(0, 0)),
        xp.roll(b.T, 5, axis=0),
        xp.roll(e, 1),
    ],
    "insert": lambda xp, a, b, v, e, z: [
        xp.insert(v, 1, 9),
        xp.insert(v, -1, [7, 8]),
        xp.insert(v, [1, 3], [7, 8]),
        xp.insert(v, [1, 1], 5),
        xp.insert(b, 1, 5),
        xp.insert(b, 1, 5, axis=1),
        xp.insert(b, [1], [[1], [2], [3]], axis=1),
        xp.insert(b, 1, [1, 2, 3], axis=1),
        xp.insert(b, slice(0, 3, 2), 5, axis=0),
        xp.insert(v, [], 5),
        xp.insert(b.T, 1, 5, axis=0),
    ],
    "delete": lambda xp, a, b, v, e, z: [
        xp.delete(v, 1),
        xp.delete(v, -1),
        xp.delete(v, [0, 2]),
        xp.delete(v, slice(None, None, 2)),
        xp.delete(v, slice(4, 1, -1)),
        xp.delete(b, 1, axis=1),
        xp.delete(b, [0, -1], axis=0),
        xp.delete(b, 3),
        xp.delete(v, []),
        xp.delete(v, [True, False] * 3),
        xp.delete(b.T, 1, axis=0),
        xp.delete(xp.arange(40), slice(None, None, 3)),
    ],
}

POSITIONS = [
    np.array([1, 3]),
    np.array([3, 1, 1]),
    np.array([-1, 0, 2, 5]),
    np.array([0, 2, 4, 6], "u1"),
    np.array([1, 2, -3], "i1"),
    np.array([[1, 2], [3, 4]]),
    np.array([1.0, 2.0]),
    np.array([True, False, True, False, True, False, True]),
    np.array([True, False]),
    np.array([1, 99]),
    np.array([-8, 0]),
    np.array([2]),
    np.array([], int),
    np.array([], float),
    np.arange(7),
]


@pytest.mark.parametrize("at", POSITIONS, ids=str)
@pytest.mark.parametrize("shape, axis", [((7,), None), ((3, 7), 1), ((7, 2, 3), 0)])
@pytest.mark.parametrize("order", "CF")
def test_positions_in_arrays(device, at, shape, axis, order):
    """They stay on their device, and are what a list of them is."""
    x = np.arange(np.prod(shape), dtype="f4").reshape(shape, order=order)
    same_or_error(lambda xp, x, i: xp.delete(x, i, axis), device, x, at)
    same_or_error(lambda xp, x, i: xp.insert(x, i, 9, axis), device, x, at)


def test_many_positions_stay_on_their_device(device, monkeypatch):
    x, at = np.arange(1000.0), np.arange(0, 1000, 7)
    ours, places = tn.array(x, device=device), tn.array(at, device=device)
    monkeypatch.setattr(joining, "host_array", None)
    np.testing.assert_array_equal(tn.delete(ours, places).get(), np.delete(x, at))
    np.testing.assert_array_equal(tn.insert(ours, places, 3).get(), np.insert(x, at, 3))


SPLITS = {
    "split": lambda xp, a, b, v, e, z: [
        xp.split(v, 3),
        xp.split(v, [1, 4]),
        xp.split(v, [4, 9, 2]),
        xp.split(a, 2, axis=2),
        xp.array_split(v, 4),
        xp.array_split(v, 4.0),
        xp.array_split(v, 2.5),
        xp.split(v, np.float64(3)),
        xp.array_split(b, 5, axis=0),
        xp.array_split(a, [1], axis=-1),
        xp.hsplit(b, 2),
        xp.hsplit(v, [2]),
        xp.vsplit(b, 3),
        xp.dsplit(a, 2),
        xp.unstack(b),
        xp.unstack(b, axis=1),
    ]
}


@pytest.mark.parametrize("name", [*VIEWS, *SPLITS])
def test_views(device, name):
    body = {**VIEWS, **SPLITS}[name]
    same(body, device, A, B, V, E, Z)


@pytest.mark.parametrize("name", JOINS)
def test_joins(device, name):
    same(JOINS[name], device, A, B, V, E, Z)


@pytest.mark.parametrize("dtypes", [d + e for d in SOME_DTYPES for e in SOME_DTYPES])
def test_concatenate_promotes(device, dtypes):
    x, y = values(3, dtypes[0]), values(2, dtypes[1])
    same(lambda xp, p, q: xp.concatenate([p, q]), device, x, y)
    same_or_error(lambda xp, p, q: xp.concatenate([p, q], dtype="i4"), device, x, y)
    same(lambda xp, p, q: xp.append(p, q), device, x, y)


ERRORS = [
    lambda xp, a, b, v: xp.concatenate([]),
    lambda xp, a, b, v: xp.concatenate([a, b]),
    lambda xp, a, b, v: xp.concatenate([b, b[:, :2]]),
    lambda xp, a, b, v: xp.concatenate([b, b[:2]], axis=1),
    lambda xp, a, b, v: xp.concatenate([b, b], axis=2),
    lambda xp, a, b, v: xp.concatenate([1, 2]),
    lambda xp, a, b, v: xp.concatenate([v, v], out=xp.zeros(3)),
    lambda xp, a, b, v: xp.concatenate([v, v], out=xp.zeros(12), dtype="f4"),
    lambda xp, a, b, v: xp.concatenate([v, v], out=xp.zeros(12, int)),
    lambda xp, a, b, v: xp.stack([]),
    lambda xp, a, b, v: xp.stack([a, b]),
    lambda xp, a, b, v: xp.stack([b, b], axis=3),
    lambda xp, a, b, v: xp.vstack(x for x in [v, v]),
    lambda xp, a, b, v: xp.block([[v], v]),
    lambda xp, a, b, v: xp.block([[1], []]),
    lambda xp, a, b, v: xp.block((v, v)),
    lambda xp, a, b, v: xp.split(v, 4),
    lambda xp, a, b, v: xp.array_split(v, 0),
    lambda xp, a, b, v: xp.array_split(v, 0.5),
    lambda xp, a, b, v: xp.split(v, 0),
    lambda xp, a, b, v: xp.split(v, 4.0),
    lambda xp, a, b, v: xp.split(v, 1.7),
    lambda xp, a, b, v: xp.split(v, 2, axis=1),
    lambda xp, a, b, v: xp.hsplit(xp.asarray(3), 2),
    lambda xp, a, b, v: xp.vsplit(v, 2),
    lambda xp, a, b, v: xp.dsplit(b, 2),
    lambda xp, a, b, v: xp.reshape(a, (5, 5)),
    lambda xp, a, b, v: xp.reshape(a, (-1, -1)),
    lambda xp, a, b, v: xp.reshape(a.T, (4, 6), copy=False),
    lambda xp, a, b, v: xp.transpose(a, (0, 1)),
    lambda xp, a, b, v: xp.transpose(a, (0, 1, 1)),
    lambda xp, a, b, v: xp.swapaxes(a, 0, 5),
    lambda xp, a, b, v: xp.moveaxis(a, 5, 0),
    lambda xp, a, b, v: xp.moveaxis(a, 0, -5),
    lambda xp, a, b, v: xp.moveaxis(a, [0, 1], [0]),
    lambda xp, a, b, v: xp.moveaxis(a, [0, 0], [0, 1]),
    lambda xp, a, b, v: xp.rollaxis(a, 3),
    lambda xp, a, b, v: xp.rollaxis(a, 0, 5),
    lambda xp, a, b, v: xp.expand_dims(a, 5),
    lambda xp, a, b, v: xp.expand_dims(a, (0, 0)),
    lambda xp, a, b, v: xp.squeeze(a, axis=0),
    lambda xp, a, b, v: xp.matrix_transpose(v),
    lambda xp, a, b, v: xp.broadcast_arrays(b, v),
    lambda xp, a, b, v: xp.repeat(v, [1, 2]),
    lambda xp, a, b, v: xp.repeat(v, -1),
    lambda xp, a, b, v: xp.repeat(v, xp.asarray([1.5] * 6)),
    lambda xp, a, b, v: xp.repeat(b, 2, axis=2),
    lambda xp, a, b, v: xp.resize(v, (-1, 2)),
    lambda xp, a, b, v: xp.roll(b, 1, axis=2),
    lambda xp, a, b, v: xp.roll(b, (1, 2, 3), axis=(0, 1)),
    lambda xp, a, b, v: xp.flip(b, 2),
    lambda xp, a, b, v: xp.fliplr(v),
    lambda xp, a, b, v: xp.flipud(xp.asarray(3)),
    lambda xp, a, b, v: xp.rot90(b, axes=(0, 0)),
    lambda xp, a, b, v: xp.rot90(b, axes=(0, 3)),
    lambda xp, a, b, v: xp.rot90(b, axes=(0, 1, 2)),
    lambda xp, a, b, v: xp.trim_zeros(v, "x"),
    lambda xp, a, b, v: xp.insert(v, 9, 1),
    lambda xp, a, b, v: xp.insert(v, [[1]], 1),
    lambda xp, a, b, v: xp.insert(b, 1, 1, axis=2),
    lambda xp, a, b, v: xp.delete(v, 9),
    lambda xp, a, b, v: xp.delete(v, [True]),
    lambda xp, a, b, v: xp.delete(v, 1.5),
    lambda xp, a, b, v: xp.unstack(xp.asarray(1)),
    lambda xp, a, b, v: xp.copyto(b, v[0]),
    lambda xp, a, b, v: xp.copyto(v, b),
    lambda xp, a, b, v: xp.append(b, v, axis=0),
    lambda xp, a, b, v: xp.pad(v, 1.5),
    lambda xp, a, b, v: xp.pad(v, -1),
    lambda xp, a, b, v: xp.pad(v, 1, "other"),
    lambda xp, a, b, v: xp.pad(v, 1, "edge", constant_values=1),
    lambda xp, a, b, v: xp.pad(v[:0], 1, "edge"),
    lambda xp, a, b, v: xp.pad(v, 1, "maximum", stat_length=0),
]


@pytest.mark.parametrize("body", ERRORS, ids=range(len(ERRORS)))
def test_errors(device, body):
    same_error(body, device, A, B, V)


def test_copyto(device):
    def body(xp, b, v):
        xp.copyto(b, 7, where=b > 0)
        xp.copyto(b[1], [1, 2, 3, 4])
        xp.copyto(v, b[0, 0])
        xp.copyto(v[::2], v[1::2])
        xp.copyto(b, 2.5, casting="unsafe", where=[True, False, True, False])
        return b, v

    same(body, device, B, V)


PADS = [
    (1, "constant", {}),
    ((1, 2), "constant", {"constant_values": (3, 4)}),
    (((1, 2), (0, 3)), "constant", {"constant_values": ((1, 2), (3, 4))}),
    ({0: 1, -1: (2, 0)}, "constant", {}),
    (2, "edge", {}),
    (((1, 2), (0, 3)), "edge", {}),
    (2, "reflect", {}),
    (((7, 5), (9, 11)), "reflect", {}),
    (((7, 5), (9, 11)), "symmetric", {}),
    (((7, 5), (9, 11)), "reflect", {"reflect_type": "odd"}),
    (((7, 5), (9, 11)), "symmetric", {"reflect_type": "odd"}),
    (2, "symmetric", {"reflect_type": "odd"}),
    (((7, 5), (9, 11)), "wrap", {}),
    (1, "wrap", {}),
    (((1, 0), (0, 2)), "symmetric", {}),
    (((1, 1), (2, 1)), "reflect", {}),
    (((1, 2), (0, 3)), "linear_ramp", {}),
    (3, "linear_ramp", {"end_values": ((1, 2), (-5, 9))}),
    (2, "maximum", {}),
    (2, "minimum", {"stat_length": 2}),
    (((1, 2), (0, 3)), "mean", {}),
    (2, "mean", {"stat_length": ((1, 2), (2, 9))}),
    (0, "edge", {}),
]


@pytest.mark.parametrize("pad_width, mode, kwargs", PADS)
@pytest.mark.parametrize("dtype", "ifD")
def test_pad(device, pad_width, mode, kwargs, dtype):
    if dtype == "D" and mode in ("maximum", "minimum"):
        return
    a = values((3, 4), dtype)
    for view in (lambda x: x, lambda x: x.T, lambda x: x[:1], lambda x: x[::2, ::-1]):
        same(
            lambda xp, x, v=view: xp.pad(v(x), pad_width, mode, **kwargs),
            device,
            a,
            rtol=1e-6,
        )


def test_pad_by_function(device):
    def corner(vector, width, axis, kwargs):
        vector[: width[0]] = kwargs["value"] + axis
        vector[vector.shape[0] - width[1] :] = -1

    same(lambda xp, x: xp.pad(x, ((1, 2), (0, 1)), corner, value=3), device, B)


def test_views_share_memory(device):
    x = tn.asarray(A)
    for view in (
        tn.reshape(x, (6, 4)),
        tn.ravel(x),
        tn.transpose(x),
        tn.moveaxis(x, 0, 2),
        tn.expand_dims(x, 1),
        tn.flip(x),
        tn.split(x, 2)[1],
        tn.broadcast_to(x, (2, 2, 3, 4)),
    ):
        assert tn.may_share_memory(view, x)
    for copy in (tn.repeat(x, 1), tn.tile(x, 1), tn.concatenate([x]), tn.roll(x, 1)):
        assert not tn.may_share_memory(copy, x)


def test_methods(device):
    same(
        lambda xp, a, b: [
            b.repeat(2, axis=1),
            b.take([0, -1]),
            b.clip(-1, 1),
            b.clip(max=2),
            b.round(-1),
            b.trace(),
            b.ptp() if hasattr(b, "ptp") else xp.ptp(b),
            b.compress([True, False, True], axis=0),
            (b % 3).choose([1, 2, 3]),
            b.tobytes("F"),
        ],
        device,
        A,
        B,
    )


def test_flat(device):
    def body(xp, a, b, v):
        b.flat[2] = 9
        b.T.flat[1:6:2] = [7, 8]
        v.flat = 3
        a.flat[[0, -1]] = 5
        a.T.flat[a.T.ravel() > 6] = -1
        return [
            a,
            b,
            v,
            b.flat[3],
            b.flat[1:9:3],
            b.T.flat[[4, 0]],
            len(b.flat),
            [int(i) for i in b.T.flat],
            b.flat.copy(),
            b.T.flat == 9,
            b.T.flat != b.T.flat,
            b.flat <= b.ravel(),
            8 < b.T.flat,
        ]

    same(body, device, A, B, V)


FLAT_KEYS = [
    0,
    -1,
    np.int8(5),
    slice(None),
    slice(2, 6, 3),
    slice(70, None, -9),
    slice(5, 5),
    slice(200, 1000),
    slice(3, 60),
    [7, 0, -2],
]
FLAT_LAYOUTS = {
    "transposed": lambda a: a.T,
    "every other": lambda a: a[:, ::2],
    "reversed": lambda a: a[::-1, ::-1],
    "contiguous": lambda a: a,
}


@pytest.mark.parametrize("layout", FLAT_LAYOUTS)
def test_arrays_of_flat_are_read_only_if_copies(layout):
    with tn.Device("cpu"):
        x = FLAT_LAYOUTS[layout](tn.ones((3, 4)))
    flat = FLAT_LAYOUTS[layout](np.ones((3, 4))).flat
    assert x.flat.__array__().flags.writeable == flat.__array__().flags.writeable


@pytest.mark.parametrize("key", FLAT_KEYS, ids=str)
@pytest.mark.parametrize("layout", FLAT_LAYOUTS)
def test_flat_of_layouts(device, layout, key):
    def body(xp, a):
        x = FLAT_LAYOUTS[layout](a)
        got = x.flat[key]
        x.flat[key] = 7
        once = a.copy()
        x.flat[key] = 8 if np.ndim(got) == 0 else [8, 9, 10]
        return [got, once, a]

    same(body, device, np.arange(180.0).reshape(9, 20))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux")
@pytest.mark.parametrize(
    "value",
    [np.array(["1", "2.5"]), np.array([1, 2.5], object), np.longdouble([1, 2.5])],
    ids=lambda value: value.dtype.str,
)
def test_flat_takes_host_data(value):
    got, want = tn.zeros((2, 3), device="cpu"), np.zeros((2, 3))
    got.flat, want.flat = value, value
    got.T.flat[:2], want.T.flat[:2] = value, value
    check(want, got)


def test_flat_copies_no_more_than_is_asked_for():
    code = f"""
import tenorite as tn
{PEAK}
x = tn.zeros((2048, 4096)).T  # 64 MiB
x[...] = 1
float(x.sum())
before = peak()
for i in range(-5, 5):
    x.flat[i] = float(x.flat[i]) + 1
x.flat[3:2000:7] = x.flat[5:2002:7]
print(next(iter(x.flat)), peak() - before)
whole = x.flat[:]
print(float(whole[0]), peak() - before)
"""
    few, whole = in_python(code, TENORITE_DEVICE="cpu").splitlines()
    assert few.split()[0] == whole.split()[0] == "2.0"
    assert float(few.split()[1]) < 16
    assert float(whole.split()[1]) < 96


def test_flags(device):
    def body(xp, a):
        result = []
        for view in (
            a,
            a.T,
            a[::2],
            a[:1, :1],
            a[:0],
            a[0, 0, 0, ...],
            a.transpose(0, 2, 1),
        ):
            flags = view.flags
            result += [
                flags.c_contiguous,
                flags.f_contiguous,
                flags.contiguous,
                flags.fnc,
                flags.forc,
                flags.writeable,
                flags.aligned,
                flags.behaved,
                flags.carray,
                flags["C_CONTIGUOUS"],
                flags["F"],
                flags["WRITEABLE"],
                flags.num,
            ]
        return result

    same(body, device, A)

    def read_only(xp, a):
        a.flags.writeable = False
        a[0] = 1

    same_error(read_only, device, A)
    same_error(lambda xp, a: a.flags["other"], device, A)
    assert repr(tn.asarray(A).flags) == repr(A.flags)


@pytest.mark.parametrize(
    "shapes", [((3, 1), (2,)), ((2,), ()), ((0, 3), (1, 3)), ((4,),), ()]
)
def test_broadcast_object(device, shapes):
    def body(xp, *args):
        b = xp.broadcast(*args)
        assert iter(b) is b
        assert b.index == 0
        items = [tuple(item) for item in b]
        assert b.index == b.size == len(items)
        b.reset()
        assert b.index == 0
        assert len(list(b)) == len(items)
        assert len(b.iters) == b.numiter
        return b.shape, b.nd, b.ndim, b.size, b.numiter, items

    same(body, device, *(values(shape, "d") for shape in shapes))


def test_broadcast_object_errors(device):
    same_error(lambda xp, a, b: xp.broadcast(a, b), device, np.ones(2), np.ones(3))
    same_error(lambda xp, a: xp.broadcast(*[a] * 65), device, np.ones(2))


@pytest.mark.parametrize("letter", "bhfdD")
def test_transposed_copies_of_any_size(device, letter):
    """Whole tiles, their edges, and pieces of tiles."""
    for shape in [(1, 7), (3, 5), (8, 8), (31, 33), (64, 515), (600, 70), (130, 129)]:
        x = values(shape, letter, 3)
        same(lambda xp, a: xp.ascontiguousarray(a.T), device, x)
        same(lambda xp, a: xp.ascontiguousarray(a[1:, ::-1].T), device, x)
        same(lambda xp, a: xp.copy(a[:, 1:], order="F"), device, x)
    cube = values((9, 40, 37), letter, 4)
    for axes in itertools.permutations(range(3)):
        same(
            lambda xp, a, axes=axes: xp.ascontiguousarray(a.transpose(axes)),
            device,
            cube,
        )


RESIZED = {
    "longer": lambda xp, a, b: a.resize(9, refcheck=False),
    "shorter": lambda xp, a, b: a.resize((2,), refcheck=False),
    "two axes": lambda xp, a, b: a.resize(2, 5, refcheck=False),
    "a list": lambda xp, a, b: a.resize([4, 1], refcheck=0),
    "no axes": lambda xp, a, b: a.resize((), refcheck=False),
    "nothing": lambda xp, a, b: a.resize(0, refcheck=False),
    "from nothing": lambda xp, a, b: [
        a.resize(0, refcheck=False),
        a.resize(3, refcheck=False),
    ],
    "same size": lambda xp, a, b: a.resize(2, 3, refcheck=True),
    "Fortran order": lambda xp, a, b: b.resize((3, 3), refcheck=False),
    "Fortran order, same size": lambda xp, a, b: b.resize((3, 2)),
    "None": lambda xp, a, b: a.resize(None),
    "no shape": lambda xp, a, b: a.resize(),
    "referred to": lambda xp, a, b: a.resize(8),
    "a view": lambda xp, a, b: a[:3].resize(8),
    "a view with steps": lambda xp, a, b: a[::2].resize(3),
    "a base": lambda xp, a, b: (a[:3], a.resize(8)),
    "a weak reference": lambda xp, a, b: (
        weakref.ref(a),
        a.resize(8, refcheck=False),
    ),
    "negative": lambda xp, a, b: a.resize((-1,)),
    "floats": lambda xp, a, b: a.resize((2.0,)),
    "None as the flag": lambda xp, a, b: a.resize(3, refcheck=None),
}


@pytest.mark.parametrize("dtype", ["d", "?", "F", "b"])
@pytest.mark.parametrize("name", RESIZED)
def test_resize_in_place(name, dtype, device):
    h = np.arange(6).astype(dtype)
    x = tn.asarray(h, device=device)
    f = h.reshape(2, 3).copy("F")
    y = tn.asarray(f, device=device)
    wanted, error = outcome(lambda: RESIZED[name](np, h, f))
    got, ours = outcome(lambda: RESIZED[name](tn, x, y))
    assert type(got) is type(wanted) and type(ours) is type(error)
    if str(error):
        assert str(ours) == str(error)
    check(h, x)
    check(f, y)


def test_resize_of_an_array_that_one_variable_holds(device):
    for xp in (np, tn):
        x = xp.arange(3.0)
        x.resize((2, 2))
        check(np.array([[0.0, 1], [2, 0]]), tn.asarray(x))


def test_resize_leaves_who_sees_the_memory(device):
    if device != "cpu":
        pytest.skip("memory of the CPU device")
    x = tn.arange(4.0, device=device)
    h, m = np.asarray(x), memoryview(x)
    with pytest.raises(ValueError, match="referenced"):
        x.resize(1000)
    x.resize(1000, refcheck=False)
    x += 1
    assert h.tolist() == m.tolist() == [0, 1, 2, 3]
    check(np.r_[np.arange(4.0), np.zeros(996)] + 1, x)


def test_resize_of_pending_work(device):
    x = tn.arange(4.0, device=device) + 1
    y = x * 2
    x.resize((2, 3), refcheck=False)
    check(np.array([[1.0, 2, 3], [4, 0, 0]]), x)
    check(np.array([2.0, 4, 6, 8]), y)


@pytest.mark.parametrize("x", [[0, 1, 2, 0], (0.0, 3.0), [0, 0], [True, False]])
def test_trim_zeros_of_a_sequence_is_one(x, device):
    with tn.Device(device):
        for trim in ("fb", "f", "b"):
            wanted, got = np.trim_zeros(x, trim), tn.trim_zeros(x, trim)
            assert got == wanted and type(got) is type(wanted)


@pytest.mark.parametrize("dtype", ["i8", "i4", "u1", "?"])
@pytest.mark.parametrize("shape, axis", [((6,), 0), ((6, 3), 0), ((2, 6, 3), -2)])
def test_repeat_by_counts_on_the_device(device, dtype, shape, axis):
    """What repeats on a GPU, where counts stay there, is the same on the CPU."""
    a = np.arange(np.prod(shape)).reshape(shape)
    x = tn.asarray(a)
    for counts in (
        [1, 0, 3, 0, 0, 2],
        [0, 0, 4, 1, 0, 0],
        [0] * 6,
        [0, 0, 0, 0, 0, 7],
        [1] * 6,
    ):
        counts = np.array(counts).astype(dtype)
        wanted = np.repeat(a, counts, axis)
        check(wanted, tn.repeat(x, tn.asarray(counts), axis))
        check(wanted, _repeat_on_device(x, tn.asarray(counts), axis % a.ndim))
    if dtype.startswith("i"):
        negative = tn.asarray(np.array([1, 1, -1, 1, 1, 1], dtype))
        for call in (tn.repeat, _repeat_on_device):
            with pytest.raises(ValueError, match="may not contain negative values"):
                call(x, negative, axis % a.ndim)


@pytest.mark.parametrize("letter", DTYPES)
def test_lists(device, letter):
    """tolist(): Python's numbers, of NumPy's types, whatever the axes and steps."""
    for shape in [(), (0,), (5,), (2, 0), (2, 3), (2, 1, 4)]:
        x = values(shape, letter)
        views = [lambda a: a, lambda a: a.T, lambda a: a[..., ::-1], lambda a: a[::2]]
        for view in views[: 2 if shape == () else None]:
            got = view(tn.asarray(x, device=device)).tolist()
            assert repr(got) == repr(view(x).tolist())


@pytest.mark.parametrize(
    "body",
    [
        lambda xp, x: xp.repeat(x, xp.arange(5)),
        lambda xp, x: xp.insert(x, 1, x[:2]),
        lambda xp, x: xp.insert(x, [1, 3], 7),
        lambda xp, x: xp.packbits(x),
        lambda xp, x: xp.unpackbits(x),
    ],
)
def test_results_have_memory_of_their_own(device, body):
    x = tn.asarray(np.arange(5, dtype="u1"), device=device)
    one, other = body(tn, x), body(tn, x)
    expected = one.get()
    assert one.base is None and one.flags.owndata and one.flags.writeable
    assert one.flags.c_contiguous and not tn.may_share_memory(one, x)
    one += 1
    np.testing.assert_array_equal(other.get(), expected)
    np.testing.assert_array_equal(x.get(), np.arange(5))
