# SPDX-License-Identifier: Apache-2.0
"""Interpolation of scattered data: the nearest point, or the triangle around.

Triangulations and gradients are SciPy's, made on the host; points of evaluation are
looked up in them and computed on the device.
"""

import math
import types

import numpy

from ..._array.convert import as_operand
from ..._numpy.creation import ascontiguousarray, empty
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.sorting import argsort
from .._kernels import KernelFile, blocks, c_type, launch
from ..spatial import Delaunay, cKDTree
from ..spatial._simplices import EPS, places
from ._grids import coordinates_of, like_among
from ._interp1d import interp1d
from ._polynomials import floating, scipys

__all__ = [
    "CloughTocher2DInterpolator",
    "LinearNDInterpolator",
    "NearestNDInterpolator",
    "griddata",
]

_kernels = KernelFile(__file__, "simplices.cuh")


class _Scattered:
    """Points, perhaps scaled to the unit cube, and values at them."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def _set_points(self, points, like, rescale):
        """Takes points (n, ndim), a tuple of their coordinates, or a triangulation."""
        self.tri = self.scale = None
        if isinstance(points, Delaunay):
            if rescale:
                raise ValueError(
                    "Rescaling is not supported when passing a Delaunay triangulation "
                    "as ``points``."
                )
            self.tri, points = points, points.points
        self.points = coordinates_of(points, 1, like_among(points, like))
        if rescale:
            self.offset = self.points.mean(axis=0)
            scale = self.points.max(axis=0) - self.points.min(axis=0)
            self.scale = where(scale > 0, scale, 1.0)
            self.points = (self.points - self.offset) / self.scale

    def _checked(self, values, ndim=None):
        """Values as an array, for each of the points."""
        values = as_operand(values, self.points)
        if values.shape[0] != self.points.shape[0]:
            raise ValueError("different number of values and points")
        if self.points.ndim != 2:
            raise ValueError("invalid shape for input data points")
        if self.points.shape[1] < 2:
            raise ValueError("input data must be at least 2-D")
        if ndim is not None and self.points.shape[1] != ndim:
            raise ValueError(
                f"this mode of interpolation available only for {ndim}-D data"
            )
        return values

    def _coordinates(self, args):
        """Points of evaluation (..., ndim), scaled as those of interpolation."""
        ndim = self.points.shape[1]
        xi = coordinates_of(args, ndim, self.points)
        if xi.shape[-1] != ndim:
            raise ValueError("number of dimensions in xi does not match x")
        return xi if self.scale is None else (xi - self.offset) / self.scale


class NearestNDInterpolator(_Scattered):
    """The values `y` (n, ...) at the nearest of points `x` (n, ndim), float64 or complex.

    See scipy.interpolate.NearestNDInterpolator.

    >>> from tenorite.scipy.interpolate import NearestNDInterpolator
    >>> x = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]])
    >>> NearestNDInterpolator(x, np.array([1.0, 2.0, 3.0]))(np.array([[1.0, 2.0]]))
    array([3.])
    """

    def __init__(self, x, y, rescale=False, tree_options=None):
        self._set_points(x, y, rescale)
        self.values = self._checked(y)
        self.tree = cKDTree(self.points, **(tree_options or {}))

    def __call__(self, *args, **query_options):
        """Values at points (..., ndim), or of coordinates that broadcast.

        `query_options` are KDTree.query()'s; without a neighbour values are NaN.
        """
        xi = self._coordinates(args)
        distances, numbers = self.tree.query(
            xi.reshape(-1, xi.shape[-1]), **query_options
        )
        is_near = distances < math.inf
        values = self.values
        if values.dtype.kind != "c":
            values = values.astype("d", copy=False)
        column = is_near.reshape(-1, *[1] * (values.ndim - 1))
        found = where(column, values[where(is_near, numbers, 0)], math.nan)
        found = found.astype(values.dtype, copy=False)
        return found.reshape(xi.shape[:-1] + values.shape[1:])


class _Triangulated(_Scattered):
    """Values in the simplices of a triangulation, and one outside of all."""

    def _set_values(self, values, fill_value, ndim=None):
        values = self._checked(values, ndim)
        self.values_shape = values.shape[1:]
        columns = math.prod(self.values_shape)
        values = floating(values.reshape(len(values), columns))
        self.values = ascontiguousarray(values)
        self.is_complex = values.dtype.kind == "c"
        self.fill_value = (complex if self.is_complex else float)(fill_value)

    def __call__(self, *args, simplex_tolerance=1.0):
        """Values at points (..., ndim), or of coordinates that broadcast.

        `simplex_tolerance` is a factor of how far outside of a simplex points may be.
        """
        if simplex_tolerance <= 0:
            raise ValueError("simplex_tolerance must be positive")
        xi = self._coordinates(args)
        flat = xi.reshape(-1, xi.shape[-1])
        place = places(self.tri, flat, EPS * simplex_tolerance)
        out = empty(
            (len(flat), self.values.shape[1]), self.values.dtype, device=xi.device
        )
        fill = out.dtype.type(self.fill_value)
        count = numpy.int64(len(flat))
        self._launch(out.size, (*place, count, fill, out))
        return out.reshape(xi.shape[:-1] + self.values_shape)


class LinearNDInterpolator(_Triangulated):
    """Linear interpolation in the triangles of points (n, ndim) with values (n, ...).

    SciPy makes the triangulation on the host; `points` may be one. Results are float64
    or complex128. See scipy.interpolate.LinearNDInterpolator.

    >>> from tenorite.scipy.interpolate import LinearNDInterpolator
    >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    >>> with np.config.using(fallback="allow"):
    ...     f = LinearNDInterpolator(points, np.array([0.0, 2.0, 4.0]))
    >>> f(np.array([[0.5, 0.5], [2.0, 2.0]]))
    array([1.5, nan])
    """

    def __init__(self, points, values, fill_value=numpy.nan, rescale=False):
        self._set_points(points, values, rescale)
        if self.tri is None:
            self.tri = Delaunay(self.points)
        self._set_values(values, fill_value)

    def _launch(self, size, arguments):
        columns = numpy.int64(self.values.shape[1])
        kernel = c_type(self.values.dtype), self.points.shape[1]
        arguments = self.values, columns, self.tri.simplices, *arguments
        launch(_kernels("linear_in_simplices", *kernel), blocks(size), arguments)


class CloughTocher2DInterpolator(_Triangulated):
    """Cubics in the triangles of points (n, 2) with values (n, ...), smooth at edges.

    SciPy makes the triangulation, which `points` may be, and estimates gradients, on the
    host. Results are float64 or complex128. See
    scipy.interpolate.CloughTocher2DInterpolator.

    >>> from tenorite.scipy.interpolate import CloughTocher2DInterpolator
    >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [2.0, 2.0]])
    >>> with np.config.using(fallback="allow"):
    ...     f = CloughTocher2DInterpolator(points, np.array([0.0, 2.0, 4.0, 6.0]))
    >>> f(np.array([[0.5, 0.5], [3.0, 2.0]])).round(6)
    array([1.5, nan])
    """

    def __init__(
        self,
        points,
        values,
        fill_value=numpy.nan,
        tol=1e-6,
        maxiter=400,
        rescale=False,
    ):
        self._set_points(points, values, rescale)
        if self.tri is None:
            self.tri = Delaunay(self.points)
        self._set_values(values, fill_value, ndim=2)
        make = scipys("CloughTocher2DInterpolator")
        theirs = make(self.tri, self.values, tol=tol, maxiter=maxiter)
        self.grad = ascontiguousarray(theirs.grad)
        self._across = self._directions()

    def _directions(self):
        """Where derivatives across the edges are linear, (simplices, 3).

        They point to the neighbour's centroid, and so are the same for both triangles.
        """
        simplices, neighbors = self.tri.simplices, self.tri.neighbors
        map_ = self.tri.transform[:, None]
        centroids = self.points[simplices].mean(axis=1)[neighbors]
        away = centroids - map_[..., 2, :]
        u = (map_[..., 0, :] * away).sum(axis=-1)
        v = (map_[..., 1, :] * away).sum(axis=-1)
        c = [u, v, 1.0 - u - v]
        columns = []
        for k in range(3):
            a, b = c[(k + 1) % 3][:, k], c[(k + 2) % 3][:, k]
            inside = (2 * b + a - 1) / (2 - 3 * b - 3 * a)
            columns.append(where(neighbors[:, k] < 0, -0.5, inside))
        return stack(columns, axis=1)

    def _launch(self, size, arguments):
        columns = numpy.int64(self.values.shape[1])
        given = self.values, self.grad, columns, self.tri.points
        arguments = *given, self.tri.simplices, self._across, *arguments
        kernel = _kernels("cubic_in_triangles", c_type(self.values.dtype))
        launch(kernel, blocks(size), arguments)


def griddata(points, values, xi, method="linear", fill_value=numpy.nan, rescale=False):
    """Values at points `xi` between scattered points (n, ndim) with values (n, ...).

    Methods are 'nearest', 'linear' and, of one or two axes, 'cubic'; as the classes
    NearestNDInterpolator, LinearNDInterpolator, CloughTocher2DInterpolator and interp1d.
    See scipy.interpolate.griddata.

    >>> from tenorite.scipy.interpolate import griddata
    >>> points = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    >>> griddata(points, np.array([1.0, 2.0, 3.0]), np.array([[1.5, 0.0]]), "nearest")
    array([2.])
    """
    like = like_among(points, values, xi)
    points = coordinates_of(points, 1, like)
    ndim = points.shape[-1] if points.ndim > 1 else points.ndim
    if ndim == 1 and method in ("nearest", "linear", "cubic"):
        points = points.reshape(-1)
        if isinstance(xi, tuple):
            if len(xi) != 1:
                raise ValueError("invalid number of dimensions in xi")
            (xi,) = xi
        order = argsort(points)
        values = as_operand(values, points)[order]
        made = interp1d(
            points[order],
            values,
            kind=method,
            axis=0,
            bounds_error=False,
            fill_value="extrapolate" if method == "nearest" else fill_value,
        )
        return made(xi)
    if method == "nearest":
        return NearestNDInterpolator(points, values, rescale=rescale)(xi)
    if method == "linear":
        made = LinearNDInterpolator(points, values, fill_value, rescale)
    elif method == "cubic" and ndim == 2:
        made = CloughTocher2DInterpolator(points, values, fill_value, rescale=rescale)
    else:
        raise ValueError(
            f"Unknown interpolation method {method!r} for {ndim} dimensional data"
        )
    return made(xi)
