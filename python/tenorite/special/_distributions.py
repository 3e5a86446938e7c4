# SPDX-License-Identifier: Apache-2.0
"""Probabilities and quantiles by the incomplete gamma and beta functions."""

import math

from .._core import special_ufuncs, ufuncs
from .._numpy.indexing import where
from ._composition import composition, real, strong_real

__all__ = [
    "bdtr",
    "bdtrc",
    "bdtri",
    "chdtr",
    "chdtrc",
    "chdtri",
    "gdtr",
    "gdtrc",
    "nbdtr",
    "nbdtrc",
    "nbdtri",
    "pdtr",
    "pdtrc",
    "pdtri",
]

_floor, _trunc = ufuncs["floor"], ufuncs["trunc"]
_lower, _upper = special_ufuncs["gammainc"], special_ufuncs["gammaincc"]
_upper_inverse = special_ufuncs["gammainccinv"]
_beta, _beta_above = special_ufuncs["betainc"], special_ufuncs["betaincc"]
_beta_inverse = special_ufuncs["betaincinv"]
_beta_above_inverse = special_ufuncs["betainccinv"]


@composition(results=1)
def bdtr(k, n, p):
    """The probability of at most `k` successes in `n` trials, each of probability `p`.

    NaN for k < 0 and k > n. See scipy.special.bdtr.

    >>> np.special.bdtr(np.array([0.0, 1.0]), 2, 0.5)
    array([0.25, 0.75])
    """
    k, n, p = real(k, n, p)
    k, n = _floor(k), _trunc(n)
    below = _beta_above(k + 1, n - k, p)
    inside = (p >= 0) & (p <= 1)
    return where(k < 0, math.nan, where((k == n) & inside, 1.0, below))


@composition(results=1)
def bdtrc(k, n, p):
    """The probability of more than `k` successes in `n` trials. See scipy.special.bdtrc.

    >>> np.special.bdtrc(np.array([0.0, 1.0]), 2, 0.5)
    array([0.75, 0.25])
    """
    k, n, p = real(k, n, p)
    k, n = _floor(k), _trunc(n)
    inside = (p >= 0) & (p <= 1)
    above = where((k == n) & inside, 0.0, _beta(k + 1, n - k, p))
    return where((k < 0) & inside & (k <= n), 1.0, above)


@composition(results=1)
def bdtri(k, n, y):
    """The probability of success with which bdtr(k, n, p) is `y`.

    See scipy.special.bdtri.

    >>> np.special.bdtri(np.array([0.0, 1.0]), 2, [0.25, 0.75])
    array([0.5, 0.5])
    """
    k, n, y = real(k, n, y)
    k, n = _floor(k), _trunc(n)
    return where(k < 0, math.nan, _beta_above_inverse(k + 1, n - k, y))


@composition(results=1)
def chdtr(v, x):
    """The probability below `x` of the chi-squared distribution.

    `v` is its number of degrees of freedom. See scipy.special.chdtr.

    >>> np.special.chdtr(2, np.array([0.0, 2.0]))
    array([0.        , 0.63212056])
    """
    v, x = real(v, x)
    return _lower(v / 2, x / 2)


@composition(results=1)
def chdtrc(v, x):
    """The probability above `x` of the chi-squared distribution.

    See scipy.special.chdtrc.

    >>> np.special.chdtrc(2, np.array([0.0, 2.0]))
    array([1.        , 0.36787944])
    """
    v, x = real(v, x)
    return _upper(v / 2, x / 2)


@composition(results=1)
def chdtri(v, p):
    """x where chdtrc(v, x) is `p`. See scipy.special.chdtri.

    >>> np.special.chdtri(2, np.array([0.25, 0.5]))
    array([2.77258872, 1.38629436])
    """
    v, p = real(v, p)
    return 2 * _upper_inverse(v / 2, p)


@composition(results=1)
def gdtr(a, b, x):
    """The probability below `x` of the gamma distribution of shape `b` and rate `a`.

    See scipy.special.gdtr.

    >>> np.special.gdtr(2, 1, np.array([0.0, 1.0]))
    array([0.        , 0.86466472])
    """
    a, b, x = real(a, b, x)
    return _lower(b, a * x)


@composition(results=1)
def gdtrc(a, b, x):
    """The probability above `x` of the gamma distribution. See scipy.special.gdtrc.

    >>> np.special.gdtrc(2, 1, np.array([0.0, 1.0]))
    array([1.        , 0.13533528])
    """
    a, b, x = real(a, b, x)
    return _upper(b, a * x)


@composition(results=1)
def nbdtr(k, n, p):
    """The probability of at most `k` failures before the `n`-th success.

    See scipy.special.nbdtr.

    >>> np.special.nbdtr(np.array([0, 1]), 1, 0.5)
    array([0.5 , 0.75])
    """
    k, n, p = strong_real(k, n, p)
    k = _trunc(k)
    return where(k < 0, math.nan, _beta(_trunc(n), k + 1, p))


@composition(results=1)
def nbdtrc(k, n, p):
    """The probability of more than `k` failures before the `n`-th success.

    See scipy.special.nbdtrc.

    >>> np.special.nbdtrc(np.array([0, 1]), 1, 0.5)
    array([0.5 , 0.25])
    """
    k, n, p = strong_real(k, n, p)
    k = _trunc(k)
    return where(k < 0, math.nan, _beta_above(_trunc(n), k + 1, p))


@composition(results=1)
def nbdtri(k, n, y):
    """The probability of success with which nbdtr(k, n, p) is `y`.

    See scipy.special.nbdtri.

    >>> np.special.nbdtri(np.array([0, 1]), 1, [0.5, 0.75])
    array([0.5, 0.5])
    """
    k, n, y = strong_real(k, n, y)
    k = _trunc(k)
    return where(k < 0, math.nan, _beta_inverse(_trunc(n), k + 1, y))


@composition(results=1)
def pdtr(k, m):
    """The probability of at most `k` events of Poisson's distribution of mean `m`.

    See scipy.special.pdtr.

    >>> np.special.pdtr(np.array([0, 1]), 1.0)
    array([0.36787944, 0.73575888])
    """
    k, m = real(k, m)
    return where(k < 0, math.nan, _upper(_floor(k) + 1, m))


@composition(results=1)
def pdtrc(k, m):
    """The probability of more than `k` events of Poisson's distribution.

    See scipy.special.pdtrc.

    >>> np.special.pdtrc(np.array([0, 1]), 1.0)
    array([0.63212056, 0.26424112])
    """
    k, m = real(k, m)
    return where(k < 0, math.nan, _lower(_floor(k) + 1, m))


@composition(results=1)
def pdtri(k, y):
    """The mean with which pdtr(k, m) is `y`. See scipy.special.pdtri.

    >>> np.special.pdtri(np.array([0, 1]), 0.5)
    array([0.69314718, 1.67834699])
    """
    k, y = strong_real(k, y)
    return where(k < 0, math.nan, _upper_inverse(_floor(k) + 1, y))
