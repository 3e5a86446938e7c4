# SPDX-License-Identifier: Apache-2.0
"""scipy.signal: filters, convolutions, spectra and windows."""

import types as _types

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import windows
from ._analog_responses import *
from ._analytic import *
from ._chirp_z import *
from ._conversions import *
from ._convolution import *
from ._design import *
from ._discretization import *
from ._dual_windows import *
from ._filters import *
from ._fourier_convolution import *
from ._peaks import *
from ._prototypes import *
from ._ranks import *
from ._resampling import *
from ._responses import *
from ._short_time_fft import *
from ._spectra import *
from ._state_space import *
from ._system_functions import *
from ._systems import *
from ._time_spectra import *
from ._waveforms import *
from .windows import get_window

__all__ = sorted(
    name
    for name, x in globals().items()
    if not name.startswith("_")
    and (name == "windows" or not isinstance(x, _types.ModuleType))
)

_document(globals()[name] for name in __all__ if name != "windows")

__getattr__ = _attributes_of(__name__)
