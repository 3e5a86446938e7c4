# SPDX-License-Identifier: Apache-2.0
"""Arrays for libraries in C: numpy.ctypeslib itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.ctypeslib")
