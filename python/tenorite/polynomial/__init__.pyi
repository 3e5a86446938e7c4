# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from numpy.polynomial import set_default_printstyle as set_default_printstyle

from tenorite.polynomial import chebyshev as chebyshev
from tenorite.polynomial import hermite as hermite
from tenorite.polynomial import hermite_e as hermite_e
from tenorite.polynomial import laguerre as laguerre
from tenorite.polynomial import legendre as legendre
from tenorite.polynomial import polynomial as polynomial
from tenorite.polynomial import polyutils as polyutils
from tenorite.polynomial.chebyshev import Chebyshev as Chebyshev
from tenorite.polynomial.hermite import Hermite as Hermite
from tenorite.polynomial.hermite_e import HermiteE as HermiteE
from tenorite.polynomial.laguerre import Laguerre as Laguerre
from tenorite.polynomial.legendre import Legendre as Legendre
from tenorite.polynomial.polynomial import Polynomial as Polynomial

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
