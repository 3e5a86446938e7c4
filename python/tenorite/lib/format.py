# SPDX-License-Identifier: Apache-2.0
"""The .npy format: numpy.lib.format itself."""

from .._runtime.stand_in import stand_for

stand_for(__name__, "numpy.lib.format")
