# SPDX-License-Identifier: Apache-2.0
"""Arrays whose parts are on many devices; see docs/design/split.md."""

from . import dispatch, methods
from .array import SplitArray
from .dispatch import using
from .gathering import Gather, gathers
from .mesh import Mesh, Replicated, Split

methods.attach()
dispatch.attach()

__all__ = ["Gather", "Mesh", "Replicated", "Split", "SplitArray", "gathers", "using"]
