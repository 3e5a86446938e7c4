# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py with NumPy 2.4.
# Overloads that overlap: types of NumPy's scalars are types of Python's numbers, too.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false, reportPrivateUsage=false

from tenorite import CudaError as CudaError
from tenorite.cuda.runtime import driverGetVersion as driverGetVersion

__all__ = ["CUDADriverError", "driverGetVersion", "get_build_version"]
CUDADriverError = CudaError

def get_build_version() -> int: ...
