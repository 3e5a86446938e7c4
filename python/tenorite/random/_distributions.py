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
    device_of_arrays,
    number_or_array,
    placed,
    refuse,
    to_shape,
)


class Distributions(Draws):
    """Methods that draw from a distribution."""

    def beta(self, a, b, size=None):
        """Beta numbers, of (0, 1), for `a` and `b` > 0.

        >>> rng = np.random.default_rng(1)
        >>> rng.beta(2.0, 3.0, 3)
        array([0.20269918, 0.69355172, 0.43019321])
        """
        return self._distribution("beta", size, (a, "d", ">0"), (b, "d", ">0"))

    def exponential(self, scale=1.0, size=None):
        """Exponential numbers of mean `scale`.

        >>> rng = np.random.default_rng(1)
        >>> rng.exponential(2.0, 3)
        array([4.93450886, 1.32082232, 4.87402591])
        """
        return self._distribution("exponential", size, (scale, "d", ">=0"))

    def gamma(self, shape, scale=1.0, size=None):
        """Gamma numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.gamma(2.0, 3.0, 3)
        array([ 1.98620591, 11.28564574,  3.94862823])
        """
        return self._distribution(
            "gamma", size, (shape, "d", ">=0"), (scale, "d", ">=0")
        )

    def f(self, dfnum, dfden, size=None):
        """Numbers of Fisher's F distribution.

        >>> rng = np.random.default_rng(1)
        >>> rng.f(2.0, 5.0, 3)
        array([0.15502164, 4.34520391, 0.8442637 ])
        """
        return self._distribution("f", size, (dfnum, "d", ">0"), (dfden, "d", ">0"))

    def noncentral_f(self, dfnum, dfden, nonc, size=None):
        """Numbers of the noncentral F distribution.

        >>> rng = np.random.default_rng(1)
        >>> rng.noncentral_f(2.0, 5.0, 1.0, 3)
        array([0.55487626, 5.63437178, 0.36312471])
        """
        return self._distribution(
            "noncentral_f",
            size,
            (dfnum, "d", ">0"),
            (dfden, "d", ">0"),
            (nonc, "d", ">=0"),
        )

    def chisquare(self, df, size=None):
        """Chi-square numbers of `df` degrees of freedom.

        >>> rng = np.random.default_rng(1)
        >>> rng.chisquare(3.0, 3)
        array([0.74471547, 6.03426386, 1.75574186])
        """
        df = number_or_array(df, "d")
        self._check("chisquare", [df], [">0"])
        return self._drawn("gamma", size, [df / 2, 2.0])

    def noncentral_chisquare(self, df, nonc, size=None):
        """Noncentral chi-square numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.noncentral_chisquare(3.0, 1.0, 3)
        array([1.31822526, 6.5960209 , 3.36406554])
        """
        return self._distribution(
            "noncentral_chisquare", size, (df, "d", ">0"), (nonc, "d", ">=0")
        )

    def standard_cauchy(self, size=None):
        """Numbers of the standard Cauchy distribution.

        >>> rng = np.random.default_rng(1)
        >>> rng.standard_cauchy(3)
        array([-0.28332398, -1.92049785, -3.95400646])
        """
        return self._distribution("standard_cauchy", size)

    def standard_t(self, df, size=None):
        """Numbers of Student's t distribution.

        >>> rng = np.random.default_rng(1)
        >>> rng.standard_t(5.0, 3)
        array([-1.10565706,  1.20625261, -0.25164861])
        """
        return self._distribution("standard_t", size, (df, "d", ">0"))

    def vonmises(self, mu, kappa, size=None):
        """Angles of [-pi, pi] around `mu`.

        >>> rng = np.random.default_rng(1)
        >>> rng.vonmises(0.0, 4.0, 3)
        array([-0.06930139,  0.38375367, -0.23319435])
        """
        return self._distribution(
            "vonmises", size, (mu, "d", "any"), (kappa, "d", ">=0")
        )

    def pareto(self, a, size=None):
        """Numbers of the Pareto II distribution.

        >>> rng = np.random.default_rng(1)
        >>> rng.pareto(3.0, 3)
        array([1.27599688, 0.24624752, 1.25316896])
        """
        return self._distribution("pareto", size, (a, "d", ">0"))

    def weibull(self, a, size=None):
        """Weibull numbers of shape `a`.

        >>> rng = np.random.default_rng(1)
        >>> rng.weibull(1.5, 3)
        array([1.82589567, 0.75836149, 1.81094485])
        """
        return self._distribution("weibull", size, (a, "d", ">=0"))

    def power(self, a, size=None):
        """Numbers of [0, 1] with density a x^(a - 1).

        >>> rng = np.random.default_rng(1)
        >>> rng.power(3.0, 3)
        array([0.43936791, 0.80240882, 0.44381936])
        """
        return self._distribution("power", size, (a, "d", ">0"))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        """Laplace numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.laplace(0.0, 1.0, 3)
        array([-1.77410725,  3.40286659, -1.74386577])
        """
        return self._distribution(
            "laplace", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        """Gumbel numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.gumbel(0.0, 1.0, 3)
        array([-0.90310597,  0.41489267, -0.89077309])
        """
        return self._distribution(
            "gumbel", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def logistic(self, loc=0.0, scale=1.0, size=None):
        """Logistic numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.logistic(0.0, 1.0, 3)
        array([-2.37862275,  0.06658006, -2.34553168])
        """
        return self._distribution(
            "logistic", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def normal(self, loc=0.0, scale=1.0, size=None):
        """Normal numbers of mean `loc` and deviation `scale`.

        >>> rng = np.random.default_rng(1)
        >>> rng.normal(10.0, 2.0, 3)
        array([ 7.94815897, 13.94055629, 12.41483   ])
        """
        return self._distribution(
            "normal", size, (loc, "d", "any"), (scale, "d", ">=0")
        )

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        """Exponentials of normal numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.lognormal(0.0, 0.5, 3)
        array([0.59872059, 2.67818432, 1.82888684])
        """
        return self._distribution(
            "lognormal", size, (mean, "d", "any"), (sigma, "d", ">=0")
        )

    def rayleigh(self, scale=1.0, size=None):
        """Rayleigh numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.rayleigh(2.0, 3)
        array([4.44275089, 2.29854068, 4.41543923])
        """
        return self._distribution("rayleigh", size, (scale, "d", ">=0"))

    def wald(self, mean, scale, size=None):
        """Inverse Gaussian numbers.

        >>> rng = np.random.default_rng(1)
        >>> rng.wald(1.0, 2.0, 3)
        array([2.0348101 , 0.43615322, 1.22982425])
        """
        return self._distribution("wald", size, (mean, "d", ">0"), (scale, "d", ">0"))

    def triangular(self, left, mode, right, size=None):
        """Numbers of [left, right] most of which are near `mode`.

        >>> rng = np.random.default_rng(1)
        >>> rng.triangular(0.0, 1.0, 4.0, 3)
        array([0.58246858, 1.59161183, 0.59134286])
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
        """Numbers of [low, high), bit for bit NumPy's.

        >>> rng = np.random.default_rng(1)
        >>> rng.uniform(-1.0, 1.0, 3)
        array([ 0.02364325,  0.90092739, -0.71168077])
        """
        low, high = number_or_array(low, "d"), number_or_array(high, "d")
        if (device := device_of_arrays([low, high])) is not None:
            low, high = placed([low, high], device)
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
        """Counts of successes of `n` trials.

        >>> rng = np.random.default_rng(1)
        >>> rng.binomial(10, 0.3, 5)
        array([1, 1, 2, 3, 1])
        """
        return self._distribution("binomial", size, (n, "l", ">=0"), (p, "d", "[0,1]"))

    def negative_binomial(self, n, p, size=None):
        """Counts of failures before `n` successes.

        >>> rng = np.random.default_rng(1)
        >>> rng.negative_binomial(3, 0.4, 5)
        array([3, 9, 3, 7, 2])
        """
        return self._distribution(
            "negative_binomial",
            size,
            (n, "d", ">0, no NaN"),
            (p, "d", "(0,1]"),
            # The mean and ten deviations of the counts have to fit.
            test=lambda n, p: (1 - p) / p * (n + 10 * n**0.5) > POISSON_MOST,
        )

    def poisson(self, lam=1.0, size=None):
        """Poisson counts of mean `lam`.

        >>> rng = np.random.default_rng(1)
        >>> rng.poisson(4.0, 5)
        array([4, 1, 6, 5, 3])
        """
        return self._distribution("poisson", size, (lam, "d", "mean"))

    def zipf(self, a, size=None):
        """Positive integers k in proportion to k^-a.

        >>> rng = np.random.default_rng(1)
        >>> rng.zipf(2.0, 5)
        array([1, 1, 1, 2, 1])
        """
        return self._distribution("zipf", size, (a, "d", ">1"))

    def geometric(self, p, size=None):
        """Counts of trials up to the first success.

        >>> rng = np.random.default_rng(1)
        >>> rng.geometric(0.25, 5)
        array([ 9,  3,  9, 14,  4])
        """
        return self._distribution("geometric", size, (p, "d", "(0,1]"))

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        """Counts of good ones among `nsample` drawn.

        >>> rng = np.random.default_rng(1)
        >>> rng.hypergeometric(5, 5, 4, 5)
        array([1, 3, 2, 1, 3])
        """
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
        """Positive integers k in proportion to p^k / k.

        >>> rng = np.random.default_rng(1)
        >>> rng.logseries(0.7, 5)
        array([4, 1, 2, 1, 3])
        """
        return self._distribution("logseries", size, (p, "d", "[0,1)"))
