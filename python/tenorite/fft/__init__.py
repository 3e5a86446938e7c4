# SPDX-License-Identifier: Apache-2.0
"""Discrete Fourier transforms: numpy.fft over cuFFT, and over pocketfft on CPUs."""

import numpy as _numpy

from .._array.host_data import with_host_data as _with_host_data
from .._runtime.help import document as _document
from . import config, plans
from ._helper import *
from ._transforms import *

__all__ = [name for name in dir() if not name.startswith("_")]
globals().update(
    {name: _with_host_data(globals()[name], _numpy.fft) for name in __all__}
)

_document(globals()[name] for name in __all__)
