# SPDX-License-Identifier: Apache-2.0
"""Masked arrays: numpy.ma itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.ma")
