# SPDX-License-Identifier: Apache-2.0
"""Functions of numpy.testing that compare arrays, which take arrays of Tenorite."""

import functools

from numpy import testing

from .._core import ndarray, scalar
from .._runtime.help import whole_doc

__all__ = ["assert_array_list_equal"]

# The functions that compare arrays: what they assert, and an example that holds.
OF_ARRAYS = {
    "assert_allclose": (
        "Asserts that items are equal up to tolerances.",
        "np.array([1.0, 2.0]), [1.0, 2.0 + 1e-9]",
    ),
    "assert_almost_equal": (
        "Asserts that numbers, or items, are equal up to digits behind the point.",
        "np.array([1.0, 2.0]), [1.0, 2.0 + 1e-9]",
    ),
    "assert_approx_equal": (
        "Asserts that two numbers are equal up to significant digits.",
        "np.array([1.0, 2.0]).sum(), 3.0 + 1e-9",
    ),
    "assert_array_almost_equal": (
        "Asserts that items are equal up to digits behind the point.",
        "np.array([1.0, 2.0]), [1.0, 2.0 + 1e-9]",
    ),
    "assert_array_almost_equal_nulp": (
        "Asserts that items are apart by a few of their spacings at most.",
        "np.ones(2), np.ones(2) + 2.0**-52",
    ),
    "assert_array_compare": (
        "Asserts that a comparison of two arrays holds for all items.",
        "np.less, np.array([1, 2]), [3, 4]",
    ),
    "assert_array_equal": (
        "Asserts that shapes and items are equal.",
        "np.array([1, 2]), [1, 2]",
    ),
    "assert_array_less": (
        "Asserts that items are less than those of another array.",
        "np.array([1, 2]), [3, 4]",
    ),
    "assert_array_max_ulp": (
        "Asserts that items differ by a few units in the last place at most.\n\n"
        "Returns these numbers of units.",
        "np.ones(2), np.ones(2) + 2.0**-52",
    ),
    "assert_equal": (
        "Asserts that two objects are equal: numbers, arrays, or containers of them.",
        "[np.array([1, 2]), 3], [[1, 2], 3]",
    ),
}


def on_host(x):
    if isinstance(x, ndarray):
        # Scalars as NumPy's, which its messages show as numbers.
        return x.get()[()] if isinstance(x, scalar) else x.get()
    if type(x) in (list, tuple):
        return type(x)(map(on_host, x))
    if type(x) is dict:
        return {key: on_host(value) for key, value in x.items()}
    return x


def _fetching(name):
    """NumPy's function, with every array among its arguments copied to the host."""
    function = getattr(testing, name)
    asserts, operands = OF_ARRAYS[name]

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        __tracebackhide__ = True
        return function(*map(on_host, args), **on_host(kwargs))

    example = f"np.testing.{name}({operands})"
    if name == "assert_array_max_ulp":
        example += "\narray([[1., 1.]])"
    wrapper.__doc__ = f"{asserts} See numpy.testing.{name}.\n\n>>> {example}"
    wrapper.__doc__ = whole_doc(wrapper)
    return wrapper


globals().update({name: _fetching(name) for name in OF_ARRAYS})
__all__ += OF_ARRAYS


def assert_array_list_equal(xlist, ylist, err_msg="", verbose=True):
    """Asserts that two lists hold equal arrays. See cupy.testing.assert_array_list_equal.

    >>> np.testing.assert_array_list_equal([np.ones(2), np.zeros(3)], [[1, 1], [0] * 3])
    """
    __tracebackhide__ = True
    for x in (xlist, ylist):
        if not isinstance(x, (list, tuple)):
            raise AssertionError(f"list or tuple is expected, not {type(x).__name__}")
    if len(xlist) != len(ylist):
        raise AssertionError(
            f"lists of {len(xlist)} and {len(ylist)} arrays\n{err_msg}"
        )
    for x, y in zip(xlist, ylist, strict=True):
        testing.assert_array_equal(on_host(x), on_host(y), err_msg, verbose)
