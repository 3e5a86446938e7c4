# SPDX-License-Identifier: Apache-2.0
"""Filters of images beside CuPy's on a GPU, and beside SciPy's on the CPU device."""

import functools

import numpy

from . import pairs

_DTYPES = ("float32", "float64", "uint8", "uint16")
# Lengths of each axis on a GPU, on the CPU device and where results are compared.
_SIZES = {2: (4096, 1024, 24), 3: (512, 128, 24)}


def _footprint(ndim):
    """A cross of 5 items along each axis."""
    at = numpy.indices((5,) * ndim) - 2
    return numpy.abs(at).sum(axis=0) <= 2


def _turned(ndim):
    matrix = numpy.eye(ndim)
    matrix[:2, :2] = [[0.8, -0.6], [0.6, 0.8]]
    return matrix


# What is called: `nd` is ndimage of the library, `x` its image, `xp` the library.
CASES = {
    "gaussian_filter sigma=1": lambda nd, x, xp: nd.gaussian_filter(x, 1),
    "gaussian_filter sigma=4": lambda nd, x, xp: nd.gaussian_filter(x, 4),
    "gaussian_filter1d sigma=2": lambda nd, x, xp: nd.gaussian_filter1d(x, 2),
    "uniform_filter 5": lambda nd, x, xp: nd.uniform_filter(x, 5),
    "uniform_filter 31": lambda nd, x, xp: nd.uniform_filter(x, 31),
    "sobel": lambda nd, x, xp: nd.sobel(x),
    "laplace": lambda nd, x, xp: nd.laplace(x),
    "gaussian_laplace sigma=2": lambda nd, x, xp: nd.gaussian_laplace(x, 2),
    "gaussian_gradient_magnitude": lambda nd, x, xp: nd.gaussian_gradient_magnitude(
        x, 2
    ),
    "convolve 5": lambda nd, x, xp: nd.convolve(
        x, xp.asarray(numpy.linspace(0.5, 1, 5**x.ndim).reshape((5,) * x.ndim))
    ),
    "median_filter 3": lambda nd, x, xp: nd.median_filter(x, 3),
    "median_filter cross of 5": lambda nd, x, xp: nd.median_filter(
        x, footprint=xp.asarray(_footprint(x.ndim))
    ),
    "percentile_filter 3": lambda nd, x, xp: nd.percentile_filter(x, 20, 3),
    "minimum_filter 5": lambda nd, x, xp: nd.minimum_filter(x, 5),
    "maximum_filter cross of 5": lambda nd, x, xp: nd.maximum_filter(
        x, footprint=xp.asarray(_footprint(x.ndim))
    ),
    "grey_opening 3": lambda nd, x, xp: nd.grey_opening(x, 3),
    "binary_dilation": lambda nd, x, xp: nd.binary_dilation(x > 100),
    "binary_fill_holes": lambda nd, x, xp: nd.binary_fill_holes(x > 30),
    "label": lambda nd, x, xp: nd.label(x > 100)[0],
    "distance_transform_edt": lambda nd, x, xp: nd.distance_transform_edt(x > 60),
    "affine_transform order=1": lambda nd, x, xp: nd.affine_transform(
        x, xp.asarray(_turned(x.ndim)), order=1
    ),
    "rotate order=3": lambda nd, x, xp: nd.rotate(x, 30, reshape=False),
    "zoom 1.5": lambda nd, x, xp: nd.zoom(x[: x.shape[0] // 2], 1.5, order=1),
    "shift order=3": lambda nd, x, xp: nd.shift(x, 1.5),
    "map_coordinates order=1": lambda nd, x, xp: nd.map_coordinates(
        x, xp.indices(x.shape) * 0.97 + 0.4, order=1
    ),
    "spline_filter": lambda nd, x, xp: nd.spline_filter(x),
}
# Filling holes goes on until nothing changes: too long for whole volumes.
_FLAT = ("binary_fill_holes",)


@functools.lru_cache(maxsize=2)
def image(shape, dtype):
    """Smooth shapes and noise, from 0 to 200."""
    axes = [numpy.arange(n) for n in shape]
    waves = 1.0
    for k, at in enumerate(axes):
        waves = waves * numpy.sin(at / (9.0 + k)).reshape(
            [-1 if d == k else 1 for d in range(len(shape))]
        )
    noise = numpy.random.default_rng(0).random(shape, dtype=numpy.float32)
    return ((waves + 1) * 70 + noise * 60).astype(dtype)


def _case(ndim, dtype, name):
    function = CASES[name]
    return pairs.Case(
        group=f"ndimage of {ndim} axes",
        name=name,
        dtype=dtype,
        operands=lambda length: (image((length,) * ndim, dtype),),
        call=lambda side, x: function(side.module("ndimage"), x, side.xp),
        sizes=_SIZES[ndim],
        # Integers may be rounded to either side.
        tolerance={"float32": 1e-5, "float64": 1e-10}.get(dtype, 1e-2),
    )


def cases():
    return [
        _case(ndim, dtype, name)
        for ndim in _SIZES
        for dtype in _DTYPES
        for name in CASES
        if ndim == 2 or name not in _FLAT
    ]


def main(args):
    return pairs.Comparison(args, "tenorite-images-2").run(cases())
