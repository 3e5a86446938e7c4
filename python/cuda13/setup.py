# SPDX-License-Identifier: Apache-2.0
"""Builds the CUDA part as a wheel that any Python of a platform can use.

Needs the tree around it: there is no archive of sources of this distribution alone.
"""

import os
import pathlib
import runpy
import sys

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from cmake_build import compiled, copy_stripped  # noqa: E402

# Machine code of each, and PTX of the last for what comes.
ARCHITECTURES = os.environ.get(
    "TENORITE_CUDA_ARCHITECTURES", "80-real;86-real;89-real;90-real;100-real;120"
)
VERSION = runpy.run_path(str(ROOT / "python/tenorite/_runtime/version.py"))[
    "__version__"
]


class BuildLibrary(build_py):
    """Compiles the library, and puts it beside the package's one module."""

    def run(self):
        super().run()
        options = [
            "-DTENORITE_CUDA=ON",
            f"-DTENORITE_CUDA_ARCHITECTURES={ARCHITECTURES}",
        ]
        (library,) = compiled("tenorite_cuda_part", folder="cuda13", more=options)
        copy_stripped(library, pathlib.Path(self.build_lib) / "tenorite_cuda13")


class AnyPython(bdist_wheel):
    """For each Python, on this platform."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    """It has compiled code, though no extension of Python."""

    def has_ext_modules(self):
        return True


setup(
    version=VERSION,
    install_requires=[f"tenorite=={VERSION}"],
    distclass=WithLibrary,
    cmdclass={"build_py": BuildLibrary, "bdist_wheel": AnyPython},
)
