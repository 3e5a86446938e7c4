# SPDX-License-Identifier: Apache-2.0
"""Builds the extension tenorite._core with CMake and ninja."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pybind11
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).parent.resolve()


def cmake_options():
    """What is told to CMake at every build.

    The tools among it, since those of the last build may be gone: pip makes a
    folder for them and removes it afterwards.
    """
    passed_on = (
        "TENORITE_ASSERTIONS",
        "TENORITE_CUDA",
        "TENORITE_CUDA_ARCHITECTURES",
    )
    return [
        "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_MAKE_PROGRAM={shutil.which('ninja')}",
        f"-DPython_EXECUTABLE={sys.executable}",
        f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
        *(f"-D{name}={os.environ[name]}" for name in passed_on if name in os.environ),
        *shlex.split(os.environ.get("CMAKE_ARGS", "")),
    ]


class Build(build):
    """Collects the package in a folder without what a former build left there."""

    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class CMakeBuild(build_ext):
    """Runs CMake in build/<python> and copies the extension into the package.

    TENORITE_CUDA=AUTO|ON|OFF, TENORITE_CUDA_ARCHITECTURES and TENORITE_ASSERTIONS=ON|OFF
    are passed on, and CMAKE_ARGS, as other packages have it: further options, as in a
    shell.
    """

    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        folder = ROOT / "build" / f"cp{sys.version_info.major}{sys.version_info.minor}"
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *cmake_options()],
            check=True,
        )
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        subprocess.run(
            ["cmake", "--build", folder, "--target", "_core", "-j", jobs],
            check=True,
        )
        target.mkdir(parents=True, exist_ok=True)
        for made in folder.glob("_core*.so"):
            self.copy_file(str(made), str(target / made.name))


setup(
    ext_modules=[Extension("tenorite._core", sources=[])],
    cmdclass={"build": Build, "build_ext": CMakeBuild},
)
