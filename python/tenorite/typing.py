# SPDX-License-Identifier: Apache-2.0
"""Names for annotations. Mirrors numpy.typing."""

from typing import Any, TypeVar

import numpy
from numpy.typing import ArrayLike, DTypeLike

from ._core import ndarray

__all__ = ["ArrayLike", "DTypeLike", "NDArray"]

_ScalarT = TypeVar("_ScalarT", bound=numpy.generic)

NDArray = ndarray[Any, numpy.dtype[_ScalarT]]


def __getattr__(name):
    if name == "NBitBase":  # asking for it is a DeprecationWarning
        return numpy.typing.NBitBase
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
