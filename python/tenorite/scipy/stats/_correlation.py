# SPDX-License-Identifier: Apache-2.0
"""Ranks, correlation coefficients and lines through points."""

import math

import numpy

from ..._array.convert import as_operand, as_operands
from ..._numpy.creation import arange, empty, full
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_to, moveaxis, swapaxes
from ..._numpy.math import clip
from ..._numpy.products import matmul
from ..._numpy.sorting import searchsorted, sort
from ..._numpy.statistics import cumsum
from ..._numpy.ufuncs import absolute, isnan, maximum, rint, sqrt
from ._beta import correlation_below
from ._results import (
    LinregressResult,
    PearsonRResult,
    check_alternative,
    p_of,
    p_student,
    significance,
)
from ._samples import (
    Samples,
    average_ranks,
    check_policy,
    of_scipy,
    promoted,
    refuse_nans,
    sorted_runs,
    unsorted,
)

__all__ = ["linregress", "pearsonr", "percentileofscore", "rankdata", "spearmanr"]

_METHODS = ("average", "min", "max", "dense", "ordinal")


def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    """Ranks from 1, as floats; equal items share theirs as `method` says.

    See scipy.stats.rankdata.

    >>> from tenorite.scipy import stats
    >>> stats.rankdata(np.array([3, 1, 3]))
    array([2.5, 1. , 2.5])
    """
    if method not in _METHODS:
        raise ValueError(f'unknown method "{method}"')
    x = as_operand(a)
    if axis is None:
        x, axis = x.reshape(-1), -1
    dtype = numpy.finfo(x.dtype).dtype if x.dtype.kind in "fc" else numpy.dtype(float)
    if x.size == 0:
        return empty(x.shape, dtype, device=x.device)
    check_policy(nan_policy)
    if nan_policy == "raise":
        refuse_nans(x)
    x = swapaxes(x, axis, -1)
    order, starts, first, last = sorted_runs(x)
    if method == "average":
        ranks = (first + last) * 0.5 + 1
    elif method == "dense":
        ranks = cumsum(starts, axis=-1, dtype=numpy.int64)
    elif method == "ordinal":
        ranks = broadcast_to(arange(1, x.shape[-1] + 1, device=x.device), x.shape)
    else:
        ranks = (first if method == "min" else last) + 1
    ranks = unsorted(ranks.astype(dtype, copy=False), order)
    if x.dtype.kind in "fc" and nan_policy != "raise":
        nans = isnan(x)
        void = nans if nan_policy == "omit" else nans.any(-1, keepdims=True)
        ranks = where(void, math.nan, ranks)
    return swapaxes(ranks, axis, -1)


def percentileofscore(a, score, kind="rank", nan_policy="propagate"):
    """Which percentiles scores are in a sample. See scipy.stats.percentileofscore.

    >>> from tenorite.scipy import stats
    >>> stats.percentileofscore(np.array([1, 2, 3, 4]), 3)
    np.float64(75.0)
    """
    a, score = as_operands([a, score])
    if a.ndim != 1:
        raise ValueError("`a` must be 1-dimensional.")
    check_policy(nan_policy)
    if nan_policy == "raise":
        refuse_nans(a)
        refuse_nans(score)
    if kind not in ("rank", "strict", "weak", "mean"):
        raise ValueError("kind can only be 'rank', 'strict', 'weak' or 'mean'")
    if len(a) == 0:
        result = full(score.shape, math.nan, device=a.device)
        return result if result.ndim else result[()]
    ordered, n = sort(a), len(a)
    if a.dtype.kind == "f":  # NaNs are the last ones
        count = n - isnan(a).sum()
        nothing = math.nan
        void = (count < n) if nan_policy == "propagate" else (count == 0)
        n = where(void, nothing, count.astype(float))
    left = searchsorted(ordered, score, side="left")
    right = searchsorted(ordered, score, side="right")
    if kind == "rank":
        result = (left + right + (left < right)) * (50.0 / n)
    elif kind == "mean":
        result = (left + right) * (50.0 / n)
    else:
        result = (left if kind == "strict" else right) * (100.0 / n)
    if score.dtype.kind == "f":
        result = where(isnan(score), math.nan, result)
    return result if result.ndim else result[()]


# ---- correlation ----


def _unit(x):
    """Lines without their mean, of length 1; the mean's size keeps squares finite."""
    away = x - x.mean(-1, keepdims=True)
    largest = absolute(away).max(-1, keepdims=True)
    scaled = away / largest
    length = largest * sqrt((scaled * scaled).sum(-1, keepdims=True))
    return away / length


def pearsonr(x, y, *, alternative="two-sided", method=None, axis=0):
    """Pearson's correlation coefficient, and its p-value. See scipy.stats.pearsonr.

    There is no warning of a constant input, of which the result is NaN.

    >>> from tenorite.scipy import stats
    >>> stats.pearsonr(np.array([1.0, 2.0]), np.array([2.0, 4.0])).statistic
    np.float64(1.0)
    """
    if method is not None:
        return of_scipy("pearsonr")(
            x, y, alternative=alternative, method=method, axis=axis
        )
    x, y = promoted([x, y], floating=True)
    if axis is None:
        x, y, axis = x.reshape(-1), y.reshape(-1), -1
    if int(axis) != axis:
        raise ValueError("`axis` must be an integer.")
    try:
        numpy.broadcast_shapes(x.shape, y.shape)
    except ValueError:
        raise ValueError("`x` and `y` must be broadcastable.") from None
    ndim = max(x.ndim, y.ndim)
    x, y = (a.reshape((1,) * (ndim - a.ndim) + a.shape) for a in (x, y))
    n = x.shape[axis]
    if n != y.shape[axis]:
        raise ValueError("`x` and `y` must have the same length along `axis`.")
    if n < 2:
        raise ValueError("`x` and `y` must have length at least 2.")
    if x.dtype.kind == "c":
        raise ValueError("This function does not support complex data")
    check_alternative(alternative)
    x, y = (moveaxis(a, axis, -1) for a in (x, y))
    constant = (x == x[..., :1]).all(-1) | (y == y[..., :1]).all(-1)
    r = clip((_unit(x) * _unit(y)).sum(-1), -1.0, 1.0)
    r = where(constant, math.nan, r)
    if n == 2:
        r = rint(r)
        p = where(isnan(r), math.nan, absolute(r) * 0 + 1)
    else:
        p = p_of(r, alternative, lambda r: correlation_below(n / 2 - 1, r))
    if not r.ndim:
        r, p = r[()], p[()]
    return PearsonRResult(r, p, alternative, x, y)


def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    """Correlation coefficients of ranks, and their p-values.

    Two variables give numbers, more of them matrices. There is no warning of a constant
    input, of which the result is NaN. See scipy.stats.spearmanr.

    >>> from tenorite.scipy import stats
    >>> stats.spearmanr(np.array([1, 2, 3]), np.array([2, 3, 1])).statistic
    np.float64(-0.5)
    """
    if axis is not None and axis > 1:
        raise ValueError(
            "spearmanr only handles 1-D or 2-D arrays, "
            f"supplied axis argument {axis}, please use only "
            "values 0, 1 or None for axis"
        )
    check_policy(nan_policy)
    given = as_operands([a] if b is None else [a, b])
    out = axis or 0
    if axis is None:
        given = [x.reshape(-1) for x in given]
    if given[0].ndim > 2:
        raise ValueError("spearmanr only handles 1-D or 2-D arrays")
    if b is None and given[0].ndim < 2:
        raise ValueError("`spearmanr` needs at least 2 variables to compare")
    if nan_policy == "omit" and any(x.dtype.kind == "f" for x in given):
        return of_scipy("spearmanr")(a, b, axis, nan_policy, alternative)
    check_alternative(alternative)
    rows = [x.T if out == 0 and x.ndim == 2 else x for x in given]
    x = concatenate([r.reshape(1, -1) if r.ndim == 1 else r for r in rows])
    if nan_policy == "raise":
        refuse_nans(x)
    variables, n = x.shape
    if n <= 1:
        nothing = full((1,), math.nan, device=x.device)[0]
        return significance(nothing, nothing)
    ranks, _ = average_ranks(x)
    if x.dtype.kind == "f":
        ranks = where(isnan(x).any(-1, keepdims=True), math.nan, ranks)
    away = ranks - (n + 1) / 2
    squares = (away * away).sum(-1)
    if variables == 2:
        r = (away[0] * away[1]).sum() / sqrt(squares[0] * squares[1])
    else:
        r = matmul(away, away.T) / sqrt(squares[:, None] * squares)
    r = clip(r, -1.0, 1.0)
    df = n - 2
    with numpy.errstate(divide="ignore"):  # of ranks that agree, as of one variable
        t = r * sqrt(maximum(df / ((r + 1.0) * (1.0 - r)), 0))
    return significance(r, p_student(t, float(df), alternative))


def linregress(
    x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False
):
    """A line through points by least squares. See scipy.stats.linregress.

    Where all of x is the same, the line is NaN.

    >>> from tenorite.scipy import stats
    >>> stats.linregress(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0])).slope
    np.float64(2.0)
    """
    check_alternative(alternative)
    samples = Samples([x, y], axis, nan_policy, keepdims, paired=True, too_small=1)
    if samples.is_small():
        return LinregressResult(*samples.nothing(6))
    x, y = (
        s.replaced(s.x.astype(samples.result_dtype, copy=False)) for s in samples.each
    )
    n, xmean, ymean = x.n, x.mean(), y.mean()
    dx, dy = x.x - xmean, y.x - ymean
    ssxm, ssym, ssxym = (x.replaced(d).mean() for d in (dx * dx, dy * dy, dx * dy))
    r = clip(ssxym / sqrt(ssxm * ssym), -1.0, 1.0)
    flat = (ssxm == 0) | (ssym == 0)
    r = where(flat, where(ssxym == 0, math.nan, 0 * dx.sum(-1, keepdims=True)), r)
    slope = ssxym / ssxm
    intercept = ymean - slope * xmean
    tiny, df = 1.0e-20, n - 2
    if x.kept is None:
        df = float(df) if df else math.nan  # two points are on a line
    else:
        df = where(df == 0, math.nan, df)
    t = r * sqrt(df / ((1.0 - r + tiny) * (1.0 + r + tiny)))
    p = p_student(t, df, alternative)
    stderr = sqrt((1 - r**2) * ssym / ssxm / df)
    intercept_stderr = stderr * sqrt(ssxm + xmean**2)
    return LinregressResult(
        *samples.finish(slope, intercept, r, p, stderr, intercept_stderr, spread=True)
    )
