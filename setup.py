# SPDX-License-Identifier: Apache-2.0
"""Builds the extension tenorite._core, and the CUDA part where nvcc is found."""

import os
import pathlib
import shutil
import sys

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()
sys.path.insert(0, str(ROOT / "tools"))
from cmake_build import compiled, copy_stripped  # noqa: E402


class Build(build):
    """Collects the package in a folder without what a former build left there."""

    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class CMakeBuild(build_ext):
    """Runs CMake in build/<python> and copies what it makes into the package.

    TENORITE_CUDA=AUTO|ON|OFF, TENORITE_CUDA_ARCHITECTURES and TENORITE_ASSERTIONS=ON|OFF
    are passed on, and CMAKE_ARGS, as other packages have it: further options, as in a
    shell. With TENORITE_CUDA_PART=OFF the extension alone is made, as the distribution
    `tenorite` has it.
    """

    def build_extension(self, ext):
        alone = os.environ.get("TENORITE_CUDA_PART") == "OFF"
        self.made = compiled("_core") if alone else compiled()
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        for library in self.made:
            copy_stripped(library, target)

    def copy_extensions_to_source(self):
        """In the tree they keep their symbols, for debuggers and profilers."""
        for library in self.made:
            shutil.copy(library, ROOT / "python" / "tenorite")


setup(
    ext_modules=[Extension("tenorite._core", sources=[])],
    cmdclass={"build": Build, "build_ext": CMakeBuild},
)
