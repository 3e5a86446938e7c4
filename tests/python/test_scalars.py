# SPDX-License-Identifier: Apache-2.0
"""What NumPy returns as a scalar: programs cannot tell that ours is an array."""

import collections
import collections.abc
import copy
import functools
import json
import math
import numbers
import operator
import pickle
import struct
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import check, outcome, same, same_or_class, same_or_error
from support.machine import of_x86

DTYPES = "?bBhHiIlLefdFD"


def scalars(device, values, dtype):
    """NumPy's and our scalar: the sum of the values in their dtype."""
    host = np.array(values, dtype)
    return host.sum(dtype=dtype), tn.asarray(host, device=device).sum(dtype=dtype)


# Functions of the module and an array that return scalars.
MAKERS = {
    "sum": lambda xp, x: x.sum(),
    "max": lambda xp, x: xp.max(x),
    "mean": lambda xp, x: x.mean(),
    "argmax": lambda xp, x: x.argmax(),
    "item": lambda xp, x: x[1],
    "items": lambda xp, x: x.reshape(2, 2)[1, 0],
    "negative item": lambda xp, x: x[-1],
    "by an array": lambda xp, x: x[xp.array(2)],
    "iteration": lambda xp, x: list(x)[0],
    "empty key": lambda xp, x: xp.array(2.5)[()],
    "ufunc": lambda xp, x: xp.sin(xp.array(2.5)),
    "operator": lambda xp, x: xp.array(2.5) + 1,
    "comparison": lambda xp, x: xp.array(2.5) > 1,
    "reduce": lambda xp, x: xp.add.reduce(x),
    "dot": lambda xp, x: x.dot(x),
    "matmul": lambda xp, x: x @ x,
    "vdot": lambda xp, x: xp.vdot(x, x),
    "inner": lambda xp, x: xp.inner(x, x),
    "median": lambda xp, x: xp.median(x),
    "quantile": lambda xp, x: xp.quantile(x, 0.5),
    "trace": lambda xp, x: xp.trace(x.reshape(2, 2)),
    "det": lambda xp, x: xp.linalg.det(x.reshape(2, 2)),
    "norm": lambda xp, x: xp.linalg.norm(x),
    "take": lambda xp, x: x.take(1),
    "searchsorted": lambda xp, x: xp.searchsorted(x, 2.5),
    "average": lambda xp, x: xp.average(x),
    "ptp": lambda xp, x: xp.ptp(x),
    "einsum": lambda xp, x: xp.einsum("i,i", x, x),
    "trapezoid": lambda xp, x: xp.trapezoid(x),
    "interp": lambda xp, x: xp.interp(2.5, x, x),
    "clip": lambda xp, x: xp.clip(x[0], 0, 1),
    "real": lambda xp, x: x[0].real,
    "imag": lambda xp, x: x[0].imag,
    "astype": lambda xp, x: x[0].astype("f4"),
    "copy": lambda xp, x: x[0].copy(),
    "T": lambda xp, x: x[0].T,
    "squeeze": lambda xp, x: x[0].squeeze(),
    "reshape": lambda xp, x: x[0].reshape(()),
    "view": lambda xp, x: x[0].view("i8"),
    "round": lambda xp, x: round(x[0], 1),
    "divmod": lambda xp, x: divmod(x[2], 2)[1],
    "nanmean": lambda xp, x: xp.nanmean(x),
}
# The same for what stays an array without axes.
ARRAYS = {
    "array": lambda xp, x: xp.array(2.5),
    "of a scalar": lambda xp, x: xp.array(x[0]),
    "asarray": lambda xp, x: xp.asarray(x.sum()),
    "ellipsis": lambda xp, x: x[1, ...],
    "ellipsis of a scalar": lambda xp, x: x[1][...],
    "reshape": lambda xp, x: x[:1].reshape(()),
    "squeeze": lambda xp, x: x[:1].squeeze(),
    "zeros": lambda xp, x: xp.zeros(()),
    "full_like": lambda xp, x: xp.full_like(x[0], 3),
    "where": lambda xp, x: xp.where(x[0] > 0, 1.5, 2.5),
    "copy": lambda xp, x: xp.array(2.5).copy(),
    "astype": lambda xp, x: xp.array(2.5).astype("f4"),
    "tensordot": lambda xp, x: xp.tensordot(x, x, 1),
    "isin": lambda xp, x: xp.isin(x[0], [1.0]),
    "out": lambda xp, x: xp.sum(x, out=xp.zeros(())),
    "broadcast": lambda xp, x: xp.broadcast_to(x[0], ()),
}


@pytest.mark.parametrize("name", [*MAKERS, *ARRAYS])
def test_which_results_are_scalars(name, device):
    same((MAKERS | ARRAYS)[name], device, np.array([1.5, 2, 3, 4]), rtol=1e-15)


INPLACE = {
    name: getattr(operator, name)
    for name in (
        "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow", "iand",
        "ior", "ixor", "ilshift", "irshift", "imatmul",
    )
}  # fmt: skip
OTHERS = {
    "int": lambda xp: 3,
    "float": lambda xp: 0.5,
    "complex": lambda xp: 1j,
    "bool": lambda xp: True,
    "scalar": lambda xp: xp.array([1.5, 2.25]).sum(),
    "vector": lambda xp: xp.array([1.0, 2.0, 3.0]),
    "integers": lambda xp: xp.array([1, 2, 3], "i2"),
    "list": lambda xp: [1, 2],
    "text": lambda xp: "ab",
    "None": lambda xp: None,
}


@pytest.mark.parametrize("name", INPLACE)
@pytest.mark.parametrize("dtype", DTYPES)
def test_operators_in_place_make_another_object(name, dtype, device):
    def body(xp, x, other):
        s = kept = x.sum(dtype=dtype)
        s = INPLACE[name](s, other(xp))
        return kept, s

    rtol = {"e": 1e-3, "f": 1e-6, "F": 1e-6}.get(np.dtype(dtype).char, 1e-14)
    for other in OTHERS.values():
        host = np.array([1, 1, 1], dtype)
        same_or_class(lambda xp, x, o=other: body(xp, x, o), device, host, rtol=rtol)


def newton(xp, x):
    steps = [x]
    for _ in range(20):
        old = x
        x -= (x * x - 2) / (2 * x)
        steps.append(x)
        if abs(x - old) < 1e-12:
            break
    return xp.array(steps), len(steps)


def running(xp, x):
    total, history = x[:0].sum(), []
    for v in x:
        total += v
        history.append(total)
    return xp.array(history)


def changed_by_a_callee(xp, x):
    def callee(s):
        s += 1
        s *= 2
        return s

    s = x.sum()
    return callee(s), s


def best_so_far(xp, x):
    best, trail = x[0], []
    for v in x:
        if v > best:
            best = v
        trail.append(best)
        v -= 100
    return xp.array(trail), x


def swap(xp, x):
    x[0], x[1] = x[1], x[0]
    held = x[2]
    x[2] = x[3]
    x[3] = held
    return x


def narrow_grows(xp, x):
    s = x.astype("f4").sum()
    s += x.sum()
    n = x.astype("i4").max()
    n += 0.5
    s /= 2
    return s, n, n.dtype


def flipped(xp, x):
    a = xp.array(3.0)
    b = xp.flip(a)
    a += 1
    return b


@pytest.mark.parametrize(
    "program",
    [newton, running, changed_by_a_callee, best_so_far, swap, narrow_grows, flipped],
)
def test_programs_that_change_scalars(program, device, recorded):
    host = np.array([1.5, 0.25, 4, 2, 8])

    def body(xp, x):
        return program(xp, x[0] if program is newton else x.copy())

    # Sums differ in the last bit by the order.
    same(body, device, host, rtol=1e-7 if program is narrow_grows else 1e-15)


def test_arrays_without_axes_are_changed(device):
    a = tn.array(3.0)
    b = a
    a += 1
    assert b is a and float(b) == 4
    with pytest.raises(TypeError, match="unhashable"):
        hash(a)
    assert not tn.isscalar(a)


def test_a_scalar_of_cupy_programs_is_written(device):
    s = tn.arange(4.0).sum()
    s[...] = 0
    assert float(s) == 0
    s.fill(2)
    assert float(s) == 2
    tn.add(s, 1, out=s)
    assert float(s) == 3


def test_views_do_not_change_a_scalar(device):
    s = tn.arange(4.0).sum()
    for view in (s[...], s[None], s.reshape(1), s.ravel(), tn.asarray(s), tn.array(s)):
        view += 1
        assert float(s) == 6


@pytest.mark.parametrize("dtype", DTYPES)
def test_hash_and_keys(dtype, device):
    theirs, ours = scalars(device, [1, 0], dtype)
    assert hash(ours) == hash(theirs)
    assert ours in {theirs} and theirs in {ours}
    assert {ours: "found"}[theirs.item()] == "found"
    assert collections.Counter([ours, ours.copy(), theirs]) == {theirs: 3}
    assert len({ours, ours + ours, theirs}) == len({theirs, theirs + theirs})

    @functools.lru_cache
    def square(x):
        return x * x

    assert square(ours) is square(theirs)


def test_nan_is_its_own_key(device):
    nan = tn.array([np.nan])[0]
    assert nan in {nan} and float("nan") not in {nan}


@pytest.mark.parametrize(
    "sequence", [[1, 2], (1, 2), "ab", b"ab", bytearray(b"ab")], ids=lambda s: type(s)
)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sequences_are_repeated(sequence, dtype, device):
    theirs, ours = scalars(device, [1, 1], dtype)
    for call in (lambda n: sequence * n, lambda n: n * sequence):
        try:
            expected = call(theirs)
        except TypeError as error:
            with pytest.raises(TypeError) as got:
                call(ours)
            assert str(got.value) == str(error)
        else:
            assert call(ours) == expected and type(call(ours)) is type(expected)


# What Python's numbers and NumPy's scalars can do.
USES = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": bool,
    "str": str,
    "repr": repr,
    "format": format,
    "format .3f": lambda s: f"{s:.3f}",
    "format d": lambda s: f"{s:4d}",
    "percent": lambda s: "%d %.2f %s" % (s, s, s),  # noqa: UP031
    "round": round,
    "round 2": lambda s: round(s, 1),
    "range": lambda s: list(range(s)),
    "slice": lambda s: [1, 2, 3, 4, 5][s:],
    "item": lambda s: [1, 2, 3, 4, 5][s],
    "index": operator.index,
    "hex": lambda s: hex(s),
    "bytes": bytes,
    "bytearray": bytearray,
    "math": lambda s: math.sqrt(s),
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "isscalar": np.isscalar,
    "is_integer": lambda s: s.is_integer(),
    "as_integer_ratio": lambda s: s.as_integer_ratio(),
    "bit_count": lambda s: s.bit_count(),
    "float hex": lambda s: s.hex(),
    "numerator": lambda s: (s.numerator, s.denominator),
    "conjugate": lambda s: s.conjugate().item(),
    "real": lambda s: (s.real.item(), s.imag.item()),
    "len": len,
    "iter": iter,
    "has len": lambda s: hasattr(s, "__len__"),
    "has iter": lambda s: hasattr(s, "__iter__"),
    "no such attribute": lambda s: s.nothing,
    "class": lambda s: s.__class__,
    "float instance": lambda s: isinstance(s, float),
    "NumPy's classes": lambda s: [
        isinstance(s, t)
        for t in (np.generic, np.number, np.floating, np.integer, np.bool_, np.inexact)
    ],
    "abstract classes": lambda s: [
        isinstance(s, t)
        for t in (
            numbers.Number,
            numbers.Real,
            numbers.Integral,
            collections.abc.Hashable,
            collections.abc.Iterable,
            collections.abc.Sized,
        )
    ],
    "max": lambda s: max([s, 1, 2]) == s,
    "sorted": lambda s: sorted([s, 1, 7]) == [1, s, 7],
    "sum": lambda s: sum([s, s], 0) == s + s,
    "json": lambda s: json.dumps({"x": s}, default=lambda x: x.item()),
    "pickle": lambda s: repr(pickle.loads(pickle.dumps(s))),
    "copy": lambda s: repr(copy.copy(s)),
    "deepcopy": lambda s: repr(copy.deepcopy([s])),
    "ndim": lambda s: (s.ndim, s.shape, s.size, s.dtype, s.itemsize),
    "tolist": lambda s: s.tolist(),
    "dict": lambda s: {s: 1} == {s.item(): 1},
    "equal None": lambda s: bool(s == None),  # noqa: E711
    "conditional": lambda s: "yes" if s else "no",
    "and": lambda s: (s and 1) == 1,
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_scalars_are_used_as_numbers(name, dtype, device):
    theirs, ours = scalars(device, [1, 2], dtype)
    np_result, error = outcome(lambda: USES[name](theirs))
    if isinstance(error, AttributeError) and dtype != "?":
        # NumPy's scalars lack some methods that Python's numbers have.
        np_result, error = outcome(lambda: USES[name](theirs.item()))
    if error is None:
        tn_result, error = outcome(lambda: USES[name](ours))
        if name == "bytearray" and device != "cpu" and dtype in "?efdFD":
            assert isinstance(error, BufferError)  # it would read a GPU's memory
            return
        assert error is None, error
        if isinstance(tn_result, tn.ndarray) or isinstance(np_result, np.generic):
            check(np_result, tn_result)
        else:
            assert tn_result == np_result
            assert type(tn_result) is type(np_result)
    else:
        with pytest.raises(type(error)):
            USES[name](ours)


# What is asked of sequences and indices, which most scalars are not.
ASKED = {
    "len": len,
    "iter": iter,
    "list": list,
    "first item": lambda s: s[0],
    "text of an item": lambda s: s["a"],
    "slice of items": lambda s: s[:],
    "new axis": lambda s: s[None].tolist(),
    "contains": lambda s: 1 in s,
    "concat": lambda s: operator.concat(s, s),
    "range": range,
    "item": lambda s: [1, 2, 3, 4, 5][s],
    "slice": lambda s: [1, 2, 3, 4, 5][s:],
    "index": operator.index,
    "hex": hex,
    "struct": lambda s: struct.pack("i", s),
    "sequence": lambda s: np.char.add(["a", "b"], s),
    "among texts": lambda s: np.char.add(["a", s], "z").tolist(),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("dtype", "?bHlLefdFD")
def test_scalars_are_no_sequences(name, dtype, device):
    theirs, ours = scalars(device, [1, 2], dtype)
    if name == "among texts" and device != "cpu":
        with pytest.raises(TypeError, match="is not copied to the host"):
            ASKED[name](ours)
        return
    want, error = outcome(lambda: ASKED[name](theirs))
    got, raised = outcome(lambda: ASKED[name](ours))
    assert type(raised) is type(error), raised
    assert str(raised).replace("tenorite", "numpy") == str(error)
    assert np.array_equal(got, want) if isinstance(want, np.ndarray) else got == want


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, -1, 0.5, 2.0])
@pytest.mark.parametrize("dtype", "?ifdFD")
def test_powers_of_scalars_have_no_short_cuts(dtype, exponent, device):
    """As NumPy's: the power of a bool is an integer, and that of -0.0 no root."""
    for value in (1, -0.0, -np.inf):
        if value and dtype in "?i" and not np.isfinite(value):
            continue
        host = np.array([value]).astype(dtype)
        same_or_class(lambda xp, x: x.max() ** exponent, device, host)
        same_or_class(lambda xp, x: x**exponent, device, host)


# Functions that give arrays, not scalars, of scalars.
MAKE_ARRAYS = {
    "i0": lambda xp, s: xp.i0(s),
    "block": lambda xp, s: xp.block(s),
    "broadcast_arrays": lambda xp, s: xp.broadcast_arrays(s, s)[1],
    "fftn": lambda xp, s: xp.fft.fftn(s),
    "ifftn": lambda xp, s: xp.fft.ifftn(s, axes=()),
}


@pytest.mark.parametrize("name", MAKE_ARRAYS)
def test_functions_that_make_arrays_of_scalars(device, name):
    same(lambda xp, x: MAKE_ARRAYS[name](xp, x.sum()), device, np.ones(3), rtol=1e-15)
    same(lambda xp, x: MAKE_ARRAYS[name](xp, x), device, np.array(1.5), rtol=1e-15)


# Functions that give an array of a scalar, which belongs to whoever asked for it.
FRESH = {
    "asarray": lambda xp, s: xp.asarray(s),
    "asanyarray": lambda xp, s: xp.asanyarray(s),
    "asarray of an order": lambda xp, s: xp.asarray(s, order="F"),
    "ascontiguousarray": lambda xp, s: xp.ascontiguousarray(s),
    "asfortranarray": lambda xp, s: xp.asfortranarray(s),
    "require": lambda xp, s: xp.require(s, requirements="W"),
    "array of axes": lambda xp, s: xp.array(s, copy=None, ndmin=2),
    "atleast_1d": lambda xp, s: xp.atleast_1d(s),
    "atleast_2d": lambda xp, s: xp.atleast_2d(s),
    "atleast_3d": lambda xp, s: xp.atleast_3d(s),
    "several": lambda xp, s: xp.atleast_1d(s, s)[1],
    "ravel": lambda xp, s: xp.ravel(s),
    "reshape": lambda xp, s: xp.reshape(s, (1, 1)),
    "expand_dims": lambda xp, s: xp.expand_dims(s, 0),
    "meshgrid": lambda xp, s: xp.meshgrid(s, s)[0],
}


@pytest.mark.parametrize("name", FRESH)
@pytest.mark.parametrize("of", ["an item", "a result"])
def test_arrays_of_scalars_can_be_written_to(device, name, of):
    """Items are read-only, and the array that they come from stays as it is."""

    def written(xp, x):
        made = FRESH[name](xp, x[1] if of == "an item" else x.sum())
        made[...] = 7
        return made, x

    same(written, device, np.arange(4.0))


@pytest.mark.parametrize("offset", [2**31 - 1, 2**31, -(2**31) - 1, 2**63])
def test_offsets_are_c_ints(device, offset):
    """NumPy 2.4 crashes for -2**31."""
    for f in ("diagonal", "trace", "diag"):
        same_or_class(lambda xp, x, f=f: getattr(xp, f)(x, offset), device, np.eye(3))


NUMBERS = [
    1e300,
    np.nan,
    np.inf,
    300.7,
    -1.5,
    3 + 0j,
    1e300 + 2j,
    200,
    -1,
    2**40,
    2**63,
]
NUMBERS += [np.float32(1e20), np.float16(300), np.int8(-3), np.uint64(2**64 - 1), True]

STORES = {
    "item": lambda xp, x, s: x.__setitem__(1, s),
    "tuple": lambda xp, x, s: x.__setitem__((-1,), s),
    "slice": lambda xp, x, s: x.__setitem__(slice(1, None), s),
    "all": lambda xp, x, s: x.__setitem__(..., s),
    "list": lambda xp, x, s: x.__setitem__([0, 1], s),
    "mask": lambda xp, x, s: x.__setitem__(x == 0, s),
    "fill": lambda xp, x, s: x.fill(s),
    "flat": lambda xp, x, s: x.flat.__setitem__(0, s),
    "put": lambda xp, x, s: xp.put(x, [0], s),
    "copyto": lambda xp, x, s: xp.copyto(x, s, casting="unsafe"),
    "array": lambda xp, x, s: x.__setitem__(..., xp.array([s, s, s], x.dtype)),
    "mixed": lambda xp, x, s: x.__setitem__(..., xp.array([s, 1, s], x.dtype)),
}


@of_x86
@pytest.mark.parametrize("name", STORES)
@pytest.mark.parametrize("is_pending", [False, True])
def test_scalars_that_do_not_fit(device, name, is_pending):
    """Integers with a sign refuse them, where items are stored one by one.

    A GPU's scalar may have no value yet, and is not waited for.
    """
    if device != "cpu" and name not in ("array", "mixed"):
        pytest.skip("the scalar may have no value yet")

    def stored(xp, x, number):
        s = number.max() if is_pending else number[0]
        with warnings.catch_warnings(action="ignore"):
            STORES[name](xp, x, s)
        return x

    for number in NUMBERS:
        for dtype in "bhilBQ?fdF":
            same_or_error(stored, device, np.zeros(3, dtype), np.array([number]))
