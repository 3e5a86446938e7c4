# SPDX-License-Identifier: Apache-2.0
"""Where wheels and toolkits put the libraries that are opened at run time.

Only files are looked at; nothing is loaded before it is needed.
"""

import glob
import importlib.util
import os
import shutil
import sys


def _package_folders(name):
    """Folders of an installed package, which is not imported."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or []) if spec else []


def openblas_files():
    """OpenBLAS as SciPy's wheel of it has it."""
    return [
        file
        for folder in _package_folders("scipy_openblas32")
        for file in sorted(glob.glob(os.path.join(folder, "lib", "libscipy_openblas*")))
    ]


def _cuda_folders():
    for folder in _package_folders("nvidia"):
        yield from sorted(glob.glob(os.path.join(folder, "*", "lib")), reverse=True)
    roots = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH")]
    compiler = shutil.which("nvcc")
    if compiler:
        roots.append(os.path.dirname(os.path.dirname(os.path.realpath(compiler))))
    roots.append(sys.prefix)
    for root in filter(None, roots):
        yield os.path.join(root, "lib64")
        yield os.path.join(root, "lib")


def cuda_files(stem):
    """Files of a CUDA library ("cublas"), wheels first, newest version first."""
    return [
        file
        for folder in _cuda_folders()
        for file in sorted(
            glob.glob(os.path.join(folder, f"lib{stem}.so.[0-9]*")), reverse=True
        )
    ]
