# SPDX-License-Identifier: Apache-2.0
"""The classes and functions of numpy.polynomial over our arrays.

They are NumPy's code with our functions for its own (_numpy/borrowed.py). What
differs: the domain and the window of a polynomial stay on the host, where no device
waits for them, and NumPy's own polynomial of the same values writes its text.
"""

import inspect

import numpy
from numpy.polynomial import _polybase as numpy_base
from numpy.polynomial import polyutils as numpy_utils

from .._array.convert import host_array, make_array
from .._numpy.borrowed import Borrowed
from .._runtime.package import namespace

_PACKAGE = __package__


class _Names:
    """The package, but for all() of comparisons, which leaves domains on the host."""

    def __getattr__(self, name):
        return getattr(namespace(), name)

    @staticmethod
    def all(equal):
        return equal.all()


_utils = Borrowed(numpy_utils, f"{_PACKAGE}.polyutils")
# Domains are host arrays; format_float() writes one number of the host.
_names = [name for name in numpy_utils.__all__ if name != "format_float"]
UTILS = _utils.public(_names, mixing=True)

_given = [(numpy_utils, _utils.module())]
_given += [(getattr(numpy_utils, name), UTILS[name]) for name in _names]
_base = Borrowed(numpy_base, __name__, [*_given, (numpy, _Names())])

Series = _base.globals["ABCPolyBase"]
_make = inspect.unwrap(Series.__init__)


_CLASSES = [x for x in numpy.polynomial.__all__ if x[0].isupper()]


def _init(self, coef, domain=None, window=None, symbol="x"):
    """Coefficients on their device, domain and window on the host."""
    _make(self, coef, symbol=symbol)
    for name, given in (("domain", domain), ("window", window)):
        if given is not None:
            [limits] = numpy_utils.as_series([host_array(given)], trim=False)
            if len(limits) != 2:
                raise ValueError(f"{name.title()} has wrong number of elements.")
            setattr(self, name, limits)


def _on_host(self):
    """NumPy's polynomial with the same values."""
    names = [cls.__name__ for cls in type(self).__mro__]
    cls = getattr(numpy.polynomial, next(n for n in names if n in _CLASSES))
    return cls(host_array(self.coef), self.domain, self.window, self.symbol)


def _text(self):
    """The polynomial as a sum of terms."""
    return str(_on_host(self))


def _formatted(self, fmt_str):
    """The polynomial as a sum of terms, in "ascii" or "unicode"."""
    return format(_on_host(self), fmt_str)


def _latex(self):
    """The polynomial for notebooks."""
    return _on_host(self)._repr_latex_()


Series.__init__ = _init
Series.__str__ = _text
Series.__format__ = _formatted
Series._repr_latex_ = _latex


class Basis:
    """What one of numpy.polynomial's modules has, over our arrays."""

    def __init__(self, module):
        self._name = module.__name__.rpartition(".")[2]
        self._constants = {
            name: value
            for name, value in vars(module).items()
            if isinstance(value, numpy.ndarray)
        }
        given = [*_given, (numpy_base.ABCPolyBase, Series)]
        borrowed = Borrowed(module, f"{_PACKAGE}.{self._name}", given)
        names = [name for name in module.__all__ if name not in self._constants]
        self.public = borrowed.public(names)
        self.names = list(module.__all__)

    def constant(self, name):
        """A new array with the values of one of the module's constants."""
        if name not in self._constants:
            text = f"module '{_PACKAGE}.{self._name}' has no attribute {name!r}"
            raise AttributeError(text, name=name)
        return make_array(self._constants[name], None, None, None, 0, None)
