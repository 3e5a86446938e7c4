# SPDX-License-Identifier: Apache-2.0
"""The zeta function of one or two arguments, which are two ufuncs."""

from .._core import special_ufuncs
from ._composition import or_scipy, real

__all__ = ["zeta"]


@or_scipy
def zeta(x, q=None, out=None):
    """Riemann's zeta function of x; with q Hurwitz's, the sum of (q + k)**-x.

    Float32 or float64 of the arguments' common shape; integers become float64.
    Hurwitz's is NaN for x < 1, and for q < 0 unless x is whole. See
    scipy.special.zeta.

    >>> np.special.zeta(np.array([2.0]))
    array([1.64493407])
    """
    if q is None:
        return special_ufuncs["_riemann_zeta"](*real(x), out=out)
    return special_ufuncs["_zeta"](x, q, out=out)
