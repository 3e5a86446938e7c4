# SPDX-License-Identifier: Apache-2.0
"""Special functions under scipy.special's names, most of them ufuncs.

They take float32 and float64, and float16 in float32; integers become float64.
"""

from .._core import special_ufuncs
from .._numpy.math import sinc
from .._numpy.ufuncs import cbrt, exp2, expm1, log1p
from ._logarithmic import log_softmax, logsumexp, softmax
from ._zeta import zeta

globals().update(special_ufuncs)
digamma = special_ufuncs["psi"]

__all__ = [
    *(name for name in special_ufuncs if not name.startswith("_")),
    "cbrt",
    "digamma",
    "exp2",
    "expm1",
    "log1p",
    "log_softmax",
    "logsumexp",
    "sinc",
    "softmax",
    "zeta",
]
