# SPDX-License-Identifier: Apache-2.0
"""Where the incomplete gamma function has a value: quantiles of gamma distributions."""

import math

from ..._numpy.indexing import where
from ..._numpy.ufuncs import exp, isfinite, log, maximum, minimum
from ...special import gammainc, gammaincc, gammaln, ndtri, xlogy

_STEPS = 10


def _density_part(a, x, constant):
    """x times the density."""
    return exp(xlogy(a, x) - x - constant)


def inverse_gamma(a, p, q):
    """x where P(a, x) = p and Q(a, x) = q = 1 - p, of arrays of float64.

    Newton's method, for log(P) in log(x) below the median, and for log(Q) in x above.
    Both are concave for a >= 1, so that steps come from one side (log(Q) is convex for
    smaller a). Steps are always as many, so that nothing waits for the values.
    """
    constant = gammaln(a)
    low = p < q
    goal = log(where(low, p, q))
    # P is below x**a / gamma(a + 1); for large a the cube root of x is about normal.
    least = exp((log(p) + constant + log(a)) / a)
    z = where(low, ndtri(p), -ndtri(q))
    root = 1 - 1 / (9 * a) + z / (3 * a**0.5)
    x = maximum(least, where(a > 0.5, a * maximum(root, 0.0) ** 3, 0.0))
    # Far above, log(Q) is near to (a - 1) log(x) - x - log(gamma(a)).
    far = -goal - constant
    far = far + (a - 1) * log(maximum(far, 1.0))
    is_far = ~low & (q < 1e-6) & (far > 2 * a)
    x = where(low | (a > 0.5), x, maximum(minimum(least, 1.0), -goal - constant))
    x = where(is_far, far, x)
    for _ in range(_STEPS):
        part = _density_part(a, x, constant)
        below, above = gammainc(a, x), gammaincc(a, x)
        first = exp(minimum((goal - log(below)) * below / part, 4.0))
        step = (log(above) - goal) * above / part
        up = where(above > 0, x * (1 + maximum(step, -0.9)), (x + a) / 2)
        moved = where(low, x * first, up)
        x = where(isfinite(moved) & (moved > 0), moved, x)
        x.data  # noqa: B018 (each step is a kernel of its own, the same every time)
    x = where(p == 0, 0.0, where(q == 0, math.inf, x))
    return where((a > 0) & (p >= 0) & (q >= 0), x, math.nan)
