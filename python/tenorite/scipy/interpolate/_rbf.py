# SPDX-License-Identifier: Apache-2.0
"""Interpolation of scattered data by radial functions and polynomials.

Either one system of equations has all points, or each point of evaluation has a system
of its nearest points; these are solved together.
"""

import itertools
import math
import types

import numpy
from numpy.linalg import LinAlgError

from ..._array.convert import as_operand, own_beside
from ..._core import ndarray, warn
from ..._numpy.creation import arange, ascontiguousarray, full, ones, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate, stack
from ..._numpy.products import matmul
from ..._numpy.sorting import sort
from ..._numpy.ufuncs import exp, sqrt
from ...linalg import matrix_rank, solve
from ...special import xlogy
from .._failures import raised_here
from ..spatial import KDTree
from ..spatial.distance import cdist

__all__ = ["RBFInterpolator"]

_TILE = 2**24  # items of matrices that are held

_FUNCTIONS = {
    "linear": lambda r: -r,
    "thin_plate_spline": lambda r: xlogy(r * r, r),
    "cubic": lambda r: r**3,
    "quintic": lambda r: -(r**5),
    "multiquadric": lambda r: -sqrt(r**2 + 1),
    "inverse_multiquadric": lambda r: 1 / sqrt(r**2 + 1),
    "inverse_quadratic": lambda r: 1 / (r**2 + 1),
    "gaussian": lambda r: exp(-(r**2)),
}
_SCALE_INVARIANT = {"linear", "thin_plate_spline", "cubic", "quintic"}
# The least degree of polynomials with which systems can be solved.
_LEAST_DEGREES = {
    "multiquadric": 0,
    "linear": 0,
    "thin_plate_spline": 1,
    "cubic": 1,
    "quintic": 2,
}


def _monomials(ndim, degree):
    """The powers of each variable in each monomial, (monomials, ndim)."""
    rows = [
        [variables.count(k) for k in range(ndim)]
        for order in range(degree + 1)
        for variables in itertools.combinations_with_replacement(range(ndim), order)
    ]
    return numpy.array(rows, dtype=numpy.int64).reshape(-1, ndim)


def _values_of(powers, x):
    """The monomials at points (..., ndim), (..., monomials)."""
    columns = []
    for row in powers:
        column = ones(x.shape[:-1], device=x.device)
        for k, power in enumerate(row):
            for _ in range(power):
                column = column * x[..., k]
        columns.append(column)
    if not columns:
        return zeros((*x.shape[:-1], 0), device=x.device)
    return stack(columns, axis=-1)


def _distances(x, y):
    """Distances of points (..., m, ndim) and (..., n, ndim)."""
    if x.ndim == 2:
        return cdist(x, y)
    total = 0.0
    for k in range(x.shape[-1]):
        away = x[..., :, None, k] - y[..., None, :, k]
        total = total + away * away
    return sqrt(total)


class RBFInterpolator:
    """A smooth function of points (m, ndim) with values `d` at points `y` (n, ndim).

    See scipy.interpolate.RBFInterpolator.

    >>> from tenorite.scipy.interpolate import RBFInterpolator
    >>> y = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    >>> f = RBFInterpolator(y, np.array([0.0, 1.0, 1.0, 2.0]))
    >>> f(np.array([[0.5, 0.5], [0.25, 0.0]])).round(6)
    array([1.  , 0.25])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(
        self,
        y,
        d,
        neighbors=None,
        smoothing=0.0,
        kernel="thin_plate_spline",
        epsilon=None,
        degree=None,
    ):
        y = ascontiguousarray(as_operand(y).astype("d", copy=False))
        if y.ndim != 2:
            raise ValueError("`y` must be a 2-dimensional array.")
        ny, ndim = y.shape
        d = as_operand(d, y)
        self.d_dtype = numpy.dtype("D" if d.dtype.kind == "c" else "d").type
        if d.shape[0] != ny:
            raise ValueError(f"Expected the first axis of `d` to have length {ny}.")
        self.d_shape = d.shape[1:]
        columns = math.prod(self.d_shape)
        d = ascontiguousarray(d.astype(self.d_dtype).reshape(ny, columns))
        # Complex values are twice as many columns.
        self.y, self.d = y, d.view("d")
        self.smoothing = self._checked_smoothing(smoothing)
        self.kernel = kernel.lower()
        if self.kernel not in _FUNCTIONS:
            raise ValueError(f"`kernel` must be one of {set(_FUNCTIONS)}.")
        self.epsilon = self._checked_epsilon(epsilon)
        degree = self._checked_degree(degree)
        self.neighbors = None if neighbors is None else int(min(neighbors, ny))
        self._powers = _monomials(ndim, degree)
        if len(self._powers) > (ny if neighbors is None else self.neighbors):
            raise ValueError(
                f"At least {len(self._powers)} data points are required when `degree` "
                f"is {degree} and the number of dimensions is {ndim}."
            )
        if neighbors is None:
            self._solved = self._solve(self.y, self.d, self.smoothing)
        else:
            self._tree = KDTree(self.y)

    def _checked_smoothing(self, smoothing):
        ny = len(self.y)
        if not isinstance(smoothing, ndarray) and numpy.ndim(smoothing) == 0:
            return full(ny, float(smoothing), device=self.y.device)
        smoothing = as_operand(smoothing, self.y).astype("d")
        if smoothing.ndim == 0:
            return smoothing + zeros(ny, device=self.y.device)
        if smoothing.shape != (ny,):
            raise ValueError(
                f"Expected `smoothing` to be a scalar or have shape ({ny},)."
            )
        return smoothing

    def _checked_epsilon(self, epsilon):
        if epsilon is not None:
            return float(epsilon)
        if self.kernel not in _SCALE_INVARIANT:
            raise ValueError(
                "`epsilon` must be specified if `kernel` is not one of "
                f"{_SCALE_INVARIANT}."
            )
        return 1.0

    def _checked_degree(self, degree):
        least = _LEAST_DEGREES.get(self.kernel, -1)
        if degree is None:
            return max(least, 0)
        degree = int(degree)
        if degree < -1:
            raise ValueError("`degree` must be at least -1.")
        if -1 < degree < least:
            warn(
                f"`degree` should not be below {least} except -1 when `kernel` is "
                f"'{self.kernel}'.The interpolant may not be uniquely solvable, and the "
                "smoothing parameter may have an unintuitive effect.",
                UserWarning,
            )
        return degree

    @property
    def powers(self):
        """The powers of each variable in each monomial."""
        return own_beside(self._powers, self.y)

    def _solve(self, y, d, smoothing):
        """(shift, scale, coefficients) of systems of points (..., n, ndim)."""
        n, count = y.shape[-2], len(self._powers)
        low, high = y.min(axis=-2, keepdims=True), y.max(axis=-2, keepdims=True)
        shift, scale = (high + low) / 2, (high - low) / 2
        scale = where(scale == 0.0, 1.0, scale)
        far = y * self.epsilon
        values = _FUNCTIONS[self.kernel](_distances(far, far))
        at = arange(n, device=y.device)
        on_diagonal = at[:, None] == at
        values = values + where(on_diagonal, smoothing[..., None, :], 0.0)
        monomials = _values_of(self._powers, (y - shift) / scale)
        below = zeros((*y.shape[:-2], count, count), device=y.device)
        left = concatenate(
            [
                concatenate([values, monomials], axis=-1),
                concatenate([monomials.swapaxes(-1, -2), below], axis=-1),
            ],
            axis=-2,
        )
        nothing = zeros((*d.shape[:-2], count, d.shape[-1]), device=y.device)
        try:
            with raised_here(left):
                found = solve(left, concatenate([d, nothing], axis=-2))
        except LinAlgError:
            raise LinAlgError(self._reason(monomials)) from None
        return shift, scale, found

    def _reason(self, monomials):
        """Why a system is singular."""
        count = len(self._powers)
        rank = int(matrix_rank(monomials).min()) if count else 0
        if rank < count:
            return (
                "Singular matrix. The matrix of monomials evaluated at the data point "
                f"coordinates does not have full column rank ({rank}/{count})."
            )
        return "Singular matrix."

    def _evaluated(self, x, y, shift, scale, coefficients):
        """Values at points (..., m, ndim)."""
        n = y.shape[-2]
        far = _distances(x * self.epsilon, y * self.epsilon)
        near = matmul(_FUNCTIONS[self.kernel](far), coefficients[..., :n, :])
        monomials = _values_of(self._powers, (x - shift) / scale)
        return near + matmul(monomials, coefficients[..., n:, :])

    def _of_neighbours(self, x):
        """Values at points (m, ndim), each by a system of its own."""
        _, near = self._tree.query(x, self.neighbors)
        near = sort(near.reshape(len(x), self.neighbors), axis=1)
        y, d, smoothing = self.y[near], self.d[near], self.smoothing[near]
        return self._evaluated(x[:, None], y, *self._solve(y, d, smoothing))[:, 0]

    def __call__(self, x):
        """Values at points (m, ndim), of shape (m, ...)."""
        x = ascontiguousarray(as_operand(x, self.y).astype("d", copy=False))
        if x.ndim != 2:
            raise ValueError("`x` must be a 2-dimensional array.")
        if x.shape[1] != self.y.shape[1]:
            raise ValueError(
                f"Expected the second axis of `x` to have length {self.y.shape[1]}."
            )
        if self.neighbors is None:
            held = len(self.y) + len(self._powers)

            def evaluate(x):
                return self._evaluated(x, self.y, *self._solved)

        else:
            held, evaluate = (
                (self.neighbors + len(self._powers)) ** 2,
                self._of_neighbours,
            )
        step = max(1, _TILE // held)
        parts = [evaluate(x[k : k + step]) for k in range(0, len(x), step)]
        if not parts:
            parts = [zeros((0, self.d.shape[1]), device=x.device)]
        out = parts[0] if len(parts) == 1 else concatenate(parts)
        out = ascontiguousarray(out).view(self.d_dtype)
        return out.reshape(len(x), *self.d_shape)
