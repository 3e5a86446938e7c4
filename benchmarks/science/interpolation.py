# SPDX-License-Identifier: Apache-2.0
"""Splines of many rows, and grids."""

import functools

import numpy

from ..pairs import Case
from .matrices import dense

_KNOTS = 2048
_POINTS = 4096
_ROWS = (8192, 256, 4)
_TOLERANCE = 1e-9


@functools.cache
def _knots(count):
    steps = 0.5 + numpy.random.default_rng(8).random(count)
    return numpy.cumsum(steps)


@functools.cache
def _points(count, span, seed=9):
    """Points between 1 and `span`, in no order."""
    return 1 + numpy.random.default_rng(seed).random(count) * (span - 1)


def _spline(kind):
    def operands(rows):
        return _knots(_KNOTS), dense((rows, _KNOTS), "float64")

    def call(side, x, y):
        return getattr(side.module("interpolate"), kind)(x, y, axis=1).c

    return kind, operands, call, None


def _evaluation(name, derivative):
    def operands(rows):
        pieces = dense((4, _KNOTS - 1, rows), "float64")
        return pieces, _knots(_KNOTS), _points(_POINTS, _KNOTS // 2)

    def prepare(side, c, x, at):
        return side.module("interpolate").PPoly(c, x), at

    def call(side, piecewise, at):
        return piecewise(at, derivative)

    return name, operands, call, prepare


def _grid(method):
    def operands(length):
        axis = numpy.arange(float(length))
        points = numpy.stack([_points(length**2, length - 1, k) for k in range(3)])
        return axis, dense((length,) * 3, "float64"), points.T.copy() - 0.5

    def prepare(side, axis, values, points):
        grid = side.module("interpolate").RegularGridInterpolator
        return grid((axis,) * 3, values, method=method), points

    def call(side, grid, points):
        return grid(points)

    return f"RegularGridInterpolator {method}", operands, call, prepare


def _lines(n):
    return _knots(n // 10), dense((n // 10,), "float64"), _points(n, n // 20)


def _interp1d(side, x, y, at):
    return side.module("interpolate").interp1d(x, y)(at)


def _through_points(rows):
    return _knots(_KNOTS), dense((rows, _KNOTS), "float64")


def _interp_spline(side, x, y):
    return side.module("interpolate").make_interp_spline(x, y, axis=1).c


def _scattered(n):
    places = dense((n, 2), "float64", 3)
    return places, dense((n,), "float64"), dense((10 * n, 2), "float64", 4)


def _radial(side, places, values, points):
    return side.module("interpolate").RBFInterpolator(places, values)(points)


def cases():
    few = (64, 64, 4)
    table = [
        (_spline("CubicSpline"), _ROWS, ""),
        (_spline("CubicSpline"), few, ", few"),
        (_spline("PchipInterpolator"), _ROWS, ""),
        (_spline("Akima1DInterpolator"), _ROWS, ""),
        (_evaluation("PPoly at points", 0), _ROWS, ""),
        (_evaluation("PPoly's derivative at points", 1), _ROWS, ""),
        (_grid("linear"), (400, 100, 8), ""),
        (_grid("nearest"), (400, 100, 8), ""),
        (("make_interp_spline", _through_points, _interp_spline, None), _ROWS, ""),
        (("RBFInterpolator", _scattered, _radial, None), (2000, 500, 30), ""),
        (("interp1d", _lines, _interp1d, None), (10_000_000, 1_000_000, 1000), ""),
    ]
    return [
        Case(
            group="interpolate",
            name=name + more,
            dtype="float64",
            operands=operands,
            call=call,
            sizes=sizes,
            tolerance=_TOLERANCE,
            prepare=prepare,
        )
        for (name, operands, call, prepare), sizes, more in table
    ]
