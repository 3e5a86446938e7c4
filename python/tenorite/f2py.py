# SPDX-License-Identifier: Apache-2.0
"""Extensions in Fortran: numpy.f2py itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.f2py")
