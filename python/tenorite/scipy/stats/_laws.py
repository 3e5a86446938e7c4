# SPDX-License-Identifier: Apache-2.0
"""Continuous distributions, each by its functions in standard form."""

import math

from ..._numpy.indexing import where
from ..._numpy.ufuncs import (
    absolute,
    arctan,
    arctan2,
    exp,
    expm1,
    log,
    log1p,
    minimum,
    sign,
    sqrt,
    tan,
)
from ...special import (
    erf,
    expit,
    log_expit,
    log_ndtr,
    logit,
    ndtr,
    ndtri,
    xlogy,
)
from ._distribution import Distribution, Positive, like, normal_logpdf


class norm(Distribution):
    """The normal distribution."""

    def _pdf(self, x):
        return exp(-x * x / 2.0) / math.sqrt(2 * math.pi)

    def _logpdf(self, x):
        return normal_logpdf(x)

    def _cdf(self, x):
        return ndtr(x)

    def _logcdf(self, x):
        return log_ndtr(x)

    def _sf(self, x):
        return ndtr(-x)

    def _logsf(self, x):
        return log_ndtr(-x)

    def _ppf(self, q):
        return ndtri(q)

    def _isf(self, q):
        return -ndtri(q)

    def _draw(self, size, state):
        return state.standard_normal(size=size)


class uniform(Distribution):
    """The uniform distribution from 0 to 1."""

    def _support(self):
        return 0.0, 1.0

    def _pdf(self, x):
        return 1.0 * (x == x)

    def _cdf(self, x):
        return x

    def _ppf(self, q):
        return q

    def _draw(self, size, state):
        return state.uniform(0.0, 1.0, size)


class expon(Positive):
    """The exponential distribution."""

    def _logpdf(self, x):
        return -x

    def _cdf(self, x):
        return -expm1(-x)

    def _sf(self, x):
        return exp(-x)

    def _logsf(self, x):
        return -x

    def _ppf(self, q):
        return -log1p(-q)

    def _isf(self, q):
        return -log(q)

    def _draw(self, size, state):
        return state.standard_exponential(size=size)


class lognorm(Positive):
    """The distribution of exp(s * x) for a normal x."""

    is_open = True
    _shapes = ("s",)

    def _logpdf(self, x, s):
        s = like(s, x)
        return -(log(x) ** 2) / (2 * s**2) - log(s * x * math.sqrt(2 * math.pi))

    def _cdf(self, x, s):
        return ndtr(log(x) / s)

    def _logcdf(self, x, s):
        return log_ndtr(log(x) / s)

    def _sf(self, x, s):
        return ndtr(-log(x) / s)

    def _logsf(self, x, s):
        return log_ndtr(-log(x) / s)

    def _ppf(self, q, s):
        return exp(s * ndtri(q))

    def _isf(self, q, s):
        return exp(-s * ndtri(q))

    def _draw(self, s, size, state):
        return exp(s * state.standard_normal(size=size))


class laplace(Distribution):
    """Laplace's distribution."""

    def _pdf(self, x):
        return 0.5 * exp(-absolute(x))

    def _cdf(self, x):
        half = 0.5 * exp(-absolute(x))
        return where(x > 0, 1.0 - half, half)

    def _sf(self, x):
        return self._cdf(-x)

    def _ppf(self, q):
        return where(q > 0.5, -log(2 * (1 - q)), log(2 * q))

    def _isf(self, q):
        return -self._ppf(q)

    def _draw(self, size, state):
        return state.laplace(0, 1, size=size)


class logistic(Distribution):
    """The logistic distribution."""

    def _logpdf(self, x):
        y = -absolute(x)
        return y - 2.0 * log1p(exp(y))

    def _cdf(self, x):
        return expit(x)

    def _logcdf(self, x):
        return log_expit(x)

    def _sf(self, x):
        return expit(-x)

    def _logsf(self, x):
        return log_expit(-x)

    def _ppf(self, q):
        return logit(q)

    def _isf(self, q):
        return -logit(q)

    def _draw(self, size, state):
        return state.logistic(size=size)


class cauchy(Distribution):
    """Cauchy's distribution."""

    def _pdf(self, x):
        return 1.0 / math.pi / (1.0 + x * x)

    def _logpdf(self, x):
        size = absolute(x)
        small = log1p(size**2)
        large = 2 * log(size) + log1p((1 / size) ** 2)
        return -math.log(math.pi) - where(size < 1, small, large)

    def _cdf(self, x):
        return arctan2(1.0, -x) / math.pi

    def _sf(self, x):
        return arctan2(1.0, x) / math.pi

    def _ppf(self, q):
        # The tangent around its zero, and its inverse where it grows.
        return where(
            absolute(q - 0.5) < 0.25,
            tan(math.pi * (q - 0.5)),
            sign(q - 0.5) / tan(math.pi * minimum(q, 1 - q)),
        )

    def _isf(self, q):
        return -self._ppf(q)


class halfcauchy(Positive):
    """The distribution of |x| for a Cauchy distributed x."""

    def _pdf(self, x):
        return 2.0 / math.pi / (1.0 + x * x)

    def _logpdf(self, x):
        return math.log(2.0 / math.pi) - log1p(x * x)

    def _cdf(self, x):
        return 2.0 / math.pi * arctan(x)

    def _sf(self, x):
        return 2.0 / math.pi * arctan2(1.0, x)

    def _ppf(self, q):
        return tan(math.pi / 2 * q)

    def _isf(self, q):
        return 1.0 / tan(math.pi * q / 2)


class halfnorm(Positive):
    """The distribution of |x| for a normal x."""

    def _pdf(self, x):
        return math.sqrt(2.0 / math.pi) * exp(-x * x / 2.0)

    def _logpdf(self, x):
        return 0.5 * math.log(2.0 / math.pi) - x * x / 2.0

    def _cdf(self, x):
        return erf(x / math.sqrt(2))

    def _sf(self, x):
        return 2 * ndtr(-x)

    def _ppf(self, q):
        return ndtri((1 + q) / 2.0)

    def _isf(self, q):
        return -ndtri(q / 2)

    def _draw(self, size, state):
        return absolute(state.standard_normal(size=size))


class rayleigh(Positive):
    """Rayleigh's distribution."""

    is_open = True

    def _pdf(self, x):
        return x * exp(-0.5 * x * x)

    def _logpdf(self, x):
        return log(x) - 0.5 * x * x

    def _cdf(self, x):
        return -expm1(-0.5 * x**2)

    def _sf(self, x):
        return exp(-0.5 * x * x)

    def _logsf(self, x):
        return -0.5 * x * x

    def _ppf(self, q):
        return sqrt(-2 * log1p(-q))

    def _isf(self, q):
        return sqrt(-2 * log(q))

    def _draw(self, size, state):
        return sqrt(state.chisquare(2, size=size))


class weibull_min(Positive):
    """Weibull's distribution of shape c."""

    _shapes = ("c",)

    def _pdf(self, x, c):
        return c * x ** (c - 1) * exp(-(x**c))

    def _logpdf(self, x, c):
        return log(like(c, x)) + xlogy(c - 1, x) - x**c

    def _cdf(self, x, c):
        return -expm1(-(x**c))

    def _sf(self, x, c):
        return exp(-(x**c))

    def _logsf(self, x, c):
        return -(x**c)

    def _ppf(self, q, c):
        return (-log1p(-q)) ** (1.0 / c)

    def _isf(self, q, c):
        return (-log(q)) ** (1.0 / c)


class pareto(Distribution):
    """Pareto's distribution of shape b."""

    _shapes = ("b",)

    def _support(self, b):
        return 1.0, math.inf

    def _pdf(self, x, b):
        return b * x ** (-b - 1)

    def _cdf(self, x, b):
        return 1 - x ** (-b)

    def _sf(self, x, b):
        return x ** (-b)

    def _ppf(self, q, b):
        return (1 - q) ** (-1.0 / b)

    def _isf(self, q, b):
        return q ** (-1.0 / b)


class powerlaw(Distribution):
    """The distribution of density a * x**(a - 1) from 0 to 1."""

    _shapes = ("a",)

    def _support(self, a):
        return 0.0, 1.0

    def _pdf(self, x, a):
        # SciPy leaves the infinite density out.
        return where((x == 0) & (like(a, x) < 1), 0.0, a * x ** (a - 1.0))

    def _logpdf(self, x, a):
        a = like(a, x)
        inside = (x != 0) | (a >= 1)
        return where(inside, log(a) + xlogy(a - 1, x), -math.inf)

    def _cdf(self, x, a):
        return x ** (a * 1.0)

    def _logcdf(self, x, a):
        return a * log(x)

    def _sf(self, x, a):
        return -expm1(a * log(x))

    def _ppf(self, q, a):
        return q ** (1.0 / a)


class triang(Distribution):
    """The triangular distribution from 0 to 1 with its peak at c."""

    _shapes = ("c",)

    def _support(self, c):
        return 0.0, 1.0

    def _check(self, c):
        return (c >= 0) & (c <= 1)

    def _pdf(self, x, c):
        c = like(c, x)
        inner = where(x < c, 2 * x / c, 2 * (1 - x) / (1 - c))
        return where(c == 0, 2 - 2 * x, where(c == 1, 2 * x, inner))

    def _cdf(self, x, c):
        c = like(c, x)
        inner = where(x < c, x * x / c, (x * x - 2 * x + c) / (c - 1))
        return where(c == 0, 2 * x - x * x, where(c == 1, x * x, inner))

    def _ppf(self, q, c):
        return where(q < c, sqrt(c * q), 1 - sqrt((1 - c) * (1 - q)))

    def _draw(self, c, size, state):
        return state.triangular(0, c, 1, size)


class gumbel_r(Distribution):
    """Gumbel's distribution of largest values."""

    def _logpdf(self, x):
        return -x - exp(-x)

    def _cdf(self, x):
        return exp(-exp(-x))

    def _logcdf(self, x):
        return -exp(-x)

    def _sf(self, x):
        return -expm1(-exp(-x))

    def _ppf(self, q):
        return -log(-log(q))

    def _isf(self, q):
        return -log(-log1p(-q))


class gumbel_l(Distribution):
    """Gumbel's distribution of smallest values."""

    def _logpdf(self, x):
        return x - exp(x)

    def _cdf(self, x):
        return -expm1(-exp(x))

    def _sf(self, x):
        return exp(-exp(x))

    def _logsf(self, x):
        return -exp(x)

    def _ppf(self, q):
        return log(-log1p(-q))

    def _isf(self, q):
        return log(-log(q))


LAWS = {
    kind.__name__: kind()
    for kind in list(globals().values())
    if isinstance(kind, type)
    and issubclass(kind, Distribution)
    and kind not in (Distribution, Positive)
}

__all__ = ["LAWS"]
