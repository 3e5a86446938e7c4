# SPDX-License-Identifier: Apache-2.0
"""Power series: numpy.polynomial.polynomial over our arrays."""

from numpy.polynomial import polynomial as _theirs

from ._series import Basis as _Basis

_basis = _Basis(_theirs)
globals().update(_basis.public)
__getattr__ = _basis.constant
__all__ = _basis.names
