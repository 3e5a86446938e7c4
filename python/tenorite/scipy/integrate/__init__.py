# SPDX-License-Identifier: Apache-2.0
"""scipy.integrate: integrals of samples, and initial value problems."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import _ivp, _sums
from ._ivp import *
from ._sums import *

__all__ = sorted([*_ivp.__all__, *_sums.__all__])

_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)
