# SPDX-License-Identifier: Apache-2.0
"""Exceptions and warnings: numpy.exceptions itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.exceptions")
