# SPDX-License-Identifier: Apache-2.0
"""tenorite.fft against numpy.fft: every function, dtype, length, axis and layout."""

import inspect
import itertools
import math
import threading
import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import (
    DTYPES,
    check,
    host,
    in_python,
    on_device,
    outcome,
    same_error,
    values,
)
from support.layouts import LAYOUTS, real_strides
from support.machine import X86
from tenorite.fft import _steps

ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
MANY = ("fftn", "ifftn", "rfftn", "irfftn")
TWO = ("fft2", "ifft2", "rfft2", "irfft2")
OF_REAL = ("rfft", "ihfft", "rfftn", "rfft2")
TO_REAL = ("irfft", "hfft", "irfftn", "irfft2")
NORMS = (None, "backward", "ortho", "forward")
REPEATED = [LAYOUTS[name] for name in ("row", "column", "single")]
SIZES = (1, 2, 3, 4, 7, 8, 30, 97, 128, 1000, 1009, 2048)
# NumPy 2.4 and older take `out` of these and leave it as it is.
WITHOUT_OUT = (
    ("hfft", "ifft2", "irfft2") if np.lib.NumpyVersion(np.__version__) < "2.5.0" else ()
)


def random(shape, dtype, seed=0):
    """Host array whose items use all digits of the dtype."""
    dtype = np.dtype(dtype)
    if dtype.kind not in "fc":
        return values(shape, dtype, seed)
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if dtype.kind == "c" else x).astype(
        dtype
    )


def agree(expected, got, device, points, precision=None):
    """NumPy's bits on x86 CPUs; elsewhere four roundings per level of the transform.

    The roundings are those of the dtype, or of a `precision` below it.
    """
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    assert real_strides(got) == real_strides(expected)
    if (device == "cpu" and X86) or expected.dtype.kind not in "fc":
        np.testing.assert_array_equal(host(got), expected)
        return
    levels = 1 + math.log2(max(points, 1))
    scale = float(np.abs(expected).max()) if expected.size else 0.0
    eps = max(np.finfo(d).eps for d in (expected.dtype, precision or expected.dtype))
    bound = 4 * float(eps) * levels * scale
    error = np.abs(host(got).astype("D") - expected.astype("D"))
    assert error.max(initial=0.0) <= bound, (error.max(), bound)


def compare(device, name, a, *args, make=lambda xp, x: x, **kwargs):
    """The call by both libraries; the exceptions where NumPy raises one."""

    def call(xp, x):
        return getattr(xp.fft, name)(make(xp, x), *args, **kwargs)

    expected, error = outcome(lambda: call(np, a))
    if error is not None:
        same_error(call, device, a)
        return
    ours = on_device(a, device)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        got = call(tn, ours)
    assert str(got.device) == device
    agree(expected, got, device, max(expected.size, a.size))
    np.testing.assert_array_equal(host(ours), a, err_msg="the input was changed")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ONE)
def test_dtypes_and_lengths(device, name, dtype):
    for size in SIZES:
        compare(device, name, random(size, dtype))
        compare(device, name, random((3, size), dtype))
        compare(device, name, random((size, 2), dtype), axis=0)


# Factors with code of their own, others, and lengths that are convolved (211).
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 16, 50, 96, 211])
@pytest.mark.parametrize("dtype", "fdFD")
def test_lines_side_by_side(device, dtype, points):
    """As many lines as vectors have lanes, and a few more or fewer."""
    layouts = [
        lambda xp, x: x,
        lambda xp, x: xp.asarray(x, order="F"),
        lambda xp, x: x[::-1, ::2],
    ]
    for name, lines in itertools.product(ONE, (3, 4, 5, 8, 9, 19)):
        if name in OF_REAL and dtype in "FD":
            continue
        a = random((lines, 2 * points), dtype, lines)
        for make, n in itertools.product(layouts, (points, points + 3)):
            compare(device, name, a, n, 1, make=make)
        compare(device, name, a.T.copy(), None, 0)


@pytest.mark.parametrize("points", [1 << 17, (1 << 17) + 2])
@pytest.mark.parametrize("name", ONE[:4])
def test_long_lines(device, name, points):
    """The longest lines that go side by side, and longer ones."""
    for dtype in "fd" if name in OF_REAL else "FD":
        compare(device, name, random((4, points), dtype))


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("name", ONE)
def test_points_axes_and_norms(device, name, norm):
    for dtype in "efFdD" if name not in OF_REAL else "efd":
        a = random((4, 6, 5), dtype)
        for axis, n in itertools.product((0, 1, 2, -1, -3), (None, 1, 2, 3, 4, 7, 16)):
            compare(device, name, a, n, axis, norm)


@pytest.mark.parametrize("name", ONE[:4] + MANY + TWO)
def test_compiled_path_and_function_agree(device, name):
    function = getattr(tn.fft, name)
    more = [(5,), (None, 0), (4, -1)] if name in ONE else [(None, None)]
    for dtype, args in itertools.product("?hefdFD", [(), *more]):
        a = random((3, 5, 4), dtype)
        for x in (on_device(a, device), on_device(a, device).T[:, ::-1]):
            ours, error = outcome(lambda x=x, args=args: function(x, *args))
            plain, expected = outcome(
                lambda x=x, args=args: inspect.unwrap(function)(x, *args)
            )
            assert (type(error), str(error)) == (type(expected), str(expected))
            if error is None:
                check(plain.get(), ours, order=False)
                assert ours.strides == plain.strides


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ONE + MANY)
def test_layouts(device, name, layout):
    for dtype in "fd" if name in OF_REAL else "dFD":
        a = random((6, 8, 5), dtype)
        if name in ONE:
            for axis, n in itertools.product(range(3), (None, 4, 11)):
                compare(device, name, a, n, axis, make=LAYOUTS[layout])
        else:
            for axes in ((0, 1, 2), (0, 2), (1, 0), (2,), (2, 0, 1)):
                compare(device, name, a, None, axes, "ortho", make=LAYOUTS[layout])


@pytest.mark.parametrize("name", MANY + TWO)
def test_several_axes(device, name):
    for dtype in "ifd" if name in OF_REAL else "ifFD":
        a = random((4, 3, 6, 5), dtype)
        compare(device, name, a)
        for axes in ((0, 1), (1, 0), (3, 1), (0, 3), (2, 2), (-1, -4), (1,), ()):
            compare(device, name, a, axes=axes)
            for norm, more in itertools.product(NORMS, (-2, 0, 3)):
                s = [max(a.shape[axis] + more, 1) for axis in axes]
                compare(device, name, a, s, axes, norm)
        compare(device, name, a, (-1, 8), (0, 2))
        compare(device, name, a, (2, -1, -1), (0, 2, 0))


@pytest.mark.parametrize("name", MANY)
def test_more_axes_than_a_plan_has(device, name):
    a = random((3, 4, 2, 5, 3, 2), "d" if name in OF_REAL else "D")
    compare(device, name, a)
    compare(device, name, a, None, (5, 3, 1, 0, 2, 4))
    compare(device, name, a, (4, 4, 4, 4, 4), (1, 2, 3, 4, 0))
    compare(device, name, a, None, (0, 1, 1, 0, 5))
    compare(device, name, random((1, 1, 5, 1), a.dtype))


@pytest.mark.parametrize("name", ONE)
def test_batches_between_axes(device, name):
    """Many transforms along a middle axis, with few and many of them side by side."""
    for shape in ((50, 9, 3), (3, 9, 50), (40, 16, 40), (1, 32, 7), (2, 3, 8, 4, 5)):
        a = random(shape, "f" if name in OF_REAL else "F")
        for axis in range(a.ndim):
            compare(device, name, a, axis=axis)


@pytest.mark.parametrize("name", ONE + TWO)
def test_large(device, name):
    """Enough work for several threads, and for launches of their own."""
    dtype = "f" if name in OF_REAL else "F"
    for shape in ((256, 1024), (1 << 18,), (64, 48, 100), (262147,)):
        if name in TWO and len(shape) == 1:
            continue
        a = random(shape, dtype)
        for axis in range(a.ndim) if name in ONE else ((0, 1), (-1, 0)):
            key = "axis" if name in ONE else "axes"
            compare(device, name, a, **{key: axis})


@pytest.mark.parametrize("name", ONE + MANY + TWO)
def test_out(device, name):
    if name in WITHOUT_OUT:
        pytest.skip("this NumPy ignores `out` here")
    for dtype in "efd" if name in OF_REAL else "efFD":
        a = random((4, 6), dtype)
        whole = getattr(np.fft, name)(a)
        shape, natural = whole.shape, whole.dtype
        for target in "efdFD":
            for order in "CF":

                def fill(xp, x, target=target, order=order, shape=shape):
                    out = xp.zeros(shape, target, order=order)
                    result = getattr(xp.fft, name)(x, norm="ortho", out=out)
                    assert result is out
                    return result

                expected, error = outcome(lambda fill=fill, a=a: fill(np, a))
                if error is not None:
                    same_error(fill, device, a)
                    continue
                got = fill(tn, on_device(a, device))
                agree(expected, got, device, 64, natural)


def _view(xp, x, key):
    return xp.zeros((9, 14), x)[key]


@pytest.mark.parametrize("name", ("fft", "irfft", "fftn", "ihfft"))
def test_out_of_any_layout(device, name):
    a = random((4, 6), "d" if name in OF_REAL else "D")
    rows, columns = getattr(np.fft, name)(a).shape
    for key in (
        (slice(0, rows), slice(0, columns)),
        (slice(rows, 0, -1), slice(columns, 0, -1)),
        (slice(1, 1 + rows), slice(13, 13 - columns, -1)),
    ):

        def fill(xp, x, key=key):
            dtype = "d" if name == "irfft" else "D"
            return getattr(xp.fft, name)(x, out=_view(xp, dtype, key))

        got = fill(tn, on_device(a, device))
        agree(fill(np, a), got, device, 64)


@pytest.mark.parametrize("name", ("fft", "ifft", "fftn", "ifftn"))
def test_out_is_the_input_or_part_of_it(device, name):
    function = {xp: getattr(xp.fft, name) for xp in (np, tn)}
    for shape in ((8, 8), (4, 3, 5)):
        a = random(shape, "D")
        ours = on_device(a, device)
        assert function[tn](ours, out=ours) is ours
        agree(function[np](a), ours, device, a.size)
    a = random((8, 9), "F")
    ours = on_device(a, device)
    first = a[:, 0].copy()
    expected = function[np](a[:, :8].T, out=a[:, 1:])
    agree(expected, function[tn](ours[:, :8].T, out=ours[:, 1:]), device, 64)
    assert np.array_equal(host(ours)[:, 0], first)


def test_out_of_a_wider_batch(device):
    a = random((1, 8), "d")
    for shape in ((5, 8), (1, 8)):
        expected = np.fft.fft(a, out=np.zeros(shape, "D"))
        got = tn.fft.fft(on_device(a, device), out=tn.zeros(shape, "D"))
        agree(expected, got, device, 8)


ERRORS = {
    "no points": lambda xp, x: xp.fft.fft(x, 0),
    "negative points": lambda xp, x: xp.fft.irfft(x, -3),
    "empty axis": lambda xp, x: xp.fft.fft(x[:0], axis=0),
    "one item to irfft": lambda xp, x: xp.fft.irfft(x[:, :1]),
    "one item to hfft": lambda xp, x: xp.fft.hfft(x[:, :1]),
    "0-d": lambda xp, x: xp.fft.fft(x[0, 0]),
    "0-d with points": lambda xp, x: xp.fft.fft(x[0, 0], 3),
    "points of type float": lambda xp, x: xp.fft.fft(x, 4.5),
    "points of type str": lambda xp, x: xp.fft.fft(x, "4"),
    "norm": lambda xp, x: xp.fft.fft(x, norm="none"),
    "norm of an inverse": lambda xp, x: xp.fft.ifft(x, norm="none"),
    "a bool to hfft": lambda xp, x: xp.fft.hfft(x, True),
    "bools to fft2": lambda xp, x: xp.fft.fft2(x, (True, 2)),
    "norm of hfft": lambda xp, x: xp.fft.hfft(x, norm="none"),
    "norm of ihfft": lambda xp, x: xp.fft.ihfft(x, norm="none"),
    "norm of a list": lambda xp, x: xp.fft.ifft(x, norm=["ortho"]),
    "axis": lambda xp, x: xp.fft.fft(x, axis=2),
    "axis with points": lambda xp, x: xp.fft.fft(x, 4, axis=2),
    "axis below": lambda xp, x: xp.fft.rfft(x, 4, axis=-3),
    "no axis": lambda xp, x: xp.fft.fft(x, axis=None),
    "axis of type str": lambda xp, x: xp.fft.fft(x, 4, axis="1"),
    "complex input, even": lambda xp, x: xp.fft.rfft(x + 1j),
    "complex input, odd": lambda xp, x: xp.fft.rfft(x + 1j, 5, norm="ortho"),
    "complex64 input": lambda xp, x: xp.fft.rfft(x.astype("F"), norm="forward"),
    "complex input to ihfft": lambda xp, x: xp.fft.ihfft(x + 1j),
    "complex input to rfftn": lambda xp, x: xp.fft.rfftn(x + 1j),
    "axes": lambda xp, x: xp.fft.fftn(x, axes=(0, 2)),
    "axes with lengths": lambda xp, x: xp.fft.fftn(x, (3, 3), (2, 0)),
    "axes of irfftn": lambda xp, x: xp.fft.irfftn(x, axes=(0, 2)),
    "axis twice too far": lambda xp, x: xp.fft.fft2(x[0]),
    "lengths and axes": lambda xp, x: xp.fft.fftn(x, (3, 3), (0,)),
    "lengths with zero": lambda xp, x: xp.fft.fftn(x, (3, 0), (0, 1)),
    "lengths below -1": lambda xp, x: xp.fft.rfft2(x, (3, -2)),
    "more lengths than axes": lambda xp, x: xp.fft.fftn(x, (3, 3, 3)),
    "axes of type int": lambda xp, x: xp.fft.fftn(x, axes=1),
    "lengths of type int": lambda xp, x: xp.fft.fftn(x, 3, (0,)),
    "no axes, real": lambda xp, x: xp.fft.rfftn(x, axes=()),
    "no axes, to real": lambda xp, x: xp.fft.irfftn(x, axes=()),
    "0-d, several axes": lambda xp, x: xp.fft.rfftn(x[0, 0]),
    "norm, several axes": lambda xp, x: xp.fft.fftn(x, norm="none"),
    "points beyond memory": lambda xp, x: xp.fft.fft(x, 1 << 60),
    "wrong lengths of out": lambda xp, x: xp.fft.fft(x, out=xp.zeros((4, 5), "D")),
    "too few axes of out": lambda xp, x: xp.fft.fft(x, out=xp.zeros(6, "D")),
    "out of rfft": lambda xp, x: xp.fft.rfft(x, out=xp.zeros((4, 6), "D")),
    "batch of out": lambda xp, x: xp.fft.fft(x, out=xp.zeros((3, 6), "D")),
    "batch of one": lambda xp, x: xp.fft.fft(x, out=xp.zeros((1, 6), "D")),
    "real out": lambda xp, x: xp.fft.fft(x, out=xp.zeros((4, 6))),
    "integer out": lambda xp, x: xp.fft.irfft(x, out=xp.zeros((4, 10), int)),
    "out is a list": lambda xp, x: xp.fft.fft(x, out=[1, 2]),
    "out is no array": lambda xp, x: xp.fft.fft(x, out="out"),
    "two outs": lambda xp, x: xp.fft.fft(x, out=(x, x)),
    "out of fftn grows": lambda xp, x: xp.fft.fftn(
        x, (8, 8), (0, 1), out=xp.zeros((8, 8), "D")
    ),
    "real out of fftn": lambda xp, x: xp.fft.fftn(x, out=xp.zeros((4, 6))),
    "read-only out": lambda xp, x: xp.fft.fft(
        x, out=xp.broadcast_to(xp.zeros(6, "D"), (4, 6))
    ),
    "shift": lambda xp, x: xp.fft.fftshift(x, axes=2),
    "shifts": lambda xp, x: xp.fft.ifftshift(x, axes=(0, 3)),
    "frequencies": lambda xp, x: xp.fft.fftfreq(2.5),
    "frequencies of reals": lambda xp, x: xp.fft.rfftfreq("4"),
    "no frequencies": lambda xp, x: xp.fft.fftfreq(0),
    "negative frequencies": lambda xp, x: xp.fft.fftfreq(-3),
}


@pytest.mark.parametrize("body", ERRORS.values(), ids=ERRORS.keys())
def test_errors(device, body):
    same_error(body, device, random((4, 6), "d"))


def test_arrays_of_other_places(device):
    a = tn.ones(4, "D")
    if device != "cpu":
        with pytest.raises(TypeError, match="cannot be mixed|ArrayType"):
            tn.fft.fft(a, out=np.zeros(4, "D"))
        with pytest.raises(ValueError, match="operands are on different devices"):
            tn.fft.fft(a, out=tn.zeros(4, "D", device="cpu"))


def test_empty_batches_and_padding_of_nothing(device):
    for name in ONE:
        compare(device, name, random((0, 4), "d"))
        compare(device, name, random((3, 0, 4), "f"), axis=2)
        # NumPy's irfft reads an item beyond the array.
        got = getattr(tn.fft, name)(on_device(np.zeros((2, 0)), device), 4)
        assert got.shape[0] == 2
        assert not host(got).any()
    for name in MANY:
        compare(device, name, random((0, 4), "d"), None, (1,))
        compare(device, name, random((0, 4), "d"), (3, 4), (0, 1))


def test_lists_and_scalars(device):
    for name in ("fft", "rfft", "irfft"):
        got = getattr(tn.fft, name)([1, 2, 3, 4])
        agree(getattr(np.fft, name)([1, 2, 3, 4]), got, device, 4)
    x = tn.fft.fftn([[1, 2], [3, 4]], axes=())
    assert x.dtype == int
    assert x.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("name", MANY + TWO)
def test_deprecated_arguments_warn_at_the_call(device, name):
    a = random((4, 4), "d")
    for s, axes in (((3, 3), None), ((None, 3), (0, 1)), ((None, None), None)):
        with warnings.catch_warnings(record=True) as expected:
            warnings.simplefilter("always")
            want = getattr(np.fft, name)(a, s, axes)
        with warnings.catch_warnings(record=True) as got:
            warnings.simplefilter("always")
            ours = getattr(tn.fft, name)(on_device(a, device), s, axes)
        agree(want, ours, device, 16)
        assert [str(w.message) for w in got] == [str(w.message) for w in expected]
        assert {w.category for w in got} == {DeprecationWarning}
        assert {w.filename for w in got} == {__file__}


@pytest.mark.parametrize("dtype", "fdFD")
def test_round_trips(device, dtype):
    x = on_device(random((12, 30, 7), dtype), device)
    bound = 50 * np.finfo(x.dtype).eps
    for norm, axis in itertools.product(NORMS, range(3)):
        back = [tn.fft.ifft(tn.fft.fft(x, axis=axis, norm=norm), axis=axis, norm=norm)]
        back.append(tn.fft.ifftn(tn.fft.fftn(x, norm=norm), norm=norm))
        if x.dtype.kind == "f":
            n = x.shape[axis]
            half = tn.fft.rfft(x, axis=axis, norm=norm)
            back.append(tn.fft.irfft(half, n, axis, norm))
            half = tn.fft.ihfft(x, axis=axis, norm=norm)
            back.append(tn.fft.hfft(half, n, axis, norm))
            half = tn.fft.rfftn(x, norm=norm)
            back.append(tn.fft.irfftn(half, x.shape, (0, 1, 2), norm))
        for y in back:
            assert float(tn.abs(y - x).max()) < bound


def test_inf_and_nan_stay_in_their_transform(device):
    a = random((3, 16), "D")
    a[1, 3] = np.inf
    got = host(tn.fft.fft(on_device(a, device)))
    assert not np.isfinite(got[1]).any()
    agree(np.fft.fft(a[::2]), tn.fft.fft(on_device(a[::2], device)), device, 16)
    assert np.isfinite(got[::2]).all()


SHIFTS = (None, 0, 1, -1, (0,), (0, 1), [1, 0], (1, 1))


@pytest.mark.parametrize("name", ("fftshift", "ifftshift"))
def test_shifts(device, name):
    for shape in ((4, 5), (1, 7), (0, 3), (3, 4, 5)):
        a = values(shape, "i")
        for axes in SHIFTS:
            want = getattr(np.fft, name)(a, axes)
            got = getattr(tn.fft, name)(on_device(a, device), axes)
            assert got.dtype == want.dtype
            np.testing.assert_array_equal(host(got), want)
    assert getattr(tn.fft, name)([1, 2, 3]).tolist() == list(
        getattr(np.fft, name)([1, 2, 3])
    )


@pytest.mark.parametrize("name", ("fftfreq", "rfftfreq"))
def test_frequencies(device, name):
    function, numpys = getattr(tn.fft, name), getattr(np.fft, name)
    for n, d in itertools.product((1, 2, 5, 8, np.int64(9)), (1.0, 0.1, 3, 2 + 1j)):
        want, got = numpys(n, d), function(n, d)
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        np.testing.assert_array_equal(host(got), want)
    assert str(function(4).device) == device
    assert str(function(4, device="cpu").device) == "cpu"


def test_numpys_functions_take_these_arrays(device):
    a = random((4, 6), "d")
    x = on_device(a, device)
    for name in ONE + MANY + TWO + ("fftshift", "ifftshift"):
        want = getattr(np.fft, name)(a)
        got = getattr(np.fft, name)(x)
        assert type(got) is tn.ndarray
        if name.endswith("shift"):
            np.testing.assert_array_equal(host(got), want)
        else:
            agree(want, got, device, 24)


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies_in_a_dtype(device, name):
    for dtype in "efd":
        want = getattr(np.fft, name)(7, 0.3).astype(dtype)
        check(want, getattr(tn.fft, name)(7, 0.3, dtype=dtype))
    with pytest.raises(ValueError, match="floating-point"):
        getattr(tn.fft, name)(7, dtype=int)


@pytest.mark.parametrize("name", sorted(np.fft.__all__))
def test_signature_and_docstring(name):
    ours, numpys = getattr(tn.fft, name), getattr(np.fft, name)
    signature = str(inspect.signature(ours)).replace(", *, dtype=None", "")
    assert signature == str(inspect.signature(numpys))
    assert f"\nnumpy.fft.{name}\n" in inspect.getdoc(ours)
    assert name in tn.fft.__all__


def _fuzz_call(rng):
    """A random call: function, array, keywords, layout."""
    name = str(rng.choice(ONE + MANY + TWO))
    ndim = int(rng.integers(2, 5))
    shape = tuple(int(n) for n in rng.choice([1, 2, 3, 4, 5, 8, 9, 13, 16], ndim))
    dtype = str(rng.choice(list("?hefdi" if name in OF_REAL else "?hefdFD")))
    kwargs = {"norm": NORMS[rng.integers(len(NORMS))]}

    def points(axis):
        return int(max(1, shape[axis] + rng.integers(-3, 4)))

    if name in ONE:
        kwargs["axis"] = int(rng.integers(-ndim, ndim))
        if name in TO_REAL or rng.random() < 0.5:
            kwargs["n"] = points(kwargs["axis"])
    else:
        count = 2 if name in TWO else int(rng.integers(1, ndim + 1))
        axes = tuple(
            int(i) for i in rng.choice(ndim, count, replace=rng.random() < 0.1)
        )
        kwargs["axes"] = axes
        if name in TO_REAL or rng.random() < 0.5:
            kwargs["s"] = tuple(points(axis) for axis in axes)
    layout = LAYOUTS[str(rng.choice(sorted(LAYOUTS)))]
    if layout in REPEATED:
        # The strides of axes of one item are not NumPy's there.
        shape = tuple(max(n, 2) for n in shape)
    return name, random(shape, dtype, int(rng.integers(1 << 30))), kwargs, layout


@pytest.mark.parametrize("seed", range(8))
def test_random_calls(device, seed):
    rng = np.random.default_rng([seed, 20])
    for _ in range(60):
        name, a, kwargs, layout = _fuzz_call(rng)
        try:
            compare(device, name, a, make=layout, **kwargs)
        except Exception as error:
            error.add_note(f"{name} of {a.dtype} {a.shape}, {kwargs}, {layout}")
            raise


def test_threads_at_once(device):
    """The same plan and others, from several threads."""
    arrays = [random((20, 500 + i % 2), "D", i) for i in range(6)]
    wanted = [np.fft.fft(a) for a in arrays]
    failures = []

    def work(i):
        try:
            x = on_device(arrays[i], device)
            for _ in range(20):
                agree(wanted[i], tn.fft.fft(x), device, 500)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def test_plans_are_kept(device, capsys):
    cache = tn.fft.config.get_plan_cache(None if device != "cpu" else "cuda:0")
    size, memsize = cache.get_size(), cache.get_memsize()
    try:
        cache.clear()
        assert (cache.get_curr_size(), cache.get_curr_memsize()) == (0, 0)
        x = tn.ones((3, 50), "F")
        made = 0 if device == "cpu" else 1
        for _ in range(3):
            tn.fft.fft(x)
        assert cache.get_curr_size() == made == len(list(cache))
        tn.fft.ifft(x)  # the same plan, backwards
        assert cache.get_curr_size() == made
        for n in range(10, 20):
            tn.fft.fft(x, n)
        assert cache.get_curr_size() == 11 * made
        cache.set_size(2)
        assert cache.get_size() == 2
        assert cache.get_curr_size() == 2 * made
        cache.show_info()
        assert "plans: " in capsys.readouterr().out
        cache.set_size(0)
        expected = np.fft.fft(np.ones((3, 50), "F"))
        agree(expected, tn.fft.fft(x), device, 50)
        assert cache.get_curr_size() == 0
        cache.set_memsize(7)
        assert cache.get_memsize() == 7
        with pytest.raises(ValueError, match="plans must be -1"):
            cache.set_size(-2)
    finally:
        cache.set_size(size)
        cache.set_memsize(memsize)
    with pytest.raises(ValueError, match="CPU device keeps no plans"):
        tn.fft.config.get_plan_cache("cpu")


def test_cache_functions():
    config = tn.fft.config
    size = config.get_plan_cache_size()
    config.set_plan_cache_size(5)
    assert config.get_plan_cache_size() == config.get_plan_cache().get_size() == 5
    config.set_plan_cache_size(size)
    assert config.get_plan_cache_max_memsize() == -1
    config.set_plan_cache_max_memsize(-1)
    config.clear_plan_cache()
    assert str(config.get_plan_cache()).startswith("cuFFT plans of cuda:")


def _of_small_factors(n):
    for prime in (2, 3, 5, 7):
        while n % prime == 0:
            n //= prime
    return n == 1


# Lengths that the kernel for columns takes: all short ones, and longer ones.
COLUMNS = [n for n in range(1, 131) if _of_small_factors(n)]
COLUMNS += [240, 243, 250, 256, 343, 360, 480, 500, 512, 600, 625, 720, 729]
COLUMNS += [1000, 1024, 1875, 2048]


@pytest.fixture
def columns():
    """All that the kernel for columns takes goes to it."""
    tn._core.set_fft_route("own")
    yield
    tn._core.set_fft_route("auto")


@pytest.mark.parametrize("dtype", "FD")
@pytest.mark.parametrize("name", ("fft", "ifft"))
def test_columns_of_all_lengths(device, columns, name, dtype):
    for n in COLUMNS:
        compare(device, name, random((n, 9), dtype), axis=0)
        compare(device, name, random((2, n, 3), dtype), axis=1, norm="ortho")


@pytest.mark.parametrize("dtype", "FD")
def test_columns_of_any_width(device, columns, dtype):
    for n, width in itertools.product((7, 12, 100, 768), (1, 2, 3, 7, 33, 100)):
        a = random((3, n, width), dtype)
        compare(device, "fft", a, axis=1)
        compare(device, "ifft", a, n - 1, 1, "forward")
        compare(device, "fft", a, n + 2, 1)
        wide = random((4, 2 * n, width + 5), dtype)
        for key in (
            np.s_[1:, ::2, 2:-3],
            np.s_[::2, n:, ::2],
            np.s_[::-1, ::-2, ::-1],
            np.s_[:1, :n],
        ):
            compare(device, "fft", wide, axis=1, make=lambda xp, x, key=key: x[key])
        ours = on_device(a, device)
        assert tn.fft.ifft(ours, axis=1, out=ours) is ours
        agree(np.fft.ifft(a, axis=1), ours, device, a.size)
        out = tn.zeros((n, width, 3), dtype, device=device).transpose(2, 0, 1)
        expected = np.zeros((n, width, 3), dtype).transpose(2, 0, 1)
        np.fft.fft(a, axis=1, out=expected)
        got = tn.fft.fft(on_device(a, device), axis=1, out=out)
        agree(expected, got, device, a.size)


def test_columns_keep_no_numbers_apart(device, columns):
    a = random((30, 70, 11), "F")
    a[7, 13, 5] = np.nan
    a[8, 1, 2] = np.inf
    got = host(tn.fft.fft(on_device(a, device), axis=1))
    finite = np.isfinite(got).all(axis=1)
    assert not np.isfinite(got[7, :, 5]).any()
    assert not np.isfinite(got[8, :, 2]).any()
    assert finite.sum() == finite.size - 2


def test_columns_have_the_accuracy_of_their_dtype(device, columns):
    for dtype, n in itertools.product("FD", (64, 343, 1000, 2048)):
        a = random((n, 64), dtype)
        got = host(tn.fft.fft(on_device(a, device), axis=0))
        want = np.fft.fft(a.astype("D"), axis=0)
        # NumPy's own roundings in double precision are among the errors.
        error = np.linalg.norm(got - want) / np.linalg.norm(want)
        assert error < 0.6 * np.finfo(dtype).eps * math.sqrt(math.log2(n))


@pytest.mark.parametrize("route", ("direct", "copy", "own"))
def test_every_route_gives_the_transforms(device, route):
    """By the library in place or moved together; by the kernel for columns."""
    tn._core.set_fft_route(route)
    try:
        for name in ONE + MANY:
            a = random((6, 9, 8, 5), "f" if name in OF_REAL else "F")
            for axis in range(4):
                if name in ONE:
                    compare(device, name, a, axis=axis)
                else:
                    compare(device, name, a, axes=(axis, (axis + 1) % 4))
    finally:
        tn._core.set_fft_route("auto")


def test_bits_do_not_depend_on_threads():
    code = (
        "import numpy, tenorite as t, hashlib\n"
        "a = numpy.random.default_rng(1).standard_normal((300, 999))\n"
        "x = t.asarray(a, device='cpu')\n"
        "bits = b''.join(f(x, axis=k).get().tobytes()\n"
        "    for f in (t.fft.rfft, t.fft.ifft) for k in (0, 1))\n"
        "print(hashlib.sha256(bits).hexdigest())\n"
    )
    found = {in_python(code, TENORITE_NUM_THREADS=str(n)) for n in (1, 2, 7)}
    assert len(found) == 1


def test_lengths_of_any_device(device):
    """What calls have in common is found by numbers, not by arrays of a device."""
    x = tn.arange(8.0, device=device)
    plain = tn.fft.rfft(x, n=4)
    _steps.step("rfft", x.shape, x.dtype, 4, -1, None)
    hits = _steps._step.cache_info().hits
    again = tn.fft.rfft(x, n=tn.array(4, device=device))
    assert _steps._step.cache_info().hits == hits + 1
    np.testing.assert_array_equal(again.get(), plain.get(), strict=True)
