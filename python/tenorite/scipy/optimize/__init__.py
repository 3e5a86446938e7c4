# SPDX-License-Identifier: Apache-2.0
"""scipy.optimize: minimization over arrays."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import _minimize
from ._minimize import *

__all__ = sorted(_minimize.__all__)

_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)
