# SPDX-License-Identifier: Apache-2.0
"""SciPy's names over our arrays, where CuPy's programs look for them."""

import sys

from ..._core import ndarray
from ..._runtime.help import document as _document
from . import fft, fftpack, special

__all__ = ["fft", "fftpack", "get_array_module", "special"]


def get_array_module(*args):
    """The package whose functions suit the arguments: this one, or scipy.

    See cupyx.scipy.get_array_module.

    >>> from tenorite.cupyx import scipy
    >>> scipy.get_array_module(np.ones(2)).__name__
    'tenorite.cupyx.scipy'
    """
    if any(isinstance(x, ndarray) for x in args):
        return sys.modules[__name__]
    import scipy

    return scipy


_document([get_array_module])
