# SPDX-License-Identifier: Apache-2.0
"""The distributions of Generator: parameters, limits, and rows of the core's table.

Parameters are numbers or arrays that broadcast; `size` is an int or a tuple of ints,
by default what the parameters broadcast to, and one Python number for none.
ValueError in NumPy's words for parameters out of range.
"""

import numpy

from ._draws import Draws
from ._parameters import (
    POISSON_MOST,
    any_true,
    as_flag,
    number_or_array,
    refuse,
    to_shape,
)


class Distributions(Draws):
    """Methods that draw from a distribution."""

    def beta(self, a, b, size=None):
        """Beta numbers, of (0, 1), for `a` and `b` > 0. See numpy's Generator.beta."""
        return self._distribution("beta", size, (a, "d", ">0"), (b, "d", ">0"))

    def exponential(self, scale=1.0, size=None):
        """Exponential numbers of mean `scale`. See numpy's Generator.exponential."""
        return self._distribution("exponential", size, (scale, "d", ">=0"))

    def gamma(self, shape, scale=1.0, size=None):
        """Gamma numbers. See numpy's Generator.gamma."""
        return self._distribution(
            "gamma", size, (shape, "d", ">=0"), (scale, "d", ">=0")
        )

    def f(self, dfnum, dfden, size=None):
        """Numbers of Fisher's F distribution. See numpy's Generator.f."""
        return self._distribution("f", size, (dfnum, "d", ">0"), (dfden, "d", ">0"))

    def noncentral_f(self, dfnum, dfden, nonc, size=None):
        """Numbers of the noncentral F distribution. See numpy's Generator.noncentral_f."""
        return self._distribution(
            "noncentral_f",
            size,
            (dfnum, "d", ">0"),
            (dfden, "d", ">0"),
            (nonc, "d", ">=0"),
        )

    def chisquare(self, df, size=None):
        """Chi-square numbers of `df` degrees of freedom. See numpy's Generator.chisquare."""
        df = number_or_array(df, "d")
        self._check("chisquare", [df], [">0"])
        return self._drawn("gamma", size, [df / 2, 2.0])

    def noncentral_chisquare(self, df, nonc, size=None):
        """Noncentral chi-square numbers. See numpy's Generator.noncentral_chisquare."""
        return self._distribution(
            "noncentral_chisquare", size, (df, "d", ">0"), (nonc, "d", ">=0")
        )

    def standard_cauchy(self, size=None):
        """Numbers of the standard Cauchy distribution. See numpy's Generator.standard_cauchy."""
        return self._distribution("standard_cauchy", size)

    def standard_t(self, df, size=None):
        """Numbers of Student's t distribution. See numpy's Generator.standard_t."""
        return self._distribution("standard_t", size, (df, "d", ">0"))

    def vonmises(self, mu, kappa, size=None):
        """Angles of [-pi, pi] around `mu`. See numpy's Generator.vonmises."""
        return self._distribution(
            "vonmises", size, (mu, "d", "any"), (kappa, "d", ">=0")
        )

    def pareto(self, a, size=None):
        """Numbers of the Pareto II distribution. See numpy's Generator.pareto."""
        return self._distribution("pareto", size, (a, "d", ">0"))

    def weibull(self, a, size=None):
        """Weibull numbers of shape `a`. See numpy's Generator.weibull."""
        return self._distribution("weibull", size, (a, "d", ">=0"))

    def power(self, a, size=None):
        """Numbers of [0, 1] with density a x^(a - 1). See numpy's Generator.power."""
        return self._distribution("power", size, (a, "d", ">0"))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        """Laplace numbers. See numpy's Generator.laplace."""
        return self._distribution(
            "laplace", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        """Gumbel numbers. See numpy's Generator.gumbel."""
        return self._distribution(
            "gumbel", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def logistic(self, loc=0.0, scale=1.0, size=None):
        """Logistic numbers. See numpy's Generator.logistic."""
        return self._distribution(
            "logistic", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normal numbers of mean `loc` and deviation `scale`. See numpy's Generator.normal."""
        return self._distribution(
            "normal", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        """Exponentials of normal numbers. See numpy's Generator.lognormal."""
        return self._distribution(
            "lognormal", size, (mean, "d", "any"), (sigma, "d", ">=0")
        )

    def rayleigh(self, scale=1.0, size=None):
        """Rayleigh numbers. See numpy's Generator.rayleigh."""
        return self._distribution("rayleigh", size, (scale, "d", ">=0"))

    def wald(self, mean, scale, size=None):
        """Inverse Gaussian numbers. See numpy's Generator.wald."""
        return self._distribution("wald", size, (mean, "d", ">0"), (scale, "d", ">0"))

    def triangular(self, left, mode, right, size=None):
        """Numbers of [left, right] most of which are near `mode`.

        See numpy's Generator.triangular.
        """
        return self._distribution(
            "triangular",
            size,
            (left, "d", "any"),
            (mode, "d", "any"),
            (right, "d", "any"),
            test=lambda left, mode, right: (
                (left > mode) | (mode > right) | (left == right)
            ),
        )

    def uniform(self, low=0.0, high=1.0, size=None):
        """Numbers of [low, high), bit for bit NumPy's. See numpy's Generator.uniform."""
        low, high = number_or_array(low, "d"), number_or_array(high, "d")
        scale = high - low
        wrong = ~as_flag((scale >= 0) & (scale < numpy.inf))
        if any_true(wrong):
            refuse("uniform", [low, high], [wrong])
        return self._uniform(low, scale, size)

    def _uniform(self, low, scale, size):
        bit_generator = self._bit_generator
        if not hasattr(low, "shape") and not hasattr(scale, "shape"):
            with bit_generator.lock:
                if size is None:
                    return bit_generator._stream.uniform_one(False, low, scale)
                out = self._array(to_shape(size), "d")
                bit_generator._stream.uniform(out, low, scale)
            return out
        return self._scaled(low, scale, size)

    def binomial(self, n, p, size=None):
        """Counts of successes of `n` trials. See numpy's Generator.binomial."""
        return self._distribution("binomial", size, (n, "l", ">=0"), (p, "d", "[0,1]"))

    def negative_binomial(self, n, p, size=None):
        """Counts of failures before `n` successes. See numpy's Generator.negative_binomial."""
        return self._distribution(
            "negative_binomial",
            size,
            (n, "d", ">0, no NaN"),
            (p, "d", "(0,1]"),
            # The mean and ten deviations of the counts have to fit.
            test=lambda n, p: (1 - p) / p * (n + 10 * n**0.5) > POISSON_MOST,
        )

    def poisson(self, lam=1.0, size=None):
        """Poisson counts of mean `lam`. See numpy's Generator.poisson."""
        return self._distribution("poisson", size, (lam, "d", "mean"))

    def zipf(self, a, size=None):
        """Positive integers k in proportion to k^-a. See numpy's Generator.zipf."""
        return self._distribution("zipf", size, (a, "d", ">1"))

    def geometric(self, p, size=None):
        """Counts of trials up to the first success. See numpy's Generator.geometric."""
        return self._distribution("geometric", size, (p, "d", "(0,1]"))

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        """Counts of good ones among `nsample` drawn. See numpy's Generator.hypergeometric."""
        limit = 10**9
        return self._distribution(
            "hypergeometric",
            size,
            (ngood, "l", ">=0"),
            (nbad, "l", ">=0"),
            (nsample, "l", ">=0"),
            test=lambda good, bad, sample: (
                (good >= limit) | (bad >= limit) | (good + bad < sample)
            ),
        )

    def logseries(self, p, size=None):
        """Positive integers k in proportion to p^k / k. See numpy's Generator.logseries."""
        return self._distribution("logseries", size, (p, "d", "[0,1)"))
