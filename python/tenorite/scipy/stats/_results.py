# SPDX-License-Identifier: Apache-2.0
"""Tuples that functions return, and the probabilities of test statistics."""

import collections
import math

from ..._numpy.creation import full_like
from ..._numpy.indexing import where
from ..._numpy.ufuncs import absolute, arctanh, isnan, maximum, tanh
from ...special import gammaincc, ndtr, ndtri
from .. import _host
from ._beta import student_below
from ._samples import special_of_scipy

ConfidenceInterval = collections.namedtuple("ConfidenceInterval", "low high")
SIGNS = {"less": -1, "two-sided": 0, "greater": 1}


def check_alternative(alternative):
    if alternative not in SIGNS:
        raise ValueError("`alternative` must be 'less', 'greater', or 'two-sided'.")


class _WithMore:
    """A tuple with attributes that are no items of it: shown, copied and pickled."""

    _extra = ()

    def __repr__(self):
        names = (*self._fields, *self._extra)
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({shown})"

    def __reduce__(self):
        return _made, (type(self), tuple(self)), vars(self)

    def _asdict(self):
        more = {k: x for k, x in vars(self).items() if not k.startswith("_")}
        return {**dict(zip(self._fields, self, strict=True)), **more}

    def _replace(self, /, **changes):
        more = {k: changes.pop(k) for k in vars(self) if k[0] != "_" and k in changes}
        made = super()._replace(**changes)
        vars(made).update(vars(self), **more)
        return made


def _made(kind, items):
    """A tuple of a class whose constructor takes more than its items."""
    return tuple.__new__(kind, items)


# ---- probabilities ----


def p_of(statistic, alternative, below):
    """p-values of a symmetric distribution, of which `below` is the distribution."""
    if alternative == "less":
        return below(statistic)
    if alternative == "greater":
        return below(-statistic)
    return 2 * below(-absolute(statistic))


def p_normal(z, alternative):
    return p_of(z, alternative, ndtr)


def p_student(t, df, alternative):
    return p_of(t, alternative, lambda x: student_below(df, x))


def p_chi2_above(x, df):
    """Chi squared above x, which is 1 where x is negative."""
    if not isinstance(df, (int, float)):
        df = df.astype(x.dtype, copy=False)
    return gammaincc(df / 2, maximum(x, 0) / 2)


# ---- results ----


class TtestResult(
    _WithMore, collections.namedtuple("TtestResult", ("statistic", "pvalue"))
):
    """The statistic and p-value of a t-test, with the degrees of freedom `df`."""

    _extra = ("df",)

    def __new__(cls, statistic, pvalue, df, alternative, standard_error, estimate):
        result = super().__new__(cls, statistic, pvalue)
        result.df = df
        result._alternative = alternative
        result._standard_error, result._estimate = standard_error, estimate
        return result

    def confidence_interval(self, confidence_level=0.95):
        """(low, high) of what the test is about."""
        if confidence_level < 0 or confidence_level > 1:
            raise ValueError("`confidence_level` must be a number between 0 and 1.")
        quantile, sign = special_of_scipy("stdtrit"), self._alternative
        t = self.statistic
        df = self.df.astype(t.dtype, copy=False)
        tail = (1 - confidence_level) / (2 if sign == 0 else 1)
        away = quantile(df, 1 - tail) * self._standard_error
        infinite = where(isnan(t), math.nan, full_like(t, math.inf))
        low = -infinite if sign < 0 else self._estimate - away
        high = infinite if sign > 0 else self._estimate + away
        return ConfidenceInterval(low, high)


class PearsonRResult(
    _WithMore, collections.namedtuple("PearsonRResult", ("statistic", "pvalue"))
):
    """A correlation coefficient and its p-value."""

    def __new__(cls, statistic, pvalue, alternative, x, y):
        result = super().__new__(cls, statistic, pvalue)
        result._alternative, result._given, result._n = alternative, (x, y), x.shape[-1]
        result.correlation = statistic
        return result

    def confidence_interval(self, confidence_level=0.95, method=None):
        """(low, high) of the coefficient, by Fisher's transformation.

        By another `method` it is SciPy's, on the host.
        """
        if confidence_level < 0 or confidence_level > 1:
            raise ValueError("`confidence_level` must be a number between 0 and 1.")
        if method is not None:

            def interval(x, y):
                from scipy.stats import pearsonr

                result = pearsonr(x, y, alternative=self._alternative, axis=-1)
                return result.confidence_interval(confidence_level, method)

            return _host._call(interval, self._given, {}, f"{__package__}.pearsonr")
        r, sign = self.statistic, SIGNS[self._alternative]
        one = full_like(r, 1)
        if self._n <= 3:
            return ConfidenceInterval(-one, one)
        level = 0.5 + confidence_level / 2 if sign == 0 else confidence_level
        away = ndtri(full_like(r, level)) / math.sqrt(self._n - 3)
        middle = arctanh(r)
        low = -one if sign < 0 else tanh(middle - away)
        high = one if sign > 0 else tanh(middle + away)
        return ConfidenceInterval(low, high)


class SignificanceResult(
    _WithMore, collections.namedtuple("SignificanceResult", ("statistic", "pvalue"))
):
    """A statistic and its p-value; of a correlation also `correlation`."""


def significance(statistic, p):
    """The result of a correlation, which has an older name beside."""
    result = SignificanceResult(statistic, p)
    result.correlation = statistic
    return result


class LinregressResult(
    _WithMore,
    collections.namedtuple(
        "LinregressResult", ("slope", "intercept", "rvalue", "pvalue", "stderr")
    ),
):
    """A line, its correlation coefficient, p-value and standard errors."""

    _extra = ("intercept_stderr",)

    def __new__(cls, slope, intercept, rvalue, pvalue, stderr, intercept_stderr):
        result = super().__new__(cls, slope, intercept, rvalue, pvalue, stderr)
        result.intercept_stderr = intercept_stderr
        return result


class WilcoxonResult(
    _WithMore, collections.namedtuple("WilcoxonResult", ("statistic", "pvalue"))
):
    """The statistic of the test, and its p-value; `zstatistic` where it was asked."""


class MannwhitneyuResult(
    _WithMore, collections.namedtuple("MannwhitneyuResult", ("statistic", "pvalue"))
):
    """The statistic of the test, and its p-value; `zstatistic` where it was asked."""


def pair(name):
    return collections.namedtuple(name, ("statistic", "pvalue"))


F_onewayResult = pair("F_onewayResult")
KruskalResult = pair("KruskalResult")
KurtosistestResult = pair("KurtosistestResult")
NormaltestResult = pair("NormaltestResult")
Power_divergenceResult = pair("Power_divergenceResult")
RanksumsResult = pair("RanksumsResult")
SkewtestResult = pair("SkewtestResult")
Ttest_indResult = pair("Ttest_indResult")
