# SPDX-License-Identifier: Apache-2.0
"""Polynomials as arrays of coefficients, highest power first, and `poly1d`.

NumPy's functions over our arrays (borrowed.py): coefficients, fits and values are on
the device of the arguments. Loaded when first asked for.
"""

import functools
import inspect
import sys

import numpy

from .._array.convert import from_host
from .._array.memory import host_view, is_in_host_memory
from .._core import ndarray
from .borrowed import Borrowed

_FUNCTIONS = (
    "poly",
    "polyadd",
    "polyder",
    "polydiv",
    "polyfit",
    "polyint",
    "polymul",
    "polysub",
    "polyval",
    "roots",
)
__all__ = [*_FUNCTIONS, "poly1d"]

_package = __package__.partition(".")[0]
_source = sys.modules[inspect.unwrap(numpy.polyfit).__globals__["__name__"]]
_borrowed = Borrowed(_source, _package)

poly1d = _borrowed.globals["poly1d"]
poly1d.__doc__ = """A one-dimensional polynomial, which one calls, adds, multiplies.

`c_or_r` are its coefficients, highest power first, or with `r` its roots;
`variable` is the name that print() shows. See numpy.poly1d.

>>> p = np.poly1d([1.0, 2.0, 3.0])
>>> p(2.0)
np.float64(11.0)
>>> (p * p).coeffs
array([ 1.,  4., 10., 12.,  9.])
"""
poly1d.deriv.__doc__ = """The derivative, a polynomial. See numpy.poly1d.deriv.

>>> np.poly1d([1.0, 2.0, 3.0]).deriv().coeffs
array([2., 2.])
"""
poly1d.integ.__doc__ = """An antiderivative, a polynomial. See numpy.poly1d.integ.

>>> np.poly1d([3.0, 2.0, 1.0]).integ(k=5).coeffs
array([1., 1., 1., 5.])
"""


def _to_host_array(self, t=None, copy=None):
    """The coefficients for NumPy: as they are on the CPU device, else a TypeError."""
    return self.coeffs.__array__(t, copy)


def _cuda_array_interface(self):
    """The memory of the coefficients, where that is on a GPU."""
    return self.coeffs.__cuda_array_interface__


def _array_ufunc(self, ufunc, method, *inputs, **kwargs):
    """Ufuncs, and operators of NumPy's scalars, see the coefficients."""
    inputs = [x.coeffs if isinstance(x, poly1d) else x for x in inputs]
    return getattr(ufunc, method)(*inputs, **kwargs)


poly1d.__array__ = _to_host_array
poly1d.__array_ufunc__ = _array_ufunc
poly1d.__cuda_array_interface__ = property(_cuda_array_interface)

# What computes one coefficient after the other.
_ONE_BY_ONE = ("poly", "polydiv")


def _on_host(name, twin):
    """A function that NumPy runs for coefficients in host memory, else the twin."""
    theirs = getattr(numpy, name)

    @functools.wraps(twin)
    def function(*args, **kwargs):
        ours = [x for x in args if type(x) is ndarray]
        if kwargs or len(ours) < len(args) or not all(map(is_in_host_memory, ours)):
            return twin(*args, **kwargs)
        found = theirs(*map(host_view, ours))
        device = ours[0].device
        if isinstance(found, tuple):
            return tuple(from_host(x, device) for x in found)
        return from_host(found, device)

    return function


globals().update(_borrowed.public(_FUNCTIONS))
globals().update({name: _on_host(name, globals()[name]) for name in _ONE_BY_ONE})
