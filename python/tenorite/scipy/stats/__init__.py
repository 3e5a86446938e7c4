# SPDX-License-Identifier: Apache-2.0
"""scipy.stats: descriptions of samples, tests and densities."""

import types as _types

from ..._runtime.help import document as _document
from .._host import attributes_of as _attributes_of
from . import _incomplete_laws, _laws
from ._correlation import *
from ._kde import *
from ._kendall import *
from ._summary import *
from ._tests import *

__all__ = sorted(
    name
    for name, x in globals().items()
    if not name.startswith("_") and not isinstance(x, _types.ModuleType)
)

# Distributions are objects, of which there is one each.
globals().update(_laws.LAWS | _incomplete_laws.LAWS)

_document(globals()[name] for name in __all__)


def __dir__():
    return sorted({*globals(), *__all__})


__getattr__ = _attributes_of(__name__)
