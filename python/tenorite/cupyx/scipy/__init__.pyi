# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from typing import Any

from tenorite.cupyx.scipy import fft as fft
from tenorite.cupyx.scipy import fftpack as fftpack
from tenorite.cupyx.scipy import special as special

__all__ = ["fft", "fftpack", "get_array_module", "special"]

def get_array_module(*args: Any) -> Any: ...
