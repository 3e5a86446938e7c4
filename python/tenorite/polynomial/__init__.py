# SPDX-License-Identifier: Apache-2.0
"""Polynomials in six bases: numpy.polynomial over arrays of any device.

A class for each basis, and a module with its functions. Coefficients, values and
fits are on the device of the arguments; `domain` and `window`, two numbers each, are
host arrays.
"""

from numpy.polynomial import set_default_printstyle

from . import (
    chebyshev,
    hermite,
    hermite_e,
    laguerre,
    legendre,
    polynomial,
    polyutils,
)
from .chebyshev import Chebyshev
from .hermite import Hermite
from .hermite_e import HermiteE
from .laguerre import Laguerre
from .legendre import Legendre
from .polynomial import Polynomial

__all__ = [
    "Chebyshev",
    "Hermite",
    "HermiteE",
    "Laguerre",
    "Legendre",
    "Polynomial",
    "chebyshev",
    "hermite",
    "hermite_e",
    "laguerre",
    "legendre",
    "polynomial",
    "polyutils",
    "set_default_printstyle",
]
