# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial: distances and neighbours of points."""

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import distance
from ._kdtree import KDTree, cKDTree

__all__ = ["KDTree", "cKDTree", "distance"]

_document([KDTree, cKDTree])

__getattr__ = _attributes_of(__name__)
