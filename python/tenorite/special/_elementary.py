# SPDX-License-Identifier: Apache-2.0
"""Elementary functions that are made of others, as exact as these are."""

import math

import numpy

from .._core import special_ufuncs, ufuncs
from .._numpy.creation import astype
from .._numpy.indexing import where
from ._composition import composition, real

__all__ = [
    "boxcox",
    "boxcox1p",
    "cosm1",
    "gammasgn",
    "huber",
    "inv_boxcox",
    "inv_boxcox1p",
    "multigammaln",
    "pseudo_huber",
    "radian",
    "round",
]

_exp, _expm1, _log, _log1p = (ufuncs[x] for x in ("exp", "expm1", "log", "log1p"))
_sin, _absolute, _floor = (ufuncs[x] for x in ("sin", "absolute", "floor"))
_quiet = numpy.errstate(all="ignore")  # of values that are left out as well


@composition(results=1)
@_quiet
def boxcox(x, lmbda):
    """(x**lmbda - 1) / lmbda, and log(x) for 0. See scipy.special.boxcox.

    >>> np.special.boxcox(np.array([1.0, 4.0]), 0.5)
    array([0., 2.])
    """
    x, lmbda = real(x, lmbda)
    power = _expm1(lmbda * _log(x)) / lmbda
    # Of tiny exponents the quotient is the logarithm, to the last digit.
    return where(_absolute(lmbda) < 1e-19, _log(x), power)


@composition(results=1)
@_quiet
def boxcox1p(x, lmbda):
    """((1 + x)**lmbda - 1) / lmbda, and log1p(x) for 0. See scipy.special.boxcox1p.

    >>> np.special.boxcox1p(np.array([0.0, 3.0]), 0.5)
    array([0., 2.])
    """
    x, lmbda = real(x, lmbda)
    logarithm = _log1p(x)
    small = (_absolute(lmbda) < 1e-19) | (
        (_absolute(logarithm) < 1e-289) & (_absolute(lmbda) < 1e273)
    )
    return where(small, logarithm, _expm1(lmbda * logarithm) / lmbda)


def _logarithm_of_inverse(y, lmbda):
    """log1p(lmbda * y) / lmbda, which for tiny products is y to the last digit."""
    product = lmbda * y
    is_tiny = (_absolute(product) < 1e-18) | (lmbda == 0)  # of infinities, too
    return where(is_tiny, y, _log1p(product) / lmbda)


@composition(results=1)
@_quiet
def inv_boxcox(y, lmbda):
    """The inverse of boxcox. See scipy.special.inv_boxcox.

    >>> np.special.inv_boxcox(np.array([0.0, 2.0]), 0.5).round(6)
    array([1., 4.])
    """
    y, lmbda = real(y, lmbda)
    return _exp(_logarithm_of_inverse(y, lmbda))


@composition(results=1)
@_quiet
def inv_boxcox1p(y, lmbda):
    """The inverse of boxcox1p. See scipy.special.inv_boxcox1p.

    >>> np.special.inv_boxcox1p(np.array([0.0, 2.0]), 0.5).round(6)
    array([0., 3.])
    """
    y, lmbda = real(y, lmbda)
    return _expm1(_logarithm_of_inverse(y, lmbda))


@composition(results=1)
@_quiet
def huber(delta, r):
    """r**2 / 2 up to `delta`, then a line; infinite for delta < 0.

    See scipy.special.huber.

    >>> np.special.huber(1.0, np.array([0.5, 2.0]))
    array([0.125, 1.5  ])
    """
    delta, r = real(delta, r)
    size = _absolute(r)
    value = where(size <= delta, 0.5 * r * r, delta * (size - 0.5 * delta))
    return where(delta < 0, math.inf, value)


@composition(results=1)
@_quiet
def pseudo_huber(delta, r):
    """A smooth form of huber. See scipy.special.pseudo_huber.

    >>> np.special.pseudo_huber(1.0, np.array([0.0, 1.0])).round(4)
    array([0.    , 0.4142])
    """
    delta, r = real(delta, r)
    ratio = r / delta
    # sqrt(1 + s) - 1 without cancellation.
    square = ratio * ratio
    root = square / (ufuncs["sqrt"](1 + square) + 1)
    root = where(ufuncs["isinf"](square), _absolute(ratio), root)
    value = where((delta == 0) | (r == 0), 0.0, delta * delta * root)
    return where(delta < 0, math.inf, value)


@composition(results=1)
def cosm1(x):
    """cos(x) - 1, accurate also near 0. See scipy.special.cosm1.

    >>> np.special.cosm1(np.array([0.0]))
    array([0.])
    """
    (x,) = real(x)
    half = _sin(0.5 * x)
    return 0.0 - 2 * half * half


@composition(results=1)
def round(x):
    """The nearest whole number, the even one of two. See scipy.special.round.

    >>> np.special.round(np.array([0.5, 1.5]))
    array([0., 2.])
    """
    (x,) = real(x)
    return ufuncs["rint"](x)


@composition(results=1)
def radian(d, m, s):
    """Degrees, minutes and seconds in radians. See scipy.special.radian.

    >>> np.special.radian(np.array([180.0]), 0.0, 0.0).round(4)
    array([3.1416])
    """
    d, m, s = real(d, m, s)
    return ((d * 60.0 + m) * 60.0 + s) * 4.84813681109535993589914102357947976e-6


@composition(results=1)
@_quiet
def gammasgn(x):
    """The sign of gamma(x): 1 or -1, and NaN at its poles below 0.

    See scipy.special.gammasgn.

    >>> np.special.gammasgn(np.array([0.5, -0.5]))
    array([ 1., -1.])
    """
    (x,) = real(x)
    below = _floor(x)
    odd = below - 2 * _floor(below / 2)
    sign = where((x < 0) & (odd != 0), -1.0, 1.0)
    pole = (x < 0) & (below == x)
    value = where(pole, math.nan, where(x == 0, ufuncs["copysign"](1.0, x), sign))
    value = where(ufuncs["isnan"](x) | (x == -math.inf), math.nan, value)
    return astype(value, x.dtype, copy=False)


def multigammaln(a, d):
    """The logarithm of the gamma function of `d` dimensions.

    ValueError unless 2 a > d - 1, for which `a` is waited for. See
    scipy.special.multigammaln.

    >>> np.special.multigammaln(np.array([2.0]), 1)
    array([0.])
    """
    (a,) = real(a)
    if d != int(d) or d < 1:
        raise ValueError("d should be a positive integer (dimension)")
    if bool((a <= 0.5 * (d - 1)).any()):
        raise ValueError(
            f"condition a ({a.get()[()]}) > 0.5 * (d-1) ({0.5 * (d - 1)}) not met"
        )
    total = (d * (d - 1) * 0.25) * math.log(math.pi) + 0 * a
    for k in range(int(d)):
        total = total + special_ufuncs["gammaln"](a - k / 2.0)
    return total
