# SPDX-License-Identifier: Apache-2.0
"""Which bits of arrays are promised: all but the sign and payload of NaN, and
which byte other than 0 a true has (docs/recording.md)."""

import numpy as np


def canonical(x):
    """A host array with one NaN for all of them, and 1 for every true."""
    if x.dtype.kind == "b":
        return x.view("u1") != 0
    if x.dtype.kind in "fc" and np.isnan(x).any():
        x = x.copy()
        for part in (x.real, x.imag) if x.dtype.kind == "c" else (x,):
            part[np.isnan(part)] = np.nan
    return x


def same_bits(expected, got):
    """Whether two host arrays have one dtype, one shape and equal promised bits."""
    if expected.dtype != got.dtype or expected.shape != got.shape:
        return False
    if expected.tobytes() == got.tobytes():
        return True
    return expected.dtype.kind in "bfc" and (
        canonical(expected).tobytes() == canonical(got).tobytes()
    )
