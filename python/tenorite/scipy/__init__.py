# SPDX-License-Identifier: Apache-2.0
"""The part of SciPy that programs on GPUs use, over our arrays, on both devices.

Modules, signatures, defaults, dtypes and errors are SciPy's; `cupyx.scipy` of programs
for CuPy is this package too. Modules are imported when they are first asked for. What
is not here is SciPy's own, on the host, where SciPy is installed (docs/scipy.md).
"""

import importlib
import sys

from .._core import ndarray
from .._runtime.help import document as _document
from . import _host
from .version import version as __version__

_MODULES = (
    "cluster",
    "fft",
    "fftpack",
    "integrate",
    "interpolate",
    "linalg",
    "ndimage",
    "optimize",
    "signal",
    "sparse",
    "spatial",
    "special",
    "stats",
)

__all__ = ["__version__", "get_array_module", *_MODULES]


def get_array_module(*args):
    """The package whose functions suit the arguments: this one, or scipy.

    See cupyx.scipy.get_array_module.

    >>> from tenorite import scipy
    >>> scipy.get_array_module(np.ones(2)).__name__
    'tenorite.scipy'
    """
    if any(isinstance(x, ndarray) for x in args):
        return sys.modules[__name__]
    import scipy

    return scipy


_attribute_of_scipy = _host.attributes_of(__name__)
_host.find_modules()


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    return _attribute_of_scipy(name)


def __dir__():
    return sorted({*globals(), *__all__})


_document([get_array_module])
