# SPDX-License-Identifier: Apache-2.0
"""Where the libraries that the core opens are looked for."""

import pathlib
import re

import pytest
from support.helpers import in_python
from tenorite._runtime import libraries

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_every_cuda_library_is_looked_for():
    if not (ROOT / "linalg").is_dir():
        pytest.skip("runs in the source tree")
    named = []
    for folder in ("core", "memory", "ops", "jit", "linalg", "collectives"):
        for source in (ROOT / folder).rglob("*.cpp"):
            found = re.findall(
                r'CudaLibrary k\w+ = \{\s*\.name = "(\w+)"', source.read_text()
            )
            named += found
    assert sorted(named) == sorted(libraries._CUDA)


def test_toolkits(tmp_path):
    """Files of CUDA_HOME come before those of the system, newest first."""
    folder = tmp_path / "lib64"
    folder.mkdir()
    for name in ("libcufft.so.11", "libcufft.so.12", "libcufftw.so.12", "libcufft.a"):
        (folder / name).touch()
    code = "from tenorite._runtime.libraries import cuda_files as f; print(*f('cufft'))"
    found = in_python(code, CUDA_HOME=str(tmp_path)).split()
    ours = [file for file in found if file.startswith(str(tmp_path))]
    assert ours == [str(folder / "libcufft.so.12"), str(folder / "libcufft.so.11")]
