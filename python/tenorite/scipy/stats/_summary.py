# SPDX-License-Identifier: Apache-2.0
"""Means, moments and other numbers that describe samples."""

import collections
import math

import numpy

from ..._array.convert import as_operand, is_weak
from ..._core import ndarray
from ..._numpy.creation import arange, full, ones, zeros
from ..._numpy.indexing import where
from ..._numpy.joining import stack
from ..._numpy.math import result_type
from ..._numpy.order_statistics import median, nanmedian, nanquantile, quantile
from ..._numpy.sorting import sort
from ..._numpy.ufuncs import (
    absolute,
    arctan2,
    copysign,
    cos,
    exp,
    log,
    minimum,
    sin,
    sqrt,
)
from ...special import entr, rel_entr
from ._samples import (
    Sample,
    Samples,
    check_policy,
    floats,
    of_scipy,
    promoted,
    refuse_nans,
)

__all__ = [
    "circmean",
    "circstd",
    "circvar",
    "describe",
    "entropy",
    "gmean",
    "gzscore",
    "hmean",
    "iqr",
    "kurtosis",
    "median_abs_deviation",
    "moment",
    "pmean",
    "sem",
    "skew",
    "tmax",
    "tmean",
    "tmin",
    "trim_mean",
    "tsem",
    "tstd",
    "tvar",
    "variation",
    "zmap",
    "zscore",
]

DescribeResult = collections.namedtuple(
    "DescribeResult", "nobs minmax mean variance skewness kurtosis"
)


def entropy(pk, qk=None, base=None, axis=0, *, nan_policy="propagate", keepdims=False):
    """The entropy of a distribution, or its divergence from another one.

    See scipy.stats.entropy.

    >>> from tenorite.scipy import stats
    >>> stats.entropy(np.array([1.0, 1.0]), base=2)
    np.float64(1.0)
    """
    if base is not None and base <= 0:
        raise ValueError("`base` must be a positive number or `None`.")
    given = [pk] if qk is None else [pk, qk]
    samples = Samples(given, axis, nan_policy, keepdims, paired=True, too_small=-1)
    shares = [s.replaced(s.x / s.sum()) for s in samples.each]
    terms = entr(shares[0].x) if qk is None else rel_entr(*(s.x for s in shares))
    total = shares[0].replaced(terms).sum()
    return samples.finish(total if base is None else total / math.log(base))


# ---- scores ----


def zscore(a, axis=0, ddof=0, nan_policy="propagate"):
    """Distances from the mean in standard deviations. See scipy.stats.zscore.

    >>> from tenorite.scipy import stats
    >>> stats.zscore(np.array([1.0, 3.0]))
    array([-1.,  1.])
    """
    return zmap(a, a, axis=axis, ddof=ddof, nan_policy=nan_policy)


def zmap(scores, compare, axis=0, ddof=0, nan_policy="propagate"):
    """Distances of scores from the mean of another sample, in its deviations.

    See scipy.stats.zmap.

    >>> from tenorite.scipy import stats
    >>> stats.zmap(np.array([5.0]), np.array([1.0, 3.0]))
    array([3.])
    """
    same = scores is compare
    scores, compare = promoted([scores, compare], floating=True)
    samples = Samples([compare], axis, nan_policy, True)
    (s,) = samples.each
    if s.size == 0:
        z = scores - scores
        if compare.size or scores.size:
            z = z + math.nan
        return z
    mean, deviation = s.mean(), sqrt(s.var(ddof))
    mean, deviation = samples.finish(mean, deviation)
    if axis is None:
        mean, deviation = mean.reshape(()), deviation.reshape(())
    with numpy.errstate(invalid="ignore", divide="ignore"):
        z = (scores - mean) / deviation
    if same:
        eps = float(numpy.finfo(z.dtype).eps)
        z = where(deviation <= absolute(eps * mean), math.nan, z)
    return z


def gzscore(a, *, axis=0, ddof=0, nan_policy="propagate"):
    """Scores of the logarithms. See scipy.stats.gzscore.

    >>> from tenorite.scipy import stats
    >>> stats.gzscore(np.array([1.0, 100.0]))
    array([-1.,  1.])
    """
    (a,) = promoted([a], floating=True)
    return zscore(log(a), axis=axis, ddof=ddof, nan_policy=nan_policy)


# ---- means ----

_SMALL_POWER = 2e-6


def _mean(values, weights):
    if weights is None:
        return values.mean()
    total = values.replaced(values.x * weights.x).sum()
    return total / weights.sum()


def _of_mean(a, axis, dtype, weights, nan_policy, keepdims):
    """(samples, values, weights or None) of a mean that may have weights."""
    given = [a] if weights is None else [a, weights]
    if dtype is not None:
        given = [as_operand(x).astype(dtype) for x in given]
    samples = Samples(given, axis, nan_policy, keepdims, paired=True)
    weights = None if weights is None else samples.each[1]
    return samples, samples.each[0], weights


def gmean(
    a, axis=0, dtype=None, weights=None, *, nan_policy="propagate", keepdims=False
):
    """The geometric mean. See scipy.stats.gmean.

    >>> from tenorite.scipy import stats
    >>> stats.gmean(np.array([1.0, 4.0]))
    np.float64(2.0)
    """
    samples, s, weights = _of_mean(a, axis, dtype, weights, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    return samples.finish(exp(_mean(s.replaced(log(floats(s.x))), weights)))


def hmean(
    a, axis=0, dtype=None, *, weights=None, nan_policy="propagate", keepdims=False
):
    """The harmonic mean; NaN where an item is negative. See scipy.stats.hmean.

    >>> from tenorite.scipy import stats
    >>> stats.hmean(np.array([1.0, 1.0, 0.5]))
    np.float64(0.75)
    """
    samples, s, weights = _of_mean(a, axis, dtype, weights, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    x = where(s.x < 0, math.nan, floats(s.x))
    return samples.finish(1.0 / _mean(s.replaced(1.0 / x), weights))


def pmean(
    a, p, *, axis=0, dtype=None, weights=None, nan_policy="propagate", keepdims=False
):
    """The mean of powers, and its root; NaN where an item is negative.

    See scipy.stats.pmean.

    >>> from tenorite.scipy import stats
    >>> stats.pmean(np.array([1.0, 7.0]), 2)
    np.float64(5.0)
    """
    if not isinstance(p, (int, float)):
        raise ValueError("Power mean only defined for exponent of type int or float.")
    if p == 0:
        return gmean(a, axis, dtype, weights, nan_policy=nan_policy, keepdims=keepdims)
    if math.isinf(p):
        raise NotImplementedError("Power mean only implemented for finite `p`")
    if dtype is None and not is_weak(p):
        dtype = promoted([a, p] if weights is None else [a, p, weights], True)[0].dtype
    samples, s, weights = _of_mean(a, axis, dtype, weights, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    x = where(s.x < 0, math.nan, floats(s.x))
    result = _mean(s.replaced(x ** float(p)), weights) ** (1 / p)
    if abs(p) <= _SMALL_POWER:
        # Powers are near 1, and their root has no digits: the first terms about p = 0.
        logs = log(x)
        mean = _mean(s.replaced(logs), weights)
        spread = _mean(s.replaced(logs * logs), weights) - mean * mean
        near = exp(mean) * (1 + 0.5 * p * spread)
        result = where(exp(mean) == 0, result, near)  # there are no logarithms of 0
    return samples.finish(result)


def trim_mean(a, proportiontocut, axis=0, *, nan_policy="propagate", keepdims=False):
    """The mean without a share of the least and of the largest items.

    See scipy.stats.trim_mean.

    >>> from tenorite.scipy import stats
    >>> stats.trim_mean(np.array([1.0, 2.0, 3.0, 40.0]), 0.25)
    np.float64(2.5)
    """
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    if int(proportiontocut * s.size) > s.size - int(proportiontocut * s.size):
        raise ValueError("Proportion too big.")
    x = sort(floats(s.x), axis=-1)  # NaNs come last
    if s.kept is None:
        cut = int(proportiontocut * s.size)
        return samples.finish(
            x[..., cut : s.size - cut].mean(-1, keepdims=True), spread=True
        )
    n = s.kept.sum(-1, keepdims=True)
    cut = (proportiontocut * n).astype(int)
    at = arange(s.size, device=x.device)
    return samples.finish(Sample(x, (at >= cut) & (at < n - cut)).mean())


def sem(a, axis=0, ddof=1, nan_policy="propagate", *, keepdims=False):
    """The standard error of the mean. See scipy.stats.sem.

    >>> from tenorite.scipy import stats
    >>> stats.sem(np.array([1.0, 3.0]))
    np.float64(1.0)
    """
    samples = Samples([a], axis, nan_policy, keepdims, too_small=1)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    return samples.finish(sqrt(s.var(ddof)) / s.n**0.5)


# ---- within limits ----


def _inside(s, limits, inclusive):
    """The sample within limits, where a NaN stays that is not left out."""
    low, high = (None, None) if limits is None else limits
    outside = None
    if low is not None:
        outside = s.x < low if inclusive[0] else s.x <= low
    if high is not None:
        over = s.x > high if inclusive[1] else s.x >= high
        outside = over if outside is None else outside | over
    if outside is None:
        return s
    inside = s.only(~outside)
    if s.size and not bool(inside.kept.any()):
        raise ValueError("No array values within given limits")
    return inside


def tmean(
    a,
    limits=None,
    inclusive=(True, True),
    axis=None,
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """The mean of what is within limits. See scipy.stats.tmean.

    >>> from tenorite.scipy import stats
    >>> stats.tmean(np.array([1.0, 2.0, 30.0]), (0, 10))
    np.float64(1.5)
    """
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    return samples.finish(_inside(samples.each[0], limits, inclusive).mean())


def _trimmed_variance(a, limits, inclusive, axis, ddof, nan_policy, keepdims, finish):
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    s = _inside(Sample(floats(s.x), s.kept), limits, inclusive)
    return samples.finish(finish(s.var(ddof), s))


def tvar(
    a,
    limits=None,
    inclusive=(True, True),
    axis=0,
    ddof=1,
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """The variance of what is within limits. See scipy.stats.tvar.

    >>> from tenorite.scipy import stats
    >>> stats.tvar(np.array([1.0, 3.0, 30.0]), (0, 10))
    np.float64(2.0)
    """
    return _trimmed_variance(
        a, limits, inclusive, axis, ddof, nan_policy, keepdims, lambda v, s: v
    )


def tstd(
    a,
    limits=None,
    inclusive=(True, True),
    axis=0,
    ddof=1,
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """The standard deviation of what is within limits. See scipy.stats.tstd.

    >>> from tenorite.scipy import stats
    >>> stats.tstd(np.array([1.0, 3.0, 30.0]), (0, 10), ddof=0)
    np.float64(1.0)
    """
    return _trimmed_variance(
        a, limits, inclusive, axis, ddof, nan_policy, keepdims, lambda v, s: sqrt(v)
    )


def tsem(
    a,
    limits=None,
    inclusive=(True, True),
    axis=0,
    ddof=1,
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """The standard error of the mean of what is within limits. See scipy.stats.tsem.

    >>> from tenorite.scipy import stats
    >>> stats.tsem(np.array([1.0, 3.0, 30.0]), (0, 10))
    np.float64(1.0)
    """
    return _trimmed_variance(
        a,
        limits,
        inclusive,
        axis,
        ddof,
        nan_policy,
        keepdims,
        lambda v, s: sqrt(v) / s.n**0.5,
    )


def _extreme(a, limits, inclusive, axis, nan_policy, keepdims, is_least):
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    s = _inside(samples.each[0], limits, inclusive)
    if s.x.dtype.kind in "iu":
        info = numpy.iinfo(s.x.dtype)
        x = s.filled(info.max if is_least else info.min)
    else:
        x = s.filled(math.inf if is_least else -math.inf)
    result = x.min(-1, keepdims=True) if is_least else x.max(-1, keepdims=True)
    if s.kept is None:
        return samples.finish(result)
    empty = ~s.kept.any(-1, keepdims=True)
    if s.x.dtype.kind not in "fc":  # floats only where a slice has nothing left
        if not bool(empty.any()):
            return samples.finish(result)
        result = result.astype(float)
    return samples.finish(where(empty, math.nan, result))


def tmin(
    a,
    lowerlimit=None,
    axis=0,
    inclusive=True,
    nan_policy="propagate",
    *,
    keepdims=False,
):
    """The least item that is not below a limit. See scipy.stats.tmin.

    >>> from tenorite.scipy import stats
    >>> stats.tmin(np.array([1.0, 3.0, 30.0]), 2)
    np.float64(3.0)
    """
    limits, inclusive = (lowerlimit, None), (inclusive, None)
    return _extreme(a, limits, inclusive, axis, nan_policy, keepdims, True)


def tmax(
    a,
    upperlimit=None,
    axis=0,
    inclusive=True,
    nan_policy="propagate",
    *,
    keepdims=False,
):
    """The largest item that is not above a limit. See scipy.stats.tmax.

    >>> from tenorite.scipy import stats
    >>> stats.tmax(np.array([1.0, 3.0, 30.0]), 10)
    np.float64(3.0)
    """
    limits, inclusive = (None, upperlimit), (None, inclusive)
    return _extreme(a, limits, inclusive, axis, nan_policy, keepdims, False)


# ---- moments ----


def _power(x, order):
    """A power, of small exponents by squares."""
    if not 0 < order <= 64:
        return x**order
    steps = [order]
    while steps[-1] > 2:
        steps.append(steps[-1] // 2)
    y = x if steps[-1] == 1 else x * x
    for k in steps[-2::-1]:
        y = y * y
        if k % 2:
            y = y * x
    return y


def _moment(s, order, center):
    """A moment of a sample of floats around its mean, or around a number."""
    if order == 0 or (order == 1 and center is None):
        make = ones if order == 0 else zeros
        shape = (*s.x.shape[:-1], 1)
        return make(shape, s.x.dtype, device=s.x.device)
    center = s.mean() if center is None else center
    return s.replaced(_power(s.x - center, order)).mean()


def moment(a, order=1, axis=0, nan_policy="propagate", *, center=None, keepdims=False):
    """Moments around the mean, or around `center`.

    The orders are looked at on the host. See scipy.stats.moment.

    >>> from tenorite.scipy import stats
    >>> stats.moment(np.array([1.0, 3.0]), order=2)
    np.float64(1.0)
    """
    orders = order.get() if isinstance(order, ndarray) else numpy.asarray(order)
    if orders.size == 0 or orders.ndim > 1:
        raise ValueError("`order` must be a scalar or a non-empty 1D array.")
    if numpy.any(orders != numpy.round(orders)):
        raise ValueError("All elements of `order` must be integral.")
    a, *rest = promoted([a] if center is None else [a, center], floating=True)
    if not is_weak(order):
        a = a.astype(result_type(a.dtype, orders.dtype), copy=False)
    center = rest[0] if rest else None
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        nothing = samples.nothing()
        return stack([nothing] * len(orders)) if orders.ndim else nothing
    (s,) = samples.each
    results = [
        samples.finish(_moment(s, int(k), center), spread=True) for k in orders.flat
    ]
    return stack(results) if orders.ndim else results[0]


def _skew(s, bias):
    mean = s.mean()
    away = s.x - mean
    m2 = s.replaced(away * away).mean()
    m3 = s.replaced(_power(away, 3)).mean()
    eps = float(numpy.finfo(m2.dtype).eps)
    zero = m2 <= (eps * mean) ** 2
    ratio = m3 / m2**1.5
    result = where(zero, math.nan, ratio)
    if bias:
        return result
    n = s.n
    if s.kept is None:
        if n <= 2:
            return result
        better = ((n - 1.0) * n) ** 0.5 / (n - 2.0) * m3 / m2**1.5
        return where(zero, result, better)
    better = ((n - 1.0) * n) ** 0.5 / (n - 2.0) * m3 / m2**1.5
    return where(zero | (n <= 2), result, better)


def _kurtosis(s, fisher, bias):
    mean = s.mean()
    away = s.x - mean
    m2 = s.replaced(away * away).mean()
    m4 = s.replaced(_power(away, 4)).mean()
    eps = float(numpy.finfo(m2.dtype).eps)
    zero = m2 <= (eps * mean) ** 2
    result = where(zero, math.nan, m4 / m2**2.0)
    n = s.n
    if not bias and not (s.kept is None and n <= 3):
        better = (
            1.0 / (n - 2) / (n - 3) * ((n**2 - 1.0) * m4 / m2**2.0 - 3 * (n - 1) ** 2.0)
        )
        few = zero if s.kept is None else zero | (n <= 3)
        result = where(few, result, better + 3.0)
    return result - 3 if fisher else result


def skew(a, axis=0, bias=True, nan_policy="propagate", *, keepdims=False):
    """The skewness. See scipy.stats.skew.

    >>> from tenorite.scipy import stats
    >>> stats.skew(np.array([1.0, 2.0, 3.0]))
    np.float64(0.0)
    """
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    return samples.finish(_skew(s.replaced(floats(s.x)), bias))


def kurtosis(
    a, axis=0, fisher=True, bias=True, nan_policy="propagate", *, keepdims=False
):
    """The kurtosis, less 3 by Fisher's definition. See scipy.stats.kurtosis.

    >>> from tenorite.scipy import stats
    >>> stats.kurtosis(np.array([1.0, 3.0]), fisher=False)
    np.float64(1.0)
    """
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    return samples.finish(_kurtosis(s.replaced(floats(s.x)), fisher, bias))


def describe(a, axis=0, ddof=1, bias=True, nan_policy="propagate"):
    """(count, (least, largest), mean, variance, skewness, kurtosis).

    See scipy.stats.describe.

    >>> from tenorite.scipy import stats
    >>> stats.describe(np.array([1.0, 3.0])).mean
    np.float64(2.0)
    """
    check_policy(nan_policy)
    a = as_operand(a)
    if nan_policy == "raise":
        refuse_nans(a)
    if a.size == 0:
        raise ValueError("The input must not be empty.")
    samples = Samples([a], axis, nan_policy)
    (s,) = samples.each
    real = s.replaced(floats(s.x))
    low, high = s.filled(math.inf), s.filled(-math.inf)
    if s.kept is None:
        n = full((1,), s.size, dtype=numpy.int64, device=a.device)[0]
    else:
        n = samples.shaped(s.n.astype(numpy.int64))
    parts = samples.finish(
        low.min(-1, keepdims=True),
        high.max(-1, keepdims=True),
        real.mean(),
        real.var(ddof),
        _skew(real, bias),
        _kurtosis(real, True, bias),
    )
    return DescribeResult(n, parts[:2], *parts[2:])


def variation(a, axis=0, nan_policy="propagate", ddof=0, *, keepdims=False):
    """The standard deviation over the mean. See scipy.stats.variation.

    >>> from tenorite.scipy import stats
    >>> stats.variation(np.array([1.0, 3.0]))
    np.float64(0.5)
    """
    samples = Samples([a], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    s = s.replaced(floats(s.x))
    mean, deviation = s.mean(), sqrt(s.var())
    whole = where(deviation > 0, copysign(math.inf, mean), math.nan)
    if s.kept is None:
        if ddof == s.size:
            return samples.finish(whole, spread=True)
        ratio = s.size / (s.size - ddof)
        factor = math.sqrt(ratio) if ratio >= 0 else math.nan
        return samples.finish(deviation * factor / mean)
    result = deviation * sqrt(s.n / (s.n - ddof)) / mean
    return samples.finish(where(s.n == ddof, whole, result))


# ---- of order ----


def iqr(
    x,
    axis=None,
    rng=(25, 75),
    scale=1.0,
    nan_policy="propagate",
    interpolation="linear",
    keepdims=False,
):
    """The range between two percentiles. See scipy.stats.iqr.

    >>> from tenorite.scipy import stats
    >>> stats.iqr(np.arange(5.0))
    np.float64(2.0)
    """
    if isinstance(scale, str):
        if scale.lower() != "normal":
            raise ValueError(f"{scale} not a valid scale for `iqr`")
        scale = 1.3489795003921634
    if len(rng) != 2:
        raise TypeError("`rng` must be a two element sequence.")
    if numpy.isnan(rng).any():
        raise ValueError("`rng` must not contain NaNs.")
    low, high = sorted(float(r) / 100 for r in rng)
    if low < 0 or high > 1:
        raise ValueError("Elements of `rng` must be in the range [0, 100].")
    samples = Samples([x], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    find = quantile if s.kept is None else nanquantile
    x = floats(s.x)
    low, high = (
        find(x, q, axis=-1, method=interpolation, keepdims=True) for q in (low, high)
    )
    result = high - low
    return samples.finish(result if scale == 1.0 else result / scale)


def median_abs_deviation(
    x, axis=0, center=None, scale=1.0, nan_policy="propagate", *, keepdims=False
):
    """The median distance from the median. See scipy.stats.median_abs_deviation.

    >>> from tenorite.scipy import stats
    >>> stats.median_abs_deviation(np.array([1.0, 2.0, 4.0]))
    np.float64(1.0)
    """
    if center is not None and not callable(center):
        raise TypeError(
            "The argument 'center' must be callable. The given "
            f"value {center!r} is not callable."
        )
    if isinstance(scale, str):
        if scale.lower() != "normal":
            raise ValueError(f"{scale} is not a valid scale value.")
        scale = 0.6744897501960817
    if center is not None and nan_policy == "omit":  # it gets each slice without NaNs
        return of_scipy("median_abs_deviation")(
            x, axis, center, scale, nan_policy, keepdims=keepdims
        )
    samples = Samples([x], axis, nan_policy, keepdims)
    if samples.is_small():
        return samples.nothing()
    (s,) = samples.each
    find = median if s.kept is None else nanmedian
    if center is None:
        middle = find(s.x, axis=-1, keepdims=True)
    else:
        middle = center(s.x, axis=-1)[..., None]
    away = find(absolute(s.x - middle), axis=-1, keepdims=True)
    return samples.finish(away / scale, spread=True)


# ---- of angles ----


def _angles(samples, axis, nan_policy, keepdims, period):
    """(samples, sines, cosines)."""
    found = Samples([samples], axis, nan_policy, keepdims)
    (s,) = found.each
    x = floats(s.x) * ((2.0 * math.pi) / period)
    return found, s.replaced(sin(x)), s.replaced(cos(x))


def _length(sines, cosines):
    return minimum(sqrt(sines.mean() ** 2 + cosines.mean() ** 2), 1.0)


def circmean(
    samples,
    high=2 * math.pi,
    low=0,
    axis=None,
    nan_policy="propagate",
    *,
    keepdims=False,
):
    """The mean of angles. See scipy.stats.circmean.

    >>> from tenorite.scipy import stats
    >>> stats.circmean(np.array([0.5, 0.5]))
    np.float64(0.5)
    """
    period = high - low
    found, sines, cosines = _angles(samples, axis, nan_policy, keepdims, period)
    if found.is_small():
        return found.nothing()
    angle = arctan2(sines.sum(), cosines.sum()) * (period / (2.0 * math.pi))
    return found.finish((angle - low) % period + low)


def circvar(
    samples,
    high=2 * math.pi,
    low=0,
    axis=None,
    nan_policy="propagate",
    *,
    keepdims=False,
):
    """The variance of angles, from 0 to 1. See scipy.stats.circvar.

    >>> from tenorite.scipy import stats
    >>> stats.circvar(np.array([0.0, 0.0]))
    np.float64(0.0)
    """
    found, sines, cosines = _angles(samples, axis, nan_policy, keepdims, high - low)
    if found.is_small():
        return found.nothing()
    return found.finish(1.0 - _length(sines, cosines))


def circstd(
    samples,
    high=2 * math.pi,
    low=0,
    axis=None,
    nan_policy="propagate",
    *,
    normalize=False,
    keepdims=False,
):
    """The standard deviation of angles. See scipy.stats.circstd.

    >>> from tenorite.scipy import stats
    >>> stats.circstd(np.array([1.0, 1.0]))
    np.float64(0.0)
    """
    found, sines, cosines = _angles(samples, axis, nan_policy, keepdims, high - low)
    if found.is_small():
        return found.nothing()
    result = sqrt(-2 * log(_length(sines, cosines))) + 0.0
    if not normalize:
        result = result * ((high - low) / (2.0 * math.pi))
    return found.finish(result)
