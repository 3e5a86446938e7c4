# SPDX-License-Identifier: Apache-2.0
"""Numbers of Python and scalars of NumPy beside arrays and as items of them.

Functions differ in what they make of numbers that do not fit: some refuse them,
some let them wrap, and NumPy's scalars go by other rules than Python's numbers.
"""

import numpy as np
import pytest
import tenorite
from support.helpers import DTYPES, same, same_or_class
from support.machine import of_x86

EDGES = [0, 7, 8, 15, 16, 31, 32, 63, 64]
INTEGERS = sorted({s * 2**b + d for b in EDGES for s in (1, -1) for d in (-1, 0)})
INTEGERS = [n for n in INTEGERS if n < 2**64 and n >= -(2**63)]
FLOATS = [2.0, -1.0, -1.5, 300.0, -200.7, 1e10, 1e300, float("nan"), float("inf")]
SCALARS = [
    *(np.int64(n) for n in (-1, 2, 300, 2**40)),
    *(np.uint64(n) for n in (2**63, 2**64 - 1)),
    np.int8(-1),
    np.int16(-200),
    np.uint8(200),
    np.float64(300),
    np.float64(-1.5),
    np.float32(1.5),
    np.bool_(True),
]


def items(xp, dtype):
    return xp.arange(4).astype(dtype)


def mask(xp):
    return xp.array([True, False, True, False])


BESIDE = {
    "select, default": lambda xp, c, v: xp.select([mask(xp)], [items(xp, c)], v),
    "select": lambda xp, c, v: xp.select([mask(xp)] * 2, [items(xp, c), v], 0),
    "choose": lambda xp, c, v: xp.choose([0, 1, 1, 0], [items(xp, c), v]),
    "concatenate": lambda xp, c, v: xp.concatenate((items(xp, c), v), axis=None),
    "concatenate, alone": lambda xp, c, v: xp.concatenate((3, v), axis=None, dtype=c),
    "union1d": lambda xp, c, v: xp.union1d(items(xp, c), v),
    "append": lambda xp, c, v: xp.append(items(xp, c), v),
    "insert": lambda xp, c, v: xp.insert(items(xp, c), 1, v),
    "insert a list": lambda xp, c, v: xp.insert(items(xp, c), [1, 2], [v]),
    "clip": lambda xp, c, v: xp.clip(items(xp, c), 0, v),
    "full": lambda xp, c, v: xp.full(3, v, c),
    "full_like": lambda xp, c, v: xp.full_like(items(xp, c), v),
    "full of a list": lambda xp, c, v: xp.full((2,), [v, 0], c),
    "pad": lambda xp, c, v: xp.pad(items(xp, c), 1, constant_values=v),
    "pad, two": lambda xp, c, v: xp.pad(items(xp, c), 1, constant_values=(v, 1)),
    "max, initial": lambda xp, c, v: xp.max(items(xp, c), initial=v),
    "sum, initial": lambda xp, c, v: xp.sum(items(xp, c), initial=v, dtype=c),
    "isclose": lambda xp, c, v: xp.isclose(items(xp, c), v),
}

INTO = {
    "x[1]": lambda xp, x, v: x.__setitem__(1, v),
    "x[:]": lambda xp, x, v: x.__setitem__(slice(None), v),
    "x[mask]": lambda xp, x, v: x.__setitem__(mask(xp), v),
    "x[positions]": lambda xp, x, v: x.__setitem__([0, 1], v),
    "x[:2] of a list": lambda xp, x, v: x.__setitem__(slice(0, 2), [v, v]),
    "fill": lambda xp, x, v: x.fill(v),
    "copyto": lambda xp, x, v: xp.copyto(x, v),
    "copyto, unsafe": lambda xp, x, v: xp.copyto(x, v, casting="unsafe"),
    "copyto, where": lambda xp, x, v: xp.copyto(x, v, where=mask(xp)),
    "put": lambda xp, x, v: xp.put(x, [0, 2], v),
    "put a list": lambda xp, x, v: xp.put(x, [0, 2], [v]),
    "place": lambda xp, x, v: xp.place(x, mask(xp), v),
    "place a list": lambda xp, x, v: xp.place(x, mask(xp), [v]),
    "putmask": lambda xp, x, v: xp.putmask(x, mask(xp), v),
    "putmask a list": lambda xp, x, v: xp.putmask(x, mask(xp), [v]),
    "fill_diagonal": lambda xp, x, v: xp.fill_diagonal(x.reshape(2, 2), v),
    "add.at": lambda xp, x, v: xp.add.at(x, [0, 1], v),
    "maximum.at": lambda xp, x, v: xp.maximum.at(x, [0, 1], v),
}


def tried(dtype, v):
    """Whether NumPy's result is one that C defines, and the same in all its versions."""
    if isinstance(v, (float, np.floating)) and np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        return info.min <= v <= info.max
    return True


@pytest.mark.parametrize("numbers", [INTEGERS, FLOATS, SCALARS])
@pytest.mark.parametrize("name", BESIDE)
def test_beside_arrays(device, name, numbers):
    body = BESIDE[name]
    for c in DTYPES:
        for v in numbers:
            if tried(c, v):
                same_or_class(lambda xp, c=c, v=v: body(xp, c, v), device, order=False)


@of_x86
@pytest.mark.parametrize("numbers", [INTEGERS, FLOATS, SCALARS])
@pytest.mark.parametrize("name", INTO)
def test_stored(device, name, numbers):
    def body(xp, c, v):
        x = items(xp, c)
        INTO[name](xp, x, v)
        return x

    for c in DTYPES:
        for v in numbers:
            if tried(c, v) and not (name.endswith(".at") and float(v) >= 2**63):
                same_or_class(lambda xp, c=c, v=v: body(xp, c, v), device)


COMPLEX = [3 + 2j, 1e30, -200.5, complex("inf"), complex("nan"), complex("1+nanj")]
STORES = ("x[1]", "x[:]", "fill", "put a list")


@pytest.mark.filterwarnings("ignore:Casting complex values")
@pytest.mark.parametrize("v", COMPLEX, ids=str)
@pytest.mark.parametrize("scalar", [np.complex64, np.complex128])
@pytest.mark.parametrize("c", "bhilqBQ")
def test_complex_scalars_as_integers(device, c, scalar, v):
    """Signed integers take int() of the real part; unsigned ones may wrap."""
    if c in "BQ" and not abs(v) < 100:
        pytest.skip("open in C")
    for name in STORES:

        def body(xp, name=name):
            x = items(xp, c)
            INTO[name](xp, x, scalar(v))
            return x

        same_or_class(body, device)
    same_or_class(lambda xp: items(xp, c).sum(initial=scalar(v), dtype=c), device)


@of_x86
@pytest.mark.parametrize("c", "?bhilBQ")
@pytest.mark.parametrize("v", [3.7, 300, -1, 2**40, True, 2 + 0j], ids=str)
def test_arrays_without_axes_as_initial(device, c, v):
    """They are cast as arrays are: what does not fit wraps."""
    if c in "BQ" and not isinstance(v, int):
        pytest.skip("open in C")
    same(
        lambda xp: items(xp, c).sum(
            initial=xp.asarray(v).astype("l" if v in (300, 2**40) else None), dtype=c
        ),
        device,
    )


# Calls with other faults beside the number: which one is named?
FAULTY = {
    "cast": lambda xp, x, v: xp.multiply(x, v, out=xp.zeros(4, "?")),
    "shape": lambda xp, x, v: xp.multiply(x, v, out=xp.zeros(3, x.dtype)),
    "where": lambda xp, x, v: xp.multiply(
        x, v, where=xp.array(1.5), out=xp.zeros(4, "?")
    ),
    "shape of where": lambda xp, x, v: xp.multiply(
        x, v, where=xp.ones(5, "?"), out=xp.zeros(4, x.dtype)
    ),
    "in place": lambda xp, x, v: xp.add(x[:2], v, x),
}


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("number", [3, 300, 2**40, -1])
def test_which_fault_is_named(device, fault, number):
    for c in "bBhq":
        same_or_class(lambda xp, c=c: FAULTY[fault](xp, items(xp, c), number), device)


@pytest.mark.parametrize("first", [True, False])
def test_where(device, first):
    """As NumPy 2.5; before it integers that do not fit wrap."""

    def body(xp, c, v):
        x = items(xp, c)
        return xp.where(mask(xp), *((v, x) if first else (x, v)))

    for c in DTYPES:
        info = np.iinfo("l" if c == "?" else c) if c in "?bBhHiIlL" else None
        for v in [*INTEGERS, *SCALARS, *FLOATS, 1j]:
            if type(v) is int and info and not info.min <= v <= info.max:
                with pytest.raises(OverflowError):
                    body(tenorite, c, v)
            else:
                same_or_class(lambda xp, c=c, v=v: body(xp, c, v), device)


@pytest.mark.parametrize("v", FLOATS)
@pytest.mark.parametrize("name", ["x[1]", "x[:]", "fill", "x[mask]", "put a list"])
def test_floats_that_are_no_item(device, name, v):
    """int() of them is what integers hold: NaN and what does not fit is refused."""

    def body(xp, c):
        x = items(xp, c)
        INTO[name](xp, x, v)
        return x

    for c in "bBhHiIlL":
        same_or_class(lambda xp, c=c: body(xp, c), device)


def test_complex_numbers_are_no_real_items(device):
    for c in "?bBlLefdFD":
        for name in ("x[1]", "x[:]", "fill", "x[mask]", "putmask", "put a list"):

            def body(xp, c=c, name=name):
                x = items(xp, c)
                INTO[name](xp, x, 1 + 2j)
                return x

            same_or_class(body, device)


def test_complex_positions_are_refused(device):
    for body in (
        lambda xp: xp.digitize([1, 2], xp.array([1j, 2j])),
        lambda xp: xp.interp(xp.array([1j]), [1.0, 2.0], [1.0, 2.0]),
        lambda xp: xp.interp([1.0], xp.array([1j, 2]), [1.0, 2.0]),
    ):
        same_or_class(body, device)


@pytest.mark.parametrize("number", [3, 1.5, True, 1 - 2j], ids=repr)
@pytest.mark.parametrize("name", ["real", "imag", "isreal"])
def test_parts_of_numbers(name, number):
    """Parts of Python's numbers are Python's numbers."""
    expected, got = getattr(np, name)(number), getattr(tenorite, name)(number)
    assert (type(got), got) == (type(expected), expected)


# Scalars that arrays gave, where code of Python takes numbers.
GIVEN = {
    "r_": lambda xp, n, s: [xp.r_[n, s, 1], xp.r_[0.5, n], xp.c_[n, n]],
    "histogram": lambda xp, n, s: xp.histogram(xp.arange(9.0), n, (s, 2 * s + n)),
    "edges": lambda xp, n, s: xp.histogram_bin_edges(xp.arange(4), 3, (n, n + 2)),
    "seed": lambda xp, n, s: xp.random.default_rng(n).random(3),
    "resize": lambda xp, n, s: xp.resize(xp.arange(2), n),
    "full": lambda xp, n, s: [xp.full(2, s), xp.full(2, s, int), xp.full(n, n)],
    "fftfreq": lambda xp, n, s: [xp.fft.fftfreq(n, s), xp.fft.rfftfreq(n)],
    "rounded": lambda xp, n, s: [xp.round(3), xp.round(n), xp.round(2.5 + 1j)],
    "nan_to_num": lambda xp, n, s: [xp.nan_to_num(v) for v in (n, s, 2.5)],
    "infinite": lambda xp, n, s: [xp.isposinf(n), xp.isneginf(3), xp.isposinf(s)],
    "iscomplex": lambda xp, n, s: [xp.iscomplex(n), xp.iscomplex(s * 1j)],
    "real_if_close": lambda xp, n, s: [xp.real_if_close(n), xp.real_if_close(s)],
    "cond": lambda xp, n, s: xp.linalg.cond(xp.eye(2) * s, 1),
}


@pytest.mark.parametrize("name", GIVEN)
def test_given_scalars(device, name):
    body = GIVEN[name]
    same(
        lambda xp, x: body(xp, x.astype(int).max(), x.max()), device, np.array([1, 3.5])
    )
