# SPDX-License-Identifier: Apache-2.0
"""Checks of axes and of memory: numpy.lib.array_utils itself."""

from .._runtime.stand_in import stand_for

stand_for(__name__, "numpy.lib.array_utils")
