# SPDX-License-Identifier: Apache-2.0
"""Arguments of unusual types: masks, flags, keys, dtypes, the keywords of CuPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    check,
    host,
    on_device,
    outcome,
    same,
    same_error,
    same_or_class,
    same_or_error,
)

# ---- where=, which takes objects as truths but no array of another dtype ----

MASKS = [
    *(1, 0, 3.2, None, "a", "", True, False, np.int64(1), np.float32(0.5)),
    *([1, 0, 1], [1.5, 0, 0], (True, False, True), [[1, 0, 1], [0, 1, 0]], ["a", "", "b"]),
    *({}, range(3), object),
]  # fmt: skip
MASKED = [
    lambda xp, x, w: xp.sum(x, where=w),
    lambda xp, x, w: x.max(initial=0, where=w),
    lambda xp, x, w: xp.any(x, axis=0, where=w),
    lambda xp, x, w: xp.add.reduce(x, where=w),
    lambda xp, x, w: xp.add(x, 1, where=w, out=xp.zeros((2, 3))),
    lambda xp, x, w: xp.subtract.reduce(x, initial=1, where=w),
    lambda xp, x, w: xp.copyto(x, 5, where=w) or x,
]


@pytest.mark.parametrize("mask", MASKS, ids=repr)
def test_where_takes_truths(device, mask):
    x = np.arange(6.0).reshape(2, 3)
    for body in MASKED:
        same_or_error(lambda xp, x, body=body: body(xp, x, mask), device, x)


@pytest.mark.parametrize(
    "mask", [1, True, [1, 0, 1], [[1], [0]], np.int64(1)], ids=repr
)
def test_where_of_means(device, mask):
    x = np.arange(6.0).reshape(2, 3)
    same(lambda xp, x: xp.mean(x, where=mask), device, x)
    same(lambda xp, x: xp.var(x, where=mask), device, x, rtol=1e-15)


@pytest.mark.parametrize("mask", [[1, 0], [[[1]] * 2] * 2], ids=repr)
def test_shapes_of_where(device, mask):
    x = np.arange(6.0).reshape(2, 3)
    for body in MASKED:
        same_or_class(lambda xp, x, body=body: body(xp, x, mask), device, x)


SCALARS = [
    lambda x: x.sum(),
    lambda x: x.min(),
    lambda x: x[1, 1],
    lambda x: x.argmax(),
    lambda x: x.max() > 3,
    lambda x: 1j * x.sum(dtype="f4"),
]


@pytest.mark.parametrize("scalar", range(len(SCALARS)))
def test_where_takes_scalars_as_truths(device, scalar):
    x = np.arange(6.0).reshape(2, 3)
    for body in MASKED:
        same_or_error(
            lambda xp, x, body=body: body(xp, x, SCALARS[scalar](x)), device, x
        )


@pytest.mark.parametrize("dtype", "blfD")
def test_where_takes_no_arrays_without_axes(device, dtype):
    for body in MASKED:
        same_error(body, device, np.ones((2, 3)), np.ones((), dtype))


@pytest.mark.parametrize("dtype", "blfD")
def test_where_takes_no_arrays_of_numbers(device, dtype):
    for body in MASKED:
        same_error(body, device, np.ones((2, 3)), np.ones(3, dtype))


# ---- flags ----

FLAGS = [True, False, 1, 0, 2, "a", "False", "", None, 1.5, [1], np.array(1)]
FLAGGED = {
    "keepdims": [
        lambda xp, x, f: xp.sum(x, keepdims=f),
        lambda xp, x, f: x.sum(keepdims=f),
        lambda xp, x, f: xp.add.reduce(x, keepdims=f),
        lambda xp, x, f: xp.hypot.reduce(x, keepdims=f),
        lambda xp, x, f: x.max(keepdims=f),
        lambda xp, x, f: xp.any(x, keepdims=f),
        lambda xp, x, f: xp.mean(x, keepdims=f),
        lambda xp, x, f: x.std(keepdims=f),
    ],
    "copy": [
        lambda xp, x, f: xp.reshape(x, (2, 2), copy=f),
        lambda xp, x, f: x.reshape((2, 2), copy=f),
        lambda xp, x, f: xp.array(x, copy=f),
        lambda xp, x, f: xp.asarray(x, copy=f),
        lambda xp, x, f: xp.array([1, 2], copy=f),
        lambda xp, x, f: x.astype("i4", copy=f),
        lambda xp, x, f: xp.nan_to_num(x, copy=f),
    ],
    "subok": [
        lambda xp, x, f: xp.add(x, 1, subok=f),
        lambda xp, x, f: xp.matmul(x, x, subok=f),
    ],
    "argmax": [
        lambda xp, x, f: xp.argmax(x, keepdims=f),
        lambda xp, x, f: x.argmin(keepdims=f),
    ],
}


@pytest.mark.parametrize("flag", FLAGS, ids=repr)
@pytest.mark.parametrize("kind", FLAGGED)
def test_flags(device, kind, flag):
    for body in FLAGGED[kind]:
        same_or_error(
            lambda xp, x, body=body: body(xp, x, flag),
            device,
            np.arange(4.0),
            rtol=1e-15,  # norms on a GPU
        )


# ---- initial=None ----


@pytest.mark.parametrize("shape", [(0,), (3,), (0, 2)])
def test_without_identity(device, shape):
    for body in (
        lambda xp, x: xp.sum(x, initial=None),
        lambda xp, x: x.prod(axis=0, initial=None),
        lambda xp, x: xp.hypot.reduce(x, initial=None),
        lambda xp, x: xp.logical_or.reduce(x, axis=None, initial=None),
        lambda xp, x: xp.sum(x, initial=None, where=x > 0),
    ):
        same_or_error(body, device, np.ones(shape))


# ---- flat ----

KEYS = [
    *(None, True, False, 0, -4, 4, -5, "a", (), (1,), (1, 2), (None,), ..., (...,)),
    *([0, 3], [], [4], [[0, 1]], slice(1, 3), slice(5, 9), np.int64(2), np.True_),
    *([True, False, True, False], [True], np.array([0, 3]), np.array([True, False] * 2)),
    *(np.array([True]), np.array(True), np.array(False), np.array(2)),
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS, ids=repr)
@pytest.mark.parametrize("transposed", [False, True])
def test_flat(device, key, transposed):
    def stored(xp, x, value):
        x.flat[on_device(key, device) if xp is tn else key] = value
        return x

    x = np.arange(4).reshape(2, 2)
    x = x.T if transposed else x
    same_or_error(lambda xp, x: x.flat[key], device, x)
    same_or_error(lambda xp, x: stored(xp, x, 7), device, x)
    is_truth = isinstance(key, (bool, np.ndarray)) and np.ndim(key) == 0
    if device == "cpu" and not is_truth:
        # NumPy calls int() of the values beside a truth.
        for value in ([5, 6], [], np.array([1, 2, 3, 4, 5])):
            same_or_error(stored, device, x, value)


# ---- positions in shapes ----

SHAPES = [
    *((2, 3), (2.0, 3.0), (2**62, 3), (2**40, 2**40), (2**70, 2), ("a", 3), None, 2.0),
    *((0, 3), (-2, 3), (2,), (2, 3, 4), [2, 3], np.array([2, 3]), np.array([2.0, 3.0])),
]
ORDERS = ["C", "F", "f", None, "A", "Z", 3, ""]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_positions(device, shape):
    one, other = np.array([1, 0]), np.array([2, 1])
    same_or_error(
        lambda xp, a, b: xp.ravel_multi_index((a, b), shape), device, one, other
    )
    same_or_error(lambda xp, a: xp.ravel_multi_index((a, [2, 1]), shape), device, one)
    if isinstance(shape, np.ndarray) or shape not in ((0, 3), (-2, 3)):
        same_or_error(
            lambda xp, a: xp.unravel_index(a, shape), device, one, order=False
        )


@pytest.mark.parametrize("order", ORDERS, ids=repr)
def test_orders_of_positions(device, order):
    one, other = np.array([1, 0]), np.array([2, 1])
    same_or_error(
        lambda xp, a, b: xp.ravel_multi_index((a, b), (2, 3), order=order),
        device,
        one,
        other,
    )
    same_or_error(
        lambda xp, a: xp.unravel_index(a, (2, 3), order=order), device, one, order=False
    )


@pytest.mark.parametrize(
    "mode", ["clip", "wrap", ("clip", "wrap"), ("clip",), "bad", 1]
)
def test_modes_of_positions(device, mode):
    same_or_error(
        lambda xp, a, b: xp.ravel_multi_index((a, b), (2, 3), mode=mode),
        device,
        np.array([5, -1]),
        np.array([7, -4]),
    )


# ---- masks with axes of length 0 ----

EMPTY = [
    ((0, 1), (0, 0)), ((0, 1), (0, 1)), ((0, 3), (0, 2)), ((0, 3), (0,)),
    ((2, 0), (2, 1)), ((2, 0), (3, 0)), ((2, 3), (0, 3)), ((2, 3), (2, 0)),
    ((0, 3, 2), (0, 0)), ((2, 0, 1), (0, 0)), ((3,), (0,)), ((0,), (3,)),
    ((0, 1, 2), (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize("shape, mask", EMPTY)
def test_masks_of_length_0(device, shape, mask):
    def stored(xp, x, m, value):
        x[m] = value
        return x

    x, m = np.ones(shape), np.zeros(mask, bool)
    same_or_error(lambda xp, x, m: x[m], device, x, m)
    same_or_error(lambda xp, x, m: x[..., m], device, x, m)
    same_or_error(lambda xp, x, m: x[None, m], device, x, m)
    for value in (3, [], [1, 2], np.zeros((0, 2))):
        same_or_error(lambda xp, x, m, v=value: stored(xp, x, m, v), device, x, m)


# ---- place, piecewise ----


@pytest.mark.parametrize(
    "mask", [True, False, np.array(True), [True], [1], [True, False]]
)
@pytest.mark.parametrize("values", [[7], 7, [], [7, 8]])
def test_place_in_0_axes(device, mask, values):
    def placed(xp, x):
        xp.place(x, on_device(mask, device) if xp is tn else mask, values)
        return x

    same_or_error(placed, device, np.array(3))
    same_or_error(placed, device, np.arange(2))


def test_piecewise_takes_host_masks(device):
    x = np.arange(-2.0, 3)
    for masks in (
        [x < 0],
        [x < 0, x > 1],
        x < 0,
        np.array([x < 0, x > 1]),
        [(x < 0).tolist()],
        [(x < 0).astype(int)],
    ):
        n = len(masks) if isinstance(masks, list) or np.ndim(masks) == 2 else 1
        functions = [np.negative, lambda v: v * 10, 5][: n + 1]
        if n == 1:
            functions = [lambda v: -v, 5]
        same(lambda xp, x, m=masks, f=functions: xp.piecewise(x, m, f), device, x)
    same(lambda xp, x: xp.piecewise(x, [np.array(True)], [1]), device, np.array(3.0))


# ---- dtypes that calls ask for ----


@pytest.mark.parametrize("dtype", ["d", "f", "D", None])
@pytest.mark.parametrize("number", [-2, 300, 2**100, 2.5, True])
@pytest.mark.parametrize("of", ["u1", "i1", "i8"])
def test_division_by_numbers_out_of_range(device, of, number, dtype):
    x = np.array([1, 2], of)
    same_or_error(lambda xp, x: xp.divide(x, number, dtype=dtype), device, x)
    same_or_error(lambda xp, x: xp.true_divide(number, x, dtype=dtype), device, x)
    same_or_error(lambda xp, x: xp.floor_divide(x, number, dtype=dtype), device, x)
    if dtype:
        signature = None, None, dtype
        same_or_error(
            lambda xp, x: xp.divide(x, number, signature=signature), device, x
        )


SIGNATURES = [
    *("dd->d", "ff->f", "ll->l", "fd->f", "dd", "d", "dd->dd", 3, None, ("d", "d", "d")),
    *((None, None, "f"), (None, None, None), ("d",), (None,), ("d", "d"), ("f", None, None)),
]  # fmt: skip
PRODUCTS = {
    "matmul": ((2, 3), (3, 2)),
    "vecdot": ((2, 3), (2, 3)),
    "matvec": ((2, 3), (3,)),
    "vecmat": ((2,), (2, 3)),
}


@pytest.mark.parametrize("signature", SIGNATURES, ids=repr)
@pytest.mark.parametrize("name", PRODUCTS)
def test_signatures_of_products(device, name, signature):
    for dtypes in ("ff", "dd", "fl", "ii"):
        operands = [
            np.arange(np.prod(shape)).reshape(shape).astype(dtype)
            for shape, dtype in zip(PRODUCTS[name], dtypes, strict=True)
        ]
        for keyword in ("signature", "sig"):
            same_or_class(
                lambda xp, a, b, k=keyword: getattr(xp, name)(a, b, **{k: signature}),
                device,
                *operands,
            )
    same_error(
        lambda xp, a: getattr(xp, name)(a, a, signature="dd->d", dtype="d"),
        device,
        np.ones((2, 2)),
    )


EINSUM = [
    *(("", 2.0), ("->", 2), ("ij", np.ones((2, 3), "u1")), ("ij->ji", np.ones((2, 3), "u1"))),
    *(("ii->i", np.ones((2, 2), "u1")), ("ij->i", np.ones((2, 3), "u1"))),
    *((",->", 2, 3), ("i->", np.array([200, 100], "u1")), ("ij", np.ones((2, 2), "f"))),
]  # fmt: skip


@pytest.mark.parametrize("case", EINSUM, ids=lambda case: case[0])
@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"dtype": "i1"},
        {"dtype": "f"},
        {"dtype": "D", "order": "F"},
        {"order": "F"},
        {"order": "x"},
        {"order": None},
        {"dtype": "i1", "casting": "unsafe"},
        {"casting": "none"},
        {"dtype": "no type"},
        {"out": "test"},
        {"out": [1]},
    ],
    ids=repr,
)
def test_einsum_of_views(device, case, keywords):
    text, *operands = case
    same_or_error(
        lambda xp, *arrays: xp.einsum(text, *arrays, **keywords), device, *operands
    )


@pytest.mark.parametrize("dtype", [None, "u1", "f", "d", "l"])
@pytest.mark.parametrize("out", "ufdl")
def test_einsum_into_another_dtype(device, out, dtype):
    for text in ("i->", "i,i->", "i"):
        shape = (2,) if text == "i" else ()

        def body(xp, x, target, text=text):
            xp.einsum(text, *[x] * (text.count(",") + 1), out=target, dtype=dtype)
            return target

        target = np.zeros(shape, {"u": "u1"}.get(out, out))
        same_or_error(body, device, np.array([200, 100], "u1"), target)


# ---- keywords of CuPy ----


@pytest.mark.parametrize("name", ["argmax", "argmin"])
@pytest.mark.parametrize("dtype", ["i4", "u8", "f4"])
def test_dtype_of_positions(device, name, dtype):
    x = np.array([[3, 1, 2], [0, 5, 4]])
    for axis in (None, 0, 1):
        expected = getattr(np, name)(x, axis).astype(dtype)
        a = tn.asarray(x)
        check(expected, getattr(tn, name)(a, axis, dtype=dtype))
        check(expected, getattr(a, name)(axis, dtype=dtype))


@pytest.mark.parametrize("blocking", [True, False])
def test_blocking_copies(device, blocking):
    x = np.arange(6.0).reshape(2, 3)
    for make in (tn.array, tn.asarray, tn.asanyarray):
        check(x, make(x, blocking=blocking))
        check(x, make(x.tolist(), blocking=blocking))


FLOATS = [
    *("rand", "randn", "random_sample", "random", "ranf", "sample", "standard_normal"),
    *("standard_exponential", "uniform", "normal", "exponential", "gumbel", "laplace"),
    *("logistic", "lognormal", "rayleigh", "standard_cauchy"),
]
WITH_PARAMETERS = {
    "beta": (2, 3), "chisquare": (3,), "f": (3, 4), "gamma": (2,), "pareto": (3,),
    "power": (2,), "standard_gamma": (2,), "standard_t": (4,), "triangular": (0, 1, 2),
    "vonmises": (0, 1), "wald": (1, 2), "weibull": (2,), "noncentral_f": (3, 4, 1),
}  # fmt: skip
COUNTS = {
    "binomial": (10, 0.5), "geometric": (0.5,), "poisson": (3,), "zipf": (3,),
    "negative_binomial": (3, 0.5), "logseries": (0.5,), "hypergeometric": (5, 6, 4),
}  # fmt: skip


@pytest.mark.parametrize("name", [*FLOATS, *WITH_PARAMETERS])
def test_dtype_of_random_floats(device, name):
    draw = getattr(tn.random, name)
    parameters = WITH_PARAMETERS.get(name, ())
    size = {} if name in ("rand", "randn") else {"size": 100}
    args = (100,) if not size else parameters
    for dtype in ("f4", "f8"):
        got = draw(*args, **size, dtype=dtype)
        assert (got.dtype, got.shape) == (np.dtype(dtype), (100,))
        assert np.unique(host(got)).size > 90
    for dtype in ("f2", "i4", "c8"):
        with pytest.raises(TypeError, match="Unsupported dtype"):
            draw(*args, **size, dtype=dtype)


@pytest.mark.parametrize("name", COUNTS)
def test_dtype_of_random_counts(device, name):
    for dtype in ("i4", "u2", "l"):
        got = getattr(tn.random, name)(*COUNTS[name], size=50, dtype=dtype)
        assert (got.dtype, got.shape) == (np.dtype(dtype), (50,))
    with pytest.raises(TypeError, match="Unsupported dtype"):
        getattr(tn.random, name)(*COUNTS[name], size=5, dtype="f4")


# ---- sums of float16 ----


@pytest.mark.parametrize("name", ["convolve", "correlate"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_filters_of_float16_are_summed_in_float32(device, name, mode):
    random = np.random.default_rng(0)
    for n, m in ((50, 7), (400, 300), (7, 50)):
        a, v = (random.standard_normal(k).astype("e") for k in (n, m))
        expected = getattr(np, name)(a.astype("d"), v.astype("d"), mode)
        got = host(getattr(tn, name)(tn.asarray(a), tn.asarray(v), mode))
        assert got.dtype == "e"
        # Half a unit in the last place, and what float32 rounds.
        scale = getattr(np, name)(abs(a).astype("d"), abs(v).astype("d"), mode)
        bound = (
            np.spacing(abs(expected).astype("e")).astype("d") / 2 + m * 2.0**-24 * scale
        )
        assert (abs(got - expected) <= bound).all()


def test_outputs_in_host_memory_are_refused(device):
    if device == "cpu":
        pytest.skip("they are filled")
    for call in (
        lambda x, out: tn.concatenate([x, x], out=out),
        lambda x, out: tn.add(x, x, out=out),
        lambda x, out: x.sum(axis=0, out=out),
    ):
        _, error = outcome(lambda call=call: call(tn.ones(2), np.zeros(4)))
        assert isinstance(error, TypeError), error
