# SPDX-License-Identifier: Apache-2.0
"""Discrete Fourier transforms: numpy.fft over cuFFT and NumPy's own pocketfft."""

from .._runtime.help import document as _document
from . import config
from ._helper import *
from ._transforms import *

__all__ = [name for name in dir() if not name.startswith("_")]

_document(globals()[name] for name in __all__)
