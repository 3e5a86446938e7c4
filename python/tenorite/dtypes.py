# SPDX-License-Identifier: Apache-2.0
"""Classes of dtypes: numpy.dtypes itself."""

from ._runtime.stand_in import stand_for

stand_for(__name__, "numpy.dtypes")
