# SPDX-License-Identifier: Apache-2.0
"""Which loops NumPy has for this machine: numpy.lib.introspect itself."""

from .._runtime.stand_in import stand_for

stand_for(__name__, "numpy.lib.introspect")
