# SPDX-License-Identifier: Apache-2.0
"""scipy.interpolate: piecewise polynomials, splines and grids."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import (
    _bsplines,
    _cubic,
    _fitpack,
    _fits,
    _grids,
    _interp1d,
    _ndbspline,
    _polyint,
    _polynomials,
    _rbf,
    _scattered,
    _univariate,
)
from ._bsplines import *
from ._cubic import *
from ._fitpack import *
from ._fits import *
from ._grids import *
from ._interp1d import *
from ._ndbspline import *
from ._polyint import *
from ._polynomials import *
from ._rbf import *
from ._scattered import *
from ._univariate import *

_MODULES = (_bsplines, _cubic, _fitpack, _fits, _grids, _interp1d, _ndbspline)
_MODULES += (_polyint, _polynomials, _rbf, _scattered, _univariate)
__all__ = sorted(name for module in _MODULES for name in module.__all__)

_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)
