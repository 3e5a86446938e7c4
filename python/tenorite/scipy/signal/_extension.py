# SPDX-License-Identifier: Apache-2.0
"""Parts of arrays along an axis, and arrays that go on beyond their ends."""

from ..._numpy.joining import concatenate


def part(x, start=None, stop=None, step=None, axis=-1):
    """x[start:stop:step] along an axis."""
    key = [slice(None)] * x.ndim
    key[axis] = slice(start, stop, step)
    return x[tuple(key)]


def reverse(x, axis):
    """`x` from its last item to the first along an axis."""
    return part(x, step=-1, axis=axis)


def _check_length(x, n, axis):
    if n > x.shape[axis] - 1:
        raise ValueError(
            f"The extension length n ({n}) is too big. It must not exceed "
            f"x.shape[axis]-1, which is {x.shape[axis] - 1}."
        )


def odd_extension(x, n, axis):
    """`x` and `n` items more at both ends, turned around its first and last item."""
    if n < 1:
        return x
    _check_length(x, n, axis)
    before = 2 * part(x, 0, 1, axis=axis) - part(x, n, 0, -1, axis)
    last = part(x, -1, None, axis=axis)
    after = 2 * last - part(x, -2, -(n + 2), -1, axis)
    return concatenate([before, x, after], axis=axis)


def even_extension(x, n, axis):
    """`x` and `n` items more at both ends, mirrored at its first and last item."""
    if n < 1:
        return x
    _check_length(x, n, axis)
    before, after = part(x, n, 0, -1, axis), part(x, -2, -(n + 2), -1, axis)
    return concatenate([before, x, after], axis=axis)


def constant_extension(x, n, axis):
    """`x` and `n` copies of its first and of its last item."""
    if n < 1:
        return x
    first, last = part(x, 0, 1, axis=axis), part(x, -1, None, axis=axis)
    return concatenate([*[first] * n, x, *[last] * n], axis=axis)
