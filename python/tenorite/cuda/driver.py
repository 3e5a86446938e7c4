# SPDX-License-Identifier: Apache-2.0
"""What programs ask cupy.cuda.driver for: its exception and versions.

Modules and kernels are `cuda.Module` and `cuda.Function`; contexts are those of the
runtime, one for each device.
"""

from .. import _core
from .runtime import driverGetVersion, runtimeGetVersion

__all__ = ["CUDADriverError", "driverGetVersion", "get_build_version"]

# All errors of CUDA are of one class.
CUDADriverError = _core.CudaError


def get_build_version():
    """1000 * major + 10 * minor of the CUDA that this was built with; 0 without.

    >>> np.cuda.driver.get_build_version() >= 0
    True
    """
    return runtimeGetVersion()
