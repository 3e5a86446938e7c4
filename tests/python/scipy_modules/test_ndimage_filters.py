# SPDX-License-Identifier: Apache-2.0
"""Filters of tenorite.scipy.ndimage against SciPy's: values, dtypes, errors."""

import warnings

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, on_device
from support.scipy_calls import plain_ndimage as theirs
from tenorite.scipy import ndimage
from tenorite.scipy.ndimage import _lines, _ranks, _stencil

LETTERS = "?bBhHiIlfd"
MODES = ("reflect", "nearest", "wrap", "mirror", "constant")
# Contiguous lines and columns, narrow images, lines shorter than windows.
SHAPES = ((300,), (7, 400), (40, 70), (3, 5, 66), (5, 3, 3), (280, 3), (1, 1), ())


def image(shape, letter, seed=0):
    values = np.random.default_rng(seed).random(shape) * 100
    if letter in "bhilfd":
        values = values - 40
    return np.asarray(values).astype(letter)


def compare(name, device, x, *args, rtol=0, **kwargs):
    """Asserts that the filter gives SciPy's array, or its exception in its words."""
    try:
        wanted = getattr(theirs, name)(x, *args, **kwargs)
    except Exception as error:  # whatever it is
        with pytest.raises(type(error)) as caught:
            getattr(ndimage, name)(on_device(x, device), *args, **kwargs)
        assert str(caught.value) == str(error)
        return
    got = getattr(ndimage, name)(on_device(x, device), *args, **kwargs)
    assert isinstance(got, tn.ndarray)
    assert got.dtype == wanted.dtype and got.shape == wanted.shape
    if rtol:
        np.testing.assert_allclose(host(got), wanted, rtol=rtol, atol=rtol)
    else:
        np.testing.assert_array_equal(host(got), wanted)


@pytest.mark.parametrize("letter", LETTERS)
def test_correlate1d(device, letter):
    rng = np.random.default_rng(1)
    long = rng.random(9)
    for shape in SHAPES[:-1]:
        x = image(shape, letter)
        for axis in range(x.ndim):
            for mode in MODES:
                for weights in ([1, 2, 1], [-1, 0, 1], [1, 3], long, [2.5]):
                    origin = rng.integers(-(len(weights) // 2), (len(weights) + 1) // 2)
                    compare(
                        *("correlate1d", device, x, weights, axis),
                        mode=mode,
                        cval=2.5,
                        origin=origin,
                    )


@pytest.mark.parametrize("length", [17, 33, 64, 65, 66, 150])
def test_correlate1d_long_windows(device, length):
    weights = np.random.default_rng(length).random(length)
    for shape in ((40,), (1200,), (7, 2048), (260, 70)):
        for letter in "Bfd":
            x = image(shape, letter)
            for given in (weights, weights + weights[::-1], weights - weights[::-1]):
                for axis in range(x.ndim):
                    compare("correlate1d", device, x, given, axis, output=np.float64)


def test_lines_at_every_alignment(device):
    """Windows that begin anywhere in the vectors that threads load."""
    for n in (256, 257, 320, 1024):
        for letter in "BHfd":
            whole = image((3, n + 8), letter)
            x = on_device(whole, device)
            for before in range(5):
                for length in (before + 1, 9):
                    origin = before - length // 2
                    weights = np.arange(1.0, length + 1)
                    for part in (slice(0, n), slice(1, n + 1)):
                        got = ndimage.correlate1d(x[:, part], weights, origin=origin)
                        wanted = theirs.correlate1d(
                            whole[:, part], weights, origin=origin
                        )
                        np.testing.assert_array_equal(host(got), wanted)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 31, 66, 90])
def test_windows_along_an_axis(device, size):
    for shape in ((300,), (7, 400), (70, 70), (5, 3, 3)):
        for letter in "?BhLfd":
            x = image(shape, letter)
            tolerance = {"f": 1e-6, "d": 1e-12}.get(letter, 0)
            for axis in range(x.ndim):
                for mode in MODES:
                    options = {"mode": mode, "cval": 1}
                    compare("minimum_filter1d", device, x, size, axis, **options)
                    compare("maximum_filter1d", device, x, size, axis, **options)
                    compare(
                        *("uniform_filter1d", device, x, size, axis),
                        rtol=tolerance,
                        **options,
                    )


@pytest.mark.parametrize("letter", LETTERS)
def test_windows_of_several_axes(device, letter):
    rng = np.random.default_rng(2)
    # Kernels of other ranks differ in nothing that depends on the dtype.
    for shape in ((300,), (40, 160), (3, 5, 90), ()) if letter in "Bd" else ((9, 160),):
        x = image(shape, letter)
        for size in (2, 3):
            footprint = np.asarray(rng.random((size,) * x.ndim) < 0.6)
            footprint[(0,) * x.ndim] = True
            weights = rng.random((size,) * x.ndim)
            for k, mode in enumerate(MODES):
                options = {"mode": mode, "cval": 3, "origin": k % 2 - size // 2}
                compare("correlate", device, x, weights, **options)
                compare("convolve", device, x, weights, **options)
                compare("maximum_filter", device, x, size, **options)
                for name in ("minimum_filter", "median_filter"):
                    if name == "median_filter" and x.ndim == 1:
                        continue  # SciPy's takes such a footprint for a full one
                    compare(name, device, x, footprint=footprint, **options)
                compare("percentile_filter", device, x, 37, size, mode=mode)


@pytest.fixture(params=["as it is", "as on a GPU"])
def forms(request, device, monkeypatch):
    """Kernels that a device would not take are right there, too."""
    if request.param == "as on a GPU":
        if device != "cpu":
            pytest.skip("as it is")
        for module in (_lines, _ranks, _stencil):
            monkeypatch.setattr(
                module, "per_thread", lambda x, on_gpu, on_cpu=1: on_gpu
            )


@pytest.mark.parametrize(
    "letter, shape", [("B", (20, 256)), ("f", (3, 4, 96)), ("f", (10, 99))]
)
def test_forms_for_gpus(device, forms, letter, shape):
    x = image(shape, letter)
    weights = np.random.default_rng(0).random((3, 5, 4)[-x.ndim :])
    compare("correlate", device, x, weights)
    compare("correlate", device, x, weights, mode="constant", cval=2, origin=-1)
    compare("convolve", device, x, np.ones((3, 9, 5)[-x.ndim :]), mode="wrap")
    compare("median_filter", device, x, 3, mode="mirror")
    compare("rank_filter", device, x, 2, (1,) * (x.ndim - 1) + (5,), origin=0)
    for axis in range(x.ndim):
        compare("gaussian_filter1d", device, x, 1.5, axis)
        compare("correlate1d", device, x, [1, 2, 4, 8], axis, origin=1)
        compare("minimum_filter1d", device, x, 7, axis, mode="nearest")


def test_footprint_of_one_axis(device):
    """SciPy's rank filters of lines ignore the footprint's holes."""
    x = image((50,), "d")
    hole = np.array([True, False, True, True, False])
    got = ndimage.rank_filter(on_device(x, device), 1, footprint=hole)
    wanted = theirs.rank_filter(x[None], 1, footprint=hole[None])[0]
    np.testing.assert_array_equal(host(got), wanted)


@pytest.mark.parametrize("size", [3, 4, 5, 7, (1, 9), (9, 1), (12, 12)], ids=str)
def test_ranks(device, forms, size):
    """Networks, and counting beyond: 12 * 12 items fit no registers."""
    count = np.prod(size) if isinstance(size, tuple) else size**2
    for letter in {3: "bHfd", 5: "Bfd", (9, 1): "f"}.get(size, "H"):
        # Aligned rows, others, and such that no window lies inside.
        for shape in ((30, 96), (11, 29), (2, 3)):
            x = image(shape, letter)
            if letter in "fd":
                x[1, 1], x[0, 2] = np.inf, -np.inf
            compare("median_filter", device, x, size, mode="constant", cval=20)
        compare("rank_filter", device, x, count // 3, size)
        compare("rank_filter", device, x, -2, size, mode="wrap")


@pytest.mark.parametrize("size", [3, 7, 32])
def test_ranks_of_lines(device, forms, size):
    for letter, n in (("f", 1000), ("d", 999), ("B", 64), ("l", 40)):
        x = image((n,), letter)
        compare("median_filter", device, x, size, mode="mirror")
        compare("rank_filter", device, x, 1, size, origin=size // 2 - 1)


@pytest.mark.parametrize("letter", "fd")
@pytest.mark.parametrize("size", [3, (3, 4), (20, 20), "cross"], ids=str)
def test_nans_come_last(device, forms, letter, size):
    """As in a sort. What SciPy makes of them depends on the order of its search."""
    x = image((13, 96), letter)
    x[np.random.default_rng(3).random(x.shape) < 0.2] = np.nan
    x[4, 50:60], x[5, :4] = np.inf, -np.nan
    footprint = np.ones((3, 5), bool) if size == "cross" else np.ones(size, bool)
    if size == 3:
        footprint = np.ones((3, 3), bool)
    if size == "cross":
        footprint[::2, ::4] = False
    around = [(n // 2, (n - 1) // 2) for n in footprint.shape]
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(x, around), footprint.shape
    )
    items = np.sort(windows[..., footprint])
    for rank in (1, footprint.sum() // 2, footprint.sum() - 2):
        got = ndimage.rank_filter(
            on_device(x, device), int(rank), footprint=footprint, mode="constant"
        )
        np.testing.assert_array_equal(host(got), items[..., rank])


CONSTANTS = (("B", -1), ("B", 1e9), ("b", 0.5), ("f", 0.1), ("?", 2), ("H", -3.5))


@pytest.mark.parametrize("letter, cval", CONSTANTS)
def test_constant_that_the_dtype_lacks(device, letter, cval):
    options = {"mode": "constant", "cval": cval}
    for shape in ((20, 80), (50,)):
        x = image(shape, letter)
        hole = np.ones((3,) * x.ndim, bool)
        hole[(1,) * x.ndim] = False
        for output in (None, np.float64):
            options["output"] = output
            compare("minimum_filter", device, x, 3, **options)
            compare("maximum_filter", device, x, 3, **options)
            compare("maximum_filter", device, x, footprint=hole, **options)
            if shape == (20, 80) or letter != "f" or output is None:
                # SciPy writes what is no item for lines of another dtype than x's.
                compare("median_filter", device, x, 3, **options)


def test_wide_integers_are_compared_exactly(device):
    """SciPy compares them as float64."""
    x = np.array([2**62 + 1, 2**62, 2**62 + 3])
    got = ndimage.minimum_filter(on_device(x, device), 3)
    assert host(got).tolist() == [2**62, 2**62, 2**62]


def test_nans_are_passed_over(device):
    x = np.array([np.nan, 2.0, np.nan, np.nan, np.nan, 1.0])
    got = host(ndimage.minimum_filter1d(on_device(x, device), 3))
    np.testing.assert_array_equal(got, [2, 2, 2, np.nan, 1, 1])


@pytest.mark.parametrize("letter", "BifdFD")
@pytest.mark.parametrize("shape", [(50,), (20, 70), (6, 9, 66)], ids=str)
def test_gaussians_and_derivatives(device, letter, shape):
    x = image(shape, letter)
    if letter in "FD":
        x = (x + 1j * image(shape, "d", 1)).astype(letter)
    for options in ({}, {"mode": "wrap"}, {"mode": "constant", "cval": 3}):
        compare("gaussian_filter", device, x, 1.3, **options)
        compare("gaussian_filter", device, x, 1.3, order=1, **options)
        compare("gaussian_filter1d", device, x, 2, order=2, axis=0, **options)
        compare("sobel", device, x, **options)
        compare("prewitt", device, x, axis=0, **options)
        compare("laplace", device, x, **options)
        compare("gaussian_laplace", device, x, 1.5, **options)
        # Squares and roots of complex numbers differ in the last bits.
        compare(
            *("gaussian_gradient_magnitude", device, x, 1.5),
            rtol=1e-6 if letter == "F" else 1e-13 if letter == "D" else 0,
            **options,
        )
    compare("gaussian_filter", device, x, 2, output=np.float64, axes=(-1,))
    compare("gaussian_filter", device, x, [1] * 5)
    compare("gaussian_filter", device, x, 0)
    compare("gaussian_filter", device, x, 1, radius=-1)
    compare("gaussian_filter1d", device, x, 1, radius=2, axis=0)


@pytest.mark.parametrize("letter", "BfdFD")
def test_complex_weights(device, letter):
    x = image((12, 70), letter)
    weights = np.arange(9.0).reshape(3, 3) * (1 - 2j)
    compare("correlate", device, x, weights)
    compare("convolve", device, x, weights, mode="constant", cval=2)
    compare("correlate1d", device, x, weights[1], axis=0)
    compare("convolve1d", device, x, weights[1][:2])
    compare("uniform_filter", device, x, 3, rtol=1e-6)
    if letter not in "FD":
        compare("correlate", device, x, weights, mode="constant", cval=1j)


@pytest.mark.parametrize("shape", [(50,), (20, 31), (6, 9, 16)], ids=str)
def test_fourier_filters(device, shape):
    x = image(shape, "d")
    whole, half = np.fft.fftn(x), np.fft.rfftn(x)
    for name in (
        "fourier_gaussian",
        "fourier_uniform",
        "fourier_ellipsoid",
        "fourier_shift",
    ):
        compare(name, device, whole, 2.5, rtol=1e-10)
        compare(name, device, half, 2.5, n=shape[-1], rtol=1e-10)
        compare(name, device, x, 1.5, rtol=1e-10)
        compare(name, device, whole.astype("F"), 1.5, rtol=1e-3)
        compare(name, device, whole, 2, output=np.int32)
        compare(name, device, whole, 2, axis=3)
        compare(name, device, x.astype("e"), 2)
        for letter in "ei":
            compare(name, device, x, 2, output=np.zeros(shape, letter))
        compare(name, device, whole, 2, output=np.zeros(shape, "d"))


def test_functions_of_the_caller(device):
    for shape in ((40,), (9, 12)):
        for letter in "Bd":
            x = image(shape, letter)
            compare(
                *("generic_filter", device, x, lambda v: v.max() - v.mean()), size=3
            )
            footprint = np.eye(3, dtype=bool) if x.ndim > 1 else np.array([1, 0, 1])
            compare(
                *("generic_filter", device, x, np.median),
                footprint=footprint,
                mode="constant",
                cval=3,
                origin=1,
            )

            def product(line, out, factor):
                out[...] = line[:-2] * line[2:] * factor

            compare(
                *("generic_filter1d", device, x, product, 3, 0),
                extra_arguments=(0.5,),
            )
            for mode in ("nearest", "valid", "wrap"):
                wanted = theirs.vectorized_filter(x, np.mean, size=3, mode=mode)
                got = ndimage.vectorized_filter(
                    on_device(x, device), tn.mean, size=3, mode=mode
                )
                assert got.dtype == wanted.dtype
                np.testing.assert_allclose(host(got), wanted, rtol=1e-12)
                whole = ndimage.vectorized_filter(
                    on_device(x, device),
                    tn.mean,
                    size=3,
                    mode=mode,
                    batch_memory=np.inf,
                )
                np.testing.assert_array_equal(host(whole), host(got))


def test_a_kernel_makes_windows_results(device):
    kernel = tn.ReductionKernel(
        "float64 x", "float64 y", "x * x", "a + b", "y = sqrt(a)", "0", "length"
    )
    x = image((30, 40), "d")
    got = ndimage.generic_filter(on_device(x, device), kernel, size=3)
    wanted = theirs.generic_filter(x, lambda v: np.sqrt((v * v).sum()), size=3)
    np.testing.assert_allclose(host(got), wanted, rtol=1e-14)


def test_outputs(device):
    x = image((20, 70), "d")
    for name, args in (
        ("gaussian_filter", (2,)),
        ("sobel", ()),
        ("median_filter", (3,)),
        ("correlate", (np.ones((3, 3)),)),
        ("uniform_filter", (3,)),
        ("minimum_filter", (3,)),
        ("laplace", ()),
    ):
        wanted = getattr(theirs, name)(x, *args)
        function = getattr(ndimage, name)
        out = tn.zeros(x.shape, device=device)
        assert function(on_device(x, device), *args, output=out) is out
        same = on_device(x, device)
        function(same, *args, output=same)
        strided = tn.zeros((20, 140), device=device)[:, ::2]
        function(on_device(x, device), *args, output=strided)
        shifted = tn.zeros((21, 70), device=device)
        shifted[1:] = on_device(x, device)
        function(shifted[1:], *args, output=shifted[:-1])
        if name != "laplace":  # its sum reads the input again
            np.testing.assert_allclose(host(same), wanted, rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(
                host(shifted[:-1]), wanted, rtol=1e-12, atol=1e-12
            )
        for got in (out, strided):
            np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=1e-12)
        for dtype in ("float32", np.int16, np.dtype("uint8")):
            compare(
                *(name, device, x, *args),
                output=dtype,
                rtol=1e-6 if name == "uniform_filter" else 0,
            )


def misaligned(x):
    """A copy that begins off the multiples of its items' size."""
    empty = np.empty if isinstance(x, np.ndarray) else tn.empty
    y = empty(x.nbytes + 1, "u1")[1:].view(x.dtype).reshape(x.shape)
    y[...] = x
    return y


def test_layouts(device):
    whole = image((30, 140), "d")
    for take in (
        lambda x: x.T,
        lambda x: x[::-1, ::-2],
        lambda x: x[::3, 5:90],
        lambda x: x[:0],
        lambda x: x[:, :1],
        lambda x: misaligned(x[:4, :70]),
    ):
        for call in (
            lambda nd, x: nd.gaussian_filter(x, 1),
            lambda nd, x: nd.median_filter(x, 3),
            lambda nd, x: nd.correlate(x, np.ones((2, 3))),
        ):
            wanted = call(theirs, take(whole))
            got = call(ndimage, take(on_device(whole, device)))
            np.testing.assert_array_equal(host(got), wanted)
            assert got.flags.c_contiguous


def test_what_casts_do(device):
    """Values that integers cannot hold become what x86's instructions make of them."""
    x = np.array([300.0, -3.7, -0.5, 1e10, -1e10, 255.5, np.nan])
    for dtype in "?bBhHiIl":
        compare("correlate1d", device, x, [1.0], output=np.dtype(dtype))


@pytest.mark.parametrize(
    "name, args, kwargs",
    [
        ("correlate1d", ([],), {}),
        ("correlate1d", ([[1]],), {}),
        ("correlate1d", ([1, 2, 1],), {"origin": 2}),
        ("correlate1d", ([1, 2, 1],), {"axis": 5}),
        ("correlate1d", ([1, 2, 1],), {"mode": "foo"}),
        ("correlate1d", ([1, 2, 1],), {"cval": 1j}),
        ("correlate1d", ([1, 2, 1],), {"output": np.complex64}),
        ("correlate1d", ([1, 2, 1],), {"output": np.float16}),
        ("correlate", (np.ones(3),), {}),
        ("correlate", (np.ones((3, 3)),), {"origin": (0, 5)}),
        ("correlate", (np.ones((3, 3)),), {"mode": ["wrap", "wrap"]}),
        ("correlate", (np.ones(3),), {"axes": (0, 1)}),
        ("uniform_filter1d", (0,), {}),
        ("uniform_filter1d", (3,), {"origin": 4}),
        ("uniform_filter", ((3, 3, 3),), {}),
        ("uniform_filter", (3,), {"axes": 7}),
        ("uniform_filter", (3,), {"axes": (0, 0)}),
        ("minimum_filter", (), {}),
        ("minimum_filter", (), {"footprint": np.zeros((3, 3))}),
        ("minimum_filter", (), {"footprint": np.eye(3), "mode": ["wrap", "wrap"]}),
        ("minimum_filter", (), {"footprint": np.array([1, 0, 1])}),
        ("minimum_filter1d", (0,), {}),
        ("maximum_filter1d", (3,), {"origin": -9}),
        ("maximum_filter1d", (2.0,), {}),
        ("minimum_filter1d", (3,), {"origin": 0.0}),
        ("uniform_filter1d", (2.0,), {}),
        ("median_filter", (), {}),
        ("rank_filter", (100, 3), {}),
        ("rank_filter", (1.5, 3), {}),
        ("percentile_filter", (101, 3), {}),
        ("percentile_filter", (-101, 3), {}),
        ("gaussian_filter", (1,), {"order": -1}),
        ("gaussian_filter", (1,), {"mode": "foo"}),
        ("generic_filter", (np.max,), {}),
        ("generic_filter1d", (np.max, 0), {}),
        ("sobel", (), {"axis": 2}),
    ],
)
def test_errors(device, name, args, kwargs):
    for letter in "dD":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compare(name, device, image((6, 70), letter), *args, **kwargs)


def test_float16_is_refused(device):
    for name, args in (
        ("correlate1d", ([1, 2, 1],)),
        ("gaussian_filter", (1,)),
        ("minimum_filter", (3,)),
        ("correlate", (np.ones((3, 3)),)),
        ("median_filter", (3,)),
    ):
        compare(name, device, image((6, 70), "e"), *args)
        compare(name, device, image((6, 70), "d"), *args, output=np.float16)


def test_numpy_arrays_as_outputs(device):
    if device != "cpu":
        pytest.skip("NumPy's arrays are outputs on the CPU device")
    x = image((20, 70), "d")
    mine = on_device(x, "cpu")
    for call in (
        lambda nd, x, out: nd.gaussian_filter(x, 1, output=out),
        lambda nd, x, out: nd.gaussian_filter(x, 0, output=out),
        lambda nd, x, out: nd.median_filter(x, 3, output=out),
        lambda nd, x, out: nd.correlate(x, np.ones((2, 3)), out),
        lambda nd, x, out: nd.sobel(x, output=out),
        lambda nd, x, out: nd.laplace(x, out),
        lambda nd, x, out: nd.gaussian_gradient_magnitude(x, 1, out),
        lambda nd, x, out: nd.grey_opening(x, 3, output=out),
        lambda nd, x, out: nd.generic_filter(x, np.max, 3, output=out),
        lambda nd, x, out: nd.fourier_gaussian(x, 1, output=out),
    ):
        out = np.zeros(x.shape, "f4")
        wanted = np.zeros(x.shape, "f4")
        with tn.config.using(mixed="error"):
            assert call(ndimage, mine, out) is out
        call(theirs, x, wanted)
        np.testing.assert_allclose(out, wanted, rtol=1e-6, atol=1e-6)


def test_output_of_another_shape(device):
    x = on_device(image((6, 70), "d"), device)
    with pytest.raises(RuntimeError, match="^output shape not correct$"):
        ndimage.gaussian_filter(x, 1, output=tn.zeros((70, 6), device=device))


def test_both_size_and_footprint_warn(device):
    x = on_device(image((6, 70), "d"), device)
    for name in ("minimum_filter", "median_filter"):
        with pytest.warns(UserWarning, match="ignoring size because footprint is set"):
            getattr(ndimage, name)(x, 3, footprint=np.eye(3))


def test_adjoint(device):
    """<correlate(x, w), y> is <x, convolve(y, w)> where nothing lies beyond the ends."""
    rng = np.random.default_rng(5)
    for shape, window in (((300,), (7,)), ((33, 70), (3, 5)), ((9, 8, 66), (3, 2, 4))):
        x, y = rng.random(shape), rng.random(shape)
        weights = rng.random(window)
        one = ndimage.correlate(on_device(x, device), weights, mode="constant")
        two = ndimage.convolve(on_device(y, device), weights, mode="constant")
        a, b = (host(one) * y).sum(), (x * host(two)).sum()
        np.testing.assert_allclose(a, b, rtol=1e-12)
