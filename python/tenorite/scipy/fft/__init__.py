# SPDX-License-Identifier: Apache-2.0
"""scipy.fft: transforms with SciPy's signatures, and with CuPy's `plan=`."""

import types as _types

from ..._runtime.help import document as _document
from ...fft.plans import get_fft_plan
from .._host import attributes_of as _attributes_of
from ._complex import *
from ._frequencies import *
from ._hankel import *
from ._real import *
from ._workers import *

__all__ = sorted(
    name
    for name, x in globals().items()
    if not name.startswith("_") and not isinstance(x, _types.ModuleType)
)

# What scipy.fft.set_backend() asks of a module.
__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method, args, kwargs):
    function = globals().get(method.__name__)
    return NotImplemented if function is None else function(*args, **kwargs)


_document(globals()[name] for name in __all__)

__getattr__ = _attributes_of(__name__)
