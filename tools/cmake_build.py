# SPDX-License-Identifier: Apache-2.0
"""Compiles with CMake and ninja, for setup.py of both distributions."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import sysconfig

import pybind11

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What ninja says in front of each step: done and left, and how long it took so far.
PROGRESS = "[%f of %t files, %u to begin, %e s] "


def options():
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


# What each target makes. A folder may have extensions of several Pythons.
LIBRARIES = {
    "_core": "_core" + sysconfig.get_config_var("EXT_SUFFIX"),
    "tenorite_cuda_part": "libtenorite_cuda.so",
}


def compiled(*targets, folder=None, more=()):
    """Paths of the libraries of the targets, which are up to date then.

    In `folder` of build/, by default one of this Python, or in TENORITE_BUILD_FOLDER;
    without targets it is all but tests, and the libraries that there are.
    """
    version = sys.version_info
    folder = folder or f"cp{version.major}{version.minor}{sys.abiflags}"
    folder = ROOT / "build" / os.environ.get("TENORITE_BUILD_FOLDER", folder)
    folder.mkdir(parents=True, exist_ok=True)
    configure = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", folder, *options(), *more]
    subprocess.run(configure, check=True)
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    build = ["cmake", "--build", folder, "-j", jobs]
    if targets:
        build += ["--target", *targets]
    subprocess.run(build, check=True, env={"NINJA_STATUS": PROGRESS} | os.environ)
    paths = [folder / LIBRARIES[target] for target in targets or LIBRARIES]
    return [path for path in paths if path.exists()]


def copy_stripped(library, folder):
    """Copies a library without the symbols that nobody needs to run it."""
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / library.name
    shutil.copy(library, target)
    subprocess.run(["strip", "--strip-unneeded", target], check=True)
