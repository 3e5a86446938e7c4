# SPDX-License-Identifier: Apache-2.0
"""Operators for classes that have ufuncs: numpy.lib.mixins itself."""

from .._runtime.stand_in import stand_for

stand_for(__name__, "numpy.lib.mixins")
