# SPDX-License-Identifier: Apache-2.0
"""Whether arrays share memory: NumPy's answer for the same addresses."""

import numpy

from .._core import ndarray

__all__ = ["may_share_memory", "shares_memory"]


class _Layout:
    """An array's layout without its memory, for NumPy to look at, never to read."""

    def __init__(self, a):
        self.__array_interface__ = {
            "version": 3,
            "shape": a.shape,
            "strides": a.strides,
            "typestr": a.dtype.str,
            "data": (a._pointer, True),
        }


# What programs for CuPy pass for `max_work`: names of constants of NumPy's.
_NAMED = {
    "MAY_SHARE_BOUNDS": (numpy.may_share_memory, 0),
    "MAY_SHARE_EXACT": (numpy.shares_memory, -1),
}


def _answer(function, a, b, max_work):
    if isinstance(max_work, str):
        function, max_work = _NAMED.get(max_work, (function, max_work))
    ours = [x for x in (a, b) if isinstance(x, ndarray)]
    if any(x.size == 0 for x in ours):
        return False
    # A GPU's addresses mean nothing beside the host's.
    places = [str(x.device) if isinstance(x, ndarray) else "cpu" for x in (a, b)]
    if places[0] != places[1]:
        return False
    layouts = [
        numpy.asarray(_Layout(x)) if isinstance(x, ndarray) else x for x in (a, b)
    ]
    return function(*layouts, max_work=max_work)


def may_share_memory(a, b, /, max_work=0):
    """Whether the memory ranges of two arrays overlap. See numpy.may_share_memory.

    `max_work` may also be "MAY_SHARE_BOUNDS" or, as in shares_memory(), "MAY_SHARE_EXACT".

    >>> np.may_share_memory(np.ones(2), np.ones(2))
    False
    """
    return _answer(numpy.may_share_memory, a, b, max_work)


def shares_memory(a, b, /, max_work=-1):
    """Whether two arrays have an item in common. See numpy.shares_memory.

    TooHardError if that takes more than `max_work` steps to find out; it may also be
    "MAY_SHARE_EXACT" or, as in may_share_memory(), "MAY_SHARE_BOUNDS".

    >>> np.shares_memory(np.ones(2), np.ones(2))
    False
    """
    return _answer(numpy.shares_memory, a, b, max_work)
