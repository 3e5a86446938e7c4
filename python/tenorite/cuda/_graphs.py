# SPDX-License-Identifier: Apache-2.0
"""Functions that become graphs."""

import functools
import operator
import threading
from collections import OrderedDict

from .._core import ndarray
from .stream import Stream

__all__ = ["graph"]


def _describe(value):
    """What calls have to have in common to be one graph's."""
    if isinstance(value, ndarray):
        return value.shape, value.dtype.char, str(value.device), value.flags.fnc
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"arguments of a graph are arrays or hashable, not {type(value).__name__}"
        ) from None
    return type(value), value


def _map(function, value):
    """The same structure of tuples, lists and dicts with function(array) for arrays."""
    if isinstance(value, ndarray):
        return function(value)
    if isinstance(value, dict):
        return {key: _map(function, x) for key, x in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_map(function, x) for x in value)
    if isinstance(value, tuple):  # a named one
        return type(value)(*(_map(function, x) for x in value))
    return value


class _Captured:
    """A call of a function as a graph, with arguments and results of its own."""

    def __init__(self, function, args, names):
        # The function may not change its arguments, which are copies.
        self._inputs = [_copied(x) if isinstance(x, ndarray) else x for x in args]
        given = [_read_only(x) if isinstance(x, ndarray) else x for x in self._inputs]
        position = len(given) - len(names)
        keywords = dict(zip(names, given[position:], strict=True))
        with Stream(non_blocking=True) as stream:
            stream.begin_capture()
            try:
                self._result = function(*given[:position], **keywords)
            finally:
                self._graph = stream.end_capture()
        _map(self._graph._hold, self._result)

    def __call__(self, args):
        for own, x in zip(self._inputs, args, strict=True):
            if isinstance(own, ndarray):
                own[...] = x
        self._graph.launch()
        return _map(_copied, self._result)


def _copied(x):
    return x.copy(order="K")


def _read_only(x):
    x = x.view()
    x.flags.writeable = False
    return x


class _Cache:
    """The graphs of a function, and which calls there were once; the last used last."""

    _ONCE = 1024  # keys alone

    def __init__(self, limit):
        self.limit = limit
        self._graphs = OrderedDict()
        self._once = OrderedDict()

    def find(self, key, capture):
        """The graph of a key, captured in its second call; None in the first."""
        if key in self._graphs:
            self._graphs.move_to_end(key)
            return self._graphs[key]
        if key not in self._once:
            self._once[key] = None
            if len(self._once) > self._ONCE:
                self._once.popitem(last=False)
            return None
        # Room first: graphs have much memory.
        while len(self._graphs) >= self.limit:
            self._graphs.popitem(last=False)
        captured = self._graphs[key] = capture()
        del self._once[key]
        return captured

    def clear(self):
        self._graphs.clear()
        self._once.clear()

    def __len__(self):
        return len(self._graphs)


def graph(function=None, *, limit=32):
    """`function` as one that queues its work as a graph from its third call on.

    Arguments are arrays on GPUs and hashable values; calls whose arrays agree in shape,
    dtype, order and device, and whose values are equal, are one graph: the first such
    call runs as it is, the second is captured, later ones launch it. Results are arrays
    in tuples, lists and dicts, new ones in every call. What the function does
    besides its work on arrays is done while it is captured, and not again; it may not
    look at values, nor change its arguments. Without an array on a GPU
    among the arguments it is called as it is.

    At most `limit` graphs are kept, with the memory of each: beyond, the one whose last
    call is longest ago is forgotten. `f.clear()` forgets all, `f.count()` is how many
    there are. With `limit` alone this is a decorator.

    >>> @np.cuda.graph
    ... def step(u):
    ...     return u + 0.1 * (np.roll(u, 1) - 2 * u + np.roll(u, -1))
    >>> u = np.array([0.0, 1.0, 0.0])
    >>> for _ in range(5):
    ...     u = step(u)
    >>> u.round(3)
    array([0.277, 0.445, 0.277])
    """
    limit = operator.index(limit)
    if limit < 1:
        raise ValueError(f"limit must be at least 1, not {limit}")
    if function is None:
        return functools.partial(graph, limit=limit)
    if not callable(function):
        raise TypeError(f"a function is expected, not {type(function).__name__}")
    cache = _Cache(limit)
    lock = threading.RLock()

    @functools.wraps(function)
    def call(*args, **keywords):
        names = tuple(keywords)
        values = (*args, *keywords.values())
        if not any(_is_on_gpu(x) for x in values):
            return function(*args, **keywords)
        key = (names, *map(_describe, values))
        with lock:
            captured = cache.find(key, lambda: _Captured(function, values, names))
            if captured is None:
                return function(*args, **keywords)
            return captured(values)

    def clear():
        """Forgets all graphs, and gives their memory back."""
        with lock:
            cache.clear()

    def count():
        """How many graphs there are."""
        with lock:
            return len(cache)

    call.clear, call.count = clear, count
    return call


def _is_on_gpu(x):
    return isinstance(x, ndarray) and x.__dlpack_device__()[0] == 2
