# SPDX-License-Identifier: Apache-2.0
"""numpy.testing, whose assertions also take arrays of Tenorite."""

import functools

from numpy import testing

from ._core import ndarray

_OF_ARRAYS = (
    "assert_allclose",
    "assert_almost_equal",
    "assert_approx_equal",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_compare",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_max_ulp",
    "assert_equal",
)

__all__ = list(testing.__all__)


def _on_host(x):
    if isinstance(x, ndarray):
        return x.get()
    if type(x) in (list, tuple):
        return type(x)(map(_on_host, x))
    if type(x) is dict:
        return {key: _on_host(value) for key, value in x.items()}
    return x


def _fetching(function):
    """The function, with every array of ours among its arguments copied to the host."""

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        __tracebackhide__ = True
        return function(*map(_on_host, args), **_on_host(kwargs))

    return wrapper


globals().update({name: _fetching(getattr(testing, name)) for name in _OF_ARRAYS})


def __getattr__(name):
    if not name.startswith("_") and hasattr(testing, name):
        return getattr(testing, name)  # it compares no arrays
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)


def __dir__():
    return dir(testing)
