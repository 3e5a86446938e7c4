# SPDX-License-Identifier: Apache-2.0
"""Where wheels and toolkits put the libraries that are opened at run time.

Importing this tells the core. Only names of files are looked at; nothing is loaded
before it is needed. Part of `import tenorite`, hence no modules that are slow to import.
"""

import functools
import importlib.machinery
import os
import sys

from .. import _core
from .package import FOLDER

# Libraries of the CUDA toolkit that the core opens, as `CudaLibrary` names them.
_CUDA = ("cublas", "cufft", "cusolver", "nccl", "nvrtc")


def _package_folders(name):
    """Folders of an installed package, which is not imported."""
    try:
        spec = importlib.machinery.PathFinder.find_spec(name)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or []) if spec else []


@functools.cache
def _names(folder):
    """Names in a folder, descending."""
    try:
        return sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []


def _entries(folder, prefix=""):
    """Paths in a folder, those that sort last first."""
    names = (name for name in _names(folder) if name.startswith(prefix))
    return [os.path.join(folder, name) for name in names]


def _openblas_files():
    """Paths of the OpenBLAS library in the wheel scipy-openblas32."""
    return [
        file
        for folder in _package_folders("scipy_openblas32")
        for file in _entries(os.path.join(folder, "lib"), "libscipy_openblas")
    ]


def _cuda_part_files():
    """Paths of the CUDA part: of a build from source, or of the wheel tenorite-cuda13."""
    name = "libtenorite_cuda.so"
    files = (
        os.path.join(folder, name)
        for folder in (FOLDER, *_package_folders("tenorite_cuda13"))
    )
    return [file for file in files if os.path.exists(file)]


def _toolkit_roots():
    yield os.environ.get("CUDA_HOME")
    yield os.environ.get("CUDA_PATH")
    for folder in os.get_exec_path():
        compiler = os.path.join(folder, "nvcc")
        if os.path.exists(compiler):
            yield os.path.dirname(os.path.dirname(os.path.realpath(compiler)))
            break
    yield sys.prefix  # conda environments
    yield "/usr/local/cuda"  # where NVIDIA's installers put it


@functools.cache
def _cuda_folders():
    return list(_find_cuda_folders())


def _find_cuda_folders():
    for folder in _package_folders("nvidia"):
        for wheel in _entries(folder):
            yield os.path.join(wheel, "lib")
    for root in filter(None, _toolkit_roots()):
        yield os.path.join(root, "lib64")
        yield os.path.join(root, "lib")


def cuda_files(stem):
    """Paths of a CUDA library such as "cublas": wheels first, newest version first."""
    return [
        file
        for folder in _cuda_folders()
        for file in _entries(folder, f"lib{stem}.so.")
    ]


def nvcc_files():
    """Paths where CUDA toolkits may have nvcc, besides PATH."""
    roots = filter(None, _toolkit_roots())
    return [os.path.join(root, "bin", "nvcc") for root in roots]


def toolkit_with_nvcc():
    """The folder of the first CUDA toolkit that has nvcc, and that nvcc; or two Nones."""
    for file in nvcc_files():
        if os.path.exists(file):
            return os.path.dirname(os.path.dirname(file)), file
    return None, None


_core.set_library_paths("tenorite_cuda", _cuda_part_files())
_core.set_library_paths("openblas", _openblas_files())
for _name in _CUDA:
    _core.set_library_paths(_name, cuda_files(_name))
