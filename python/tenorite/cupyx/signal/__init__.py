# SPDX-License-Identifier: Apache-2.0
"""cupyx.signal: what cuSignal has beside scipy.signal."""

from ..._runtime.help import document as _document
from ._cepstra import minimum_phase, real_cepstrum
from ._convolution import convolve1d2o, convolve1d3o
from ._filters import firfilter, firfilter2, firfilter_zi
from ._radar import cfar_alpha, pulse_compression, pulse_doppler

__all__ = [
    "cfar_alpha",
    "convolve1d2o",
    "convolve1d3o",
    "firfilter",
    "firfilter2",
    "firfilter_zi",
    "minimum_phase",
    "pulse_compression",
    "pulse_doppler",
    "real_cepstrum",
]

_document(globals()[name] for name in __all__)
