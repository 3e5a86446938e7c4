# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial.distance: distances of two vectors and of all pairs of points."""

from ...._runtime.help import document as _document
from ..._host import attributes_of as _attributes_of
from . import _forms, _pairs, _vectors
from ._forms import *
from ._pairs import *
from ._vectors import *

__all__ = sorted([*_forms.__all__, *_pairs.__all__, *_vectors.__all__])

_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)
