# SPDX-License-Identifier: Apache-2.0
"""Functions of arrays of texts: numpy.strings itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.strings")
