# SPDX-License-Identifier: Apache-2.0
"""scipy.special: the functions of tenorite.special."""

from ..special import *
from ..special import __all__ as __all__
