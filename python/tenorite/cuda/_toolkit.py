# SPDX-License-Identifier: Apache-2.0
"""Where the CUDA toolkit is, in the names of cupy.cuda."""

from .._runtime.libraries import toolkit_with_nvcc
from . import runtime

__all__ = [
    "get_cuda_path",
    "get_hipcc_path",
    "get_local_runtime_version",
    "get_nvcc_path",
    "get_rocm_path",
]


def get_cuda_path():
    """The folder of the CUDA toolkit that compiles; None where there is none.

    >>> np.cuda.get_cuda_path() is None or "/" in np.cuda.get_cuda_path()
    True
    """
    return toolkit_with_nvcc()[0]


def get_nvcc_path():
    """The path of nvcc; None where there is none.

    >>> np.cuda.get_nvcc_path() is None or "nvcc" in np.cuda.get_nvcc_path()
    True
    """
    return toolkit_with_nvcc()[1]


def get_rocm_path():
    """None: there is no ROCm.

    >>> np.cuda.get_rocm_path()
    """
    return None


def get_hipcc_path():
    """None: there is no ROCm.

    >>> np.cuda.get_hipcc_path()
    """
    return None


def get_local_runtime_version():
    """1000 * major + 10 * minor of the CUDA runtime; 0 in a build without.

    >>> np.cuda.get_local_runtime_version() == np.cuda.runtime.runtimeGetVersion()
    True
    """
    return runtime.runtimeGetVersion()
