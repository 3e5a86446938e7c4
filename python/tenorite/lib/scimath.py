# SPDX-License-Identifier: Apache-2.0
"""Functions whose results are complex where real ones would be NaN: numpy.emath.

NumPy's functions over our arrays (_numpy/borrowed.py). The dtype of a result depends
on values, which a GPU is waited for.
"""

import inspect
import sys

import numpy

from .._numpy.borrowed import Borrowed

_source = sys.modules[inspect.unwrap(numpy.emath.sqrt).__globals__["__name__"]]

__all__ = list(_source.__all__)
globals().update(Borrowed(_source, __name__).public(__all__))
