# SPDX-License-Identifier: Apache-2.0
"""Decorators that run one test with NumPy and with ours, and compare: CuPy's."""

import importlib
import sys

import numpy

from .._core import ndarray
from .._runtime.package import namespace
from . import _arrays
from ._loops import is_skip, without_parameters

__all__ = [
    "numpy_cupy_allclose",
    "numpy_cupy_array_almost_equal",
    "numpy_cupy_array_almost_equal_nulp",
    "numpy_cupy_array_equal",
    "numpy_cupy_array_less",
    "numpy_cupy_array_list_equal",
    "numpy_cupy_array_max_ulp",
    "numpy_cupy_equal",
    "numpy_cupy_raises",
]


def ours():
    """The module that a test gets for ours: `cupy` where cupy_compat stands for it."""
    cupy = sys.modules.get("cupy")
    return cupy if getattr(cupy, "ndarray", None) is ndarray else namespace()


class _Run:
    """What a test returned or raised with one of the modules."""

    def __init__(self, test, args, kwargs):
        self.result = self.error = None
        try:
            self.result = test(*args, **kwargs)
        except Exception as error:
            if is_skip(error):
                raise
            self.error = error


def _compare_errors(here, there, accepted):
    """Whether both raise, as they may; AssertionError where they may not."""
    if here.error is None and there.error is None:
        return False
    if there.error is None:
        raise AssertionError(f"Only cupy raises error: {here.error!r}") from here.error
    if here.error is None:
        raise AssertionError(
            f"Only numpy raises error: {there.error!r}"
        ) from there.error
    if not isinstance(here.error, type(there.error)):
        raise AssertionError(
            "Different types of errors occurred: "
            f"cupy {here.error!r}, numpy {there.error!r}"
        ) from here.error
    if not (isinstance(here.error, accepted) and isinstance(there.error, accepted)):
        raise AssertionError(
            f"Both cupy and numpy raise exceptions: {here.error!r}"
        ) from here.error
    return True


def _on_both(compare, name, sp_name, scipy_name, accept_error=False):
    """Decorator: `compare(ours, NumPy's)` gets the results of the test with both.

    The test's argument `name` is the module; `sp_name` and `scipy_name` get cupyx.scipy
    and scipy.
    """
    accepted = {True: Exception, False: ()}.get(accept_error, accept_error)
    names = {x for x in (name, sp_name, scipy_name) if x is not None}

    def modules(xp):
        given = {} if name is None else {name: xp}
        path = (
            "scipy" if xp is numpy else f"{__package__.partition('.')[0]}.cupyx.scipy"
        )
        for key in (sp_name, scipy_name):
            if key is not None:
                given[key] = importlib.import_module(path)
        return given

    def decorate(test):
        @without_parameters(test, names)
        def wrapper(*args, **kwargs):
            __tracebackhide__ = True
            here = _Run(test, args, {**kwargs, **modules(ours())})
            there = _Run(test, args, {**kwargs, **modules(numpy)})
            if not _compare_errors(here, there, accepted):
                compare(here.result, there.result)

        return wrapper

    return decorate


def _pairs(here, there):
    """Pairs of arrays of two results, which are arrays or sequences of them."""
    if isinstance(there, (list, tuple)):
        assert isinstance(here, (list, tuple)), f"{type(here)} beside {type(there)}"
        assert len(here) == len(there), f"{len(here)} results beside {len(there)}"
        return list(zip(here, there, strict=True))
    return [(here, there)]


def _arrays_of(compare, type_check, contiguous_check=False, strides_check=False):
    """The comparison of two results: `compare` of each pair of arrays, and its kind."""

    def compare_all(here, there):
        __tracebackhide__ = True
        for x, y in _pairs(here, there):
            if type_check:
                dtypes = numpy.asarray(_arrays.on_host(x)).dtype, numpy.asarray(y).dtype
                assert dtypes[0] == dtypes[1], f"dtype {dtypes[0]}, not {dtypes[1]}"
            shapes = numpy.shape(_arrays.on_host(x)), numpy.shape(y)
            assert shapes[0] == shapes[1], f"shape {shapes[0]}, not {shapes[1]}"
            if isinstance(x, ndarray) and isinstance(y, numpy.ndarray):
                _check_layout(x, y, contiguous_check, strides_check)
            compare(x, y)

    return compare_all


def _check_layout(x, y, contiguous_check, strides_check):
    if contiguous_check:
        for flag in ("c_contiguous", "f_contiguous"):
            if getattr(y.flags, flag):
                assert getattr(x.flags, flag), f"the state of {flag} flag is false"
    if strides_check:
        assert x.strides == y.strides, f"strides {x.strides}, not {y.strides}"


def _tolerance(tolerance, dtype):
    """The tolerance for a dtype, of a number or of a dict by dtype with 'default'."""
    if not isinstance(tolerance, dict):
        return tolerance
    for key, value in tolerance.items():
        if key != "default" and numpy.dtype(key) == dtype:
            return value
    return tolerance["default"]


def numpy_cupy_allclose(
    rtol=1e-7,
    atol=0,
    err_msg="",
    verbose=True,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
    contiguous_check=True,
):
    """Decorator: results of the test with NumPy and with ours agree within tolerances.

    The test's argument `name` is the one module and the other. Dtypes, shapes, and
    unless `contiguous_check` is false the contiguity, have to be the same too.
    Tolerances may be dicts by dtype, with "default". See
    cupy.testing.numpy_cupy_allclose.

    >>> @np.testing.numpy_cupy_allclose(rtol={np.float32: 1e-5, "default": 1e-7})
    ... def test(xp):
    ...     return xp.sin(xp.arange(4.0))
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        dtype = numpy.asarray(y).dtype
        _arrays.assert_allclose(
            x,
            y,
            _tolerance(rtol, dtype),
            _tolerance(atol, dtype),
            err_msg=err_msg,
            verbose=verbose,
        )

    compare = _arrays_of(compare, type_check, contiguous_check)
    return _on_both(compare, name, sp_name, scipy_name, accept_error)


def numpy_cupy_array_almost_equal(
    decimal=6,
    err_msg="",
    verbose=True,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
):
    """Decorator: results with NumPy and with ours are equal up to digits.

    See cupy.testing.numpy_cupy_array_almost_equal.

    >>> @np.testing.numpy_cupy_array_almost_equal(decimal=5)
    ... def test(xp):
    ...     return xp.sqrt(xp.arange(4.0))
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_almost_equal(x, y, decimal, err_msg, verbose)

    return _on_both(
        _arrays_of(compare, type_check), name, sp_name, scipy_name, accept_error
    )


def numpy_cupy_array_almost_equal_nulp(
    nulp=1,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
):
    """Decorator: results with NumPy and with ours are apart by a few spacings at most.

    See cupy.testing.numpy_cupy_array_almost_equal_nulp.

    >>> @np.testing.numpy_cupy_array_almost_equal_nulp(nulp=2)
    ... def test(xp):
    ...     return xp.sqrt(xp.arange(4.0))
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_almost_equal_nulp(x, y, nulp)

    return _on_both(
        _arrays_of(compare, type_check), name, sp_name, scipy_name, accept_error
    )


def numpy_cupy_array_max_ulp(
    maxulp=1,
    dtype=None,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
):
    """Decorator: results with NumPy and with ours differ by a few ulp at most.

    See cupy.testing.numpy_cupy_array_max_ulp.

    >>> @np.testing.numpy_cupy_array_max_ulp(maxulp=2)
    ... def test(xp):
    ...     return xp.sqrt(xp.arange(4.0))
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_max_ulp(x, y, maxulp, dtype)

    return _on_both(
        _arrays_of(compare, type_check), name, sp_name, scipy_name, accept_error
    )


def numpy_cupy_array_equal(
    err_msg="",
    verbose=True,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
    strides_check=False,
):
    """Decorator: results of the test with NumPy and with ours are equal arrays.

    See cupy.testing.numpy_cupy_array_equal.

    >>> @np.testing.numpy_cupy_array_equal()
    ... def test(xp):
    ...     return xp.arange(6).reshape(2, 3).T
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_equal(x, y, err_msg, verbose)

    compare = _arrays_of(compare, type_check, strides_check=strides_check)
    return _on_both(compare, name, sp_name, scipy_name, accept_error)


def numpy_cupy_array_list_equal(
    err_msg="", verbose=True, name="xp", sp_name=None, scipy_name=None
):
    """Decorator: the test returns lists of equal arrays with NumPy and with ours.

    See cupy.testing.numpy_cupy_array_list_equal.

    >>> @np.testing.numpy_cupy_array_list_equal()
    ... def test(xp):
    ...     return xp.split(xp.arange(6), 3)
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_list_equal(x, y, err_msg, verbose)

    return _on_both(compare, name, sp_name, scipy_name)


def numpy_cupy_array_less(
    err_msg="",
    verbose=True,
    name="xp",
    type_check=True,
    accept_error=False,
    sp_name=None,
    scipy_name=None,
):
    """Decorator: the result with ours is less than that with NumPy.

    See cupy.testing.numpy_cupy_array_less.

    >>> @np.testing.numpy_cupy_array_less()
    ... def test(xp):
    ...     return xp.arange(3) + (xp.__name__ == "numpy")
    >>> test()
    """

    def compare(x, y):
        __tracebackhide__ = True
        _arrays.assert_array_less(x, y, err_msg, verbose)

    return _on_both(
        _arrays_of(compare, type_check), name, sp_name, scipy_name, accept_error
    )


def numpy_cupy_equal(name="xp", sp_name=None, scipy_name=None):
    """Decorator: the test returns equal objects with NumPy and with ours.

    See cupy.testing.numpy_cupy_equal.

    >>> @np.testing.numpy_cupy_equal()
    ... def test(xp):
    ...     return xp.ones((2, 3)).shape
    >>> test()
    """

    def compare(x, y):
        if x != y:
            raise AssertionError(f"Results are not equal:\ncupy: {x}\nnumpy: {y}")

    return _on_both(compare, name, sp_name, scipy_name)


def numpy_cupy_raises(name="xp", sp_name=None, scipy_name=None, accept_error=Exception):
    """Decorator: the test raises the same class of exception with NumPy and with ours.

    See cupy.testing.numpy_cupy_raises.

    >>> @np.testing.numpy_cupy_raises()
    ... def test(xp):
    ...     xp.ones(3).reshape(2)
    >>> test()
    """

    def compare(x, y):
        raise AssertionError("Both cupy and numpy are expected to raise any error")

    return _on_both(compare, name, sp_name, scipy_name, accept_error)
