# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial: distances of points."""

from .._host import attributes_of as _attributes_of
from . import distance

__all__ = ["distance"]

__getattr__ = _attributes_of(__name__)
