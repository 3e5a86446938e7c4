# SPDX-License-Identifier: Apache-2.0
"""Results of functions that are kept, by their arguments."""

import functools
import weakref

from .. import _core

__all__ = ["clear_memo", "memoize"]

_kept = weakref.WeakSet()  # dicts of all functions


class _Results(dict):
    """What a function returned, by device and arguments."""

    __hash__ = object.__hash__


def memoize(for_each_device=False):
    """Decorator: a function of hashable arguments is called once for each of them.

    With `for_each_device` once for each device that is the default one at a call, such
    as one that compiles. See cupy.memoize.

    >>> @np.memoize()
    ... def ramp(n):
    ...     return np.arange(n)
    >>> ramp(3) is ramp(3)
    True
    """

    def decorate(function):
        results = _Results()
        _kept.add(results)

        @functools.wraps(function)
        def remembering(*args, **kwargs):
            device = _core.device.default() if for_each_device else None
            key = device, args, frozenset(kwargs.items())
            try:
                return results[key]
            except KeyError:
                return results.setdefault(key, function(*args, **kwargs))

        return remembering

    return decorate


def clear_memo():
    """Forgets the results of all functions that memoize() decorates.

    >>> np.clear_memo()
    """
    for results in list(_kept):
        results.clear()
