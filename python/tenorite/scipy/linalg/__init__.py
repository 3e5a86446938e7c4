# SPDX-License-Identifier: Apache-2.0
"""scipy.linalg: factors, equations and functions of matrices, and special matrices."""

import types as _types

from numpy.linalg import LinAlgError

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from ._arguments import LinAlgWarning
from ._banded import *
from ._cholesky import *
from ._factors import *
from ._functions import *
from ._lu import *
from ._roots import *
from ._solve import *
from ._special_matrices import *
from ._triangular import *

__all__ = sorted(
    name
    for name, x in globals().items()
    if not name.startswith("_") and not isinstance(x, _types.ModuleType)
)

_document(globals()[name] for name in __all__ if name != "LinAlgError")

__getattr__ = _attributes_of(__name__)
