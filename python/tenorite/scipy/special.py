# SPDX-License-Identifier: Apache-2.0
"""scipy.special: the functions of tenorite.special."""

from ..special import *
from ..special import __all__ as __all__
from ._host import attributes_of as _attributes_of

__path__ = []  # SciPy's is a package, whose modules _host finds
__getattr__ = _attributes_of(__name__)
