# SPDX-License-Identifier: Apache-2.0
"""Arrays of records: numpy.rec itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.rec")
