# SPDX-License-Identifier: Apache-2.0
"""Densities of samples, as sums of normal densities around their points.

All pairs of points are visited in tiles; what is elementwise in a tile is not kept.
"""

import math
import types

import numpy
from numpy.linalg import LinAlgError

from ..._array.convert import as_operand
from ..._core import ndarray
from ..._numpy.creation import ones
from ..._numpy.indexing import diagonal
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import atleast_1d, atleast_2d, squeeze
from ..._numpy.statistics import cov
from ..._numpy.ufuncs import exp, log, sqrt
from ..._runtime.package import namespace
from ...linalg import cholesky, inv
from ...special import logsumexp, ndtr
from .._failures import raised_here
from ..linalg import solve_triangular
from ._distribution import _state_of
from ._samples import of_scipy

__all__ = ["gaussian_kde"]

_TILE = 2**24  # pairs
_LOWER_DIMENSIONAL = (
    "The data appears to lie in a lower-dimensional subspace of the space in which it "
    "is expressed. This has resulted in a singular data covariance matrix, which cannot "
    "be treated using the algorithms implemented in `gaussian_kde`. Consider performing "
    "principal component analysis / dimensionality reduction and using `gaussian_kde` "
    "with the transformed data."
)
_TOO_MANY_DIMENSIONS = (
    "Number of dimensions is greater than number of samples. This results in a singular "
    "data covariance matrix, which cannot be treated using the algorithms implemented "
    "in `gaussian_kde`. Note that `gaussian_kde` interprets each *column* of `dataset` "
    "to be a point; consider transposing the input to `dataset`."
)


def _energies(points, centres):
    """Half the squared distances of columns, (points, centres)."""
    total = 0.0
    for x, y in zip(points, centres, strict=True):
        away = x[:, None] - y
        total = total + away * away
    return -0.5 * total


def _by_tiles(points, centres, reduce):
    """What `reduce` makes of the energies of each point, for all points."""
    step = max(1, _TILE // max(centres.shape[1], 1))
    found = [
        reduce(_energies(points[:, k : k + step], centres))
        for k in range(0, points.shape[1], step)
    ]
    if not found:
        return points[0]
    return found[0] if len(found) == 1 else concatenate(found)


def _log_of_root(factor):
    """The logarithm of the determinant of a Cholesky factor times the root of 2 pi."""
    return log(diagonal(factor) * math.sqrt(2 * math.pi)).sum()


class gaussian_kde:
    """The density of points, of which `dataset` (d, n) has one in each column.

    See scipy.stats.gaussian_kde.

    >>> from tenorite.scipy.stats import gaussian_kde
    >>> gaussian_kde(np.array([-1.0, 0.0, 1.0]))(np.array([0.0])).round(6)
    array([0.318156])
    """

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, dataset, bw_method=None, weights=None):
        self.dataset = atleast_2d(as_operand(dataset))
        if not self.dataset.size > 1:
            raise ValueError("`dataset` input should have multiple elements.")
        self.d, self.n = self.dataset.shape
        if weights is None:
            weights = ones(self.n, device=self.dataset.device) / self.n
        else:
            weights = atleast_1d(as_operand(weights, self.dataset)).astype(float)
            weights = weights / weights.sum()
            if weights.ndim != 1:
                raise ValueError("`weights` input should be one-dimensional.")
            if len(weights) != self.n:
                raise ValueError("`weights` input should be of length n")
        self.weights = weights
        self.neff = 1 / (weights * weights).sum()
        if self.d > self.n:
            raise ValueError(_TOO_MANY_DIMENSIONS)
        try:
            with raised_here(self.dataset):
                self.set_bandwidth(bw_method=bw_method)
        except LinAlgError as e:
            raise LinAlgError(_LOWER_DIMENSIONAL) from e

    def scotts_factor(self):
        """The bandwidth by Scott's rule. See scipy.stats.gaussian_kde.scotts_factor.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> round(float(gaussian_kde(np.arange(32.0)).scotts_factor()), 6)
        0.5
        """
        return self.neff ** (-1.0 / (self.d + 4))

    def silverman_factor(self):
        """The bandwidth by Silverman's rule.

        See scipy.stats.gaussian_kde.silverman_factor.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> round(float(gaussian_kde(np.arange(32.0)).silverman_factor()), 6)
        0.529612
        """
        return (self.neff * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))

    covariance_factor = scotts_factor

    def set_bandwidth(self, bw_method=None):
        """Sets how wide the normal densities are: 'scott', 'silverman', a number or a
        function of the object. See scipy.stats.gaussian_kde.set_bandwidth.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> density = gaussian_kde(np.array([-1.0, 0.0, 1.0]))
        >>> density.set_bandwidth(0.5)
        >>> density.factor
        0.5
        """
        if bw_method is None:
            pass
        elif isinstance(bw_method, str) and bw_method == "scott":
            self.covariance_factor = self.scotts_factor
        elif isinstance(bw_method, str) and bw_method == "silverman":
            self.covariance_factor = self.silverman_factor
        elif numpy.isscalar(bw_method) and not isinstance(bw_method, str):
            self._bw_method = "use constant"
            self.covariance_factor = lambda: bw_method
        elif callable(bw_method):
            self._bw_method = bw_method
            self.covariance_factor = lambda: self._bw_method(self)
        else:
            raise ValueError(
                "`bw_method` should be 'scott', 'silverman', a scalar or a callable."
            )
        self._compute_covariance()

    def _of_data(self):
        return atleast_2d(
            cov(self.dataset, rowvar=True, bias=False, aweights=self.weights)
        )

    def _compute_covariance(self):
        self.factor = self.covariance_factor()
        if not hasattr(self, "_data_cho_cov"):
            self._data_covariance = self._of_data()
            self._data_cho_cov = cholesky(self._data_covariance)
        self.covariance = self._data_covariance * self.factor**2
        self.cho_cov = (self._data_cho_cov * self.factor).astype(float)
        self.log_det = 2 * _log_of_root(self.cho_cov)

    @property
    def inv_cov(self):
        """The inverse of the covariance."""
        self.factor = self.covariance_factor()
        self._data_covariance = self._of_data()
        return inv(self._data_covariance) / self.factor**2

    def _points(self, points):
        points = atleast_2d(as_operand(points, self.dataset))
        d, m = points.shape
        if d != self.d:
            if not (d == 1 and m == self.d):
                raise ValueError(
                    f"points have dimension {d}, dataset has dimension {self.d}"
                )
            points = points.reshape(self.d, 1)
        return points.astype(float, copy=False)

    def _whitened(self, x, factor=None):
        factor = self.cho_cov if factor is None else factor
        x = x.astype(float, copy=False)
        return solve_triangular(factor, x, lower=True, check_finite=False)

    def evaluate(self, points):
        """The density at points (d, m), or at m points of a line, float64.

        See scipy.stats.gaussian_kde.evaluate.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> gaussian_kde(np.array([-1.0, 0.0, 1.0])).evaluate(np.array([0.0])).round(6)
        array([0.318156])
        """
        points = self._points(points)
        scale = exp(-_log_of_root(self.cho_cov))
        return _by_tiles(
            self._whitened(points),
            self._whitened(self.dataset),
            lambda e: (exp(e) * self.weights).sum(axis=1) * scale,
        )

    __call__ = evaluate

    def pdf(self, x):
        """evaluate(). See scipy.stats.gaussian_kde.pdf.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> gaussian_kde(np.array([-1.0, 0.0, 1.0])).pdf(np.array([0.0])).round(6)
        array([0.318156])
        """
        return self.evaluate(x)

    def logpdf(self, x):
        """The logarithm of the density. See scipy.stats.gaussian_kde.logpdf.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> gaussian_kde(np.array([-1.0, 0.0, 1.0])).logpdf(np.array([0.0])).round(6)
        array([-1.145213])
        """
        points = self._points(x)
        scale, weights = _log_of_root(self.cho_cov), log(self.weights)
        return _by_tiles(
            self._whitened(points),
            self._whitened(self.dataset),
            lambda e: logsumexp(e + weights, axis=1) - scale,
        )

    def integrate_gaussian(self, mean, cov):
        """The integral of the density times a normal one.

        See scipy.stats.gaussian_kde.integrate_gaussian.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> density = gaussian_kde(np.array([-1.0, 0.0, 1.0]))
        >>> round(float(density.integrate_gaussian(0.0, 1.0)), 6)
        0.256727
        """
        mean = atleast_1d(squeeze(as_operand(mean, self.dataset)))
        cov = atleast_2d(as_operand(cov, self.dataset))
        if mean.shape != (self.d,):
            raise ValueError(f"mean does not have dimension {self.d}")
        if cov.shape != (self.d, self.d):
            raise ValueError(f"covariance does not have dimension {self.d}")
        return self._overlap(mean.astype(float)[:, None], None, self.covariance + cov)

    def _overlap(self, centres, weights, covariance):
        """The sum of normal densities at the differences of points and centres."""
        factor = cholesky(covariance)
        scale = exp(-_log_of_root(factor))

        def reduce(e):
            e = exp(e)
            return (e if weights is None else e * weights).sum(axis=1)

        found = _by_tiles(
            self._whitened(self.dataset, factor),
            self._whitened(centres, factor),
            reduce,
        )
        return (found * self.weights).sum() * scale

    def integrate_box_1d(self, low, high):
        """The integral of a density of one dimension between two numbers.

        See scipy.stats.gaussian_kde.integrate_box_1d.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> density = gaussian_kde(np.array([-1.0, 0.0, 1.0]))
        >>> round(float(density.integrate_box_1d(-9, 0)), 6)
        0.5
        """
        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        deviation = sqrt(self.covariance).reshape(-1)[0]
        below, above = (
            ndtr(((x - self.dataset) / deviation).reshape(-1)) for x in (low, high)
        )
        return ((above - below) * self.weights).sum()

    def integrate_box(self, low_bounds, high_bounds, maxpts=None, *, rng=None):
        """The integral between bounds of each dimension, by SciPy on the host.

        See scipy.stats.gaussian_kde.integrate_box.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> density = gaussian_kde(np.array([-1.0, 0.0, 1.0]))
        >>> with np.config.using(fallback="allow"):
        ...     found = density.integrate_box(np.array([-9.0]), np.array([0.0]))
        >>> round(float(found), 6)
        0.5
        """
        theirs = of_scipy("gaussian_kde")(self.dataset, self._factor(), self.weights)
        return theirs.integrate_box(low_bounds, high_bounds, maxpts, rng=rng)

    def integrate_kde(self, other):
        """The integral of the product of two densities.

        See scipy.stats.gaussian_kde.integrate_kde.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> density = gaussian_kde(np.array([-1.0, 0.0, 1.0]))
        >>> round(float(density.integrate_kde(density)), 6)
        0.239644
        """
        if other.d != self.d:
            raise ValueError("KDEs are not the same dimensionality")
        return self._overlap(
            other.dataset, other.weights, self.covariance + other.covariance
        )

    def resample(self, size=None, seed=None):
        """Random points of the density, (d, size), by tenorite.random or by `seed`.

        See scipy.stats.gaussian_kde.resample.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> gaussian_kde(np.array([-1.0, 0.0, 1.0])).resample(5).shape
        (1, 5)
        """
        size = int(self.neff) if size is None else size
        state = _state_of(seed)
        if state is None:
            theirs = of_scipy("gaussian_kde")(
                self.dataset, self._factor(), self.weights
            )
            return theirs.resample(size, seed)
        with namespace().Device(self.dataset.device):
            mean = numpy.zeros(self.d)
            away = state.multivariate_normal(mean, self.covariance, size=size).T
            at = state.choice(self.n, size=size, p=self.weights)
        return self.dataset[:, at] + away

    def marginal(self, dimensions):
        """The density of some dimensions. See scipy.stats.gaussian_kde.marginal.

        >>> from tenorite.scipy.stats import gaussian_kde
        >>> gaussian_kde(np.random.random((3, 9))).marginal([0, 2]).d
        2
        """
        if isinstance(dimensions, ndarray):
            dimensions = dimensions.get()
        given = numpy.atleast_1d(dimensions)
        if given.dtype.kind not in "iu":
            raise ValueError(
                "Elements of `dimensions` must be integers - the indices of the "
                "marginal variables being retained."
            )
        n = len(self.dataset)
        chosen = numpy.where(given < 0, given + n, given)
        if len(set(chosen.tolist())) != len(chosen):
            raise ValueError("All elements of `dimensions` must be unique.")
        wrong = (chosen < 0) | (chosen >= n)
        if wrong.any():
            raise ValueError(
                f"Dimensions {given[wrong]} are invalid for a distribution in {n} "
                "dimensions."
            )
        return gaussian_kde(
            self.dataset[chosen],
            bw_method=self._factor(),
            weights=self.weights,
        )

    def _factor(self):
        factor = self.covariance_factor()
        return float(factor) if isinstance(factor, ndarray) else factor
