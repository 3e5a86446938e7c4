# SPDX-License-Identifier: Apache-2.0
"""Morphology and distances against SciPy, and against plain searches."""

import itertools

import numpy as np
import pytest
import tenorite as tn
from support.helpers import host, on_device, outcome
from support.layouts import LAYOUTS
from support.scipy_calls import plain_ndimage
from tenorite.scipy import ndimage
from tenorite.scipy.ndimage import _distances

MODES = ("reflect", "constant", "nearest", "mirror", "wrap", "grid-wrap", "grid-mirror")


def image(shape, share=0.5, seed=0):
    return np.random.default_rng(seed).random(shape) < share


def equal(got, expected):
    if isinstance(expected, tuple):
        assert isinstance(got, tuple) and len(got) == len(expected)
        for pair in zip(got, expected, strict=True):
            equal(*pair)
    elif expected is None or isinstance(expected, list):
        assert got == expected
    else:
        assert isinstance(got, tn.ndarray)
        assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
        np.testing.assert_array_equal(host(got), expected)


def same(device, name, *args, **kwargs):
    """Equal items, dtypes and shapes of a function's two results."""
    expected, wrong = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert wrong is None, f"the test is wrong: SciPy raises {wrong!r}"
    moved = {key: on_device(value, device) for key, value in kwargs.items()}
    equal(getattr(ndimage, name)(*on_device(args, device), **moved), expected)


def same_error(device, name, *args, **kwargs):
    """Equal classes and words of the two exceptions."""
    _, expected = outcome(lambda: getattr(plain_ndimage, name)(*args, **kwargs))
    assert expected is not None, "the test is wrong: SciPy raises nothing"
    moved = {key: on_device(value, device) for key, value in kwargs.items()}
    _, got = outcome(lambda: getattr(ndimage, name)(*on_device(args, device), **moved))
    assert type(got) is type(expected), f"{got!r}, not {expected!r}"
    assert str(got).replace("tenorite", "numpy") == str(expected)


# ---- structures ----


def test_structures(device):
    for rank, connectivity in itertools.product(range(5), (0, 1, 1.5, 2, 3, 9)):
        same(device, "generate_binary_structure", rank, connectivity)
    for n in (1, 2, 3):
        same(
            device,
            "iterate_structure",
            plain_ndimage.generate_binary_structure(2, 1),
            n,
        )
        same(device, "iterate_structure", np.ones((2, 3)), n, (0, 1))
        same(device, "iterate_structure", np.ones((2, 3)), n, 1)


# ---- binary images ----


@pytest.mark.parametrize("name", ["erosion", "dilation", "opening", "closing"])
@pytest.mark.parametrize("shape", [(31,), (12, 13), (5, 6, 7), (3, 4, 3, 4)])
def test_binary(device, name, shape):
    rng = np.random.default_rng(len(shape))
    rank = len(shape)
    mask = image(shape, 0.7, 5)
    odd = rng.random((3,) * rank) < 0.6
    odd[(1,) * rank] = True
    even = rng.random((2,) * rank) < 0.7
    even[(1,) * rank] = True
    wide = np.ones((5, 1, 3, 1)[:rank])
    for share, structure in itertools.product(
        (0.2, 0.6, 0.9), (None, np.ones((3,) * rank), odd, even, wide)
    ):
        x = image(shape, share)
        for iterations, use, border in itertools.product(
            (1, 2, 5, -1), (None, mask), (0, 1)
        ):
            options = {"mask": use, "border_value": border}
            same(device, f"binary_{name}", x, structure, iterations, **options)


@pytest.mark.parametrize("origin", [0, 1, -1, (1, 0), (-1, 1)])
@pytest.mark.parametrize("axes", [None, (0, 1), (1, 0)])
def test_origins(device, origin, axes):
    x = image((9, 10))
    structure = image((3, 4), 0.6, 3)
    structure[1, 1:4] = structure[0, 1:3] = structure[2, 1:4] = True
    for name, iterations in itertools.product(("erosion", "dilation"), (1, 3)):
        options = {"origin": origin, "axes": axes, "iterations": iterations}
        same(device, f"binary_{name}", x, structure, **options)
        same(device, f"binary_{name}", x, **options)


@pytest.mark.parametrize("axes", [0, 1, (-1,), (0, 2), (), (2, 1)])
def test_axes(device, axes):
    x = image((5, 6, 7), 0.7)
    count = 1 if isinstance(axes, int) else len(axes)
    for structure in (None, np.ones((3,) * count)):
        for name in ("erosion", "dilation", "opening", "closing"):
            same(device, f"binary_{name}", x, structure, axes=axes)
        same(device, "binary_fill_holes", x, structure, axes=axes)
        same(device, "binary_hit_or_miss", x, structure, axes=axes)
        same(device, "binary_propagation", x, structure, x, axes=axes)
    if axes != ():
        same(device, "grey_erosion", x.astype("f"), 3, axes=axes)
        heights = np.arange(3.0**count).reshape((3,) * count)
        same(device, "grey_dilation", x.astype("f"), structure=heights, axes=axes)


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
def test_dtypes_of_binary_images(device, dtype):
    x = (image((7, 8)) * 3).astype(dtype)
    same(device, "binary_erosion", x)
    same(device, "binary_dilation", x, mask=x)
    same(device, "binary_erosion", x, output=np.zeros((7, 8), dtype))
    out = tn.ones((7, 8), dtype)
    assert ndimage.binary_dilation(tn.asarray(x), output=out) is out
    np.testing.assert_array_equal(
        host(out), plain_ndimage.binary_dilation(x, output=np.zeros((7, 8), dtype))
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(device, layout):
    x = LAYOUTS[layout](tn, tn.asarray(image((6, 7), 0.7)))
    grey = LAYOUTS[layout](tn, tn.asarray(np.arange(42.0).reshape(6, 7) % 11))
    h, g = host(x), host(grey)
    equal(ndimage.binary_erosion(x), plain_ndimage.binary_erosion(h))
    equal(ndimage.binary_fill_holes(x), plain_ndimage.binary_fill_holes(h))
    equal(ndimage.grey_dilation(grey, 3), plain_ndimage.grey_dilation(g, 3))
    equal(ndimage.distance_transform_edt(x), plain_ndimage.distance_transform_edt(h))
    equal(ndimage.distance_transform_cdt(x), plain_ndimage.distance_transform_cdt(h))
    if layout not in ("row", "column", "single"):
        out = LAYOUTS[layout](tn, tn.zeros((6, 7)))
        ndimage.grey_erosion(grey, 3, output=out)
        equal(out, plain_ndimage.grey_erosion(g, 3))
        ndimage.binary_erosion(x, output=x)
        equal(x, plain_ndimage.binary_erosion(h))


def test_no_neighbours_and_no_items(device):
    for x in (np.array(1), np.array(0), np.zeros((0, 3)), np.ones((1, 1)), np.ones(2)):
        for name in ("erosion", "dilation", "opening", "closing"):
            for iterations in (1, 3, -1):
                same(device, f"binary_{name}", x, None, iterations)
        if x.ndim:
            same(device, "binary_fill_holes", x)
            same(device, "grey_erosion", x, 3)
            for back in (False, True):
                same(device, "distance_transform_edt", x, return_indices=back)
                same(device, "distance_transform_cdt", x, return_indices=back)


def test_a_centre_that_is_not_in_the_structure(device):
    x = image((9, 9), 0.8)
    structure = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    for iterations in (1, 2, 3, 6):
        same(device, "binary_erosion", x, structure, iterations)
        same(device, "binary_dilation", x, structure, iterations, brute_force=True)
    same(device, "binary_erosion", x, structure, -1)


def test_long_ways(device):
    """A spiral, whose end is hundreds of steps from its beginning."""
    n = 41
    mask = np.zeros((n, n), bool)
    low, high = 0, n - 1
    mask[0, :] = True
    while low < high:
        mask[low:high, high] = mask[high, low : high + 1] = True
        mask[low + 2 : high, low] = mask[low + 2, low : high - 1] = True
        low, high = low + 2, high - 2
    seeds = np.zeros((n, n), bool)
    seeds[0, 0] = True
    same(device, "binary_propagation", seeds, mask=mask)
    same(device, "binary_propagation", seeds, np.ones((3, 3)), mask=mask)
    same(device, "binary_erosion", ~seeds, None, 0, mask=mask)
    same(device, "binary_dilation", seeds, np.ones((2, 3)), -1, mask=mask)
    reached = host(ndimage.binary_propagation(tn.asarray(seeds), mask=tn.asarray(mask)))
    assert reached.sum() > 300


def test_hit_or_miss(device):
    x = image((11, 12))
    for first, second in [
        (None, None),
        ([[0, 1, 0], [0, 1, 1], [0, 0, 0]], None),
        ([[0, 1], [1, 0]], [[1, 0], [0, 1]]),
    ]:
        same(device, "binary_hit_or_miss", x, first, second)
    same(device, "binary_hit_or_miss", x, origin1=1, origin2=(0, -1))
    out = tn.zeros(x.shape, "i4")
    assert ndimage.binary_hit_or_miss(tn.asarray(x), output=out) is None
    expected = plain_ndimage.binary_hit_or_miss(x).astype("i4")
    equal(out, expected)
    out = tn.zeros(x.shape, bool)
    assert ndimage.binary_fill_holes(tn.asarray(x), output=out) is None
    equal(out, plain_ndimage.binary_fill_holes(x))


# ---- grey images ----

GREY = (
    *("grey_erosion", "grey_dilation", "grey_opening", "grey_closing"),
    *("morphological_gradient", "morphological_laplace"),
    *("white_tophat", "black_tophat"),
)


def grey(shape, dtype):
    x = np.random.default_rng(3).integers(10, 90, shape)
    return (x > 50) if dtype == "?" else x.astype(dtype)


@pytest.mark.parametrize("name", GREY)
@pytest.mark.parametrize("dtype", "bhHid")
def test_grey(device, name, dtype):
    x = grey((8, 9), dtype)
    footprint = np.array([[1, 0, 1], [0, 1, 1], [1, 1, 0]])
    heights = np.array([[1.0, 2, 3], [0, 5, 1], [2, 2, 4]])
    same(device, name, x, 3)
    same(device, name, x, (2, 5))
    same(device, name, x, footprint=footprint)
    same(device, name, x, structure=heights)
    same(device, name, x, footprint=footprint, structure=heights)
    same(device, name, x, footprint=np.ones((3, 4)), origin=(1, -1))
    same(device, name, x, 4, mode="constant", cval=30)


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
@pytest.mark.parametrize(
    "heights", [[1, 4, 1], [0.5, 2.5, -1.25], [-3, 300.7, 1e10]], ids=repr
)
def test_heights_in_the_dtype_of_images(device, heights, dtype):
    x = np.arange(90) % 7 * (np.arange(90) % 5)
    for name in ("grey_erosion", "grey_dilation", "morphological_laplace"):
        if dtype != "?" or (name, heights[0]) == ("grey_erosion", 1):
            options = {"structure": np.array(heights), "mode": "constant", "cval": 1.5}
            same(device, name, x.astype(dtype), **options)
            same(device, name, x.reshape(9, 10).astype(dtype), axes=0, **options)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("shape", [(4, 5), (1, 3), (2, 1)])
def test_modes(device, mode, shape):
    x = grey(shape, "d")
    for name in ("grey_erosion", "grey_dilation"):
        same(device, name, x, (3, 7), mode=mode, cval=20)
        same(device, name, x, footprint=[[1, 0, 1], [0, 1, 1]], mode=mode, cval=20)
        same(device, name, x, structure=np.ones((5, 2)), mode=mode, cval=20)
        same(device, name, x, 3, mode=[mode, "nearest"], cval=20)


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQfd")
@pytest.mark.parametrize("output", [None, "f4", "i8", np.float64])
def test_dtypes_of_grey_images(device, dtype, output):
    x = grey((3, 4, 5), dtype)
    same(device, "grey_dilation", x, 3, output=output)
    same(device, "grey_erosion", x, (1, 3, 2), output=output)
    if dtype != "?":
        same(
            device, "grey_erosion", x, structure=np.full((2, 2, 2), 3.0), output=output
        )
    same(device, "white_tophat", x, 3)
    same(device, "black_tophat", x, 3)


@pytest.mark.parametrize("name", [*GREY[:4], *GREY[-2:]])
@pytest.mark.parametrize("output", [None, bool, "u1", "f8"])
def test_truths_and_structures_as_grey_images(device, name, output):
    x = grey((7, 8), "?")
    for structure in (np.ones((3, 3), bool), np.eye(3, dtype=bool), np.eye(3)):
        if output is None or name.startswith("grey"):
            same(device, name, x, structure=structure, output=output)


def test_outputs_of_grey_images(device):
    x = grey((6, 7), "f")
    for name in GREY:
        out = tn.zeros((6, 7), "f8")
        assert getattr(ndimage, name)(tn.asarray(x), 3, output=out) is out
        expected = getattr(plain_ndimage, name)(x, 3, output=np.zeros((6, 7)))
        np.testing.assert_array_equal(host(out), expected)
    with pytest.warns(UserWarning, match="ignoring size because footprint is set"):
        ndimage.grey_erosion(tn.asarray(x), 3, np.ones((3, 3)))
    with pytest.warns(UserWarning, match="ignoring size because footprint is set"):
        ndimage.white_tophat(tn.asarray(x), 3, np.ones((3, 3)))


# ---- distances ----


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.95, 0.995])
@pytest.mark.parametrize("shape", [(50,), (30, 34), (9, 40), (7, 8, 9), (3, 4, 5, 6)])
@pytest.mark.parametrize("sampling", [None, 2.5, "axes"])
def test_euclidean_distances(device, share, shape, sampling):
    x = image(shape, share)
    steps = [0.5, 2.25, 1.7, 3.1][: len(shape)] if sampling == "axes" else sampling
    same(device, "distance_transform_edt", x, steps)
    same(device, "distance_transform_edt", x, steps, return_indices=True)
    same(device, "distance_transform_edt", x, steps, False, True)
    if sampling == "axes":
        same(device, "distance_transform_edt", x, [[step] for step in steps])


def test_distances_by_a_plain_search(device):
    x = image((13, 17), 0.9, 4)
    found = host(ndimage.distance_transform_edt(tn.asarray(x), (2, 3)))
    zeros = np.argwhere(~x) * (2, 3)
    for at, distance in np.ndenumerate(found):
        squares = ((zeros - np.multiply(at, (2, 3))) ** 2).sum(axis=1)
        assert distance == np.sqrt(float(squares.min()))


@pytest.mark.parametrize("shape", [(3,), (3, 3), (2, 3, 2)])
def test_no_background(device, shape):
    x = np.ones(shape)
    same(device, "distance_transform_edt", x, [2, 3, 4][: len(shape)], True, True)
    same(device, "distance_transform_cdt", x, "taxicab", True, True)
    for metric in ("euclidean", "taxicab"):
        same(device, "distance_transform_bf", x, metric, None, True, True)


@pytest.mark.parametrize("metric", ["euclidean", "taxicab", "cityblock", "chessboard"])
@pytest.mark.parametrize("shape", [(20,), (11, 12), (5, 6, 7)])
def test_other_distances(device, metric, shape):
    for share in (0.1, 0.6, 0.97):
        x = image(shape, share)
        for sampling in (None, 1.5):
            same(device, "distance_transform_bf", x, metric, sampling, True, True)
        if metric != "euclidean":
            same(device, "distance_transform_cdt", x, metric, True, True)
            same(device, "distance_transform_cdt", x, metric)


def test_more_rows_than_one_block_takes(device, monkeypatch):
    # Many steps, which take five times as long without optimisation: compiled anew.
    monkeypatch.setenv("TENORITE_CXXFLAGS", "-O1")
    monkeypatch.setattr(_distances._kernels, "_instances", {})
    x = image((4100, 2, 3), 0.95)
    same(device, "distance_transform_cdt", x, "chessboard", True, True)


def test_structures_as_metrics(device):
    x = image((12, 13), 0.9)
    rng = np.random.default_rng(8)
    for _ in range(6):
        metric = rng.random((3, 3)) < 0.6
        same(device, "distance_transform_cdt", x, metric, True, True)
    cross = plain_ndimage.generate_binary_structure(2, 1)
    got = ndimage.distance_transform_cdt(tn.asarray(x), cross.astype(int))
    # SciPy takes the bytes of integers for bools.
    equal(got, plain_ndimage.distance_transform_cdt(x, cross))


@pytest.mark.parametrize("name", ["edt", "bf", "cdt"])
def test_outputs_of_distances(device, name):
    function = f"distance_transform_{name}"
    x = image((6, 7))
    expected = getattr(plain_ndimage, function)(x, return_indices=True)
    distances = tn.zeros((6, 7), expected[0].dtype)
    indices = tn.zeros((2, 6, 7), "i4")
    given = {"return_indices": True, "distances": distances, "indices": indices}
    assert getattr(ndimage, function)(tn.asarray(x), **given) is None
    equal((distances, indices), expected)
    given = {"return_indices": True, "distances": distances}
    equal(getattr(ndimage, function)(tn.asarray(x), **given), expected[1])


X = np.ones((5, 5))


@pytest.mark.parametrize(
    "name, args, options",
    [
        ("binary_erosion", (X.astype("e"),), {}),
        ("binary_erosion", (X.astype("F"),), {}),
        ("binary_erosion", (X,), {"output": np.zeros((5, 5), "e")}),
        ("binary_erosion", (X,), {"output": np.zeros((5, 5), "D")}),
        ("binary_erosion", (X,), {"output": np.zeros((5, 4))}),
        ("binary_erosion", (X, np.ones(3)), {}),
        ("binary_erosion", (X, np.ones((0, 3))), {}),
        ("binary_erosion", (X,), {"iterations": 1.5}),
        ("binary_erosion", (X,), {"border_value": 0.5}),
        ("binary_erosion", (X,), {"mask": np.ones(3)}),
        ("binary_erosion", (X,), {"origin": 2}),
        ("binary_erosion", (X,), {"origin": (1, 1, 1)}),
        ("binary_erosion", (X,), {"origin": 0.5}),
        ("binary_erosion", (X,), {"axes": (0, 0)}),
        ("binary_erosion", (X,), {"axes": (0, 2)}),
        ("binary_erosion", (X, np.ones((3, 3))), {"axes": 0}),
        ("generate_binary_structure", (2.5, 1), {}),
        ("iterate_structure", (np.ones((3, 3)), 2.5), {}),
        ("grey_erosion", (X,), {}),
        ("grey_erosion", (X.astype("e"), 3), {}),
        ("grey_erosion", (X.astype("F"), 3), {}),
        ("grey_erosion", (X, (3, 3, 3)), {}),
        ("grey_erosion", (X,), {"footprint": np.zeros((3, 3))}),
        ("grey_erosion", (X,), {"footprint": [1, 0, 1]}),
        ("grey_erosion", (X,), {"structure": [1, 0, 1]}),
        ("grey_erosion", (X, 3), {"mode": "edge"}),
        ("grey_erosion", (X, 3), {"mode": ["wrap"]}),
        ("grey_erosion", (X,), {"structure": X, "mode": ["wrap", "mirror"]}),
        ("grey_erosion", (X, 3), {"origin": 2}),
        ("grey_erosion", (X,), {"structure": np.ones((3, 3)), "origin": 2}),
        ("grey_erosion", (X, 3), {"origin": (1, 0, 0)}),
        ("grey_erosion", (X, 3), {"output": "F"}),
        ("grey_erosion", (X, 3), {"output": np.zeros((5, 4))}),
        ("grey_erosion", (X, (3, 3)), {"axes": 0}),
        ("grey_erosion", (X,), {"structure": np.ones((3, 3)), "axes": 0}),
        ("morphological_gradient", (X > 0, 3), {}),
        ("distance_transform_edt", (X, [1, 2, 3]), {}),
        ("distance_transform_edt", (X,), {"return_distances": False}),
        ("distance_transform_edt", (X,), {"distances": np.zeros((5, 4))}),
        ("distance_transform_edt", (X,), {"distances": np.zeros((5, 5), "f")}),
        ("distance_transform_edt", (X,), {"indices": np.zeros((2, 5, 5), "i4")}),
        (
            "distance_transform_edt",
            (X,),
            {"indices": np.zeros((2, 5, 5)), "return_indices": True},
        ),
        (
            "distance_transform_edt",
            (X,),
            {"indices": np.zeros((2, 5, 4), "i4"), "return_indices": True},
        ),
        ("distance_transform_bf", (X, "edge"), {}),
        ("distance_transform_bf", (X,), {"distances": np.zeros((5, 4))}),
        ("distance_transform_bf", (X, "taxicab"), {"distances": np.zeros((5, 5))}),
        ("distance_transform_cdt", (X, "edge"), {}),
        ("distance_transform_cdt", (X, np.ones((2, 3), bool)), {}),
        ("distance_transform_cdt", (X,), {"distances": np.zeros((5, 4), "i4")}),
        ("distance_transform_cdt", (X,), {"distances": np.zeros((5, 5))}),
        (
            "distance_transform_cdt",
            (X,),
            {"indices": np.zeros((2, 5, 4), "i4"), "return_indices": True},
        ),
    ],
)
def test_errors(device, name, args, options):
    same_error(device, name, *args, **options)


def test_origins_outside_of_the_structure(device):
    # SciPy reads memory that is not its own.
    with pytest.raises(ValueError, match="invalid origin"):
        ndimage.binary_erosion(tn.ones((5, 5)), origin=-2)
