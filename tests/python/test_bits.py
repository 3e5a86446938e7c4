# SPDX-License-Identifier: Apache-2.0
"""packbits and unpackbits, and the bytes of items: byteswap, getfield, setfield."""

import ctypes

import numpy as np
import pytest
import tenorite as tn
from support.helpers import DTYPES, check, same, same_or_error, values

BYTES = np.arange(60, dtype="u1").reshape(3, 4, 5) * 7
LAYOUTS = {
    "C": lambda a: a,
    "F": lambda a: a.T,
    "strided": lambda a: a[:, ::2],
    "negative": lambda a: a[::-1, :, ::-1],
    "0-d": lambda a: a[0, 0, 1, ...],
    "1-d": lambda a: a[0, 1],
    "no items": lambda a: a[:, :0],
    "no lines": lambda a: a[:0],
}
AXES = [None, 0, 1, -1, 2, 7, 1.5]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_packbits(device, layout, dtype):
    a = (BYTES % 3).astype(dtype)
    for axis in AXES:
        for order in ("big", "little"):
            same_or_error(
                lambda xp, a, x=axis, o=order: xp.packbits(LAYOUTS[layout](a), x, o),
                device,
                a,
            )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [None, 0, 3, 8, 13, 100, -3, -8, -24, -200, 2.5])
def test_unpackbits(device, layout, count):
    if layout.startswith("no") and count in (3, 8, 13, 100):
        pytest.skip("NumPy gives memory that it has not filled")
    for axis in AXES:
        for order in ("big", "little"):
            same_or_error(
                lambda xp, a, x=axis, o=order: xp.unpackbits(
                    LAYOUTS[layout](a), x, count, o
                ),
                device,
                BYTES,
            )


def test_other_arguments(device):
    for order in ("bi", "bigger", "littlest", "l", "x", "", None, 3):
        same_or_error(lambda xp, o=order: xp.packbits([1, 0], bitorder=o), device)
        same_or_error(
            lambda xp, o=order: xp.unpackbits(xp.uint8(3), bitorder=o), device
        )
    for dtype in ("i1", "?", "f4"):
        same_or_error(lambda xp, d=dtype: xp.unpackbits(xp.ones(2, d)), device)
    same(lambda xp: xp.packbits([[True, False], [True, True]], axis=0), device)


def test_bits_that_no_byte_has(device):
    for shape in ((0, 2), (2, 0)):
        got = tn.unpackbits(tn.zeros(shape, "u1"), axis=shape.index(0), count=3)
        expected = np.zeros((3, 2) if shape[0] == 0 else (2, 3), "u1")
        check(expected, got)


def test_there_and_back(device):
    a = tn.asarray(np.random.default_rng(0).integers(0, 2, (5, 1001)).astype(bool))
    packed = tn.packbits(a, axis=1)
    assert packed.shape == (5, 126)
    assert bool((tn.unpackbits(packed, axis=1, count=1001) == a).all())


SWAPPED = {
    "C": lambda a: a,
    "F": lambda a: a.T,
    "strided": lambda a: a[::2, ::-1],
    "0-d": lambda a: a[0, 1, ...],
    "no items": lambda a: a[:0],
}


@pytest.mark.parametrize("layout", SWAPPED)
@pytest.mark.parametrize("dtype", DTYPES)
def test_byteswap(device, layout, dtype):
    a = values((4, 6), dtype)
    view = SWAPPED[layout]
    unsigned = {"?": "u1", "D": "u8", "F": "u8"}.get(dtype, f"u{a.itemsize}")

    def swapped(xp, a):
        return view(a).byteswap().reshape(-1).view(unsigned)

    def in_place(xp, a):
        assert view(a).byteswap(inplace=True) is not None
        return a.view(unsigned)

    same(swapped, device, a)
    same(in_place, device, a)
    same(lambda xp, a: view(a).byteswap().byteswap(), device, a)


def test_byteswap_of_scalars(device):
    same(lambda xp: xp.asarray([1, 2])[0].byteswap(), device)
    x = tn.asarray([1, 2])
    with pytest.raises(ValueError, match="cannot byteswap a scalar inplace"):
        x[0].byteswap(True)
    x.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        x.byteswap(True)


FIELDS = [
    ("f4", 0),
    ("f4", 4),
    ("u2", 3),
    ("i1", 7),
    ("f8", 0),
    ("f8",),
    ("f4", 5),
    ("f8", 1),
    ("D", 0),
    ("i4", -1),
    ("i4", 2**40),
]


@pytest.mark.parametrize("field", FIELDS, ids=str)
@pytest.mark.parametrize("layout", SWAPPED)
def test_fields(device, layout, field):
    a = np.arange(1, 25, dtype="f8").reshape(4, 6) * 1.1e10
    view = SWAPPED[layout]

    def set_one(xp, a):
        view(a).setfield(3, *field)
        return a

    same_or_error(lambda xp, a: view(a).getfield(*field), device, a, order=False)
    same_or_error(set_one, device, a)


def test_fields_are_views(device):
    x = tn.zeros(3, complex)
    x.getfield(float, 8)[...] = [1, 2, 3]
    check(np.array([1j, 2j, 3j]), x)


def test_ctypes(device):
    x = tn.arange(6.0).reshape(2, 3)[:, ::2]
    if device != "cpu":
        with pytest.raises(AttributeError, match=r"x\.get\(\)"):
            x.ctypes  # noqa: B018
        return
    assert x.ctypes.data == x.data_ptr()
    assert list(x.ctypes.strides) == [24, 16]
    x.ctypes.data_as(ctypes.POINTER(ctypes.c_double))[0] = 9
    assert x[0, 0] == 9


def test_getfield_of_a_scalar_is_a_scalar(device):
    same(
        lambda xp, a: [a[1].getfield("i4"), a[1].getfield("i4", 4)], device, np.ones(3)
    )
