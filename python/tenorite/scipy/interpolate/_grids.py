# SPDX-License-Identifier: Apache-2.0
"""Interpolation on rectilinear grids: linear, nearest, and by splines."""

import math
import types

import numpy

from ..._array.convert import as_operand, is_host_array, own_beside
from ..._core import ndarray
from ..._numpy.creation import ascontiguousarray, empty
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.manipulation import broadcast_arrays, flip
from ..._numpy.ufuncs import isfinite, isnan
from .._kernels import KernelFile, blocks, c_type, launch, packed
from ._ndbspline import through_grid
from ._polynomials import holds, scipys

__all__ = ["RegularGridInterpolator", "interpn"]

_kernels = KernelFile(__file__, "grids.cuh")
_DEGREES = {
    **{"slinear": 1, "cubic": 3, "quintic": 5, "pchip": 3},
    **{"slinear_legacy": 1, "cubic_legacy": 3, "quintic_legacy": 5},
}
_WITH_SOLVER = {"slinear", "cubic", "quintic"}
_OWN = ("linear", "nearest")
_METHODS = [*_OWN, *_DEGREES]
_MOST_AXES = 8  # beyond them SciPy's code runs
_TYPES = "bBhHiIlLqQfdFD?"  # dtypes of values that kernels take


def _check_sizes(points, method):
    least = _DEGREES[method]
    for i, x in enumerate(points):
        count = math.prod(numpy.shape(x)[:1])
        if count <= least:
            raise ValueError(
                f"There are {count} points in dimension {i},"
                f" but method {method} requires at least "
                f" {least + 1} points per dimension."
            )


def _ascending(points, like):
    """(ascending axes, numbers of those that descended), for which it waits once."""
    grid, conditions = [], []
    for x in points:
        if not isinstance(x, (ndarray, numpy.ndarray)):
            x = own_beside(numpy.asarray(x, dtype=float), like)
        grid.append(x.astype("d", copy=False))
        x = grid[-1]
        conditions += (x[1:] > x[:-1]).all(), (x[1:] < x[:-1]).all()
    found = holds(*conditions)
    down = []
    for i in range(len(grid)):
        rises, falls = found[2 * i : 2 * i + 2]
        if not rises and not falls:
            raise ValueError(
                f"The points in dimension {i} must be strictly ascending or descending"
            )
        if not rises:
            down.append(i)
            grid[i] = grid[i][::-1] if grid[i].ndim == 1 else grid[i]
    return [ascontiguousarray(as_operand(x, like)) for x in grid], tuple(down)


def _check_shapes(points, values):
    if len(points) > values.ndim:
        raise ValueError(
            f"There are {len(points)} point arrays, but values has "
            f"{values.ndim} dimensions"
        )
    for i, x in enumerate(points):
        if x.ndim != 1:
            raise ValueError(f"The points in dimension {i} must be 1-dimensional")
        if values.shape[i] != len(x):
            raise ValueError(
                f"There are {len(x)} points and {values.shape[i]} values in "
                f"dimension {i}"
            )


def like_among(*items):
    """An array of ours among the items, or None: its device is that of the call."""
    for x in items:
        if isinstance(x, ndarray):
            return x
        if isinstance(x, (tuple, list)):
            found = like_among(*x)
            if found is not None:
                return found
    return None


def coordinates_of(xi, ndim, like):
    """Points (..., ndim) of one array or of a tuple of those of each axis."""
    if isinstance(xi, tuple) and len(xi) == 1:
        xi = xi[0]
    if isinstance(xi, tuple):
        parts = broadcast_arrays(*(as_operand(x, like) for x in xi))
        return stack([x.astype("d", copy=False) for x in parts], axis=-1)
    xi = as_operand(xi, like)
    return xi.reshape(-1, ndim) if xi.ndim == 1 else xi


def _check_inside(xi, grid):
    """ValueError for points outside of the grid, for which it waits once."""
    inside = [
        ((x[0] <= xi[..., i]) & (xi[..., i] <= x[-1])).all() for i, x in enumerate(grid)
    ]
    for i, is_inside in enumerate(holds(*inside)):
        if not is_inside:
            raise ValueError(
                f"One of the requested xi is out of bounds in dimension {i}"
            )


class RegularGridInterpolator:
    """Interpolation between values on a rectilinear grid, of any count of axes.

    Methods 'pchip', and those with a `solver`, are SciPy's, on the host.
    See scipy.interpolate.RegularGridInterpolator.

    >>> from tenorite.scipy.interpolate import RegularGridInterpolator
    >>> axis = np.array([0.0, 1.0])
    >>> f = RegularGridInterpolator((axis, axis), np.array([[0.0, 1.0], [2.0, 3.0]]))
    >>> f(np.array([[0.5, 0.5]]))
    array([1.5])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(
        self,
        points,
        values,
        method="linear",
        bounds_error=True,
        fill_value=numpy.nan,
        *,
        solver=None,
        solver_args=None,
    ):
        if method not in _METHODS:
            raise ValueError(f"Method '{method}' is not defined")
        if method in _DEGREES:
            _check_sizes(points, method)
        like = like_among(values, points)
        values = as_operand(values, like)
        like = values if like is None else like
        self.method, self.bounds_error = method, bounds_error
        grid, down = _ascending(points, like)
        if values.dtype.kind not in "fc":
            values = values.astype("d")
        _check_shapes(grid, values)
        if fill_value is not None:
            of_fill = getattr(fill_value, "dtype", numpy.asarray(fill_value).dtype)
            if not numpy.can_cast(of_fill, values.dtype, casting="same_kind"):
                raise ValueError(
                    "fill_value must be either 'None' or of a type compatible "
                    "with values"
                )
        self.fill_value = fill_value
        self.grid, self.values = tuple(grid), flip(values, down) if down else values
        if method == "pchip" and values.dtype.kind == "c":
            raise ValueError(
                "`PchipInterpolator` only works with real values. If you are trying "
                "to use the real components of the passed array, use `np.real` on "
                "the array before passing to `RegularGridInterpolator`."
            )
        if method not in _WITH_SOLVER and (solver is not None or solver_args):
            raise ValueError(
                f"{method =} does not accept the 'solver' argument. Got "
                f" {solver = } and with arguments {solver_args}."
            )
        self._solver = {"solver": solver, "solver_args": solver_args}
        self._splines = {}
        if method in _WITH_SOLVER or method == "pchip":
            self._splines[method] = self._made(method)

    def _is_for_scipy(self, method):
        """Whether SciPy's code runs: where a method has none here, or a solver."""
        with_solver = method == self.method and any(self._solver.values())
        return method == "pchip" or with_solver or len(self.grid) > _MOST_AXES

    def _made(self, method):
        """What evaluates splines, ours or SciPy's."""
        if self._is_for_scipy(method):
            return self._theirs(method)
        _check_sizes(self.grid, method)
        if method in _WITH_SOLVER and not bool(isfinite(self.values).all()):
            raise ValueError("RHS must contain only finite numbers")
        return through_grid(self.grid, self.values, _DEGREES[method])

    def _theirs(self, method):
        """SciPy's interpolator of the same grid, on the host."""
        solver = self._solver if method in _WITH_SOLVER else {}
        return scipys("RegularGridInterpolator")(
            self.grid, self.values, method, self.bounds_error, self.fill_value, **solver
        )

    def __call__(self, xi, method=None, *, nu=None):
        """Values at points (..., axes)."""
        method = self.method if method is None else method
        if method not in _METHODS:
            raise ValueError(f"Method '{method}' is not defined")
        if nu is not None and method not in _WITH_SOLVER:
            raise ValueError(
                f"Can only compute derivatives for methods "
                f"{_WITH_SOLVER}, got {method =}."
            )
        ndim = len(self.grid)
        if method in _DEGREES and method not in self._splines:
            self._splines[method] = self._made(method)
        if self._is_for_scipy(method):
            theirs = self._splines.get(method) or self._theirs(method)
            return theirs(xi, method, nu=nu)
        xi = coordinates_of(xi, ndim, self.values)
        if xi.shape[-1] != ndim:
            raise ValueError(
                "The requested sample points xi have dimension "
                f"{xi.shape[-1]} but this RegularGridInterpolator has dimension {ndim}"
            )
        xi = ascontiguousarray(xi.astype("d", copy=False))
        if self.bounds_error:
            _check_inside(xi, self.grid)
        points = xi.reshape(-1, ndim)
        if method in _DEGREES:
            out = self._spline_at(points, method, nu)
        else:
            out = self._values_at(points, method == "nearest")
        return out.reshape(xi.shape[:-1] + self.values.shape[ndim:])

    def _spline_at(self, xi, method, nu):
        out = self._splines[method](xi, nu=nu)
        if method not in _WITH_SOLVER:
            out = out.astype(self.values.dtype, copy=False)
        shape = -1, *[1] * (out.ndim - 1)
        if not self.bounds_error and self.fill_value is not None:
            outside = [
                (p < x[0]) | (p > x[-1]) for p, x in zip(xi.T, self.grid, strict=True)
            ]
            fill = numpy.asarray(self.fill_value).astype(out.dtype)[()]
            out = where(stack(outside).any(axis=0).reshape(shape), fill, out)
        return where(
            isnan(xi).any(axis=1).reshape(shape), out.dtype.type(numpy.nan), out
        )

    def _values_at(self, xi, nearest):
        values = ascontiguousarray(self.values)
        if values.dtype.char not in _TYPES:  # float16
            values = values.astype("f")
        count, ndim = xi.shape
        dtype = values.dtype
        if not nearest:
            dtype = numpy.dtype("D" if dtype.kind == "c" else "d")
        columns = math.prod(values.shape[ndim:])
        out = empty((count, columns), dtype, device=values.device)
        if out.size:
            fills = not self.bounds_error and self.fill_value is not None
            fill = numpy.asarray(self.fill_value if fills else 0).astype(dtype)[()]
            types_ = c_type(values.dtype), c_type(dtype), ndim, nearest
            sizes = numpy.int64(count), numpy.int64(columns)
            arguments = (values, xi, out, *sizes, self._packed(columns), fills, fill)
            kernel = _kernels("interpolate_grid", *types_)
            axes = concatenate(self.grid)
            launch(kernel, blocks(out.size), (axes, *arguments))
        return out.astype(self.values.dtype, copy=False) if nearest else out

    def _packed(self, columns):
        """The struct of grids.cuh."""
        sizes = [len(x) for x in self.grid]
        starts = [sum(sizes[:d]) for d in range(len(sizes))]
        strides = [columns * math.prod(sizes[d + 1 :]) for d in range(len(sizes))]
        fields = [(name, "i8", (len(sizes),)) for name in ("size", "start", "stride")]
        return packed(numpy.dtype(fields), sizes, starts, strides)


def interpn(
    points, values, xi, method="linear", bounds_error=True, fill_value=numpy.nan
):
    """Values at points between those of a rectilinear grid.

    As RegularGridInterpolator; 'splinef2d' is SciPy's, on the host.
    See scipy.interpolate.interpn.

    >>> from tenorite.scipy import interpolate
    >>> axis, table = np.array([0.0, 1.0]), np.array([[0.0, 1.0], [2.0, 3.0]])
    >>> interpolate.interpn((axis, axis), table, np.array([0.5, 0.5]))
    array([1.5])
    """
    if method not in (*_METHODS, "splinef2d"):
        raise ValueError(
            "interpn only understands the methods 'linear', "
            "'nearest', 'slinear', 'cubic', 'quintic', 'pchip', "
            f"and 'splinef2d'. You provided {method}."
        )
    if method == "splinef2d":
        return scipys("interpn")(points, values, xi, method, bounds_error, fill_value)
    like = like_among(values, xi, points)
    values = as_operand(values, like)
    if len(points) > values.ndim:
        raise ValueError(
            f"There are {len(points)} point arrays, but values has "
            f"{values.ndim} dimensions"
        )
    if not isinstance(xi, tuple) or is_host_array(xi):
        xi = as_operand(xi, values)
    places = coordinates_of(xi, len(points), values)
    if places.shape[-1] != len(points):
        raise ValueError(
            f"The requested sample points xi have dimension {places.shape[-1]}, "
            f"but this RegularGridInterpolator has dimension {len(points)}"
        )
    found = RegularGridInterpolator(points, values, method, bounds_error, fill_value)
    return found(places)
