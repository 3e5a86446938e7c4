# SPDX-License-Identifier: Apache-2.0
"""Reductions over ranks: what is computed, and in which order.

Each item is `((x0 op x1) op x2) op ...` over ranks 0, 1, 2, ..., whoever computes it:
so bits are equal on every rank, in every run, and on every device.
"""

from .._numpy.ufuncs import add, maximum, minimum, multiply

_UFUNCS = {"sum": add, "prod": multiply, "max": maximum, "min": minimum}
OPERATIONS = (*_UFUNCS, "mean")


def check_operation(op):
    if op not in OPERATIONS:
        known = ", ".join(map(repr, OPERATIONS))
        raise ValueError(f"op must be one of {known}, not {op!r}")


def fold(rows, op):
    """The reduction of rows, the i-th of which is rank i's."""
    ufunc = _UFUNCS[op]
    total = rows[0]
    for row in rows[1:]:
        total = ufunc(total, row)
    return total


def dtypes_of_mean(dtype):
    """What a mean is summed in and what it is, as numpy.mean has them."""
    if dtype.kind in "biu":
        return "float64", "float64"
    if dtype.itemsize == 2:
        return "float32", dtype
    return dtype, dtype
