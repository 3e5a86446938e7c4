# SPDX-License-Identifier: Apache-2.0
"""Filters, interpolation, morphology and measurements of images of any dimension.

Names, signatures, defaults, dtypes and errors are those of scipy.ndimage.
"""

from .._host import attributes_of as _attributes_of
from . import (
    _distances,
    _filters,
    _filters_1d,
    _fourier,
    _gaussian,
    _generic,
    _interpolation,
    _measurements,
    _morphology,
)
from ._distances import *
from ._filters import *
from ._filters_1d import *
from ._fourier import *
from ._gaussian import *
from ._generic import *
from ._interpolation import *
from ._measurements import *
from ._morphology import *

__all__ = [
    *_filters_1d.__all__,
    *_filters.__all__,
    *_gaussian.__all__,
    *_generic.__all__,
    *_fourier.__all__,
    *_interpolation.__all__,
    *_morphology.__all__,
    *_distances.__all__,
    *_measurements.__all__,
]

__getattr__ = _attributes_of(__name__)
