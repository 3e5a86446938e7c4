# SPDX-License-Identifier: Apache-2.0
"""numpy.testing, whose assertions also take arrays of Tenorite, and cupy.testing."""

from numpy import testing as _numpys

from .._runtime.help import document as _document
from . import _arrays, _both, _data, _loops, _marks
from ._arrays import *
from ._both import *
from ._data import *
from ._loops import *
from ._marks import *

_OURS = [
    name
    for module in (_arrays, _both, _data, _loops, _marks)
    for name in module.__all__
]
__all__ = sorted({*_numpys.__all__, *_OURS})

_document(globals()[name] for name in _OURS)


def __getattr__(name):
    if not name.startswith("_") and hasattr(_numpys, name):
        return getattr(_numpys, name)  # it compares no arrays
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)


def __dir__():
    return sorted({*dir(_numpys), *_OURS})
