# SPDX-License-Identifier: Apache-2.0
"""Tests of hypotheses: statistics and their p-values."""

import functools
import math
import operator

import numpy

from ..._array.convert import as_operand, is_weak
from ..._core import warn
from ..._numpy.indexing import where
from ..._numpy.joining import concatenate
from ..._numpy.manipulation import broadcast_to
from ..._numpy.math import clip
from ..._numpy.ufuncs import absolute, isnan, log, maximum, minimum, sign, sqrt
from ...special import xlogy
from ._beta import f_above
from ._results import (
    SIGNS,
    F_onewayResult,
    KruskalResult,
    KurtosistestResult,
    MannwhitneyuResult,
    NormaltestResult,
    Power_divergenceResult,
    RanksumsResult,
    SignificanceResult,
    SkewtestResult,
    Ttest_indResult,
    TtestResult,
    WilcoxonResult,
    check_alternative,
    p_chi2_above,
    p_normal,
    p_student,
)
from ._samples import (
    Sample,
    Samples,
    average_ranks,
    floats,
    of_scipy,
    promoted,
    small_sample_warning,
    tie_term,
)
from ._summary import _kurtosis, _skew

__all__ = [
    "chisquare",
    "f_oneway",
    "jarque_bera",
    "kruskal",
    "kurtosistest",
    "mannwhitneyu",
    "normaltest",
    "power_divergence",
    "ranksums",
    "skewtest",
    "ttest_1samp",
    "ttest_ind",
    "ttest_ind_from_stats",
    "ttest_rel",
    "wilcoxon",
]


# ---- means ----


def _student(samples, difference, error, df, alternative, spread=False):
    """The result of a t-test of a difference with a standard error."""
    t = difference / error
    p = p_student(t, df, alternative)
    df, error = (broadcast_to(as_operand(x, t), t.shape) for x in (df, error))
    return samples.finish(t, p, df, error, spread=spread)


def _nothing(samples):
    nan = samples.nothing()
    return TtestResult(nan, nan, nan, math.nan, nan, nan)


def _one_sample(samples, s, popmean, alternative):
    mean, n = s.mean(), s.n
    estimate, popmean = mean + 0 * popmean, popmean + 0 * mean
    error = sqrt(s.var(1) / n)
    t, p, df, error = _student(samples, mean - popmean, error, n - 1, alternative)
    return TtestResult(t, p, df, SIGNS[alternative], error, samples.finish(estimate))


def ttest_1samp(
    a,
    popmean,
    axis=0,
    nan_policy="propagate",
    alternative="two-sided",
    *,
    keepdims=False,
):
    """Student's test of the mean of a sample. See scipy.stats.ttest_1samp.

    >>> from tenorite.scipy import stats
    >>> stats.ttest_1samp(np.array([1.0, 3.0]), 2.0).pvalue
    np.float64(1.0)
    """
    check_alternative(alternative)
    samples = Samples([a, popmean], axis, nan_policy, keepdims)
    s, mean = (x.replaced(floats(x.x)) for x in samples.each)
    if samples.is_small():
        return _nothing(samples)
    if mean.size != 1:
        raise ValueError("`popmean.shape[axis]` must equal 1.")
    return _one_sample(samples, s, mean.x, alternative)


def ttest_rel(
    a,
    b,
    axis=0,
    nan_policy="propagate",
    alternative="two-sided",
    *,
    keepdims=False,
):
    """Student's test of the differences of pairs. See scipy.stats.ttest_rel.

    >>> from tenorite.scipy import stats
    >>> stats.ttest_rel(np.array([1.0, 3.0]), np.array([2.0, 2.0])).statistic
    np.float64(0.0)
    """
    check_alternative(alternative)
    samples = Samples([a, b], axis, nan_policy, keepdims, paired=True)
    if samples.is_small():
        return _nothing(samples)
    a, b = samples.each
    s = a.replaced(floats(a.x - b.x))
    return _one_sample(samples, s, s.x.dtype.type(0), alternative)


def _pooled(v1, n1, v2, n2):
    """(degrees of freedom, standard error) for equal variances."""
    v1, v2 = (
        (v * 0 if n == 1 else v) if isinstance(n, int) else where(n == 1, 0.0, v)
        for v, n in ((v1, n1), (v2, n2))
    )
    df = n1 + n2 - 2.0
    # A variance of one item is NaN, but counts for nothing.
    v1, v2 = (
        where(isnan(v), 0.0, v) if isinstance(n, int) and n == 1 else v
        for v, n in ((v1, n1), (v2, n2))
    )
    if isinstance(df, float) and df == 0:
        return df, v1 * math.nan
    variance = ((n1 - 1) * v1 + (n2 - 1) * v2) / df
    return df, sqrt(variance * (1.0 / n1 + 1.0 / n2))


def _welch(v1, n1, v2, n2):
    """(degrees of freedom, standard error) for any variances."""
    vn1, vn2 = v1 / n1, v2 / n2
    df = (vn1 + vn2) ** 2 / (vn1**2 / (n1 - 1) + vn2**2 / (n2 - 1))
    return where(isnan(df), 1.0, df), sqrt(vn1 + vn2)


def ttest_ind(
    a,
    b,
    *,
    axis=0,
    equal_var=True,
    nan_policy="propagate",
    alternative="two-sided",
    trim=0,
    method=None,
    keepdims=False,
):
    """Student's or Welch's test of the means of two samples. See scipy.stats.ttest_ind.

    >>> from tenorite.scipy import stats
    >>> stats.ttest_ind(np.array([1.0, 3.0]), np.array([2.0, 2.0])).df
    np.float64(2.0)
    """
    if trim != 0 or method is not None:
        return of_scipy("ttest_ind")(
            a,
            b,
            axis=axis,
            equal_var=equal_var,
            nan_policy=nan_policy,
            alternative=alternative,
            trim=trim,
            method=method,
            keepdims=keepdims,
        )
    check_alternative(alternative)
    samples = Samples([a, b], axis, nan_policy, keepdims)
    if samples.is_small():
        return _nothing(samples)
    a, b = (s.replaced(floats(s.x)) for s in samples.each)
    errors = _pooled if equal_var else _welch
    df, error = errors(a.var(1), a.n, b.var(1), b.n)
    difference = a.mean() - b.mean()
    if isinstance(df, float):
        df = difference * 0 + df
    t, p, df, error = _student(samples, difference, error, df, alternative, True)
    estimate = samples.finish(difference)
    return TtestResult(t, p, df, SIGNS[alternative], error, estimate)


def ttest_ind_from_stats(
    mean1, std1, nobs1, mean2, std2, nobs2, equal_var=True, alternative="two-sided"
):
    """The test of two means from what is known of the samples.

    See scipy.stats.ttest_ind_from_stats.

    >>> from tenorite.scipy import stats
    >>> stats.ttest_ind_from_stats(np.array(1.0), 1.0, 5, 1.0, 1.0, 5).pvalue
    np.float64(1.0)
    """
    check_alternative(alternative)
    means, deviations, counts = (mean1, mean2), (std1, std2), (nobs1, nobs2)
    given = promoted([*means, *deviations, *counts], floating=True)
    n1, n2 = (
        n if isinstance(n, int) else x for n, x in zip(counts, given[4:], strict=True)
    )
    v1, v2 = given[2] ** 2, given[3] ** 2
    df, error = (_pooled if equal_var else _welch)(v1, n1, v2, n2)
    t = (given[0] - given[1]) / error
    p = p_student(t, df, alternative)
    return Ttest_indResult(t if t.ndim else t[()], p if p.ndim else p[()])


def _count(samples):
    return functools.reduce(operator.add, (s.n for s in samples))


def f_oneway(*samples, axis=0, equal_var=True, nan_policy="propagate", keepdims=False):
    """The analysis of variance of samples, by Welch where variances differ.

    See scipy.stats.f_oneway.

    >>> from tenorite.scipy import stats
    >>> stats.f_oneway(np.array([1.0, 3.0]), np.array([2.0, 2.0])).statistic
    np.float64(0.0)
    """
    if len(samples) < 2:
        raise TypeError(f"At least two samples are required; got {len(samples)}.")
    if not isinstance(equal_var, bool):
        raise TypeError("Expected a boolean value for 'equal_var'")
    found = Samples(samples, axis, nan_policy, keepdims)
    if found.is_small():
        return F_onewayResult(*found.nothing(2))
    each = [s.replaced(floats(s.x)) for s in found.each]
    if all(s.size == 1 for s in each):
        warn(
            "all input arrays have length 1.  f_oneway requires that at least one "
            "input has length greater than 1.",
            small_sample_warning(),
        )
        return F_onewayResult(*found.nothing(2))
    k, total = len(each), _count(each)
    least = [s.filled(math.inf).min(-1, keepdims=True) for s in each]
    largest = [s.filled(-math.inf).max(-1, keepdims=True) for s in each]
    constant = functools.reduce(
        operator.and_, (a == b for a, b in zip(least, largest, strict=True))
    )
    same = functools.reduce(minimum, least) == functools.reduce(maximum, largest)
    if equal_var:
        offset = functools.reduce(operator.add, (s.sum() for s in each)) / total
        each = [s.replaced(s.x - offset) for s in each]
        sums = [s.sum() for s in each]
        squares = [s.replaced(s.x * s.x).sum() for s in each]
        norm = functools.reduce(operator.add, sums) ** 2.0 / total
        whole = functools.reduce(operator.add, squares) - norm
        between = functools.reduce(
            operator.add, (x**2.0 / s.n for x, s in zip(sums, each, strict=True))
        )
        between = between - norm
        dfn, dfd = k - 1, total - k
        f = (between / dfn) / ((whole - between) / dfd)
    else:
        means, counts = [s.mean() for s in each], [s.n for s in each]
        weights = [n / s.var(1) for n, s in zip(counts, each, strict=True)]
        weight = functools.reduce(operator.add, weights)
        parts = list(zip(weights, means, strict=True))
        middle = functools.reduce(operator.add, (w * y for w, y in parts)) / weight
        above = functools.reduce(
            operator.add, (w * (y - middle) ** 2 for w, y in parts)
        ) / (k - 1)
        tail = functools.reduce(
            operator.add,
            (
                (1 - w / weight) ** 2 / (n - 1)
                for w, n in zip(weights, counts, strict=True)
            ),
        )
        f = above / (1 + 2 * (k - 2) / (k**2 - 1) * tail)
        dfn, dfd = k - 1, (k**2 - 1) / (3 * tail)
    f = where(same, math.nan, where(constant, math.inf, f))
    p = f_above(dfn, dfd, f)
    return F_onewayResult(*found.finish(f, p, spread=True))


# ---- shapes of distributions ----


def _of_shape(a, axis, nan_policy, keepdims, limit, kind, finish):
    """A test of skewness, kurtosis or both: `finish` gives (statistic, p-value)."""
    samples = Samples([a], axis, nan_policy, keepdims, too_small=limit)
    if samples.is_small():
        return kind(*samples.nothing(2))
    (s,) = samples.each
    return kind(*samples.finish(*finish(s.replaced(floats(s.x)))))


def _z_of_skew(s):
    n = s.n
    root = math.sqrt if s.kept is None else sqrt
    ln = math.log if s.kept is None else log
    y = _skew(s, True) * root(((n + 1) * (n + 3)) / (6.0 * (n - 2)))
    beta2 = (
        3.0
        * (n**2 + 27 * n - 70)
        * (n + 1)
        * (n + 3)
        / ((n - 2.0) * (n + 5) * (n + 7) * (n + 9))
    )
    w2 = -1 + root(2 * (beta2 - 1))
    delta = 1 / root(0.5 * ln(w2))
    alpha = root(2.0 / (w2 - 1))
    y = where(y == 0, 1.0, y) / alpha
    return delta * log(y + sqrt(y**2 + 1))


def _z_of_kurtosis(s):
    n = s.n
    b2 = _kurtosis(s, False, True)
    expected = 3.0 * (n - 1) / (n + 1)
    variance = 24.0 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1.0) * (n + 3) * (n + 5))
    x = (b2 - expected) / variance**0.5
    third = (
        6.0
        * (n * n - 5 * n + 2)
        / ((n + 7) * (n + 9))
        * ((6.0 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3))) ** 0.5
    )
    a = 6.0 + 8.0 / third * (2.0 / third + (1 + 4.0 / (third**2)) ** 0.5)
    below = 1 + x * (2 / (a - 4.0)) ** 0.5
    cube = ((1 - 2.0 / a) / absolute(below)) ** (1 / 3)
    term = sign(below) * where(below == 0.0, math.nan, cube)
    return (1 - 2 / (9.0 * a) - term) / (2 / (9.0 * a)) ** 0.5


def skewtest(
    a, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False
):
    """Whether the skewness is that of a normal distribution. See scipy.stats.skewtest.

    >>> from tenorite.scipy import stats
    >>> stats.skewtest(np.arange(9.0) ** 2).statistic.shape
    ()
    """
    check_alternative(alternative)

    def finish(s):
        z = _z_of_skew(s)
        return z, p_normal(z, alternative)

    return _of_shape(a, axis, nan_policy, keepdims, 7, SkewtestResult, finish)


def kurtosistest(
    a, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False
):
    """Whether the kurtosis is that of a normal distribution.

    See scipy.stats.kurtosistest.

    >>> from tenorite.scipy import stats
    >>> stats.kurtosistest(np.arange(20.0)).statistic.shape
    ()
    """
    check_alternative(alternative)

    def finish(s):
        z = _z_of_kurtosis(s)
        return z, p_normal(z, alternative)

    return _of_shape(a, axis, nan_policy, keepdims, 4, KurtosistestResult, finish)


def normaltest(a, axis=0, nan_policy="propagate", *, keepdims=False):
    """Whether skewness and kurtosis are normal, of D'Agostino and Pearson.

    See scipy.stats.normaltest.

    >>> from tenorite.scipy import stats
    >>> stats.normaltest(np.arange(20.0)).statistic.shape
    ()
    """

    def finish(s):
        x = _z_of_skew(s) ** 2 + _z_of_kurtosis(s) ** 2
        return x, p_chi2_above(x, 2.0)

    return _of_shape(a, axis, nan_policy, keepdims, 7, NormaltestResult, finish)


def jarque_bera(x, *, axis=None, nan_policy="propagate", keepdims=False):
    """Whether skewness and kurtosis are normal, of Jarque and Bera.

    See scipy.stats.jarque_bera.

    >>> from tenorite.scipy import stats
    >>> stats.jarque_bera(np.arange(20.0)).statistic.shape
    ()
    """

    def finish(s):
        away = s.replaced(s.x - s.mean())
        x = s.n / 6 * (_skew(away, True) ** 2 + _kurtosis(away, True, True) ** 2 / 4)
        return x, p_chi2_above(x, 2.0)

    return _of_shape(x, axis, nan_policy, keepdims, 0, SignificanceResult, finish)


# ---- frequencies ----

_LAMBDAS = {
    "pearson": 1,
    "log-likelihood": 0,
    "freeman-tukey": -0.5,
    "mod-log-likelihood": -1,
    "neyman": -2,
    "cressie-read": 2 / 3,
}


def _divergence(f_obs, f_exp, ddof, axis, power, nan_policy, keepdims, check=True):
    given = [f_obs] if f_exp is None else [f_obs, f_exp]
    samples = Samples(given, axis, nan_policy, keepdims, paired=True, too_small=-1)
    each = [s.replaced(floats(s.x)) for s in samples.each]
    observed = each[0]
    if f_exp is None:
        expected = observed.mean()
    else:
        expected = each[1].x
        if check:
            wide = observed.replaced(observed.x.astype(float))
            sums = wide.sum(), each[1].sum()
            difference = absolute(sums[0] - sums[1]) / minimum(*sums)
            tolerance = numpy.finfo(observed.x.dtype).eps ** 0.5
            if bool((difference > tolerance).any()):
                raise ValueError(
                    "For each axis slice, the sum of the observed frequencies must "
                    "agree with the sum of the expected frequencies to a relative "
                    f"tolerance of {tolerance}, but the percent differences are:\n"
                    f"{difference}"
                )
    x = observed.x
    if power == 1:
        terms = (x - expected) ** 2 / expected
    elif power == 0:
        terms = 2.0 * xlogy(x, x / expected)
    elif power == -1:
        terms = 2.0 * xlogy(expected, expected / x)
    else:
        terms = x * ((x / expected) ** power - 1) / (0.5 * power * (power + 1))
    total = observed.replaced(terms).sum()
    p = p_chi2_above(total, observed.n - 1 - ddof)
    return Power_divergenceResult(*samples.finish(total, p))


def power_divergence(
    f_obs,
    f_exp=None,
    ddof=0,
    axis=0,
    lambda_=None,
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """Whether frequencies are as expected, by a statistic of Cressie and Read.

    See scipy.stats.power_divergence.

    >>> from tenorite.scipy import stats
    >>> stats.power_divergence(np.array([4.0, 4.0]), lambda_="log-likelihood").pvalue
    np.float64(1.0)
    """
    if isinstance(lambda_, str):
        if lambda_ not in _LAMBDAS:
            names = repr(list(_LAMBDAS))[1:-1]
            raise ValueError(
                f"invalid string for lambda_: {lambda_!r}. Valid strings are {names}"
            )
        lambda_ = _LAMBDAS[lambda_]
    if not is_weak(ddof):
        return of_scipy("power_divergence")(
            f_obs, f_exp, ddof, axis, lambda_, nan_policy=nan_policy, keepdims=keepdims
        )
    power = 1 if lambda_ is None else lambda_
    return _divergence(f_obs, f_exp, ddof, axis, power, nan_policy, keepdims)


def chisquare(
    f_obs,
    f_exp=None,
    ddof=0,
    axis=0,
    *,
    sum_check=True,
    nan_policy="propagate",
    keepdims=False,
):
    """Whether frequencies are as expected, by Pearson's statistic.

    See scipy.stats.chisquare.

    >>> from tenorite.scipy import stats
    >>> stats.chisquare(np.array([4.0, 6.0])).statistic
    np.float64(0.4)
    """
    if not is_weak(ddof):
        return of_scipy("chisquare")(
            f_obs,
            f_exp,
            ddof,
            axis,
            sum_check=sum_check,
            nan_policy=nan_policy,
            keepdims=keepdims,
        )
    return _divergence(f_obs, f_exp, ddof, axis, 1, nan_policy, keepdims, sum_check)


# ---- ranks ----


def _ranked(samples):
    """(samples of their ranks among all, sizes of the ties of all)."""
    each = [s.replaced(floats(s.x)) for s in samples.each]
    # NaNs are the last ones, each by itself: nothing else changes its rank.
    together = concatenate([s.filled(math.nan) for s in each], axis=-1)
    ranks, sizes = average_ranks(together)
    ranks, sizes = (x.astype(together.dtype, copy=False) for x in (ranks, sizes))
    parts, at = [], 0
    for s in each:
        parts.append(s.replaced(ranks[..., at : at + s.size]))
        at += s.size
    return parts, sizes


def _side(away, alternative):
    """The sign of what continuity takes off a distance."""
    return SIGNS[alternative] or sign(away)


def _with_z(kind, method, statistic, p, z):
    """A result, which has the normal variate where the method says that it is used."""
    result = kind(statistic, p)
    if method == "asymptotic":
        result.zstatistic = z
    return result


def mannwhitneyu(
    x,
    y,
    use_continuity=True,
    alternative="two-sided",
    axis=0,
    method="auto",
    *,
    nan_policy="propagate",
    keepdims=False,
):
    """Mann's and Whitney's test of two samples; exact p-values are SciPy's.

    See scipy.stats.mannwhitneyu.

    >>> from tenorite.scipy import stats
    >>> stats.mannwhitneyu(np.arange(9.0), np.arange(9.0)).statistic
    np.float64(40.5)
    """
    word = method.lower() if isinstance(method, str) else method
    samples = Samples([x, y], axis, nan_policy, keepdims)
    few = min(s.size for s in samples.each) <= 8
    omits = samples.each[0].kept is not None
    known = word == "asymptotic" or (word == "auto" and not (few or omits))
    wrong = use_continuity not in (True, False)
    if not known or wrong or alternative.lower() not in SIGNS:
        return of_scipy("mannwhitneyu")(
            x,
            y,
            use_continuity,
            alternative,
            axis,
            method,
            nan_policy=nan_policy,
            keepdims=keepdims,
        )
    if samples.is_small():
        return _with_z(MannwhitneyuResult, word, *samples.nothing(3))
    alternative = alternative.lower()
    (first, second), sizes = _ranked(samples)
    n1, n2 = first.n, second.n
    u1 = first.sum() - n1 * (n1 + 1) / 2
    n = n1 + n2
    spread = sqrt(n1 * n2 / 12 * ((n + 1) - tie_term(sizes) / (n * (n - 1))))
    away = u1 - n1 * n2 / 2
    if use_continuity:
        away = away - 0.5 * _side(away, alternative)
    z = away / spread
    p = clip(p_normal(z, alternative), 0.0, 1.0)
    return _with_z(MannwhitneyuResult, word, *samples.finish(u1, p, z, spread=True))


def ranksums(
    x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False
):
    """Wilcoxon's test of two samples, without ties. See scipy.stats.ranksums.

    >>> from tenorite.scipy import stats
    >>> stats.ranksums(np.arange(9.0), np.arange(9.0)).pvalue
    np.float64(1.0)
    """
    check_alternative(alternative)
    samples = Samples([x, y], axis, nan_policy, keepdims)
    if samples.is_small():
        return RanksumsResult(*samples.nothing(2))
    each = samples.each
    samples.each = [s.replaced(s.x.astype(float)) for s in each]
    (first, second), _ = _ranked(samples)
    n1, n2 = first.n, second.n
    n = n1 + n2
    variance = n1 * n2 * (n + 1) / 12.0
    z = (first.sum() - n1 * (n + 1) / 2.0) / variance**0.5
    return RanksumsResult(*samples.finish(z, p_normal(z, alternative), spread=True))


def kruskal(*samples, nan_policy="propagate", axis=0, keepdims=False):
    """The test of several samples by Kruskal and Wallis. See scipy.stats.kruskal.

    >>> from tenorite.scipy import stats
    >>> stats.kruskal(np.array([1.0, 4.0]), np.array([2.0, 3.0])).statistic
    np.float64(0.0)
    """
    if len(samples) < 2:
        raise ValueError("Need at least two groups in stats.kruskal()")
    found = Samples(samples, axis, nan_policy, keepdims)
    if found.is_small():
        return KruskalResult(*found.nothing(2))
    ranks, sizes = _ranked(found)
    n = _count(ranks)
    ties = 1 - tie_term(sizes) / (n**3 - n)
    between = functools.reduce(operator.add, (s.sum() ** 2 / s.n for s in ranks))
    h = (12.0 / (n * (n + 1)) * between - 3 * (n + 1)) / ties
    p = p_chi2_above(h, float(len(samples) - 1))
    return KruskalResult(*found.finish(h, p, spread=True))


_ZERO_METHODS = ("wilcox", "pratt", "zsplit")


def wilcoxon(
    x,
    y=None,
    zero_method="wilcox",
    correction=False,
    alternative="two-sided",
    method="auto",
    *,
    axis=0,
    nan_policy="propagate",
    keepdims=False,
):
    """Wilcoxon's test of signed ranks; exact p-values are SciPy's.

    See scipy.stats.wilcoxon.

    >>> from tenorite.scipy import stats
    >>> stats.wilcoxon(np.arange(60.0) - 20).statistic
    np.float64(410.0)
    """
    given = [x] if y is None else [x, y]
    samples = Samples(given, axis, nan_policy, keepdims, paired=True)
    word = "asymptotic" if method == "approx" else method
    zeros = str(zero_method).lower()
    many = samples.each[0].size > 50 and samples.each[0].kept is None
    known = word == "asymptotic" or (word == "auto" and many)
    valid = zeros in _ZERO_METHODS and correction in (True, False)
    real = samples.each[0].x.dtype.kind != "c"
    alternative = str(alternative).lower()
    if not known or not valid or not real or alternative not in SIGNS:
        return of_scipy("wilcoxon")(
            x,
            y,
            zero_method,
            correction,
            alternative,
            method,
            axis=axis,
            nan_policy=nan_policy,
            keepdims=keepdims,
        )
    if samples.is_small():
        return _with_z(WilcoxonResult, word, *samples.nothing(3))
    each = [floats(s.x) for s in samples.each]
    s = samples.each[0].replaced(each[0] if y is None else each[0] - each[1])
    lost = isnan(s.x).any(-1, keepdims=True) if s.kept is None else None
    zero = s.replaced(s.x == 0)
    if zeros == "wilcox":
        s = s.only(~zero.x)
    dtype = s.x.dtype
    count = s.n if s.kept is None else s.kept.sum(-1, keepdims=True).astype(dtype)
    ranks, sizes = average_ranks(absolute(s.filled(math.nan)))
    ranks, sizes = ranks.astype(dtype), sizes.astype(dtype)
    above = Sample(ranks, s.replaced(s.x > 0).filled(False)).sum()
    below = Sample(ranks, s.replaced(s.x < 0).filled(False)).sum()
    mean = count * (count + 1.0) * 0.25
    square = count * (count + 1.0) * (2.0 * count + 1.0)
    ties = tie_term(sizes)
    if zeros != "wilcox":
        number = Sample(zero.x, zero.kept).sum().astype(dtype)
        if zeros == "zsplit":  # the ranks of zeros, half for each side
            half = number * (number + 1) / 4
            above, below = above + half, below + half
        else:
            mean = mean - number * (number + 1.0) * 0.25
            square = square - number * (number + 1.0) * (2.0 * number + 1.0)
            ties = ties - (number**3 - number)
    error = sqrt((square - ties / 2) / 24)
    z = (above - mean) / error
    if correction:
        z = z - _side(z, alternative) * 0.5 / error
    p = p_normal(z, alternative)
    statistic = above
    if alternative == "two-sided":
        statistic, z = minimum(above, below), -absolute(z)
    if lost is not None:
        statistic, p, z = (where(lost, math.nan, v) for v in (statistic, p, z))
    return _with_z(WilcoxonResult, word, *samples.finish(statistic, p, z))
