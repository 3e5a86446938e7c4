# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial: distances, neighbours and triangulations of points."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import _delaunay, _kdtree, _minkowski, distance
from ._delaunay import *
from ._kdtree import *
from ._minkowski import *

_NAMES = (*_delaunay.__all__, *_kdtree.__all__, *_minkowski.__all__)
__all__ = sorted([*_NAMES, "distance"])

_document(globals()[name] for name in _NAMES)

__getattr__ = _attributes_of(__name__)
