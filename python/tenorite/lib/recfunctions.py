# SPDX-License-Identifier: Apache-2.0
"""Functions of structured arrays: numpy.lib.recfunctions itself."""

from .._runtime.stand_in import stand_for

stand_for(__name__, "numpy.lib.recfunctions")
