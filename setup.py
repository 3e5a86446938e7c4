# SPDX-License-Identifier: Apache-2.0
"""Builds the extension tenorite._core with CMake and ninja."""

import os
import pathlib
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()


class CMakeBuild(build_ext):
    """Runs CMake in build/<python>-<type> and installs the extension.

    TENORITE_CUDA=AUTO|ON|OFF and TENORITE_CUDA_ARCHITECTURES are passed on.
    """

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = ROOT / "build" / f"cp{sys.version_info.major}{sys.version_info.minor}"
        build.mkdir(parents=True, exist_ok=True)
        options = [
            f"-D{name}={os.environ[name]}"
            for name in ("TENORITE_CUDA", "TENORITE_CUDA_ARCHITECTURES")
            if name in os.environ
        ]
        subprocess.run(
            [
                "cmake",
                "-G",
                "Ninja",
                "-S",
                str(ROOT),
                "-B",
                str(build),
                "-DCMAKE_BUILD_TYPE=Release",
                f"-DPython_EXECUTABLE={sys.executable}",
                *options,
            ],
            check=True,
        )
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(
            ["cmake", "--build", str(build), "--target", "_core", "-j", jobs],
            check=True,
        )
        target.mkdir(parents=True, exist_ok=True)
        for made in build.glob("_core*.so"):
            self.copy_file(str(made), str(target / made.name))


setup(
    ext_modules=[Extension("tenorite._core", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
