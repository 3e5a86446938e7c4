# SPDX-License-Identifier: Apache-2.0
"""Creation functions against NumPy."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    SOME_DTYPES,
    check,
    outcome,
    same,
    same_error,
    same_or_class,
    same_or_error,
    values,
)

SHAPES = [(), (0,), 3, (2, 3), (2, 0, 3), [1, 4]]


@pytest.mark.parametrize("name", ["zeros", "ones"])
@pytest.mark.parametrize("dtype", [None, *DTYPES, float, bool, "int16"])
def test_filled(device, name, dtype):
    for shape in SHAPES:
        for order in "CF":
            same(lambda xp, s=shape, o=order: getattr(xp, name)(s, dtype, o), device)


@pytest.mark.parametrize(
    "body",
    [
        lambda xp: xp.zeros(-1),
        lambda xp: xp.zeros((2, -1)),
        lambda xp: xp.ones((2**40, 2**40)),
        lambda xp: xp.empty((-3, 0)),
        lambda xp: xp.full((2, 3), [1, 2]),
        lambda xp: xp.full(2, 300, dtype="uint8"),
        lambda xp: xp.full(0, 300, dtype="uint8"),
        lambda xp: xp.full((2, 0), xp.ones(3)),
        lambda xp: xp.full((2, 1), None, "i1"),
        lambda xp: xp.linspace(0, 1, -1),
        lambda xp: xp.geomspace(0, 1),
        lambda xp: xp.diag(xp.zeros((2, 2, 2))),
        lambda xp: xp.vander(xp.zeros((2, 2))),
        lambda xp: xp.meshgrid(xp.arange(2), indexing="yx"),
        lambda xp: xp.arange(),
        lambda xp: xp.arange(start=4),
        lambda xp: xp.arange(start=4, step=2, dtype="f4"),
        lambda xp: xp.arange((1, 2)),
        lambda xp: xp.arange(xp.ones(2)),
        lambda xp: xp.arange(xp.ones(1)),
        lambda xp: xp.arange(0, 3, xp.ones(2)),
        lambda xp: xp.arange(0, 1, 0),
        lambda xp: xp.arange(0, float("inf")),
        lambda xp: xp.arange(0, float("nan")),
        lambda xp: xp.arange(1e30),
        lambda xp: xp.arange(np.int8(-3), 3, 2**62),
        lambda xp: xp.arange("3"),
        lambda xp: xp.arange(0, 3, 1, bool),
        lambda xp: xp.arange(3, dtype="U"),
        lambda xp: xp.array([1, 2], copy=False),
        lambda xp: xp.asarray([1.5], copy=False),
        lambda xp: xp.array([1.5], copy=np._CopyMode.NEVER),
        lambda xp: xp.array([1, 2], ndmin=2, ndmax=1),
    ],
)
def test_errors(device, body):
    same_error(body, device)


@pytest.mark.parametrize("value", [0, 2, -1.5, 1 + 2j, True, np.float32(3), np.int8(4)])
@pytest.mark.parametrize("dtype", [None, "f", "D", "b"])
def test_full(device, value, dtype):
    for shape in SHAPES:
        same(lambda xp, s=shape: xp.full(s, value, dtype), device)
    same(lambda xp: xp.full((2, 3), xp.arange(3), dtype), device)
    for value in (None, "a", object()):
        same(lambda xp, v=value: xp.full((2, 0), v, dtype), device)
    same(lambda xp: xp.full((2, 3), [1, 2, 3], dtype), device)


LAYOUTS = {
    "C": lambda a: a,
    "F": lambda a: a.T,
    "strided": lambda a: a[::2],
    "permuted": lambda a: a.swapaxes(0, 1),
    "negative": lambda a: a[::-1, :, ::-1],
    "broadcast": lambda a: a[:, :1] * 1,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["zeros_like", "ones_like"])
def test_like_keeps_order(device, layout, name):
    view = LAYOUTS[layout]

    def strides(xp, a, **kwargs):
        out = getattr(xp, name)(view(a), **kwargs)
        return out, [s for s, n in zip(out.strides, out.shape, strict=True) if n > 1]

    a = values((4, 3, 2), "f4")
    for order in "KACF":
        same(lambda xp, x, o=order: strides(xp, x, order=o), device, a)
    same(lambda xp, x: strides(xp, x, shape=(2, 5, 7)), device, a)
    same(lambda xp, x: strides(xp, x, shape=6), device, a)
    same(lambda xp, x: strides(xp, x, dtype="i2"), device, a)
    same(lambda xp, x: xp.full_like(view(x), 7), device, a)


@pytest.mark.parametrize(
    "args",
    [
        (5,),
        (0,),
        (-3,),
        (2, 9),
        (2, 9, 3),
        (9, 2, -3),
        (0.5,),
        (0.1, 1, 0.3),
        (0, 1, 0.1),
        (1.0, 5),
        (5, 0, -1, "u1"),
        (0.5, 4, 1, int),
        (0, 1, 1 / 49),
        (3, None, 2),
        (0, 5 + 2j, 1 + 1j),
        (0, 5 + 5j, 1 + 1j),
        (True,),
        (0, 2, 1, bool),
        (10, None, 3, "f2"),
        (0, 300, 1, "f2"),
        (0, 1, 0.01, "f4"),
        (1000.1, 1100, 0.7, "f4"),
        (np.float32(3),),
        (np.int8(3), np.int8(9), np.int8(2)),
        (2**63, 2**63 + 2),
        (0, 1e-310, 1e300),
        (-(2**62), 2**62, 2**60),
    ],
)
def test_arange(device, args):
    same(lambda xp: xp.arange(*args), device)


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_arange_of_items_and_results(device, dtype):
    x = np.array([0, 1, 9, 3, 2]).astype(dtype)
    bodies = [
        lambda xp, x: xp.arange(x.max()),
        lambda xp, x: xp.arange(x[2]),
        lambda xp, x: xp.arange(x[1], x[2]),
        lambda xp, x: xp.arange(x[2], x[1], -1),
        lambda xp, x: xp.arange(-4, x[2], x[3]),
        lambda xp, x: xp.arange(0.5, x[2]),
        lambda xp, x: xp.arange(0, 7, x[0]),
        lambda xp, x: xp.arange(x[2], dtype="f4"),
        lambda xp, x: xp.arange(xp.asarray(x[2])),
    ]
    for body in bodies:
        same_or_error(body, device, x)


# None of these is 2**63 steps from another, which NumPy takes for none.
_HUGE = [2**63 + 2**20, 2**64 - 1, 2**64, -(2**64), 10**30, -(10**30), 10**400]
_ODD = [0, -7, 1.5, 1e308, -1e308, 5e-324, float("inf"),
        float("nan"), 1j, True, None, "3", [1], np.float32(2.5), np.int8(-3)]  # fmt: skip


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_arange_in_a_dtype(device, dtype):
    """Steps are rounded as NumPy's; what the dtype has not raises or wraps as there."""
    numbers = [0, 1, -3, 250, 70000, 2**31, 0.5, -2.0, 16777217, 3.7]
    names = (dtype, np.dtype(dtype), np.dtype(dtype).type, np.dtype(dtype).str)
    for i, start in enumerate(numbers):
        for step in (1, -1, 7, 100, 0.25, -3.3):
            for n in (0, 1, 2, 30):
                args = (start, start + n * step, step)
                name = names[(i + n) % len(names)]
                same_or_class(lambda xp, a=args, d=name: xp.arange(*a, dtype=d), device)


def test_steps_of_float16(device):
    rng = np.random.default_rng(0)
    for _ in range(200):
        start, step = rng.choice([0.1, 3.7, 100.3, 7]), rng.choice([0.1, 3.3, 17, -0.7])
        args = (start, start + step * int(rng.integers(1, 200)), step)
        same(lambda xp, a=args: xp.arange(*a, dtype="e"), device)


@pytest.mark.parametrize("dtype", [None, *"?bBhHiIlLefdFD"])
def test_numbers_of_full(device, dtype):
    """Those that a dtype holds have a path of their own, which shows nowhere."""
    large = [300, 2**40, 2**63 - 1, 2**63, -(2**63), 2**64, 1e30, 1e39, 1e300]
    if dtype is not None and dtype in "bBhHiIlL":  # what C leaves open
        large = [x for x in large if isinstance(x, int)]
    else:
        large += [np.nan, -np.inf]
    for value in (0, 1, -1, True, False, 0.5, -2.0, 1j, *large):
        for shape in (3, (2, 3), (), (0,), -1):
            same_or_class(lambda xp, s=shape, v=value: xp.full(s, v, dtype), device)
        same_or_class(lambda xp, v=value: xp.full((2, 3), v, dtype, order="F"), device)
        same_or_class(lambda xp, v=value: xp.full((2, 3), v, dtype, "G"), device)


@pytest.mark.parametrize("start", [*_HUGE, *_ODD], ids=repr)
def test_arange_between_odd_ends(device, start):
    for stop in (start, 3, -2.5, 2**90, 10**400):
        for step in (None, -1, 0.5, float("inf"), 2**90):
            with np.errstate(all="ignore"):
                expected, error = outcome(lambda b=stop, c=step: np.arange(start, b, c))
            if error is not None and "size exceeded" not in str(error):
                same_error(lambda xp, b=stop, c=step: xp.arange(start, b, c), device)
            elif error is not None:
                with pytest.raises(ValueError, match="exceeded"):
                    tn.arange(start, stop, step)
            elif expected.dtype == object:  # whose arrays are NumPy's
                np.testing.assert_array_equal(tn.arange(start, stop, step), expected)
            else:
                same(lambda xp, b=stop, c=step: xp.arange(start, b, c), device)


def test_arange_of_narrow_integers(device):
    for dtype in "bBhHiIlL?":
        for ends in ((-3, 2), (np.int8(-3), 1.5), (250, 260), (0, 2), (2.5, 5)):
            same_or_error(lambda xp, e=ends, d=dtype: xp.arange(*e, dtype=d), device)


@pytest.mark.parametrize("end", [x for x in (*_HUGE, *_ODD) if x != [1]], ids=repr)
def test_linspace_between_odd_ends(device, end):
    for other in (end, 0, 1.5, 2**64, np.float32(2.5), True):
        for num in (0, 1, 3):
            for ends in ((end, other), (other, end)):
                same_or_error(
                    lambda xp, e=ends, n=num: xp.linspace(*e, n, retstep=True), device
                )


@pytest.mark.parametrize("axis", [0, -1, 1, -2, 5, None, 1.0, "a", (0,), (0, 1)])
def test_linspace_along_odd_axes(device, axis):
    for name in ("linspace", "logspace", "geomspace"):
        same_or_error(lambda xp, f=name: getattr(xp, f)(1, 2, 1, axis=axis), device)


@pytest.mark.parametrize("num", [-1, 2.0, "3", None, [3], 1j, 10**20], ids=repr)
def test_odd_numbers_of_samples(device, num):
    for name in ("linspace", "logspace", "geomspace"):
        same_or_error(lambda xp, f=name: getattr(xp, f)(1, 2, num), device)


def test_arange_keywords(device):
    same(lambda xp: xp.arange(stop=4), device)
    same(lambda xp: xp.arange(start=1, stop=4), device)
    same(lambda xp: xp.arange(1, 9, step=2, dtype="f4"), device)
    check(np.arange(3), tn.arange(tn.asarray(3)))


@pytest.mark.parametrize("ends", [(0, 1), (2.5, -3), (0, 0), (1, 2j), (0, 5e-324)])
@pytest.mark.parametrize("num", [0, 1, 2, 7, 50])
@pytest.mark.parametrize("endpoint", [True, False])
@pytest.mark.parametrize("dtype", [None, "f4", int])
def test_linspace(device, ends, num, endpoint, dtype):
    if dtype is not None and isinstance(ends[1], complex):
        return
    same(lambda xp: xp.linspace(*ends, num, endpoint, dtype=dtype), device)
    same(lambda xp: xp.linspace(*ends, num, endpoint, True)[1], device)


def test_spaces(device):
    starts, stops = np.array([0.0, 1, 2]), np.array([[1.0], [5]])
    for axis in (0, 1, -1):
        same(
            lambda xp, a, b, x=axis: xp.linspace(a, b, 5, axis=x),
            device,
            starts,
            stops,
            order=False,
        )
    same(lambda xp: xp.linspace(np.float32(0), np.float32(1), 5), device)
    same(lambda xp: xp.logspace(0, 3, 4), device, rtol=1e-14)
    same(lambda xp: xp.logspace(0, 3, 4, base=2, dtype="f4"), device, rtol=1e-6)
    same(lambda xp, b: xp.logspace(0, 3, 4, base=b), device, starts + 1, rtol=1e-14)
    for ends in [(1, 1000), (-1, -1000), (1000, 1), (1j, 1000j)]:
        same(lambda xp, e=ends: xp.geomspace(*e, 4), device, rtol=1e-13)
    same(lambda xp, a: xp.geomspace(a, 8, 4), device, starts + 1, rtol=1e-13)
    same(lambda xp: xp.geomspace(1, 256, 9), device, rtol=1e-15)


@pytest.mark.parametrize("k", [-5, -1, 0, 1, 2, 7])
def test_diagonals(device, k):
    for shape in [(3, 4), (4, 3), (0, 3), (5, 5)]:
        same(lambda xp, s=shape: xp.eye(*s, k=k), device)
        same(lambda xp, s=shape: xp.tri(*s, k=k, dtype="i2"), device)
        a = values(shape, "f4")
        same(lambda xp, x: xp.diag(x, k), device, a, order=False)
        same(lambda xp, x: xp.tril(x, k), device, a)
        same(lambda xp, x: xp.triu(x, k), device, a)
    same(lambda xp: xp.eye(3, k=k, dtype=complex, order="F"), device)
    same(lambda xp, x: xp.diag(x, k), device, values(3, "i4"))
    same(lambda xp, x: xp.diag(x, k), device, values(0, "i4"))
    same(lambda xp, x: xp.diagflat(x, k), device, values((2, 2), "i4"))
    same(lambda xp, x: xp.triu(x, k), device, values((2, 3, 3), "?"))
    same(lambda xp: xp.identity(3, "?"), device)


def test_grids(device):
    x, y = values(3, "f4"), values(4, "i4")
    for sparse in (False, True):
        for indexing in ("xy", "ij"):
            for copy in (False, True):
                kwargs = {"sparse": sparse, "indexing": indexing, "copy": copy}
                same(
                    lambda xp, a, b, k=kwargs: xp.meshgrid(a, b, 7, **k),
                    device,
                    x,
                    y,
                )
        same(lambda xp, s=sparse: xp.indices((2, 3), sparse=s), device)
    same(lambda xp: xp.meshgrid(), device)
    same(lambda xp: xp.indices((2, 0, 3), dtype="i2"), device)
    for body in [
        lambda xp: xp.mgrid[0:3, 1:2:0.25],
        lambda xp: xp.mgrid[0:3],
        lambda xp: xp.mgrid[-1:1:5j],
        lambda xp: xp.mgrid[-1:1:5j, 0:2:3j],
        lambda xp: xp.ogrid[-1:1:5j, 0:2],
        lambda xp: xp.ogrid[2:9:2],
        lambda xp: xp.mgrid[[slice(0, 3), slice(0, 2)]],
        lambda xp: xp.mgrid[[slice(0, 1, 3j)]],
        lambda xp: xp.ogrid[[slice(0, 3), slice(0, 2)]],
        lambda xp: xp.ogrid[[slice(3)]],
        lambda xp: xp.ogrid[[]],
        lambda xp: xp.mgrid[()],
        lambda xp: xp.vander([1, 2, 3]),
        lambda xp: xp.vander([1.5, 2, 3], 2, increasing=True),
        lambda xp: xp.vander([1.5], 0),
        lambda xp: xp.fromfunction(lambda i, j: i + 2 * j, (3, 2)),
        lambda xp: xp.fromfunction(lambda i: i == 1, (3,), dtype=int),
        lambda xp: xp.fromiter((n * n for n in range(4)), "f4"),
        lambda xp: xp.frombuffer(b"\x01\x02\x03\x04", "<u2", offset=2),
        lambda xp: xp.asarray(xp.frombuffer(b"\x01\x02\x03\x04", ">u2"), "u2"),
    ]:
        same(body, device)


@pytest.mark.parametrize(
    "obj",
    [
        3,
        2.5,
        True,
        1j,
        [],
        [[]],
        [1, 2.5],
        [[1, 2], [3, 4]],
        ([1, 2], (3, 4)),
        [True, 2],
        np.float16(2),
        [np.float32(1), 2.5],
        np.int8(3),
        range(4),
        memoryview(b"abc"),
    ],
)
@pytest.mark.parametrize("dtype", [None, "f4", "D"])
def test_array_of_host_objects(device, obj, dtype):
    for kwargs in ({}, {"order": "F"}, {"ndmin": 3}):
        same_or_error(lambda xp, k=kwargs: xp.array(obj, dtype, **k), device)
    same_or_error(lambda xp: xp.asarray(obj, dtype), device)
    same_or_error(lambda xp: xp.asfortranarray(obj, dtype), device)
    same_or_error(lambda xp: xp.ascontiguousarray(obj, dtype), device)


@pytest.mark.parametrize("dtype", DTYPES)
def test_array_of_host_arrays(device, dtype):
    a = values((3, 4), dtype)
    for view in (a, a.T, a[::2], a[:, ::-1], a[1, 2], a[:0], a[1:2, 1]):
        check(np.array(view), tn.array(view))
        check(np.array(view, order="F"), tn.array(view, order="F"))
    check(np.array(a), tn.array(a.astype(a.dtype.newbyteorder())))


def test_array_of_arrays(device):
    a = values((3, 4), "f4")
    for layout in (lambda x: x, lambda x: x.T, lambda x: x[::2, ::-1]):
        for kwargs in (
            {},
            {"order": "C"},
            {"order": "F"},
            {"order": "A"},
            {"dtype": "f8"},
            {"dtype": "f8", "order": "F"},
            {"copy": None},
            {"copy": None, "ndmin": 4},
            {"copy": False, "order": "C"},
            {"copy": False, "dtype": int},
        ):
            same_or_error(
                lambda xp, x, v=layout, k=kwargs: xp.array(v(x), **k), device, a
            )
    x = tn.array(a)
    assert tn.asarray(x) is x
    assert tn.asarray(x, "f4", "C") is x
    assert tn.array(x) is not x
    assert tn.may_share_memory(tn.array(x, copy=None, ndmin=5), x)
    assert not tn.may_share_memory(tn.array(x), x)
    assert tn.asarray(x, device=device) is x


def test_array_of_lists_that_hold_arrays(device):
    row, one = values(3, "f4"), np.asarray(np.float32(2))
    for body in [
        lambda xp, r, s: xp.array([r, r]),
        lambda xp, r, s: xp.array([s, s * 2, 3.5]),
        lambda xp, r, s: xp.array([1, s]),
        lambda xp, r, s: xp.array([[s, 1], [2, s]]),
        lambda xp, r, s: xp.array([(r, r), (r, r)], dtype=complex),
        lambda xp, r, s: xp.array([r.max(), r.min(), r.sum()]),
        lambda xp, r, s: xp.array([r[:0], r[:0]]),
    ]:
        same(body, device, row, one)
    with pytest.raises(ValueError, match="inhomogeneous shape"):
        tn.array([tn.asarray(row), tn.asarray(row[:2])])


def test_copy_modes(device):
    x = tn.arange(3.0, device=device)
    assert not tn.may_share_memory(tn.array(x, copy=np._CopyMode.ALWAYS), x)
    assert tn.may_share_memory(tn.array(x, copy=np._CopyMode.IF_NEEDED), x)
    assert tn.may_share_memory(tn.array(x, copy=np._CopyMode.NEVER), x)


def test_objects_with_array_protocols(device):
    class Arrayish:
        def __array__(self, dtype=None, copy=None):
            return np.arange(3.0)

    class Exporter:
        def __dlpack__(self, **kwargs):
            return np.arange(4).__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return (1, 0)

    class Counts:
        def __array__(self, dtype=None, copy=None):
            return tn.asarray([0, 2, 2], device=device)

    check(np.array([1, 0, 2]), tn.bincount(Counts()))
    check(np.arange(3.0), tn.asarray(Arrayish()))
    check(np.arange(4), tn.asarray(Exporter()))
    check(np.arange(4), tn.from_dlpack(Exporter()))


def test_device_argument(device):
    for make in (
        lambda **k: tn.zeros(3, **k),
        lambda **k: tn.arange(5, **k),
        lambda **k: tn.linspace(0, 1, 5, **k),
        lambda **k: tn.array([1, 2], **k),
        lambda **k: tn.eye(3, **k),
        lambda **k: tn.full(3, 2, **k),
        lambda **k: tn.indices((2, 2), **k),
        lambda **k: tn.ones_like(tn.zeros(3), **k),
    ):
        assert str(make().device) == device
        assert str(make(device="cpu").device) == "cpu"
    x = tn.zeros(3, device="cpu")
    for make in (
        lambda: tn.zeros_like(x),
        lambda: tn.full(2, x[0]),
        lambda: tn.ones(2, like=x),
        lambda: tn.tril(tn.zeros((2, 2), device="cpu")),
        lambda: tn.asarray([x[0], 1]),
    ):
        assert str(make().device) == "cpu"
    with pytest.raises(TypeError, match="like"):
        tn.zeros(3, like=3)


def test_copies_and_modules(device):
    a = values((2, 3), "i4")
    x = tn.asarray(a)
    for order in "KACF":
        same(lambda xp, v, o=order: xp.copy(v.T, o), device, a)
    assert isinstance(tn.asnumpy(x), np.ndarray)
    assert tn.asnumpy(x.T).flags.c_contiguous
    assert tn.asnumpy(a) is a
    out = np.zeros((2, 3), "i4")
    assert tn.asnumpy(x, out=out) is out
    assert (out == a).all()
    assert tn.get_array_module(a, x) is tn
    assert tn.get_array_module(a, 3) is np
    same(lambda xp, v: xp.astype(v, "f2"), device, a)
    assert tn.astype(a, "f4").device == device  # a NumPy array
    same(lambda xp, v: xp.require(v, "f4", ["F"]), device, a)
    same_error(lambda xp, v: xp.require(v, None, ["C", "F"]), device, a)
    same_error(lambda xp, v: xp.asarray_chkfinite(v / 0), device, a)


@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_empty_like_of_host_arrays_and_lists(device, dtype):
    a = values((2, 3), dtype)
    check(np.zeros_like(a.T), tn.zeros_like(a.T))
    check(np.zeros_like([1, 2]), tn.zeros_like([1, 2]))


@pytest.mark.parametrize(
    "build",
    [
        lambda a: [a[0], [1, 2, 3]],
        lambda a: [[1, 2, 3], a[0]],
        lambda a: [a[0, :1], [2.5]],
        lambda a: [[a[0], [1, 2, 3]], [(4, 5, 6), a[1]]],
        lambda a: (a[0], [True, False, True]),
        lambda a: [a, [[1, 2, 3]] * 2],
        lambda a: [a[:, :0], [[], []]],
        lambda a: [a.astype("f4"), a],
    ],
)
@pytest.mark.parametrize("dtype", [None, "f4", "?"])
def test_arrays_in_nested_sequences(device, build, dtype):
    same(lambda xp, a: xp.array(build(a), dtype=dtype), device, values((2, 3), "i4"))


@pytest.mark.parametrize(
    "build",
    [
        lambda a: [a[0], 3],
        lambda a: [a[0], [1, 2]],
        lambda a: [a, a[0]],
        lambda a: [a, a[:, :2]],
        lambda a: [[a[0], a[1]], [a[0], [1]]],
    ],
)
def test_ragged_sequences(device, build):
    same_error(lambda xp, a: xp.array(build(a)), device, values((2, 3), "i4"))


def test_sequences_that_hold_themselves(device):
    def itself(first):
        items = list(first)
        items.append(items)
        return items

    same_error(lambda xp: xp.array(itself([])), device)
    same_error(lambda xp: xp.asarray(itself([1])), device)
    with pytest.raises(ValueError, match="maximum number of dimension of 64"):
        tn.array(itself([tn.ones(2)]))
    with pytest.raises(ValueError):
        np.concatenate(itself([tn.ones(2)]))
    with pytest.raises(ValueError):
        np.stack(itself([tn.ones(2), tn.ones(2)]))
