# SPDX-License-Identifier: Apache-2.0
"""Decorators that call a test once for each dtype, memory order or axis: CuPy's."""

import functools
import inspect
import itertools

import numpy

__all__ = [
    "for_CF_orders",
    "for_all_dtypes",
    "for_all_dtypes_combination",
    "for_complex_dtypes",
    "for_contiguous_axes",
    "for_dtypes",
    "for_dtypes_combination",
    "for_float_dtypes",
    "for_int_dtypes",
    "for_int_dtypes_combination",
    "for_orders",
    "for_signed_dtypes",
    "for_signed_dtypes_combination",
    "for_unsigned_dtypes",
    "for_unsigned_dtypes_combination",
]

_BOOL = (numpy.bool_,)
_SIGNED = (numpy.int8, numpy.int16, numpy.int32, numpy.int64)
_UNSIGNED = (numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64)
_FLOATS = (numpy.float64, numpy.float32, numpy.float16)
_COMPLEX = (numpy.complex64, numpy.complex128)


def without_parameters(function, names):
    """Decorator: wraps `function`, whose parameters `names` are given by the wrapper.

    The signature says so, which pytest reads to find fixtures.
    """

    def decorate(wrapper):
        wrapper = functools.wraps(function)(wrapper)
        signature = inspect.signature(function)
        kept = [p for name, p in signature.parameters.items() if name not in names]
        wrapper.__signature__ = signature.replace(parameters=kept)
        return wrapper

    return decorate


def is_skip(error):
    """Whether a test says by this exception that it does not apply."""
    import unittest

    import pytest

    return isinstance(error, (unittest.SkipTest, pytest.skip.Exception))


def _for_each(choices):
    """Decorator: the test is called with each of the dicts of keyword arguments."""
    choices = [dict(choice) for choice in choices]
    names = {name for choice in choices for name in choice}

    def decorate(test):
        @without_parameters(test, names)
        def wrapper(*args, **kwargs):
            __tracebackhide__ = True
            for choice in choices:
                try:
                    test(*args, **kwargs, **choice)
                except BaseException as error:
                    if is_skip(error):
                        continue
                    if isinstance(error, Exception):
                        shown = ", ".join(f"{k}={_shown(x)}" for k, x in choice.items())
                        error.add_note(f"called with {shown}")
                    raise

        return wrapper

    return decorate


def _shown(x):
    return x.__name__ if isinstance(x, type) else repr(x)


def for_dtypes(dtypes, name="dtype"):
    """Decorator: the test is called with each of the dtypes, as its argument `name`.

    See cupy.testing.for_dtypes.

    >>> @np.testing.for_dtypes("ef")
    ... def test(dtype):
    ...     print(dtype.__name__)
    >>> test()
    float16
    float32
    """
    return _for_each({name: numpy.dtype(dtype).type} for dtype in dtypes)


def _all_dtypes(no_float16, no_bool, no_complex):
    floats = _FLOATS[:2] if no_float16 else _FLOATS
    chosen = _SIGNED + _UNSIGNED + floats
    return chosen + (() if no_bool else _BOOL) + (() if no_complex else _COMPLEX)


def for_all_dtypes(name="dtype", no_float16=False, no_bool=False, no_complex=False):
    """Decorator: the test is called with each dtype, as its argument `name`.

    See cupy.testing.for_all_dtypes.

    >>> seen = []
    >>> np.testing.for_all_dtypes()(lambda dtype: seen.append(dtype))()
    >>> len(seen)
    14
    """
    return for_dtypes(_all_dtypes(no_float16, no_bool, no_complex), name)


def for_float_dtypes(name="dtype", no_float16=False):
    """Decorator: the test is called with each real floating dtype.

    See cupy.testing.for_float_dtypes.

    >>> np.testing.for_float_dtypes()(lambda dtype: print(dtype.__name__))()
    float64
    float32
    float16
    """
    return for_dtypes(_FLOATS[:2] if no_float16 else _FLOATS, name)


def for_signed_dtypes(name="dtype"):
    """Decorator: the test is called with each dtype of signed integers.

    See cupy.testing.for_signed_dtypes.

    >>> np.testing.for_signed_dtypes()(lambda dtype: print(dtype.__name__))()
    int8
    int16
    int32
    int64
    """
    return for_dtypes(_SIGNED, name)


def for_unsigned_dtypes(name="dtype"):
    """Decorator: the test is called with each dtype of unsigned integers.

    See cupy.testing.for_unsigned_dtypes.

    >>> np.testing.for_unsigned_dtypes()(lambda dtype: print(dtype.__name__))()
    uint8
    uint16
    uint32
    uint64
    """
    return for_dtypes(_UNSIGNED, name)


def for_int_dtypes(name="dtype", no_bool=False):
    """Decorator: the test is called with each dtype of integers, and bool.

    See cupy.testing.for_int_dtypes.

    >>> seen = []
    >>> np.testing.for_int_dtypes()(lambda dtype: seen.append(dtype))()
    >>> len(seen)
    9
    """
    return for_dtypes(_int_dtypes(no_bool), name)


def _int_dtypes(no_bool):
    return _SIGNED + _UNSIGNED + (() if no_bool else _BOOL)


def for_complex_dtypes(name="dtype"):
    """Decorator: the test is called with each complex dtype.

    See cupy.testing.for_complex_dtypes.

    >>> np.testing.for_complex_dtypes()(lambda dtype: print(dtype.__name__))()
    complex64
    complex128
    """
    return for_dtypes(_COMPLEX, name)


def for_dtypes_combination(types, names=("dtype",), full=None):
    """Decorator: the test is called with dtypes for several arguments.

    With `full` in all combinations; else each dtype stands once for each argument, in
    an order that is the same in every run. See cupy.testing.for_dtypes_combination.

    >>> test = lambda a, b: print(a.__name__, b.__name__)
    >>> np.testing.for_dtypes_combination("ef", names=("a", "b"), full=True)(test)()
    float16 float16
    float16 float32
    float32 float16
    float32 float32
    """
    types = [numpy.dtype(x).type for x in types]
    if full:
        combinations = itertools.product(types, repeat=len(names))
    else:
        columns = [types]
        rng = numpy.random.default_rng(0)
        while len(columns) < len(names):
            columns.append([types[k] for k in rng.permutation(len(types))])
        combinations = zip(*columns, strict=True)
    return _for_each(dict(zip(names, x, strict=True)) for x in combinations)


def for_all_dtypes_combination(
    names=("dtyes",), no_float16=False, no_bool=False, full=None, no_complex=False
):
    """Decorator: the test is called with dtypes for several arguments, of all dtypes.

    See cupy.testing.for_all_dtypes_combination.

    >>> seen = []
    >>> test = lambda a, b: seen.append((a, b))
    >>> np.testing.for_all_dtypes_combination(names=("a", "b"))(test)()
    >>> len(seen)
    14
    """
    types = _all_dtypes(no_float16, no_bool, no_complex)
    return for_dtypes_combination(types, names, full)


def for_signed_dtypes_combination(names=("dtype",), full=None):
    """Decorator: the test is called with dtypes of signed integers.

    See cupy.testing.for_signed_dtypes_combination.

    >>> seen = []
    >>> test = lambda a, b: seen.append((a, b))
    >>> np.testing.for_signed_dtypes_combination(names=("a", "b"), full=True)(test)()
    >>> len(seen)
    16
    """
    return for_dtypes_combination(_SIGNED, names, full)


def for_unsigned_dtypes_combination(names=("dtype",), full=None):
    """Decorator: the test is called with dtypes of unsigned integers.

    See cupy.testing.for_unsigned_dtypes_combination.

    >>> seen = []
    >>> test = lambda a, b: seen.append((a, b))
    >>> np.testing.for_unsigned_dtypes_combination(names=("a", "b"))(test)()
    >>> len(seen)
    4
    """
    return for_dtypes_combination(_UNSIGNED, names, full)


def for_int_dtypes_combination(names=("dtype",), no_bool=False, full=None):
    """Decorator: the test is called with dtypes of integers, and bool.

    See cupy.testing.for_int_dtypes_combination.

    >>> seen = []
    >>> test = lambda a, b: seen.append((a, b))
    >>> np.testing.for_int_dtypes_combination(names=("a", "b"))(test)()
    >>> len(seen)
    9
    """
    return for_dtypes_combination(_int_dtypes(no_bool), names, full)


def for_orders(orders, name="order"):
    """Decorator: the test is called with each memory order, as its argument `name`.

    See cupy.testing.for_orders.

    >>> np.testing.for_orders("CFA")(lambda order: print(order))()
    C
    F
    A
    """
    return _for_each({name: order} for order in orders)


def for_CF_orders(name="order"):
    """Decorator: the test is called with the memory orders C and F.

    See cupy.testing.for_CF_orders.

    >>> np.testing.for_CF_orders()(lambda order: print(order))()
    C
    F
    """
    return for_orders("CF", name)


def for_contiguous_axes(name="axis"):
    """Decorator: the test is called with the axes that are one behind another.

    The last ones where `self.order` is C, the first ones where it is F; `self.shape`
    says how many there are. See cupy.testing.for_contiguous_axes.

    >>> class Test:
    ...     shape, order = (2, 3), "C"
    ...     @np.testing.for_contiguous_axes()
    ...     def test(self, axis):
    ...         print(axis)
    >>> Test().test()
    (1,)
    (0, 1)
    """

    def decorate(test):
        @without_parameters(test, {name})
        def wrapper(self, *args, **kwargs):
            __tracebackhide__ = True
            n = len(self.shape)
            if self.order not in ("c", "C", "f", "F"):
                raise ValueError("order has to be C or F")
            for k in range(1, n + 1):
                last = self.order in ("c", "C")
                axes = tuple(range(n - k, n) if last else range(k))
                _for_each([{name: axes}])(test)(self, *args, **kwargs)

        return wrapper

    return decorate
