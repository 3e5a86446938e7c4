# SPDX-License-Identifier: Apache-2.0
"""SciPy 1.18's filter that makes the items of reflected lines coefficients of splines.

Before, the sum that the first pass starts from met itself where the first item belongs.
"""

import math

import numpy as np

__all__ = ["reflected_as_in_118"]

POLES = {  # zeros of the B-splines' polynomials
    2: (-0.171572875253809902396622551580603843,),
    3: (-0.267949192431122706472553658494127633,),
    4: (
        -0.361341225900220177092212841325675255,
        -0.013725429297339121360331226939128204,
    ),
    5: (
        -0.430575347099973791851434783493520110,
        -0.043096288203264653822712376822550182,
    ),
}
REFLECTED = (0, 2)  # numbers of the modes 'nearest' and 'reflect'


def _filter(c, order):
    """Filters the columns of a double array in place, in SciPy's order of operations."""
    n = len(c)
    gain = 1.0
    for z in POLES[order]:
        gain *= (1.0 - z) * (1.0 - 1.0 / z)
    c *= gain
    for z in POLES[order]:
        far_end, power = math.pow(z, n), z
        total = c[0] + far_end * c[n - 1]
        for i in range(1, n):
            total += power * (c[i] + far_end * c[n - 1 - i])
            power *= z
        c[0] += total * z / (1 - far_end * far_end)
        for i in range(1, n):
            c[i] += z * c[i - 1]
        c[n - 1] *= z / (z - 1)
        for i in reversed(range(n - 1)):
            c[i] = z * (c[i + 1] - c[i])


def reflected_as_in_118(older):
    """The C function behind scipy.ndimage.spline_filter1d, given that of an older one."""

    def spline_filter1d(input, order, axis, output, mode):
        c = input.astype(float)  # `output` may be `input`
        older(input, order, axis, output, mode)
        if mode in REFLECTED and c.shape[axis] > 1:
            c = np.moveaxis(c, axis, 0)
            _filter(c, order)
            output[...] = np.moveaxis(c, 0, axis)

    return spline_filter1d
