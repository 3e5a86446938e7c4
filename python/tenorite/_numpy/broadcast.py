# SPDX-License-Identifier: Apache-2.0
"""The broadcast object."""

import math

import numpy

from .._array.convert import as_operands
from .._array.flat import FlatIterator
from .manipulation import broadcast_shapes, broadcast_to

__all__ = ["broadcast"]


_MOST = 64  # arguments, as in NumPy


class broadcast:
    """The arguments, broadcast against each other; iterates over tuples of items.

    `values`: the broadcast arrays. ValueError if the shapes do not fit.
    See numpy.broadcast.

    >>> pairs = np.broadcast(np.array([1, 2]), 10)
    >>> pairs.shape
    (2,)
    >>> [(int(x), int(y)) for x, y in pairs]
    [(1, 10), (2, 10)]
    """

    def __init__(self, *args):
        if len(args) > _MOST:
            raise ValueError(f"Need at least 0 and at most {_MOST} array objects.")
        self._arrays = as_operands(args)
        self.shape = broadcast_shapes(*(a.shape for a in self._arrays))
        self.values = tuple(broadcast_to(a, self.shape) for a in self._arrays)
        self.reset()

    @property
    def ndim(self):
        """Number of axes of the broadcast shape."""
        return len(self.shape)

    nd = ndim

    @property
    def size(self):
        """Number of items of the broadcast shape."""
        return math.prod(self.shape)

    @property
    def numiter(self):
        """Number of arguments."""
        return len(self.values)

    @property
    def iters(self):
        """An iterator over the items of each argument; a tuple."""
        return tuple(map(FlatIterator, self.values))

    @property
    def index(self):
        """Number of tuples that iteration has given."""
        return self._index

    def reset(self):
        """Starts iteration anew.

        >>> pairs = np.broadcast(np.array([1, 2]), 10)
        >>> first = next(pairs)
        >>> pairs.reset()
        >>> pairs.index
        0
        """
        self._index = 0
        self._items = None

    def __iter__(self):
        return self

    def __next__(self):
        if self._items is None:
            # One copy to the host for each argument, not one for each item.
            self._items = numpy.broadcast(*(a.get() for a in self._arrays))
        items = next(self._items)
        self._index += 1
        return items
