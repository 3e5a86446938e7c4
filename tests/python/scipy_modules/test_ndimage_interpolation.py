# SPDX-License-Identifier: Apache-2.0
"""Interpolation of images against SciPy, whose bits it has."""

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.layouts import LAYOUTS
from support.scipy_calls import plain_ndimage
from tenorite.scipy import ndimage

MODES = (
    *("reflect", "grid-mirror", "constant", "grid-constant"),
    *("nearest", "mirror", "grid-wrap", "wrap"),
)
ORDERS = range(6)


def values(shape, dtype="d", seed=0):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, 120, shape).astype(dtype)
    x = rng.standard_normal(shape) * 10
    if dtype.kind == "c":
        return (x + 1j * rng.standard_normal(shape)).astype(dtype)
    return x.astype(dtype)


def same(device, name, *args, **kwargs):
    """Equal bits, dtypes and shapes of a function's two results; ours is given back."""
    ours, error = outcome(
        lambda: getattr(ndimage, name)(*on_device(args, device), **kwargs)
    )
    expected, wrong = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert wrong is None, f"the test is wrong: SciPy raises {wrong!r}"
    if error is not None:
        raise error
    assert isinstance(ours, tn.ndarray)
    got = host(ours)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(got, expected)
    return ours


def same_error(device, name, *args, **kwargs):
    """Equal classes and words of the two exceptions."""
    _, expected = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert expected is not None, "the test is wrong: SciPy raises nothing"
    _, got = outcome(lambda: getattr(ndimage, name)(*on_device(args, device), **kwargs))
    assert type(got) is type(expected), f"{got!r}, not {expected!r}"
    assert str(got) == str(expected)


# ---- the filter ----


@pytest.mark.parametrize("shape", [(7,), (2, 3), (5, 6), (3, 4, 5), (1, 40), (41, 40)])
@pytest.mark.parametrize("mode", MODES)
def test_spline_filter(device, shape, mode):
    for order in range(2, 6):
        same(device, "spline_filter", values(shape), order, mode=mode)


@pytest.mark.parametrize("n", [380, 420, 560, 570, 780, 890, 2000])
@pytest.mark.parametrize("mode", ["mirror", "reflect", "grid-wrap"])
def test_lines_that_outlast_the_powers_of_a_pole(device, n, mode):
    for order in (3, 4, 5):
        x = values((n, 2), seed=n)
        same(device, "spline_filter1d", x, order, 0, mode=mode)
        x[n // 3, 1] = np.nan
        same(device, "spline_filter1d", x, order, 0, mode=mode)


@pytest.mark.parametrize("mode", ["mirror", "reflect", "grid-wrap"])
@pytest.mark.parametrize(
    "shape", [(8192,), (8193,), (3, 20000), (9000, 2), (2, 8999, 2)]
)
def test_few_long_lines(device, mode, shape):
    axis = int(np.argmax(shape))
    for order in range(2, 6):
        same(device, "spline_filter1d", values(shape), order, axis, mode=mode)
    # Impulses far apart: what is between them comes from far away, and underflows.
    x = np.zeros(shape)
    x.ravel()[:: x.size // 5] = 1e300
    x.ravel()[x.size // 2 + 3] = 1e-300
    same(device, "spline_filter1d", x, 5, axis, mode=mode)
    same(device, "spline_filter1d", -x, 2, axis, mode=mode)
    for value in (np.nan, np.inf, -np.inf):
        y = values(shape)
        y.ravel()[y.size // 3] = value
        same(device, "spline_filter1d", y, 4, axis, mode=mode)
        y = values(shape)
        y.ravel()[0] = y.ravel()[-1] = value
        same(device, "spline_filter1d", y, 3, axis, mode=mode)


@pytest.mark.parametrize("at", [0, 1, 700, 1500, 1998, 1999])
@pytest.mark.parametrize("mode", ["mirror", "reflect", "grid-wrap"])
def test_infinite_items_of_long_lines(device, at, mode):
    x = values((2000, 1))
    x[at] = np.inf
    for order in (2, 5):
        same(device, "spline_filter1d", x, order, 0, mode=mode)


@pytest.mark.parametrize("shape", [(3, 512), (4, 1024, 2), (3, 5, 512), (9000, 2)])
def test_rows_and_long_lines(device, shape):
    x = values(shape)
    for axis in range(x.ndim):
        same(device, "spline_filter1d", x, 5, axis)


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
@pytest.mark.parametrize("shape", [(3, 4, 40), (40, 3, 4), (3, 40, 33)])
def test_axes_of_the_filter(device, axis, shape):
    same(device, "spline_filter1d", values(shape), 3, axis)


@pytest.mark.parametrize("output", ["f4", "i4", "u1", np.float32, np.dtype("D"), "F"])
def test_outputs_of_the_filter(device, output):
    x = values((6, 7), np.uint8)
    if np.dtype(output).kind == "c":
        x = values((6, 7), "D")
    same(device, "spline_filter", x, 3, output)
    same(device, "spline_filter1d", x, 4, 0, output)
    same(device, "spline_filter1d", x, 1, 0, output)


def test_few_items(device):
    for shape in [(), (1,), (2,), (0, 3), (3, 0), (1, 1)]:
        same(device, "spline_filter", np.ones(shape))
        if shape:
            same(device, "spline_filter1d", np.ones(shape), axis=0)


# ---- points ----


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("order", ORDERS)
def test_modes_and_orders(device, mode, order):
    x = values((6, 7))
    rng = np.random.default_rng(1)
    points = rng.uniform(-20, 25, (2, 60))
    points[:, :30] = rng.integers(-20, 25, (2, 30)) / 2
    points[0, 40], points[1, 41], points[1, 42] = np.nan, np.inf, -np.inf
    points[0, 43], points[1, 43] = -1e-17, 6.0
    options = {"order": order, "mode": mode, "cval": 2.5}
    same(device, "map_coordinates", x, points, **options)
    same(device, "affine_transform", x, [[0.9, 0.3], [-0.2, 1.1]], [-2, 3], **options)
    same(device, "affine_transform", x, [0.5, 1.25], [0.5, -3], **options)
    same(device, "shift", x, [2.3, -15.1], **options)
    same(device, "zoom", x, [2.3, 0.7], **options)
    same(device, "zoom", x, 1.7, grid_mode=True, **options)
    same(device, "rotate", x, 33.3, **options)
    same(device, "map_coordinates", x, points, prefilter=False, **options)


@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize("shape", [(9,), (3, 4, 5), (2, 3, 2, 3), (2, 2, 3, 2, 2)])
def test_dimensions(device, shape, order):
    x = values(shape)
    for mode in ("mirror", "grid-constant", "constant"):
        options = {"order": order, "mode": mode, "cval": -1.5}
        same(device, "shift", x, 0.7, **options)
        same(device, "zoom", x, 1.5, **options)
        points = np.random.default_rng(2).uniform(-1, 4, (x.ndim, 5, 4))
        same(device, "map_coordinates", x, points, **options)
        matrix = np.eye(x.ndim) + 0.1
        same(device, "affine_transform", x, matrix, 0.2, **options)


@pytest.mark.parametrize("dtype", list("?bBhHiIlLqQfd"))
def test_dtypes(device, dtype):
    x = values((5, 6), dtype)
    same(device, "shift", x, 0.4, order=1, cval=1)
    same(device, "zoom", x, 1.6, order=0)
    same(device, "map_coordinates", x, [[0.5, 3], [1.25, 2.5]], order=3)
    same(device, "rotate", x, 20, order=1, output="f4")


@pytest.mark.parametrize("dtype", list("bBhHiIlLqQ"))
@pytest.mark.parametrize("cval", [-3.0, 300.0, -2.5, 2.5, 1e5, -1e10, 1e10])
def test_integers_are_rounded_and_end_where_their_type_does(device, dtype, cval):
    x = np.ones(3, dtype)
    same(device, "shift", x, 5, order=0, cval=cval)


def test_more_than_the_widest_integers_hold(device):
    # SciPy's conversion of these is undefined; it gives 0 for unsigned ones.
    for dtype in "qQ":
        got = ndimage.shift(tn.ones(1, dtype), 5, order=0, cval=1e30)
        assert got.get()[0] == np.iinfo(dtype).max
        got = ndimage.shift(tn.ones(1, dtype), 5, order=0, cval=-1e30)
        assert got.get()[0] == np.iinfo(dtype).min


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(device, layout):
    x = LAYOUTS[layout](tn, tn.asarray(values((5, 6))))
    h = host(x)
    for order in (1, 3):
        got = ndimage.shift(x, 0.4, order=order)
        np.testing.assert_array_equal(
            host(got), plain_ndimage.shift(h, 0.4, order=order)
        )
    points = np.array([[0.5, 3.0], [1.25, 2.5]])
    moved = LAYOUTS[layout](tn, tn.asarray(points))
    got = ndimage.map_coordinates(x, moved, order=2)
    expected = plain_ndimage.map_coordinates(h, host(moved), order=2)
    np.testing.assert_array_equal(host(got), expected)
    out = LAYOUTS[layout](tn, tn.zeros((5, 6)))
    if layout not in ("row", "column", "single"):
        got = ndimage.zoom(x[:3], (5 / 3, 1), output=out, order=1)
        assert got is out
        expected = plain_ndimage.zoom(h[:3], (5 / 3, 1), order=1)
        np.testing.assert_array_equal(host(out), expected)


@pytest.mark.parametrize("dtype", "FD")
@pytest.mark.parametrize("mode", ["constant", "grid-constant", "wrap"])
def test_complex(device, dtype, mode):
    x = values((5, 6), dtype)
    options = {"mode": mode, "cval": 1 - 2j}
    same(device, "shift", x, 0.4, **options)
    same(device, "zoom", x, 1.5, order=1, **options)
    same(device, "rotate", x, 30, **options)
    same(device, "affine_transform", x, [[1, 0.1], [0, 1]], **options)
    same(device, "map_coordinates", x, [[0.5, 9.0], [1, 2]], **options)
    same(device, "geometric_transform", x, lambda i: (i[0] + 0.5, i[1]), **options)
    with pytest.warns(UserWarning, match="promoting specified output dtype"):
        got = ndimage.shift(tn.asarray(x), 1, output=np.float32)
    assert got.dtype == np.complex64


@pytest.mark.parametrize("dtype", list("?bBhHiIlLqQfd"))
def test_dtypes_of_points(device, dtype):
    points = np.array([[0, 1, 2], [1, 0, 3]]).astype(dtype)
    same(device, "map_coordinates", values((4, 5)), points, order=1)


def test_outputs(device):
    x = values((4, 5))
    for output in ("f4", np.int16, "u1", bool, np.float32, np.dtype("i8")):
        same(device, "shift", x, 0.5, output, order=1)
    out = tn.zeros((4, 5), "f4")
    assert ndimage.shift(tn.asarray(x), 0.5, out) is out
    np.testing.assert_array_equal(host(out), plain_ndimage.shift(x, 0.5, output="f4"))
    both = tn.asarray(x)
    ndimage.shift(both, 1, output=both, order=1)
    np.testing.assert_array_equal(host(both), plain_ndimage.shift(x, 1, order=1))


def test_a_numpy_array_as_output():
    out = np.zeros((4, 5))
    x = tn.asarray(values((4, 5)), device="cpu")
    with tn.config.using(mixed="error"):
        assert ndimage.shift(x, 0.5, out) is out
    np.testing.assert_array_equal(out, plain_ndimage.shift(host(x), 0.5))


def test_forms_of_matrices(device):
    x = values((4, 5))
    turn = [[0.8, 0.1, 1.5], [-0.1, 1.2, -0.5]]
    same(device, "affine_transform", x, turn)
    same(device, "affine_transform", x, [*turn, [0, 0, 1]])
    same(device, "affine_transform", x, [[1, 0, 0.5], [0, 0.5, 1]], output_shape=(3, 7))
    same(device, "affine_transform", x, [[1], [0.5]], output_shape=(6,))
    for shape in [(3, 2, 4), (5,)]:
        n = len(shape)
        matrix = np.arange(1.0, 1 + 2 * n).reshape(2, n) / 8
        if n != 3:  # which would be a matrix with the offset in it
            same(device, "affine_transform", x, matrix, 0.25, shape)
    same(device, "affine_transform", x, np.array([2, 0.5]), np.array([1, 2]), (2, 9))
    same(device, "affine_transform", x[0], [[0.5, 0.25, 1.5]], 0.25, (2, 3, 4))
    out = tn.zeros((6, 2))
    ndimage.affine_transform(tn.asarray(x), np.eye(2), output=out)
    expected = plain_ndimage.affine_transform(x, np.eye(2), output=np.zeros((6, 2)))
    np.testing.assert_array_equal(host(out), expected)


def test_geometric_transform(device):
    def mapping(index, scale, *, offset=0.0):
        return index[0] * scale + offset, index[0] + index[1] / 2, 7

    x = values((6, 7))
    options = {"extra_arguments": (0.7,), "extra_keywords": {"offset": 0.25}}
    same(device, "geometric_transform", x, mapping, **options)
    same(device, "geometric_transform", x, mapping, (3, 4), order=1, **options)


@pytest.mark.parametrize("axes", [(1, 0), (0, 1), (0, 2), (-1, 1), (2, 1), (0, -1)])
@pytest.mark.parametrize("reshape", [True, False])
def test_rotation_of_planes(device, axes, reshape):
    x = values((4, 5, 6))
    for mode in ("nearest", "constant", "grid-constant"):
        same(device, "rotate", x, 25, axes, reshape, mode=mode, cval=3)
    same(device, "rotate", values((4, 5, 6), "F"), 25, axes, reshape)
    same(device, "rotate", values((2, 3, 2, 3)), 70, (axes[0] % 3, 3), reshape, order=1)


@pytest.mark.parametrize(
    "angle", [0, 30, 45, 90, -90, 135, 180, 225.5, 270, 315, 360, 1e6 + 0.1, -200.25]
)
def test_angles(device, angle):
    same(device, "rotate", values((5, 8)), angle, order=1)


def test_tiny_images(device):
    for shape in [(1,), (2,), (1, 3), (3, 1), (1, 1)]:
        for mode in MODES:
            same(device, "shift", np.ones(shape), 0.5, mode=mode)
            same(device, "zoom", np.ones(shape), 3, mode=mode, order=1)
    same(device, "shift", np.zeros((0, 3)), 1)
    same(device, "zoom", np.zeros((0, 3)), 2)
    same(device, "zoom", np.zeros((2, 3)), 0)
    same(device, "zoom", np.ones((2, 3), "e"), 1)
    same(device, "rotate", np.zeros((0, 3)), 30)
    same(device, "map_coordinates", np.ones((2, 3)), np.zeros((2, 0)))
    same(device, "map_coordinates", np.zeros(0), np.zeros((1, 3)), cval=2, order=1)
    with pytest.raises(RuntimeError, match="no items to interpolate"):
        ndimage.map_coordinates(tn.zeros(0), tn.zeros((1, 3)), order=1, mode="mirror")


def test_nan_items(device):
    x = values((5, 6))
    x[2, 3] = np.nan
    x[4, 4] = np.inf
    for order in ORDERS:
        same(device, "shift", x, 0.5, order=order)
        same(device, "shift", x, 0.5, order=order, prefilter=False, mode="wrap")


def test_whole_shifts_are_rolls(device):
    x = tn.asarray(values((5, 6), "i4"))
    for order in (0, 1):
        got = ndimage.shift(x, (2, -1), order=order, mode="grid-wrap")
        np.testing.assert_array_equal(host(got), host(tn.roll(x, (2, -1), (0, 1))))
        got = ndimage.shift(x, (2, 1), order=order, cval=7)
        expected = tn.pad(x, ((2, 0), (1, 0)), constant_values=7)[:5, :6]
        np.testing.assert_array_equal(host(got), host(expected))


@pytest.mark.parametrize("mode", ["mirror", "grid-wrap", "constant", "wrap"])
def test_splines_go_through_the_items(device, mode):
    x = values((9, 8))
    points = tn.asarray(np.indices(x.shape))
    for order in range(2, 6):
        got = ndimage.map_coordinates(tn.asarray(x), points, order=order, mode=mode)
        np.testing.assert_allclose(host(got), x, rtol=0, atol=1e-12)


def test_zoom_of_complex_pixels(device):
    """As that of the parts; SciPy forgets grid_mode for complex images."""
    x = values((5, 6), "D")
    got = host(
        ndimage.zoom(tn.asarray(x), 1.7, order=1, mode="reflect", grid_mode=True)
    )
    for part in ("real", "imag"):
        own = np.ascontiguousarray(getattr(x, part))
        expected = plain_ndimage.zoom(own, 1.7, order=1, mode="reflect", grid_mode=True)
        np.testing.assert_array_equal(getattr(got, part), expected)


def test_zoom_of_pixels_recommends_modes(device):
    with pytest.warns(UserWarning, match="mode = grid-wrap instead of wrap"):
        ndimage.zoom(tn.ones((2, 2)), 2, mode="wrap", grid_mode=True, order=1)


@pytest.mark.parametrize(
    "name, args, options",
    [
        ("spline_filter", (np.ones(3), 1), {}),
        ("spline_filter", (np.ones(3), 6), {}),
        ("spline_filter", (np.ones(3, "e"),), {}),
        ("spline_filter1d", (np.ones(3), 2.5), {}),
        ("spline_filter1d", (np.ones(3), 3, 1), {}),
        ("spline_filter1d", (np.ones(3), 3, 0.5), {}),
        ("spline_filter1d", (np.array(1.0),), {}),
        ("spline_filter1d", (np.ones(3),), {"mode": "edge"}),
        ("spline_filter1d", (np.ones(3),), {"output": "e"}),
        ("shift", (np.ones(3), 1), {"mode": "edge"}),
        ("shift", (np.ones(3), 1), {"order": 6}),
        ("shift", (np.ones(3), 1), {"order": 3.0}),
        ("shift", (np.ones(3), 1), {"cval": "a", "order": 1}),
        ("shift", (np.ones(3), 1), {"cval": 1j, "order": 1}),
        ("shift", (np.ones(3), [1, 2]), {}),
        ("shift", (np.array(1.0), 1), {}),
        ("shift", (np.ones(3, "e"), 1), {"order": 1}),
        ("shift", (np.ones(3), 1), {"output": "e", "order": 1}),
        ("shift", (np.ones(3), 1), {"output": "F", "order": 1}),
        ("shift", (np.ones(3), 1), {"output": "?", "order": 1}),
        ("shift", (np.ones(3), 1), {"output": np.zeros(4)}),
        ("shift", (np.ones(3, "F"), 1), {"output": "f"}),
        ("shift", (np.ones(3, "F"), 1), {"output": np.zeros(3)}),
        ("zoom", (np.ones(3), -1), {}),
        ("zoom", (np.ones(3), [1, 2]), {}),
        ("zoom", (np.array(1.0), 1), {}),
        ("map_coordinates", (np.ones((2, 3)), np.zeros((3, 2))), {}),
        ("map_coordinates", (np.ones((2, 3)), np.zeros(2)), {}),
        ("map_coordinates", (np.ones((2, 3)), 3.0), {}),
        ("map_coordinates", (np.ones((2, 3)), np.zeros((2, 2), "D")), {}),
        ("map_coordinates", (np.ones((2, 3)), np.zeros((2, 2), "e")), {}),
        ("map_coordinates", (np.zeros(0), np.zeros((1, 3))), {"mode": "nearest"}),
        ("affine_transform", (np.ones((2, 3)), 1), {}),
        ("affine_transform", (np.ones((2, 3)), [1, 0, 0]), {}),
        ("affine_transform", (np.ones((2, 3)), np.zeros((0, 3))), {}),
        ("affine_transform", (np.ones((2, 3)), [[1], [0]]), {}),
        ("affine_transform", (np.ones((2, 3)), np.full((3, 3), 2.0)), {}),
        ("affine_transform", (np.ones((2, 3)), np.eye(2), [1, 2, 3]), {}),
        ("geometric_transform", (np.ones(2), 3), {}),
        ("geometric_transform", (np.ones((2, 2)), lambda i: [0, 0]), {}),
        ("geometric_transform", (np.ones((2, 2)), lambda i: (0,)), {}),
        ("geometric_transform", (np.ones(2), lambda i: ("a",)), {}),
        ("geometric_transform", (np.ones(2), lambda i: (1 / 0,)), {}),
        ("rotate", (np.ones(3), 30), {}),
        ("rotate", (np.ones((3, 3)), 30, (0, 2)), {}),
        ("rotate", (np.ones((3, 3)), 30, (0,)), {}),
        ("rotate", (np.ones((3, 3)), 30, (0, 0.5)), {}),
        ("rotate", (np.ones((3, 3)), 30), {"order": -1}),
    ],
)
def test_errors(device, name, args, options):
    same_error(device, name, *args, **options)
