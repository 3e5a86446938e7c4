# SPDX-License-Identifier: Apache-2.0
"""Special functions under scipy.special's names, most of them ufuncs.

They take float32 and float64, and float16 in float32; integers become float64.
"""

from .._core import special_ufuncs as _ufuncs
from .._numpy.math import sinc
from .._numpy.ufuncs import cbrt, exp2, expm1, log1p
from .._runtime.help import document as _document
from ._distributions import *
from ._elementary import *
from ._families import *
from ._logarithmic import *
from ._zeta import *

globals().update(_ufuncs)
digamma = _ufuncs["psi"]

__all__ = [name for name in dir() if not name.startswith("_")]

_document(globals()[name] for name in __all__)
