# SPDX-License-Identifier: Apache-2.0
"""What the six bases share: numpy.polynomial.polyutils over our arrays."""

from numpy.polynomial import polyutils as _theirs

from ._series import UTILS as _UTILS

format_float = _theirs.format_float
globals().update(_UTILS)
__all__ = list(_theirs.__all__)
