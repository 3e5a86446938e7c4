# SPDX-License-Identifier: Apache-2.0
"""scipy.cluster: groups of points."""

from .._host import attributes_of as _attributes_of
from . import vq

__all__ = ["hierarchy", "vq"]

__getattr__ = _attributes_of(__name__)
