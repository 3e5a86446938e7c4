# SPDX-License-Identifier: Apache-2.0
"""Linear algebra: numpy.linalg over LAPACK on the CPU and cuSOLVER on GPUs."""

import numpy as _numpy
from numpy.linalg import LinAlgError

from .._array.host_data import with_host_data as _with_host_data
from .._runtime.help import document as _document
from ._decompositions import *
from ._norms import *
from ._products import *
from ._solve import *

__all__ = [name for name in dir() if not name.startswith("_")]
globals().update(
    {name: _with_host_data(globals()[name], _numpy.linalg) for name in __all__}
)

_document(globals()[name] for name in __all__)
