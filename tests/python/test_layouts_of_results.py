# SPDX-License-Identifier: Apache-2.0
"""Strides, items, axes, orders and outputs: whatever NumPy makes of them, we do.

Each case runs with both libraries; results agree in value, dtype, shape and
strides, and exceptions in class and words.
"""

from fractions import Fraction

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    on_device,
    outcome,
    same_error,
    same_or_class,
    same_or_error,
)

A = np.arange(24.0).reshape(2, 3, 4)
INPUTS = {
    "C": A,
    "F": np.asfortranarray(A),
    "permuted": np.ascontiguousarray(A.transpose(2, 0, 1)).transpose(1, 2, 0),
    "reversed": A[::-1, :, ::-2],
    "empty": np.zeros((2, 0, 4)),
    "unit": np.arange(3.0).reshape(1, 3, 1),
    "unit F": np.asfortranarray(np.arange(6.0).reshape(2, 1, 3)),
    "one axis": np.arange(5.0),
    "no axis": np.array(3.0),
}


def last(x):
    return x.ndim - 1


CALLS = {
    "array F": lambda xp, x: xp.array(x, order="F"),
    "array A": lambda xp, x: xp.array(x, order="A"),
    "nested F": lambda xp, x: xp.array([x, x + 1], order="F"),
    "nested with numbers": lambda xp, x: xp.array([[x, x], [x, x]], order="F"),
    "list F": lambda xp, x: xp.array(x.tolist(), order="F"),
    "ndmin": lambda xp, x: xp.array(x, ndmin=5),
    "ndmin view": lambda xp, x: xp.array(x, ndmin=5, copy=None),
    "copy": lambda xp, x: [xp.copy(x, o) for o in "CFAK"],
    "astype": lambda xp, x: [x.astype("f", order=o) for o in "CFAK"],
    "astype in place": lambda xp, x: [x.astype("d", o, copy=False) for o in "CFAK"],
    "likes": lambda xp, x: [xp.zeros_like(x, order=o) for o in "CFAK"],
    "like of a shape": lambda xp, x: xp.ones_like(x, shape=(3, 0)),
    "negative": lambda xp, x: -x,
    "sum": lambda xp, x: [x.sum(keepdims=k) for k in (False, True)],
    "sums": lambda xp, x: [xp.sum(x, axis=i) for i in range(x.ndim)],
    "kept sums": lambda xp, x: [xp.sum(x, i, keepdims=True) for i in range(x.ndim)],
    "cumsum": lambda xp, x: [xp.cumsum(x, axis=i) for i in range(x.ndim)],
    "argmax": lambda xp, x: xp.argmax(x, axis=last(x), keepdims=True),
    "reduceat": lambda xp, x: [xp.add.reduceat(x, [0, 0], i) for i in range(x.ndim)],
    "atleast": lambda xp, x: [f(x) for f in (xp.atleast_1d, xp.atleast_2d)],
    "atleast_3d": lambda xp, x: xp.atleast_3d(x),
    "expand_dims": lambda xp, x: xp.expand_dims(x, (0, -1)),
    "squeeze": lambda xp, x: xp.squeeze(x),
    "squeeze first": lambda xp, x: xp.squeeze(x, axis=0),
    "broadcast_to": lambda xp, x: xp.broadcast_to(x, (2, *x.shape)),
    "broadcast_to its shape": lambda xp, x: xp.broadcast_to(x, x.shape),
    "slices": lambda xp, x: [x[..., 3:1], x[..., 1:0:-1], x[..., :1], x[None]],
    "steps without items": lambda xp, x: x[..., 0:0:-2],
    "repeat": lambda xp, x: [xp.repeat(x, n) for n in (0, 2, [2])],
    "repeat along": lambda xp, x: [xp.repeat(x, n, axis=-1) for n in (0, 2)],
    "tile": lambda xp, x: xp.tile(x, 2),
    "roll": lambda xp, x: xp.roll(x, 1),
    "flip": lambda xp, x: xp.flip(x),
    "take": lambda xp, x: xp.take(x, [0, 0], axis=-1),
    "concatenate": lambda xp, x: xp.concatenate([x, x]),
    "stack": lambda xp, x: xp.stack([x, x], axis=-1),
    "sort": lambda xp, x: xp.sort(x),
    "argsort": lambda xp, x: xp.argsort(x),
    "median": lambda xp, x: xp.median(x, axis=0),
    "where": lambda xp, x: xp.where(x > 2, x, 0),
    "clip": lambda xp, x: xp.clip(x, 1, 2),
    "round": lambda xp, x: xp.round(x, 1),
    "diff": lambda xp, x: xp.diff(x, n=2),
    "trim_zeros": lambda xp, x: xp.trim_zeros(x),
    "reshape": lambda xp, x: [x.reshape(-1, order=o) for o in "CF"],
    "ravel": lambda xp, x: [x.ravel(o) for o in "CFAK"],
    "transpose": lambda xp, x: x.T,
    "real": lambda xp, x: [xp.real(x), xp.imag(x)],
    "complex parts": lambda xp, x: [(x + 1j).real, (x + 1j).imag],
    "view": lambda xp, x: x.view("i8"),
    "piecewise": lambda xp, x: xp.piecewise(x, [x > 2], [lambda v: -v, 1]),
    "gradient": lambda xp, x: xp.gradient(x),
    "gradient of integers": lambda xp, x: xp.gradient(x.astype(int), axis=-1),
    "delete": lambda xp, x: [xp.delete(x, [0, -1], i) for i in range(x.ndim)],
    "delete by a mask": lambda xp, x: xp.delete(x, [True, False], 0),
    "delete several runs": lambda xp, x: xp.delete(
        xp.repeat(x, 4, -1), [1, 3, 5, 7], -1
    ),
    "delete a slice": lambda xp, x: xp.delete(x, slice(1), -1),
    "percentile": lambda xp, x: [xp.percentile(x, 50, axis=i) for i in range(x.ndim)],
    "percentiles": lambda xp, x: xp.percentile(x, [10, 70], axis=-1, method="lower"),
    # Before 2.5, NumPy could not reshape what has no items.
    "quantile of items": lambda xp, x: xp.quantile(x, 0.5, axis=()) if x.size else x,
}


@pytest.mark.parametrize("layout", INPUTS)
@pytest.mark.parametrize("name", CALLS)
def test_strides(device, name, layout):
    h = INPUTS[layout]
    same_or_class(lambda xp, x: CALLS[name](xp, x), device, h)


S = np.random.default_rng(0).random((2, 4, 3, 5, 5)) + 5 * np.eye(5)
S = S + S.swapaxes(-1, -2)
STACKS = {
    "C": lambda xp, s: s,
    "F": lambda xp, s: xp.asfortranarray(s),
    "batch in F order": lambda xp, s: xp.ascontiguousarray(
        s.transpose(2, 1, 0, 3, 4)
    ).transpose(2, 1, 0, 3, 4),
    "turned": lambda xp, s: s.transpose(1, 2, 0, 3, 4),
    "turned and reversed": lambda xp, s: s.transpose(2, 0, 1, 3, 4)[::-1],
    "matrices outside": lambda xp, s: xp.ascontiguousarray(
        s.transpose(3, 4, 0, 1, 2)
    ).transpose(2, 3, 4, 0, 1),
    "of one": lambda xp, s: s[:, :1].transpose(2, 1, 0, 3, 4),
    "one axis": lambda xp, s: s[0, ::-2, 0],
}
DECOMPOSITIONS = {
    "cholesky": lambda la, a: la.cholesky(a),
    "cond": lambda la, a: la.cond(a),
    "det": lambda la, a: la.det(a),
    "eig": lambda la, a: la.eig(a),
    "eigh": lambda la, a: la.eigh(a),
    "eigvals": lambda la, a: la.eigvals(a),
    "eigvalsh": lambda la, a: la.eigvalsh(a),
    "inv": lambda la, a: la.inv(a),
    "inverse power": lambda la, a: la.matrix_power(a, -2),
    "norm": lambda la, a: la.norm(a, 2, axis=(-2, -1)),
    "pinv": lambda la, a: la.pinv(a),
    "q": lambda la, a: la.qr(a, "complete")[0],
    "rank": lambda la, a: la.matrix_rank(a),
    "slogdet": lambda la, a: la.slogdet(a),
    "solve": lambda la, a: la.solve(a, a[..., :2]),
    "svd": lambda la, a: la.svd(a),
    "svd reduced": lambda la, a: la.svd(a[..., :3], full_matrices=False),
    "svdvals": lambda la, a: la.svdvals(a),
}


@pytest.mark.parametrize("layout", STACKS)
@pytest.mark.parametrize("name", DECOMPOSITIONS)
def test_stacks_of_matrices(device, name, layout):
    """Axes of stacks lie in results as in operands, and matrices in C order."""
    h, x = STACKS[layout](np, S), STACKS[layout](tn, tn.asarray(S, device=device))
    assert x.strides == h.strides
    want, got = (DECOMPOSITIONS[name](xp.linalg, a) for xp, a in ((np, h), (tn, x)))
    if not isinstance(want, tuple):
        want, got = (want,), (got,)
    for w, g in zip(want, got, strict=True):
        assert g.shape == w.shape
        # The stride of an axis of one says nothing.
        used = [i for i, n in enumerate(w.shape) if n > 1]
        assert [g.strides[i] for i in used] == [w.strides[i] for i in used]
    if name in ("det", "inv", "pinv", "slogdet", "solve", "svdvals"):
        for w, g in zip(want, got, strict=True):
            np.testing.assert_allclose(g.get(), w, rtol=1e-9, atol=1e-12)


NUMBERS = {
    "var": lambda xp, x, d: xp.var(x, axis=0, dtype=d),
    "var of all": lambda xp, x, d: xp.var(x, dtype=d),
    "var method": lambda xp, x, d: x.var(1, d, None, 1, True),
    "var where": lambda xp, x, d: x.var(1, d, where=[True, False, True]),
    "std of all": lambda xp, x, d: xp.std(x, dtype=d),
    "std": lambda xp, x, d: xp.std(x, axis=1, dtype=d),
}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("dtype", ["l", "i2", "D", "d"])
@pytest.mark.parametrize("given", ["l", "d", "D"])
def test_spread_in_a_dtype(device, name, dtype, given):
    a = (np.arange(6.0).reshape(2, 3) * 1.5).astype(given)
    a = a * (1 + 2j) if given == "D" else a
    call = NUMBERS[name]
    if given == "D" and dtype in ("l", "i2"):
        return  # the imaginary part of the mean is lost with a warning
    same_or_error(lambda xp, x: call(xp, x, dtype), device, a, rtol=1e-14)


AXES = {
    "argsort": lambda xp, x, i: xp.argsort(x, axis=i),
    "argpartition": lambda xp, x, i: xp.argpartition(x, 1, axis=i),
    "argmax": lambda xp, x, i: xp.argmax(x, axis=i),
    "argmin method": lambda xp, x, i: x.argmin(i),
    "cumsum": lambda xp, x, i: xp.cumsum(x, axis=i),
    "cumprod method": lambda xp, x, i: x.cumprod(i),
    "take": lambda xp, x, i: xp.take(x, [0], axis=i),
    "compress": lambda xp, x, i: xp.compress([True], x, axis=i),
    "repeat": lambda xp, x, i: xp.repeat(x, 2, axis=i),
    "concatenate": lambda xp, x, i: xp.concatenate([x, x], axis=i),
    "append": lambda xp, x, i: xp.append(x, x, axis=i),
    "squeeze": lambda xp, x, i: xp.squeeze(x, axis=i),
    "sum": lambda xp, x, i: xp.sum(x, axis=i),
    "any method": lambda xp, x, i: x.any(i),
    "reduce": lambda xp, x, i: xp.add.reduce(x, axis=i),
    "accumulate": lambda xp, x, i: xp.add.accumulate(x, axis=i),
}


@pytest.mark.parametrize("name", AXES)
@pytest.mark.parametrize(
    "axis",
    [True, np.True_, (True,), np.array([1]), 2**70, 2**40, "1", 5, np.int8(1)],
    ids=str,
)
def test_axes(device, name, axis):
    # The array of axes goes in as it is, whichever the library.
    same_or_error(
        lambda xp, x: AXES[name](xp, x, axis), device, np.arange(6.0).reshape(2, 3)
    )


@pytest.mark.parametrize("axis", [0, -1, 1, (0,), (), None])
@pytest.mark.parametrize("function", ["squeeze", "repeat", "take", "sum"])
def test_axes_of_arrays_without_any(device, function, axis):
    more = {"repeat": (2,), "take": ([0],)}.get(function, ())
    same_or_error(
        lambda xp, x: getattr(xp, function)(x, *more, axis=axis), device, np.array(3)
    )


SHAPES = [{1, 2}, {1: 2}, 1.5, (1.5,), range(3), frozenset(), "12", None, [2, 3]]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_shapes(device, shape):
    same_or_error(lambda xp: xp.zeros(shape), device)


ORDERS = ["C", "f", "A", "K", "k", None, "Z", "CF", "", 1, b"F", True, ["C"]]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_orders(device, order):
    a = np.arange(6).reshape(2, 3).T
    for body in (
        lambda xp, x: xp.zeros((2, 3), order=order),
        lambda xp, x: xp.ones((2, 3), order=order),
        lambda xp, x: xp.full((2, 3), 1, order=order),
        lambda xp, x: xp.eye(3, order=order),
        lambda xp, x: xp.zeros_like(x, order=order),
        lambda xp, x: xp.zeros_like(x, order=order, shape=(3, 4)),
        lambda xp, x: xp.array(x, order=order),
        lambda xp, x: xp.asarray([[1, 2], [3, 4]], order=order),
        lambda xp, x: x.copy(order),
        lambda xp, x: x[::2].astype("l", order=order, copy=False),
        lambda xp, x: x.reshape((2, 3), order=order),
        lambda xp, x: xp.ravel(x, order=order),
        lambda xp, x: xp.add(x, 1, order=order),
        lambda xp, x: xp.ravel_multi_index((x % 2, x % 2), (2, 2), order=order),
    ):
        same_or_error(body, device, a)
    same_or_error(
        lambda xp, x: xp.unravel_index(x, (3, 2), order=order), device, a, order=False
    )


class Arrayish:
    def __array__(self, dtype=None, copy=None):
        return np.ones(3)


ITEMS = [
    [1], [], (1, 2), [[1], [2]], np.ones(1), np.ones((1, 1)), np.array(2.5), range(2),
    memoryview(b"ab"), {1}, {}, None, Fraction(1, 2), "3", "x", 2.5, True,
    np.float32(2.5), Arrayish(), object,
]  # fmt: skip


@pytest.mark.parametrize("dtype", "?bIfdD")
@pytest.mark.parametrize("value", ITEMS, ids=lambda v: type(v).__name__)
def test_what_one_item_is_set_to(device, dtype, value):
    def ours(xp):
        array = isinstance(value, np.ndarray)
        return xp.asarray(value) if array else value

    def change(set_item):
        def body(xp, x):
            set_item(xp, x, ours(xp))
            return x

        return body

    for set_item in (
        lambda xp, x, v: x.fill(v),
        lambda xp, x, v: x.__setitem__((0, 1), v),
        lambda xp, x, v: x.__setitem__((np.int64(0), 1), v),
        lambda xp, x, v: x[0].__setitem__(0, v),
    ):
        same_or_class(change(set_item), device, np.zeros((2, 2), dtype))


OUTPUTS = {
    "take": lambda xp, x, out: xp.take(x, [1, 0], axis=0, out=out),
    "take method": lambda xp, x, out: x.take([1, 0], 0, out),
    "compress": lambda xp, x, out: xp.compress([1, 1], x, axis=0, out=out),
    "add": lambda xp, x, out: xp.add(x, 1, out=out),
    "round": lambda xp, x, out: xp.round(x, 1, out=out),
}


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("dtype", "?ilfdD")
@pytest.mark.parametrize("given", "lfd")
def test_outputs_of_other_dtypes(device, name, dtype, given):
    a = np.arange(6).reshape(2, 3).astype(given)

    def body(xp, x):
        out = xp.zeros((2, 3), dtype)
        return [OUTPUTS[name](xp, x, out), out]

    same_or_error(body, device, a)


@pytest.mark.parametrize("dtype", ["d", "i"])
@pytest.mark.parametrize(
    "call",
    [
        lambda xp, x, out: xp.add(x, 1.5, out=out),
        lambda xp, x, out: xp.add(x[:, :2], 1.5, out=out),
        lambda xp, x, out: xp.put(out, [99], 1),
        lambda xp, x, out: xp.putmask(out, [1, 2], 1),
        lambda xp, x, out: out.__iadd__(x + 0.5),
    ],
)
def test_read_only_comes_first(device, call, dtype):
    def body(xp, x):
        out = xp.zeros((2, 3), dtype)
        out.flags.writeable = False
        return call(xp, x, out)

    same_error(body, device, np.arange(6.0).reshape(2, 3))


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("number", [1, -1, 300, 1.5, 2j, True])
@pytest.mark.parametrize("dtype", "?Bilfd")
def test_casting_of_python_numbers(device, dtype, number, casting):
    for name in ("add", "divide", "maximum", "logical_and", "less"):
        for body in (
            lambda xp, x, f=name: getattr(xp, f)(x, number, casting=casting),
            lambda xp, x, f=name: getattr(xp, f)(number, x, casting=casting),
        ):
            same_or_error(body, device, np.ones(2, dtype))


FLOATS = [
    0.0, -1.5, -200.0, 300.0, 4e4, 7e4, -4e4, 2.0**31, -(2.0**31) - 1, 2.0**32,
    2.0**62, 2.0**63, -(2.0**63), 2.0**64, 1e30, -1e30, np.nan, np.inf, -np.inf,
]  # fmt: skip


@pytest.mark.parametrize("given", "efdFD")
@pytest.mark.parametrize("dtype", "?bBhHilL")
def test_floats_out_of_range(device, given, dtype):
    """As x86 converts them, one by one and in rows."""
    with np.errstate(all="ignore"):
        a = np.array(FLOATS).astype(given)
    same_or_error(lambda xp, x: x.astype(dtype), device, np.repeat(a, 40))
    same_or_error(lambda xp, x: x[::3].astype(dtype), device, np.repeat(a, 40))


@pytest.mark.parametrize("given", "fd")
def test_floats_out_of_range_of_uint32(device, given):
    """One value for each, where NumPy's depend on the layout."""
    large, small = 2**31, -(2.0**31) - 300
    cases = {2.0**32: 0, 1e30: 0, np.inf: 0, np.nan: large, small: large, -1e30: large}
    cases |= {-1.0: 2**32 - 1, -(2.0**31): large, 3e9: 3_000_000_000}
    x = tn.array(list(cases), given, device=device)
    for step in (1, 2):
        check(np.array(list(cases.values()), "I")[::step].copy(), x[::step].astype("I"))


GRIDS = [
    lambda xp, a: slice(a(0), a(3)),
    lambda xp, a: slice(a(0), a(3), 3j),
    lambda xp, a: slice(0, a([1, 2])),
    lambda xp, a: slice(a([0]), a([3])),
    lambda xp, a: (slice(a(0), a(3)), slice(0, a(2.5), 0.5)),
    lambda xp, a: (slice(0, a(3)), slice(a(1), a(2), 4j)),
]


@pytest.mark.parametrize("key", GRIDS, ids=range(len(GRIDS)))
def test_grids_between_arrays(device, key):
    for name in ("mgrid", "ogrid"):
        with tn.Device(device):
            same_or_class(lambda xp, n=name: getattr(xp, n)[key(xp, xp.array)], device)


PADS = [
    lambda xp, x: xp.pad(x, 2, mode="median"),
    lambda xp, x: xp.pad(x, 1, mode="median", stat_length=2),
    lambda xp, x: xp.pad(x, ((1, 0), (2, 3)), "median", stat_length=((1, 2), (3, 1))),
]


@pytest.mark.parametrize("dtype", "bBlefD")
@pytest.mark.parametrize("body", PADS, ids=range(len(PADS)))
def test_pad_with_medians(device, dtype, body):
    a = (np.arange(15).reshape(3, 5) * 7 % 11).astype(dtype)
    rtol = 1e-3 if dtype == "e" else 1e-6
    for x in (a, np.asfortranarray(a)):
        same_or_class(body, device, x, rtol=rtol)


def test_limits_that_are_fractions(device):
    for stop in (Fraction(1, 2), Fraction(7, 3)):
        for kwargs in ({"dtype": float}, {"dtype": "f", "endpoint": False}):
            same_or_error(
                lambda xp, s=stop, k=kwargs: xp.linspace(0, s, 5, **k), device
            )
        same_or_error(
            lambda xp, s=stop: xp.linspace(0, s, 5, retstep=True, dtype="d")[0], device
        )
        same_or_error(
            lambda xp, s=stop: xp.arange(0, s, Fraction(1, 8), dtype=float), device
        )
        for name in ("linspace", "arange"):  # objects are host data
            expected, got = (getattr(xp, name)(0, stop) for xp in (np, tn))
            assert type(got) is np.ndarray
            assert got.tolist() == expected.tolist()


@pytest.mark.parametrize("values", [[2**63], [3, 1], [0, 2**64 - 1]], ids=str)
def test_bincount_of_uint64(device, values):
    h = np.array(values, "u8")
    same_or_error(lambda xp, x: xp.bincount(x), device, h)


KEEPDIMS = ["x", 2.5, [1], None, -1, 0, True, np.True_, np.ones(2)]


@pytest.mark.parametrize("keepdims", KEEPDIMS, ids=str)
@pytest.mark.parametrize("name", ["sum", "any", "max", "mean", "var", "argmax", "ptp"])
def test_keepdims(device, name, keepdims):
    a = np.arange(6.0).reshape(2, 3)
    same_or_error(
        lambda xp, x: getattr(xp, name)(x, axis=0, keepdims=keepdims), device, a
    )
    if name != "ptp":
        same_or_error(
            lambda xp, x: getattr(x, name)(axis=0, keepdims=keepdims), device, a
        )


def test_no_message_of_the_bindings(device):
    """Objects of all kinds as arguments: what is refused is so in plain words."""
    x = tn.arange(6.0, device=device).reshape(2, 3)
    objects = [
        np.ones((2, 2)), np.ones(2, "u8"), None, 2**70, -1, 2.5, "x", b"C", [1, 2],
        1j, object, {1}, np.uint64(2**63), [2**63], slice(1), range(2),
    ]  # fmt: skip
    names = [n for n in tn.__all__ if callable(getattr(np, n, None))]
    names = [n for n in names if not isinstance(getattr(np, n), type)]
    names = [n for n in names if getattr(tn, n) is not getattr(np, n)]
    for name in names:
        if name.startswith(("save", "load", "set", "from", "gen", "info", "show")):
            continue  # files, settings of the process, and what prints
        function = getattr(tn, name)
        calls = [(o,) for o in objects] + [(x, o) for o in objects]
        if name in ("split", "array_split", "diff"):
            calls = []
        for args in calls:
            _, error = outcome(lambda f=function, a=args: f(*on_device(a, "cpu")))
            words = str(error)
            assert "incompatible function" not in words, f"{name}{args}: {words}"
            assert "C++ type" not in words, f"{name}{args}: {words}"
