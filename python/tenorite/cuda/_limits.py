# SPDX-License-Identifier: Apache-2.0
"""Limits of pools, as users give them."""


def limit_in_bytes(size, fraction, total):
    """The bytes of a limit that is given by size or as a share of total().

    ValueError unless it is given in one of the ways, and within range.
    """
    if size is not None and fraction is not None:
        raise ValueError("size and fraction cannot be specified at one time")
    if size is None and fraction is None:
        raise ValueError("size or fraction must be specified")
    if fraction is not None:
        if not 0 <= fraction <= 1:
            raise ValueError(f"memory limit fraction out of range: {fraction}")
        size = int(fraction * total())
    if size < 0:
        raise ValueError(f"memory limit size out of range: {size}")
    return size
