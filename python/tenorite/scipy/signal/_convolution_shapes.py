# SPDX-License-Identifier: Apache-2.0
"""Shapes of convolutions, and the parts of them that modes mean."""


def check_pair(in1, in2):
    """ValueError for arrays of unlike numbers of axes."""
    if in1.ndim != in2.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")


def must_swap(mode, shape1, shape2, axes=None):
    """Whether "valid" needs the inputs the other way round; ValueError if neither."""
    if mode != "valid" or not shape1:
        return False
    axes = range(len(shape1)) if axes is None else axes
    if all(shape1[k] >= shape2[k] for k in axes):
        return False
    if all(shape2[k] >= shape1[k] for k in axes):
        return True
    raise ValueError(
        "For 'valid' mode, one must be at least as large as the other in every dimension"
    )


def parts_of_mode(shape1, shape2, mode, axes):
    """(first, length) along each axis of what a mode means of a full convolution."""
    parts = []
    for k, (n, m) in enumerate(zip(shape1, shape2, strict=True)):
        full = n + m - 1 if k in axes else max(n, m)
        if mode == "full":
            length = full
        elif mode == "same":
            length = n
        elif mode == "valid":
            length = n - m + 1 if k in axes else full
        else:
            raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
        parts.append(((full - length) // 2, length))
    return parts


def take_parts(whole, parts):
    """The items of an array in (first, length) along each axis, in memory of its own."""
    return whole[tuple(slice(first, first + n) for first, n in parts)].copy()
