# SPDX-License-Identifier: Apache-2.0
"""scipy.optimize: minimization and fits over arrays, and roots of many functions at once."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import (
    _bounds,
    _curve_fit,
    _lbfgs,
    _least_squares,
    _minimize,
    _newton,
    _objective,
    elementwise,
)
from ._bounds import *
from ._curve_fit import *
from ._lbfgs import *
from ._least_squares import *
from ._minimize import *
from ._newton import *
from ._objective import *

_modules = (
    _bounds,
    _curve_fit,
    _lbfgs,
    _least_squares,
    _minimize,
    _newton,
    _objective,
)
__all__ = sorted(["elementwise", *(name for m in _modules for name in m.__all__)])

_document(globals()[name] for name in __all__ if name != "elementwise")

__getattr__ = _attributes_of(__name__)
