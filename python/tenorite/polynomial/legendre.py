# SPDX-License-Identifier: Apache-2.0
"""Legendre series: numpy.polynomial.legendre over our arrays."""

from numpy.polynomial import legendre as _theirs

from ._series import Basis as _Basis

_basis = _Basis(_theirs)
globals().update(_basis.public)
__getattr__ = _basis.constant
__all__ = _basis.names
