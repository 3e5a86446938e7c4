# SPDX-License-Identifier: Apache-2.0
"""What NumPy once had inside: numpy.core itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.core")
