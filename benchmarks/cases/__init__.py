# SPDX-License-Identifier: Apache-2.0
"""The table of all cases, in the order in which they run."""

import functools

from . import (
    elementwise,
    fft,
    fusion,
    kernels,
    layouts,
    linalg,
    moves,
    products,
    random,
    reductions,
    small,
    sorting,
    table,
    transfers,
    user_kernels,
)

TABLE = (
    *small.CASES,
    *fusion.CASES,
    *kernels.CASES,
    *elementwise.CASES,
    *layouts.CASES,
    *moves.CASES,
    *reductions.CASES,
    *user_kernels.CASES,
    *products.CASES,
    *fft.CASES,
    *linalg.CASES,
    *sorting.CASES,
    *random.CASES,
    *transfers.CASES,
    *table.CASES,
)


@functools.cache
def by_key():
    """The cases by their keys, which are unique."""
    found = {case.key: case for case in TABLE}
    assert len(found) == len(TABLE), "two cases have one name"
    return found
