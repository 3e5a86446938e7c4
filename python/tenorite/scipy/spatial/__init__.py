# SPDX-License-Identifier: Apache-2.0
"""scipy.spatial: distances of points."""

from . import distance

__all__ = ["distance"]
