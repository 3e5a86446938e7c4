# SPDX-License-Identifier: Apache-2.0
"""Distributions by the incomplete gamma and beta functions, in standard form."""

import math

from ..._numpy.indexing import where
from ..._numpy.ufuncs import (
    absolute,
    exp,
    isinf,
    log,
    log1p,
    maximum,
    minimum,
    sign,
    sqrt,
)
from ...special import (
    betaln,
    gammainc,
    gammaincc,
    gammaln,
    ndtr,
    ndtri,
    xlog1py,
    xlogy,
)
from ._beta import beta_powers, floats, incomplete_beta, inverse_beta
from ._distribution import Distribution, Positive, like, normal_logpdf
from ._gamma import inverse_gamma


class gamma(Positive):
    """The gamma distribution of shape a."""

    _shapes = ("a",)

    def _logpdf(self, x, a):
        return xlogy(a - 1.0, x) - x - gammaln(like(a, x))

    def _cdf(self, x, a):
        return gammainc(a, x)

    def _sf(self, x, a):
        return gammaincc(a, x)

    def _ppf(self, q, a):
        return inverse_gamma(like(a, q), q, 1.0 - q)

    def _isf(self, q, a):
        return inverse_gamma(like(a, q), 1.0 - q, q)

    def _draw(self, a, size, state):
        return state.standard_gamma(a, size=size)


class chi2(Positive):
    """The chi-squared distribution of df degrees of freedom."""

    _shapes = ("df",)

    def _logpdf(self, x, df):
        half = like(df, x) / 2.0
        return xlogy(half - 1, x) - x / 2.0 - gammaln(half) - math.log(2) * half

    def _cdf(self, x, df):
        return gammainc(df / 2.0, x / 2.0)

    def _sf(self, x, df):
        return gammaincc(df / 2.0, x / 2.0)

    def _ppf(self, q, df):
        return 2 * inverse_gamma(like(df, q) / 2.0, q, 1.0 - q)

    def _isf(self, q, df):
        return 2 * inverse_gamma(like(df, q) / 2.0, 1.0 - q, q)

    def _draw(self, df, size, state):
        return state.chisquare(df, size=size)


class chi(Positive):
    """The distribution of the root of what is chi-squared distributed."""

    _shapes = ("df",)

    def _logpdf(self, x, df):
        half = like(df, x) / 2.0
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
    _shapes = ("a",)

    def _logpdf(self, x, a):
        return -(a + 1) * log(x) - gammaln(like(a, x)) - 1.0 / x

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

    _shapes = ("a", "b")

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
        a, b = like(a, x), like(b, x)
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

    _shapes = ("df",)

    def _logpdf(self, x, df):
        df = like(df, x)
        half = df / 2.0
        # log of gamma(half + 1/2) / gamma(half), without their difference.
        ratio = math.log(math.pi) / 2 - betaln(half, 0.5)
        value = ratio - 0.5 * (log(df) + math.log(math.pi))
        value = value - (df + 1) / 2 * log1p(x * x / df)
        return where(isinf(df), normal_logpdf(x), value)

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

    _shapes = ("dfn", "dfd")

    def _logpdf(self, x, dfn, dfd):
        n, m = like(dfn, x), like(dfd, x)
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


# Some are made of others, whose only objects have their names.
gamma, chi2, beta, t, f = gamma(), chi2(), beta(), t(), f()
chi, invgamma, maxwell = chi(), invgamma(), maxwell()

LAWS = {x.name: x for x in (gamma, chi2, beta, t, f, chi, invgamma, maxwell)}

__all__ = ["LAWS"]
