# SPDX-License-Identifier: Apache-2.0
"""Continuous distributions, each by its functions in standard form."""

import math

from ..._array.convert import as_operand
from ..._core import ndarray
from ..._numpy.indexing import where
from ..._numpy.ufuncs import (
    absolute,
    arctan,
    arctan2,
    exp,
    expm1,
    isinf,
    log,
    log1p,
    maximum,
    minimum,
    sign,
    sqrt,
    tan,
)
from ...special import (
    betaln,
    erf,
    expit,
    gammainc,
    gammaincc,
    gammaln,
    log_expit,
    log_ndtr,
    logit,
    ndtr,
    ndtri,
    xlog1py,
    xlogy,
)
from ._beta import beta_powers, floats, incomplete_beta, inverse_beta
from ._distribution import Distribution
from ._gamma import inverse_gamma

_LOG_ROOT_2PI = math.log(2 * math.pi) / 2


def _normal_logpdf(x):
    return -x * x / 2.0 - _LOG_ROOT_2PI


def _like(value, x):
    """A parameter as an array beside x."""
    return value if isinstance(value, ndarray) else as_operand(value, x).astype("d")


class Positive(Distribution):
    """A distribution of values from 0 on."""

    def _support(self, *shapes):
        return 0.0, math.inf


class norm(Distribution):
    """The normal distribution."""

    def _pdf(self, x):
        return exp(-x * x / 2.0) / math.sqrt(2 * math.pi)

    def _logpdf(self, x):
        return _normal_logpdf(x)

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


class gamma(Positive):
    """The gamma distribution of shape a."""

    shapes = ("a",)

    def _logpdf(self, x, a):
        return xlogy(a - 1.0, x) - x - gammaln(_like(a, x))

    def _cdf(self, x, a):
        return gammainc(a, x)

    def _sf(self, x, a):
        return gammaincc(a, x)

    def _ppf(self, q, a):
        return inverse_gamma(_like(a, q), q, 1.0 - q)

    def _isf(self, q, a):
        return inverse_gamma(_like(a, q), 1.0 - q, q)

    def _draw(self, a, size, state):
        return state.standard_gamma(a, size=size)


class chi2(Positive):
    """The chi-squared distribution of df degrees of freedom."""

    shapes = ("df",)

    def _logpdf(self, x, df):
        half = _like(df, x) / 2.0
        return xlogy(half - 1, x) - x / 2.0 - gammaln(half) - math.log(2) * half

    def _cdf(self, x, df):
        return gammainc(df / 2.0, x / 2.0)

    def _sf(self, x, df):
        return gammaincc(df / 2.0, x / 2.0)

    def _ppf(self, q, df):
        return 2 * inverse_gamma(_like(df, q) / 2.0, q, 1.0 - q)

    def _isf(self, q, df):
        return 2 * inverse_gamma(_like(df, q) / 2.0, 1.0 - q, q)

    def _draw(self, df, size, state):
        return state.chisquare(df, size=size)


class chi(Positive):
    """The distribution of the root of what is chi-squared distributed."""

    shapes = ("df",)

    def _logpdf(self, x, df):
        half = _like(df, x) / 2.0
        constant = math.log(2) - math.log(2) * half - gammaln(half)
        return constant + xlogy(df - 1.0, x) - 0.5 * x**2

    def _cdf(self, x, df):
        return gammainc(0.5 * df, 0.5 * x**2)

    def _sf(self, x, df):
        return gammaincc(0.5 * df, 0.5 * x**2)

    def _ppf(self, q, df):
        return sqrt(chi2._ppf(q, df))

    def _isf(self, q, df):
        return sqrt(chi2._isf(q, df))

    def _draw(self, df, size, state):
        return sqrt(state.chisquare(df, size=size))


class invgamma(Positive):
    """The distribution of 1 / x for a gamma distributed x of shape a."""

    is_open = True
    shapes = ("a",)

    def _logpdf(self, x, a):
        return -(a + 1) * log(x) - gammaln(_like(a, x)) - 1.0 / x

    def _cdf(self, x, a):
        return gammaincc(a, 1.0 / x)

    def _sf(self, x, a):
        return gammainc(a, 1.0 / x)

    def _ppf(self, q, a):
        return 1.0 / gamma._isf(q, a)

    def _isf(self, q, a):
        return 1.0 / gamma._ppf(q, a)


class beta(Distribution):
    """The beta distribution of shapes a and b."""

    shapes = ("a", "b")

    def _support(self, a, b):
        return 0.0, 1.0

    def _pdf(self, x, a, b):
        inside = (x > 0) & (x < 1)
        y = where(inside, x, 0.5)
        a, b, y = floats(a, b, y)
        value = beta_powers(a, b, y, 1 - y) / (y * (1 - y))
        edge = exp(self._logpdf(minimum(maximum(x, 0.0), 1.0), a, b))
        return where(inside, value, edge)

    def _logpdf(self, x, a, b):
        a, b = _like(a, x), _like(b, x)
        return xlog1py(b - 1.0, -x) + xlogy(a - 1.0, x) - betaln(a, b)

    def _cdf(self, x, a, b):
        a, b, x = floats(a, b, x)
        return incomplete_beta(a, b, x, 1 - x)

    def _sf(self, x, a, b):
        a, b, x = floats(a, b, x)
        return incomplete_beta(b, a, 1 - x, x)

    def _ppf(self, q, a, b):
        return inverse_beta(*(v for v in floats(a, b, q)), 1 - floats(a, b, q)[2])[0]

    def _isf(self, q, a, b):
        a, b, q = floats(a, b, q)
        return inverse_beta(a, b, 1 - q, q)[0]

    def _draw(self, a, b, size, state):
        return state.beta(a, b, size=size)


class t(Distribution):
    """Student's t distribution of df degrees of freedom."""

    shapes = ("df",)

    def _logpdf(self, x, df):
        df = _like(df, x)
        half = df / 2.0
        # log of gamma(half + 1/2) / gamma(half), without their difference.
        ratio = math.log(math.pi) / 2 - betaln(half, 0.5)
        value = ratio - 0.5 * (log(df) + math.log(math.pi))
        value = value - (df + 1) / 2 * log1p(x * x / df)
        return where(isinf(df), _normal_logpdf(x), value)

    def _tail(self, x, df):
        """The probability of values beyond |x| on one side."""
        half, df, x = floats(0.5, df, x)
        square = x * x
        far = isinf(square)
        above = where(far, 0.0, df / (df + square))
        below = where(far, 1.0, square / (df + square))
        tail = incomplete_beta(df / 2, half, above, below) / 2
        return where(isinf(df), ndtr(-absolute(x)), tail)

    def _cdf(self, x, df):
        tail = self._tail(x, df)
        return where(x > 0, 1.0 - tail, tail)

    def _sf(self, x, df):
        return self._cdf(-x, df)

    def _ppf(self, q, df):
        half, df, q = floats(0.5, df, q)
        tail = minimum(q, 1.0 - q)
        above, below = inverse_beta(df / 2, half, 2 * tail, 2 * absolute(q - 0.5))
        size = sqrt(df) * sqrt(below / above)
        return where(isinf(df), ndtri(q), sign(q - 0.5) * size)

    def _isf(self, q, df):
        return -self._ppf(q, df)

    def _draw(self, df, size, state):
        return state.standard_t(df, size=size)


class f(Positive):
    """The F distribution of dfn and dfd degrees of freedom."""

    shapes = ("dfn", "dfd")

    def _logpdf(self, x, dfn, dfd):
        n, m = _like(dfn, x), _like(dfd, x)
        value = m / 2 * log(m) + n / 2 * log(n) + xlogy(n / 2 - 1, x)
        return value - ((n + m) / 2 * log(m + n * x) + betaln(n / 2, m / 2))

    def _parts(self, x, dfn, dfd):
        """Halves of the degrees, and x and 1 - x of the beta distribution."""
        n, m, x = floats(dfn, dfd, x)
        ratio = n * x / m
        return (
            n / 2,
            m / 2,
            where(isinf(ratio), 1.0, ratio / (1 + ratio)),
            1 / (1 + ratio),
        )

    def _cdf(self, x, dfn, dfd):
        return incomplete_beta(*self._parts(x, dfn, dfd))

    def _sf(self, x, dfn, dfd):
        n, m, below, above = self._parts(x, dfn, dfd)
        return incomplete_beta(m, n, above, below)

    def _ppf(self, q, dfn, dfd):
        n, m, q = floats(dfn, dfd, q)
        below, above = inverse_beta(n / 2, m / 2, q, 1 - q)
        return m * below / (n * above)

    def _isf(self, q, dfn, dfd):
        n, m, q = floats(dfn, dfd, q)
        below, above = inverse_beta(n / 2, m / 2, 1 - q, q)
        return m * below / (n * above)

    def _draw(self, dfn, dfd, size, state):
        return state.f(dfn, dfd, size=size)


class lognorm(Positive):
    """The distribution of exp(s * x) for a normal x."""

    is_open = True
    shapes = ("s",)

    def _logpdf(self, x, s):
        s = _like(s, x)
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


class maxwell(Positive):
    """Maxwell's distribution."""

    def _pdf(self, x):
        return math.sqrt(2 / math.pi) * x * x * exp(-x * x / 2.0)

    def _logpdf(self, x):
        return math.log(2 / math.pi) / 2 + 2 * log(x) - 0.5 * x * x

    def _cdf(self, x):
        return gammainc(1.5, x * x / 2.0)

    def _sf(self, x):
        return gammaincc(1.5, x * x / 2.0)

    def _ppf(self, q):
        return sqrt(2 * gamma._ppf(q, 1.5))

    def _isf(self, q):
        return sqrt(2 * gamma._isf(q, 1.5))

    def _draw(self, size, state):
        return sqrt(state.chisquare(3.0, size=size))


class weibull_min(Positive):
    """Weibull's distribution of shape c."""

    shapes = ("c",)

    def _pdf(self, x, c):
        return c * x ** (c - 1) * exp(-(x**c))

    def _logpdf(self, x, c):
        return log(_like(c, x)) + xlogy(c - 1, x) - x**c

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

    shapes = ("b",)

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

    shapes = ("a",)

    def _support(self, a):
        return 0.0, 1.0

    def _pdf(self, x, a):
        # SciPy leaves the infinite density out.
        return where((x == 0) & (_like(a, x) < 1), 0.0, a * x ** (a - 1.0))

    def _logpdf(self, x, a):
        a = _like(a, x)
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

    shapes = ("c",)

    def _support(self, c):
        return 0.0, 1.0

    def _check(self, c):
        return (c >= 0) & (c <= 1)

    def _pdf(self, x, c):
        c = _like(c, x)
        inner = where(x < c, 2 * x / c, 2 * (1 - x) / (1 - c))
        return where(c == 0, 2 - 2 * x, where(c == 1, 2 * x, inner))

    def _cdf(self, x, c):
        c = _like(c, x)
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


# The names are those of the only objects of these classes.
LAWS = {
    kind.__name__: kind()
    for kind in list(globals().values())
    if isinstance(kind, type)
    and issubclass(kind, Distribution)
    and kind not in (Distribution, Positive)
}
globals().update(LAWS)

__all__ = ["LAWS"]
